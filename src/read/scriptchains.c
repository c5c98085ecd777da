#include "scriptchains.h"

#define SLOTS_MIN 1024

/* What a line says, for the next time that it comes. */
struct seen_line {
	struct span
		symbol_text; /* of a line as perf prints it: see place_of() */
	struct span object_text;
	uint64_t hash;
	name_id symbol, image;
	uint32_t frame; /* FRAME_NONE if inlined: its image is yet to come */
	uint8_t mode;
	bool upper; /* half of the addresses */
	bool bad, inlined, has_object;
};

void script_chains_begin(struct script_chains *chains, struct samples *s)
{
	*chains = (struct script_chains){
		.s = s,
		.unknown =
			names_intern(&s->prof->names, SPAN(SYMBOL_UNKNOWN)),
	};
	chains->unknown_node =
		samples_node(s, NODE_ROOT,
			     samples_frame_named(s, chains->unknown, NAME_NONE,
						 0, 0));
	ARENA_ROOM(&chains->scratch, chains->chain, chains->nr, chains->cap);
	chains->chain[chains->nr++] =
		(struct script_chain){ .node = chains->unknown_node,
				       .nowhere = true };
}

void script_chains_end(struct script_chains *chains)
{
	struct samples *s = chains->s;

	// Next to addresses of a 64-bit kernel, others are of user space.
	for (size_t i = 0;
	     chains->kernel && chains->modes_missing && i < s->nr_samples; i++)
		if (s->samples[i].key.mode == MODE_UNKNOWN &&
		    s->samples[i].key.node != chains->unknown_node)
			s->samples[i].key.mode = MODE_USER;
	arena_release(&chains->scratch);
}

#define KERNEL_HALF (UINT64_C(1) << 63)

static enum sample_mode mode_of(const struct script_frame *frame)
{
	bool upper = frame->addr & KERNEL_HALF;
	enum sample_mode mode;

	if (!frame->dso.len)
		return upper ? MODE_KERNEL : MODE_UNKNOWN;
	if (span_is(frame->dso, "[hypervisor]"))
		return MODE_HYPERVISOR;
	mode = image_mode(frame->dso);
	if (mode != MODE_USER || span_is(frame->dso, "[vsyscall]"))
		return mode;
	if (span_starts(frame->dso, "[guest."))
		return MODE_GUEST_USER;
	// Programs of BPF and what nobody knows may be the kernel's all the same.
	return upper ? MODE_KERNEL : MODE_USER;
}

/* Most lines are of an object that one of the last lines was of. */
static name_id image_of(struct script_chains *chains, struct span dso)
{
	struct seen_object *seen = &chains->object[dso.len % SCRIPT_OBJECTS];

	if (!span_eq(seen->dso, dso))
		*seen = (struct seen_object){
			dso, profile_image(chains->s->prof, dso)
		};
	return seen->image;
}

static void read_line(struct script_chains *chains, struct span text,
		      bool is_inline, struct seen_line *line)
{
	struct samples *s = chains->s;
	struct names *names = &s->prof->names;
	struct script_frame frame;

	line->frame = FRAME_NONE;
	line->bad = !(is_inline ? scriptline_inline_frame(text, &frame) :
				  scriptline_frame(text, &frame));
	if (line->bad)
		return;
	line->symbol = frame.symbol.len ? names_intern(names, frame.symbol) :
					  chains->unknown;
	line->inlined = frame.inlined;
	if (frame.inlined)
		return;
	line->mode = (uint8_t)mode_of(&frame);
	line->has_object = frame.dso.len != 0;
	chains->kernel |= (frame.addr & KERNEL_HALF) != 0;
	if (frame.dso.len)
		line->image = image_of(chains, frame.dso);
	else if (line->mode == MODE_KERNEL)
		line->image = profile_image(s->prof, SPAN(IMAGE_KERNEL));
	if (s->keep_places && frame.has_offset && frame.symbol.len &&
	    frame.offset < UINT64_MAX)
		line->frame = samples_frame_named(s, line->symbol, line->image,
						  frame.offset + 1,
						  FRAME_OFFSET);
	else
		line->frame = samples_frame_named(s, line->symbol, line->image,
						  0, 0);
}

/* Twice the slots, all entries in them; HASH_AT is the hash of element K. */
#define GROW(chains, slot, mask, nr, hash_at)                                  \
	do {                                                                   \
		if (!(chains)->slot || 2 * (nr) > (chains)->mask) {            \
			size_t slots_ = (chains)->slot ?                       \
						2 * ((chains)->mask + 1) :     \
						SLOTS_MIN;                     \
			(chains)->slot = arena_zalloc(                         \
				&(chains)->scratch,                            \
				slots_ * sizeof(uint32_t));                    \
			(chains)->mask = slots_ - 1;                           \
			for (size_t k = 0; k < (nr); k++) {                    \
				size_t i_ = (hash_at) & (chains)->mask;        \
				while ((chains)->slot[i_])                     \
					i_ = (i_ + 1) & (chains)->mask;        \
				(chains)->slot[i_] = (uint32_t)k + 1;          \
			}                                                      \
		}                                                              \
	} while (0)

#define SYMBOL_AT 18 /* behind a TAB, 16 columns of address and a blank */

/* The end of "+0x1f" at P, with " (" behind it; or NULL. */
static const char *end_of_offset(const char *p, const char *end)
{
	if (end - p < 6 || p[1] != '0' || p[2] != 'x')
		return NULL;
	for (p += 3; p < end && (char_is_digit(*p) || (*p >= 'a' && *p <= 'f'));
	     p++)
		;
	return end - p > 2 && p[0] == ' ' && p[1] == '(' ? p : NULL;
}

/* Is the first byte of the symbol behind an address that fills its columns? */
static bool has_address(const char *line)
{
	const char *p = line + 1, *end = line + SYMBOL_AT - 1;

	if (*line != '\t' || *end != ' ')
		return false;
	while (p < end - 1 && *p == ' ')
		p++;
	while (p < end && (char_is_digit(*p) || (*p >= 'a' && *p <= 'f')))
		p++;
	return p == end;
}

/*
 * What of TEXT tells one function from another: its symbol and its object, but
 * not the place in it, unless that is wanted.  Of a line that is not as perf
 * prints it, all.
 */
static void place_of(const struct samples *s, struct span text,
		     struct seen_line *line)
{
	const char *end = text.ptr + text.len, *plus, *stop;

	line->symbol_text = text;
	line->object_text = (struct span){ end, 0 };
	if (s->keep_places || text.len <= SYMBOL_AT || end[-1] != ')' ||
	    !has_address(text.ptr))
		return;
	plus = text.ptr + SYMBOL_AT;
	while ((plus = memchr(plus, '+', (size_t)(end - plus)))) {
		if ((stop = end_of_offset(plus, end))) {
			line->symbol_text = (struct span){
				text.ptr + SYMBOL_AT,
				(size_t)(plus - text.ptr - SYMBOL_AT)
			};
			line->object_text =
				(struct span){ stop, (size_t)(end - stop) };
			line->upper = text.ptr[1] >= '8';
			return;
		}
		plus++;
	}
}

static bool same_place(const struct seen_line *a, const struct seen_line *b)
{
	return a->hash == b->hash && a->upper == b->upper &&
	       span_eq(a->symbol_text, b->symbol_text) &&
	       span_eq(a->object_text, b->object_text);
}

static const struct seen_line *seen_line(struct script_chains *chains,
					 struct span text)
{
	struct seen_line wanted = { 0 };

	place_of(chains->s, text, &wanted);
	wanted.hash = names_hash(wanted.symbol_text) +
		      3 * names_hash(wanted.object_text) + wanted.upper;
	GROW(chains, line_slot, line_mask, chains->nr_lines,
	     chains->line[k].hash);
	size_t i = wanted.hash & chains->line_mask;

	for (; chains->line_slot[i]; i = (i + 1) & chains->line_mask) {
		struct seen_line *old =
			&chains->line[chains->line_slot[i] - 1];

		if (same_place(old, &wanted))
			return old;
	}
	ARENA_ROOM(&chains->scratch, chains->line, chains->nr_lines,
		   chains->cap_lines);
	struct seen_line *line = &chains->line[chains->nr_lines++];
	*line = wanted;
	read_line(chains, text, false, line);
	chains->line_slot[i] = (uint32_t)chains->nr_lines;
	return line;
}

static void put_frame(struct script_chains *chains, size_t at, uint32_t frame)
{
	if (at == chains->cap_frames) {
		size_t cap = at ? 2 * at : 64;

		chains->frame = arena_grow(&chains->scratch, chains->frame,
					   at * sizeof(*chains->frame),
					   cap * sizeof(*chains->frame));
		chains->cap_frames = cap;
	}
	chains->frame[at] = frame;
}

/*
 * The frames of inlined functions in [FROM, TO) are symbols so far: they are in
 * the image of the function around them.
 */
static void settle_inlined(struct script_chains *chains, size_t from, size_t to,
			   name_id image)
{
	for (; from < to; from++)
		chains->frame[from] = samples_frame_named(
			chains->s, chains->frame[from], image, 0,
			FRAME_INLINED);
}

static void read_chain(struct script_chains *chains, struct script_chain *chain)
{
	struct textlines_span {
		const char *next, *end;
	} text = { chain->text.ptr, chain->text.ptr + chain->text.len };
	size_t nr = 0, settled = 0;
	bool leaf = false;

	while (text.next < text.end) {
		const char *stop = memchr(text.next, '\n',
					  (size_t)(text.end - text.next));
		const char *start = text.next;

		text.next = stop ? stop + 1 : text.end;
		stop = stop ? stop : text.end;
		if (stop > start && stop[-1] == '\r')
			stop--;
		const struct seen_line *line = seen_line(
			chains, (struct span){ start, (size_t)(stop - start) });
		if (line->bad) {
			chain->nr_bad++;
			continue;
		}
		if (line->inlined) {
			// Of several functions at the leaf, the real one counts.
			if (leaf)
				put_frame(chains, nr++, line->symbol);
			continue;
		}
		settle_inlined(chains, settled, nr, line->image);
		put_frame(chains, nr++, line->frame);
		settled = nr;
		if (!leaf) {
			chain->mode = line->mode;
			chains->objects |= line->has_object;
		}
		leaf = true;
		if (!chains->s->keep_chains)
			break;
	}
	settle_inlined(chains, settled, nr, NAME_NONE);
	chain->nowhere = !nr;
	if (nr)
		chain->node = NODE_ROOT;
	while (nr)
		chain->node = samples_node(chains->s, chain->node,
					   chains->frame[--nr]);
}

static void read_inline(struct script_chains *chains,
			struct script_chain *chain)
{
	struct seen_line line = { 0 };

	read_line(chains, chain->text, true, &line);
	chain->nr_bad = line.bad;
	chain->nowhere = line.bad;
	chain->mode = line.mode;
	chains->objects |= line.has_object;
	if (line.frame != FRAME_NONE)
		chain->node = samples_node(chains->s, NODE_ROOT, line.frame);
}

/* The part of TEXT that tells the function itself. */
static struct span leaf_of(struct span text)
{
	const char *p = text.ptr, *end = p + text.len;

	while (p < end) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		const char *next = stop ? stop + 1 : end;

		stop = stop ? stop : end;
		if (stop > p && stop[-1] == '\r')
			stop--;
		if (!span_ends((struct span){ p, (size_t)(stop - p) },
			       "(inlined)"))
			return (struct span){ text.ptr,
					      (size_t)(next - text.ptr) };
		p = next;
	}
	return text;
}

static struct script_chain *find_or_read(struct script_chains *chains,
					 struct span text, bool is_inline)
{
	// What stands behind a head may be read otherwise than in a chain.
	uint64_t hash = names_hash(text) ^ is_inline;

	GROW(chains, slot, mask, chains->nr, chains->chain[k].hash);
	size_t i = hash & chains->mask;

	for (; chains->slot[i]; i = (i + 1) & chains->mask) {
		struct script_chain *old =
			&chains->chain[chains->slot[i] - 1];

		if (old->hash == hash && span_eq(old->text, text))
			return old;
	}
	ARENA_ROOM(&chains->scratch, chains->chain, chains->nr, chains->cap);
	struct script_chain *chain = &chains->chain[chains->nr++];
	*chain = (struct script_chain){ .text = text,
					.hash = hash,
					.node = chains->unknown_node };
	if (is_inline)
		read_inline(chains, chain);
	else
		read_chain(chains, chain);
	chains->modes_missing |= chain->mode == MODE_UNKNOWN;
	chains->slot[i] = (uint32_t)chains->nr;
	return chain;
}

struct script_chain *script_chain(struct script_chains *chains,
				  struct span text, bool is_inline)
{
	if (!text.len)
		return &chains->chain[0];
	if (is_inline || chains->s->keep_chains)
		return find_or_read(chains, text, is_inline);

	struct span leaf = leaf_of(text);
	struct script_chain *chain = find_or_read(chains, leaf, false);

	// A line that is no frame is no reason to lose those behind it.
	if (chain->nowhere && leaf.len < text.len)
		chain = find_or_read(chains, text, false);
	return chain;
}
