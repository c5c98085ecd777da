#include "diffprof/pack.h"

#include <zlib.h>
#include <zstd.h>

/* 3 is the library's own; symbols of a kernel are a tenth smaller by 6. */
#define LEVEL 6
/* Of a profile.proto, twice as fast as the default and a tenth larger. */
#define LEVEL_GZIP 3

int pack_zstd(struct span plain, struct outbuf *out, struct error *err)
{
	size_t bound = ZSTD_compressBound(plain.len);
	char *room = outbuf_room(out, bound);
	size_t got = ZSTD_compress(room, bound, plain.ptr, plain.len, LEVEL);

	if (ZSTD_isError(got))
		return fail(err, ERR_LIMIT, "zstd cannot pack %zu bytes: %s",
			    plain.len, ZSTD_getErrorName(got));
	outbuf_wrote(out, got);
	return 0;
}

/* The most that zlib is handed at once. */
#define PIECE ((size_t)1 << 30)

int pack_gzip(struct span plain, struct outbuf *out, struct error *err)
{
	z_stream z = { 0 };
	int end = Z_OK;

	// 16 more than the largest window is gzip's head.
	if (deflateInit2(&z, LEVEL_GZIP, Z_DEFLATED, MAX_WBITS + 16,
			 MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		return fail(err, ERR_LIMIT, "gzip has no memory");
	while (end != Z_STREAM_END) {
		char *room = outbuf_room(out, 1 << 16);

		if (!z.avail_in && plain.len) {
			z.avail_in = (uInt)(plain.len < PIECE ? plain.len :
								PIECE);
			z.next_in = (Bytef *)plain.ptr;
			plain.ptr += z.avail_in;
			plain.len -= z.avail_in;
		}
		z.next_out = (Bytef *)room;
		z.avail_out = 1 << 16;
		end = deflate(&z, plain.len ? Z_NO_FLUSH : Z_FINISH);
		outbuf_wrote(out, (1 << 16) - z.avail_out);
	}
	deflateEnd(&z);
	return 0;
}
