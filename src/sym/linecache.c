/*
 * linecache.c - the directory of the cache
 *
 * What lies there may have been planted, by whoever could write to it, or be
 * half of what it was: so directory and files must be the user's own, and their
 * contents are checked (answers.c).  A new file is written beside and renamed,
 * so that readers see either, and of several writers the last one's stays.
 */
#include "diffprof/linecache.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "diffprof/checksum.h"
#include "diffprof/version.h"
#include "linecaching.h"

/* A file beyond this is begun anew. */
#define FILE_MAX ((size_t)64 << 20)
/* What a writer left that was killed, after so many seconds. */
#define LEFT_AFTER 3600

#define PREFIX "lines-"
#define NEW_PREFIX "new-"

static bool is_used;

void linecache_use(void)
{
	is_used = true;
}

/* ---- which file ---------------------------------------------------------- */

/* A number for where everything is in IMG, which has to be the same. */
static uint64_t identify(const struct elfimage *img)
{
	const GElf_Ehdr *header = &img->header;
	uint64_t hash = checksum(0, DIFFPROF_VERSION, sizeof(DIFFPROF_VERSION));
	size_t nr;

	hash = checksum(hash, &img->file.len, sizeof(img->file.len));
	hash = checksum(hash, header, sizeof(*header));
	if (elf_getshdrnum(img->elf, &nr) < 0 ||
	    header->e_shoff > img->file.len ||
	    nr > (img->file.len - header->e_shoff) / header->e_shentsize)
		return hash;
	return checksum(hash, img->file.ptr + header->e_shoff,
			nr * header->e_shentsize);
}

void linecache_open(struct linecache *cache, const struct elfimage *img)
{
	struct symtab st = { 0 };

	*cache = (struct linecache){ 0 };
	if (!is_used || !img->header.e_shentsize)
		return;
	elfimage_notes(img, &st);
	if (st.build_id) {
		cache->used = true;
		cache->identity = identify(img);
		snprintf(cache->name, sizeof(cache->name),
			 PREFIX "%.128s-%016llx", st.build_id,
			 (unsigned long long)cache->identity);
	}
	arena_release(&st.arena);
}

/* ---- the directory ------------------------------------------------------- */

static bool is_own(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Where caches are; false if nobody says. */
static bool find_base(char *path, size_t size)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int len = -1;

	if (cache && *cache == '/')
		len = snprintf(path, size, "%s", cache);
	else if (home && *home == '/')
		len = snprintf(path, size, "%s/.cache", home);
	return len > 0 && (size_t)len < size;
}

/* -1 if it is not there, or not the user's own. */
static int open_directory(bool create)
{
	char base[PATH_MAX];
	struct stat st;

	if (!find_base(base, sizeof(base)))
		return -1;
	if (create)
		mkdir(base, 0700);
	int above = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (above < 0)
		return -1;
	if (create)
		mkdirat(above, "diffprof", 0700);
	int dir = openat(above, "diffprof",
			 O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	close(above);
	if (dir >= 0 && (fstat(dir, &st) < 0 || !is_own(&st))) {
		close(dir);
		dir = -1;
	}
	return dir;
}

int linecache_directory(bool make)
{
	return is_used ? open_directory(make) : -1;
}

/* ---- reading ------------------------------------------------------------- */

static bool read_all(int fd, char *bytes, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t got = read(fd, bytes + done, size - done);

		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

void linecache_read(const struct linecache *cache, struct answers *answers,
		    struct arena *arena)
{
	struct span bytes = { 0 };
	struct stat st;
	int dir = open_directory(false);
	// Whatever else it is, it must not keep anybody waiting.
	int fd = dir < 0 ? -1 :
			   openat(dir, cache->name,
				  O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
					  O_NOCTTY | O_CLOEXEC);

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    is_own(&st) && (uint64_t)st.st_size <= FILE_MAX) {
		char *all = arena_alloc(arena, (size_t)st.st_size + 1);

		if (read_all(fd, all, (size_t)st.st_size))
			bytes = (struct span){ all, (size_t)st.st_size };
	}
	// What is used is not old.
	if (answers_decode(bytes, cache->identity, answers, arena))
		futimens(fd, NULL);
	if (fd >= 0)
		close(fd);
	if (dir >= 0)
		close(dir);
}

/* ---- room ---------------------------------------------------------------- */

struct kept_file {
	char name[sizeof(((struct linecache *)0)->name)];
	struct timespec used;
	uint64_t size;
};

static int by_use(const void *a, const void *b)
{
	const struct kept_file *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	return (x->used.tv_nsec > y->used.tv_nsec) -
	       (x->used.tv_nsec < y->used.tv_nsec);
}

/* NAME in DIR is one of ours: what is to know of it. */
static bool look_at(int dir, const char *name, struct kept_file *file)
{
	bool left = !strncmp(name, NEW_PREFIX, strlen(NEW_PREFIX));
	struct stat st;

	if ((!left && strncmp(name, PREFIX, strlen(PREFIX)) != 0) ||
	    strlen(name) >= sizeof(file->name) ||
	    fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0 ||
	    !S_ISREG(st.st_mode))
		return false;
	if (left) {
		if (st.st_mtime < time(NULL) - LEFT_AFTER)
			unlinkat(dir, name, 0);
		return false;
	}
	*file = (struct kept_file){ .used = st.st_mtim,
				    .size = (uint64_t)st.st_size };
	memcpy(file->name, name, strlen(name));
	return true;
}

/* Remove what was not used for longest, but for KEEP, until the rest fits. */
static void make_room(int dir, const char *keep)
{
	struct arena scratch = { 0 };
	struct kept_file *files = NULL, file;
	size_t nr = 0, cap = 0;
	uint64_t all = 0;
	struct dirent *entry;
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);

	if (!list) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(list))) {
		if (!look_at(dir, entry->d_name, &file))
			continue;
		all += file.size;
		ARENA_ROOM(&scratch, files, nr, cap);
		files[nr++] = file;
	}
	closedir(list);
	if (nr && all > LINECACHE_MAX)
		qsort(files, nr, sizeof(*files), by_use);
	for (size_t i = 0; i < nr && all > LINECACHE_MAX; i++)
		if (strcmp(files[i].name, keep) != 0 &&
		    unlinkat(dir, files[i].name, 0) == 0)
			all -= files[i].size;
	arena_release(&scratch);
}

/* ---- writing ------------------------------------------------------------- */

static bool write_all(int fd, struct span bytes)
{
	while (bytes.len) {
		ssize_t n = write(fd, bytes.ptr, bytes.len);

		if (n <= 0)
			return false;
		bytes.ptr += n;
		bytes.len -= (size_t)n;
	}
	return true;
}

static void replace(int dir, const char *name, struct span bytes)
{
	static unsigned writers;
	char temporary[64];

	// A number of this process: another machine may have one of its pid.
	snprintf(temporary, sizeof(temporary), NEW_PREFIX "%016llx-%u",
		 (unsigned long long)names_hash(SPAN(NEW_PREFIX)),
		 __atomic_fetch_add(&writers, 1, __ATOMIC_RELAXED));
	int fd = openat(dir, temporary,
			O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			0600);
	if (fd < 0)
		return;
	bool good = write_all(fd, bytes);
	good = close(fd) == 0 && good;
	if (!good || renameat(dir, temporary, dir, name) < 0)
		unlinkat(dir, temporary, 0);
}

void linecache_write(const struct linecache *cache,
		     const struct answers *answers)
{
	struct arena scratch = { 0 };
	struct span bytes = answers_encode(answers, cache->identity, &scratch);
	int dir = bytes.len <= FILE_MAX ? open_directory(true) : -1;

	if (dir >= 0) {
		replace(dir, cache->name, bytes);
		make_room(dir, cache->name);
		close(dir);
	}
	arena_release(&scratch);
}
