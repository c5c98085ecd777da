#include "diffprof/placing.h"

#include <sys/utsname.h>

#include "attributing.h"
#include "diffprof/elfcode.h"
#include "diffprof/mapsearch.h"

/* Take what ST, whose bytes stay, has of what is still missing. */
static void offer(struct placing *placing, const struct symtab *st)
{
	struct image_files *files = &placing->files;
	const struct image_file file = {
		.path = st->path,
		.bytes = { st->in.data, st->in.size },
	};

	if (st->by_line || !st->in.data)
		return;
	struct code_offer has = elfcode_offers(&st->in);

	if (has.code && !files->code.path)
		files->code = file;
	if (has.lines && !files->lines.path)
		files->lines = file;
	if (!has.code && !has.lines && !placing->useless)
		placing->useless = st->path;
}

void placing_begin(struct profile *prof, const struct symtab *image,
		   struct symtab *debug)
{
	struct placing *placing = arena_zalloc(&prof->arena, sizeof(*placing));
	struct image_files *files = &placing->files;
	struct utsname system;

	prof->placing = placing;
	if (!image)
		return;
	offer(placing, image);
	if (!prof->histogram || (files->code.path && files->lines.path) ||
	    !mapsearch_debug("", uname(&system) == 0 ? system.release : NULL,
			     prof, image, debug))
		return;
	// Two files whose addresses differ cannot both be used.
	placing->moved = debug->stext - image->stext;
	if (placing->moved)
		*files = (struct image_files){ 0 };
	offer(placing, debug);
}

void placing_keep(struct profile *prof, const struct symtab *st,
		  const struct geometry *geo)
{
	struct placing *placing = prof->placing;

	placing->histogram = prof->histogram;
	placing->symtab = st;
	placing->geo = *geo;
}

/* The first slot of INDEX or more. */
static size_t slot_from(const struct histogram *hist, uint64_t index)
{
	size_t low = 0, high = hist->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (hist->slot[mid].index < index)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * What OWNER has of the slot that begins at FROM, by the rules of attribute.c;
 * false if nothing.
 */
static bool place_slot(const struct placing *p, const struct owner *owner,
		       uint64_t from, uint64_t count, struct arena *scratch,
		       struct place *place)
{
	uint64_t to = from + p->geo.step;
	struct owner first = owner_at(p->symtab, from), last = first;
	size_t nr = parties_find(p->symtab, &last, from, to, NULL, 0);
	struct party *parties =
		arena_alloc(scratch, (nr + 1) * sizeof(*parties));
	uint64_t all = 0, own = 0;

	last = first;
	parties_find(p->symtab, &last, from, to, parties, nr);
	for (size_t i = 0; i < nr; i++) {
		all += parties[i].bytes;
		if (!parties[i].hole && parties[i].owner.start == owner->start)
			own += parties[i].bytes;
	}
	*place = (struct place){
		.from = later(owner->start, from) + p->moved,
		.to = sooner(owner->code_end, to) + p->moved,
		.count = count,
		.share = (uint32_t)own,
		.of = (uint32_t)all,
	};
	if (nr == 1 && own)
		place->of = place->share;
	if (own)
		return true;
	// Only padding is of the function before: it is at its end.
	if (nr || first.start != owner->start)
		return false;
	place->to = owner->code_end + p->moved;
	place->from = place->to - (owner->code_end > owner->start);
	place->share = place->of = 1;
	return true;
}

struct place *placing_slots(const struct profile *prof, uint64_t addr,
			    struct arena *arena, size_t *nr)
{
	const struct placing *p = prof->placing;
	const struct histogram *hist = p->histogram;
	bool last_is_text = attributing_last_is_text(p->symtab);
	struct owner owner = owner_at(p->symtab, addr);
	uint64_t base = p->symtab->stext, step = p->geo.step;
	struct arena scratch = { 0 };
	struct place *places = NULL;
	size_t cap = 0;

	*nr = 0;
	for (size_t i = slot_from(hist, (owner.start - base) / step);
	     i < hist->nr; i++) {
		const struct slot *slot = &hist->slot[i];
		uint64_t from = base + slot->index * step;
		struct place place;

		if (from >= owner.next)
			break;
		if ((slot->index == p->geo.slots - 1 && !last_is_text) ||
		    !place_slot(p, &owner, from, slot->count, &scratch, &place))
			continue;
		ARENA_ROOM(arena, places, *nr, cap);
		places[(*nr)++] = place;
	}
	arena_release(&scratch);
	return places;
}
