/*
 * opreport_xml.c - XML of opreport: any bytes
 */
#include "fuzz.h"

#include "diffprof/reader.h"

/* What the events say is what their rows add up to. */
static void check_events(const struct profile *prof)
{
	for (size_t e = 0; e < prof->nr_events; e++) {
		const struct event *event = &prof->events[e];
		uint64_t sum = 0;

		for (size_t i = 0; i < prof->nr; i++)
			if (prof->facets[i].event == e)
				sum += prof->rows[i].count;
		FUZZ_REQUIRE("listed", sum == event->listed);
		FUZZ_REQUIRE("total", sum <= event->total);
		FUZZ_REQUIRE("cut", event->cut || sum == event->total);
		FUZZ_REQUIRE("unseen", !event->has_total ||
			     event->unseen_max <= event->total - sum);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct read_options opts = { 0 };
	struct profile prof;
	struct input in;
	struct error err = { 0 };

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader_opreport_xml.sniff(&in);
	profile_init(&prof, in.path, reader_opreport_xml.name);
	if (reader_opreport_xml.read(&in, &opts, &prof, &err) == 0) {
		fuzz_check_sum(&prof);
		check_events(&prof);
		fuzz_check_details(&prof);
	} else {
		fuzz_check_error(&err);
	}
	profile_release(&prof);
	input_close(&in);
	return 0;
}
