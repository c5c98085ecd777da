#include "browse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diffprof/keys.h"
#include "diffprof/term.h"
#include "door.h"

/* ---- standard input ------------------------------------------------------ */

static bool wants_stdin(const struct options *opts)
{
	bool wanted = false;

	for (size_t g = 0; g < opts->nr_groups; g++)
		for (size_t i = 0; i < opts->groups[g].nr; i++)
			wanted |= !strcmp(opts->groups[g].paths[i], "-");
	for (int side = 0; side < SIDES; side++) {
		const char *map = opts->side[side].map;
		const char *image = opts->side[side].vmlinux;

		wanted |= (map && !strcmp(map, "-")) ||
			  (image && !strcmp(image, "-"));
	}
	return wanted;
}

/* What can be read once only is to be had again: a copy takes its place. */
static int keep_stdin(const struct options *opts, struct error *err)
{
	char bytes[1 << 16];
	ssize_t got;

	if (!wants_stdin(opts) || lseek(STDIN_FILENO, 0, SEEK_CUR) == 0)
		return 0;
	int fd = memfd_create("stdin", MFD_CLOEXEC);
	if (fd < 0)
		return fail_errno(err, "-");
	while ((got = read(STDIN_FILENO, bytes, sizeof(bytes))) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || write(fd, bytes, (size_t)got) != got) {
			close(fd);
			return fail_errno(err, "-");
		}
	}
	if (lseek(fd, 0, SEEK_SET) < 0 || dup2(fd, STDIN_FILENO) < 0) {
		close(fd);
		return fail_errno(err, "-");
	}
	close(fd);
	return 0;
}

/* ---- mail ---------------------------------------------------------------- */

/* The descriptor of a file, that has no name, with TEXT in it; or -1. */
static int file_of(struct span text)
{
	int fd = memfd_create("mail", MFD_CLOEXEC);

	while (fd >= 0 && text.len) {
		ssize_t n = write(fd, text.ptr, text.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			close(fd);
			return -1;
		}
		text.ptr += n;
		text.len -= (size_t)n;
	}
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

/* In the child: the shell takes $MAILER apart, and nothing else. */
static _Noreturn void run_mailer(const struct browser_letter *mail, int fd)
{
	const char *mailer = getenv("MAILER");
	char *command;

	dup2(fd, STDIN_FILENO);
	if (asprintf(&command, "%s -s \"$1\" -- \"$2\"",
		     mailer && *mailer ? mailer : "mail") < 0)
		_exit(127);
	execl("/bin/sh", "sh", "-c", command, "sh", mail->subject, mail->to,
	      (char *)NULL);
	_exit(127);
}

static void send_mail(struct browser *browser)
{
	struct browser_letter mail;
	const char *trouble = NULL;
	int status = 0;

	browser_mail(browser, &mail);
	int fd = file_of(mail.text);
	if (fd < 0) {
		browser_sent(browser, "not sent: there is no room for it");
		return;
	}
	term_leave();
	pid_t child = fork();
	if (!child)
		run_mailer(&mail, fd);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
		// Until it has ended.
	}
	close(fd);
	term_return();
	if (child < 0)
		trouble = "not sent: no process can be had";
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		trouble = "not sent: there is no such mailer; MAILER names one";
	else if (status)
		trouble = "not sent: the mailer failed";
	browser_sent(browser, trouble);
}

/* ---- the terminal -------------------------------------------------------- */

/* While something is being read, the line that says so moves. */
#define TURN_MS 60

static void show(struct browser *browser, struct frame *frame)
{
	int rows, columns;

	term_size(&rows, &columns);
	frame->ascii = term_is_ascii();
	frame_begin(frame, rows, columns);
	browser_draw(browser, frame);
	term_show(frame);
}

/* All keys that are there; false: it is over. */
static bool handle_keys(struct browser *browser)
{
	struct term_key key;

	while (term_key(&key)) {
		const struct input_event event = {
			.request = keys_find(browser_mode(browser), key.key),
			.code = key.key,
			.row = key.row,
			.column = key.column,
			.twice = key.twice,
		};

		switch (browser_handle(browser, &event)) {
		case WISH_QUIT:
			return false;
		case WISH_REDRAW:
			term_redraw();
			break;
		case WISH_SEND:
			send_mail(browser);
			break;
		case WISH_NOTHING:
			break;
		}
	}
	return true;
}

static void walk(struct browser *browser)
{
	struct frame frame = { .ascii = false };
	bool on = true;

	while (on) {
		show(browser, &frame);
		switch (term_wait(browser_fd(browser),
				  browser_has_steps(browser) ? 0 :
				  browser_is_busy(browser)   ? TURN_MS :
							       -1)) {
		case TERM_KEY:
			on = handle_keys(browser);
			break;
		case TERM_STOP:
			term_suspend();
			break;
		case TERM_END:
			term_die();
		case TERM_NOTHING:
		case TERM_RESIZED:
		case TERM_FD:
			break;
		}
		browser_step(browser, false);
	}
	frame_release(&frame);
}

static bool wants_color(const struct options *opts)
{
	const char *no_color = getenv("NO_COLOR");

	return opts->color == COLOR_ALWAYS ||
	       (opts->color == COLOR_AUTO && !(no_color && *no_color));
}

int browse(const struct options *opts, bool *exceeded, struct error *err)
{
	struct doorway way;
	struct browser_door door;
	struct browser_data data;

	if (term_check(err) < 0 || keep_stdin(opts, err) < 0)
		return -1;
	door_open(&way, opts, &door);
	if (door_load_first(&way, &data, exceeded, err) < 0)
		return -1;
	if (term_open(wants_color(opts), err) < 0)
		return -1;
	struct browser *browser = browser_new(&door, &data, &opts->view);
	walk(browser);
	term_close();
	// A thread that still reads what nobody waits for keeps its memory.
	if (!browser_is_busy(browser))
		browser_free(browser);
	arena_release(&way.arena);
	return 0;
}
