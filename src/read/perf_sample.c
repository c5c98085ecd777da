/*
 * perf_sample.c - one sample
 *
 *	header  IDENTIFIER IP TID TIME ADDR ID STREAM_ID CPU PERIOD
 *	READ  CALLCHAIN  RAW BRANCH_STACK REGS_USER STACK_USER ...
 *
 * Those of the first line have eight bytes each.  READ depends on the event's
 * read_format; CALLCHAIN is a number and so many addresses.
 */
#include "perf_sample.h"

#include "perf_bytes.h"

/* In Debian 12's header it is there, but not in older ones. */
#define FORMAT_LOST (1u << 4)

/* What is left of a record from AT on. */
struct rest {
	const char *at;
	uint64_t left;
};

static bool take(struct rest *rest, bool swap, uint64_t *value)
{
	if (rest->left < 8)
		return false;
	*value = perf_u64(rest->at, swap);
	rest->at += 8;
	rest->left -= 8;
	return true;
}

static bool take_times(struct rest *rest, uint64_t format, bool swap,
		       struct perf_sample *sample)
{
	return (!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) ||
		take(rest, swap, &sample->enabled)) &&
	       (!(format & PERF_FORMAT_TOTAL_TIME_RUNNING) ||
		take(rest, swap, &sample->running));
}

static bool parse_read(struct rest *rest, uint64_t format, bool swap,
		       struct perf_sample *sample)
{
	uint8_t behind = (uint8_t)(!!(format & PERF_FORMAT_ID) * 8 +
				   !!(format & FORMAT_LOST) * 8);
	uint64_t bytes;

	sample->nr_values = 1;
	if (format & PERF_FORMAT_GROUP) {
		if (!take(rest, swap, &sample->nr_values) ||
		    !take_times(rest, format, swap, sample))
			return false;
		sample->values = rest->at;
		sample->id_at = 8;
		sample->stride = 8 + behind;
		if (sample->nr_values > rest->left / sample->stride)
			return false;
		bytes = sample->nr_values * sample->stride;
	} else {
		uint64_t unused;

		sample->values = rest->at;
		// The times stand between the value and its id.
		if (!take(rest, swap, &unused) ||
		    !take_times(rest, format, swap, sample) ||
		    rest->left < behind)
			return false;
		sample->id_at = (uint8_t)(rest->at - sample->values);
		bytes = behind;
	}
	if (!(format & PERF_FORMAT_ID))
		sample->id_at = 0;
	rest->at += bytes;
	rest->left -= bytes;
	return true;
}

struct perf_value perf_sample_value(const struct perf_sample *sample,
				    uint64_t i, bool swap)
{
	const char *p = sample->values + i * sample->stride;

	return (struct perf_value){
		.value = perf_u64(p, swap),
		.id = sample->id_at ? perf_u64(p + sample->id_at, swap) : 0,
	};
}

bool perf_sample_parse_rest(const struct perf_event *event,
			    const struct perf_record *record, bool swap,
			    struct perf_sample *sample)
{
	uint8_t end = event->at.end;
	struct rest rest = { record->data + end, record->size - end };

	if (event->sample_type & PERF_SAMPLE_READ &&
	    !parse_read(&rest, event->read_format, swap, sample))
		return false;
	if (!(event->sample_type & PERF_SAMPLE_CALLCHAIN))
		return true;
	if (!take(&rest, swap, &sample->nr_chain) ||
	    sample->nr_chain > rest.left / 8)
		return false;
	sample->chain = rest.at;
	return true;
}
