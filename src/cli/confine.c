#include "confine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "diffprof/debuginfod.h"
#include "diffprof/linecache.h"
#include "diffprof/sandbox.h"
#include "diffprof/select.h"

/* Will source lines be asked for, of which the answers are kept? */
static bool wants_lines(const struct options *opts)
{
	bool wanted = opts->places || opts->maintainers || opts->explain;

	for (size_t i = 0; i < opts->agree.nr_by; i++)
		wanted |= group_needs_sources(opts->agree.by[i]);
	return wanted;
}

bool confine(const struct options *opts, unsigned *parts)
{
#ifdef COVERAGE
	// What was reached is written when the program ends.
	return false;
#endif
	if (opts->no_sandbox || opts->interactive ||
	    opts->command == COMMAND_RECORD)
		return false;

	int directories[2] = { -1, -1 };
	struct sandbox box = {
		.directories = directories,
		.nr_directories = 2,
		.tree = debuginfod_directory(),
		.file = -1,
		.network = debuginfod_is_wanted(),
	};
	if (opts->output_path)
		outbuf_place(opts->output_path, &directories[0], &box.file);
	directories[1] = linecache_directory(wants_lines(opts));
	*parts = sandbox_enter(&box);
	for (int i = 0; i < 2; i++)
		if (directories[i] >= 0)
			close(directories[i]);
	if (box.tree >= 0)
		close(box.tree);
	if (box.file >= 0)
		close(box.file);
	return true;
}
