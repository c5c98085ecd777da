/*
 * sums_facts.h - what is known of many runs: what is equal, and what is not
 */
#ifndef RECORD_SUMS_FACTS_H
#define RECORD_SUMS_FACTS_H

#include "diffprof/sums.h"

/* Add what PROF knows of its runs, and how long they took; false: too much. */
bool sums_add_facts(struct sums *sums, const struct profile *prof);

/* Append the keys of `meta', and the table of what is mixed. */
void sums_put_facts(const struct sums *sums, struct outbuf *meta,
		    struct outbuf *mixed);

#endif
