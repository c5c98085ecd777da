/*
 * timeit.c - wall time of several commands, taken in turn
 *
 *	timeit ROUNDS NAME COMMAND... [+ COMMAND...] [-- NAME COMMAND...]...
 *
 * Runs A B C A B C ... so that whatever else the machine does falls on all of
 * them alike, after one round that is not counted and warms the page cache.
 * "+" joins commands that are one piece of work.  What they print is thrown
 * away.  For each, in order, a line:
 *
 *	NAME	MEDIAN	LEAST	PEAK
 *
 * times in milliseconds, and the peak of resident memory in KiB.  A command
 * that fails ends it all.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#define WORKS_MAX 16

struct work {
	const char *name;
	char **argv;	/* of the first command; "+" is NULL, the end two */
	double *ms;
	long peak;	/* KiB */
};

static void trouble(const char *what)
{
	fprintf(stderr, "timeit: %s\n", what);
	exit(2);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void run_one(char **argv, struct work *work)
{
	extern char **environ;
	posix_spawn_file_actions_t actions;
	struct rusage usage;
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY,
					 0);
	posix_spawn_file_actions_adddup2(&actions, 1, 2);
	if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ))
		trouble(argv[0]);
	posix_spawn_file_actions_destroy(&actions);
	if (wait4(pid, &status, 0, &usage) != pid || !WIFEXITED(status) ||
	    WEXITSTATUS(status))
		trouble(argv[0]);
	if (usage.ru_maxrss > work->peak)
		work->peak = usage.ru_maxrss;
}

static void run(struct work *work, double *ms)
{
	char **argv = work->argv;
	double start = now();

	while (*argv) {
		run_one(argv, work);
		while (*argv)
			argv++;
		argv++;
	}
	*ms = now() - start;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
	struct work works[WORKS_MAX] = { { 0 } };
	size_t nr = 0;
	int rounds = argc > 3 ? atoi(argv[1]) : 0;

	if (rounds <= 0)
		trouble("usage: timeit ROUNDS NAME COMMAND... [-- NAME ...]");
	// Every work takes two words that it does not copy: its name and a "--".
	char **to = calloc((size_t)argc + 2, sizeof(*to));
	if (!to)
		trouble("no memory left");
	for (int i = 2; i < argc;) {
		if (nr == WORKS_MAX || i + 1 >= argc)
			trouble("too many works, or one without a command");
		works[nr].name = argv[i++];
		works[nr].argv = to;
		works[nr].ms = calloc((size_t)rounds, sizeof(double));
		if (!works[nr].ms)
			trouble("no memory left");
		for (; i < argc && strcmp(argv[i], "--") != 0; i++)
			*to++ = strcmp(argv[i], "+") ? argv[i] : NULL;
		to += 2;
		i++;
		nr++;
	}
	for (int round = -1; round < rounds; round++)
		for (size_t i = 0; i < nr; i++) {
			double ms;

			run(&works[i], &ms);
			if (round >= 0)
				works[i].ms[round] = ms;
		}
	for (size_t i = 0; i < nr; i++) {
		qsort(works[i].ms, (size_t)rounds, sizeof(double), by_value);
		printf("%s\t%.3f\t%.3f\t%ld\n", works[i].name,
		       works[i].ms[rounds / 2], works[i].ms[0], works[i].peak);
	}
	return 0;
}
