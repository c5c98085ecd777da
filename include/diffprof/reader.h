/*
 * reader.h - the formats that profiles come in
 *
 * A format is one file in src/read, one line in the table of reader.c, one
 * paragraph in diffprof-formats(5), and one case under testdata/.
 */
#ifndef DIFFPROF_READER_H
#define DIFFPROF_READER_H

#include "diffprof/input.h"
#include "diffprof/profile.h"

/* What is wanted of the file; a reader may give more. */
struct read_options {
	unsigned section;	/* which listing of the file, from 1; 0: the only one */
	bool chains;		/* keep call chains, not only where samples fell */
	bool comm, cpu;		/* tell samples apart by these */
	bool places; /* and by where in a symbol they fell */
	unsigned run; /* which of the runs in the input, from 1; 0 is 1 */
	/* Of an input that holds both sides: 1 is base, 2 is test; 0: any. */
	unsigned side;
};

struct reader {
	const char *name;	/* what --from takes */
	const char *summary;
	bool text;		/* a listing of lines, which mail may surround */
	bool sections; /* of which one file may hold several */
	/* Is this such an input?  By its contents; may read all of it. */
	bool (*sniff)(struct input *in);
	/* Is the directory PATH one such profile?  NULL: none ever is. */
	bool (*sniff_directory)(const char *path);
	/* Are both sides in this input, which is of this format?  NULL: never. */
	bool (*holds_both)(struct input *in);
	/*
	 * Turn IN into PROF, which profile_init() made.  PROF may point into
	 * IN's bytes, so IN is closed after PROF is done with.  Of a directory,
	 * IN has only the path.
	 */
	int (*read)(struct input *in, const struct read_options *opts,
		    struct profile *prof, struct error *err);
};

extern const struct reader reader_folded;
extern const struct reader reader_listing;
extern const struct reader reader_opreport;
extern const struct reader reader_opreport_xml;
extern const struct reader reader_oprofile;
extern const struct reader reader_perf;
extern const struct reader reader_perf_report;
extern const struct reader reader_perf_script;
extern const struct reader reader_pprof;
extern const struct reader reader_proc;
extern const struct reader reader_readprofile;
extern const struct reader reader_recording;
extern const struct reader *const readers[];	/* ended by NULL */

const struct reader *reader_find(const char *name);

/*
 * The reader of IN, found from its contents.  Fails with ERR_FORMAT, naming
 * what was tried and what stands first; with ERR_USAGE when two fit.
 */
int reader_choose(struct input *in, const struct reader **reader,
		  struct error *err);
/* The reader of which the directory PATH is one profile, or NULL. */
const struct reader *reader_of_directory(const char *path);

#endif
