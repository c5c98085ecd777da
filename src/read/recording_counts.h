/*
 * recording_counts.h - samples by address, in a recording
 *
 *	comm 1 make
 *	image 1 3f0c...91 /usr/lib/x86_64-linux-gnu/libc.so.6
 *	17 17034000 k 0 1 ffffffff812a4c10
 *	3 3006000 u 1 1 1+2c450 1+ 2+
 *
 * Commands and images are numbered from 1 before they are used; an image has its
 * build id, or "-".  Other lines are samples that agree: their count; what they
 * stand for, in the unit that meta gives for `weight'; the mode of the CPU, which
 * CPU, and which command (each may be "-"); then the call chain, the leaf first.
 * An address of the kernel or its modules is a hexadecimal number, one in an image
 * is its number, "+" and the offset in the file; without an offset nothing is
 * known but the image.
 */
#ifndef RECORDING_COUNTS_H
#define RECORDING_COUNTS_H

#include "diffprof/recording.h"
#include "diffprof/samples.h"

/* By enum sample_mode; '-' is MODE_UNKNOWN. */
#define RECORDING_MODES "-kuhgv"

/*
 * Enter the samples of TEXT, the file NAME of REC, as those of event EVENT;
 * kernel addresses are in the object KERNEL.  Fails with ERR_FORMAT for a line
 * that is neither, with ERR_LIMIT for counts over COUNT_MAX.
 */
int recording_counts_read(const struct recording *rec, const char *name,
			  struct span text, struct samples *samples,
			  unsigned event, uint32_t kernel, struct error *err);

#endif
