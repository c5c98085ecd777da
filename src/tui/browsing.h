/*
 * browsing.h - the state of the browser, for the files that it is made of
 */
#ifndef BROWSING_H
#define BROWSING_H

#include "diffprof/browser.h"
#include "diffprof/keys.h"
#include "diffprof/tasks.h"

#include "list.h"
#include "pattern.h"
#include "text.h"

enum page { PAGE_LIST, PAGE_DETAIL, PAGE_HELP, PAGE_NOTES, PAGE_MAIL };

/* What is asked for at the bottom line. */
enum prompt_kind {
	PROMPT_NONE,
	PROMPT_SEARCH,
	PROMPT_FILTER,
	PROMPT_WRITE,	/* a file's name */
	PROMPT_OVERWRITE,	/* y or n */
	PROMPT_MAIL,	/* to whom */
	PROMPT_SEND,	/* y or n */
};

#define TYPED_MAX 1000

struct prompt {
	enum prompt_kind kind;
	char text[TYPED_MAX + 8];	/* UTF-8 */
	size_t len;
	size_t from;	/* where one was in the list, or in the text */
	size_t from_top;
};

/* A call through the door, in the background. */
enum { WORK_NONE, WORK_LOAD, WORK_LOOK, WORK_SORT };

struct work {
	int kind;
	struct background *job;
	bool unwanted;	/* nobody waits for it any more */
	const struct browser_door *door;
	/* to load */
	struct browser_ask ask;
	struct browser_data data;
	/* to look */
	const struct browser_data *of;
	size_t view;
	const void *row;
	struct arena arena;
	struct browser_depth depth;
	/* to sort */
	const struct list *list;
	struct list sorted;	/* the order that is wanted of it */
	struct view sorted_view;

	int failed;
	struct error err;
	unsigned ticks;	/* how often it was looked at */
};

/* Where things stand in the frame that was drawn last: for the mouse. */
struct screen {
	int heading_row, list_row, list_height;
	struct heading {
		int from, to;
		enum sort_key key;
		bool sorts;
	} headings[24];
	size_t nr_headings;
	int columns;
};

struct browser {
	struct browser_door door;
	struct browser_data data;
	struct browser_ask ask, had;	/* what is wanted; what DATA is */
	enum browser_group tried_group;	/* last, if that has failed: not again */
	size_t tried_event;
	enum page page, under;	/* the latter: what help and notes cover */
	struct list list;
	struct pattern search, filter;
	struct seek seek;	/* a search that goes on */
	struct prompt prompt;
	struct work work;
	int queued;	/* the kind of work that waits for one nobody wants */
	struct screen screen;

	struct text text;	/* of help and notes */
	struct text detail, letter;
	struct browser_depth depth;	/* of the row that is open */
	struct arena depth_arena;
	const void *open_row;	/* of the view of the list; NULL: none */
	bool has_depth, show_asm;
	char depth_error[1024];

	struct outbuf mail;
	char subject[256], to[TYPED_MAX + 8], file[TYPED_MAX + 8];

	char status[1200];
	bool alarm;	/* it is about trouble */
};

/* Say something at the bottom line, until the next key. */
void browser_say(struct browser *b, bool alarm, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* work.c */
void work_load(struct browser *b);
void work_look(struct browser *b);
/* In the order of the list: at once, or, of very many rows, in a while. */
void work_sort(struct browser *b);
/* Nobody waits any more. */
void work_forget(struct browser *b);
/* Is there work that somebody waits for? */
bool work_is_wanted(const struct browser *b);
/* Wait for it, whoever wants it, before the door is used again. */
void work_end(struct browser *b);

/* Begin a search, or go on with it; what it comes to is said. */
void browser_seek(struct browser *b, int step, bool here);
bool browser_seek_step(struct browser *b);

/* detail.c: make the text of the row that is open, of what is known so far. */
void detail_make(struct browser *b);
/* pages.c */
void help_make(struct text *text);
void notes_make(struct text *text, const struct notes *notes);
void letter_make(struct browser *b);

/* take.c: writing and mailing. */
void take_write(struct browser *b, bool overwrite);
void take_compose(struct browser *b);

/* prompt.c */
void prompt_open(struct browser *b, enum prompt_kind kind, const char *text);
enum browser_wish prompt_handle(struct browser *b,
				const struct input_event *event);
const char *prompt_label(const struct browser *b);

/* heading.c: the lines above and below the list. */
void title_draw(struct browser *b, struct frame *frame, int row);
void state_draw(struct browser *b, struct frame *frame, int row);
void bottom_draw(struct browser *b, struct frame *frame, int row);
/* list_draw.c */
void list_draw(struct browser *b, struct frame *frame, int row, int height);

/* The orders that `s' goes through, and their names. */
struct order {
	enum sort_key key;
	const char *name;	/* as --sort has it */
	const char *column;	/* whose heading has the arrow */
};

extern const struct order diff_orders[], listing_orders[];	/* ended by NULL */
const struct order *order_of(const struct list *list);
/* The next that makes sense of these data. */
void order_next(struct list *list);
bool order_is_known(const struct list *list, enum sort_key key);

#endif
