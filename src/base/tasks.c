#include "diffprof/tasks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

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
