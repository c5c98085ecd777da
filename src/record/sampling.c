#include "sampling.h"

#include <errno.h>

#include "diffprof/input.h"
#include "diffprof/reader.h"
#include "diffprof/record.h"
#include "perfevent.h"
#include "synthesis.h"

/* So many bytes of records are added up at once. */
#define SAMPLES_MAX ((size_t)32 << 20)
#define SIDE_MAX ((size_t)16 << 20)

static void fill_attr(struct sampling *s)
{
	const struct sampling_options *opts = &s->opts;
	struct perf_event_attr *attr = &s->attr;

	attr->size = sizeof(*attr);
	// As perf has it: of what happens now and then, nothing is left out.
	attr->freq = attr->type != PERF_TYPE_TRACEPOINT || opts->frequency;
	attr->sample_period = 1;
	if (attr->freq)
		attr->sample_freq =
			opts->frequency ? opts->frequency : RECORD_FREQUENCY;
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			    PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			    PERF_SAMPLE_PERIOD |
			    (opts->chains ? PERF_SAMPLE_CALLCHAIN : 0);
	attr->sample_id_all = 1;
	attr->disabled = 1;
	attr->exclude_hv = 1;
	attr->exclude_user = attr->exclude_callchain_user = !opts->user;
	attr->comm = attr->comm_exec = attr->task = 1;
	attr->mmap = attr->mmap2 = attr->build_id = opts->user;
	attr->ksymbol = 1;
	attr->watermark = 1;
	attr->wakeup_watermark = 128 << 10;
	// As near to the instruction as the processor can tell.
	if (attr->type == PERF_TYPE_HARDWARE)
		attr->precise_ip = 3;
}

static int open_event(struct sampling *s, const char *name, int *reason,
		      struct error *err)
{
	s->event = name;
	s->attr = (struct perf_event_attr){ .type = 0 };
	if (perfevent_find(name, &s->attr, err) < 0)
		return -1;
	fill_attr(s);
	if (rings_open(&s->rings, &s->attr, reason) < 0)
		return perfevent_refused(name, *reason, err);
	return 0;
}

int sampling_open(struct sampling *s, const struct sampling_options *opts,
		  struct error *err)
{
	int reason = 0;

	*s = (struct sampling){ .opts = *opts };
	if (opts->event)
		return open_event(s, opts->event, &reason, err);
	if (open_event(s, "cycles", &reason, err) == 0)
		return 0;
	// Virtual machines often have no counters.
	if (reason != ENOENT && reason != EOPNOTSUPP && reason != ENODEV &&
	    reason != EBUSY)
		return -1;
	return open_event(s, "cpu-clock", &reason, err);
}

/* ---- a piece, read like a file of its own -------------------------------- */

struct place {
	uint64_t offset, size;
};

/* The header of a perf.data file: see perf_file.h. */
struct file_header {
	char magic[8];
	uint64_t size, attr_size;
	struct place attrs, data, types;
	uint64_t features[4];
};

struct file_attr {
	struct perf_event_attr attr;
	struct place ids;
};

static void make_file(const struct sampling *s, struct outbuf *file)
{
	struct file_attr attr = { .attr = s->attr };
	struct file_header header = {
		.magic = "PERFILE2",
		.size = sizeof(header),
		.attr_size = sizeof(attr),
		.attrs = { sizeof(header), sizeof(attr) },
		.data = { sizeof(header) + sizeof(attr),
			  s->side.len + s->samples.len },
	};

	outbuf_bytes(file, (const char *)&header, sizeof(header));
	outbuf_bytes(file, (const char *)&attr, sizeof(attr));
	outbuf_bytes(file, s->side.data, s->side.len);
	outbuf_bytes(file, s->samples.data, s->samples.len);
}

static int add_up(struct sampling *s, struct error *err)
{
	const struct read_options opts = {
		.chains = s->opts.chains,
		.comm = true,
		.cpu = true,
	};
	struct outbuf file = { 0 };
	struct profile prof;
	struct input in;

	if (!s->samples.len)
		return 0;
	make_file(s, &file);
	input_from_memory(&in, "perf_event_open", file.data, file.len);
	profile_init(&prof, in.path, reader_perf.name);
	int failed = reader_perf.read(&in, &opts, &prof, err);
	if (!failed)
		tally_add(&s->tally, &prof);
	profile_release(&prof);
	outbuf_release(&file);
	return failed;
}

/* From here on, how things stand now is how they stood before. */
static void begin_piece(struct sampling *s)
{
	s->side.len = s->samples.len = 0;
	synthesis_make(s->opts.user, &s->side);
}

/* ---- records ------------------------------------------------------------- */

/* A record that starts at P; those that count what went wrong are counted. */
static void take_record(struct sampling *s, const char *p, size_t size)
{
	struct perf_event_header header;
	uint64_t lost;

	memcpy(&header, p, sizeof(header));
	switch (header.type) {
	case PERF_RECORD_SAMPLE:
		outbuf_bytes(&s->samples, p, size);
		break;
	case PERF_RECORD_LOST:
		// Behind the header an id, and how many.
		memcpy(&lost, p + 16, sizeof(lost));
		s->lost += lost;
		break;
	case PERF_RECORD_THROTTLE:
		s->throttled++;
		break;
	case PERF_RECORD_EXIT:
	case PERF_RECORD_UNTHROTTLE:
		break;
	default:
		outbuf_bytes(&s->side, p, size);
		break;
	}
}

static void take_records(struct sampling *s)
{
	struct perf_event_header header;
	size_t at = 0;

	while (s->taken.len - at >= sizeof(header)) {
		memcpy(&header, s->taken.data + at, sizeof(header));
		if (header.size < sizeof(header) ||
		    header.size > s->taken.len - at)
			break;
		take_record(s, s->taken.data + at, header.size);
		at += header.size;
	}
	s->taken.len = 0;
}

void sampling_begin(struct sampling *s)
{
	tally_release(&s->tally);
	tally_init(&s->tally);
	s->lost = s->throttled = 0;
	begin_piece(s);
	rings_enable(&s->rings, true);
}

int sampling_take(struct sampling *s, struct error *err)
{
	for (size_t i = 0; i < s->rings.nr; i++) {
		ring_drain(&s->rings.ring[i], &s->taken);
		take_records(s);
	}
	if (s->samples.len < SAMPLES_MAX && s->side.len < SIDE_MAX)
		return 0;
	if (add_up(s, err) < 0)
		return -1;
	begin_piece(s);
	return 0;
}

int sampling_end(struct sampling *s, struct error *err)
{
	rings_enable(&s->rings, false);
	if (sampling_take(s, err) < 0)
		return -1;
	int failed = add_up(s, err);
	s->side.len = s->samples.len = 0;
	return failed;
}

void sampling_close(struct sampling *s)
{
	rings_close(&s->rings);
	tally_release(&s->tally);
	outbuf_release(&s->taken);
	outbuf_release(&s->side);
	outbuf_release(&s->samples);
}
