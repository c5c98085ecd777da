/*
 * check.h - how the unit tests are written
 *
 * A test is a function whose name is the claim; it enters itself into the
 * program's list, in the order of the file:
 *
 *	TEST(a_line_may_lack_its_end)
 *	{
 *		EXPECT_U64("lines", count("a\nb"), 2);
 *	}
 *
 *	TEST_MAIN
 *
 * Each EXPECT_ ends the test when it does not hold, and prints what it got and
 * what it wanted.  WHAT says which number it is; give the case's own words in a
 * table of cases.  cmocka runs the tests, so its assertions work as well, but
 * its fail() is taken out of the way of diffprof's own.
 */
#ifndef CHECK_H
#define CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#undef fail

#include "diffprof/error.h"
#include "diffprof/span.h"

#define CHECK_TESTS_MAX 200

static struct CMUnitTest check_tests[CHECK_TESTS_MAX];
static size_t check_nr_tests;

static inline void check_enter(const char *name, CMUnitTestFunction func)
{
	if (check_nr_tests == CHECK_TESTS_MAX)
		abort();
	check_tests[check_nr_tests++] =
		(struct CMUnitTest){ .name = name, .test_func = func };
}

#define TEST(claim)                                                            \
	static void claim(void);                                               \
	static void claim##_run(void **state)                                  \
	{                                                                      \
		(void)state;                                                   \
		claim();                                                       \
	}                                                                      \
	__attribute__((constructor)) static void claim##_enter(void)           \
	{                                                                      \
		check_enter(#claim, claim##_run);                              \
	}                                                                      \
	static void claim(void)

#define TEST_MAIN                                                              \
	int main(void)                                                         \
	{                                                                      \
		return _cmocka_run_group_tests(__FILE__, check_tests,          \
					       check_nr_tests, NULL, NULL);    \
	}

/* End the test with a sentence. */
__attribute__((format(printf, 3, 4), noreturn)) static inline void
check_failed(const char *file, int line, const char *fmt, ...)
{
	char text[4096];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	print_message("# %s\n", text);
	_fail(file, line);
	abort();
}

#define EXPECT_TRUE(what, cond)                                                \
	do {                                                                   \
		if (!(cond))                                                   \
			check_failed(__FILE__, __LINE__, "%s: not so: %s",     \
				     (what), #cond);                           \
	} while (0)

#define EXPECT_U64(what, got, want)                                            \
	do {                                                                   \
		uint64_t got_ = (uint64_t)(got), want_ = (uint64_t)(want);     \
		if (got_ != want_)                                             \
			check_failed(__FILE__, __LINE__,                       \
				     "%s: got %llu (%#llx), not %llu (%#llx)", \
				     (what), (unsigned long long)got_,         \
				     (unsigned long long)got_,                 \
				     (unsigned long long)want_,                \
				     (unsigned long long)want_);               \
	} while (0)

#define EXPECT_SPAN(what, got, want)                                           \
	do {                                                                   \
		struct span got_ = (got), want_ = (want);                      \
		if (!span_eq(got_, want_))                                     \
			check_failed(__FILE__, __LINE__,                       \
				     "%s: got \"%.*s\", not \"%.*s\"", (what), \
				     (int)got_.len, got_.ptr, (int)want_.len,  \
				     want_.ptr);                               \
	} while (0)

/* Two C strings are the same. */
#define EXPECT_TEXT(got, want)                                                 \
	do {                                                                   \
		const char *got_ = (got), *want_ = (want);                     \
		if (!got_ || strcmp(got_, want_) != 0)                         \
			check_failed(__FILE__, __LINE__,                       \
				     "got \"%s\", not \"%s\"",                 \
				     got_ ? got_ : "(null)", want_);           \
	} while (0)

/* PART stands somewhere in GOT. */
#define EXPECT_HAS(got, part)                                                  \
	do {                                                                   \
		const char *got_ = (got), *part_ = (part);                     \
		if (!got_ || !strstr(got_, part_))                             \
			check_failed(__FILE__, __LINE__,                       \
				     "\"%s\" is not in \"%s\"", part_,         \
				     got_ ? got_ : "(null)");                  \
	} while (0)

/* The call, which takes &ERR, succeeds. */
#define EXPECT_OK(call, err)                                                   \
	do {                                                                   \
		if ((call) != 0)                                               \
			check_failed(__FILE__, __LINE__, "%s: %s", #call,      \
				     (err).text);                              \
	} while (0)

/* The call fails with this kind of error. */
#define EXPECT_FAIL(call, err, want_kind)                                      \
	do {                                                                   \
		if ((call) != -1)                                              \
			check_failed(__FILE__, __LINE__, "%s: did not fail",   \
				     #call);                                   \
		if ((err).kind != (want_kind))                                 \
			check_failed(__FILE__, __LINE__,                       \
				     "%s: error %d, not %s: %s", #call,        \
				     (int)(err).kind, #want_kind, (err).text); \
	} while (0)

#endif
