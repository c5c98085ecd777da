#include "diffprof/roster.h"

#include "diffprof/alias.h"
#include "diffprof/fold.h"

#include "elfroster.h"
#include "owner.h"

static bool is_part(struct span name)
{
	return span_starts(name, "__pfx_") || span_starts(name, "__cfi_") ||
	       (span_has(name, '.') &&
		memmem(name.ptr, name.len, ".cold", strlen(".cold")));
}

static void add_name(struct roster *roster, struct span name,
		     struct arena *arena)
{
	ARENA_ROOM(arena, roster->names, roster->nr_names, roster->cap_names);
	roster->names[roster->nr_names++] = name;
}

/* All symbols of OWNER, the one that names it first. */
static void add_names(struct roster *roster, const struct symtab *st,
		      const struct owner *owner, bool keep_clones,
		      struct arena *arena)
{
	const struct symbol *best = owner_name(st, owner);
	struct roster_function *function = &roster->functions[roster->nr];
	struct span name = symtab_name(st, best);

	function->first_name = (uint32_t)roster->nr_names;
	function->is_part = is_part(name);
	add_name(roster, fold(name, keep_clones), arena);
	for (size_t i = owner->first; i < owner->end; i++) {
		name = symtab_name(st, &st->symbols[i]);
		if (&st->symbols[i] != best && alias_rank(name) == ALIAS_CODE)
			add_name(roster, fold(name, keep_clones), arena);
	}
	function->nr_names =
		(uint32_t)(roster->nr_names - function->first_name);
}

struct roster *roster_make(const struct symtab *st, bool keep_clones,
			   struct arena *arena)
{
	struct roster *roster = arena_zalloc(arena, sizeof(*roster));
	struct owner owner = { .next = st->stext };

	roster->functions =
		arena_alloc(arena, (st->nr + 1) * sizeof(*roster->functions));
	ARENA_ROOM(arena, roster->files, roster->nr_files, roster->cap_files);
	roster->files[roster->nr_files++] = (struct span){ "", 0 };
	while (st->nr && owner.next < st->etext) {
		uint64_t before = owner.next;

		owner = owner_behind(st, &owner);
		if (owner.next <= before)
			break;
		if (owner.first == owner.end ||
		    st->symbols[owner.first].of_module)
			continue;

		uint64_t size = owner.code_end - owner.start;
		roster->functions[roster->nr] = (struct roster_function){
			.addr = owner.start,
			.size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
		};
		add_names(roster, st, &owner, keep_clones, arena);
		roster->nr++;
	}
	if (!st->by_line)
		elfroster_add(roster, st, arena);
	return roster;
}

size_t roster_find(const struct roster *roster, uint64_t addr)
{
	size_t low = 0, high = roster->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (roster->functions[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < roster->nr && roster->functions[low].addr == addr ?
		       low :
		       SIZE_MAX;
}
