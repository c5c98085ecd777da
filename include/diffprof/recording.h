/*
 * recording.h - what `diffprof record' and `diffprof merge' write
 *
 * A recording is a tar (ustar.h) of plain files, each of which may be packed
 * (".zst" behind its name, for people; it is known by its bytes):
 *
 *	meta		"diffprof recording: 1", then "key: value" lines: facts
 *	symbols		kallsyms of the kernel's text, or any other map of it
 *	modules		what was loaded, for people and other tools
 *	N/profile	of run N, from 1: the raw histogram of /proc/profile
 *	N/counts	or samples by address: recording_counts.h
 *	N/times		"key: value" lines: elapsed, user, system in seconds
 *
 * A merged one has no runs to tell apart, but sums over them:
 *
 *	events		what was counted
 *	sums		of each symbol
 *	functions	of those that are several symbols
 *	images		of all symbols of an image
 *	mixed		facts that are not the same of all runs
 *	times		sums of times
 *
 * diffprof-formats(5) is the manual of all of them.
 */
#ifndef DIFFPROF_RECORDING_H
#define DIFFPROF_RECORDING_H

#include "diffprof/input.h"
#include "diffprof/profile.h"
#include "diffprof/ustar.h"

/* The first line of meta. */
#define RECORDING_KEY "diffprof recording"
#define RECORDING_VERSION 1

struct recording {
	const char *path;
	struct arena *arena; /* of all of it */
	struct ustar_file *file;
	size_t nr, cap;
	const char *cut_short; /* why it ends early, or NULL */
	unsigned runs; /* that are whole, numbered from 1; 0 of a merged one */
	bool merged;
	const struct fact *facts; /* in the order of meta */
	size_t nr_facts;
};

/* Are these the first bytes of a tar that has a `meta' of ours? */
bool recording_sniff(struct span bytes);

/*
 * List what the recording BYTES (of the file PATH) has, and read its meta.
 * Everything points into BYTES or ARENA.  Fails with ERR_FORMAT when there is no
 * whole run, or it is of a version that is not known.
 */
int recording_open(struct span bytes, const char *path, struct arena *arena,
		   struct recording *rec, struct error *err);

/*
 * The bytes of the file NAME, unpacked; *BYTES is empty and its ptr NULL if it
 * is not there.  Fails with ERR_FORMAT if it is damaged, with ERR_LIMIT if it is
 * larger than RECORDING_FILE_MAX.
 */
int recording_file(const struct recording *rec, const char *name,
		   struct span *bytes, struct error *err);

#define RECORDING_FILE_MAX ((size_t)1 << 30)

/* The "key: value" lines of TEXT, in ARENA. */
size_t recording_facts(struct span text, struct arena *arena,
		       const struct fact **facts);

/*
 * A cell of a table: tabs, line ends, backslashes and other control characters
 * stand there as \x09 and so on; the cell of nothing is "-", and that of a dash
 * "\x2d".
 */
void recording_put_cell(struct outbuf *out, struct span text);
/* What it stands for, in ARENA if that is not what it is. */
struct span recording_cell(struct span cell, struct arena *arena);
/* Take the next cell off the front of LINE, up to a tab; false at its end. */
bool recording_next_cell(struct span *line, struct span *cell);

#endif
