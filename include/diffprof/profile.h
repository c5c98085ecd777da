/*
 * profile.h - what one file says about one run: counts per symbol
 *
 * A reader fills a profile either with rows, when its format has names, or with
 * a histogram of addresses, which attribute() turns into rows once symbols are
 * known.  After that nothing changes it.
 *
 * A count is a number of ticks or samples, at most COUNT_MAX.  The sum of all
 * rows is the sum of all samples read, always.
 */
#ifndef DIFFPROF_PROFILE_H
#define DIFFPROF_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/names.h"
#include "diffprof/notes.h"

#define COUNT_MAX ((uint64_t)INT64_MAX)
/* No bound; also: a count that is not known. */
#define COUNT_UNKNOWN UINT64_MAX

/* The row of ticks that belong to no symbol. */
#define SYMBOL_UNKNOWN "*unknown*"
/* The core kernel's name as an image, whatever a tool calls it. */
#define IMAGE_KERNEL "vmlinux"

struct profile_row {
	name_id symbol;		/* as the input has it; not folded */
	name_id image;		/* IMAGE_KERNEL, or a module's bare name */
	uint64_t count;
	uint64_t addr;		/* of the symbol's first byte; 0 if not known */
	double size;		/* in bytes; 0 if not known */
	uint32_t aliases;	/* index into profile.aliases, 0 for none */
};

/* One step of kernel text that was hit. */
struct slot {
	uint32_t index;		/* from 0: the step that begins at _stext */
	uint32_t count;
};

/* A raw /proc/profile: reader_proc fills it in, geometry_find() reads it. */
struct histogram {
	uint32_t step_word;	/* the first word, read as little-endian */
	uint64_t words;		/* counters, the last bucket among them */
	uint64_t high, low;	/* counters with a nonzero upper, lower half */
	struct slot *slot;	/* nonzero counters, little-endian, ascending */
	size_t nr, cap;
};

/* A name that is a clone or part of another: see fold.h. */
struct folded_name {
	name_id id;
	struct span function;
	uint64_t hash;		/* of function */
};

struct profile {
	const char *path;	/* as the user named the file; borrowed */
	const char *format;	/* the reader's name */
	const char *release;	/* of the kernel; NULL if not known */
	const char *build_id;	/* lower-case hexadecimal; NULL if not known */
	const char *unit;	/* "ticks" */
	struct arena arena;
	struct names names;
	struct notes notes;

	struct profile_row *rows;
	size_t nr, cap;
	uint64_t listed;	/* the sum of the rows */
	uint64_t total;		/* all samples: the listing's own total if cut */
	bool has_total;		/* false: a cut listing without a total */
	bool cut;		/* a symbol without a row may have samples */
	uint64_t unseen_max;	/* at most so many; 0 if not cut */
	bool as_readprofile;	/* ticks were given to symbols by its rule */
	double text_size;	/* of the kernel, in bytes; 0 if not known */

	/* alias lists, each ended by NAME_NONE; [0] is an empty one */
	name_id *aliases;
	size_t nr_aliases, cap_aliases;

	/* What fold_profile() found, by id. */
	struct folded_name *folded;
	size_t nr_folded, cap_folded;

	struct histogram *histogram;	/* NULL once there are rows */
};

void profile_init(struct profile *prof, const char *path, const char *format);
void profile_release(struct profile *prof);

/*
 * Add a row; SYMBOL must outlive the profile or lie in its arena.  Fails with
 * ERR_LIMIT when the sum passes COUNT_MAX.
 */
int profile_add(struct profile *prof, struct span symbol, name_id image,
		uint64_t count, struct profile_row **row, struct error *err);

/* The name of image TEXT in this profile: canonical, see DIFFPROF-FORMATS(5). */
name_id profile_image(struct profile *prof, struct span text);

#endif
