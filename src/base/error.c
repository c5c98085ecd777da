#include "diffprof/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diffprof/escape.h"

__attribute__((format(printf, 4, 0)))
static void set(struct error *err, enum error_kind kind, const char *reason,
		const char *fmt, va_list args)
{
	char text[4096];
	int len = vsnprintf(text, sizeof(text), fmt, args);

	if (reason && len >= 0 && (size_t)len < sizeof(text))
		snprintf(text + len, sizeof(text) - len, ": %s", reason);
	err->kind = kind;
	escape_into(err->text, sizeof(err->text), text);
}

int fail(struct error *err, enum error_kind kind, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	set(err, kind, NULL, fmt, args);
	va_end(args);
	return -1;
}

int fail_errno(struct error *err, const char *fmt, ...)
{
	const char *reason = strerror(errno);
	va_list args;

	va_start(args, fmt);
	set(err, ERR_IO, reason, fmt, args);
	va_end(args);
	return -1;
}
