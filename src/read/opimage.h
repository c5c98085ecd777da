/*
 * opimage.h - the images that oprofile's samples are in, as objects
 *
 * What is sampled is told by the path of the sample file; whether it is the
 * kernel, by its header.  Regions of memory that no file is behind have a
 * process and addresses in their paths, which no other run has: they are told
 * apart by their kind alone, "[heap]", "[vdso]", "[anon]".
 */
#ifndef READ_OPIMAGE_H
#define READ_OPIMAGE_H

#include "diffprof/samples.h"

#include "opfile.h"
#include "opmember.h"

enum opimage_kind {
	OPIMAGE_USER,
	OPIMAGE_KERNEL, /* or a module of it */
	OPIMAGE_HYPERVISOR,
	OPIMAGE_REGION, /* no file is behind it, or none is known */
	OPIMAGE_MADE, /* at run time, with a file that tells of it */
};

struct opimage {
	enum opimage_kind kind;
	name_id path; /* or the kind of region */
	uint32_t object;
	uint8_t mode;		/* enum sample_mode */
};

struct opimages {
	struct samples *samples;
	struct opmembers *members;
	struct opimage *image;
	size_t nr, cap;
	/* Images whose time is not that of the file that was sampled. */
	size_t other_time;
	const char *first_other_time;
};

/* The object of MEMBER's samples, which FILE holds, new or known. */
const struct opimage *opimages_of(struct opimages *images,
				  const struct opmember *member,
				  const struct opfile *file);

/* The address in its object of what FILE has under KEY. */
uint64_t opimage_address(const struct opimage *image,
			 const struct opmember *member,
			 const struct opfile *file, uint64_t key);

/* How rows name the application that MEMBER's samples were taken in. */
name_id opimages_comm(struct opimages *images, const struct opmember *member);

#endif
