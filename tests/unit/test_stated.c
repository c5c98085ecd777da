/* test_stated.c - comparisons made of what a text states */
#include "diffprof/output.h"
#include "diffprof/select.h"
#include "diffprof/stated.h"

#include "readchanges.h"

struct made {
	struct changes c;
	struct profile *prof;
	struct arena arena;
	struct names names;
	struct stated_options opts;
	struct view_options choose;
	struct output_options form;
	struct selection sel;
	struct diff diff;
	struct view view;
	struct outbuf out;
};

static void make(struct made *m, const char *text)
{
	EXPECT_OK(changes_read(&m->c, text, 0), m->c.err);
	EXPECT_OK(profile_select(&m->c.prof, &m->sel, &m->c.err), m->c.err);
	m->prof = &m->c.prof;
	names_begin_with(&m->names, &m->c.prof.names, &m->arena);
	stated_make(&m->prof, &m->opts, &m->names, &m->arena, &m->diff);
	if (!m->choose.top)
		m->choose.top = SIZE_MAX;
	view_diff(&m->diff, &m->choose, &m->arena, &m->view);
}

static const char *print(struct made *m, const struct output *output)
{
	EXPECT_OK(output->print(&m->view, 1, &m->form, &m->out, &m->c.err),
		  m->c.err);
	outbuf_char(&m->out, '\0');
	return m->out.data;
}

static void end(struct made *m)
{
	outbuf_release(&m->out);
	arena_release(&m->arena);
	changes_close(&m->c);
}

#define CLASSIC                                                                \
	"      1480     9.1% total\n"                                          \
	"      1236    52.7% page_remove_rmap\n"                               \
	"        37     0.0% kmap_atomic_to_page\n"                            \
	"        27    10.0% ext4_read [ext4]\n"                               \
	"        10     3.0% old => new\n"                                     \
	"         0     0.0% nothing\n"                                        \
	"...\n"                                                                \
	"       -12    -0.0% default_idle\n"                                   \
	"       -36   -78.3% page_address\n"                                   \
	"      -758  -100.0% generic_file_open\n"

TEST(what_we_print_comes_out_again)
{
	struct made m = { 0 };

	make(&m, CLASSIC);
	EXPECT_TEXT(print(&m, &output_classic), CLASSIC);
	end(&m);
}

TEST(so_does_a_listing_without_gap_total_or_losses)
{
	struct made m = { 0 };
	const char text[] = "        27    10.0% a\n        10     3.0% b\n";

	make(&m, text);
	EXPECT_TEXT(print(&m, &output_classic), text);
	end(&m);
}

TEST(rows_with_one_name_stay_apart)
{
	struct made m = { 0 };
	const char text[] = "        27    10.0% load_elf\n"
			    "       -27   -10.0% load_elf\n";

	make(&m, text);
	EXPECT_TEXT(print(&m, &output_classic), text);
	end(&m);
}

TEST(what_a_classic_listing_does_not_have_is_null)
{
	struct made m = { 0 };

	make(&m, CLASSIC);
	const char *json = print(&m, &output_json);
	EXPECT_HAS(json, "\"symbol\":\"page_remove_rmap\",\"image\":\"vmlinux\""
			 ",\"file\":null,\"line\":null,\"base\":null,"
			 "\"test\":null,\"base_mean\":null,\"test_mean\":null,"
			 "\"base_low\":null,\"base_high\":null,"
			 "\"test_low\":null,\"test_high\":null,"
			 "\"delta\":1236.0,\"percent\":52.7,"
			 "\"base_share\":null,\"test_share\":null");
	EXPECT_HAS(json, "\"total\":null,\"listed\":null");
	EXPECT_HAS(json, "\"verdict\":\"unknown\",\"status\":\"new\"");
	EXPECT_HAS(json, "\"status\":\"gone\"");
	end(&m);
}

#define PERF                                                                   \
	"# Baseline  Delta Abs  Symbol\n"                                      \
	"     9.82%     +9.52%  [k] read_zero\n"                               \
	"     4.12%     -0.40%  [k] sorter\n"                                  \
	"               +0.64%  [k] ksys_write\n"                              \
	"     0.12%             [k] kfree\n"

TEST(decimals_are_kept_in_tables)
{
	struct made m = { .form.columns = "base,test,delta,percent,key" };

	make(&m, PERF);
	EXPECT_HAS(print(&m, &output_table),
		   "base   test  delta  percent  symbol\n"
		   "9.82  19.34  +9.52   +96.9%  read_zero\n"
		   "   -      -  +0.64        -  ksys_write\n"
		   "4.12   3.72  -0.40    -9.7%  sorter\n"
		   "0.12      -      -        -  kfree\n");
	end(&m);
}

TEST(classic_has_units_of_the_last_decimal)
{
	struct made m = { 0 };

	make(&m, PERF);
	EXPECT_TEXT(print(&m, &output_classic),
		    "       952    96.9% read_zero\n"
		    "        64     0.0% ksys_write\n"
		    "       -40    -9.7% sorter\n"
		    "         -       -% kfree\n");
	end(&m);
}

static const struct {
	const char *what, *keys;
	struct view_options choose;
} choices[] = {
	{ "by base, those without last",
	  "read_zero sorter kfree ksys_write",
	  { .sort = SORT_BASE } },
	{ "by test",
	  "read_zero sorter kfree ksys_write",
	  { .sort = SORT_TEST } },
	{ "by percent",
	  "read_zero sorter kfree ksys_write",
	  { .sort = SORT_PERCENT } },
	{ "by magnitude",
	  "read_zero ksys_write sorter kfree",
	  { .sort = SORT_MAGNITUDE } },
	{ "by name",
	  "kfree ksys_write read_zero sorter",
	  { .sort = SORT_NAME } },
	{ "a least delta, in the text's own unit; what has none passes",
	  "read_zero ksys_write kfree",
	  { .min_delta = 0.5 } },
	{ "a least percentage",
	  "read_zero ksys_write kfree",
	  { .min_percent = 50 } },
	{ "the largest gain and loss", "read_zero sorter", { .top = 1 } },
	{ "nothing is significant", "", { .significant = true } },
};

TEST(rows_are_chosen_and_ordered_by_what_is_there)
{
	for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++) {
		struct made m = { .choose = choices[i].choose };
		char *keys;

		make(&m, PERF);
		keys = arena_strdup(&m.arena, "");
		for (size_t k = 0; k < m.view.nr; k++) {
			const struct diff_row *row = m.view.rows[k];
			struct span name = names_text(&m.names, row->symbol);

			keys = arena_printf(&m.arena, "%s%s%.*s", keys,
					    k ? " " : "", (int)name.len,
					    name.ptr);
		}
		EXPECT_SPAN(choices[i].what, span_of(keys),
			    span_of(choices[i].keys));
		end(&m);
	}
}

TEST(deltas_of_all_63_bits_are_told_apart)
{
	struct made m = { 0 };
	const char text[] = "9007199254740993     2.0% b\n"
			    "9007199254740992     1.0% a\n";

	make(&m, text);
	EXPECT_TEXT(print(&m, &output_classic), text);
	end(&m);
}

TEST(idle_is_left_out_with_the_total_that_has_it)
{
	struct made m = { .opts.no_idle = true };

	make(&m, "       100    10.0% total\n        90    10.0% default_idle\n"
		 "        10    10.0% schedule\n");
	EXPECT_TEXT(print(&m, &output_classic),
		    "        10    10.0% schedule\n");
	end(&m);
}

TEST(labels_that_are_given_come_first)
{
	struct made m = { .opts = { .base_label = "ext2" } };

	make(&m, "diffprofile {a,b}/profile\n        10    10.0% f\n"
		 "         9    10.0% g\n");
	EXPECT_TEXT(m.diff.base.label, "ext2");
	EXPECT_TEXT(m.diff.test.label, "b");
	end(&m);
}

TEST(one_event_is_selected)
{
	struct made m = { .sel.event = 1 };

	make(&m, "   1.00   +1.0  2.00  perf-profile.self.c.a\n"
		 "   3.00   +1.0  4.00  perf-profile.children.c.b\n");
	EXPECT_TEXT(print(&m, &output_classic), "       100    33.3% b\n");
	EXPECT_TEXT(m.c.prof.event->name, "children");
	end(&m);
}

TEST(filters_know_images_and_commands)
{
	static const char text[] =
		"# Baseline  Delta Abs  Command  Shared Object      Symbol\n"
		"     9.82%     +9.52%  dd       [kernel.kallsyms]  [k] read\n"
		"     9.82%     +9.52%  dd       [ext4]             [k] ext4\n"
		"     9.82%     +9.52%  sh       libc.so.6          [.] puts\n";
	struct made kernel = { .sel.filters.kernel = true };
	struct made comm = { .sel.filters.comm = NULL };
	regex_t regex;

	make(&kernel, text);
	EXPECT_U64("kernel rows", kernel.diff.nr, 2);
	end(&kernel);
	assert_int_equal(regcomp(&regex, "^sh$", REG_EXTENDED), 0);
	comm.sel.filters.comm = &regex;
	make(&comm, text);
	EXPECT_HAS(print(&comm, &output_classic), "sh: puts");
	EXPECT_U64("rows of sh", comm.diff.nr, 1);
	end(&comm);
	regfree(&regex);
}

TEST_MAIN
