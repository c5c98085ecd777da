/*
 * keystrokes - how long a program on a terminal takes to answer keys
 *
 *	keystrokes ROUNDS KEY READY PROGRAM ARG...
 *
 * Runs PROGRAM on a terminal of its own of 80 rows of 250 columns, ROUNDS times;
 * waits until it has written READY, then presses KEY a hundred times, each when
 * the answer to the last one is there, and ends it with q.  Prints the least and
 * the median time until READY, and of an answer, in milliseconds.
 */
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEYS 100
#define ROUNDS_MAX 1000

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void report(const char *what, double *times, size_t nr)
{
	qsort(times, nr, sizeof(*times), by_number);
	printf("%s\t%.2f\t%.2f\n", what, times[0], times[nr / 2]);
}

/* Read until READY comes, or (NULL) until nothing comes for 2 ms. */
static double answer(int fd, const char *ready)
{
	static char text[1 << 20];
	struct pollfd polled = { .fd = fd, .events = POLLIN };
	size_t len = 0;
	double last = now();

	while (poll(&polled, 1, ready || !len ? 5000 : 2) > 0) {
		ssize_t n = read(fd, text + len, sizeof(text) - 1 - len);

		if (n <= 0)
			break;
		last = now();
		len += (size_t)n;
		text[len] = '\0';
		if (ready && strstr(text, ready))
			break;
		len = len > sizeof(text) / 2 ? 0 : len;
	}
	return last;
}

int main(int argc, char **argv)
{
	static double first[ROUNDS_MAX], keys[ROUNDS_MAX * KEYS];
	const struct winsize size = { .ws_row = 80, .ws_col = 250 };
	size_t rounds = argc > 4 ? strtoul(argv[1], NULL, 10) : 0, nr = 0;

	if (!rounds || rounds > ROUNDS_MAX)
		return 2;
	setenv("TERM", "xterm-256color", 1);
	for (size_t i = 0; i < rounds; i++) {
		int fd;
		double from = now();
		pid_t child = forkpty(&fd, NULL, NULL, &size);

		if (!child) {
			execvp(argv[4], argv + 4);
			_exit(127);
		}
		first[i] = answer(fd, argv[3]) - from;
		answer(fd, NULL);
		for (int k = 0; k < KEYS; k++) {
			from = now();
			if (write(fd, argv[2], strlen(argv[2])) < 0)
				return 2;
			keys[nr++] = answer(fd, NULL) - from;
		}
		if (write(fd, "q", 1) < 0)
			return 2;
		answer(fd, NULL);
		close(fd);
		waitpid(child, NULL, 0);
	}
	report("to the first frame", first, rounds);
	report("key to frame", keys, nr);
	return 0;
}
