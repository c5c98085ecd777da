/*
 * opmade.h - sample files of oprofile's, as any machine would write them
 *
 *	struct opmade made = { .version = 0x13, .align = 8, .time = 8 };
 *
 *	opmade_node(&made, 0x1152, 91);
 *	struct span bytes = opmade_bytes(&made);
 *	...
 *	opmade_release(&made);
 *
 * The header is laid out by the rules of a compiler, not by a table of offsets:
 * each member stands at the next multiple of its size, and numbers of 8 bytes
 * at multiples of `align', which is 4 on i386 and 8 elsewhere.
 */
#ifndef OPMADE_H
#define OPMADE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/outbuf.h"

#include "check.h"

struct opmade {
	unsigned version;
	unsigned align, time;	/* of 8-byte numbers; the size of time_t */
	bool big_endian, is_kernel;
	uint32_t event, mask, count;
	uint64_t mtime, anon_start;
	uint32_t size;		/* nodes there is room for; 0: 128 */
	uint64_t key[300];
	uint32_t value[300];
	uint32_t nr;
	struct outbuf out;
};

static inline void opmade_put(struct opmade *m, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++) {
		unsigned shift = 8 * (m->big_endian ? size - 1 - i : i);

		outbuf_char(&m->out, (char)(value >> shift));
	}
}

static inline void opmade_align(struct opmade *m, unsigned align)
{
	while (m->out.len % align)
		outbuf_char(&m->out, '\0');
}

static inline void opmade_u32(struct opmade *m, uint32_t value)
{
	opmade_align(m, 4);
	opmade_put(m, value, 4);
}

static inline void opmade_u64(struct opmade *m, uint64_t value)
{
	opmade_align(m, m->align);
	opmade_put(m, value, 8);
}

static inline void opmade_time(struct opmade *m, unsigned size)
{
	opmade_align(m, size == 8 ? m->align : 4);
	opmade_put(m, m->mtime, size);
}

static inline void opmade_reserve(struct opmade *m, unsigned words)
{
	while (words--)
		opmade_u32(m, 0);
}

/* 800 MHz */
#define OPMADE_SPEED UINT64_C(0x4089000000000000)

static inline void opmade_old_header(struct opmade *m)
{
	opmade_put(m, m->is_kernel, 1);
	opmade_u32(m, m->event);
	opmade_u32(m, m->mask);
	opmade_u32(m, 0);
	opmade_u32(m, 2);
	opmade_u32(m, m->count);
	opmade_u64(m, OPMADE_SPEED);
	opmade_time(m, m->time);
	opmade_reserve(m, 2 + 19);
}

static inline void opmade_new_header(struct opmade *m)
{
	opmade_u32(m, 2);
	opmade_u32(m, m->event);
	opmade_u32(m, m->mask);
	opmade_u32(m, m->count);
	opmade_u32(m, m->is_kernel);
	opmade_u64(m, OPMADE_SPEED);
	opmade_time(m, m->version >= 0x12 ? 8 : m->time);
	if (m->version == 0x9)
		opmade_reserve(m, 6);
	if (m->version >= 0x10)
		opmade_u32(m, 0);
	if (m->version == 0x10)
		opmade_reserve(m, 5);
	if (m->version == 0x11 || m->version == 0x12) {
		opmade_u32(m, 0);
		opmade_u64(m, 0);
	}
	if (m->version >= 0x11) {
		opmade_u64(m, m->anon_start);
		opmade_u64(m, 0);
	}
	if (m->version == 0x11 || m->version == 0x12)
		opmade_reserve(m, 1);
}

static inline void opmade_node(struct opmade *m, uint64_t key, uint32_t value)
{
	m->key[m->nr] = key;
	m->value[m->nr++] = value;
}

static inline struct span opmade_bytes(struct opmade *m)
{
	uint32_t size = m->size ? m->size : 128;

	m->out.len = 0;
	outbuf_span(&m->out, SPAN("DAE\n"));
	opmade_u32(m, m->version);
	if (m->version <= 0x8)
		opmade_old_header(m);
	else
		opmade_new_header(m);
	// A structure ends at a multiple of the alignment of its members.
	opmade_align(m, m->align);
	opmade_u32(m, size);
	opmade_u32(m, m->nr + 1);
	opmade_reserve(m, 6);
	for (uint32_t i = 0; i < size; i++) {
		bool used = i && i <= m->nr;

		opmade_put(m, used ? m->key[i - 1] : 0,
			   m->version >= 0x10 ? 8 : 4);
		opmade_put(m, used ? m->value[i - 1] : 0, 4);
		opmade_put(m, 0, 4);
	}
	opmade_reserve(m, size);
	return (struct span){ m->out.data, m->out.len };
}

static inline void opmade_release(struct opmade *m)
{
	outbuf_release(&m->out);
}

#endif
