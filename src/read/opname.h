/*
 * opname.h - what the path of one of oprofile's sample files says
 *
 *	{root}/usr/bin/app/{dep}/{root}/lib/libc.so/EVENT.COUNT.MASK.TGID.TID.CPU
 *	{root}/usr/bin/app/{dep}/{kern}/vmlinux/EVENT...
 *	{root}/usr/bin/app/{dep}/{anon:[heap]}/PID.0xSTART.0xEND/EVENT...
 *	{root}/usr/bin/app/{dep}/{root}/usr/bin/app/{cg}/{root}/lib/libc.so/EVENT...
 *	}usr}bin}app}}}lib}libc.so#0		before 0.6
 *
 * Which image the samples are in, run by which application; and which event.
 * Some of these parts the header of the file has as well, but not the names.
 */
#ifndef READ_OPNAME_H
#define READ_OPNAME_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/span.h"

struct opname {
	size_t start;		/* of the part above, in the path */
	bool flat;		/* as before 0.6: of the event only the counter */
	struct span app, image;	/* "/usr/bin/app"; a module's or kernel's "ext4" */
	struct span anon;	/* the kind of region, or empty: an image */
	uint64_t anon_start;	/* its first address */
	bool callgraph;		/* counts of calls, not of samples */
	struct span event, mask;
	uint64_t count;		/* events a sample; 0 if there is no such number */
	int32_t cpu;		/* CPU_NONE for all */
};

/*
 * Spans point into PATH, or into ARENA.  False if it is no such path; START is
 * as far as could be told then, or the path's length.
 */
bool opname_parse(struct span path, struct arena *arena, struct opname *name);

/* Does a path of sample files go on with this component? */
bool opname_is_root(struct span component);

#endif
