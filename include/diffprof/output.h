/*
 * output.h - the forms in which a view is printed
 *
 * An output is one file in src/out and one line in the table of output.c.
 */
#ifndef DIFFPROF_OUTPUT_H
#define DIFFPROF_OUTPUT_H

#include "diffprof/mailaddress.h"
#include "diffprof/outbuf.h"
#include "diffprof/view.h"

/* What the frames of a flame graph are as wide as. */
enum flame_width {
	FLAME_TEST,
	FLAME_BASE,
	FLAME_BOTH,
};

struct output_options {
	const char *columns;	/* --columns; NULL: the output's own choice */
	bool color;
	bool addresses;		/* show --addresses */
	unsigned width;		/* in columns, of a table; 0: no limit */
	enum flame_width flame; /* --flame */
	bool lines; /* profiles know where in functions their ticks fell */
	/* --to and --subject, of a mail; NULL: it gets no head */
	const struct mail_address *to;
	size_t nr_to;
	const char *subject;
};

struct output {
	const char *name;	/* what --format takes */
	const char *summary;
	const char *suffixes;	/* of -o, comma-separated */
	double min_delta;	/* the default of -t */
	bool chains; /* call chains are needed, or at least ... */
	bool rows_will_do; /* ... welcome where there are any */
	bool lines; /* so are source lines, where an image was named */
	bool zeros;		/* a row that says 0 and 0 is worth a line */
	/* Is what significance_find() finds shown? */
	bool (*shows_significance)(const struct output_options *opts);
	/*
	 * Append the NR views (several: comparisons with one base, or one
	 * listing).  Fails with ERR_USAGE for a column that does not exist.
	 */
	int (*print)(const struct view *views, size_t nr,
		     const struct output_options *opts, struct outbuf *out,
		     struct error *err);
};

extern const struct output output_classic, output_table, output_markdown,
	output_csv, output_json, output_html, output_svg,
	output_folded, output_mail, output_pprof;
extern const struct output *const outputs[];	/* ended by NULL */

/* Always; never; as the columns are that were asked for. */
bool output_shows_always(const struct output_options *opts);
bool output_shows_never(const struct output_options *opts);
bool output_shows_columns(const struct output_options *opts);

const struct output *output_find(const char *name);
/* By the suffix of a file name; NULL if it tells nothing. */
const struct output *output_by_suffix(const char *path);

#endif
