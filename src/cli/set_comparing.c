#include "settings.h"

#include <math.h>

int set_rename(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	const char *equals = strchr(arg, '=');

	(void)side;
	if (!equals || equals == arg || !equals[1])
		return fail(err, ERR_USAGE, "--rename: \"%s\" is not OLD=NEW",
			    arg);
	size_t len = (size_t)(equals - arg);
	for (size_t i = 0; i < opts->nr_renames; i++)
		if (span_eq(span_of(opts->renames[i].from),
			    (struct span){ arg, len }))
			return fail(err, ERR_USAGE,
				    "--rename: %.*s has two new"
				    " names, %s and %s",
				    (int)len, arg, opts->renames[i].to,
				    equals + 1);
	ARENA_ROOM(&opts->arena, opts->renames, opts->nr_renames,
		   opts->cap_renames);
	opts->renames[opts->nr_renames++] = (struct rename_pair){
		.from = arena_strndup(&opts->arena, arg,
				      (size_t)(equals - arg)),
		.to = equals + 1,
	};
	return 0;
}

bool option_real(struct span text, bool zero, double *value)
{
	return span_real(text, value) && isfinite(*value) &&
	       (*value > 0 || (zero && *value == 0));
}

int set_normalize(struct options *opts, int side, const char *arg,
		  struct error *err)
{
	static const struct {
		const char *name;
		enum normalize_how how;
	} hows[] = {
		{ "none", NORMALIZE_NONE },
		{ "total", NORMALIZE_TOTAL },
		{ "busy", NORMALIZE_BUSY },
		{ "robust", NORMALIZE_ROBUST },
	};

	(void)side;
	for (size_t i = 0; i < sizeof(hows) / sizeof(*hows); i++)
		if (!strcmp(arg, hows[i].name)) {
			opts->compare.how = hows[i].how;
			return 0;
		}
	if (!option_real(span_of(arg), false, &opts->compare.factor))
		return fail(err, ERR_USAGE,
			    "--normalize: \"%s\" is none of none, total, busy,"
			    " robust, or a factor above 0",
			    arg);
	opts->compare.how = NORMALIZE_FACTOR;
	return 0;
}

int set_explain(struct options *opts, int side, const char *arg,
		struct error *err)
{
	(void)side;
	(void)arg;
	(void)err;
	opts->explain = true;
	return 0;
}

int set_find_renames(struct options *opts, int side, const char *arg,
		     struct error *err)
{
	struct span number = span_of(arg);
	double *percent = &opts->compare.similar;

	(void)side;
	opts->compare.find_renames = true;
	*percent = SIMILAR_ENOUGH;
	if (!arg)
		return 0;
	if (span_ends(number, "%"))
		number.len--;
	if (!option_real(number, true, percent) || *percent > 100)
		return fail(err, ERR_USAGE,
			    "--find-renames: \"%s\" is not a percentage up to"
			    " 100",
			    arg);
	return 0;
}

/* What one run did, or what each of several did: "5" or "5,6,5". */
struct works {
	double *each; /* NULL: all the same */
	size_t nr;
	double mean;
};

static bool parse_works(struct options *opts, struct span list,
			struct works *works)
{
	size_t cap = 0;
	double sum = 0;
	struct span word;

	*works = (struct works){ 0 };
	do {
		const char *comma = memchr(list.ptr, ',', list.len);

		word = list;
		if (comma)
			word.len = (size_t)(comma - list.ptr);
		list.ptr += word.len + (comma != NULL);
		list.len -= word.len + (comma != NULL);
		ARENA_ROOM(&opts->arena, works->each, works->nr, cap);
		if (!option_real(word, false, &works->each[works->nr]))
			return false;
		sum += works->each[works->nr++];
		if (!comma)
			break;
	} while (true);
	works->mean = sum / (double)works->nr;
	if (works->nr == 1) {
		works->each = NULL;
		works->nr = 0;
	}
	return isfinite(works->mean);
}

int set_work(struct options *opts, int side, const char *arg, struct error *err)
{
	const char *colon = strchr(arg, ':');
	struct compare_options *compare = &opts->compare;
	struct works base, test;

	(void)side;
	if (!colon ||
	    !parse_works(opts, (struct span){ arg, (size_t)(colon - arg) },
			 &base) ||
	    !parse_works(opts, span_of(colon + 1), &test))
		return fail(
			err, ERR_USAGE,
			"--work: \"%s\" is not BASE:TEST, two amounts above 0"
			" (or lists of them, one a run: 5,6:7,7)",
			arg);
	compare->how = NORMALIZE_WORK;
	compare->work_base = base.mean;
	compare->works_base = base.each;
	compare->nr_works_base = base.nr;
	compare->work_test = test.mean;
	compare->works_test = test.each;
	compare->nr_works_test = test.nr;
	return 0;
}

int set_noise(struct options *opts, int side, const char *arg,
	      struct error *err)
{
	double phi;

	(void)side;
	if (!option_real(span_of(arg), false, &phi) || phi < 1)
		return fail(err, ERR_USAGE,
			    "--noise: \"%s\" is not a factor of 1 or more",
			    arg);
	opts->significance.noise = phi;
	return 0;
}

int set_fdr(struct options *opts, int side, const char *arg, struct error *err)
{
	double fdr;

	(void)side;
	if (!option_real(span_of(arg), false, &fdr) || fdr >= 1)
		return fail(err, ERR_USAGE,
			    "--fdr: \"%s\" is not between 0 and 1", arg);
	opts->significance.fdr = fdr;
	return 0;
}

static int parse_bound(const char *option, const char *arg, double *bound,
		       bool *given, struct error *err)
{
	struct span number = span_of(arg);

	if (span_ends(number, "%"))
		number.len--;
	*given = true;
	if (!option_real(number, true, bound))
		return fail(err, ERR_USAGE, "%s: \"%s\" is not a percentage",
			    option, arg);
	return 0;
}

int set_fail_above(struct options *opts, int side, const char *arg,
		   struct error *err)
{
	(void)side;
	return parse_bound("--fail-above", arg, &opts->bounds.above,
			   &opts->bounds.above_given, err);
}

int set_fail_row_above(struct options *opts, int side, const char *arg,
		       struct error *err)
{
	(void)side;
	return parse_bound("--fail-row-above", arg, &opts->bounds.row,
			   &opts->bounds.row_given, err);
}

int set_idle(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	opts->compare.idle = &opts->idle;
	return compile_regex("--idle", arg, &opts->idle, err);
}

/* "dir" or "dir:2". */
static bool parse_dir(struct span word, unsigned *depth)
{
	uint64_t number;

	*depth = 0;
	if (!span_starts(word, "dir:"))
		return span_is(word, "dir");
	if (span_count((struct span){ word.ptr + 4, word.len - 4 }, &number) !=
		    NUMBER_OK ||
	    !number || number > 1000)
		return false;
	*depth = (unsigned)number;
	return true;
}

int set_group_by(struct options *opts, int side, const char *arg,
		 struct error *err)
{
	static const struct {
		const char *name;
		enum group_key key;
	} keys[] = {
		{ "symbol", GROUP_SYMBOL }, { "image", GROUP_IMAGE },
		{ "comm", GROUP_COMM },	    { "cpu", GROUP_CPU },
		{ "file", GROUP_FILE },	    { "dir", GROUP_DIR },
		{ "line", GROUP_LINE },	    { "inline", GROUP_INLINE },
	};
	struct agree_options *agree = &opts->agree;
	unsigned depth = 0;
	size_t i;

	(void)side;
	agree->nr_by = 0;
	for (const char *p = arg; p;
	     p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
		struct span word = { p, strcspn(p, ",") };

		for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
			if (keys[i].key == GROUP_DIR ?
				    parse_dir(word, &depth) :
				    span_is(word, keys[i].name))
				break;
		if (i == sizeof(keys) / sizeof(*keys))
			return fail(err, ERR_USAGE,
				    "--group-by: no key \"%.*s\"; there are"
				    " symbol, image, file, dir,"
				    " line, inline, comm, cpu, or a part of the"
				    " directory (dir:2)",
				    (int)word.len, word.ptr);
		for (size_t k = 0; k < agree->nr_by; k++)
			if (agree->by[k] == keys[i].key)
				return fail(err, ERR_USAGE,
					    "--group-by: %s is there twice",
					    keys[i].name);
		if (keys[i].key == GROUP_DIR)
			agree->dir_depth = depth;
		agree->by[agree->nr_by++] = keys[i].key;
	}
	// By symbol is how rows are anyway.
	if (agree->nr_by == 1 && agree->by[0] == GROUP_SYMBOL)
		agree->nr_by = 0;
	return 0;
}
