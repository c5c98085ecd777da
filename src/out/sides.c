#include "sides.h"

/* What all runs agree on, or nothing. */
static const char *common(const struct side *side,
			  const char *(*get)(const struct profile *run))
{
	const char *first = get(side->runs[0]);

	for (size_t i = 1; i < side->nr_runs && first; i++) {
		const char *other = get(side->runs[i]);

		if (!other || strcmp(first, other))
			return NULL;
	}
	return first;
}

static const char *release_of(const struct profile *run)
{
	return run->release;
}

static const char *build_id_of(const struct profile *run)
{
	return run->build_id;
}

static const char *format_of(const struct profile *run)
{
	return run->format;
}

static const char *unit_of(const struct profile *run)
{
	return run->unit;
}

static const char *event_of(const struct profile *run)
{
	return run->event && *run->event->name ? run->event->name : NULL;
}

const char *side_release(const struct side *side)
{
	return common(side, release_of);
}

const char *side_build_id(const struct side *side)
{
	return common(side, build_id_of);
}

const char *side_format(const struct side *side)
{
	return common(side, format_of);
}

const char *side_unit(const struct side *side)
{
	return common(side, unit_of);
}

const char *side_event(const struct side *side)
{
	return common(side, event_of);
}

const char *const normalize_names[] = {
	[NORMALIZE_NONE] = "none",
	[NORMALIZE_TOTAL] = "total",
	[NORMALIZE_BUSY] = "busy",
	[NORMALIZE_FACTOR] = "factor",
	[NORMALIZE_WORK] = "work",
	[NORMALIZE_ROBUST] = "robust",
};
