#include "diffprof/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIBDEBUGINFOD "libdebuginfod.so.1"

/* What is used of <elfutils/debuginfod.h>; a client is not to be looked into. */
struct library {
	void *handle;
	void *(*begin)(void);
	void (*end)(void *client);
	int (*find_debuginfo)(void *client, const unsigned char *build_id,
			      int len, char **path);
};

#define LOAD(lib, member, name)                                                \
	(((lib)->member = (__typeof__((lib)->member))dlsym((lib)->handle,      \
							   name)) != NULL)

/* It stays loaded. */
static bool load(struct library *lib)
{
	lib->handle = dlopen(LIBDEBUGINFOD, RTLD_NOW | RTLD_LOCAL);
	return lib->handle && LOAD(lib, begin, "debuginfod_begin") &&
	       LOAD(lib, end, "debuginfod_end") &&
	       LOAD(lib, find_debuginfo, "debuginfod_find_debuginfo");
}

static const char *value_of(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

bool debuginfod_is_wanted(void)
{
	return value_of("DEBUGINFOD_URLS") != NULL;
}

int debuginfod_directory(void)
{
	const char *own = value_of("DEBUGINFOD_CACHE_PATH");
	const char *cache = value_of("XDG_CACHE_HOME"), *home = value_of("HOME");
	struct arena arena = { 0 };
	const char *path = NULL;
	int fd = -1;

	if (own)
		path = own;
	else if (cache)
		path = arena_printf(&arena, "%s/debuginfod_client", cache);
	else if (home)
		path = arena_printf(&arena, "%s/.cache/debuginfod_client",
				    home);
	if (path && debuginfod_is_wanted()) {
		if (!own)
			mkdir(cache ? cache :
				      arena_printf(&arena, "%s/.cache", home),
			      0700);
		mkdir(path, 0700);
		fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	}
	arena_release(&arena);
	return fd;
}

const char *debuginfod_find(const char *build_id, struct arena *arena,
			    const char **why)
{
	struct library lib;
	const char *found = NULL;
	char *path = NULL;

	if (why)
		*why = NULL;
	if (!build_id || !debuginfod_is_wanted())
		return NULL;
	if (!load(&lib)) {
		if (why)
			*why = "DEBUGINFOD_URLS is set, but there is no "
			       LIBDEBUGINFOD " to ask with; install"
			       " libdebuginfod1";
		return NULL;
	}

	void *client = lib.begin();
	if (!client)
		return NULL;
	// Without a length it is in hexadecimal.
	int fd = lib.find_debuginfo(client, (const unsigned char *)build_id, 0,
				    &path);
	if (fd >= 0) {
		found = path ? arena_strdup(arena, path) : NULL;
		close(fd);
	} else if (why && fd != -ENOENT && fd != -ENOSYS) {
		*why = arena_printf(arena, "no server of DEBUGINFOD_URLS"
				    " answered for build id %s: %s",
				    build_id, strerror(-fd));
	}
	lib.end(client);
	free(path);
	return found;
}
