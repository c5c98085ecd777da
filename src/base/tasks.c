#include "diffprof/tasks.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "diffprof/arena.h"

#define THREADS_MAX 16

struct job {
	size_t nr;
	atomic_size_t next;
	void (*work)(void *arg, size_t i);
	void *arg;
};

static void *worker(void *data)
{
	struct job *job = data;
	size_t i;

	while ((i = atomic_fetch_add(&job->next, 1)) < job->nr)
		job->work(job->arg, i);
	return NULL;
}

static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

void tasks_one_by_one(void)
{
	pthread_mutex_lock(&alone);
}

void tasks_side_by_side(void)
{
	pthread_mutex_unlock(&alone);
}

void tasks_run(size_t nr, int parallel, void (*work)(void *arg, size_t i),
	       void *arg)
{
	struct job job = { .nr = nr, .work = work, .arg = arg };
	pthread_t threads[THREADS_MAX];
	size_t started = 0;

	if (parallel && nr > 1) {
		long cpus = sysconf(_SC_NPROCESSORS_ONLN);
		size_t wanted = nr < THREADS_MAX ? nr : THREADS_MAX;

		if (cpus > 0 && wanted > (size_t)cpus)
			wanted = (size_t)cpus;
		// A thread that cannot be had is no loss: this one goes on.
		while (started + 1 < wanted &&
		       !pthread_create(&threads[started], NULL, worker, &job))
			started++;
	}
	worker(&job);
	while (started)
		pthread_join(threads[--started], NULL);
}

struct background {
	void (*work)(void *arg);
	void *arg;
	pthread_t thread;
	bool started;
	atomic_bool done;
	int fd;
};

static void *background_run(void *data)
{
	struct background *job = data;
	const uint64_t one = 1;

	job->work(job->arg);
	atomic_store(&job->done, true);
	if (job->fd >= 0 && write(job->fd, &one, sizeof(one)) < 0) {
		// Whoever waits looks from time to time as well.
	}
	return NULL;
}

struct background *background_begin(void (*work)(void *arg), void *arg)
{
	struct background *job = mem_zeroed(sizeof(*job));
	sigset_t all, before;

	job->work = work;
	job->arg = arg;
	job->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	sigfillset(&all);
	// A fault is this thread's own, and nobody else's.
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	sigdelset(&all, SIGABRT);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	job->started = !pthread_create(&job->thread, NULL, background_run, job);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!job->started)
		background_run(job);
	return job;
}

bool background_is_done(const struct background *job)
{
	return atomic_load(&job->done);
}

int background_fd(const struct background *job)
{
	return job->fd;
}

void background_end(struct background *job)
{
	if (job->started)
		pthread_join(job->thread, NULL);
	if (job->fd >= 0)
		close(job->fd);
	free(job);
}
