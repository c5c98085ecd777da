/* test_select.c - one event's rows, filtered and grouped: select.c, samples.c */
#include "diffprof/reader.h"
#include "diffprof/samples.h"
#include "diffprof/select.h"

#include "check.h"

struct made {
	struct profile prof;
	struct samples *samples;
	struct selection sel;
	struct error err;
};

static void begin(struct made *m, bool keep)
{
	const struct read_options opts = { .chains = keep,
					   .comm = keep,
					   .cpu = keep };

	*m = (struct made){ 0 };
	profile_init(&m->prof, "a.data", "perf");
	m->samples = samples_begin(&m->prof, &opts);
	profile_event(&m->prof, SPAN("cycles"), NULL);
	profile_event(&m->prof, SPAN("faults"), NULL);
	m->prof.events[0].weight_unit = "period";
}

static name_id name(struct made *m, const char *text)
{
	return names_intern(&m->prof.names, span_of(text));
}

/* COUNT samples in SYMBOL of IMAGE, called from main. */
static void add(struct made *m, unsigned event, const char *comm, int cpu,
		const char *symbol, const char *image, uint64_t count)
{
	struct samples *s = m->samples;
	uint32_t node =
		samples_node(s, NODE_ROOT,
			     samples_frame_named(s, name(m, "main"),
						 name(m, "prog"), 0, 0));
	struct sample_key key = {
		.node = samples_node(
			s, node,
			samples_frame_named(s, name(m, symbol),
					    profile_image(&m->prof,
							  span_of(image)),
					    0, 0)),
		.comm = name(m, comm),
		.cpu = cpu,
		.event = (uint16_t)event,
		.mode = (uint8_t)image_mode(span_of(image)),
	};

	EXPECT_OK(samples_add(s, &key, count, event ? 0 : 10 * count, NULL,
			      &m->err),
		  m->err);
	m->prof.events[event].total = m->prof.events[event].listed;
	m->prof.events[event].has_total = true;
}

static void fill(struct made *m)
{
	begin(m, true);
	add(m, 0, "make", 0, "schedule", "vmlinux", 5);
	add(m, 0, "gcc", 1, "schedule", "[kernel.kallsyms]", 7);
	add(m, 0, "gcc", 1, "ext4_read", "[ext4]", 3);
	add(m, 0, "gcc", 2, "parse", "/usr/bin/cc1", 20);
	add(m, 0, "make", 0, "parse", "/usr/bin/make", 1);
	add(m, 1, "make", 0, "schedule", "vmlinux", 100);
}

/* "12 schedule, 3 ext4_read [ext4]": in the order they were met. */
static const char *told(struct made *m)
{
	struct profile *prof = &m->prof;
	char *text = arena_strdup(&prof->arena, "");

	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		struct span symbol = names_text(&prof->names, row->symbol);
		struct span image = names_text(&prof->names, row->image);

		text = arena_printf(&prof->arena, "%s%s%llu %.*s [%.*s]", text,
				    i ? ", " : "",
				    (unsigned long long)row->count,
				    (int)symbol.len, symbol.ptr, (int)image.len,
				    image.ptr);
	}
	return text;
}

#define EXPECT_ROWS(m, text)                                                   \
	do {                                                                   \
		EXPECT_OK(profile_select(&(m)->prof, &(m)->sel, &(m)->err),    \
			  (m)->err);                                           \
		EXPECT_TEXT(told(m), text);                                    \
		uint64_t sum_ = 0;                                             \
		for (size_t i_ = 0; i_ < (m)->prof.nr; i_++)                   \
			sum_ += (m)->prof.rows[i_].count;                      \
		EXPECT_U64("listed", (m)->prof.listed, sum_);                  \
		EXPECT_U64("total", (m)->prof.total, sum_);                    \
		profile_release(&(m)->prof);                                   \
	} while (0)

TEST(samples_become_rows_by_symbol_and_image)
{
	struct made m;

	fill(&m);
	EXPECT_ROWS(&m, "12 schedule [vmlinux], 3 ext4_read [ext4],"
			" 20 parse [/usr/bin/cc1], 1 parse [/usr/bin/make]");
	fill(&m);
	m.sel.event = 1;
	EXPECT_ROWS(&m, "100 schedule [vmlinux]");
}

TEST(chains_that_share_their_beginning_share_nodes)
{
	struct made m;

	fill(&m);
	// The root, main, and five leaves below it.
	EXPECT_U64("nodes", m.samples->nr_nodes, 6);
	EXPECT_U64("frames", m.samples->nr_frames, 5);
	EXPECT_U64("entries", m.samples->nr_samples, 6);
	profile_release(&m.prof);
}

TEST(filters_take_what_passes_all_of_them)
{
	struct cpu_range cpus[] = { { 0, 0 }, { 2, 9 } };
	regex_t gcc, ext;
	struct made m;

	regcomp(&gcc, "^gcc$", REG_EXTENDED);
	regcomp(&ext, "ext4", REG_EXTENDED);
	fill(&m);
	m.sel.filters.kernel = true;
	EXPECT_ROWS(&m, "12 schedule [vmlinux], 3 ext4_read [ext4]");
	fill(&m);
	m.sel.filters.user = true;
	EXPECT_ROWS(&m, "20 parse [/usr/bin/cc1], 1 parse [/usr/bin/make]");
	fill(&m);
	m.sel.filters =
		(struct filters){ .kernel = true, .user = true, .comm = &gcc };
	EXPECT_ROWS(&m, "7 schedule [vmlinux], 3 ext4_read [ext4],"
			" 20 parse [/usr/bin/cc1]");
	fill(&m);
	m.sel.filters.image = &ext;
	EXPECT_ROWS(&m, "3 ext4_read [ext4]");
	fill(&m);
	m.sel.filters = (struct filters){ .cpus = cpus, .nr_cpus = 2 };
	EXPECT_ROWS(&m, "5 schedule [vmlinux], 20 parse [/usr/bin/cc1],"
			" 1 parse [/usr/bin/make]");
	regfree(&gcc);
	regfree(&ext);
}

TEST(groups_have_keys_of_their_parts)
{
	static const struct {
		enum group_key by[2];
		size_t nr;
		const char *rows;
	} cases[] = {
		{ { GROUP_COMM }, 1, "6 make [], 30 gcc []" },
		{ { GROUP_CPU }, 1, "6 cpu 0 [], 10 cpu 1 [], 20 cpu 2 []" },
		{ { GROUP_IMAGE },
		  1,
		  "12  [vmlinux], 3  [ext4],"
		  " 20  [/usr/bin/cc1],"
		  " 1  [/usr/bin/make]" },
		{ { GROUP_COMM, GROUP_SYMBOL },
		  2,
		  "5 make: schedule [vmlinux], 7 gcc: schedule [vmlinux],"
		  " 3 gcc: ext4_read [ext4], 20 gcc: parse [/usr/bin/cc1],"
		  " 1 make: parse [/usr/bin/make]" },
		{ { GROUP_CPU, GROUP_IMAGE },
		  2,
		  "5 cpu 0: vmlinux [], 7 cpu 1: vmlinux [],"
		  " 3 cpu 1: ext4 [], 20 cpu 2: /usr/bin/cc1 [],"
		  " 1 cpu 0: /usr/bin/make []" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct made m;

		fill(&m);
		memcpy(m.sel.by, cases[i].by, sizeof(cases[i].by));
		m.sel.nr_by = cases[i].nr;
		EXPECT_ROWS(&m, cases[i].rows);
	}
}

TEST(weights_come_with_the_samples_behind_them)
{
	struct made m;

	fill(&m);
	m.sel.weigh = true;
	EXPECT_OK(profile_select(&m.prof, &m.sel, &m.err), m.err);
	EXPECT_U64("weight", m.prof.rows[0].count, 120);
	EXPECT_U64("samples", m.prof.behind[0], 12);
	EXPECT_TEXT(m.prof.unit, "period");
	profile_release(&m.prof);

	fill(&m);
	m.sel.weigh = true;
	m.sel.event = 1;
	EXPECT_FAIL(profile_select(&m.prof, &m.sel, &m.err), m.err, ERR_USAGE);
	profile_release(&m.prof);
}

TEST(what_is_not_known_cannot_be_asked)
{
	regex_t any;
	struct made m;

	regcomp(&any, ".", REG_EXTENDED);
	begin(&m, false);
	add(&m, 0, "gcc", 1, "schedule", "vmlinux", 1);
	m.sel.filters.comm = &any;
	EXPECT_FAIL(profile_select(&m.prof, &m.sel, &m.err), m.err, ERR_USAGE);
	EXPECT_HAS(m.err.text, "does not say which commands");
	m.sel = (struct selection){ .by = { GROUP_CPU }, .nr_by = 1 };
	EXPECT_FAIL(profile_select(&m.prof, &m.sel, &m.err), m.err, ERR_USAGE);
	EXPECT_HAS(m.err.text, "CPUs");
	profile_release(&m.prof);
	regfree(&any);
}

TEST(decimal_places_are_made_alike_without_loss)
{
	struct made m;

	fill(&m);
	m.sel.scale = 2;
	EXPECT_OK(profile_select(&m.prof, &m.sel, &m.err), m.err);
	EXPECT_U64("count", m.prof.rows[0].count, 1200);
	EXPECT_U64("total", m.prof.total, 3600);
	EXPECT_TEXT(m.prof.unit, "0.01 samples");
	profile_release(&m.prof);

	begin(&m, false);
	add(&m, 0, "", 0, "schedule", "vmlinux", COUNT_MAX / 50);
	m.sel.scale = 2;
	EXPECT_FAIL(profile_select(&m.prof, &m.sel, &m.err), m.err, ERR_LIMIT);
	profile_release(&m.prof);
}

TEST(samples_that_add_up_to_too_many_are_an_error)
{
	struct made m;

	begin(&m, false);
	add(&m, 1, "", 0, "schedule", "vmlinux", COUNT_MAX);
	struct sample_key key = { .event = 1, .cpu = CPU_NONE };
	EXPECT_FAIL(samples_add(m.samples, &key, 1, 0, NULL, &m.err), m.err,
		    ERR_LIMIT);
	profile_release(&m.prof);
}

TEST(rows_with_facets_are_chosen_likewise)
{
	struct made m = { 0 };
	struct facet facet = { .cpu = CPU_NONE };

	profile_init(&m.prof, "a.txt", "opreport");
	profile_event(&m.prof, SPAN("a"), NULL);
	profile_event(&m.prof, SPAN("b"), "0x01");
	for (unsigned i = 0; i < 40; i++) {
		facet.event = i % 2;
		EXPECT_OK(profile_add_facet(&m.prof,
					    i < 20 ? SPAN("one") : SPAN("two"),
					    profile_image(&m.prof,
							  SPAN("vmlinux")),
					    1, &facet, &m.err),
			  m.err);
	}
	m.prof.events[1].total = 25;
	m.prof.events[1].has_total = m.prof.events[1].cut = true;
	m.prof.events[1].unseen_max = 5;
	m.sel.event = 1;
	EXPECT_OK(profile_select(&m.prof, &m.sel, &m.err), m.err);
	EXPECT_U64("rows", m.prof.nr, 20);
	EXPECT_U64("listed", m.prof.listed, 20);
	EXPECT_U64("total", m.prof.total, 25);
	EXPECT_U64("unseen", m.prof.unseen_max, 5);
	EXPECT_TRUE("cut", m.prof.cut);
	profile_release(&m.prof);
}

/* What is said when COMM and CPU leave nothing, or NULL. */
static const char *said_of(struct made *m, const char *comm, uint64_t cpu)
{
	struct cpu_range range = { cpu, cpu };
	const char *text = NULL;
	regex_t regex;

	fill(m);
	assert_int_equal(regcomp(&regex, comm, REG_EXTENDED), 0);
	m->sel.filters = (struct filters){ .comm = &regex,
					   .cpus = &range,
					   .nr_cpus = cpu != UINT64_MAX };
	EXPECT_OK(profile_select(&m->prof, &m->sel, &m->err), m->err);
	for (struct note *n = m->prof.notes.first; n; n = n->next)
		if (!strcmp(n->code, "nothing-passes"))
			text = n->text;
	regfree(&regex);
	return text;
}

TEST(filters_that_leave_nothing_say_what_there_is)
{
	struct made m;

	EXPECT_TEXT(said_of(&m, "ld", UINT64_MAX),
		    "no sample passes --comm; its commands are make, gcc");
	EXPECT_U64("rows", m.prof.nr, 0);
	profile_release(&m.prof);
	EXPECT_TEXT(said_of(&m, "make", 7),
		    "no sample passes --comm --cpu; its commands are make, gcc;"
		    " its last CPU is 2");
	profile_release(&m.prof);
	assert_null(said_of(&m, "make", 0));
	profile_release(&m.prof);
}

TEST(details_of_other_events_go)
{
	struct facet facet = { .cpu = CPU_NONE };
	struct detail detail = { 0 };
	struct made m = { .sel = { .event = 1, .scale = 2 } };

	profile_init(&m.prof, "report", "opreport");
	profile_event(&m.prof, SPAN("cycles"), NULL);
	profile_event(&m.prof, SPAN("faults"), NULL);
	detail.symbol = name(&m, "f");
	for (facet.event = 0; facet.event < 2; facet.event++) {
		EXPECT_OK(profile_add_facet(&m.prof, SPAN("f"), NAME_NONE, 5,
					    &facet, &m.err),
			  m.err);
		detail.event = facet.event;
		detail.addr = 16 + facet.event;
		detail.count = 5;
		profile_add_detail(&m.prof, &detail);
	}
	EXPECT_U64("of both", m.prof.detailed, 10);
	// Too much in the unit that both sides share.
	detail.count = COUNT_MAX / 50;
	profile_add_detail(&m.prof, &detail);
	EXPECT_OK(profile_select(&m.prof, &m.sel, &m.err), m.err);
	EXPECT_U64("details", m.prof.nr_details, 1);
	EXPECT_U64("event", m.prof.details[0].event, 1);
	EXPECT_U64("address", m.prof.details[0].addr, 17);
	EXPECT_U64("count", m.prof.details[0].count, m.prof.rows[0].count);
	EXPECT_U64("sum", m.prof.detailed, 500);
	profile_release(&m.prof);
}

TEST_MAIN
