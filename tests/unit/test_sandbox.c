/* What can still be done in the sandbox, tried in a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "diffprof/sandbox.h"

static char inside[PATH_MAX], outside[PATH_MAX], other[PATH_MAX];

/* Two directories: one may be written to. */
static void make_directories(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(inside, sizeof(inside), "%s/inside-XXXXXX", tmp ? tmp : "/tmp");
	snprintf(outside, sizeof(outside), "%s/outside-XXXXXX",
		 tmp ? tmp : "/tmp");
	assert_true(mkdtemp(inside) && mkdtemp(outside));
	snprintf(other, sizeof(other), "%.4000s/file", outside);
	int fd = open(other, O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0 && close(fd) == 0);
}

static void remove_directories(void)
{
	unlink(other);
	assert_true(rmdir(inside) == 0 && rmdir(outside) == 0);
}

enum { CANNOT_TELL = 100, DONE, DENIED, OTHERWISE };

/* What becomes of TRY in a child that is in the sandbox, if it has PART. */
static int child_does(const struct sandbox *box, unsigned part,
		      bool (*try)(void))
{
	int status = 0;
	pid_t child = fork();

	if (!child) {
		if (!(sandbox_enter(box) & part))
			_exit(CANNOT_TELL);
		errno = 0;
		_exit(try() ? DONE :
		      errno == EPERM || errno == EACCES ||
				      errno == EXDEV ?
			      DENIED :
			      OTHERWISE);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
		return OTHERWISE;
	return WEXITSTATUS(status);
}

static bool opens(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	return fd >= 0 && close(fd) == 0;
}

static bool read_a_file(void)
{
	return opens(other, O_RDONLY);
}

static bool write_a_file(void)
{
	return opens(other, O_WRONLY);
}

static bool make_a_file(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%.4000s/new", outside);
	return opens(path, O_WRONLY | O_CREAT);
}

static bool remove_a_file(void)
{
	return unlink(other) == 0;
}

static bool shorten_a_file(void)
{
	return truncate(other, 0) == 0;
}

static bool make_a_directory(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%.4000s/new", outside);
	return mkdir(path, 0700) == 0;
}

static bool make_a_directory_inside(void)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%.4000s/new", inside);
	return mkdir(path, 0700) == 0 && rmdir(path) == 0;
}

/* As an output is made: beside, and renamed. */
static bool replace_a_file_inside(void)
{
	char path[PATH_MAX], name[PATH_MAX];

	snprintf(path, sizeof(path), "%.4000s/new", inside);
	snprintf(name, sizeof(name), "%.4000s/file", inside);
	return opens(path, O_WRONLY | O_CREAT | O_EXCL) &&
	       rename(path, name) == 0 && unlink(name) == 0;
}

static bool move_a_file_out(void)
{
	char path[PATH_MAX], name[PATH_MAX];

	snprintf(path, sizeof(path), "%.4000s/kept", inside);
	snprintf(name, sizeof(name), "%.4000s/kept", outside);
	bool moved = opens(path, O_WRONLY | O_CREAT) && rename(path, name) == 0;
	int reason = errno;

	unlink(path);
	errno = reason;
	return moved;
}

static bool write_the_device(void)
{
	return opens("/dev/null", O_WRONLY);
}

static bool change_a_mode(void)
{
	return chmod(other, 0777) == 0;
}

static bool run_a_program(void)
{
	execl("/bin/sh", "sh", "-c", "exit 101", (char *)NULL);
	return false;
}

static bool make_a_socket(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	return fd >= 0 && close(fd) == 0;
}

static bool type_into_the_terminal(void)
{
	return ioctl(STDIN_FILENO, TIOCSTI, "x") == 0;
}


enum given { ALONE, NETWORK, DEVICE };

static const struct {
	const char *what;
	bool (*try)(void);
	unsigned part;
	int becomes;
	enum given given;
} cases[] = {
	{ "files are read", read_a_file, SANDBOX_FILES, DONE, ALONE },
	{ "but not written", write_a_file, SANDBOX_FILES, DENIED, ALONE },
	{ "nor made", make_a_file, SANDBOX_FILES, DENIED, ALONE },
	{ "nor removed", remove_a_file, SANDBOX_FILES, DENIED, ALONE },
	{ "no directory", make_a_directory, SANDBOX_FILES, DENIED, ALONE },
	{ "not even where files are", make_a_directory_inside, SANDBOX_FILES,
	  DENIED, ALONE },
	{ "but for what comes from servers", make_a_directory_inside,
	  SANDBOX_FILES, DONE, NETWORK },
	{ "where it may, a file is replaced", replace_a_file_inside,
	  SANDBOX_FILES, DONE, ALONE },
	{ "and does not leave", move_a_file_out, SANDBOX_FILES, DENIED, ALONE },
	{ "a device", write_the_device, SANDBOX_FILES, DENIED, ALONE },
	{ "one that it may", write_the_device, SANDBOX_FILES, DONE, DEVICE },
	{ "no file is cut", shorten_a_file, SANDBOX_CALLS, DENIED, ALONE },
	{ "modes stay", change_a_mode, SANDBOX_CALLS, DENIED, ALONE },
	{ "no program", run_a_program, SANDBOX_FILES, DENIED, ALONE },
	{ "nor so", run_a_program, SANDBOX_CALLS, DENIED, ALONE },
	{ "no network", make_a_socket, SANDBOX_CALLS, DENIED, ALONE },
	{ "but where it may", make_a_socket, SANDBOX_CALLS, DONE, NETWORK },
	{ "nothing is typed", type_into_the_terminal, SANDBOX_CALLS, DENIED,
	  ALONE },
};

TEST(only_what_reading_takes_can_be_done)
{
	bool seen = false;

	make_directories();
	int directory = open(inside, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int device = open("/dev/null", O_PATH | O_CLOEXEC);
	assert_true(directory >= 0 && device >= 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct sandbox box = {
			.directories = &directory,
			.nr_directories = 1,
			.tree = cases[i].given == NETWORK ? directory : -1,
			.file = cases[i].given == DEVICE ? device : -1,
			.network = cases[i].given == NETWORK,
		};
		int becomes = child_does(&box, cases[i].part, cases[i].try);

		if (becomes == CANNOT_TELL)
			continue;
		seen = true;
		EXPECT_U64(cases[i].what, (uint64_t)becomes,
			   (uint64_t)cases[i].becomes);
	}
	close(directory);
	close(device);
	remove_directories();
	if (!seen) {
		print_message("this kernel has neither Landlock nor seccomp\n");
		skip();
	}
}

TEST_MAIN
