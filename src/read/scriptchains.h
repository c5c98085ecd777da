/*
 * scriptchains.h - call chains as perf script prints them, each read once
 *
 * A profile has the same chains again and again, so the text of one is looked
 * up whole before it is parsed, and so is each of its lines.  Without chains
 * only the line of the function itself counts.
 *
 * Of inlined functions, which have no place of their own, one has the object
 * of the function they are part of.  A sample that fell into one counts for the
 * function around it, as in a recording without debugging information.
 */
#ifndef READ_SCRIPTCHAINS_H
#define READ_SCRIPTCHAINS_H

#include "diffprof/samples.h"
#include "scriptline.h"

struct script_chain {
	struct span text;
	uint64_t hash;
	uint32_t node;
	bool nowhere; /* no line is a frame */
	uint32_t nr_bad; /* lines that are no frame */
	uint8_t mode; /* enum sample_mode */
	/* Where the last sample of it went, and the key of that. */
	bool counted;
	uint32_t sample;
	struct sample_key key;
};

#define SCRIPT_OBJECTS 16

struct script_chains {
	struct samples *s;
	struct arena scratch;
	name_id unknown;
	uint32_t unknown_node; /* of samples without a frame, too */
	bool objects; /* some function that was hit has one */
	bool kernel; /* some address is of a 64-bit kernel */
	bool modes_missing; /* some leaf does not tell its mode */

	struct seen_object {
		struct span dso;
		name_id image;
	} object[SCRIPT_OBJECTS]; /* by the length of its name */

	struct script_chain *chain; /* [0] has no frames */
	size_t nr, cap;
	uint32_t *slot;
	size_t mask;
	struct seen_line *line;
	size_t nr_lines, cap_lines;
	uint32_t *line_slot;
	size_t line_mask;
	uint32_t *frame; /* of the chain being read */
	size_t cap_frames;
};

/* CHAINS live until script_chains_end(); what they enter lives in S. */
void script_chains_begin(struct script_chains *chains, struct samples *s);
/* Tells the mode of samples that only the others show; frees what is not S. */
void script_chains_end(struct script_chains *chains);

/*
 * The chain that TEXT is, one frame a line, the function itself first; or with
 * IS_INLINE the one frame behind a head.  It is valid until the next call.
 */
struct script_chain *script_chain(struct script_chains *chains,
				  struct span text, bool is_inline);

#endif
