/*
 * fuzz.h - what the fuzz targets share
 *
 * A target feeds its bytes to one reader or loader and checks what must hold
 * whatever they are.  libFuzzer calls it (`make fuzz`), and so does replay.c
 * with the kept corpora (`make check`), which needs no clang.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "diffprof/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_REQUIRE(what, cond)                                               \
	do {                                                                   \
		if (!(cond)) {                                                 \
			fprintf(stderr, "%s:%d: %s: not so: %s\n", __FILE__,   \
				__LINE__, (what), #cond);                      \
			abort();                                               \
		}                                                              \
	} while (0)

/* The sum of all rows is the sum of all samples read, always. */
static inline void fuzz_check_sum(const struct profile *prof)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < prof->nr; i++) {
		FUZZ_REQUIRE("a count", prof->rows[i].count <= COUNT_MAX);
		FUZZ_REQUIRE("a name",
			     prof->rows[i].symbol < prof->names.nr &&
				     prof->rows[i].image < prof->names.nr);
		sum += prof->rows[i].count;
		FUZZ_REQUIRE("the sum", sum <= COUNT_MAX);
	}
	FUZZ_REQUIRE("rows and listed", sum == prof->listed);
	FUZZ_REQUIRE("listed and total",
		     !prof->has_total || prof->listed <= prof->total);
}

/*
 * Details are of symbols that have rows, of an event that there is; after a
 * reader that makes rows.
 */
static inline void fuzz_check_details(const struct profile *prof)
{
	bool *has_row = calloc(prof->names.nr, sizeof(*has_row));
	uint64_t sum = 0;

	for (size_t i = 0; has_row && i < prof->nr; i++)
		has_row[prof->rows[i].symbol] = true;
	for (size_t i = 0; i < prof->nr_details; i++) {
		const struct detail *d = &prof->details[i];

		FUZZ_REQUIRE("names", d->symbol < prof->names.nr &&
					      d->image < prof->names.nr);
		FUZZ_REQUIRE("a row", has_row && has_row[d->symbol]);
		FUZZ_REQUIRE("an event",
			     d->event < prof->nr_events ||
				     (!d->event && !prof->nr_events));
		FUZZ_REQUIRE("samples", d->count && d->count <= COUNT_MAX);
		sum += d->count;
		FUZZ_REQUIRE("the sum", sum <= COUNT_MAX);
	}
	FUZZ_REQUIRE("all", sum == prof->detailed);
	free(has_row);
}

/* On failure there is a sentence. */
static inline void fuzz_check_error(const struct error *err)
{
	FUZZ_REQUIRE("a kind", err->kind != ERR_NONE);
	FUZZ_REQUIRE("a sentence", err->text[0]);
	for (const char *p = err->text; *p; p++)
		FUZZ_REQUIRE("escaped", (unsigned char)*p >= 0x20 &&
			     (unsigned char)*p != 0x7f);
}

#endif
