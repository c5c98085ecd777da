/*
 * faults.c - a library to preload that lets one call fail
 *
 *	FAULT=read:7	the 7th read() of the process fails
 *	FAULT_LOG=FILE	how often each was called goes there, a line each
 *
 * What fails, fails as it does when there is no memory, space or file left.  A
 * call is counted where it is made by name: glibc's own go past it.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum fault {
	FAULT_MALLOC,
	FAULT_MMAP,
	FAULT_OPEN,
	FAULT_STAT,
	FAULT_READ,
	FAULT_WRITE,
	FAULT_RENAME,
	FAULT_SYNC,
	FAULT_CLOSE,
	FAULT_DIR,
	FAULT_THREAD,
	FAULT_DLOPEN,
	FAULTS
};

static const char *const names[FAULTS] = {
	"malloc", "mmap",   "open",  "stat", "read",   "write",
	"rename", "fsync", "close", "dir",  "thread", "dlopen",
};

static atomic_uint calls[FAULTS];
static int failing = -1;
static unsigned failing_call;

__attribute__((constructor)) static void begin(void)
{
	const char *fault = getenv("FAULT");
	const char *colon = fault ? strchr(fault, ':') : NULL;

	for (int i = 0; colon && i < FAULTS; i++)
		if (!strncmp(fault, names[i], (size_t)(colon - fault)) &&
		    names[i][colon - fault] == '\0')
			failing_call = (unsigned)atoi(colon + 1), failing = i;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAULT_LOG");
	FILE *log;

	failing = -1;
	log = path ? fopen(path, "w") : NULL;
	for (int i = 0; log && i < FAULTS; i++)
		fprintf(log, "%s %u\n", names[i], calls[i]);
	if (log)
		fclose(log);
}

/* glibc's fts_open() does not look whether it was given memory. */
static _Thread_local bool spared;

static bool fails(enum fault fault, int error)
{
	if (spared)
		return false;
	unsigned call = atomic_fetch_add(&calls[fault], 1) + 1;

	if ((int)fault != failing || call != failing_call)
		return false;
	errno = error;
	return true;
}

/* The function of that NAME behind this library. */
#define REAL(name) ((__typeof__(&(name)))(uintptr_t)real(#name))

static void *real(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* ---- memory -------------------------------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t nr, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	return fails(FAULT_MALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t nr, size_t size)
{
	return fails(FAULT_MALLOC, ENOMEM) ? NULL : __libc_calloc(nr, size);
}

void *realloc(void *old, size_t size)
{
	return fails(FAULT_MALLOC, ENOMEM) ? NULL : __libc_realloc(old, size);
}

void *mmap(void *at, size_t len, int prot, int flags, int fd, off_t offset)
{
	return fails(FAULT_MMAP, ENOMEM) ?
		       MAP_FAILED :
		       REAL(mmap)(at, len, prot, flags, fd, offset);
}

/* ---- files --------------------------------------------------------------- */

int open(const char *path, int flags, ...)
{
	va_list args;

	va_start(args, flags);
	mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) :
							0;
	va_end(args);
	return fails(FAULT_OPEN, EMFILE) ? -1 : REAL(open)(path, flags, mode);
}

/* What open() is called when the compiler looks after its arguments. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

int mkostemp(char *path, int flags)
{
	return fails(FAULT_OPEN, ENOSPC) ? -1 : REAL(mkostemp)(path, flags);
}

int fstat(int fd, struct stat *st)
{
	return fails(FAULT_STAT, EIO) ? -1 : REAL(fstat)(fd, st);
}

int stat(const char *restrict path, struct stat *restrict st)
{
	return fails(FAULT_STAT, EIO) ? -1 : REAL(stat)(path, st);
}

ssize_t read(int fd, void *to, size_t len)
{
	return fails(FAULT_READ, EIO) ? -1 : REAL(read)(fd, to, len);
}

ssize_t pread(int fd, void *to, size_t len, off_t at)
{
	return fails(FAULT_READ, EIO) ? -1 : REAL(pread)(fd, to, len, at);
}

ssize_t write(int fd, const void *from, size_t len)
{
	// What complains goes to standard error.
	return fd != STDERR_FILENO && fails(FAULT_WRITE, ENOSPC) ?
		       -1 :
		       REAL(write)(fd, from, len);
}

int rename(const char *from, const char *to)
{
	return fails(FAULT_RENAME, EIO) ? -1 : REAL(rename)(from, to);
}

int fsync(int fd)
{
	return fails(FAULT_SYNC, EIO) ? -1 : REAL(fsync)(fd);
}

int close(int fd)
{
	int status = REAL(close)(fd);

	return fails(FAULT_CLOSE, EIO) ? -1 : status;
}

DIR *opendir(const char *path)
{
	return fails(FAULT_DIR, EMFILE) ? NULL : REAL(opendir)(path);
}

int scandir(const char *restrict path, struct dirent ***restrict entries,
	    int (*filter)(const struct dirent *),
	    int (*order)(const struct dirent **, const struct dirent **))
{
	return fails(FAULT_DIR, EMFILE) ?
		       -1 :
		       REAL(scandir)(path, entries, filter, order);
}

FTS *fts_open(char *const *paths, int options,
	      int (*order)(const FTSENT **, const FTSENT **))
{
	if (fails(FAULT_DIR, EMFILE))
		return NULL;
	spared = true;
	FTS *fts = REAL(fts_open)(paths, options, order);
	spared = false;
	return fts;
}

/* ---- the rest ------------------------------------------------------------ */

int pthread_create(pthread_t *restrict thread,
		   const pthread_attr_t *restrict attr,
		   void *(*start)(void *), void *restrict arg)
{
	return fails(FAULT_THREAD, EAGAIN) ?
		       EAGAIN :
		       REAL(pthread_create)(thread, attr, start, arg);
}

void *dlopen(const char *path, int flags)
{
	return fails(FAULT_DLOPEN, ENOENT) ? NULL : REAL(dlopen)(path, flags);
}
