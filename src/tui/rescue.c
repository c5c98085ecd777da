#include "rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
	volatile sig_atomic_t active;
	int fd;
	struct termios mode;
	char text[RESCUE_MAX];
	size_t len;
	int pipe[2];
	bool listening;
} rescue;

void rescue_remember(int fd, const char *text)
{
	rescue.fd = fd;
	rescue.len = strnlen(text, sizeof(rescue.text));
	memcpy(rescue.text, text, rescue.len);
	if (!tcgetattr(fd, &rescue.mode))
		rescue.active = 1;
}

void rescue_forget(void)
{
	rescue.active = 0;
}

void rescue_now(void)
{
	int error = errno;

	if (!rescue.active)
		return;
	rescue.active = 0;
	if (write(rescue.fd, rescue.text, rescue.len) < 0) {
		// Nothing is left to be done about it.
	}
	tcsetattr(rescue.fd, TCSANOW, &rescue.mode);
	errno = error;
}

/* What was a fault stays one, but for the terminal. */
static void on_fault(int signo)
{
	rescue_now();
	signal(signo, SIG_DFL);
	raise(signo);
}

static void on_signal(int signo)
{
	unsigned char byte = (unsigned char)signo;
	int error = errno;

	if (write(rescue.pipe[1], &byte, 1) < 0) {
		// It is full of others.
	}
	errno = error;
}

static const int heard[] = { SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH };
static const int faults[] = { SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGQUIT };

/* A stack that has run over has no room for a handler. */
static void own_stack(void)
{
	static char stack[64 << 10];
	const stack_t own = { .ss_sp = stack, .ss_size = sizeof(stack) };

	sigaltstack(&own, NULL);
}

int rescue_listen(void)
{
	struct sigaction hear = { .sa_handler = on_signal,
				  .sa_flags = SA_RESTART };
	struct sigaction fault = { .sa_handler = on_fault,
				   .sa_flags = (int)(SA_ONSTACK | SA_NODEFER |
						     SA_RESETHAND) };

	if (rescue.listening)
		return rescue.pipe[0];
	if (pipe2(rescue.pipe, O_CLOEXEC | O_NONBLOCK) < 0)
		return -1;
	own_stack();
	sigemptyset(&hear.sa_mask);
	sigemptyset(&fault.sa_mask);
	for (size_t i = 0; i < sizeof(heard) / sizeof(*heard); i++)
		sigaction(heard[i], &hear, NULL);
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		sigaction(faults[i], &fault, NULL);
	rescue.listening = true;
	return rescue.pipe[0];
}

void rescue_ignore(void)
{
	if (!rescue.listening)
		return;
	rescue.listening = false;
	for (size_t i = 0; i < sizeof(heard) / sizeof(*heard); i++)
		signal(heard[i], SIG_DFL);
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		signal(faults[i], SIG_DFL);
	close(rescue.pipe[0]);
	close(rescue.pipe[1]);
}

int rescue_signal(void)
{
	unsigned char byte;

	return rescue.listening && read(rescue.pipe[0], &byte, 1) == 1 ? byte :
									 0;
}
