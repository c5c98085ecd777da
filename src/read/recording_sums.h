/*
 * recording_sums.h - the files of a merged recording
 *
 * All but `times' are tables (recording.h), in the order of their bytes:
 *
 *	events		number, name, unit mask, unit, unit of weights, decimal
 *			places, kind of rate, rate, runs, samples, their squares
 *			by run, those that are not idle, their squares
 *	sums		number of the event, mode, samples, weight, squares, size
 *			in bytes, image, symbol
 *	functions	event, mode, squares, image, function: of several symbols
 *	images		event, mode, squares, image
 *	mixed		runs, key, value; without a value: runs of which only the
 *			number was kept, as there were too many values
 *
 *	times		"elapsed: RUNS SUM SQUARES", in millionths; and so on
 */
#ifndef RECORDING_SUMS_H
#define RECORDING_SUMS_H

#include "diffprof/recording.h"

/*
 * Make rows of PROF, with all else, of the merged REC.  Fails with ERR_FORMAT
 * for a line that is not as above or whose numbers do not agree, with ERR_LIMIT
 * for counts over COUNT_MAX.
 */
int recording_sums_read(const struct recording *rec, struct profile *prof,
			struct error *err);

#endif
