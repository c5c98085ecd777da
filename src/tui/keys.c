#include "diffprof/keys.h"

#define WALK (MODE_LIST | MODE_DETAIL | MODE_TEXT | MODE_MAIL)

/* In the order of the help screen and of the manual. */
const struct binding bindings[] = {
	{ .names = "Moving" },
	{ REQ_UP, WALK, { K_UP, 'k', K_CTRL('p') }, "Up k", "one up", NULL },
	{ REQ_DOWN, WALK, { K_DOWN, 'j', K_CTRL('n') }, "Down j", "one down",
	  NULL },
	{ REQ_PAGE_UP, WALK, { K_PAGE_UP, K_CTRL('b') }, "PgUp ^B",
	  "a page up", NULL },
	{ REQ_PAGE_DOWN, WALK, { K_PAGE_DOWN, K_CTRL('f'), ' ' },
	  "PgDn ^F Space", "a page down", NULL },
	{ REQ_FIRST, WALK, { K_HOME, 'g', '<' }, "Home g",
	  "to the first row or line", NULL },
	{ REQ_LAST, WALK, { K_END, 'G', '>' }, "End G",
	  "to the last row or line", NULL },
	{ REQ_OPEN, MODE_LIST, { '\n', '\r', K_RIGHT, 'l' }, "Enter Right",
	  "open the row: verdict, callers, source lines", "Enter:open" },
	{ REQ_BACK, WALK, { K_ESCAPE, K_LEFT, K_ERASE, 'h' },
	  "Esc Left Backspace",
	  "back; stop what is being read; forget the search", "Esc:back" },

	{ .names = "Finding" },
	{ REQ_SEARCH, WALK, { '/' }, "/",
	  "search as you type: a regular expression, of small letters in any"
	  " case", "/:search" },
	{ REQ_SEARCH_NEXT, WALK, { 'n' }, "n", "the next match", NULL },
	{ REQ_SEARCH_PREVIOUS, WALK, { 'N' }, "N", "the match before", NULL },
	{ REQ_FILTER, MODE_LIST, { 'f' }, "f",
	  "show only rows that match a regular expression", "f:filter" },
	{ REQ_FILTER_CLEAR, MODE_LIST, { 'F' }, "F", "show all rows again",
	  NULL },

	{ .names = "Choosing" },
	{ REQ_SORT_NEXT, MODE_LIST, { 's' }, "s", "sort by the next column",
	  "s:sort" },
	{ REQ_SORT_REVERSE, MODE_LIST, { 'S', 'r' }, "S r",
	  "sort the other way round", NULL },
	{ REQ_MEASURE, MODE_LIST, { 'd' }, "d",
	  "show delta, percent, change of share, or normalised delta",
	  "d:measure" },
	{ REQ_NOISE, MODE_LIST, { 'z' }, "z", "hide or show what is noise",
	  "z:noise" },
	{ REQ_IDLE, MODE_LIST, { 'i' }, "i", "hide or show what is idle",
	  "i:idle" },
	{ REQ_GROUP, MODE_LIST, { 'b' }, "b",
	  "rows by symbol, file, directory or image", "b:group" },
	{ REQ_EVENT, MODE_LIST, { 'e' }, "e", "the next event", NULL },
	{ REQ_TEST, MODE_LIST | MODE_DETAIL, { '\t' }, "Tab",
	  "the next test, where base is compared with several", NULL },
	{ REQ_ASM, MODE_DETAIL, { 'a' }, "a",
	  "of a function: source lines or instructions", "a:asm" },

	{ .names = "Taking it away" },
	{ REQ_MARK, MODE_LIST, { 'y' }, "y",
	  "mark or unmark the row; only marked rows are written and mailed",
	  "y:mark" },
	{ REQ_UNMARK, MODE_LIST, { 'Y' }, "Y", "unmark all rows", NULL },
	{ REQ_WRITE, MODE_LIST, { 'w' }, "w",
	  "write the rows to a file; its suffix says in which format",
	  "w:write" },
	{ REQ_MAIL, MODE_LIST, { 'm' }, "m",
	  "compose a mail of the rows and show it; nothing is sent yet",
	  "m:mail" },
	{ REQ_MAIL, MODE_MAIL, { 'm', 's', '\n', '\r' }, "Enter s",
	  "of the mail: ask to whom, and whether to send it", "Enter:send" },

	{ .names = "About" },
	{ REQ_NOTES, MODE_LIST | MODE_DETAIL, { '!' }, "!",
	  "doubts and remarks about the profiles", NULL },
	{ REQ_HELP, WALK, { '?', K_F1 }, "? F1", "this help", "?:help" },
	{ REQ_REDRAW, WALK, { K_CTRL('l') }, "^L", "draw the screen anew",
	  NULL },
	{ REQ_QUIT, WALK, { 'q', K_CTRL('d') }, "q",
	  "quit; of help, notes and mail: back", "q:quit" },

	{ .names = "Mouse" },
	{ REQ_CLICK, WALK, { K_CLICK }, "Click",
	  "go to a row, twice: open it; on a heading: sort by it", NULL },
	{ REQ_WHEEL_UP, WALK, { K_WHEEL_UP }, "Wheel", "up or down", NULL },
	{ REQ_WHEEL_DOWN, WALK, { K_WHEEL_DOWN }, NULL, NULL, NULL },

	{ .names = "While typing" },
	{ REQ_ACCEPT, MODE_PROMPT, { '\n', '\r' }, "Enter", "done", NULL },
	{ REQ_CANCEL, MODE_PROMPT, { K_ESCAPE, K_CTRL('g') }, "Esc",
	  "never mind", NULL },
	{ REQ_ERASE, MODE_PROMPT, { K_ERASE, K_DELETE, 127, 8 }, "Backspace",
	  "erase a character", NULL },
	{ REQ_ERASE_WORD, MODE_PROMPT, { K_CTRL('w') }, "^W", "erase a word",
	  NULL },
	{ REQ_ERASE_ALL, MODE_PROMPT, { K_CTRL('u') }, "^U", "erase all",
	  NULL },
	{ .request = REQ_NONE, .names = NULL },
};

enum request keys_find(unsigned mode, unsigned key)
{
	for (const struct binding *b = bindings; b->request || b->names; b++)
		for (size_t i = 0; b->request && b->modes & mode &&
				   i < KEYS_MAX && b->keys[i];
		     i++)
			if (b->keys[i] == key)
				return b->request;
	if (mode == MODE_PROMPT && key >= ' ' && key != 127 && key < KEYS_FROM)
		return REQ_TYPE;
	return REQ_NONE;
}

const char *const request_names[] = {
	[REQ_NONE] = "none",
	[REQ_UP] = "up",
	[REQ_DOWN] = "down",
	[REQ_PAGE_UP] = "page up",
	[REQ_PAGE_DOWN] = "page down",
	[REQ_FIRST] = "first",
	[REQ_LAST] = "last",
	[REQ_OPEN] = "open",
	[REQ_BACK] = "back",
	[REQ_SEARCH] = "search",
	[REQ_SEARCH_NEXT] = "search next",
	[REQ_SEARCH_PREVIOUS] = "search previous",
	[REQ_FILTER] = "filter",
	[REQ_FILTER_CLEAR] = "filter clear",
	[REQ_SORT_NEXT] = "sort next",
	[REQ_SORT_REVERSE] = "sort reverse",
	[REQ_MEASURE] = "measure",
	[REQ_NOISE] = "noise",
	[REQ_IDLE] = "idle",
	[REQ_GROUP] = "group",
	[REQ_EVENT] = "event",
	[REQ_TEST] = "test",
	[REQ_ASM] = "asm",
	[REQ_MARK] = "mark",
	[REQ_UNMARK] = "unmark",
	[REQ_WRITE] = "write",
	[REQ_MAIL] = "mail",
	[REQ_NOTES] = "notes",
	[REQ_HELP] = "help",
	[REQ_REDRAW] = "redraw",
	[REQ_QUIT] = "quit",
	[REQ_CLICK] = "click",
	[REQ_WHEEL_UP] = "wheel up",
	[REQ_WHEEL_DOWN] = "wheel down",
	[REQ_TYPE] = "type",
	[REQ_ERASE] = "erase",
	[REQ_ERASE_WORD] = "erase word",
	[REQ_ERASE_ALL] = "erase all",
	[REQ_ACCEPT] = "accept",
	[REQ_CANCEL] = "cancel",
};
