/*
 * record.h - taking a profile: diffprof record
 *
 * Runs a command so many times, and writes what was sampled meanwhile, together
 * with all that is needed to compare it later, to one file (recording.h), whole
 * or not at all.
 */
#ifndef DIFFPROF_RECORD_H
#define DIFFPROF_RECORD_H

#include <stdbool.h>

#include "diffprof/notes.h"
#include "diffprof/outbuf.h"

#define RECORD_FREQUENCY 997 /* a prime, so as not to walk in step with HZ */

/* What is told while it goes on. */
enum record_step {
	RECORD_PREPARING, /* the command of --prepare */
	RECORD_WARMING, /* unrecorded runs */
	RECORD_COOLING, /* nothing, between runs */
	RECORD_RUNNING,
	RECORD_RAN, /* a run has ended */
};

struct record_state {
	enum record_step step;
	unsigned run, runs; /* from 1 */
	double elapsed; /* seconds, of this step so far */
	uint64_t samples; /* so far; 0: not known yet */
	uint64_t lost;
};

struct record_request {
	char *const *command; /* ended by NULL; or NULL: the system is sampled */
	double live; /* for so many seconds, without a command */
	unsigned runs, warmup; /* 1 at least; 0 is none */
	const char *prepare; /* for the shell, before each run; or NULL */
	double cooldown; /* seconds */
	const char *sampler; /* "proc", "perf", NULL: what there is */
	const char *event; /* NULL: what there is */
	unsigned frequency; /* 0: RECORD_FREQUENCY */
	bool chains, user;
	void (*tell)(void *arg, const struct record_state *state);
	void *arg;
};

/*
 * Do what REQUEST asks for, and make the file FILE of it.  *STATUS is that of the
 * command, as a shell has it: of the first run that failed, else 0.  SIGINT,
 * SIGTERM and SIGHUP end it early, with the runs that are whole; of a run that is
 * not only if there is no other.  Fails with a sentence that says what has to be
 * done about it, ERR_IO, ERR_SYMBOLS or ERR_USAGE; *STATUS is 0 then, unless a
 * signal came before there was anything to keep.
 */
int record(const struct record_request *request, struct outbuf *file,
	   struct notes *notes, int *status, struct error *err);

#endif
