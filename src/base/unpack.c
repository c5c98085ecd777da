#include "diffprof/unpack.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "diffprof/arena.h"

/*
 * Each library is driven through the same four steps: begin, turn some input
 * into some output, begin again behind the end of a member (concatenated files
 * are one file), end.
 */
enum progress {
	MORE, /* call again, with room or input */
	MEMBER_END, /* a member ended; what follows may be another */
	DAMAGED,
	STARVED, /* wants input that is not there */
	TOO_LARGE, /* takes more memory than there is, or than it may */
};

struct stream {
	const char *in;
	size_t in_left;
	char *out;
	size_t out_left;
	union {
		z_stream z;
		lzma_stream lzma;
		bz_stream bz;
		ZSTD_DStream *zstd;
	};
};

static bool gzip_begin(struct stream *s)
{
	s->z = (z_stream){ 0 };
	return inflateInit2(&s->z, 15 + 16) == Z_OK;
}

static enum progress gzip_step(struct stream *s)
{
	// zlib counts in unsigned int.
	uInt in = s->in_left < 1u << 30 ? (uInt)s->in_left : 1u << 30;
	uInt out = s->out_left < 1u << 30 ? (uInt)s->out_left : 1u << 30;

	s->z.next_in = (Bytef *)s->in;
	s->z.avail_in = in;
	s->z.next_out = (Bytef *)s->out;
	s->z.avail_out = out;
	int got = inflate(&s->z, Z_NO_FLUSH);
	s->in += in - s->z.avail_in;
	s->in_left -= in - s->z.avail_in;
	s->out += out - s->z.avail_out;
	s->out_left -= out - s->z.avail_out;
	if (got == Z_STREAM_END)
		return MEMBER_END;
	if (got == Z_BUF_ERROR)
		return STARVED;
	if (got == Z_MEM_ERROR)
		return TOO_LARGE;
	return got == Z_OK ? MORE : DAMAGED;
}

static bool gzip_again(struct stream *s)
{
	return inflateReset(&s->z) == Z_OK;
}

static void gzip_end(struct stream *s)
{
	inflateEnd(&s->z);
}

/* Generous for any preset of xz (-9 needs 65 MiB), no more. */
#define XZ_MEMORY_MAX ((uint64_t)1 << 30)

static bool xz_begin(struct stream *s)
{
	s->lzma = (lzma_stream)LZMA_STREAM_INIT;
	return lzma_stream_decoder(&s->lzma, XZ_MEMORY_MAX, 0) == LZMA_OK;
}

static enum progress xz_step(struct stream *s)
{
	s->lzma.next_in = (const uint8_t *)s->in;
	s->lzma.avail_in = s->in_left;
	s->lzma.next_out = (uint8_t *)s->out;
	s->lzma.avail_out = s->out_left;
	lzma_ret got = lzma_code(&s->lzma, LZMA_RUN);
	s->in = (const char *)s->lzma.next_in;
	s->in_left = s->lzma.avail_in;
	s->out = (char *)s->lzma.next_out;
	s->out_left = s->lzma.avail_out;
	if (got == LZMA_STREAM_END)
		return MEMBER_END;
	if (got == LZMA_BUF_ERROR)
		return STARVED;
	if (got == LZMA_MEM_ERROR || got == LZMA_MEMLIMIT_ERROR)
		return TOO_LARGE;
	return got == LZMA_OK ? MORE : DAMAGED;
}

static bool xz_again(struct stream *s)
{
	return lzma_stream_decoder(&s->lzma, XZ_MEMORY_MAX, 0) == LZMA_OK;
}

static void xz_end(struct stream *s)
{
	lzma_end(&s->lzma);
}

static bool bzip2_begin(struct stream *s)
{
	s->bz = (bz_stream){ 0 };
	return BZ2_bzDecompressInit(&s->bz, 0, 0) == BZ_OK;
}

static enum progress bzip2_step(struct stream *s)
{
	unsigned in = s->in_left < 1u << 30 ? (unsigned)s->in_left : 1u << 30;
	unsigned out =
		s->out_left < 1u << 30 ? (unsigned)s->out_left : 1u << 30;

	s->bz.next_in = (char *)s->in;
	s->bz.avail_in = in;
	s->bz.next_out = s->out;
	s->bz.avail_out = out;
	int got = BZ2_bzDecompress(&s->bz);
	bool moved = s->bz.avail_in < in || s->bz.avail_out < out;
	s->in += in - s->bz.avail_in;
	s->in_left -= in - s->bz.avail_in;
	s->out += out - s->bz.avail_out;
	s->out_left -= out - s->bz.avail_out;
	if (got == BZ_STREAM_END)
		return MEMBER_END;
	if (got == BZ_OK)
		return moved ? MORE : STARVED;
	return got == BZ_MEM_ERROR ? TOO_LARGE : DAMAGED;
}

static void bzip2_end(struct stream *s)
{
	BZ2_bzDecompressEnd(&s->bz);
}

static bool bzip2_again(struct stream *s)
{
	bzip2_end(s);
	return bzip2_begin(s);
}

static bool zstd_begin(struct stream *s)
{
	s->zstd = ZSTD_createDStream();
	return s->zstd && !ZSTD_isError(ZSTD_initDStream(s->zstd));
}

static enum progress zstd_step(struct stream *s)
{
	ZSTD_inBuffer in = { s->in, s->in_left, 0 };
	ZSTD_outBuffer out = { s->out, s->out_left, 0 };
	size_t got = ZSTD_decompressStream(s->zstd, &out, &in);

	switch (ZSTD_getErrorCode(got)) {
	case ZSTD_error_no_error:
		break;
	case ZSTD_error_memory_allocation:
	case ZSTD_error_frameParameter_windowTooLarge:
		return TOO_LARGE;
	default:
		return DAMAGED;
	}
	s->in += in.pos;
	s->in_left -= in.pos;
	s->out += out.pos;
	s->out_left -= out.pos;
	if (got == 0)
		return MEMBER_END;
	return in.pos || out.pos ? MORE : STARVED;
}

static bool zstd_again(struct stream *s)
{
	return !ZSTD_isError(ZSTD_initDStream(s->zstd));
}

static void zstd_end(struct stream *s)
{
	ZSTD_freeDStream(s->zstd);
}

enum {
	PACKING_GZIP,
	PACKING_XZ,
	PACKING_ZSTD,
	PACKING_BZIP2
};

static const struct packing {
	const char *name, *magic;
	size_t magic_len;
	bool (*begin)(struct stream *s);
	enum progress (*step)(struct stream *s);
	bool (*again)(struct stream *s);
	void (*end)(struct stream *s);
} packings[] = {
	[PACKING_GZIP] = { "gzip", "\x1f\x8b\x08", 3, gzip_begin, gzip_step,
			   gzip_again, gzip_end },
	[PACKING_XZ] = { "xz",
			 "\xfd"
			 "7zXZ\0",
			 6, xz_begin, xz_step, xz_again, xz_end },
	[PACKING_ZSTD] = { "zstd", "\x28\xb5\x2f\xfd", 4, zstd_begin, zstd_step,
			   zstd_again, zstd_end },
	[PACKING_BZIP2] = { "bzip2", "BZh", 3, bzip2_begin, bzip2_step,
			    bzip2_again, bzip2_end },
};

/* A frame that holds no data: pzstd and others begin with one. */
static bool is_skippable(struct span head)
{
	return head.len > 3 && (head.ptr[0] & 0xf0) == 0x50 &&
	       !memcmp(head.ptr + 1, "\x2a\x4d\x18", 3);
}

static const struct packing *find(struct span head)
{
	if (is_skippable(head))
		return &packings[PACKING_ZSTD];
	for (size_t i = 0; i < sizeof(packings) / sizeof(*packings); i++) {
		const struct packing *p = &packings[i];

		if (head.len < p->magic_len ||
		    memcmp(head.ptr, p->magic, p->magic_len))
			continue;
		// Three letters are no proof: a level and a block must follow.
		if (p->begin == bzip2_begin &&
		    (head.len < 10 ||
		     (memcmp(head.ptr + 4, "1AY&SY", 6) &&
		      memcmp(head.ptr + 4, "\x17rE8P\x90", 6))))
			continue;
		return p;
	}
	return NULL;
}

const char *unpack_detect(struct span head)
{
	const struct packing *packing = find(head);

	return packing ? packing->name : NULL;
}

int unpack(struct span packed, size_t max, const char *path, char **data,
	   size_t *size, const char **cut_short, struct error *err)
{
	const struct packing *packing = find(packed);
	struct stream s = { .in = packed.ptr, .in_left = packed.len };
	size_t cap = 0;
	char *mem = NULL;
	bool done = false;

	*cut_short = NULL;
	if (!packing->begin(&s))
		return fail(err, ERR_FORMAT, "%s: %s cannot unpack it", path,
			    packing->name);
	while (!done) {
		if (!s.out_left) {
			size_t used = cap;

			if (cap >= max) {
				packing->end(&s);
				free(mem);
				return fail(err, ERR_LIMIT,
					    "%s: unpacks to over %zu MiB", path,
					    max >> 20);
			}
			cap = cap ? 2 * cap : 4 * packed.len + 4096;
			if (cap > max)
				cap = max;
			mem = mem_resize(mem, cap);
			s.out = mem + used;
			s.out_left = cap - used;
		}
		switch (packing->step(&s)) {
		case MORE:
			break;
		case STARVED:
			// Out of room is not out of input.
			if (s.out_left) {
				*cut_short = "the packed data end early";
				done = true;
			}
			break;
		case DAMAGED:
			*cut_short = "the packed data are damaged";
			done = true;
			break;
		case TOO_LARGE:
			packing->end(&s);
			free(mem);
			return fail(
				err, ERR_LIMIT,
				"%s: unpacking it takes more memory than"
				" there is, or than %s may take here; unpack"
				" it first",
				path, packing->name);
		case MEMBER_END:
			// Behind the end: padding, another member, or junk.
			while (s.in_left && *s.in == '\0') {
				s.in++;
				s.in_left--;
			}
			done = !s.in_left;
			if (done)
				break;
			if (find((struct span){ s.in, s.in_left }) != packing ||
			    !packing->again(&s)) {
				*cut_short = "something else follows the packed"
					     " data";
				done = true;
			}
			break;
		}
	}
	packing->end(&s);
	*size = cap - s.out_left;
	*data = mem;
	return 0;
}

struct unpack_stream *unpack_stream_open(void)
{
	ZSTD_DStream *zstd = ZSTD_createDStream();

	if (zstd && ZSTD_isError(ZSTD_initDStream(zstd))) {
		ZSTD_freeDStream(zstd);
		return NULL;
	}
	return (struct unpack_stream *)zstd;
}

bool unpack_stream_feed(struct unpack_stream *stream, struct span piece,
			size_t max, struct outbuf *out)
{
	ZSTD_inBuffer in = { piece.ptr, piece.len, 0 };
	bool full = true;

	// A full block of output may not be all there is.
	while (in.pos < in.size || full) {
		size_t room = ZSTD_DStreamOutSize();
		size_t before = in.pos;

		if (room > max - out->len)
			room = max - out->len;
		if (!room)
			return false;
		ZSTD_outBuffer to = { outbuf_room(out, room), room, 0 };
		size_t got =
			ZSTD_decompressStream((ZSTD_DStream *)stream, &to, &in);

		if (ZSTD_isError(got))
			return false;
		outbuf_wrote(out, to.pos);
		full = to.pos == room;
		if (!full && in.pos == before && !to.pos)
			return in.pos == in.size;
	}
	return true;
}

void unpack_stream_close(struct unpack_stream *stream)
{
	ZSTD_freeDStream((ZSTD_DStream *)stream);
}
