/*
 * browser.h - a comparison to walk about in: a state, and requests that change it
 *
 * keys.h turns a key into a request, browser_handle() changes the state, and
 * browser_draw() makes a frame of it.  Nothing here knows a terminal, so tests
 * drive it with requests and read frames.
 *
 * What the browser needs from the rest of the program comes through a door: to
 * load the data in another way, to look deeper into a row, to write and to mail.
 * That may take long, so it is done in a thread of its own (see tasks.h), one
 * call at a time, while the browser goes on; browser_step() takes what is done.
 */
#ifndef DIFFPROF_BROWSER_H
#define DIFFPROF_BROWSER_H

#include "diffprof/callers.h"
#include "diffprof/frame.h"
#include "diffprof/view.h"

enum request {
	REQ_NONE,
	/* Moving, in a list or a text */
	REQ_UP,
	REQ_DOWN,
	REQ_PAGE_UP,
	REQ_PAGE_DOWN,
	REQ_FIRST,
	REQ_LAST,
	REQ_OPEN,
	REQ_BACK,
	/* Finding */
	REQ_SEARCH,
	REQ_SEARCH_NEXT,
	REQ_SEARCH_PREVIOUS,
	REQ_FILTER,
	REQ_FILTER_CLEAR,
	/* Choosing */
	REQ_SORT_NEXT,
	REQ_SORT_REVERSE,
	REQ_MEASURE,
	REQ_NOISE,
	REQ_IDLE,
	REQ_GROUP,
	REQ_EVENT,
	REQ_TEST,
	REQ_ASM,
	/* Taking it away */
	REQ_MARK,
	REQ_UNMARK,
	REQ_WRITE,
	REQ_MAIL,
	/* About */
	REQ_NOTES,
	REQ_HELP,
	REQ_REDRAW,
	REQ_QUIT,
	/* The mouse */
	REQ_CLICK,
	REQ_WHEEL_UP,
	REQ_WHEEL_DOWN,
	/* While one types */
	REQ_TYPE,
	REQ_ERASE,
	REQ_ERASE_WORD,
	REQ_ERASE_ALL,
	REQ_ACCEPT,
	REQ_CANCEL,
	REQUESTS,
};

/* Their names, for tests: "down". */
extern const char *const request_names[];

struct input_event {
	enum request request;
	unsigned code;	/* the character, of REQ_TYPE */
	int row, column;	/* of REQ_CLICK */
	bool twice;	/* a double click */
};

/* What rows are to be made of. */
enum browser_group {
	GROUPED_AS_ASKED,	/* on the command line */
	GROUPED_BY_SYMBOL,
	GROUPED_BY_FILE,
	GROUPED_BY_DIR,
	GROUPED_BY_IMAGE,
	BROWSER_GROUPS,
};

struct browser_ask {
	enum browser_group group;
	size_t event;	/* index into browser_data.events; SIZE_MAX: as asked */
	bool flip_idle;	/* not as asked on the command line */
	bool normalise;	/* where that has not been asked for */
};

/* What is walked about in.  Stays as it is until it is released. */
struct browser_data {
	const struct view *views;	/* of comparisons, or the one of a listing */
	size_t nr_views;
	const struct notes *notes;
	const char *const *events;	/* those that can be chosen; may be none */
	size_t nr_events, event;
	const char *group;	/* of what rows are, in words: "file"; NULL: symbols */
	bool idle_left_out;
	void *own;	/* the door's */
};

/* A line of source, or an instruction, with the ticks of both sides. */
struct browser_line {
	const char *place;	/* "mm/rmap.c:123", or an address */
	const char *text;
	double base, test;	/* per run, normalised as rows are */
	bool known;	/* false: no ticks are known of such a line */
};

/* What is known of a row beyond the comparison; NULL and 0: nothing. */
struct browser_depth {
	const struct flame *flame;
	struct callers callers;	/* if there is a flame */
	const char *story;	/* what happened to it, a sentence */
	const char *whom; /* it concerns, and by which file: a sentence */
	const struct browser_line *lines, *instructions;
	size_t nr_lines, nr_instructions;
	const char *why_no_lines;
	const char *why_no_callers;
};

struct browser_door {
	void *context;	/* of all that follows */
	/*
	 * Make DATA as ASK says; called in another thread.  Fails with what the
	 * user is to read.
	 */
	int (*load)(void *context, const struct browser_ask *ask,
		    struct browser_data *data, struct error *err);
	void (*release)(void *context, struct browser_data *data);
	/*
	 * Look deeper into ROW of view VIEW of DATA, into ARENA; called in
	 * another thread.  NULL: nothing more is known of any.
	 */
	int (*look)(void *context, const struct browser_data *data, size_t view,
		    const void *row, struct arena *arena,
		    struct browser_depth *depth, struct error *err);
	/*
	 * Write the views to PATH, in the format that its suffix tells.
	 * *EXISTS: whether there is such a file, which is left alone unless
	 * OVERWRITE.
	 */
	int (*write)(void *context, const struct browser_data *data,
		     const struct view *views, size_t nr, const char *path,
		     bool overwrite, bool *exists, struct error *err);
	double mail_min_delta;	/* rows that changed less are in no mail */
	/* The text of a mail, and what is said of it. */
	int (*compose)(void *context, const struct view *views, size_t nr,
		       struct outbuf *text, char *subject, size_t size,
		       struct error *err);
};

struct browser;

/* What is to be done by whoever has the terminal. */
enum browser_wish {
	WISH_NOTHING,
	WISH_QUIT,
	WISH_REDRAW,	/* all of the screen */
	WISH_SEND,	/* the mail: see browser_mail() */
};

/*
 * A browser of DATA, which is released with it, as the rest of what it takes.
 * CHOOSE says how rows are chosen and ordered at first; its expressions must
 * live as long.
 */
struct browser *browser_new(const struct browser_door *door,
			    const struct browser_data *data,
			    const struct view_options *choose);
void browser_free(struct browser *browser);

/* Do as EVENT says. */
enum browser_wish browser_handle(struct browser *browser,
				 const struct input_event *event);
/* Draw FRAME anew, which has been begun. */
void browser_draw(struct browser *browser, struct frame *frame);

/* Which keys are to be heard now: an index into those of keys.h. */
unsigned browser_mode(const struct browser *browser);

/* Is something being done in the background?  Its descriptor, for poll(). */
bool browser_is_busy(const struct browser *browser);
int browser_fd(const struct browser *browser);
/* Is there something to be done by browser_step() itself, at once? */
bool browser_has_steps(const struct browser *browser);
/*
 * Take what has been done in the background (WAIT: wait for it); true if that
 * changes what is to be seen.
 */
bool browser_step(struct browser *browser, bool wait);

struct browser_letter {
	const char *to, *subject;
	struct span text;
};

/* The mail that is to be sent; and how that went (NULL: well). */
void browser_mail(const struct browser *browser, struct browser_letter *mail);
void browser_sent(struct browser *browser, const char *trouble);

#endif
