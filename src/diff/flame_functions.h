/*
 * flame_functions.h - which function a frame of a run is, in the whole comparison
 *
 * First all rows are entered, then each run is begun and asked about.  What the
 * comparison paired under two names (aliases, renames, programs by path and by
 * name, modules that are built in) leads to the function of its row.
 */
#ifndef FLAME_FUNCTIONS_H
#define FLAME_FUNCTIONS_H

#include "diffprof/flame.h"

#include "join.h"

struct frame;

/* A name and image, and whose function they are. */
struct function_key {
	name_id symbol, image;
	uint32_t run; /* that calls it so, counted from 1; 0: all */
	uint32_t function;
};

struct functions {
	struct names *names;
	struct arena *arena, *scratch;
	struct flame_function *function; /* [0] is none */
	size_t nr, cap;
	size_t nr_rows;
	struct function_key *key;
	size_t nr_keys, cap_keys;
	uint32_t *slot; /* of keys + 1 */
	size_t mask;
	bool keys_of_runs; /* some key is of one run */
	struct function_key *renamed; /* base's names */
	size_t nr_renamed, cap_renamed;
	uint32_t *row_of; /* by name: functions of rows + 1, ... */
	uint32_t *next_row; /* ... by function: another of this name */
	size_t nr_row_of;
	const struct profile *prof; /* the run that was begun */
	uint32_t run;
	struct translation names_of;
	name_id unknown, vmlinux;
};

void functions_begin(struct functions *f, struct names *names,
		     struct arena *arena, struct arena *scratch);
/* Row ROW, in order; RENAMED_FROM is base's name if it has another, or 0. */
void functions_add_row(struct functions *f, uint32_t row, name_id symbol,
		       name_id image, name_id renamed_from);
void functions_begin_run(struct functions *f, const struct profile *prof,
			 bool is_base);

uint32_t functions_of_row(struct functions *f, const struct profile_row *row);
uint32_t functions_of_frame(struct functions *f, const struct frame *frame);
uint32_t functions_unknown(struct functions *f);

/* By function: its place among all by name and image. */
const uint32_t *functions_ranks(const struct functions *f);

#endif
