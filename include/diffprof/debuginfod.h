/*
 * debuginfod.h - debug files from servers, by build id
 *
 * As gdb and perf do: only when $DEBUGINFOD_URLS names servers, and after all
 * places of this machine.  libdebuginfod of elfutils is loaded then; it keeps what
 * it got in $DEBUGINFOD_CACHE_PATH, $XDG_CACHE_HOME/debuginfod_client or
 * ~/.cache/debuginfod_client, and gives up after $DEBUGINFOD_TIMEOUT seconds
 * (debuginfod-client-config(7)).
 */
#ifndef DIFFPROF_DEBUGINFOD_H
#define DIFFPROF_DEBUGINFOD_H

#include <stdbool.h>

#include "diffprof/arena.h"

/* Are there servers to be asked? */
bool debuginfod_is_wanted(void);

/*
 * A descriptor of the directory of what it got, made if it is not there; -1
 * if no server is to be asked or there is no such place.
 */
int debuginfod_directory(void);

/*
 * The path in ARENA of the debug file with BUILD_ID (lower-case hexadecimal;
 * NULL finds nothing), or NULL: then *WHY, if not NULL, is a sentence, or NULL
 * where no server was asked or none has it.
 */
const char *debuginfod_find(const char *build_id, struct arena *arena,
			    const char **why);

#endif
