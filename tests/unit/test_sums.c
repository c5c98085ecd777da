/* test_sums.c - merging is the same in any order and grouping, to the byte */
#include "diffprof/sums.h"

#include "recmade.h"
#include "random.h"

static const struct read_options leaves_only = { .run = 1 };

/* Give the addresses names: the resolver's work. */
static void name_frames(struct profile *prof)
{
	struct samples *s = prof->samples;

	for (size_t i = 0; s && i < s->nr_frames; i++) {
		struct frame *f = &s->frames[i];
		char *name = arena_printf(&prof->arena, "f%llu%s",
					  (unsigned long long)f->addr / 4,
					  f->addr % 4 == 1 ? ".cold" :
					  f->addr % 4 == 2 ? ".part.0" :
							     "");

		if (f->symbol != NAME_NONE)
			continue;
		f->symbol = names_intern(&prof->names, span_of(name));
		f->image = s->objects[f->object].image;
		f->size = 16 + (uint32_t)f->addr % 4;
	}
}

static void add_tar(struct sums *sums, const struct outbuf *tar)
{
	struct profile prof;
	struct input in;
	struct error err;

	input_from_memory(&in, "made", tar->data, tar->len);
	profile_init(&prof, in.path, "recording");
	EXPECT_OK(reader_recording.read(&in, &leaves_only, &prof, &err), err);
	name_frames(&prof);
	EXPECT_OK(sums_add(sums, &prof, &err), err);
	profile_release(&prof);
}

/* A recording of some event, host and so on: one in few has each. */
static struct outbuf make_run(struct random *r)
{
	static const char *const events[] = { "cycles", "cpu-clock", "cycles" };
	struct outbuf counts = { 0 }, meta = { 0 }, times = { 0 }, tar = { 0 };
	size_t lines = 1 + (size_t)below(r, 30);

	outbuf_printf(&meta, RECORDING_META "release: 6.%d.0\nhost: h%03d\n"
			     "event: %s\nfrequency: %s\nweight: period\n"
			     "date: 2026-12-%02dT00:00:00Z\n",
		      (int)below(r, 2), (int)below(r, 40),
		      events[below(r, 3)], below(r, 9) ? "997" : "99.5",
		      1 + (int)below(r, 28));
	if (below(r, 2))
		outbuf_text(&meta, "governor: performance\n");
	outbuf_printf(&times, "elapsed: %d.%06d\nuser: 1.5\n",
		      (int)below(r, 100), (int)below(r, 1000000));
	outbuf_text(&counts, "image 1 - /bin/true\n");
	for (size_t i = 0; i < lines; i++)
		outbuf_printf(&counts, "%d %d %c %d - %s%x\n",
			      (int)below(r, 50), (int)below(r, 100000),
			      "ku"[below(r, 2)], (int)below(r, 3),
			      below(r, 5) ? "" : "1+", 1 + (int)below(r, 60));
	ustar_put(&tar, "meta", (struct span){ meta.data, meta.len }, 0);
	ustar_put(&tar, "1/times", (struct span){ times.data, times.len }, 0);
	ustar_put(&tar, "1/counts", (struct span){ counts.data, counts.len },
		  0);
	ustar_end(&tar);
	outbuf_release(&counts);
	outbuf_release(&meta);
	outbuf_release(&times);
	return tar;
}

static struct outbuf print(const struct sums *sums)
{
	struct outbuf file = { 0 };
	struct error err;

	EXPECT_OK(sums_print(sums, &file, &err), err);
	return file;
}

/* Merge TARS[0..NR) somehow: in parts, of parts, one by one. */
static struct outbuf merge_somehow(struct random *r, const struct outbuf *tars,
				   size_t nr)
{
	struct sums sums;

	sums_init(&sums);
	if (nr < 4 || !below(r, 4)) {
		for (size_t i = 0; i < nr; i++)
			add_tar(&sums, &tars[i]);
	} else {
		size_t parts = 2 + (size_t)below(r, 3), from = 0;

		for (size_t i = 0; i < parts && from < nr; i++) {
			size_t rest = nr - from;
			size_t to = i + 1 == parts ?
					    nr :
					    from + 1 + (size_t)below(r, rest);
			struct outbuf part =
				merge_somehow(r, tars + from, to - from);

			add_tar(&sums, &part);
			outbuf_release(&part);
			from = to;
		}
	}
	struct outbuf file = print(&sums);
	sums_release(&sums);
	return file;
}

static void shuffle(struct random *r, struct outbuf *tars, size_t nr)
{
	for (size_t i = nr; i > 1; i--) {
		size_t k = (size_t)below(r, i);
		struct outbuf tar = tars[i - 1];

		tars[i - 1] = tars[k];
		tars[k] = tar;
	}
}

TEST(a_thousand_runs_in_any_order_and_grouping)
{
	enum { RUNS = 1000 };
	static struct outbuf tars[RUNS];
	struct random r = { 2026 };
	struct sums all;

	sums_init(&all);
	for (size_t i = 0; i < RUNS; i++) {
		tars[i] = make_run(&r);
		add_tar(&all, &tars[i]);
	}
	EXPECT_U64("runs", all.runs, RUNS);
	struct outbuf want = print(&all);
	for (int i = 0; i < 12; i++) {
		struct outbuf got;

		shuffle(&r, tars, RUNS);
		got = merge_somehow(&r, tars, RUNS);
		struct span a = { got.data, got.len };
		struct span b = { want.data, want.len };
		EXPECT_TRUE("the same bytes", span_eq(a, b));
		outbuf_release(&got);
	}
	outbuf_release(&want);
	sums_release(&all);
	for (size_t i = 0; i < RUNS; i++)
		outbuf_release(&tars[i]);
}

static const char *const first_run[] = {
	"meta",
	RECORDING_META "event: e\n",
	"1/times",
	"elapsed: 2\n",
	"1/counts",
	"3 0 k 0 - 4\n4 0 k 1 - 4\n2 0 k 0 - 5\n",
	NULL,
};
static const char *const second_run[] = {
	"meta",
	RECORDING_META "event: e\ngovernor: x\n",
	"1/times",
	"elapsed: 3\n",
	"1/counts",
	"10 0 k 0 - 5\n",
	NULL,
};

static const struct sums_row *row_named(const struct sums *sums,
					const char *name)
{
	for (size_t i = 0; i < sums->nr_rows; i++)
		if (span_is(names_text(&sums->names, sums->row[i].symbol),
			    name))
			return &sums->row[i];
	return NULL;
}

TEST(squares_are_of_what_a_run_has_of_a_symbol_function_image_and_in_all)
{
	struct outbuf a = recording_made(first_run);
	struct outbuf b = recording_made(second_run);
	struct sums sums;

	sums_init(&sums);
	add_tar(&sums, &a);
	add_tar(&sums, &b);
	const struct sums_row *plain = row_named(&sums, "f1");
	const struct sums_row *cold = row_named(&sums, "f1.cold");

	EXPECT_U64("f1", plain->count, 7);
	EXPECT_U64("f1", plain->squares, 49);
	EXPECT_U64("f1.cold", cold->count, 12);
	EXPECT_U64("f1.cold", cold->squares, 4 + 100);
	EXPECT_U64("one function", plain->function, cold->function);
	EXPECT_U64("function", sums.group[plain->function].squares, 81 + 100);
	EXPECT_U64("image", sums.group[plain->whole_image].squares, 81 + 100);
	EXPECT_U64("total", sums.event[0].count, 19);
	EXPECT_U64("total", sums.event[0].squares, 81 + 100);
	EXPECT_U64("runs", sums.event[0].runs, 2);
	EXPECT_U64("elapsed", sums.times.of[TIME_ELAPSED].squares,
		   UINT64_C(13000000000000));
	sums_release(&sums);
	outbuf_release(&a);
	outbuf_release(&b);
}

TEST(what_cannot_be_added_up_is_refused)
{
	struct outbuf a = recording_made(first_run);
	struct sums sums;
	struct profile prof;
	struct error err;

	sums_init(&sums);
	profile_init(&prof, "cut", "readprofile");
	prof.cut = true;
	EXPECT_FAIL(sums_add(&sums, &prof, &err), err, ERR_FORMAT);
	EXPECT_HAS(err.text, "cut: a cut listing");
	profile_release(&prof);

	add_tar(&sums, &a);
	profile_init(&prof, "large", "readprofile");
	unsigned event = profile_event(&prof, SPAN("e"), NULL);
	const struct facet facet = { .event = (uint16_t)event,
				     .mode = MODE_KERNEL };
	EXPECT_OK(profile_add_facet(&prof, SPAN("f1"), NAME_NONE, COUNT_MAX,
				    &facet, &err),
		  err);
	prof.events[event].has_total = true;
	EXPECT_FAIL(sums_add(&sums, &prof, &err), err, ERR_LIMIT);
	EXPECT_HAS(err.text, "63 bits");
	profile_release(&prof);
	sums_release(&sums);
	outbuf_release(&a);
}

TEST_MAIN
