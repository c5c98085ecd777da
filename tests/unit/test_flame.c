/* test_flame.c - the call chains of both sides as one tree: flame.c */
#include "madechains.h"

TEST(chains_of_both_sides_lie_over_each_other)
{
	struct chained c;

	chained_begin(&c);
	chained_pair(&c, SPAN("a;b 5\na;c 2\na 1\n"), SPAN("a;b 7\na;d;e 3\n"));
	EXPECT_TEXT(chained_told(&c),
		    "8/10=0/0 .a8/10=1/0 ..b5/7=5/7 ..c2/0=2/0"
		    " ..d0/3=0/0 ...e0/3=0/3");
	EXPECT_TRUE("chains", c.flame.chains && c.flame.both);
	EXPECT_TRUE("gone", flame_is_gone(&c.flame, &c.flame.frames[3]));
	EXPECT_TRUE("new", flame_is_new(&c.flame, &c.flame.frames[4]));
	EXPECT_TRUE("both",
		    !flame_is_new(&c.flame, &c.flame.frames[1]) &&
			    !flame_is_gone(&c.flame, &c.flame.frames[1]));
	chained_end(&c);
}

TEST(children_are_in_the_order_of_their_names)
{
	struct chained c;

	chained_begin(&c);
	chained_pair(&c, SPAN("z;b 1\nz;a 1\ny 1\n"), SPAN("z;ab 1\nx 1\n"));
	EXPECT_TEXT(chained_told(&c), "3/2=0/0 .x0/1=0/1 .y1/0=1/0 .z2/1=0/0"
				      " ..a1/0=1/0 ..ab0/1=0/1 ..b1/0=1/0");
	chained_end(&c);
}

TEST(clones_are_one_frame_with_their_function)
{
	struct chained c;

	chained_begin(&c);
	chained_pair(&c, SPAN("m;f.isra.0;g 5\nm;f;g 1\n"),
		     SPAN("m;f.constprop.2;g.cold 7\n"));
	EXPECT_TEXT(chained_told(&c),
		    "6/7=0/0 .m6/7=0/0 ..f6/7=0/0 ...g6/7=6/7");
	chained_end(&c);
}

TEST(inlined_frames_stay_apart)
{
	struct chained c;

	chained_begin(&c);
	chained_pair(&c, SPAN("a;b_[i] 5\na;b 2\n"), SPAN("a;b 7\n"));
	EXPECT_TEXT(chained_told(&c),
		    "7/7=0/0 .a7/7=0/0 ..b2/7=2/7 ..b(i)5/0=5/0");
	EXPECT_U64("of one function", c.flame.frames[2].function,
		   c.flame.frames[3].function);
	chained_end(&c);
}

TEST(several_runs_are_added_up_and_their_mean_is_normalised)
{
	struct chained c;

	chained_begin(&c);
	c.m.compare.how = NORMALIZE_FACTOR;
	c.m.compare.factor = 0.5;
	chained_run(&c, false, SPAN("a;b 5\n"));
	chained_run(&c, false, SPAN("a;b 7\n"));
	chained_run(&c, true, SPAN("a;b 20\n"));
	chained_compare(&c);
	EXPECT_TEXT(chained_told(&c), "12/20=0/0 .a12/20=0/0 ..b12/20=12/20");
	EXPECT_TRUE("base", flame_base(&c.flame, 12) == 6);
	EXPECT_TRUE("test", flame_test(&c.flame, 20) == 10);
	EXPECT_TRUE("delta", flame_delta(&c.flame, 12, 20) == 4);
	chained_end(&c);
}

TEST(a_renamed_function_has_the_name_of_test)
{
	struct chained c;
	const struct rename_pair renames[] = { { "old", "new" } };

	chained_begin(&c);
	c.m.compare.renames = renames;
	c.m.compare.nr_renames = 1;
	chained_pair(&c, SPAN("a;old;b 5\nold 3\n"),
		     SPAN("a;new;b 7\nnew 1\n"));
	EXPECT_TEXT(chained_told(&c), "8/8=0/0 .a5/7=0/0 ..new5/7=0/0"
				      " ...b5/7=5/7 .new3/1=3/1");
	chained_end(&c);
}

TEST(idle_functions_that_are_left_out_take_their_chains_along)
{
	struct chained c;

	chained_begin(&c);
	c.m.compare.no_idle = true;
	chained_pair(&c, SPAN("start;cpu_idle_loop;default_idle 90\na;b 5\n"),
		     SPAN("start;cpu_idle_loop;default_idle 50\na;b 6\n"));
	EXPECT_TEXT(chained_told(&c), "5/6=0/0 .a5/6=0/0 ..b5/6=5/6");
	EXPECT_U64("the rows' sum", c.flame.frames[0].test,
		   c.m.diffs[0].total.test);
	chained_end(&c);
}

TEST(a_profile_without_chains_has_its_rows)
{
	struct chained c;

	chained_begin(&c);
	made_base(&c.m, "base", SPAN("5 a 7 b"));
	made_test(&c.m, 0, "test", SPAN("6 a 1 c [ext4]"));
	chained_compare(&c);
	EXPECT_TEXT(chained_told(&c), "12/7=0/0 .a5/6=5/6 .b7/0=7/0 .c0/1=0/1");
	EXPECT_TRUE("no chains", !c.flame.chains);
	chained_end(&c);
}

TEST(of_many_rows_none_is_lost)
{
	struct outbuf text = { 0 };
	struct chained c;

	chained_begin(&c);
	for (int i = 0; i < 5000; i++)
		outbuf_printf(&text, "%d f%d ", 1 + i % 7, i);
	made_base(&c.m, "base", (struct span){ text.data, text.len });
	made_test(&c.m, 0, "test", (struct span){ text.data, text.len / 2 });
	chained_compare(&c);
	EXPECT_U64("base", c.flame.frames[0].base, c.m.diffs[0].base.listed);
	EXPECT_U64("test", c.flame.frames[0].test, c.m.diffs[0].test.listed);
	EXPECT_U64("frames", c.flame.nr, c.m.diffs[0].nr + 1);
	chained_end(&c);
	outbuf_release(&text);
}

TEST(a_module_that_is_built_in_now_is_the_same_function)
{
	struct chained c;

	chained_begin(&c);
	made_base(&c.m, "base", SPAN("5 a 7 b [ext4]"));
	made_test(&c.m, 0, "test", SPAN("6 a 9 b"));
	chained_compare(&c);
	EXPECT_TEXT(chained_told(&c), "12/15=0/0 .a5/6=5/6 .b7/9=7/9");
	chained_end(&c);
}

TEST(rows_and_functions_find_each_other)
{
	struct chained c;

	chained_begin(&c);
	chained_pair(&c, SPAN("main;b 5\nmain;c 2\n"), SPAN("main;c 7\n"));
	for (size_t i = 0; i < c.m.diffs[0].nr; i++) {
		const struct diff_row *row = &c.m.diffs[0].rows[i];
		uint32_t f = flame_find_row(&c.flame, i);

		EXPECT_TRUE("found", f != FLAME_NONE);
		EXPECT_U64("its row", c.flame.functions[f].row, i);
		EXPECT_U64("by name",
			   flame_find(&c.flame, row->symbol, row->image), f);
		EXPECT_SPAN("symbol", chained_name(&c, f),
			    names_text(&c.m.names, row->symbol));
	}
	EXPECT_U64("no such row", flame_find_row(&c.flame, 99), FLAME_NONE);
	chained_end(&c);
}

TEST(one_profile_is_base)
{
	struct chained c;
	const struct listing_options opts = { .by_symbol = true };

	chained_begin(&c);
	chained_run(&c, false, SPAN("a;b 5\na 1\n"));
	EXPECT_OK(made_list(&c.m, &opts), c.m.err);
	flame_of_listing(&c.m.listing, &c.m.arena, &c.flame);
	EXPECT_TEXT(chained_told(&c), "6/0=0/0 .a6/0=1/0 ..b5/0=5/0");
	EXPECT_TRUE("alone", !c.flame.both && c.flame.chains);
	EXPECT_TRUE("not gone", !flame_is_gone(&c.flame, &c.flame.frames[1]));
	chained_end(&c);
}

TEST(chains_may_be_deep)
{
	struct chained c;
	struct outbuf text = { 0 };

	chained_begin(&c);
	for (int i = 0; i < 50000; i++)
		outbuf_printf(&text, "f%d;", i % 100);
	outbuf_text(&text, "end 3\n");
	chained_pair(&c, (struct span){ text.data, text.len },
		     (struct span){ text.data, text.len });
	EXPECT_U64("frames", c.flame.nr, 50002);
	EXPECT_U64("depth", c.flame.frames[50001].depth, 50001);
	EXPECT_U64("sum", c.flame.frames[0].test, 3);
	chained_end(&c);
	outbuf_release(&text);
}

TEST(nothing_is_a_root_and_nothing_else)
{
	struct chained c;

	chained_begin(&c);
	made_base(&c.m, "base", SPAN(""));
	made_test(&c.m, 0, "test", SPAN(""));
	chained_compare(&c);
	EXPECT_TEXT(chained_told(&c), "0/0=0/0");
	EXPECT_U64("end", c.flame.frames[0].next, 1);
	chained_end(&c);
}

TEST_MAIN
