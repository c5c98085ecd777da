/*
 * comparison.h - what the options ask for: loaded, compared, chosen
 *
 * From operands to the views that an output prints.  It can be made several
 * times, with other options each time, and is given back as a whole.
 */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include "load.h"

struct comparison {
	struct arena arena; /* of all that follows */
	const struct options *opts;
	struct options parted; /* those, of one file that holds both sides */
	struct loading *loading;
	struct names names;
	struct runs *runs; /* by group of operands */
	struct side *sides; /* likewise */
	struct diff *diffs; /* by test; NULL: one profile is shown */
	struct listing listing; /* of that one */
	struct view *views;
	size_t nr_views;
	struct notes notes; /* of all, each said once */
	bool exceeded; /* a --fail bound */
};

/*
 * Make C as OPTS say, which must outlive it.  Fails with the error of whatever
 * fails first, or with a doubt if OPTS are strict; C then holds nothing.
 */
int comparison_make(struct comparison *c, const struct options *opts,
		    struct error *err);
void comparison_release(struct comparison *c);

/*
 * Say of the functions of view VIEW that are new or gone what became of them: see
 * explain.h.  Fails with ERR_USAGE where there are no functions or images.
 */
int comparison_explain(struct comparison *c, size_t view, struct error *err);

/* --strict: fails with ERR_FORMAT if NOTES have a doubt. */
int comparison_refuse_doubts(const struct notes *notes, struct error *err);

#endif
