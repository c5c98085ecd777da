/*
 * linecaching.h - answers of srcline_find(), and the file that has them
 */
#ifndef SYM_LINECACHING_H
#define SYM_LINECACHING_H

#include "diffprof/names.h"
#include "diffprof/srcline.h"

#include "elfimage.h"

struct answers {
	uint64_t *addrs; /* ascending, each once */
	size_t nr;
	struct source_lines lines; /* at: by these addresses */
};

/* Nothing but what number 0 is. */
void source_lines_begin(struct source_lines *lines, struct arena *arena);
/*
 * Make one of those that are alike, and number them by the first of the NR
 * addresses, ascending, that are there.  What nobody is at is left out.
 */
void source_lines_settle(struct source_lines *lines, size_t nr,
			 struct arena *arena);
/*
 * Add to LINES, whose at has room for NR addresses, what FROM has of ADDRS,
 * ascending; of the others nothing is changed.  Texts stay those of FROM.
 */
void answers_take(const struct answers *from, const uint64_t *addrs, size_t nr,
		  struct source_lines *lines, struct arena *arena);
/* Those of ADDRS that FROM has not, each once, in ARENA; *MISSING is how many. */
uint64_t *answers_missing(const struct answers *from, const uint64_t *addrs,
			  size_t nr, size_t *missing, struct arena *arena);
/* All of both, which have no address in common. */
void answers_join(const struct answers *a, const struct answers *b,
		  struct answers *all, struct arena *arena);

/* The bytes of a file with ANSWERS for the image IDENTITY. */
struct span answers_encode(const struct answers *answers, uint64_t identity,
			   struct arena *arena);
/*
 * The reverse; texts are those of BYTES.  False if that is no such file, is
 * damaged or of another image: then ANSWERS are none.
 */
bool answers_decode(struct span bytes, uint64_t identity,
		    struct answers *answers, struct arena *arena);

/* The place of an image in the cache. */
struct linecache {
	bool used;
	uint64_t identity;
	char name[160];
};

/* Where IMG has its file, if there is a cache and IMG has a build id. */
void linecache_open(struct linecache *cache, const struct elfimage *img);
/* What the file has; none if there is no file.  It lives in ARENA. */
void linecache_read(const struct linecache *cache, struct answers *answers,
		    struct arena *arena);
/* Replace the file. */
void linecache_write(const struct linecache *cache,
		     const struct answers *answers);

#endif
