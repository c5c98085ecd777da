/* test_child.c - commands, run and waited for */
#include "../../src/record/child.h"

#include <signal.h>

#include "check.h"

static void wait_for(struct child *child)
{
	signals_hold();
	while (!child_has_ended(child))
		signals_wait(NULL, 0, 100);
	signals_release();
}

static int run(const char *script, struct child *child)
{
	const char *words[] = { "sh", "-c", script, NULL };
	struct error err;

	EXPECT_OK(child_start(child, (char *const *)words, &err), err);
	EXPECT_OK(child_go(child, "sh", &err), err);
	wait_for(child);
	return child_exit_status(child->status);
}

TEST(its_status_is_that_of_a_shell)
{
	struct child child;

	EXPECT_U64("done", run("exit 0", &child), 0);
	EXPECT_U64("failed", run("exit 7", &child), 7);
	EXPECT_U64("killed", run("kill -9 $$", &child), 128 + SIGKILL);
	EXPECT_U64("no child", (uint64_t)child.pid, 0);
}

TEST(its_times_are_those_of_all_it_waited_for)
{
	struct child child;

	run("sleep 0.2; sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1));"
	    " done'", &child);
	EXPECT_TRUE("elapsed", child.elapsed >= 0.2 && child.elapsed < 30);
	EXPECT_TRUE("user", child.user > 0 && child.user <= 30);
	EXPECT_TRUE("system", child.system >= 0);
}

TEST(it_waits_until_it_is_told_to_go)
{
	const char *words[] = { "true", NULL };
	struct child child;
	struct error err;

	EXPECT_OK(child_start(&child, (char *const *)words, &err), err);
	usleep(50000);
	EXPECT_TRUE("waits", !child_has_ended(&child));
	EXPECT_OK(child_go(&child, "true", &err), err);
	wait_for(&child);
	EXPECT_U64("status", child_exit_status(child.status), 0);
}

TEST(a_command_that_is_not_there_is_an_error)
{
	const char *words[] = { "/nonexistent/command", NULL };
	struct child child;
	struct error err;

	EXPECT_OK(child_start(&child, (char *const *)words, &err), err);
	EXPECT_FAIL(child_go(&child, words[0], &err), err, ERR_USAGE);
	EXPECT_HAS(err.text, "/nonexistent/command: No such file");
	EXPECT_U64("no child", (uint64_t)child.pid, 0);
}

TEST(signals_are_counted_and_the_child_has_its_own)
{
	struct child child;
	int first;

	// A shell's job in the background is begun with this one ignored.
	signal(SIGINT, SIG_DFL);
	signals_hold();
	raise(SIGTERM);
	raise(SIGINT);
	signals_wait(NULL, 0, 0);
	EXPECT_U64("two", signals_came(&first), 2);
	EXPECT_TRUE("first", first == SIGTERM || first == SIGINT);
	signals_release();
	// It has the default again.
	EXPECT_U64("child", run("kill -TERM $$; sleep 5", &child),
		   128 + SIGTERM);
}

TEST_MAIN
