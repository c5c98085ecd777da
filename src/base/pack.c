#include "diffprof/pack.h"

#include <zstd.h>

/* 3 is the library's own; symbols of a kernel are a tenth smaller by 6. */
#define LEVEL 6

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
