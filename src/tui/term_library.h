/*
 * term_library.h - ncurses, loaded when a terminal is opened
 *
 * For the files term*.c, and no others: most runs of the program have no use of
 * it and do not pay for it.
 */
#ifndef TERM_LIBRARY_H
#define TERM_LIBRARY_H

#include <stdbool.h>

#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <ncursesw/term.h>

// They are macros of terminfo's, and words of ours.
#undef columns
#undef lines
#undef key_mouse

#define LIBRARY "libncursesw.so.6"

/* What is used of the library, by name. */
struct term_library {
	void *handle;
	__typeof__(setupterm) *setupterm;
	__typeof__(tigetstr) *tigetstr;
	__typeof__(del_curterm) *del_curterm;
	__typeof__(newterm) *newterm;
	__typeof__(delscreen) *delscreen;
	__typeof__(set_escdelay) *set_escdelay;
	__typeof__(cbreak) *cbreak;
	__typeof__(noecho) *noecho;
	__typeof__(nonl) *nonl;
	__typeof__(keypad) *keypad;
	__typeof__(intrflush) *intrflush;
	__typeof__(nodelay) *nodelay;
	__typeof__(has_colors) *has_colors;
	__typeof__(start_color) *start_color;
	__typeof__(use_default_colors) *use_default_colors;
	__typeof__(init_pair) *init_pair;
	__typeof__(mousemask) *mousemask;
	__typeof__(mouseinterval) *mouseinterval;
	__typeof__(getmouse) *getmouse;
	__typeof__(wget_wch) *wget_wch;
	__typeof__(wmove) *wmove;
	__typeof__(werase) *werase;
	__typeof__(wattr_set) *wattr_set;
	__typeof__(waddnwstr) *waddnwstr;
	__typeof__(wrefresh) *wrefresh;
	__typeof__(wclear) *wclear;
	__typeof__(curs_set) *curs_set;
	__typeof__(resizeterm) *resizeterm;
	__typeof__(define_key) *define_key;
	__typeof__(key_defined) *key_defined;
	__typeof__(endwin) *endwin;
	WINDOW **window; /* the screen's */
	TERMINAL **terminal; /* the one that was asked about last */
	int *colors; /* how many there are */
};

extern struct term_library lib;

/* Load it; false: it is not there, or not as it should be. */
bool term_library_load(void);

/* Tell it of keys that terminals send, whatever their kind. */
void term_keys_learn(void);

#endif
