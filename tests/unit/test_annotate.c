#include "diffprof/annotate.h"

#include "diffprof/elfcode.h"
#include "diffprof/fold.h"
#include "diffprof/placing.h"

#include "check.h"

/*
 * The kernel of testdata/elf/lines, whose `outer' has, from its start,
 *
 *	0	nop, main.c:12
 *	1	nop, inner.h:4, of `inner'
 *	2	nop, main.c:14
 *	3	lea, inner.h:5, of `inner'
 *	7	ret, main.c:16
 *
 * and profiles of it made here: where its samples fell is all that matters.
 */
#define KERNEL "testdata/elf/lines/kernel.xz"
#define OUTER 0x1000000u

struct made_profile {
	struct profile prof, *runs[1];
	struct side side;
	struct placing placing;
};

struct made {
	struct arena arena;
	struct made_profile base, test;
	struct names names;
	struct diff diff;
	struct annotation ann;
	struct error err;
};

/* "OFFSET*COUNT ..." of outer; what lies in no image has "?" for its offset. */
static void make(struct made_profile *m, const char *format, struct span text,
		 uint64_t more, bool image)
{
	struct profile_row *row;
	struct span word;
	struct error err;
	uint64_t sum = 0;

	profile_init(&m->prof, "made", format);
	m->prof.unit = "ticks";
	name_id kernel = profile_image(&m->prof, SPAN(IMAGE_KERNEL));
	EXPECT_OK(profile_add(&m->prof, SPAN("outer"), kernel, 0, &row, &err),
		  err);
	while (span_word(&text, &word)) {
		char *end;
		struct detail d = { .symbol = row->symbol, .image = kernel };

		d.addr = OUTER + strtoul(word.ptr, &end, 10);
		d.count = strtoul(end + 1, NULL, 10);
		profile_add_detail(&m->prof, &d);
		sum += d.count;
	}
	row->count = sum + more;
	m->prof.listed = m->prof.total = sum + more;
	m->prof.has_total = true;
	if (image)
		m->placing.files = (struct image_files){ { .path = KERNEL },
							 { .path = KERNEL } };
	m->prof.placing = &m->placing;
	m->runs[0] = &m->prof;
	m->side =
		(struct side){ .label = "made", .runs = m->runs, .nr_runs = 1 };
	fold_profile(&m->prof, false);
}

static int annotate_made(struct made *m, bool instructions)
{
	const struct compare_options compare_opts = { 0 };
	const struct annotate_options opts = { .instructions = instructions };
	const struct diff_row *row;

	names_begin_with(&m->names, &m->base.prof.names, &m->arena);
	EXPECT_OK(compare(&m->base.side, &m->test.side, &compare_opts,
			  &m->names, &m->arena, &m->diff, &m->err),
		  m->err);
	EXPECT_OK(annotate_find(&m->diff, "outer", &row, &m->err), m->err);
	return annotate(&m->diff, row, &opts, &m->arena, &m->ann, &m->err);
}

static void end(struct made *m)
{
	profile_release(&m->base.prof);
	profile_release(&m->test.prof);
	arena_release(&m->arena);
}

/* "LINE:BASE/TEST", a word each; the rest as "rest:BASE/TEST". */
static const char *lines(struct made *m)
{
	const struct annotation *ann = &m->ann;
	const char *text = "";

	for (uint32_t i = 0; i < ann->nr_lines; i++)
		text = arena_printf(&m->arena, "%s%s%u:%llu/%llu ", text,
				    ann->functions[ann->lines[i].function]
						    .inlined ?
					    "inner." :
					    "",
				    ann->lines[i].test_line ?
					    ann->lines[i].test_line :
					    ann->lines[i].base_line,
				    (unsigned long long)ann->lines[i].base,
				    (unsigned long long)ann->lines[i].test);
	return arena_printf(&m->arena, "%srest:%llu/%llu", text,
			    (unsigned long long)ann->base.lines_rest,
			    (unsigned long long)ann->test.lines_rest);
}

TEST(samples_are_of_the_line_of_their_address)
{
	struct made m = { 0 };

	make(&m.base, "opreport", SPAN("0*5 1*2 4*7"), 0, true);
	make(&m.test, "opreport", SPAN("2*1 6*3 7*9"), 0, true);
	EXPECT_OK(annotate_made(&m, false), m.err);
	EXPECT_U64("whole ticks", m.ann.scale, 0);
	EXPECT_TEXT(lines(&m), "12:5/0 14:0/1 16:0/9 inner.4:2/0 inner.5:7/3"
			       " rest:0/0");
	EXPECT_TEXT(m.ann.functions[1].name, "inner");
	EXPECT_TEXT(m.ann.functions[1].base_file, "include/inner.h");
	EXPECT_U64("of inner", m.ann.functions[1].base, 9);
	end(&m);
}

TEST(what_lies_elsewhere_is_the_rest)
{
	struct made m = { 0 };

	// Of `other', of nothing at all, and ticks that no address was told of.
	make(&m.base, "opreport", SPAN("0*5 9*2 99*7"), 4, true);
	make(&m.test, "opreport", SPAN("0*1"), 0, true);
	EXPECT_OK(annotate_made(&m, false), m.err);
	EXPECT_TEXT(lines(&m), "12:5/1 14:0/0 16:0/0 inner.4:0/0 inner.5:0/0"
			       " rest:13/0");
	end(&m);
}

TEST(a_step_is_spread_over_its_bytes)
{
	struct made m = { 0 };

	// Bins of four bytes: all of both lie so far apart.
	make(&m.base, "readprofile", SPAN("0*10 4*5"), 0, true);
	make(&m.test, "readprofile", SPAN("0*1 4*1"), 0, true);
	EXPECT_OK(annotate_made(&m, false), m.err);
	EXPECT_U64("thousandths", m.ann.scale, 3);
	EXPECT_TEXT(lines(&m), "12:2500/250 14:2500/250 16:1250/250"
			       " inner.4:2500/250 inner.5:6250/1000 rest:0/0");
	EXPECT_TEXT(m.ann.notes.first->code, "spread");
	end(&m);
}

/* A third of a tick each is not lost when it is rounded. */
TEST(thousandths_add_up)
{
	struct made m = { 0 };
	uint64_t sum = 0;

	make(&m.base, "readprofile", SPAN("0*1 8*0"), 0, true);
	make(&m.test, "readprofile", SPAN("0*7 4*1"), 0, true);
	EXPECT_OK(annotate_made(&m, true), m.err);
	for (uint32_t i = 0; i < m.ann.nr_lines; i++)
		sum += m.ann.lines[i].test;
	EXPECT_U64("by line", sum, 8000);
	sum = m.ann.test.instructions_rest;
	for (uint32_t i = 0; i < m.ann.nr_test_instructions; i++)
		sum += m.ann.test_instructions[i].count;
	EXPECT_U64("by instruction", sum, 8000);
	end(&m);
}

TEST(instructions_have_their_lines)
{
	struct made m = { 0 };

	make(&m.base, "opreport", SPAN("5*4"), 0, true);
	make(&m.test, "opreport", SPAN("3*2 7*1"), 0, true);
	if (annotate_made(&m, true) < 0) {
		EXPECT_HAS(m.err.text, "libopcodes");
		end(&m);
		return;
	}
	EXPECT_U64("instructions", m.ann.nr_pairs, 5);
	const struct annotated_instruction *lea =
		&m.ann.base_instructions[m.ann.pairs[3].base];
	EXPECT_TEXT(lea->text, "lea 0x1(%rdi,%rdi,2),%eax");
	EXPECT_U64("that holds the address", lea->count, 4);
	EXPECT_U64("its offset", lea->offset, 3);
	EXPECT_U64("its size", lea->size, 4);
	EXPECT_TEXT(lea->file, "include/inner.h");
	EXPECT_TEXT(lea->inlined, "inner");
	EXPECT_U64("the same on both sides", m.ann.pairs[3].match,
		   INSTRUCTION_SAME);
	EXPECT_U64("in test",
		   m.ann.test_instructions[m.ann.pairs[3].test].count, 2);
	end(&m);
}

TEST(one_side_will_do)
{
	struct made m = { 0 };

	make(&m.base, "opreport", SPAN("0*5"), 0, true);
	make(&m.test, "opreport", SPAN("0*7"), 0, false);
	EXPECT_OK(annotate_made(&m, false), m.err);
	EXPECT_HAS(m.ann.test.no_lines, "no vmlinux");
	EXPECT_TRUE("base is shown", !m.ann.base.no_lines);
	EXPECT_TEXT(lines(&m), "12:5/0 14:0/0 16:0/0 inner.4:0/0 inner.5:0/0"
			       " rest:0/7");
	EXPECT_TEXT(m.ann.notes.first->code, "side-not-shown");
	end(&m);
}

TEST(no_side_is_an_error)
{
	struct made m = { 0 };

	make(&m.base, "opreport", SPAN("0*5"), 0, false);
	make(&m.test, "opreport", SPAN("0*7"), 0, false);
	EXPECT_FAIL(annotate_made(&m, false), m.err, ERR_SYMBOLS);
	EXPECT_HAS(m.err.text, "give it with -k");
	end(&m);
}

TEST(ticks_without_addresses_are_an_error)
{
	struct made m = { 0 };

	make(&m.base, "readprofile", SPAN(""), 5, true);
	make(&m.test, "readprofile", SPAN(""), 5, true);
	EXPECT_FAIL(annotate_made(&m, false), m.err, ERR_USAGE);
	EXPECT_HAS(m.err.text, "does not say at which addresses its ticks are");
	end(&m);
}

TEST_MAIN
