#include "diffprof/tasks.h"

#include <poll.h>

#include "check.h"

enum { NR = 1000 };

static void count(void *arg, size_t i)
{
	unsigned *calls = arg;

	calls[i]++;
}

TEST(each_piece_is_done_once)
{
	for (int parallel = 0; parallel < 2; parallel++) {
		unsigned calls[NR] = { 0 };

		tasks_run(NR, parallel, count, calls);
		for (size_t i = 0; i < NR; i++)
			EXPECT_U64("calls", calls[i], 1);
	}
}

TEST(no_more_is_done_than_asked)
{
	unsigned calls[4] = { 0 };

	tasks_run(0, 1, count, calls);
	EXPECT_U64("none", calls[0], 0);
	tasks_run(1, 1, count, calls);
	EXPECT_U64("one", calls[0], 1);
	EXPECT_U64("the second", calls[1], 0);
	tasks_run(3, 1, count, calls);
	EXPECT_U64("the fourth", calls[3], 0);
}

static void in_order(void *arg, size_t i)
{
	size_t *next = arg;

	EXPECT_U64("turn", i, *next);
	++*next;
}

TEST(one_after_another_means_in_order)
{
	size_t next = 0;

	tasks_run(NR, 0, in_order, &next);
	EXPECT_U64("done", next, NR);
}

static void set(void *arg)
{
	*(unsigned *)arg = 7;
}

TEST(what_is_done_in_the_background_is_done_when_it_ends)
{
	for (int i = 0; i < 100; i++) {
		unsigned number = 0;
		struct background *job = background_begin(set, &number);

		background_end(job);
		EXPECT_U64("number", number, 7);
	}
}

TEST(one_is_told_when_it_is_done)
{
	unsigned number = 0;
	struct background *job = background_begin(set, &number);
	struct pollfd polled = { .fd = background_fd(job), .events = POLLIN };

	EXPECT_U64("readable", poll(&polled, 1, 60000), 1);
	EXPECT_TRUE("done", background_is_done(job));
	EXPECT_U64("number", number, 7);
	background_end(job);
}

TEST_MAIN
