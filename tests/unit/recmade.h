/*
 * recmade.h - recordings made in memory
 */
#ifndef RECMADE_H
#define RECMADE_H

#include "diffprof/ustar.h"

#include "readsamples.h"

#define RECORDING_META "diffprof recording: 1\n"

/* Pairs of a path and a text, ended by NULL. */
static inline struct outbuf recording_made(const char *const *files)
{
	struct outbuf tar = { 0 };

	for (; *files; files += 2)
		ustar_put(&tar, files[0], span_of(files[1]), 0);
	ustar_end(&tar);
	return tar;
}

static inline int recording_read_run(struct sampled *t,
				     const struct outbuf *tar, unsigned run)
{
	const struct read_options opts = {
		.chains = true,
		.comm = true,
		.cpu = true,
		.run = run,
	};

	return sampled_read(t, &reader_recording,
			    (struct span){ tar->data, tar->len }, &opts);
}

#endif
