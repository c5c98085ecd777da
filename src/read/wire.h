/*
 * wire.h - the fields of a protocol buffer, one after another
 *
 *	field   = tag value
 *	tag     = varint of number << 3 | type
 *	value   = varint (type 0) | 8 bytes (1) | varint length, bytes (2)
 *	        | 4 bytes (5)
 *	varint  = up to 10 bytes of 7 bits, lowest first; the last one is < 0x80
 *
 * Nothing is copied or allocated.  A library would make a tree of the message,
 * some hundred bytes a sample of a profile, only for it to be counted and freed.
 */
#ifndef READ_WIRE_H
#define READ_WIRE_H

#include "diffprof/span.h"

/* What is left of a message. */
struct wire {
	const char *next, *end;
};

enum wire_type {
	WIRE_VARINT = 0,
	WIRE_FIXED64 = 1,
	WIRE_BYTES = 2,
	WIRE_FIXED32 = 5,
};

struct wire_field {
	uint32_t number;
	enum wire_type type;
	uint64_t value; /* of a number */
	struct span bytes; /* of WIRE_BYTES */
};

static inline struct wire wire_begin(struct span message)
{
	return (struct wire){ message.ptr, message.ptr + message.len };
}

/* False at the end, and when what is there is no varint: NEXT stays. */
static inline bool wire_varint(struct wire *wire, uint64_t *value)
{
	const unsigned char *p = (const unsigned char *)wire->next;
	const unsigned char *end = (const unsigned char *)wire->end;
	uint64_t sum = 0;

	for (unsigned shift = 0; shift < 64 && p < end; shift += 7) {
		unsigned char byte = *p++;

		sum |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80) {
			wire->next = (const char *)p;
			*value = sum;
			return true;
		}
	}
	return false;
}

/*
 * The next field.  False at the end, and when what is there is no field: then
 * NEXT, which stays in front of it, is not END.
 */
bool wire_next(struct wire *wire, struct wire_field *field);

#endif
