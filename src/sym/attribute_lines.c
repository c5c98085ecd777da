/*
 * attribute_lines.c - from ticks per address to ticks per line
 *
 * A slot is taken apart into points, a byte each, of which every one has an
 * owner and a spot of srcline.h.  Shares are kept in units of 2^-40 ticks, added
 * up over all slots and rounded once, largest remainder first.
 */
#include <stdlib.h>

#include "attributing.h"
#include "sources.h"

#define UNIT_BITS 40
#define UNIT_MASK (((uint64_t)1 << UNIT_BITS) - 1)

typedef unsigned __int128 uint128;

/* What one line of one owner has got. */
struct share {
	uint64_t owner_start;
	uint32_t owner; /* index into owners */
	uint32_t source;
	uint64_t whole, part; /* ticks, and units below one tick */
};

struct piece {
	uint64_t addr; /* of a point */
	uint32_t slot; /* index into the histogram's */
	uint32_t owner; /* index into owners; OWNER_HOLE */
};

#define OWNER_HOLE UINT32_MAX

struct spreading {
	struct profile *prof;
	const struct symtab *st;
	struct geometry geo;
	struct arena scratch;
	struct owner *owners; /* by address */
	size_t nr_owners, cap_owners;
	struct piece *pieces; /* by address, those of a slot together */
	size_t nr, cap;
	struct share *shares; /* of one point in one slot, until merged */
	size_t nr_shares, cap_shares;
	struct straddling straddling;
	uint64_t unknown; /* ticks of holes, whole */
	uint64_t unknown_part;
	uint64_t outside, inside;
};

static uint32_t enter_owner(struct spreading *s, const struct owner *owner)
{
	if (s->nr_owners && s->owners[s->nr_owners - 1].start == owner->start)
		return (uint32_t)s->nr_owners - 1;
	// A slot may go back to the code before the hole it ended in.
	for (size_t i = s->nr_owners;
	     i && s->owners[i - 1].start > owner->start; i--)
		if (i > 1 && s->owners[i - 2].start == owner->start)
			return (uint32_t)i - 2;
	ARENA_ROOM(&s->scratch, s->owners, s->nr_owners, s->cap_owners);
	s->owners[s->nr_owners++] = *owner;
	return (uint32_t)s->nr_owners - 1;
}

static void add_points(struct spreading *s, uint32_t slot, uint32_t owner,
		       uint64_t from, uint64_t to)
{
	uint64_t every =
		(s->geo.step + LINES_POINTS_MAX - 1) / LINES_POINTS_MAX;

	for (uint64_t addr = from; addr < to; addr += every) {
		ARENA_ROOM(&s->scratch, s->pieces, s->nr, s->cap);
		s->pieces[s->nr++] = (struct piece){ addr, slot, owner };
	}
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The points of one slot, by the rules of attribute.c. */
static void add_slot(struct spreading *s, struct owner *owner, uint32_t slot,
		     uint64_t from, uint64_t count)
{
	uint64_t to = from + s->geo.step;
	struct party *parties;
	size_t nr;

	if (from >= owner->next)
		*owner = owner_at(s->st, from);
	struct owner first = *owner;

	nr = parties_find(s->st, owner, from, to, NULL, 0);
	*owner = first;
	parties = arena_alloc(&s->scratch, (nr + 1) * sizeof(*parties));
	parties_find(s->st, owner, from, to, parties, nr);
	if (!nr) // only padding: of the function before
		add_points(s, slot, enter_owner(s, &first), from, from + 1);
	for (size_t i = 0; i < nr; i++) {
		const struct owner *o = &parties[i].owner;

		if (parties[i].hole || o->first == o->end)
			add_points(s, slot, OWNER_HOLE,
				   later(o->code_end, from),
				   sooner(o->next, to));
		else
			add_points(s, slot, enter_owner(s, o),
				   later(o->start, from),
				   sooner(o->code_end, to));
	}
	if (nr > 1)
		straddling_add(&s->straddling, s->st, s->geo.step, count,
			       parties, nr);
}

static void add_slots(struct spreading *s)
{
	const struct histogram *hist = s->prof->histogram;
	bool last_is_text = attributing_last_is_text(s->st);
	struct owner owner = owner_at(s->st, s->st->stext);

	for (size_t i = 0; i < hist->nr; i++) {
		const struct slot *slot = &hist->slot[i];

		if (slot->index == s->geo.slots - 1 && !last_is_text) {
			s->outside += slot->count;
			continue;
		}
		add_slot(s, &owner, (uint32_t)i,
			 s->st->stext + (uint64_t)slot->index * s->geo.step,
			 slot->count);
		s->inside += slot->count;
	}
}

static void add_part(uint64_t *whole, uint64_t *part, uint64_t units)
{
	*part += units;
	*whole += *part >> UNIT_BITS;
	*part &= UNIT_MASK;
}

/* Give COUNT ticks to the points [FIRST, END), which are one slot's. */
static void share_slot(struct spreading *s, const struct source_lines *lines,
		       uint32_t first_source, size_t first, size_t end,
		       uint64_t count)
{
	size_t all = end - first, next;

	for (size_t i = first; i < end; i = next) {
		const struct piece *piece = &s->pieces[i];
		uint32_t spot = lines->at[i];

		for (next = i; next < end && lines->at[next] == spot &&
			       s->pieces[next].owner == piece->owner;)
			next++;
		// COUNT < 2^32, so that this is below 2^72 until it is divided.
		uint128 units =
			((uint128)count << UNIT_BITS) * (next - i) / all;
		if (piece->owner == OWNER_HOLE) {
			s->unknown += (uint64_t)(units >> UNIT_BITS);
			add_part(&s->unknown, &s->unknown_part,
				 (uint64_t)units & UNIT_MASK);
			continue;
		}
		ARENA_ROOM(&s->scratch, s->shares, s->nr_shares, s->cap_shares);
		s->shares[s->nr_shares++] = (struct share){
			.owner_start = s->owners[piece->owner].start,
			.owner = piece->owner,
			.source = spot ? first_source + spot : 0,
			.whole = (uint64_t)(units >> UNIT_BITS),
			.part = (uint64_t)units & UNIT_MASK,
		};
	}
}

static int by_place(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	if (x->owner_start != y->owner_start)
		return x->owner_start < y->owner_start ? -1 : 1;
	return (x->source > y->source) - (x->source < y->source);
}

static void merge_shares(struct spreading *s)
{
	size_t kept = 0;

	if (s->nr_shares)
		qsort(s->shares, s->nr_shares, sizeof(*s->shares), by_place);
	for (size_t i = 0; i < s->nr_shares; i++) {
		struct share *to = kept ? &s->shares[kept - 1] : NULL;

		if (!to || by_place(to, &s->shares[i]) != 0) {
			s->shares[kept++] = s->shares[i];
			continue;
		}
		to->whole += s->shares[i].whole;
		add_part(&to->whole, &to->part, s->shares[i].part);
	}
	s->nr_shares = kept;
}

static int by_part(const void *a, const void *b)
{
	const struct share *x = *(struct share *const *)a;
	const struct share *y = *(struct share *const *)b;

	if (x->part != y->part)
		return x->part > y->part ? -1 : 1;
	return by_place(x, y);
}

/* What is left when all is rounded down; holes come last. */
static void round_shares(struct spreading *s)
{
	struct share **order =
		arena_alloc(&s->scratch, (s->nr_shares + 1) * sizeof(*order));
	uint64_t given = s->unknown;

	for (size_t i = 0; i < s->nr_shares; i++) {
		order[i] = &s->shares[i];
		given += s->shares[i].whole;
	}
	if (s->nr_shares)
		qsort(order, s->nr_shares, sizeof(*order), by_part);
	for (size_t i = 0; given < s->inside && i < s->nr_shares &&
			   order[i]->part >= s->unknown_part;
	     i++, given++)
		order[i]->whole++;
	s->unknown += s->inside - given;
}

static int make_rows(struct spreading *s, struct error *err)
{
	struct profile *prof = s->prof;
	name_id kernel = profile_image(prof, SPAN(IMAGE_KERNEL));
	uint64_t unknown = s->unknown + s->outside;
	struct profile_row *row;
	size_t first = prof->nr;

	prof->row_source =
		arena_zalloc(&prof->arena, (first + s->nr_shares + 1) *
						   sizeof(*prof->row_source));
	for (size_t i = 0; i < s->nr_shares; i++) {
		const struct share *share = &s->shares[i];

		if (!share->whole)
			continue;
		prof->row_source[prof->nr] = share->source;
		if (attributing_row(prof, s->st, &s->owners[share->owner],
				    kernel, share->whole, err) < 0)
			return -1;
	}
	return unknown ? profile_add(prof, SPAN(SYMBOL_UNKNOWN), NAME_NONE,
				     unknown, &row, err) :
			 0;
}

/* Find the lines of all points and give them their ticks. */
static int spread(struct spreading *s, const struct symtab *image,
		  struct error *err)
{
	const struct histogram *hist = s->prof->histogram;
	uint64_t moved = image->stext - s->st->stext;
	uint64_t *addrs =
		arena_alloc(&s->scratch, (s->nr + 1) * sizeof(*addrs));
	struct source_lines lines;
	struct input in;
	size_t end;

	for (size_t i = 0; i < s->nr; i++)
		addrs[i] = s->pieces[i].addr + moved;
	input_from_memory(&in, image->path, image->in.data, image->in.size);
	if (srcline_find(&in, addrs, s->nr, &lines, &s->prof->arena, err) < 0) {
		if (err->kind == ERR_SYMBOLS)
			fail(err, ERR_SYMBOLS, "%s: %s", image->path,
			     source_no_lines);
		return -1;
	}
	uint32_t first = source_add_lines(s->prof, &lines, image->path);
	for (size_t i = 0; i < s->nr; i = end) {
		uint32_t slot = s->pieces[i].slot;

		for (end = i; end < s->nr && s->pieces[end].slot == slot;)
			end++;
		share_slot(s, &lines, first, i, end, hist->slot[slot].count);
	}
	return 0;
}

int attribute_lines(struct profile *prof, const struct symtab *st,
		    const struct symtab *image, struct error *err)
{
	struct spreading s = { .prof = prof, .st = st };

	if (!image || image->by_line || !image->in.data)
		return fail(err, ERR_SYMBOLS,
			    "%s: source lines are told by the DWARF of the"
			    " kernel, of which only a map is there; %s",
			    prof->path, source_get_lines);
	if (image->etext - image->stext != st->etext - st->stext)
		return fail(err, ERR_SYMBOLS, "%s: not of the kernel of %s",
			    image->path, st->path);
	if (attributing_begin(prof, st, &s.geo, err) < 0)
		return -1;
	add_slots(&s);
	int failed = spread(&s, image, err);

	if (!failed) {
		merge_shares(&s);
		round_shares(&s);
		failed = make_rows(&s, err);
	}
	if (!failed)
		attributing_note(prof, st, &s.geo, &s.straddling, s.outside);
	arena_release(&s.scratch);
	prof->histogram = NULL;
	return failed;
}
