/*
 * opsession.h - where one session of oprofile's has its files
 *
 *	SESSION/abi
 *	SESSION/samples/current/{root}/...	and saved sessions beside current
 *	ARCHIVE/var/lib/oprofile/samples/current/{root}/...
 *	ARCHIVE/usr/bin/app			the images, as oparchive copies them
 *
 * A session directory is /var/lib/oprofile, the oprofile_data of operf, or any
 * other name.  Before 0.6 the sample files lie in `samples' itself.
 */
#ifndef READ_OPSESSION_H
#define READ_OPSESSION_H

#include <stdbool.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

struct opsession {
	const char *samples;	/* the directory with {root} and {kern} */
	/*
	 * What a path of the recording machine is put behind, ended by a slash
	 * unless it is empty: "/" for this machine, or the archive.
	 */
	const char *root;
	bool is_archive;
	const char *abi;	/* the path of the file, which may not be there */
	const char *others;	/* names of the sessions not chosen, or NULL */
};

/* The directories below PATH that have sample files. */
struct opsessions {
	const char **dir;
	size_t nr, cap;
};

/* Add DIR, unless it is there. */
void opsessions_add(struct opsessions *sessions, struct span dir,
		    struct arena *arena);

/* Look for sessions in PATH, on disk, at the places above. */
void opsessions_find(struct opsessions *sessions, const char *path,
		     struct arena *arena);

/*
 * Choose `current', or the only one.  PATH is for the sentence.  Fails with
 * ERR_FORMAT if there is none, or there are several and none is current.
 */
int opsessions_choose(const struct opsessions *sessions, const char *path,
		      struct arena *arena, struct opsession *session,
		      struct error *err);

#endif
