#include "wire.h"

static bool fixed(struct wire *wire, size_t size, uint64_t *value)
{
	*value = 0;
	if ((size_t)(wire->end - wire->next) < size)
		return false;
	for (size_t i = 0; i < size; i++)
		*value |= (uint64_t)(unsigned char)wire->next[i] << 8 * i;
	wire->next += size;
	return true;
}

static bool bytes(struct wire *wire, struct span *text)
{
	uint64_t len;

	if (!wire_varint(wire, &len) ||
	    len > (uint64_t)(wire->end - wire->next))
		return false;
	*text = (struct span){ wire->next, (size_t)len };
	wire->next += len;
	return true;
}

static bool value(struct wire *wire, struct wire_field *field)
{
	switch (field->type) {
	case WIRE_VARINT:
		return wire_varint(wire, &field->value);
	case WIRE_FIXED64:
		return fixed(wire, 8, &field->value);
	case WIRE_FIXED32:
		return fixed(wire, 4, &field->value);
	case WIRE_BYTES:
		return bytes(wire, &field->bytes);
	}
	// Groups went out of use before profiles were written this way.
	return false;
}

bool wire_next(struct wire *wire, struct wire_field *field)
{
	struct wire from = *wire;
	uint64_t tag;

	if (!wire_varint(&from, &tag) || tag >> 3 == 0 ||
	    tag >> 3 > UINT32_MAX >> 3)
		return false;
	*field = (struct wire_field){ .number = (uint32_t)(tag >> 3),
				      .type = (enum wire_type)(tag & 7) };
	if (!value(&from, field))
		return false;
	*wire = from;
	return true;
}
