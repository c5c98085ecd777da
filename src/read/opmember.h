/*
 * opmember.h - the sample files of one profile, wherever they are kept
 *
 * In a directory, packed in a tar, or one alone: a member is a path, whose
 * parts opname.h tells, and bytes.  Images that came along are looked up here
 * too.
 */
#ifndef READ_OPMEMBER_H
#define READ_OPMEMBER_H

#include <stdint.h>

#include "diffprof/tar.h"

#include "opname.h"
#include "opsession.h"

struct opmember {
	const char *path;
	struct opname name;
	bool named;		/* the path says what name has */
	struct span bytes;	/* if they are in memory */
	bool in_memory;
};

struct opmembers {
	struct opsession session;
	struct opmember *member;	/* ascending by path */
	size_t nr, cap;
	const struct tar *tar; /* that the session is in, or NULL */
	/* Files of the archive that may be kernels and modules. */
	const char **image;
	size_t nr_images, cap_images;
	bool has_images;	/* they have been looked for */
};

/* A file that came along: on disk, or bytes of a tar. */
struct opextra {
	const char *path;
	struct span bytes; /* ptr is NULL for a file on disk */
	int64_t mtime;
};

void opmembers_add(struct opmembers *members, const char *path,
		   struct arena *arena);

/* All that the session has.  Fails if a directory cannot be read. */
int opmembers_walk(struct opmembers *members, struct arena *arena,
		   struct error *err);

/*
 * Choose the session in TAR, which opsessions_choose() does by the paths, and
 * add its files.
 */
int opmembers_unpack(struct opmembers *members, const struct tar *tar,
		     const char *path, struct arena *arena, struct error *err);

/* Does TAR have sample files? */
bool opmembers_in_tar(const struct tar *tar, struct arena *arena);

/* The regular file of this path below the session's root, if it is there. */
bool opmembers_extra(const struct opmembers *members, const char *path,
		     struct opextra *extra);

/*
 * A file of the archive that is the module or kernel NAME, as the kernel knows
 * it: its base name, with a module's suffix and its dashes.  NULL if there is
 * none, or more than one.
 */
const char *opmembers_image(struct opmembers *members, struct span name,
			    struct arena *arena);

#endif
