#include "diffprof/attribute.h"

#include <stdlib.h>

#include "attributing.h"
#include "diffprof/alias.h"
#include "diffprof/placing.h"
#include "diffprof/release.h"

typedef unsigned __int128 uint128;

/* What one owner, or one hole, has got so far. */
struct share {
	struct owner owner;
	bool hole;		/* its ticks are *unknown* */
	uint64_t addr;		/* where it begins */
	uint64_t whole;		/* ticks */
	uint64_t num, den;	/* and this fraction of one, below 1 */
};

struct attribution {
	struct profile *prof;
	const struct symtab *st;
	struct geometry geo;
	struct arena scratch;
	struct share *shares;	/* by address, ascending */
	size_t nr, cap;
	uint64_t outside;	/* the last counter's ticks */
	struct straddling straddling;
};

static struct share *share_of(struct attribution *at, const struct owner *owner,
			      bool hole)
{
	uint64_t addr = hole ? owner->code_end : owner->start;

	// A slot may go back to the code before the hole it ended in.
	for (size_t i = at->nr; i && at->shares[i - 1].addr >= addr; i--)
		if (at->shares[i - 1].addr == addr &&
		    at->shares[i - 1].hole == hole)
			return &at->shares[i - 1];
	ARENA_ROOM(&at->scratch, at->shares, at->nr, at->cap);
	at->shares[at->nr] = (struct share){
		.owner = *owner, .hole = hole, .addr = addr, .den = 1,
	};
	return &at->shares[at->nr++];
}

/*
 * Add BYTES/ALL of COUNT.  COUNT < 2^32, BYTES <= ALL <= 2^20, and an owner is
 * cut by at most two slots, so the denominator stays below 2^40.
 */
static void add_fraction(struct share *share, uint64_t count, uint64_t bytes,
			 uint64_t all)
{
	uint128 num = (uint128)count * bytes, den = all;

	if (share->den != all) {
		num = num * share->den + (uint128)share->num * all;
		den *= share->den;
	} else {
		num += share->num;
	}
	share->whole += (uint64_t)(num / den);
	share->num = (uint64_t)(num % den);
	share->den = (uint64_t)den;
}

/* A step is at most 2^20 bytes and an owner at least one. */
#define PARTIES_FEW 64

static uint64_t overlap(uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end)
{
	uint64_t from = a > b ? a : b, to = a_end < b_end ? a_end : b_end;

	return from < to ? to - from : 0;
}

size_t parties_find(const struct symtab *st, struct owner *owner, uint64_t from,
		    uint64_t to, struct party *parties, size_t max)
{
	size_t nr = 0;

	for (;;) {
		uint64_t code =
			overlap(owner->start, owner->code_end, from, to);
		uint64_t hole = owner->next - owner->code_end > PADDING_MAX ?
			overlap(owner->code_end, owner->next, from, to) : 0;

		if (code && nr++ < max)
			parties[nr - 1] = (struct party){ *owner, false, code };
		if (hole && nr++ < max)
			parties[nr - 1] = (struct party){ *owner, true, hole };
		if (owner->next >= to)
			return nr;
		*owner = owner_behind(st, owner);
	}
}

void straddling_add(struct straddling *straddling, const struct symtab *st,
		    uint32_t step, uint64_t count, const struct party *parties,
		    size_t nr)
{
	uint64_t bounds = step;

	for (size_t i = 1; i < nr; i++)
		bounds |= parties[i].owner.start - st->stext;
	straddling->ticks += count;
	straddling->by[__builtin_ctzll(bounds)] += count;
}

static void add_straddling(struct attribution *at, uint64_t count,
			   const struct party *parties, size_t nr)
{
	uint64_t all = 0;

	for (size_t i = 0; i < nr; i++)
		all += parties[i].bytes;
	for (size_t i = 0; i < nr; i++)
		add_fraction(share_of(at, &parties[i].owner, parties[i].hole),
			     count, parties[i].bytes, all);
	straddling_add(&at->straddling, at->st, at->geo.step, count, parties,
		       nr);
}

static void add_slot(struct attribution *at, struct owner *owner,
		     uint64_t from, uint64_t count)
{
	uint64_t to = from + at->geo.step;

	if (from >= owner->next)
		*owner = owner_at(at->st, from);
	// Nearly all: a step inside one function.
	if (to <= owner->code_end && from >= owner->start) {
		share_of(at, owner, false)->whole += count;
		return;
	}

	struct party few[PARTIES_FEW], *parties = few;
	struct owner first = *owner;
	size_t nr = parties_find(at->st, owner, from, to, few, PARTIES_FEW);

	if (nr > PARTIES_FEW) {
		parties = arena_alloc(&at->scratch, nr * sizeof(*parties));
		*owner = first;
		parties_find(at->st, owner, from, to, parties, nr);
	}
	if (nr == 0)		// only padding: of the function before
		share_of(at, &first, false)->whole += count;
	else if (nr == 1)
		share_of(at, &parties[0].owner, parties[0].hole)->whole +=
			count;
	else
		add_straddling(at, count, parties, nr);
}

/* Largest fraction first, ties by address. */
static int by_fraction(const void *a, const void *b)
{
	const struct share *x = *(struct share *const *)a;
	const struct share *y = *(struct share *const *)b;
	uint128 left = (uint128)x->num * y->den;
	uint128 right = (uint128)y->num * x->den;

	if (left != right)
		return left > right ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (int)x->hole - (int)y->hole;
}

/* Give out the ticks that are left when every share is rounded down. */
static void round_shares(struct attribution *at, uint64_t total)
{
	struct share **order =
		arena_alloc(&at->scratch, at->nr * sizeof(*order));
	size_t nr = 0;
	uint64_t given = 0;

	for (size_t i = 0; i < at->nr; i++) {
		given += at->shares[i].whole;
		if (at->shares[i].num)
			order[nr++] = &at->shares[i];
	}
	qsort(order, nr, sizeof(*order), by_fraction);
	for (size_t i = 0; given < total; i++, given++)
		order[i]->whole++;
}

/* The other names at the row's address, for pairing. */
static void keep_aliases(struct profile *prof, const struct symtab *st,
			 struct profile_row *row, const struct owner *owner,
			 const struct symbol *named)
{
	uint32_t list = 0;

	for (size_t i = owner->first; i < owner->end; i++) {
		const struct symbol *sym = &st->symbols[i];
		struct span name = symtab_name(st, sym);

		if (sym == named || alias_rank(name) != ALIAS_CODE)
			continue;
		uint32_t at_list =
			profile_alias(prof, names_intern(&prof->names, name));

		if (!list)
			list = at_list;
	}
	if (!list)
		return;
	profile_alias(prof, NAME_NONE);
	row->aliases = list;
}

int attributing_row(struct profile *prof, const struct symtab *st,
		    const struct owner *owner, name_id kernel, uint64_t count,
		    struct error *err)
{
	const struct symbol *sym = owner_name(st, owner);
	struct profile_row *row;

	if (profile_add(prof, symtab_name(st, sym), kernel, count, &row, err) <
	    0)
		return -1;
	row->addr = owner->start;
	row->size = sym->size ? sym->size :
				(double)(owner->code_end - owner->start);
	if (owner->end - owner->first > 1)
		keep_aliases(prof, st, row, owner, sym);
	return 0;
}

static int make_rows(struct attribution *at, struct error *err)
{
	struct profile *prof = at->prof;
	name_id kernel = profile_image(prof, SPAN(IMAGE_KERNEL));
	uint64_t unknown = at->outside;
	struct profile_row *row;

	for (size_t i = 0; i < at->nr; i++) {
		const struct share *share = &at->shares[i];

		if (share->hole || share->owner.first == share->owner.end) {
			unknown += share->whole;
			continue;
		}
		if (!share->whole)
			continue;
		if (attributing_row(prof, at->st, &share->owner, kernel,
				    share->whole, err) < 0)
			return -1;
	}
	return unknown ? profile_add(prof, SPAN(SYMBOL_UNKNOWN), NAME_NONE,
				     unknown, &row, err) : 0;
}

/* Names of what the last counter may hold besides modules and init code. */
static const char *tail_names(struct profile *prof, const struct symtab *st,
			      const struct geometry *geo)
{
	uint64_t from = st->stext + (geo->slots - 1) * geo->step;
	struct owner owner = owner_at(st, from);
	const char *names = NULL;

	for (size_t n = 0; n < 3; n++) {
		if (owner.first < owner.end && owner.start < st->etext) {
			struct span name =
				symtab_name(st, owner_name(st, &owner));

			names = arena_printf(&prof->arena, "%s%s%.*s",
					     names ? names : "",
					     names ? ", " : "",
					     (int)name.len, name.ptr);
		}
		if (owner.next >= st->etext)
			break;
		owner = owner_behind(st, &owner);
	}
	return names ? names : "the last step of text";
}

void attributing_note(struct profile *prof, const struct symtab *st,
		      const struct geometry *geo,
		      const struct straddling *straddling, uint64_t outside)
{
	unsigned shift = (unsigned)__builtin_ctz(geo->step), tells = shift;
	uint64_t apart = 0;

	if (geo->order_guessed)
		notes_add(&prof->notes, NOTE_DOUBT, "byte-order-guessed",
			  prof->path, "byte order taken to be %s-endian, but the"
			  " counters, the step word and the symbols do not agree"
			  " on it",
			  geo->order == ORDER_BIG ? "big" : "little");
	if (geo->step_derived)
		notes_add(&prof->notes, NOTE_INFO, "step-derived", prof->path,
			  "the step word is 0; the step of %u bytes follows from"
			  " the length of the text", geo->step);
	if (outside)
		notes_add(&prof->notes, NOTE_DOUBT, "outside-text", prof->path,
			  "%llu ticks of the last counter are %s: modules, init"
			  " code, or %s", (unsigned long long)outside,
			  SYMBOL_UNKNOWN, tail_names(prof, st, geo));
	if (straddling->ticks * 100 <= prof->total)
		return;
	// The coarsest step that leaves a hundredth of the ticks straddling.
	for (unsigned bit = 0; bit < shift; bit++) {
		apart += straddling->by[bit];
		if (apart * 100 > prof->total) {
			tells = bit;
			break;
		}
	}
	if (tells < 2)
		tells = 2;
	notes_add(&prof->notes, NOTE_DOUBT, "straddling", prof->path,
		  "%llu of %llu ticks fell into steps of %u bytes that several"
		  " functions share, and were split by size; profile=%u would"
		  " tell them apart", (unsigned long long)straddling->ticks,
		  (unsigned long long)prof->total, geo->step,
		  tells < shift ? tells : 2);
}

/* Bring the slots to the kernel's byte order and to one slot per step. */
static int settle_slots(struct profile *prof, const struct geometry *geo,
			uint64_t *total, struct error *err)
{
	struct histogram *hist = prof->histogram;
	size_t nr = 0;

	*total = 0;
	for (size_t i = 0; i < hist->nr; i++) {
		struct slot slot = hist->slot[i];

		if (geo->order == ORDER_BIG)
			slot.count = __builtin_bswap32(slot.count);
		if (geo->word_size == 8) {
			// Word 1 is the upper half of the step, word 2 a count.
			bool upper = geo->order == ORDER_BIG ?
					     slot.index % 2 :
					     !(slot.index % 2);
			if (upper)
				return fail(err, ERR_LIMIT, "%s: byte %llu: a count"
					    " over 32 bits", prof->path,
					    4ull * slot.index + 4);
			slot.index = (slot.index - 1) / 2;
		}
		*total += slot.count;
		hist->slot[nr++] = slot;
	}
	hist->nr = nr;
	return 0;
}

/* What both ways of attributing begin with. */
int attributing_begin(struct profile *prof, const struct symtab *st,
		      struct geometry *geo, struct error *err)
{
	uint64_t total;

	if (geometry_find(prof->histogram, prof->path, st, geo, err) < 0 ||
	    settle_slots(prof, geo, &total, err) < 0)
		return -1;
	if (st->in.cut_short)
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", st->path,
			  "%s; the symbols of what is whole of it were used",
			  st->in.cut_short);
	prof->total = total;
	prof->has_total = true;
	prof->step = geo->step;
	prof->text_size = (double)(st->etext - st->stext);
	if (st->release)
		prof->release = st->release;
	if (st->build_id)
		prof->build_id = st->build_id;
	return 0;
}

bool attributing_last_is_text(const struct symtab *st)
{
	// 6.11 stopped counting what lies outside in the last counter.
	return st->release && release_at_least(st->release, 6, 11);
}

int attribute(struct profile *prof, const struct symtab *st, struct error *err)
{
	struct histogram *hist = prof->histogram;
	struct attribution at = { .prof = prof, .st = st };
	uint64_t inside = 0;

	if (attributing_begin(prof, st, &at.geo, err) < 0)
		return -1;

	bool last_is_text = attributing_last_is_text(st);
	struct owner owner = owner_at(st, st->stext);
	for (size_t i = 0; i < hist->nr; i++) {
		const struct slot *slot = &hist->slot[i];

		if (slot->index == at.geo.slots - 1 && !last_is_text) {
			at.outside += slot->count;
			continue;
		}
		add_slot(&at, &owner,
			 st->stext + (uint64_t)slot->index * at.geo.step,
			 slot->count);
		inside += slot->count;
	}
	round_shares(&at, inside);
	int failed = make_rows(&at, err);
	if (!failed)
		attributing_note(prof, st, &at.geo, &at.straddling,
				 at.outside);
	arena_release(&at.scratch);
	if (prof->placing)
		placing_keep(prof, st, &at.geo);
	prof->histogram = NULL;
	return failed;
}

int attribute_as_readprofile(struct profile *prof, const struct symtab *st,
			     struct error *err)
{
	struct histogram *hist = prof->histogram;
	name_id kernel = profile_image(prof, SPAN(IMAGE_KERNEL));
	struct geometry geo;
	struct profile_row *row;
	size_t i = 0;
	uint64_t unknown = 0;

	if (attributing_begin(prof, st, &geo, err) < 0)
		return -1;
	for (size_t k = 0; k < st->nr; k++) {
		const struct symbol *sym = &st->symbols[k];
		uint64_t next = k + 1 < st->nr ? sym[1].addr : st->etext;
		uint64_t end = (next - st->stext) / geo.step, count = 0;

		// Word w is slot w - 1; the rule compares the word's number.
		for (; i < hist->nr && hist->slot[i].index + 1 < end; i++)
			count += hist->slot[i].count;
		if (!count)
			continue;
		struct span name = symtab_name(st, sym);
		if (name.len > 127)	// all that readprofile keeps
			name.len = 127;
		if (profile_add(prof, name, kernel, count, &row, err) < 0)
			return -1;
		row->addr = sym->addr;
		row->size = (double)(next - sym->addr);
	}
	for (; i < hist->nr; i++)
		unknown += hist->slot[i].count;
	prof->histogram = NULL;
	prof->as_readprofile = true;
	return profile_add(prof, SPAN(SYMBOL_UNKNOWN), NAME_NONE, unknown, &row,
			   err);
}
