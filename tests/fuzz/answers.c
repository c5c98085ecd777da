/*
 * answers.c - a file of the cache of source lines, whose checksum is made right
 */
#include "fuzz.h"

#include "../../src/sym/linecaching.h"
#include "diffprof/checksum.h"

#define CHECKSUM 24
#define HEAD 56

static void check(const struct answers *a)
{
	for (size_t i = 0; i < a->nr; i++) {
		const struct source_spot *spot;
		uint32_t f;

		if (a->lines.at[i] >= a->lines.nr_spots)
			abort();
		spot = &a->lines.spots[a->lines.at[i]];
		if (spot->function >= a->lines.nr_functions)
			abort();
		for (f = spot->function; f; f = a->lines.functions[f].caller)
			if (a->lines.functions[f].caller >= f)
				abort();
	}
}

/* What was read is written, and read again. */
static void go_round(const struct answers *a, struct arena *arena)
{
	struct answers none, all, again;

	answers_decode((struct span){ 0 }, 0, &none, arena);
	answers_join(a, &none, &all, arena);
	check(&all);
	struct span bytes = answers_encode(&all, 1, arena);
	if (!answers_decode(bytes, 1, &again, arena) || again.nr != a->nr)
		abort();
	check(&again);
	for (size_t i = 0; i < a->nr; i++) {
		const struct source_spot *x = &a->lines.spots[a->lines.at[i]];
		const struct source_spot *y =
			&again.lines.spots[again.lines.at[i]];

		if (a->addrs[i] != again.addrs[i] || x->line != y->line)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct answers answers;
	uint64_t identity = 0;
	char *bytes = malloc(size + 1);

	if (!bytes)
		abort();
	if (size)
		memcpy(bytes, data, size);
	if (size >= HEAD) {
		memset(bytes + CHECKSUM, 0, 8);
		uint64_t sum = checksum(checksum(0, bytes, HEAD), bytes + HEAD,
					size - HEAD);
		memcpy(bytes + CHECKSUM, &sum, sizeof(sum));
		memcpy(&identity, bytes + 16, sizeof(identity));
	}
	if (answers_decode((struct span){ bytes, size }, identity, &answers,
			   &arena)) {
		check(&answers);
		go_round(&answers, &arena);
	} else if (answers.nr) {
		abort();
	}
	arena_release(&arena);
	free(bytes);
	return 0;
}
