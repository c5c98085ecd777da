/*
 * burn.c - something to profile
 *
 *	burn [KIND] UNITS
 *
 * Spends time in functions whose names say how much of it they get; a unit is
 * roughly a millisecond.  KIND is one of
 *
 *	mixed	(the default) the user's functions, reads, fresh pages
 *	user	nothing but the user's functions
 *	threads	two threads of one unit each in turn, and a forked child, each
 *		with a name of its own; one of these names has blanks
 *	sleep	short sleeps between the units
 *
 * burn_other.c has another static function called step().
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 80000

unsigned long burn_other(unsigned long x);

static volatile unsigned long sink;

static __attribute__((noinline)) unsigned long step(unsigned long x)
{
	for (int i = 0; i < 2 * ROUNDS; i++)
		x = x * 6364136223846793005UL + 1442695040888963407UL;
	return x;
}

__attribute__((noinline)) unsigned long hot_half(unsigned long x)
{
	for (int i = 0; i < 5 * ROUNDS; i++)
		x = (x ^ x >> 7) * 3935559000370003845UL;
	return x + 1;
}

static __attribute__((noinline)) unsigned long recurse(int depth,
						       unsigned long x)
{
	if (depth == 0)
		return step(x);
	return recurse(depth - 1, x) + 1;
}

static __attribute__((noinline)) void read_zeroes(void)
{
	static char buffer[1 << 16];
	int fd = open("/dev/zero", O_RDONLY);

	for (int i = 0; i < 40; i++)
		sink += (unsigned long)read(fd, buffer, sizeof(buffer));
	close(fd);
}

static __attribute__((noinline)) void touch_pages(void)
{
	const size_t size = 1 << 18;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		abort();
	for (size_t i = 0; i < size; i += 4096)
		p[i] = 1;
	munmap(p, size);
}

__attribute__((noinline)) void unit(unsigned long x)
{
	sink += hot_half(x);
	sink += recurse(5, x);
	sink += burn_other(x);
}

static void *in_thread(void *arg)
{
	prctl(PR_SET_NAME, "worker (v2) 1");
	for (int i = *(int *)arg; i > 0; i--)
		unit(sink);
	return NULL;
}

static void threads(int units)
{
	pthread_t thread;
	pid_t child;

	if (pthread_create(&thread, NULL, in_thread, &units))
		abort();
	for (int i = 0; i < units; i++)
		unit(sink);
	pthread_join(thread, NULL);
	child = fork();
	if (child == 0) {
		prctl(PR_SET_NAME, "a:child");
		for (int i = 0; i < units; i++)
			unit(sink);
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
	const char *kind = argc > 2 ? argv[1] : "mixed";
	int units = argc > 1 ? atoi(argv[argc - 1]) : 100;

	if (strcmp(kind, "threads") == 0) {
		threads(units);
		return 0;
	}
	for (int i = 0; i < units; i++) {
		unit(sink);
		if (strcmp(kind, "mixed") == 0) {
			read_zeroes();
			touch_pages();
		} else if (strcmp(kind, "sleep") == 0) {
			nanosleep(&(struct timespec){ .tv_nsec = 1000000 },
				  NULL);
		}
	}
	return 0;
}
