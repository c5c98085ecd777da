/*
 * child.h - a command, run and waited for
 *
 * Its input and output are ours; it starts when it is told to, so that samplers
 * can be ready.  Signals of the terminal reach it by themselves.
 */
#ifndef RECORD_CHILD_H
#define RECORD_CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

#include "diffprof/error.h"

struct child {
	pid_t pid; /* 0: none runs */
	int go; /* what it waits for, until child_go() */
	int refusal; /* it writes an errno if there is no such command; or -1 */
	int status; /* as wait(2) has it, when it has ended */
	double elapsed, user, system; /* in seconds; with all it waited for */
	double start;
};

/* Make the command WORDS, ended by NULL, which waits. */
int child_start(struct child *child, char *const *words, struct error *err);
/* Fails with ERR_USAGE if there is no such command. */
int child_go(struct child *child, const char *name, struct error *err);
/* Has it ended?  Its times are known then. */
bool child_has_ended(struct child *child);

/*
 * From here on, until signals_release(): a child that ends, SIGINT, SIGTERM and
 * SIGHUP cut signals_wait() short and do nothing else.
 */
void signals_hold(void);
void signals_release(void);
/* Wait for FDS, so many milliseconds, or a signal. */
void signals_wait(struct pollfd *fds, size_t nr, int milliseconds);
/* How many of the latter three came, and the first of them. */
unsigned signals_came(int *first);

/* Seconds since some moment. */
double child_clock(void);

/* As a shell has it: 128 and the signal, if one ended it. */
int child_exit_status(int status);

#endif
