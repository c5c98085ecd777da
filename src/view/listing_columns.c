/*
 * listing_columns.c - what a row of the listing of one profile has to show
 */
#include "diffprof/view.h"

#include "cell.h"

/* As in diff_columns.c. */
#define GETTER(name)                                                           \
	static struct cell row_##name(const struct listing *listing,           \
					  const struct listing_row *row,       \
					  struct arena *scratch);              \
	static struct cell get_##name(const void *source, const void *row,     \
				       struct arena *scratch)                  \
	{                                                                      \
		return row_##name(source, row, scratch);                       \
	}                                                                      \
	static struct cell row_##name(                                         \
		const struct listing *listing __attribute__((unused)),         \
		const struct listing_row *row __attribute__((unused)),         \
		struct arena *scratch __attribute__((unused)))

GETTER(key)
{
	if (row == &listing->total)
		return cell_text(SPAN("total"));
	return cell_text(
		view_key(listing->names, row->symbol, row->image,
				 row->user, scratch));
}

GETTER(symbol)
{
	if (row == &listing->total)
		return cell_text(SPAN("total"));
	if (listing->side.runs[0]->grouped &&
	    !listing->side.runs[0]->by_function)
		return CELL_OF_NOTHING;
	return cell_text(names_text(listing->names, row->symbol));
}

GETTER(image)
{
	return cell_text(names_text(listing->names, row->image));
}

static const struct concern *concern_of(const struct listing *listing,
					const struct listing_row *row)
{
	return listing->concerns && row != &listing->total ?
		       &listing->concerns[row - listing->rows] :
		       NULL;
}

GETTER(file)
{
	const struct concern *concern = concern_of(listing, row);

	if (concern && concern->file)
		return cell_text(span_of(concern->file));
	return cell_file(&listing->places, listing->names, row->symbol);
}

GETTER(address)
{
	if (row->addr == 0)
		return CELL_OF_NOTHING;
	return cell_text(span_of(arena_printf(
		scratch, "0x%llx", (unsigned long long)row->addr)));
}

/* Whole, unless it had to be worked out from a load. */
GETTER(size)
{
	if (!(row->size > 0))
		return CELL_OF_NOTHING;
	if (row->size < 0x1p53 && row->size == floor(row->size))
		return cell_count((uint64_t)row->size);
	return cell_real(row->size);
}

GETTER(count)
{
	return cell_count(row->count);
}

GETTER(share)
{
	return cell_share(row->count, listing->side.total);
}

GETTER(maintainers)
{
	const struct concern *concern = concern_of(listing, row);

	return concern ? cell_texts(concern->text, concern->nr_texts) :
			 CELL_OF_NOTHING;
}

GETTER(load)
{
	if (!(row->size > 0) || row->count == COUNT_UNKNOWN)
		return CELL_OF_NOTHING;
	return cell_real(row->count / row->size);
}

const struct column listing_columns[] = {
	{ "key", "symbol", "symbol, and its module in brackets", NULL,
	  true, COLUMN_TEXT, get_key },
	{ "symbol", "symbol", "name of the function", NULL,
	  true, COLUMN_TEXT, get_symbol },
	{ "image", "image", "vmlinux, or the module", NULL,
	  true, COLUMN_TEXT, get_image },
	{ "file", "file", "source file", NULL,
	  true, COLUMN_TEXT, get_file },
	{ "address", "address", "of its first byte", NULL,
	  true, COLUMN_TEXT, get_address },
	{ "size", "size", "in bytes", "%.1Lf",
	  true, 0, get_size },
	{ "count", "count", "ticks, of all runs", NULL,
	  true, 0, get_count },
	{ "share", "share", "part of all ticks", "%.2Lf%%",
	  true, COLUMN_PERCENT, get_share },
	{ "load", "load", "ticks per byte", "%.4Lf",
	  true, 0, get_load },
	{ "maintainers", "maintainers", "whom its source file concerns", NULL,
	  true, COLUMN_TEXT | COLUMN_COMMAS, get_maintainers },
	{ 0 },
};
