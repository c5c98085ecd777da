#include "perfhead.h"

/* More events than this in one recording are no recording. */
#define RATES_MAX 10000

/* What stands behind KEY in LINE, up to END or the end; or nothing. */
static struct span value_of(struct span line, const char *key, const char *end)
{
	const char *at = line.len ?
		memmem(line.ptr, line.len, key, strlen(key)) :
		NULL;
	struct span value = { "", 0 };

	if (!at)
		return value;
	at += strlen(key);
	value = (struct span){ at, (size_t)(line.ptr + line.len - at) };
	const char *stop = value.len ?
		memmem(value.ptr, value.len, end, strlen(end)) :
		NULL;
	if (stop)
		value.len = (size_t)(stop - value.ptr);
	return span_trim(value);
}

static void take_event(struct perf_head *head, struct span line)
{
	struct perf_rate rate = { .event = value_of(line, "name = ", ", ") };
	struct span number = value_of(line, "sample_freq } = ", ",");
	bool is_rate = span_is(value_of(line, ", freq = ", ","), "1");
	uint64_t value;

	if (!number.len)
		number = value_of(line, "sample_period = ", ",");
	if (!number.len) {
		number = value_of(line, "sample_freq = ", ",");
		is_rate = true;
	}
	if (span_count(number, &value) != NUMBER_OK || !value ||
	    head->nr == RATES_MAX)
		return;
	rate.kind = is_rate ? RATE_FREQUENCY : RATE_PERIOD;
	rate.rate = (double)value;
	ARENA_ROOM(head->arena, head->rate, head->nr, head->cap);
	head->rate[head->nr++] = rate;
}

bool perf_head_line(struct perf_head *head, struct span line)
{
	struct span key = line, value;
	const char *colon;

	while (key.len && (*key.ptr == '#' || char_is_blank(*key.ptr))) {
		key.ptr++;
		key.len--;
	}
	colon = key.len ? memchr(key.ptr, ':', key.len) : NULL;
	if (!colon)
		return false;
	value = span_trim((struct span){
		colon + 1, (size_t)(key.ptr + key.len - colon - 1) });
	key = span_trim((struct span){ key.ptr, (size_t)(colon - key.ptr) });
	if (span_is(key, "os release")) {
		head->release = value;
		return true;
	}
	if (!span_is(key, "event"))
		return false;
	take_event(head, value);
	return true;
}

void perf_head_apply(const struct perf_head *head, struct profile *prof)
{
	if (head->release.len && !prof->release)
		prof->release = arena_strndup(&prof->arena, head->release.ptr,
					      head->release.len);
	for (size_t i = 0; i < prof->nr_events; i++) {
		struct event *event = &prof->events[i];
		const struct perf_rate *found = NULL;
		size_t nr = 0;

		for (size_t k = 0; k < head->nr; k++)
			if (span_is(head->rate[k].event, event->name)) {
				found = &head->rate[k];
				nr++;
			}
		// Two events of one name may have a rate each.
		if (nr != 1 || event->rate_kind != RATE_UNKNOWN)
			continue;
		event->rate_kind = found->kind;
		event->rate = found->rate;
	}
}
