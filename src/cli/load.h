/*
 * load.h - from operands to profiles with symbols
 *
 * Files are opened, read and resolved side by side in threads; a map that
 * several profiles name is read once.
 */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "options.h"

/* The runs of one side. */
struct runs {
	struct profile **run;
	size_t nr;
	const char *directory;	/* if that is what the user named */
};

/* Inputs, maps and profiles, as long as they are in use. */
struct loading;

/*
 * Load the groups of operands into RUNS (one each).  Notes about what was
 * passed over go to the first run of the group.  Fails with the first file's
 * error, in the order of the operands.  Either way LOADING, in ARENA, has to be
 * released before it, and with it all that was loaded.
 */
int load_groups(const struct options *opts, struct arena *arena,
		struct runs *runs, struct loading **loading, struct error *err);
void load_release(struct loading *loading);

/*
 * The image of the kernel of group G, where it was named or found for a raw
 * dump; NULL if there is none.  It stays LOADING's.
 */
struct input *load_image(struct loading *loading, size_t g);

#endif
