/*
 * proc.c - the raw histogram of /proc/profile
 *
 *	word 0		the sampling step in bytes, a power of two
 *	word 1..n	ticks in the steps of kernel text, from _stext on
 *
 * All words have 4 bytes in the kernel's byte order.  There is no magic number
 * and no name in it, so all that is done here is to pick out the counters that
 * are not 0; geometry.h finds out what they mean once there are symbols.
 *
 * Linux 1.3 to 6.x; 64-bit big-endian kernels from 5.15 on have 0 in word 0.
 */
#include "diffprof/reader.h"

/* More text than any kernel has: its size times this is no dump's. */
#define TEXT_MAX ((uint64_t)512 << 20)
#define STEP_MAX ((uint32_t)1 << 20)

static uint32_t load_word(const char *p)
{
	uint32_t word;

	memcpy(&word, p, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap32(word);
#endif
	return word;
}

static bool is_step(uint32_t word)
{
	return word <= STEP_MAX && !(word & (word - 1));
}

static bool sniff(struct input *in)
{
	if (in->head.len < 8)
		return false;
	uint32_t word = load_word(in->head.ptr);
	return is_step(word) || is_step(__builtin_bswap32(word));
}

static void take_word(struct profile *prof, struct histogram *hist,
		      uint64_t index, uint32_t word)
{
	if (!word)
		return;
	ARENA_ROOM(&prof->arena, hist->slot, hist->nr, hist->cap);
	hist->slot[hist->nr++] = (struct slot){ (uint32_t)index, word };
	hist->high += (word & 0xffff0000u) != 0;
	hist->low += (word & 0xffffu) != 0;
}

#define BLOCK 256

/* Nearly all counters of a dump are 0: pass over these quickly. */
static bool block_is_zero(const char *p)
{
	typedef uint64_t pair __attribute__((vector_size(16)));
	pair all = { 0, 0 }, some;

	for (size_t i = 0; i < BLOCK; i += sizeof(some)) {
		memcpy(&some, p + i, sizeof(some));
		all |= some;
	}
	return !(all[0] | all[1]);
}

static void take_words(struct profile *prof, struct histogram *hist,
		       uint64_t index, const char *p, size_t len)
{
	size_t i = 0;

	for (; i + BLOCK <= len; i += BLOCK) {
		if (block_is_zero(p + i))
			continue;
		for (size_t k = 0; k < BLOCK; k += 4)
			take_word(prof, hist, index + (i + k) / 4,
				  load_word(p + i + k));
	}
	for (; i < len; i += 4)
		take_word(prof, hist, index + i / 4, load_word(p + i));
}

static int read_dump(struct input *in, const struct read_options *opts,
		     struct profile *prof, struct error *err)
{
	// Small enough to stay in a cache while it is passed over.
	enum {
		CHUNK = 64 << 10
	};
	static _Thread_local char chunk[CHUNK];
	struct histogram *hist = arena_zalloc(&prof->arena, sizeof(*hist));
	size_t got;

	(void)opts;
	if (in->cut_short)
		return fail(err, ERR_FORMAT, "%s: %s; a raw dump must be whole",
			    in->path, in->cut_short);
	if (in->size < 8 || in->size % 4)
		return fail(err, ERR_FORMAT,
			    "%s: %zu bytes are not whole words of 4: not a"
			    " complete /proc/profile",
			    in->path, in->size);
	if (in->size / 4 > TEXT_MAX)
		return fail(err, ERR_LIMIT,
			    "%s: %zu MiB: no kernel has so much text; not a"
			    " /proc/profile",
			    in->path, in->size >> 20);

	if (input_read(in, 0, chunk, 4, &got, err) < 0)
		return -1;
	hist->step_word = load_word(chunk);
	if (!is_step(hist->step_word) &&
	    !is_step(__builtin_bswap32(hist->step_word)))
		return fail(
			err, ERR_FORMAT,
			"%s: byte 0: the step word %#x is no power of two up"
			" to %#x in either byte order; not a /proc/profile",
			in->path, hist->step_word, STEP_MAX);
	hist->words = in->size / 4 - 1;
	for (uint64_t at = 4; at < in->size; at += got) {
		if (input_read(in, at, chunk, CHUNK, &got, err) < 0)
			return -1;
		if (!got || got % 4)
			return fail(err, ERR_IO, "%s: shrank while it was read",
				    in->path);
		take_words(prof, hist, at / 4 - 1, chunk, got);
	}
	prof->histogram = hist;
	return 0;
}

const struct reader reader_proc = {
	.name = "proc",
	.summary = "the raw histogram of /proc/profile",
	.sniff = sniff,
	.read = read_dump,
};
