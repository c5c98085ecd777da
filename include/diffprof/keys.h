/*
 * keys.h - which key is which request
 *
 * One table, which the help screen, the bottom line and the manual are made of
 * or checked against.
 */
#ifndef DIFFPROF_KEYS_H
#define DIFFPROF_KEYS_H

#include "diffprof/browser.h"

/* Keys that are no characters; all others are their code points. */
enum key {
	KEYS_FROM = 0x200000,
	K_UP,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_PAGE_UP,
	K_PAGE_DOWN,
	K_HOME,
	K_END,
	K_ERASE,	/* Backspace */
	K_DELETE,
	K_F1,
	K_CLICK,
	K_WHEEL_UP,
	K_WHEEL_DOWN,
};

#define K_ESCAPE 27u
#define K_CTRL(c) ((c) & 31u)

/* In which the browser is; a set of these has a binding. */
enum browser_mode {
	MODE_LIST = 1,
	MODE_DETAIL = 2,
	MODE_TEXT = 4,	/* help, notes */
	MODE_MAIL = 8,
	MODE_PROMPT = 16,
};

#define KEYS_MAX 7

struct binding {
	enum request request;
	unsigned modes;
	unsigned keys[KEYS_MAX];	/* ended by 0 */
	const char *names;	/* of the keys, as the manual has them */
	const char *does;	/* NULL: as in the line before */
	const char *brief;	/* for the bottom line; NULL: not there */
};

/* Ended by REQ_NONE.  One without keys is a heading. */
extern const struct binding bindings[];

/* What KEY asks for in MODE; REQ_NONE: nothing. */
enum request keys_find(unsigned mode, unsigned key);

#endif
