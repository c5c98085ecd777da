/*
 * term_keys.c - keys and the mouse
 */
#include "diffprof/keys.h"
#include "diffprof/term.h"

#include <time.h>

#include "term_library.h"

/* The row of the last click, and when that was. */
static struct {
	int row;
	struct timespec at;
} last;

/* Terminals that send others than TERM says are more common than rare. */
void term_keys_learn(void)
{
	static const struct {
		const char *sent;
		int code;
	} keys[] = {
		{ "\033[A", KEY_UP },	  { "\033OA", KEY_UP },
		{ "\033[B", KEY_DOWN },	  { "\033OB", KEY_DOWN },
		{ "\033[C", KEY_RIGHT },  { "\033OC", KEY_RIGHT },
		{ "\033[D", KEY_LEFT },	  { "\033OD", KEY_LEFT },
		{ "\033[H", KEY_HOME },	  { "\033OH", KEY_HOME },
		{ "\033[1~", KEY_HOME },  { "\033[7~", KEY_HOME },
		{ "\033[F", KEY_END },	  { "\033OF", KEY_END },
		{ "\033[4~", KEY_END },	  { "\033[8~", KEY_END },
		{ "\033[5~", KEY_PPAGE }, { "\033[6~", KEY_NPAGE },
		{ "\033[3~", KEY_DC },	  { "\033OP", KEY_F(1) },
		{ "\033[11~", KEY_F(1) },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!lib.key_defined(keys[i].sent))
			lib.define_key(keys[i].sent, keys[i].code);
}

static bool take_mouse(struct term_key *key)
{
	struct timespec now;
	MEVENT event;

	if (lib.getmouse(&event) != OK)
		return false;
	key->row = event.y;
	key->column = event.x;
	if (event.bstate & BUTTON4_PRESSED) {
		key->key = K_WHEEL_UP;
		return true;
	}
	if (event.bstate & BUTTON5_PRESSED) {
		key->key = K_WHEEL_DOWN;
		return true;
	}
	clock_gettime(CLOCK_MONOTONIC, &now);
	long ms = (now.tv_sec - last.at.tv_sec) * 1000 +
		  (now.tv_nsec - last.at.tv_nsec) / 1000000;
	key->twice = event.y == last.row && ms < 400;
	last.row = event.y;
	last.at = now;
	key->key = K_CLICK;
	return true;
}

/* A function key of ncurses', in our words; 0: none that means anything. */
static unsigned translate(wint_t code)
{
	static const struct {
		int code;
		unsigned key;
	} keys[] = {
		{ KEY_UP, K_UP },	  { KEY_DOWN, K_DOWN },
		{ KEY_LEFT, K_LEFT },	  { KEY_RIGHT, K_RIGHT },
		{ KEY_PPAGE, K_PAGE_UP }, { KEY_NPAGE, K_PAGE_DOWN },
		{ KEY_HOME, K_HOME },	  { KEY_FIND, K_HOME },
		{ KEY_END, K_END },	  { KEY_SELECT, K_END },
		{ KEY_LL, K_END },	  { KEY_BACKSPACE, K_ERASE },
		{ KEY_DC, K_DELETE },	  { KEY_F(1), K_F1 },
		{ KEY_ENTER, '\n' },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if ((wint_t)keys[i].code == code)
			return keys[i].key;
	return 0;
}

bool term_key(struct term_key *key)
{
	wint_t code;

	for (;;) {
		*key = (struct term_key){ .row = -1 };
		switch (lib.wget_wch(*lib.window, &code)) {
		case OK:
			// A terminal's erase key, whichever it sends.
			key->key = code == 127 || code == 8 ? K_ERASE :
							      (unsigned)code;
			return true;
		case KEY_CODE_YES:
			if (code == KEY_MOUSE ? take_mouse(key) :
						(key->key = translate(code)))
				return true;
			break;
		default:
			return false;
		}
	}
}
