/*
 * door.h - what the browser asks the rest of the program for
 */
#ifndef CLI_DOOR_H
#define CLI_DOOR_H

#include "diffprof/browser.h"

#include "comparison.h"

struct doorway {
	const struct options *opts;
	struct arena arena;	/* of the names of events */
	const char **events;
	size_t nr_events;
};

/* Open DOOR; WAY and OPTS must outlive it. */
void door_open(struct doorway *way, const struct options *opts,
	       struct browser_door *door);
/* The first data, as the command line has them. */
int door_load_first(struct doorway *way, struct browser_data *data,
		    bool *exceeded, struct error *err);

#endif
