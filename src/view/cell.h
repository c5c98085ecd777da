/*
 * cell.h - making cells: what has no value is CELL_OF_NOTHING
 */
#ifndef CELL_H
#define CELL_H

#include <math.h>

#include "diffprof/column.h"
#include "diffprof/maintainers.h"
#include "diffprof/profile.h"

#define CELL_OF_NOTHING ((struct cell){ .kind = CELL_NONE })

static inline struct cell cell_count(uint64_t count)
{
	if (count == COUNT_UNKNOWN)
		return CELL_OF_NOTHING;
	return (struct cell){ CELL_COUNT, .count = count };
}

/* What cannot be computed has no value. */
static inline struct cell cell_real(long double real)
{
	if (!isfinite(real))
		return CELL_OF_NOTHING;
	return (struct cell){ CELL_REAL, .real = real };
}

static inline struct cell cell_text(struct span text)
{
	if (!text.len)
		return CELL_OF_NOTHING;
	return (struct cell){ CELL_TEXT, .text = text };
}

static inline struct cell cell_texts(const struct span *list, size_t nr)
{
	if (!nr)
		return CELL_OF_NOTHING;
	return (struct cell){ CELL_LIST, .list = list, .nr = nr };
}

/* A count that is not known is no part of anything. */
static inline struct cell cell_share(uint64_t count, uint64_t total)
{
	if (count == COUNT_UNKNOWN || total == COUNT_UNKNOWN || total == 0)
		return CELL_OF_NOTHING;
	return cell_real((long double)count / total);
}

/* What the sources say of SYMBOL; cells of nothing if they do not. */
static inline struct cell cell_file(const struct source_places *places,
				    const struct names *names, name_id symbol)
{
	if (symbol >= places->nr)
		return CELL_OF_NOTHING;
	return cell_text(names_text(names, places->of[symbol].file));
}

static inline struct cell cell_line(const struct source_places *places,
				    name_id symbol)
{
	if (symbol >= places->nr || !places->of[symbol].line)
		return CELL_OF_NOTHING;
	return cell_count(places->of[symbol].line);
}

#endif
