/*
 * error.h - errors are sentences on the caller's stack
 *
 * A function that can fail returns 0 or -1 and takes a `struct error *` last.
 * A struct error owns nothing and is never freed.  The sentence says where
 * (file and line or byte), what was wrong, and what to do about it; bytes that
 * could disturb a terminal are escaped, so names from input may be put in it.
 */
#ifndef DIFFPROF_ERROR_H
#define DIFFPROF_ERROR_H

enum error_kind {
	ERR_NONE,
	ERR_USAGE,	/* the command line */
	ERR_IO,		/* the system refused: open, read, write */
	ERR_FORMAT,	/* the input is not what it should be */
	ERR_SYMBOLS,	/* no symbols, or those of another kernel */
	ERR_LIMIT,	/* a number or size that cannot be held */
};

struct error {
	enum error_kind kind;
	char text[1024];
};

/* Fill in ERR; always returns -1, so that failing is one statement. */
int fail(struct error *err, enum error_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same with ERR_IO and ": " and the text of errno behind the sentence. */
int fail_errno(struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
