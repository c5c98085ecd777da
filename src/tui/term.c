#include "diffprof/term.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "diffprof/escape.h"
#include "rescue.h"
#include "term_library.h"

static struct {
	bool open, ascii, color;
	int in, out, own_in;
	FILE *in_file, *out_file;
	SCREEN *screen;
	int rows, columns;
	int ended_by;	/* a signal */
} term;

/* Append what terminfo has for NAME, without the delays that it asks for. */
static void add_ending(char *text, size_t size, const char *name)
{
	const char *ending = lib.tigetstr(name);
	size_t len = strlen(text);

	if (!ending || ending == (const char *)-1)
		return;
	while (*ending && len + 1 < size) {
		if (ending[0] == '$' && ending[1] == '<' &&
		    strchr(ending, '>'))
			ending = strchr(ending, '>') + 1;
		else
			text[len++] = *ending++;
	}
	text[len] = '\0';
}

static void remember(void)
{
	char text[RESCUE_MAX] = "";

	add_ending(text, sizeof(text), "sgr0");
	add_ending(text, sizeof(text), "rmkx");
	add_ending(text, sizeof(text), "cnorm");
	if (lib.tigetstr("kmous") && lib.tigetstr("kmous") != (char *)-1)
		strncat(text, "\033[?1006;1000l",
			sizeof(text) - strlen(text) - 1);
	add_ending(text, sizeof(text), "rmcup");
	strncat(text, "\r\n", sizeof(text) - strlen(text) - 1);
	rescue_remember(term.out, text);
}

static void choose_colors(void)
{
	lib.start_color();
	// Orange and blue are told apart by whoever cannot tell red from green;
	// these two are seen on black and on white.
	bool many = *lib.colors >= 256;

	lib.use_default_colors();
	lib.init_pair(COLOR_MORE, many ? 172 : COLOR_YELLOW, -1);
	lib.init_pair(COLOR_LESS, many ? 33 : COLOR_CYAN, -1);
	lib.init_pair(COLOR_QUIET, many ? 245 : -1, -1);
	lib.init_pair(COLOR_MATCH, many ? 16 : COLOR_BLACK,
		      many ? 220 : COLOR_YELLOW);
	lib.init_pair(COLOR_ALARM, many ? 203 : COLOR_RED, -1);
}

/* Can the terminal of this name show a frame? */
static int check_terminal(struct error *err)
{
	const char *name = getenv("TERM");
	char shown[64];
	int found = 0;

	if (!name || !*name)
		return fail(err, ERR_USAGE,
			    "-i: TERM is not set, so nobody knows what this"
			    " terminal can; without -i a listing is printed");
	escape_into(shown, sizeof(shown), name);
	if (lib.setupterm(name, term.out, &found) != OK || found != 1)
		return fail(err, ERR_USAGE,
			    "-i: the terminal \"%s\" (TERM) is not known here;"
			    " without -i a listing is printed",
			    shown);
	const char *place = lib.tigetstr("cup");
	if (!place || place == (const char *)-1)
		return fail(err, ERR_USAGE,
			    "-i: the terminal \"%s\" (TERM) cannot place its"
			    " cursor; without -i a listing is printed",
			    shown);
	return 0;
}

/* Keys come from standard input, unless a profile does. */
static int open_keyboard(struct error *err)
{
	term.own_in = -1;
	term.in = STDIN_FILENO;
	if (isatty(STDIN_FILENO))
		return 0;
	term.own_in = open("/dev/tty", O_RDWR | O_CLOEXEC);
	if (term.own_in < 0)
		return fail_errno(err, "-i: no keyboard: /dev/tty");
	term.in = term.own_in;
	return 0;
}

static void begin_screen(bool color)
{
	lib.set_escdelay(25);
	lib.cbreak();
	lib.noecho();
	lib.nonl();
	lib.intrflush(*lib.window, FALSE);
	lib.keypad(*lib.window, TRUE);
	term_keys_learn();
	lib.nodelay(*lib.window, TRUE);
	lib.mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED,
		      NULL);
	lib.mouseinterval(0);
	term.color = color && lib.has_colors();
	if (term.color)
		choose_colors();
}

int term_check(struct error *err)
{
	if (!isatty(STDOUT_FILENO))
		return fail(err, ERR_USAGE,
			    "-i: standard output is no terminal; without -i a"
			    " listing is printed");
	term.out = STDOUT_FILENO;
	if (!term_library_load())
		return fail(err, ERR_IO, "-i: there is no " LIBRARY
					 " (Debian: libncursesw6)");
	return check_terminal(err) < 0 ? -1 : open_keyboard(err);
}

int term_open(bool color, struct error *err)
{
	setlocale(LC_CTYPE, "");
	term.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	if (rescue_listen() < 0)
		return fail_errno(err, "-i: pipe");
	remember();
	lib.del_curterm(*lib.terminal);
	term.in_file = fdopen(dup(term.in), "r");
	term.out_file = fdopen(dup(term.out), "w");
	term.screen = term.in_file && term.out_file ?
			      lib.newterm(NULL, term.out_file, term.in_file) :
			      NULL;
	if (!term.screen) {
		rescue_forget();
		rescue_ignore();
		return fail(err, ERR_IO, "-i: the terminal does not open");
	}
	term.open = true;
	begin_screen(color);
	return 0;
}

void term_close(void)
{
	if (!term.open)
		return;
	term.open = false;
	lib.endwin();
	rescue_forget();
	rescue_ignore();
	lib.delscreen(term.screen);
	fclose(term.in_file);
	fclose(term.out_file);
	if (term.own_in >= 0)
		close(term.own_in);
}

bool term_is_ascii(void)
{
	return term.ascii;
}

void term_size(int *rows, int *columns)
{
	struct winsize size;

	*rows = 24;
	*columns = 80;
	if (!ioctl(term.out, TIOCGWINSZ, &size) && size.ws_row &&
	    size.ws_col) {
		*rows = size.ws_row;
		*columns = size.ws_col;
	}
	if (*rows > FRAME_MAX)
		*rows = FRAME_MAX;
	if (*columns > FRAME_MAX)
		*columns = FRAME_MAX;
	if (*rows != term.rows || *columns != term.columns) {
		lib.resizeterm(*rows, *columns);
		term.rows = *rows;
		term.columns = *columns;
	}
}

static void set_style(unsigned style)
{
	unsigned color = style & STYLE_COLORS;
	attr_t attrs = A_NORMAL;

	if (style & STYLE_BOLD)
		attrs |= A_BOLD;
	if (style & STYLE_REVERSE)
		attrs |= A_REVERSE;
	if (style & STYLE_UNDERLINE)
		attrs |= A_UNDERLINE;
	if (color == COLOR_QUIET && (!term.color || *lib.colors < 256))
		attrs |= A_DIM;
	if (color == COLOR_MATCH && !term.color)
		attrs |= A_STANDOUT;
	if (color == COLOR_ALARM && !term.color)
		attrs |= A_BOLD;
	lib.wattr_set(*lib.window, attrs, term.color ? (short)color : 0, NULL);
}

/* The characters of a cell; what the C library cannot place is a question mark. */
static int wide_text(const struct frame_cell *cell, wchar_t *text)
{
	int nr = 0;

	for (size_t i = 0; i < cell->len;) {
		unsigned code;
		size_t n = escape_utf8(cell->text + i, cell->len - i, &code);

		if (!n)
			break;
		int width = wcwidth((wchar_t)code);
		if (nr ? width == 0 : width == cell->wide)
			text[nr++] = (wchar_t)code;
		else if (!nr)
			text[nr++] = L'?';
		i += n;
	}
	return nr;
}

static void show_row(const struct frame *frame, int row)
{
	const struct frame_cell *cell =
		&frame->cells[(size_t)row * (size_t)frame->columns];
	wchar_t text[FRAME_MAX];
	int column = 0;

	while (column < frame->columns) {
		unsigned style = cell[column].style;
		int from = column, nr = 0;

		// As many plain characters of one style as there are.
		while (column < frame->columns && cell[column].len == 1 &&
		       cell[column].style == style)
			text[nr++] = (wchar_t)cell[column++].text[0];
		if (!nr) {
			nr = wide_text(&cell[column], text);
			column++;
		}
		if (!nr)
			continue;
		set_style(style);
		lib.wmove(*lib.window, row, from);
		lib.waddnwstr(*lib.window, text, nr);
	}
}

void term_show(const struct frame *frame)
{
	lib.werase(*lib.window);
	for (int row = 0; row < frame->rows; row++)
		show_row(frame, row);
	lib.curs_set(frame->cursor_row >= 0);
	if (frame->cursor_row >= 0)
		lib.wmove(*lib.window, frame->cursor_row,
			  frame->cursor_column < frame->columns ?
				  frame->cursor_column :
				  frame->columns - 1);
	lib.wrefresh(*lib.window);
}

void term_redraw(void)
{
	lib.wclear(*lib.window);
}

static enum term_event event_of(int signo)
{
	switch (signo) {
	case SIGWINCH:
		return TERM_RESIZED;
	case SIGTSTP:
		return TERM_STOP;
	default:
		term.ended_by = signo;
		return TERM_END;
	}
}

enum term_event term_wait(int fd, int ms)
{
	struct pollfd polled[] = {
		{ .fd = term.in, .events = POLLIN },
		{ .fd = rescue_listen(), .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	int ready = poll(polled, 3, ms);

	int signo = rescue_signal();
	if (signo)
		return event_of(signo);
	if (ready <= 0)
		return TERM_NOTHING;
	if (polled[0].revents & POLLIN)
		return TERM_KEY;
	// The terminal is gone.
	if (polled[0].revents) {
		term.ended_by = SIGHUP;
		return TERM_END;
	}
	return polled[2].revents ? TERM_FD : TERM_NOTHING;
}

void term_leave(void)
{
	lib.endwin();
}

void term_return(void)
{
	int rows, columns;

	term_size(&rows, &columns);
	term_redraw();
}

void term_suspend(void)
{
	struct sigaction before;
	const struct sigaction plain = { .sa_handler = SIG_DFL };

	term_leave();
	sigaction(SIGTSTP, &plain, &before);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &before, NULL);
	term_return();
}

void term_die(void)
{
	int signo = term.ended_by ? term.ended_by : SIGTERM;

	term_close();
	signal(signo, SIG_DFL);
	for (;;) {
		raise(signo);
		pause();
	}
}

void term_rescue(void)
{
	rescue_now();
}
