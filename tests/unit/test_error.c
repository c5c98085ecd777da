#include "diffprof/error.h"

#include <errno.h>

#include "check.h"

TEST(failing_is_one_statement)
{
	struct error err = { 0 };

	EXPECT_U64("status", fail(&err, ERR_FORMAT, "%s:%d: no", "a.prof", 3),
		   -1);
	EXPECT_U64("kind", err.kind, ERR_FORMAT);
	EXPECT_TEXT(err.text, "a.prof:3: no");
}

TEST(the_systems_reason_stands_behind_the_sentence)
{
	struct error err = { 0 };

	errno = ENOENT;
	EXPECT_U64("status", fail_errno(&err, "%s", "base.prof"), -1);
	EXPECT_U64("kind", err.kind, ERR_IO);
	EXPECT_TEXT(err.text, "base.prof: No such file or directory");
}

TEST(names_cannot_disturb_the_terminal)
{
	struct error err = { 0 };

	fail(&err, ERR_IO, "%s: gone", "a\x1b[2Jb\nc");
	EXPECT_TEXT(err.text, "a\\x1b[2Jb\\x0ac: gone");
	errno = EACCES;
	fail_errno(&err, "%s", "\x07");
	EXPECT_TEXT(err.text, "\\x07: Permission denied");
}

TEST(a_sentence_too_long_is_cut_and_ended)
{
	struct error err;
	char name[10000];

	memset(&err, 0x55, sizeof(err));
	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	fail(&err, ERR_FORMAT, "%s: no", name);
	EXPECT_U64("length", strlen(err.text), sizeof(err.text) - 1);

	// An escape is not cut in two.
	memset(name, '\x01', sizeof(name) - 1);
	fail(&err, ERR_FORMAT, "%s", name);
	EXPECT_U64("whole escapes", strlen(err.text) % 4, 0);
	errno = EIO;
	fail_errno(&err, "%s", name);
	EXPECT_TRUE("ended", strlen(err.text) < sizeof(err.text));
}

TEST_MAIN
