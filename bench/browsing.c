/*
 * browsing - how long the browser takes from a key to its frame
 *
 *	browsing BASE TEST
 *
 * Loads two profiles as `diffprof -i BASE TEST' does, draws frames of 250 x 80 as
 * a terminal would get them, and prints, a line each: what was done, how often,
 * the median and the most of what it took in milliseconds; then how much memory
 * there was before and after all rows had been scrolled over.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "diffprof/keys.h"

#include "../src/cli/browse.h"
#include "../src/cli/door.h"

#define TIMES_MAX 200000

static double times[TIMES_MAX];
static size_t nr_times;
static struct browser *browser;
static struct frame frame;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare_times_of(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void report(const char *what)
{
	if (!nr_times)
		return;
	qsort(times, nr_times, sizeof(*times), compare_times_of);
	printf("%s\t%zu\t%.3f\t%.3f\n", what, nr_times, times[nr_times / 2],
	       times[nr_times - 1]);
	nr_times = 0;
}

static void draw(void)
{
	frame_begin(&frame, 80, 250);
	browser_draw(browser, &frame);
}

/* One request and the frame that it makes. */
static void key(enum request request, unsigned code)
{
	const struct input_event event = { .request = request, .code = code };
	double from = now();

	browser_handle(browser, &event);
	draw();
	if (nr_times < TIMES_MAX)
		times[nr_times++] = now() - from;
	// The next key comes when a person has seen that frame.
	while (browser_is_busy(browser))
		browser_step(browser, true);
}

static void keys(enum request request, size_t times_)
{
	for (size_t i = 0; i < times_; i++)
		key(request, 0);
	report(request_names[request]);
}

static void typed(enum request request, const char *text)
{
	key(request, 0);
	for (const char *p = text; *p; p++)
		key(REQ_TYPE, (unsigned char)*p);
	key(REQ_ACCEPT, 0);
	report(text);
}

/* Of this process, in KiB. */
static long memory(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long all = 0, resident = 0;

	if (file && fscanf(file, "%ld %ld", &all, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv)
{
	struct options opts;
	struct doorway way;
	struct browser_door door;
	struct browser_data data;
	struct error err;
	bool exceeded;
	char interactive[] = "-i";
	char *words[] = { argv[0], interactive, argv[1], argv[2], NULL };

	if (argc != 3)
		return 2;
	double from = now();
	if (options_parse(4, words, &opts, &err) < 0)
		goto failed;
	door_open(&way, &opts, &door);
	if (door_load_first(&way, &data, &exceeded, &err) < 0)
		goto failed;
	double loaded = now();
	browser = browser_new(&door, &data, &opts.view);
	draw();
	double first = now();
	printf("loaded\t1\t%.3f\t%.3f\n", loaded - from, loaded - from);
	printf("first frame behind it\t1\t%.3f\t%.3f\n", first - loaded,
	       first - loaded);

	key(REQ_DOWN, 0);
	nr_times = 0;
	long before = memory();
	keys(REQ_DOWN, 100000);
	keys(REQ_PAGE_UP, 2000);
	keys(REQ_LAST, 1);
	keys(REQ_FIRST, 1);
	long after = memory();
	typed(REQ_SEARCH, "zzzz");
	typed(REQ_SEARCH, "z+zz[a-z]");
	typed(REQ_FILTER, "mm");
	keys(REQ_FILTER_CLEAR, 1);
	typed(REQ_FILTER, "(mm|page)_[a-z]+$");
	keys(REQ_FILTER_CLEAR, 1);
	for (int i = 0; i < 9; i++) {
		keys(REQ_SORT_NEXT, 1);
		keys(REQ_SORT_REVERSE, 1);
	}
	keys(REQ_NOISE, 2);
	keys(REQ_MEASURE, 3);
	keys(REQ_MARK, 100);
	keys(REQ_OPEN, 1);
	keys(REQ_BACK, 2);
	printf("memory\t%ld\t%ld\t%ld\n", before, after, memory());
	return 0;
failed:
	fprintf(stderr, "browsing: %s\n", err.text);
	return 2;
}
