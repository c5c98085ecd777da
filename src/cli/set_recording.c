#include "settings.h"

/* A whole number from 1 up to MAX. */
static int take_number(const char *option, const char *arg, unsigned max,
		       unsigned *number, struct error *err)
{
	uint64_t value;

	if (span_count(span_of(arg), &value) != NUMBER_OK || !value ||
	    value > max)
		return fail(err, ERR_USAGE,
			    "%s: \"%s\" is not a number from 1 to %u", option,
			    arg, max);
	*number = (unsigned)value;
	return 0;
}

/* A day is more than anybody waits for a run. */
#define SECONDS_MAX 86400

static int take_seconds(const char *option, const char *arg, double *seconds,
			struct error *err)
{
	struct span text = span_of(arg);

	if (span_ends(text, "s"))
		text.len--;
	if (!option_real(text, false, seconds) || *seconds > SECONDS_MAX)
		return fail(err, ERR_USAGE,
			    "%s: \"%s\" is not a number of seconds up to %d",
			    option, arg, SECONDS_MAX);
	return 0;
}

#define RUNS_MAX 9999

int set_runs(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	return take_number("--runs", arg, RUNS_MAX, &opts->record.runs, err);
}

int set_warmup(struct options *opts, int side, const char *arg,
	       struct error *err)
{
	(void)side;
	return take_number("--warmup", arg, RUNS_MAX, &opts->record.warmup,
			   err);
}

int set_frequency(struct options *opts, int side, const char *arg,
		  struct error *err)
{
	(void)side;
	return take_number("--frequency", arg, 1000000, &opts->record.frequency,
			   err);
}

int set_cooldown(struct options *opts, int side, const char *arg,
		 struct error *err)
{
	(void)side;
	return take_seconds("--cooldown", arg, &opts->record.cooldown, err);
}

int set_live(struct options *opts, int side, const char *arg, struct error *err)
{
	(void)side;
	return take_seconds("--live", arg, &opts->record.live, err);
}

int set_prepare(struct options *opts, int side, const char *arg,
		struct error *err)
{
	(void)side;
	(void)err;
	opts->record.prepare = arg;
	return 0;
}

int set_record_event(struct options *opts, int side, const char *arg,
		     struct error *err)
{
	(void)side;
	opts->record.event = arg;
	return *arg ? 0 : fail(err, ERR_USAGE, "--event: it has no name");
}

int set_sampler(struct options *opts, int side, const char *arg,
		struct error *err)
{
	(void)side;
	opts->record.sampler = arg;
	if (!strcmp(arg, "proc") || !strcmp(arg, "perf"))
		return 0;
	return fail(err, ERR_USAGE, "--sampler: \"%s\" is neither proc nor perf",
		    arg);
}

int set_files_from(struct options *opts, int side, const char *arg,
		   struct error *err)
{
	(void)side;
	opts->files_from = arg;
	return check_file("--files-from", arg, err);
}
