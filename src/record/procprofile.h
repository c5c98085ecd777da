/*
 * procprofile.h - what /proc/profile counted between two moments
 *
 * Nothing is reset: whoever else looks at the counters sees them as they were.
 */
#ifndef RECORD_PROCPROFILE_H
#define RECORD_PROCPROFILE_H

#include <stdbool.h>

#include "diffprof/outbuf.h"

struct procprofile {
	const char *path;
	struct outbuf before;
};

/* Is there one, as the kernel was booted with profile=? */
bool procprofile_exists(const char *path);

/* Fails with ERR_IO: no such file (how to have one), or who may read it. */
int procprofile_begin(struct procprofile *p, const char *path,
		      struct error *err);
/* Append the dump of what was counted since, as the kernel writes it, to OUT. */
int procprofile_end(struct procprofile *p, struct outbuf *out,
		    struct error *err);
void procprofile_release(struct procprofile *p);

#endif
