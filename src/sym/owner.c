#include "owner.h"

#include "diffprof/alias.h"

static bool owns(const struct symtab *st, size_t i)
{
	return alias_rank(symtab_name(st, &st->symbols[i])) != ALIAS_NEVER;
}

/* Behind the last symbol at the address of symbol I. */
static size_t group_end(const struct symtab *st, size_t i)
{
	uint64_t addr = st->symbols[i].addr;

	while (i < st->nr && st->symbols[i].addr == addr)
		i++;
	return i;
}

static bool group_owns(const struct symtab *st, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		if (owns(st, i))
			return true;
	return false;
}

/* Fill in where the owner's code and the bytes behind it end. */
static struct owner complete(const struct symtab *st, struct owner owner)
{
	size_t i = owner.end;

	owner.next = st->etext;
	while (i < st->nr) {
		size_t end = group_end(st, i);

		if (group_owns(st, i, end)) {
			owner.next = st->symbols[i].addr;
			break;
		}
		i = end;
	}
	owner.code_end = owner.next;
	if (owner.first == owner.end)
		owner.code_end = owner.start;	// nobody's: a hole
	else if (st->has_sizes && st->reach[owner.end - 1] > owner.start &&
		 st->reach[owner.end - 1] < owner.next)
		owner.code_end = st->reach[owner.end - 1];
	return owner;
}

struct owner owner_at(const struct symtab *st, uint64_t addr)
{
	const struct symbol *sym = symtab_find(st, addr);
	size_t first = sym ? (size_t)(sym - st->symbols) : 0;

	while (sym) {
		size_t end = group_end(st, first);

		if (group_owns(st, first, end))
			return complete(st, (struct owner){
				.first = first, .end = end,
				.start = st->symbols[first].addr,
			});
		if (!first)
			break;
		uint64_t before = st->symbols[--first].addr;
		while (first && st->symbols[first - 1].addr == before)
			first--;
	}
	return complete(st, (struct owner){ .start = st->stext });
}

struct owner owner_behind(const struct symtab *st, const struct owner *owner)
{
	return owner_at(st, owner->next);
}

const struct symbol *owner_name(const struct symtab *st,
				const struct owner *owner)
{
	const struct symbol *best = NULL;

	for (size_t i = owner->first; i < owner->end; i++)
		if (owns(st, i))
			best = best ? alias_better(st, best, &st->symbols[i]) :
				      &st->symbols[i];
	return best;
}
