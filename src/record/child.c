#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- signals ------------------------------------------------------------- */

static const int held[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP };
#define NR_HELD (sizeof(held) / sizeof(*held))

static struct sigaction former[NR_HELD];
static sigset_t former_mask;
static volatile sig_atomic_t came, first_signal;

static void on_signal(int signo)
{
	if (signo == SIGCHLD)
		return;
	if (!came)
		first_signal = signo;
	came++;
}

void signals_hold(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t mask;

	sigemptyset(&mask);
	came = first_signal = 0;
	for (size_t i = 0; i < NR_HELD; i++)
		sigaddset(&mask, held[i]);
	// They come only where somebody waits for them.
	sigprocmask(SIG_BLOCK, &mask, &former_mask);
	for (size_t i = 0; i < NR_HELD; i++) {
		sigaction(held[i], NULL, &former[i]);
		// nohup(1) means it.
		if (held[i] == SIGCHLD || former[i].sa_handler != SIG_IGN)
			sigaction(held[i], &action, NULL);
	}
}

void signals_release(void)
{
	for (size_t i = 0; i < NR_HELD; i++)
		sigaction(held[i], &former[i], NULL);
	sigprocmask(SIG_SETMASK, &former_mask, NULL);
}

void signals_wait(struct pollfd *fds, size_t nr, int milliseconds)
{
	const struct timespec time = { milliseconds / 1000,
				       milliseconds % 1000 * 1000000L };

	ppoll(fds, nr, &time, &former_mask);
}

unsigned signals_came(int *first)
{
	*first = first_signal;
	return (unsigned)came;
}

/* ---- commands ------------------------------------------------------------ */

double child_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int child_exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
				     WEXITSTATUS(status);
}

/* In the new process: as if nobody had been there before. */
static void run(char *const *words, int go, int refusal)
{
	ssize_t got;
	char start;

	for (size_t i = 0; i < NR_HELD; i++)
		sigaction(held[i], &former[i], NULL);
	sigprocmask(SIG_SETMASK, &former_mask, NULL);
	// The program itself would rather have an error than this signal.
	signal(SIGXFSZ, SIG_DFL);
	signal(SIGBUS, SIG_DFL);
	while ((got = read(go, &start, 1)) < 0 && errno == EINTR) {
		// until there is word
	}
	// Nobody is there any more to tell.
	if (got != 1)
		return;
	execvp(words[0], words);
	int reason = errno;
	if (write(refusal, &reason, sizeof(reason)) < 0) {
		// Then its status has to tell.
	}
}

int child_start(struct child *child, char *const *words, struct error *err)
{
	int go[2], refusal[2];

	*child = (struct child){ .go = -1, .refusal = -1 };
	if (pipe2(go, O_CLOEXEC) < 0)
		return fail_errno(err, "a pipe to the command");
	if (pipe2(refusal, O_CLOEXEC) < 0) {
		fail_errno(err, "a pipe to the command");
		close(go[0]);
		close(go[1]);
		return -1;
	}
	child->pid = fork();
	if (child->pid == 0) {
		close(go[1]);
		run(words, go[0], refusal[1]);
		raise(SIGKILL);
	}
	close(go[0]);
	close(refusal[1]);
	child->go = go[1];
	child->refusal = refusal[0];
	if (child->pid > 0)
		return 0;
	fail_errno(err, "%s", words[0]);
	close(child->go);
	close(child->refusal);
	child->pid = 0;
	return -1;
}

int child_go(struct child *child, const char *name, struct error *err)
{
	int reason;
	ssize_t got;

	child->start = child_clock();
	if (write(child->go, "", 1) < 0) {
		// It is gone, which will be seen.
	}
	close(child->go);
	// Empty once the command has begun.
	while ((got = read(child->refusal, &reason, sizeof(reason))) < 0 &&
	       errno == EINTR) {
		// signals do not matter here
	}
	close(child->refusal);
	if (got != (ssize_t)sizeof(reason))
		return 0;
	waitpid(child->pid, NULL, 0);
	child->pid = 0;
	errno = reason;
	fail_errno(err, "%s", name);
	err->kind = ERR_USAGE;
	return -1;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

bool child_has_ended(struct child *child)
{
	struct rusage usage;

	if (wait4(child->pid, &child->status, WNOHANG, &usage) != child->pid)
		return false;
	child->elapsed = child_clock() - child->start;
	child->user = seconds(usage.ru_utime);
	child->system = seconds(usage.ru_stime);
	child->pid = 0;
	return true;
}
