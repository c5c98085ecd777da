/*
 * term.h - a terminal: frames out, keys in, and as it was before
 *
 * The only file that knows ncurses, which is loaded when a terminal is opened.
 * There is one terminal, so there is no handle.  Signals that end or stop the
 * program are heard by term_wait(), which gives them to its caller; what dies on
 * the spot (SIGSEGV) leaves the terminal as it was as well.
 */
#ifndef DIFFPROF_TERM_H
#define DIFFPROF_TERM_H

#include <stdbool.h>

#include "diffprof/error.h"
#include "diffprof/frame.h"

enum term_event {
	TERM_NOTHING,	/* the time is over */
	TERM_KEY,	/* term_key() has one */
	TERM_RESIZED,
	TERM_FD,	/* the descriptor is readable */
	TERM_STOP,	/* SIGTSTP: term_suspend() */
	TERM_END,	/* SIGTERM, SIGINT, SIGHUP: see term_die() */
};

/*
 * Fails with ERR_USAGE, saying why, if standard output is no terminal or one that
 * cannot show this; with ERR_IO if there is no keyboard or no library.
 */
int term_check(struct error *err);
/* After that: begin.  Fails with ERR_IO. */
int term_open(bool color, struct error *err);
void term_close(void);

/* Does the locale have nothing but ASCII? */
bool term_is_ascii(void);
void term_size(int *rows, int *columns);
void term_show(const struct frame *frame);
/* The next frame is drawn over whatever is there. */
void term_redraw(void);

/* A key of keys.h, or a mouse event where ROW and COLUMN are. */
struct term_key {
	unsigned key;
	int row, column;
	bool twice;	/* a double click */
};

/* Take the next key that is there; false: none is. */
bool term_key(struct term_key *key);

/* Wait up to MS milliseconds (-1: for ever) for a key, a signal, or FD (or -1). */
enum term_event term_wait(int fd, int ms);

/* Leave the terminal to another program, and come back. */
void term_leave(void);
void term_return(void);
/* Stop, as the shell wants, until it lets the program go on. */
void term_suspend(void);
/* End by the signal of TERM_END, the terminal being closed. */
void term_die(void) __attribute__((noreturn));

/*
 * Put the terminal back as it was, from a signal handler or where nothing else
 * can be done any more.  Does nothing when none is open.
 */
void term_rescue(void);

#endif
