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
#include "diffprof/fact.h"
#include "diffprof/names.h"
#include "diffprof/notes.h"

#define COUNT_MAX ((uint64_t)INT64_MAX)
/* No bound; also: a count that is not known. */
#define COUNT_UNKNOWN UINT64_MAX

/* The row of ticks that belong to no symbol. */
#define SYMBOL_UNKNOWN "*unknown*"
/* The core kernel's name as an image, whatever a tool calls it. */
#define IMAGE_KERNEL "vmlinux"
#define IMAGE_GUEST_KERNEL "[guest.kernel]"

struct profile_row {
	name_id symbol;		/* as the input has it; not folded */
	name_id image;		/* IMAGE_KERNEL, or a module's bare name */
	uint64_t count;
	uint64_t addr;		/* of the symbol's first byte; 0 if not known */
	double size;		/* in bytes; 0 if not known */
	uint32_t aliases;	/* index into profile.aliases, 0 for none */
	bool user;		/* of a program, not of a kernel or its modules */
};

enum sample_mode {
	MODE_UNKNOWN,		/* the input does not say */
	MODE_KERNEL,		/* of the host; modules too */
	MODE_USER,
	MODE_HYPERVISOR,
	MODE_GUEST_KERNEL,
	MODE_GUEST_USER,
};

#define CPU_NONE (-1)

/* What else a format knows of a row, in profile.facets. */
struct facet {
	name_id comm;		/* command or application; NAME_NONE */
	int32_t cpu;		/* CPU_NONE */
	uint16_t event;		/* index into profile.events */
	uint8_t mode;		/* enum sample_mode */
	uint64_t weight;	/* what the samples stand for, if the event says */
};

enum rate_kind {
	RATE_UNKNOWN,
	RATE_PERIOD,		/* so many events a sample */
	RATE_FREQUENCY,		/* so many samples a second */
};

/* What was counted.  A format that has only one and no name for it has none. */
struct event {
	const char *name;	/* "" if the input does not name it */
	const char *mask;	/* unit mask as the input writes it, or NULL */
	const char *unit;	/* of counts: "samples", "ticks", "ns", ... */
	const char *weight_unit;	/* of weights: "period", ...; NULL: none */
	unsigned scale;		/* counts are in units of 10^-scale */
	enum rate_kind rate_kind;
	double rate;
	uint64_t listed;	/* sum of its rows, or of its samples */
	uint64_t total;		/* all: a cut listing's own, with has_total */
	bool has_total;
	bool cut;		/* as in struct profile */
	uint64_t unseen_max;
};

/* On which sides a row of a differential listing is, as far as its text tells. */
enum change_presence {
	PRESENT_BOTH,
	PRESENT_NEW, /* not in base */
	PRESENT_GONE, /* not in test */
	PRESENT_UNSURE, /* it may be new or gone: rounding hides it */
};

/*
 * A row of a listing that is differential already, in the unit of its event.
 * What the text does not have is NAN; a long double holds any count exactly.
 */
struct change {
	name_id symbol, image, comm;
	name_id renamed_from; /* base's name, of a pair with two */
	uint16_t event;
	uint8_t presence; /* enum change_presence */
	uint8_t mode; /* enum sample_mode */
	uint8_t score; /* of a pair that was found: in percent; else 0 */
	bool is_total;
	long double base, test, delta;
	double percent; /* of base; never of a row that is new */
};

/* Where a sample fell in the sources: see srcline.h. */
struct source {
	name_id file; /* NAME_NONE if not known */
	uint32_t line; /* 0 if not known */
	name_id inlined; /* the function there; NAME_NONE: the symbol's */
	name_id decl_file; /* where that function is declared */
	uint32_t decl_line;
};

/* What the sources say of a key. */
struct source_place {
	name_id file; /* NAME_NONE: nothing, or several */
	uint32_t line; /* 0 if not known */
};

struct source_places {
	struct source_place *of; /* by name, below nr; NULL: of none */
	size_t nr;
};

/*
 * Samples of a symbol at one address, where a listing has them.  They are in the
 * symbol's rows already; rows of one name, image and event share their details.
 */
struct detail {
	name_id symbol, image; /* as the reader made the row */
	uint16_t event; /* index into profile.events, if it has any */
	uint64_t addr, count;
};

/* A file of an image: what it runs as, or what tells its source lines. */
struct image_file {
	const char *path; /* NULL: none was found */
	struct span bytes; /* of what is in no file, or is mapped anyway */
};

struct image_files {
	struct image_file code, lines;
};

struct placing;

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
	const char *unit;	/* "ticks", "samples", "ns", "bytes", "period", ... */
	unsigned scale;		/* counts are in units of 10^-scale */
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

	/*
	 * Alias lists, each ended by NAME_NONE; [0] is an empty one.  NULL if
	 * there are none: see profile_alias().
	 */
	name_id *aliases;
	size_t nr_aliases, cap_aliases;

	/* What fold_profile() found, by id. */
	struct folded_name *folded;
	size_t nr_folded, cap_folded;

	struct histogram *histogram;	/* NULL once there are rows */
	uint32_t step;			/* that it had, in bytes; 0: none */

	/* Until profile_select() has taken what is wanted of these: */
	struct event *events;
	size_t nr_events, cap_events;
	struct facet *facets;	/* by row; NULL: nothing is known */
	size_t cap_facets;
	struct samples *samples;	/* rows are made of them; or NULL */

	/*
	 * Where DWARF was asked for: what it says, [0] being nothing, and by row
	 * an index into it (NULL: rows are made of samples, which have theirs).
	 */
	struct source *sources;
	size_t nr_sources, cap_sources;
	uint32_t *row_source;
	size_t cap_row_source;

	bool grouped;		/* symbols are keys of groups: see select.h */
	bool by_function; /* and all of such a key is a function's name */
	const struct event *event;	/* that was selected; NULL: there are none */
	struct source_places places; /* of the symbols of rows */
	/*
	 * By row: how many samples a row's count, which is a weight, stands
	 * for.  NULL: counts are samples, or nobody knows.
	 */
	uint64_t *behind;
	/* A listing that is differential already has these and no rows. */
	struct change *changes;
	size_t nr_changes, cap_changes;
	const char *base_label, *test_label; /* as its text has them; or NULL */

	/*
	 * In the order of the input.  Those of a symbol add up to its rows if
	 * the listing is whole; readprofile -s may be off by a step at either
	 * end.  profile_select() keeps those of its event, whatever passes its
	 * filters and however it groups.
	 */
	struct detail *details;
	size_t nr_details, cap_details;
	uint64_t detailed; /* the sum of their counts */

	/* Functions with samples, by address: see symfiles.h. */
	struct symbol_file *symbol_files;
	size_t nr_symbol_files;
	bool has_symbol_files; /* its kernel's image tells */

	/*
	 * Where a raw dump's ticks fell, and where details may have: see
	 * placing.h.  NULL: nobody asked.
	 */
	struct placing *placing;

	/* All functions of its kernel, if they are known and were asked for. */
	const struct roster *roster;

	/* Of a recording: */
	const struct fact *facts; /* how it came about; NULL: not known */
	size_t nr_facts;
	const struct times_sum *times; /* of its runs; NULL: not known */
	/* Symbols of the kernel that came with it, and what to call them. */
	struct span symbols;
	const char *symbols_name;
	unsigned input_runs; /* in its input: see read_options.run; 0 is 1 */
	uint64_t runs; /* that it is the sum of: 1 unless it was merged */
	struct merged *merged; /* what else is known then; or NULL */
};

void profile_init(struct profile *prof, const char *path, const char *format);
void profile_release(struct profile *prof);

/*
 * Add a row, which *ROW is until the next one is added; SYMBOL must outlive the
 * profile or lie in its arena.  Fails with ERR_LIMIT when the sum passes COUNT_MAX.
 */
int profile_add(struct profile *prof, struct span symbol, name_id image,
		uint64_t count, struct profile_row **row, struct error *err);

/* The same with what else is known of the row; all or no rows have it. */
int profile_add_facet(struct profile *prof, struct span symbol, name_id image,
		      uint64_t count, const struct facet *facet,
		      struct error *err);

/*
 * Add DETAIL, unless it has no samples or would bring their sum over COUNT_MAX:
 * rows are complete without.
 */
void profile_add_detail(struct profile *prof, const struct detail *detail);

/*
 * A new event, in units of samples, and its index.  NAME is copied, and so is
 * MASK, which may be NULL.
 */
unsigned profile_event(struct profile *prof, struct span name,
		       const char *mask);

/* The unit of EVENT's periods: those of a clock are times. */
const char *event_period_unit(const struct event *event);

/*
 * The name of image TEXT in this profile: IMAGE_KERNEL for the core kernel,
 * whatever a tool calls it; a module's bare name; a user image as it is;
 * "[guest.kernel]" and the like of guests.  See diffprof-formats(5).
 */
name_id profile_image(struct profile *prof, struct span text);

/*
 * Write NAME behind the alias lists, NAME_NONE to end the one that is being
 * written.  Returns its index, which is the list's if it is the first.
 */
uint32_t profile_alias(struct profile *prof, name_id name);
/* Is this the name of the core kernel, a module, or something else? */
enum sample_mode image_mode(struct span text);

#endif
