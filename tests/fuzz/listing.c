/*
 * listing.c - finished comparisons: any bytes, read, put in order and printed
 */
#include "fuzz.h"

#include "diffprof/output.h"
#include "diffprof/reader.h"
#include "diffprof/select.h"
#include "diffprof/stated.h"

static void check_changes(const struct profile *prof)
{
	FUZZ_REQUIRE("rows", prof->nr_changes && !prof->nr);
	for (size_t i = 0; i < prof->nr_changes; i++) {
		const struct change *c = &prof->changes[i];

		FUZZ_REQUIRE("an event", c->event < prof->nr_events);
		FUZZ_REQUIRE("names", c->symbol < prof->names.nr &&
					      c->image < prof->names.nr &&
					      c->comm < prof->names.nr &&
					      c->renamed_from < prof->names.nr);
		FUZZ_REQUIRE("presence", c->presence <= PRESENT_UNSURE);
	}
	for (size_t i = 0; i < prof->nr_events; i++)
		FUZZ_REQUIRE("decimals", prof->events[i].scale <= 18);
}

static void print(struct profile *prof, unsigned event)
{
	static const struct output *const forms[] = {
		&output_classic,
		&output_table,
		&output_json,
	};
	struct selection sel = { .event = event };
	struct stated_options opts = { 0 };
	struct view_options choose = { .top = SIZE_MAX };
	struct output_options form = { 0 };
	struct arena arena = { 0 };
	struct outbuf out = { 0 };
	struct names names;
	struct error err = { 0 };
	struct diff diff;
	struct view view;

	FUZZ_REQUIRE("selected", profile_select(prof, &sel, &err) == 0);
	names_begin_with(&names, &prof->names, &arena);
	stated_make(&prof, &opts, &names, &arena, &diff);
	choose.sort = event % 2 ? SORT_BASE : SORT_DELTA;
	view_diff(&diff, &choose, &arena, &view);
	FUZZ_REQUIRE("all rows", view.nr == diff.nr + diff.stated->has_total);
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		FUZZ_REQUIRE("printed",
			     forms[i]->print(&view, 1, &form, &out, &err) == 0);
	outbuf_release(&out);
	arena_release(&arena);
}

static void read_section(const uint8_t *data, size_t size, unsigned section)
{
	struct read_options opts = { .section = section };
	struct profile prof;
	struct input in;
	struct error err = { 0 };

	input_from_memory(&in, "fuzz", (const char *)data, size);
	reader_listing.sniff(&in);
	profile_init(&prof, in.path, reader_listing.name);
	if (reader_listing.read(&in, &opts, &prof, &err) == 0) {
		check_changes(&prof);
		print(&prof, size % prof.nr_events);
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
