/*
 * geometry.h - what the words of a raw /proc/profile mean
 *
 *	word 0		the step in bytes, a power of two
 *	word 1..n	ticks in [_stext + (i-1)*step, _stext + i*step)
 *	n		(_etext - _stext) / step, rounded down
 *
 * All in the kernel's byte order.  64-bit big-endian kernels since 5.15 give 0
 * for the step.  Step and order are therefore found from three witnesses that
 * must agree: the step word, the counters (ticks are small numbers), and the
 * text size of the symbols.
 */
#ifndef DIFFPROF_GEOMETRY_H
#define DIFFPROF_GEOMETRY_H

#include "diffprof/profile.h"
#include "diffprof/symtab.h"

struct geometry {
	uint32_t step;		/* in bytes */
	uint64_t slots;		/* number of steps, = number of counters */
	unsigned word_size;	/* 4; 8 on 64-bit kernels of 1.3 and 2.0 */
	enum byte_order order;
	bool order_guessed;	/* no witness told, or they disagree */
	bool step_derived;	/* the step word was 0 */
};

/*
 * Fails with ERR_SYMBOLS if no reading of HIST covers the text of ST: the
 * symbols are another kernel's, or the dump is not whole.  PATH names the dump.
 */
int geometry_find(const struct histogram *hist, const char *path,
		  const struct symtab *st, struct geometry *geo,
		  struct error *err);

/* The step that the step word alone suggests, 0 if it tells none. */
uint32_t geometry_step_hint(const struct histogram *hist);

#endif
