/* test_similar.c - how much two functions look like one: similar.c */
#include "../../src/diff/similar.h"

#include <math.h>

#include "check.h"

static double names(const char *a, const char *b)
{
	struct word x[WORDS_MAX], y[WORDS_MAX];
	size_t nr_x = similar_words(span_of(a), x);
	size_t nr_y = similar_words(span_of(b), y);

	return similar_names(x, nr_x, y, nr_y);
}

TEST(a_name_is_made_of_words)
{
	static const struct {
		const char *name, *words;
	} cases[] = {
		{ "do_foo", "do foo" },
		{ "__do_foo_", "do foo" },
		{ "ext4_da_write", "ext 4 da write" },
		{ "foo.isra.0", "foo isra 0" },
		{ "__", "" },
		{ "", "" },
		{ "a_b_c_d_e_f_g_h_i_j_k_l_m_n", "a b c d e f g h i j k l" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct word words[WORDS_MAX];
		size_t nr = similar_words(span_of(cases[i].name), words);
		char text[100] = "";

		for (size_t k = 0; k < nr; k++)
			sprintf(text + strlen(text), "%s%.*s", k ? " " : "",
				(int)words[k].text.len, words[k].text.ptr);
		EXPECT_TEXT(text, cases[i].words);
	}
}

TEST(names_are_alike_by_their_words)
{
	static const struct {
		const char *why, *a, *b;
		double low, high;
	} cases[] = {
		{ "equal", "do_foo", "do_foo", 1, 1 },
		{ "underscores", "do_foo", "__do_foo", 1, 1 },
		{ "a word more", "device_resume", "device_resume_noirq", 0.6,
		  0.9 },
		{ "order is no matter", "foo_bar", "bar_foo", 1, 1 },
		{ "a word nearly", "memcpy_orig", "memcpy_original", 0.6, 0.9 },
		{ "nothing", "kfree", "schedule", 0, 0 },
		{ "no words", "__", "kfree", 0, 0 },
		{ "no words at all", "_", "__", 0, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double there = names(cases[i].a, cases[i].b);

		EXPECT_TRUE(cases[i].why, there >= cases[i].low);
		EXPECT_TRUE(cases[i].why, there <= cases[i].high);
		EXPECT_TRUE(cases[i].why,
			    fabs(there - names(cases[i].b, cases[i].a)) < 1e-9);
	}
}

TEST(a_common_beginning_tells_hardly_more_than_a_word)
{
	double begins = names("perf_trace_ext4_sync", "perf_trace_ext4_free");
	double scattered =
		names("perf_sync_trace_ext4", "free_perf_ext4_trace");

	EXPECT_TRUE("less than the same words elsewhere",
		    begins < scattered - 0.1);
}

TEST(names_that_only_begin_alike_are_told)
{
	static const struct {
		const char *a, *b;
		bool only;
	} cases[] = {
		{ "noop_probe", "noop_apic_eoi", true },
		{ "task_work_match", "task_work_set_notify_irq", true },
		{ "schedule", "kfree", true },
		{ "free_huge_page", "free_huge_folio", false },
		{ "ksize", "ksize_slow", false },
		{ "do_foo", "__do_foo", false },
		{ "thaw_bdev", "bdev_thaw", false },
		{ "load_balance", "sched_balance_rq", false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct word x[WORDS_MAX], y[WORDS_MAX];
		size_t nr_x = similar_words(span_of(cases[i].a), x);
		size_t nr_y = similar_words(span_of(cases[i].b), y);

		EXPECT_U64(cases[i].a, similar_only_begin(x, nr_x, y, nr_y),
			   cases[i].only);
		EXPECT_U64(cases[i].a, similar_only_begin(y, nr_y, x, nr_x),
			   cases[i].only);
	}
}

TEST(rare_words_tell_more)
{
	struct word a[WORDS_MAX], b[WORDS_MAX];
	size_t nr_a = similar_words(SPAN("get_mempolicy"), a);
	size_t nr_b = similar_words(SPAN("put_mempolicy"), b);
	double alike = similar_names(a, nr_a, b, nr_b);

	a[1].weight = b[1].weight = 9;
	EXPECT_TRUE("more", similar_names(a, nr_a, b, nr_b) > alike);
}

TEST(sizes_are_alike_by_their_ratio)
{
	static const struct {
		uint32_t a, b;
		double low, high;
	} cases[] = {
		{ 100, 100, 1, 1 },	 { 100, 200, 0, 0 },
		{ 100, 1000, 0, 0 },	 { 1000, 1010, 0.9, 0.99 },
		{ 32, 44, 0.8, 0.8 }, // but for padding
		{ 1, UINT32_MAX, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double there = similar_sizes(cases[i].a, cases[i].b);

		EXPECT_TRUE("low", there >= cases[i].low);
		EXPECT_TRUE("high", there <= cases[i].high);
	}
	EXPECT_TRUE("not known", isnan(similar_sizes(0, 5)));
}

static const struct place here = {
	.before = { 1, 2, 3, 4 },
	.behind = { 5, 6, 7, 8 },
};

TEST(a_place_is_known_by_the_neighbours)
{
	static const struct {
		const char *why;
		struct place place;
		double low, high;
	} cases[] = {
		{ "the same",
		  { .before = { 1, 2, 3, 4 }, .behind = { 5, 6, 7, 8 } },
		  1,
		  1 },
		{ "elsewhere",
		  { .before = { 11, 12, 13, 14 },
		    .behind = { 15, 16, 17, 18 } },
		  0,
		  0 },
		{ "at the end of all",
		  { .before = { 1, 2, 3, 4 },
		    .behind = { NEIGHBOUR_NONE, NEIGHBOUR_NONE, NEIGHBOUR_NONE,
				NEIGHBOUR_NONE } },
		  0.5,
		  0.5 },
		{ "one function on",
		  { .before = { 5, 1, 2, 3 }, .behind = { 6, 7, 8, 9 } },
		  0.4,
		  0.8 },
		{ "the next of several",
		  { .before = { 1, 2, 3, 4 },
		    .behind = { 5, 6, 7, 8 },
		    .others_before = 1,
		    .others_behind = 1 },
		  0.9,
		  0.99 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		double there = similar_places(&here, &cases[i].place);

		EXPECT_TRUE(cases[i].why, there >= cases[i].low);
		EXPECT_TRUE(cases[i].why, there <= cases[i].high);
	}
}

#define UNKNOWN .size = NAN, .file = NAN, .code = NAN, .calls = NAN, .crowd = 1

/* What is expected to be enough for SIMILAR_ENOUGH, and what is not. */
static const struct {
	const char *why;
	struct evidence evidence;
	bool enough;
} scores[] = {
	{ "a name alone", { .name = 1, .place = 0, UNKNOWN }, false },
	{ "a place alone", { .name = 0, .place = 1, UNKNOWN }, false },
	{ "a common beginning and a size that many have",
	  { .name = 0.3,
	    .place = 0,
	    .size = 1,
	    .size_tells = 0.3,
	    .file = NAN,
	    .code = NAN,
	    .calls = NAN,
	    .crowd = 1 },
	  false },
	{ "a common beginning near by",
	  { .name = 0.3,
	    .place = 0.7,
	    .size = 0.5,
	    .file = 1,
	    .code = 0.1,
	    .calls = 0.2,
	    .crowd = 1 },
	  false },
	{ "name and place", { .name = 0.9, .place = 0.9, UNKNOWN }, true },
	{ "another name, all else the same",
	  { .name = 0,
	    .place = 1,
	    .size = 1,
	    .size_tells = 0.5,
	    .file = NAN,
	    .code = NAN,
	    .calls = NAN,
	    .crowd = 1 },
	  true },
	{ "another name, one of twenty in its place",
	  { .name = 0,
	    .place = 1,
	    .size = 1,
	    .size_tells = 0.5,
	    .file = NAN,
	    .code = NAN,
	    .calls = NAN,
	    .crowd = 20 },
	  false },
	{ "all but the instructions",
	  { .name = 0,
	    .place = 1,
	    .size = 1,
	    .size_tells = 0.5,
	    .file = 1,
	    .code = 0,
	    .calls = 0,
	    .crowd = 1 },
	  false },
	{ "moved within its file, and the instructions",
	  { .name = 1,
	    .place = 0.3,
	    .size = 1,
	    .size_tells = 0.5,
	    .file = 1,
	    .code = 1,
	    .calls = 1,
	    .crowd = 1 },
	  true },
};

TEST(no_evidence_is_enough_alone)
{
	for (size_t i = 0; i < sizeof(scores) / sizeof(*scores); i++) {
		double odds = similar_odds(&scores[i].evidence);
		bool enough = similar_percent(odds) >= 50;

		if (enough != scores[i].enough)
			check_failed(__FILE__, __LINE__, "%s: %g",
				     scores[i].why, similar_percent(odds));
	}
}

TEST(more_likeness_never_scores_less)
{
	struct evidence e = { .crowd = 1, .size_tells = 0.5 };
	double *like[] = { &e.name, &e.place, &e.size,
			   &e.file, &e.code,  &e.calls };

	for (size_t i = 0; i < sizeof(like) / sizeof(*like); i++) {
		double before = -INFINITY;

		for (double value = 0; value <= 1; value += 0.125) {
			*like[i] = value;
			EXPECT_TRUE("rises", similar_odds(&e) >= before);
			before = similar_odds(&e);
		}
		*like[i] = 0.5;
	}
}

TEST_MAIN
