/*
 * changes_classic.c - what diffprofile prints, and so do we
 *
 *	      1480     9.1% total
 *	      1236    52.7% page_remove_rmap
 *	        37     0.0% kmap_atomic_to_page
 *	...
 *	       -36   -78.3% page_address
 *
 * printf("%10s  %6.1f%% %s"): ticks gained or lost, that in percent of the
 * symbol's ticks in base, and the symbol, largest gain first; "total" ranks by
 * its own gain.  The script of 2003 has the first word of a readprofile(8) row
 * as the name; that of 2007, which prints ten rows, an empty line, three dots,
 * an empty line and ten rows, has all the words behind the count.  We write
 * "old => new" for a pair of two names and "name [module]".
 *
 * There are no counts in it.  0.0% stands for a symbol without ticks in base,
 * and -100.0% for one without ticks in test; or rounding made it so.
 */
#include "changes.h"

#include <math.h>

/* One row, as far as one line tells. */
struct classic_row {
	struct change change;
	struct span name; /* empty: it is on the next line */
	bool sure; /* two blanks, one decimal: nobody writes so */
};

/* "52.7%", or "-%" where nothing is known. */
static bool percent_of(struct span word, double *percent, unsigned *decimals)
{
	long double value;

	if (word.len < 2 || word.ptr[word.len - 1] != '%')
		return false;
	word.len--;
	*decimals = 1;
	*percent = NAN;
	if (span_is(word, "-"))
		return true;
	if (!amount_of(word, &value, decimals))
		return false;
	*percent = (double)value;
	return true;
}

/* A name is no number: that is a table of something else. */
static bool is_number(struct span name)
{
	long double value;
	unsigned decimals;

	if (name.len && name.ptr[name.len - 1] == '%')
		name.len--;
	return amount_of(name, &value, &decimals);
}

static bool parse_row(struct span text, struct classic_row *row, bool *too_big)
{
	struct span rest = text, delta, percent;
	unsigned decimals;

	*row = (struct classic_row){ .change = change_of(0) };
	*too_big = false;
	if (!span_word(&rest, &delta))
		return false;
	if (!span_word(&rest, &percent) ||
	    !percent_of(percent, &row->change.percent, &decimals))
		return false;
	size_t blanks = (size_t)(percent.ptr - (delta.ptr + delta.len));
	row->sure = decimals == 1 && blanks >= 2;
	row->name = span_trim(rest);
	if (is_number(row->name))
		return false;
	if (!span_is(delta, "-")) {
		bool whole = amount_of(delta, &row->change.delta, &decimals);
		uint64_t unused;

		if (!whole && delta.ptr[0] == '-') {
			delta.ptr++;
			delta.len--;
		}
		*too_big =
			!whole && span_count(delta, &unused) == NUMBER_TOO_BIG;
		if (*too_big)
			return true;
		if (!whole || decimals)
			return false;
	} else if (!row->sure) {
		return false;
	}
	return true;
}

/* Take " (87%)" off the end, which is there where the pair was found. */
static struct span without_score(struct span name, uint8_t *score)
{
	const char *open = memrchr(name.ptr, '(', name.len);
	size_t len = open ? (size_t)(open - name.ptr) : 0;
	uint64_t percent;

	if (!span_ends(name, "%)") || len < 2 || name.ptr[len - 1] != ' ')
		return name;
	struct span number = { open + 1, name.len - len - 3 };
	if (span_count(number, &percent) != NUMBER_OK || percent > 100)
		return name;
	*score = (uint8_t)percent;
	name.len = len - 1;
	return name;
}

/* Take "old => new [module] (87%)" apart; false if that is more than a name. */
static bool take_name(struct profile *prof, struct classic_row *row)
{
	static const char arrow[] = " => ";
	struct change *change = &row->change;
	struct span name = row->name, image = SPAN(IMAGE_KERNEL);

	change->mode = MODE_KERNEL;
	const char *at = memmem(name.ptr, name.len, arrow, strlen(arrow));

	if (at) {
		name = without_score(name, &change->score);
		change->renamed_from =
			names_intern(&prof->names,
				     (struct span){ name.ptr,
						    (size_t)(at - name.ptr) });
		at += strlen(arrow);
		name = (struct span){ at, (size_t)(name.ptr + name.len - at) };
	}
	if (name.len > 2 && name.ptr[name.len - 1] == ']') {
		const char *open = memrchr(name.ptr, ' ', name.len);

		open = open ? open + 1 : name.ptr;
		if (*open == '[') {
			change->mode = (uint8_t)image_mode((struct span){
				open, (size_t)(name.ptr + name.len - open) });
			image.ptr = open + 1;
			image.len = (size_t)(name.ptr + name.len - 2 - open);
			name.len = (size_t)(open - name.ptr);
		}
	}
	name = span_trim(name);
	if (!row->sure && memchr(name.ptr, ' ', name.len))
		return false;
	change->is_total = span_is(row->name, "total");
	change->symbol = names_intern(&prof->names, name);
	change->image = names_intern(&prof->names, image);
	return true;
}

/* Is this row the first of another listing than the rows before it? */
static bool begins_another(const struct tables *t, const struct change *change)
{
	if (!tables_open(t, &dialect_classic) || t->command)
		return true;
	if (change->is_total)
		return t->classic.total;
	return t->gap == GAP_BLANK && t->classic.falling &&
	       change->delta > t->classic.last;
}

static enum taken add_row(struct tables *t, struct classic_row *row,
			  size_t lineno)
{
	struct change *change = &row->change;

	if (!take_name(t->prof, row))
		return NOT_MINE;

	struct table *table = tables_open(t, &dialect_classic);
	bool another = begins_another(t, change);
	if (another) {
		table = tables_begin(t, &dialect_classic);
		table_event(t, table, SPAN(""), "ticks");
		t->classic.falling = true;
		t->classic.total = false;
		t->classic.nr = 0;
		t->classic.last = INFINITY;
	}
	table->cut |= another ? t->mark_ahead : t->gap == GAP_MARK;
	table->sure |= row->sure || (table->nr && t->gap == GAP_NONE);
	if (change->is_total) {
		t->classic.total = true;
	} else if (!isnan(change->delta)) {
		t->classic.falling &= change->delta <= t->classic.last;
		t->classic.last = change->delta;
	}
	table_add(t, table, change, lineno);
	t->gap = GAP_NONE;
	t->command = t->mark_ahead = false;
	return TAKEN;
}

/* The half row of the line before, with the name that this line is. */
static enum taken join(struct tables *t, const struct line *line)
{
	struct span half = t->classic.half, rest = line->text, name;
	struct classic_row row;
	bool too_big;

	t->classic.half.len = 0;
	if (!half.len || !parse_row(half, &row, &too_big) || too_big)
		return NOT_MINE;
	if (!span_word(&rest, &name) || rest.len)
		return NOT_MINE;
	row.name = name;
	enum taken taken = add_row(t, &row, line->lineno - 1);
	t->skipped -= taken == TAKEN;
	return taken;
}

static enum taken take(struct tables *t, const struct line *line,
		       struct error *err)
{
	struct classic_row row;
	bool too_big;

	if (!parse_row(line->text, &row, &too_big))
		return join(t, line);
	t->classic.half.len = 0;
	if (too_big) {
		fail(err, ERR_LIMIT,
		     "%s:%zu: a change that does not fit in 63 bits",
		     t->prof->path, line->lineno);
		return TAKE_FAILED;
	}
	if (row.name.len)
		return add_row(t, &row, line->lineno);
	// Until its name comes it is prose.
	if (row.sure)
		t->classic.half = line->text;
	return NOT_MINE;
}

/* The most ticks that base can have had in all, going by the total's row. */
static double most_in_base(const struct table *table)
{
	for (size_t i = 0; i < table->nr; i++) {
		const struct change *c = &table->changes[i];
		double percent = fabs(c->percent) - 0.05;

		if (c->is_total)
			return percent > 0 ?
				       100 * fabs((double)c->delta) / percent :
				       INFINITY;
	}
	return NAN;
}

/* What is a twentieth of a percent is printed as none, or as all. */
#define ROUNDED_AWAY 2000

/*
 * A gain of 0.0% is one over ROUNDED_AWAY times as many ticks in base, if there
 * were so many, or it is that of a new symbol; a loss of 100.0% can have left
 * one tick of over ROUNDED_AWAY.
 */
static void finish(struct table *table)
{
	double most = most_in_base(table);

	for (size_t i = 0; i < table->nr; i++) {
		struct change *c = &table->changes[i];

		if (c->is_total || isnan(c->percent))
			continue;
		if (c->percent == 0 && c->delta > 0) {
			bool unsure = ROUNDED_AWAY * c->delta <= most;

			c->presence = unsure ? PRESENT_UNSURE : PRESENT_NEW;
			if (!unsure)
				c->percent = NAN;
		} else if (c->percent == -100) {
			c->presence = c->delta > 1 - ROUNDED_AWAY ?
					      PRESENT_GONE :
					      PRESENT_UNSURE;
		}
	}
}

const struct dialect dialect_classic = {
	.what = "diffprofile",
	.take = take,
	.finish = finish,
};
