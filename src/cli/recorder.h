/*
 * recorder.h - diffprof record: progress, and the file
 */
#ifndef CLI_RECORDER_H
#define CLI_RECORDER_H

#include "diffprof/notes.h"
#include "options.h"

/*
 * Run and record what OPTS say.  *STATUS is what to exit with.  Fails with the
 * first error there is; then no file was written.
 */
int recorder_run(const struct options *opts, struct notes *notes,
		   int *status, struct error *err);

#endif
