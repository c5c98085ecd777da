/*
 * opreport.c - opreport text: any bytes, whole or one section
 */
#include "fuzz.h"

#include "diffprof/reader.h"

/* What is listed of each event is the sum of its rows. */
static void check_events(const struct profile *prof)
{
	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		uint64_t sum = 0;

		for (size_t i = 0; i < prof->nr; i++)
			if (prof->facets[i].event == e)
				sum += prof->rows[i].count;
		FUZZ_REQUIRE("listed", sum == event->listed);
		FUZZ_REQUIRE("total", !event->has_total || sum <= event->total);
		FUZZ_REQUIRE("in 63 bits", event->total <= COUNT_MAX);
		FUZZ_REQUIRE("cut", event->cut || !event->unseen_max);
	}
	for (size_t i = 0; i < prof->nr; i++)
		FUZZ_REQUIRE("an event",
			     prof->facets[i].event < prof->nr_events &&
				     prof->facets[i].comm < prof->names.nr);
}

static void read_section(const uint8_t *data, size_t size, unsigned section)
{
	struct read_options opts = { .section = section };
	struct profile prof;
	struct input in;
	struct error err = { 0 };

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader_opreport.sniff(&in);
	profile_init(&prof, in.path, reader_opreport.name);
	if (reader_opreport.read(&in, &opts, &prof, &err) == 0) {
		// The total is that of one event, which nobody has chosen yet.
		fuzz_check_sum(&prof);
		check_events(&prof);
		fuzz_check_details(&prof);
	} else {
		fuzz_check_error(&err);
	}
	profile_release(&prof);
	input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (unsigned section = 0; section < 3; section++)
		read_section(data, size, section);
	return 0;
}
