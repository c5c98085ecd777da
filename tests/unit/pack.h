/*
 * pack.h - packed data for the tests of unpacking
 */
#ifndef PACK_H
#define PACK_H

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "check.h"

#define PACKINGS { "gzip", "xz", "zstd", "bzip2" }

/* Pack TEXT as NAME into DST[CAP]; returns the length. */
static inline size_t pack(const char *name, struct span text, char *dst,
			  size_t cap)
{
	size_t len = 0;

	if (!strcmp(name, "gzip")) {
		z_stream z = { 0 };

		deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, 0);
		z.next_in = (Bytef *)text.ptr;
		z.avail_in = (uInt)text.len;
		z.next_out = (Bytef *)dst;
		z.avail_out = (uInt)cap;
		EXPECT_U64("deflate", deflate(&z, Z_FINISH), Z_STREAM_END);
		len = cap - z.avail_out;
		deflateEnd(&z);
	} else if (!strcmp(name, "xz")) {
		EXPECT_U64("xz",
			   lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL,
						   (const uint8_t *)text.ptr,
						   text.len, (uint8_t *)dst,
						   &len, cap),
			   LZMA_OK);
	} else if (!strcmp(name, "zstd")) {
		// With a checksum, as zstd(1) writes them.
		ZSTD_CCtx *zstd = ZSTD_createCCtx();

		ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
		len = ZSTD_compress2(zstd, dst, cap, text.ptr, text.len);
		ZSTD_freeCCtx(zstd);
		EXPECT_TRUE("zstd", !ZSTD_isError(len));
	} else {
		unsigned room = (unsigned)cap;

		EXPECT_U64("bzip2",
			   BZ2_bzBuffToBuffCompress(dst, &room,
						    (char *)text.ptr,
						    (unsigned)text.len, 1, 0,
						    0),
			   BZ_OK);
		len = room;
	}
	return len;
}

#endif
