/*
 * sandbox.h - what the program gives up before it reads what strangers wrote
 *
 * A fault in a reader shall not be more than a wrong number: whoever takes over
 * the process by a file must find that it can neither run a program, nor talk to
 * the network or to other processes, nor write files outside of the directories
 * that it has to write to.  Reading files is not restricted; symbols are searched
 * in many places.
 *
 * Two parts of Linux are used, each where the kernel has it: Landlock (5.13, for
 * truncation 6.2, for the network 6.7) for files, and a seccomp filter for system
 * calls.  Neither can be undone.  Both hold for the calling thread and those that
 * it starts later, so it is entered before there are others.  It takes a
 * tenth of a millisecond.
 */
#ifndef DIFFPROF_SANDBOX_H
#define DIFFPROF_SANDBOX_H

#include <stdbool.h>

/* Descriptors, of which those below 0 are passed over; they stay the caller's. */
struct sandbox {
	/* Directories under which files may be made, replaced and removed. */
	const int *directories;
	unsigned nr_directories;
	int tree;	/* one where directories may be, too; or -1 */
	int file;	/* one that is there and may be written; or -1 */
	bool network;	/* may be talked to */
};

enum sandbox_part {
	SANDBOX_FILES = 1, /* writing and executing */
	SANDBOX_CALLS = 2, /* what else system calls do */
};

/* Which parts hold from now on: 0 if the kernel has neither. */
unsigned sandbox_enter(const struct sandbox *box);

#endif
