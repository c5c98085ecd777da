#include "sketch.h"

#include <math.h>

/* Of a larger function only so many bytes are looked at. */
#define CODE_MAX ((size_t)16 << 10)
/* A piece, in bytes. */
#define PIECE_X86 6
#define PIECE_ARM64 8

static uint32_t word_at(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 |
	       (uint32_t)u[3] << 24;
}

/* How many bytes at P, of LEFT, begin an instruction with 4 of address behind. */
static size_t x86_opcode(const unsigned char *p, size_t left)
{
	if (left < 5)
		return 0;
	// call, jmp; the conditional jumps
	if (p[0] == 0xe8 || p[0] == 0xe9)
		return 1;
	if (left < 6)
		return 0;
	if (p[0] == 0x0f && (p[1] & 0xf0) == 0x80)
		return 2;
	// Of many with a ModRM byte the operand is relative to the next.
	switch (p[0]) {
	case 0x01:
	case 0x03:
	case 0x39:
	case 0x3b:
	case 0x63:
	case 0x80:
	case 0x81:
	case 0x83:
	case 0x88:
	case 0x89:
	case 0x8a:
	case 0x8b:
	case 0x8d:
	case 0xc6:
	case 0xc7:
	case 0xff:
		return (p[1] & 0xc7) == 0x05 ? 2 : 0;
	default:
		return 0;
	}
}

/* Immediate addresses of the kernel: 0xffffffff8....... without the ones. */
static bool x86_address(const unsigned char *p)
{
	return p[3] == 0x81 || p[3] == 0x82;
}

static void blank_x86(unsigned char *bytes, size_t len)
{
	for (size_t i = 0; i + 5 <= len;) {
		size_t opcode = x86_opcode(bytes + i, len - i);

		if (opcode) {
			memset(bytes + i + opcode, 0, 4);
			i += opcode + 4;
		} else if (x86_address(bytes + i)) {
			memset(bytes + i, 0, 4);
			i += 4;
		} else {
			i++;
		}
	}
}

static void blank_arm64(unsigned char *bytes, size_t len)
{
	for (size_t i = 0; i + 4 <= len; i += 4) {
		uint32_t word = word_at((const char *)bytes + i), keep = ~0u;

		if ((word & 0x7c000000) == 0x14000000) // b, bl
			keep = 0xfc000000;
		else if ((word & 0x1f000000) == 0x10000000) // adr, adrp
			keep = 0x9f00001f;
		else if ((word & 0xff000000) == 0x91000000) // add
			keep = 0xffc003ff;
		word &= keep;
		memcpy(bytes + i, &word, sizeof(word));
	}
}

static uint32_t hash_of(const unsigned char *p, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 0x100000001b3;
	hash ^= hash >> 32;
	hash *= 0x9e3779b97f4a7c15;
	return (uint32_t)(hash >> 32);
}

/* Keep HASH if it is among the smallest. */
static void keep(struct sketch *sketch, uint32_t hash)
{
	uint32_t *at = sketch->hash + sketch->nr;

	if (sketch->nr == SKETCH_MAX && hash >= at[-1])
		return;
	while (at > sketch->hash && at[-1] > hash)
		at--;
	if (at > sketch->hash && at[-1] == hash)
		return;
	if (sketch->nr < SKETCH_MAX)
		sketch->nr++;
	memmove(at + 1, at,
		(size_t)(sketch->hash + sketch->nr - 1 - at) * sizeof(*at));
	*at = hash;
}

void sketch_make(struct span code, enum roster_code kind, struct sketch *sketch)
{
	size_t len = code.len < CODE_MAX ? code.len : CODE_MAX;
	size_t piece = kind == CODE_ARM64 ? PIECE_ARM64 : PIECE_X86;
	size_t step = kind == CODE_ARM64 ? 4 : 1;
	unsigned char bytes[CODE_MAX];

	*sketch = (struct sketch){ 0 };
	if (kind == CODE_UNKNOWN || len < piece)
		return;

	memcpy(bytes, code.ptr, len);
	if (kind == CODE_X86)
		blank_x86(bytes, len);
	else
		blank_arm64(bytes, len);
	sketch->whole = hash_of(bytes, len);
	for (size_t i = 0; i + piece <= len; i += step)
		keep(sketch, hash_of(bytes + i, piece));
}

double sketch_likeness(const struct sketch *a, const struct sketch *b)
{
	size_t i = 0, k = 0, all = 0, same = 0;

	if (!a->nr || !b->nr)
		return NAN;
	// The smallest of both together, as many as were kept of one.
	while (all < SKETCH_MAX && (i < a->nr || k < b->nr)) {
		if (k == b->nr || (i < a->nr && a->hash[i] < b->hash[k])) {
			i++;
		} else if (i == a->nr || b->hash[k] < a->hash[i]) {
			k++;
		} else {
			same++;
			i++;
			k++;
		}
		all++;
	}
	return (double)same / (double)all;
}

bool sketch_call(struct span code, enum roster_code kind, uint64_t addr,
		 size_t at, uint64_t *target)
{
	const unsigned char *p = (const unsigned char *)code.ptr + at;

	if (kind == CODE_X86 && code.len - at >= 5 &&
	    (p[0] == 0xe8 || p[0] == 0xe9)) {
		int32_t way = (int32_t)word_at((const char *)p + 1);

		*target = addr + at + 5 + (uint64_t)(int64_t)way;
		return true;
	}
	if (kind == CODE_ARM64 && at % 4 == 0 && code.len - at >= 4) {
		uint32_t word = word_at((const char *)p);

		if ((word & 0x7c000000) != 0x14000000)
			return false;
		int32_t way = (int32_t)(word << 6) >> 4;

		*target = addr + at + (uint64_t)(int64_t)way;
		return true;
	}
	return false;
}
