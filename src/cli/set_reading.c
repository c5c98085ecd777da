#include "settings.h"

#include <stdio.h>
#include <sys/stat.h>

/* Whose option it was, to name it in an error. */
static const char *const side_prefixes[SIDES] = {
	[SIDE_BOTH] = "",
	[SIDE_BASE] = "base-",
	[SIDE_TEST] = "test-",
};

int set_from(struct options *opts, int side, const char *arg, struct error *err)
{
	opts->side[side].from = reader_find(arg);
	if (opts->side[side].from)
		return 0;

	char known[256] = "";
	for (size_t i = 0; readers[i]; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", i ? ", " : "", readers[i]->name);
	return fail(err, ERR_USAGE, "--%sfrom: no format \"%s\"; there are %s",
		    side_prefixes[side], arg, known);
}

int set_section(struct options *opts, int side, const char *arg,
		struct error *err)
{
	uint64_t number;

	if (span_count(span_of(arg), &number) != NUMBER_OK || !number ||
	    number > UINT32_MAX)
		return fail(err, ERR_USAGE,
			    "--%ssection: \"%s\" is not a number from 1",
			    side_prefixes[side], arg);
	opts->side[side].section = (unsigned)number;
	return 0;
}

int set_map(struct options *opts, int side, const char *arg, struct error *err)
{
	opts->side[side].map = arg;
	return check_file("--map", arg, err);
}

int set_vmlinux(struct options *opts, int side, const char *arg,
		struct error *err)
{
	opts->side[side].vmlinux = arg;
	return check_file("--vmlinux", arg, err);
}

int set_times(struct options *opts, int side, const char *arg,
	      struct error *err)
{
	opts->side[side].times = arg;
	if (side == SIDE_TEST) {
		ARENA_ROOM(&opts->arena, opts->test_times, opts->nr_test_times,
			   opts->cap_test_times);
		opts->test_times[opts->nr_test_times++] = arg;
	}
	return check_file("--times", arg, err);
}

int set_label(struct options *opts, int side, const char *arg,
	      struct error *err)
{
	(void)err;
	opts->side[side].label = arg;
	return 0;
}

int set_compat(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	(void)side;
	if (strcmp(arg, "readprofile"))
		return fail(
			err, ERR_USAGE,
			"--compat: \"%s\" is not known; there is readprofile",
			arg);
	opts->as_readprofile = true;
	return 0;
}

int set_source(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	struct stat st;

	opts->side[side].source = arg;
	if (check_file("--source", arg, err) < 0)
		return -1;
	if (stat(arg, &st) < 0)
		return fail_errno(err, "--source: %s", arg);
	return S_ISDIR(st.st_mode) ?
		       0 :
		       fail(err, ERR_USAGE,
			    "--source: %s is no directory; it takes the source"
			    " tree of the kernel",
			    arg);
}

int set_modules(struct options *opts, int side, const char *arg,
		struct error *err)
{
	struct stat st;

	opts->side[side].modules = arg;
	if (check_file("--modules", arg, err) < 0)
		return -1;
	if (stat(arg, &st) < 0)
		return fail_errno(err, "--modules: %s", arg);
	return S_ISDIR(st.st_mode) ?
		       0 :
		       fail(err, ERR_USAGE,
			    "--modules: %s: not a directory; it is"
			    " the tree /lib/modules/RELEASE that is"
			    " meant",
			    arg);
}

int set_event(struct options *opts, int side, const char *arg,
	      struct error *err)
{
	(void)side;
	opts->agree.event = arg;
	return *arg ? 0 : fail(err, ERR_USAGE, "--event: the name is empty");
}

int set_image(struct options *opts, int side, const char *arg,
	      struct error *err)
{
	(void)side;
	opts->agree.filters.image = &opts->image;
	return compile_regex("--image", arg, &opts->image, err);
}

int set_comm(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	opts->agree.filters.comm = &opts->comm;
	return compile_regex("--comm", arg, &opts->comm, err);
}

/* "3", or "0-7". */
static bool parse_range(struct span text, struct cpu_range *range)
{
	const char *dash = memchr(text.ptr, '-', text.len);
	struct span first = text, last = text;

	if (dash) {
		first.len = (size_t)(dash - text.ptr);
		last = (struct span){ dash + 1, text.len - first.len - 1 };
	}
	return span_count(first, &range->first) == NUMBER_OK &&
	       span_count(last, &range->last) == NUMBER_OK &&
	       range->first <= range->last;
}

int set_cpu(struct options *opts, int side, const char *arg, struct error *err)
{
	struct filters *filters = &opts->agree.filters;
	struct cpu_range *ranges = NULL;
	size_t nr = 0, cap = 0;

	(void)side;
	for (const char *p = arg; p;
	     p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
		struct span text = { p, strcspn(p, ",") };

		ARENA_ROOM(&opts->arena, ranges, nr, cap);
		if (!parse_range(text, &ranges[nr++]))
			return fail(err, ERR_USAGE,
				    "--cpu: \"%s\" is not a list like 0-3,8",
				    arg);
	}
	filters->cpus = ranges;
	filters->nr_cpus = nr;
	return 0;
}

int set_weight(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	(void)side;
	opts->agree.weigh = true;
	return strcmp(arg, "period") ?
		       fail(err, ERR_USAGE,
			    "--weight: \"%s\" is not known; there is period",
			    arg) :
		       0;
}

int set_unit(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	opts->agree.as_samples = true;
	return strcmp(arg, "samples") ?
		       fail(err, ERR_USAGE,
			    "--unit: \"%s\" is not known; there is samples",
			    arg) :
		       0;
}
