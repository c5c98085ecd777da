/*
 * opreport_columns.c - the numbers of a row of opreport text
 *
 *	c0106ff4 160824916  45.1855     default_idle
 *	120801    7.4379  37017    63.4603  vmlinux        __copy_from_user_ll
 *
 * An address, and for each event or CPU a count and its percentage, both also
 * cumulated: what there is the header says, or where there is none the first
 * row.  Columns are found by their words: hands and mailers move them.
 */
#include "opreport.h"

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && char_is_blank(*p))
		p++;
	return p;
}

static const char *skip_digits(const char *p, const char *end, uint64_t *value)
{
	uint64_t sum = 0;
	unsigned digit;

	for (; p < end && (digit = (unsigned char)*p - '0') <= 9; p++)
		sum = 10 * sum + digit;
	*value = sum;
	return p;
}

/* Behind a number there is a blank or nothing. */
static bool ends_word(const char *p, const char *end)
{
	return p == end || char_is_blank(*p);
}

/* Digits that 64 bits hold whatever they are. */
#define SURE_DIGITS 18

/* "e-04" behind the digits of a percentage. */
static const char *skip_exponent(const char *p, const char *end, int *exponent)
{
	bool minus;
	uint64_t value;

	if (end - p < 2 || (*p != 'e' && *p != 'E'))
		return p;
	const char *digits = p + 1 + (p[1] == '-' || p[1] == '+');
	minus = p[1] == '-';
	const char *stop = skip_digits(digits, end, &value);
	if (stop == digits || stop - digits > 3)
		return p;
	*exponent = minus ? -(int)value : (int)value;
	return stop;
}

/* What stands where a percentage has no value. */
static const char *skip_no_percent(const char *p, const char *end)
{
	static const char *const words[] = { "---", "nan", "-nan", "inf" };
	const char *stop = p;

	while (stop < end && !char_is_blank(*stop))
		stop++;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (span_is((struct span){ p, (size_t)(stop - p) }, words[i]))
			return stop;
	return p;
}

/* The percentage at P; returns its end, or P if there is none. */
static const char *take_percent(const char *p, const char *end,
				struct op_cell *cell)
{
	uint64_t whole, part = 0, unit = 1;
	int exponent = 0, decimals = 0;
	const char *start = p;

	cell->percent = false;
	p = skip_digits(p, end, &whole);
	if (p == start)
		return skip_no_percent(start, end);
	if (p < end && (*p == '.' || *p == ',')) {
		const char *point = p + 1;

		p = skip_digits(point, end, &part);
		decimals = (int)(p - point);
	}
	// More than anything prints: a number, but it tells nothing.
	bool odd = p - start > 15;
	p = skip_exponent(p, end, &exponent);
	if (p < end && *p == '%')
		p++;
	if (!ends_word(p, end))
		return start;
	decimals -= exponent;
	if (odd || decimals < 0 || decimals > 18)
		return p;
	for (int i = decimals + exponent; i > 0; i--)
		unit *= 10;
	cell->digits = whole * unit + part;
	cell->decimals = (uint8_t)decimals;
	cell->percent = true;
	return p;
}

bool op_take_percent(struct span word, struct op_cell *cell)
{
	const char *end = word.ptr + word.len;

	return word.len && take_percent(word.ptr, end, cell) == end;
}

/* The address at P, or P: hexadecimal, as oprofile pads it. */
static const char *take_address(const char *p, const char *end, uint64_t *addr)
{
	const char *stop = p;

	while (stop < end && !char_is_blank(*stop))
		stop++;
	struct span word = { p, (size_t)(stop - p) };
	return word.len <= 18 && span_hex(word, addr) ? stop : p;
}

static const char *take_count(const char *p, const char *end, uint64_t *count,
			      bool *too_big)
{
	const char *stop = skip_digits(p, end, count);

	if (!ends_word(stop, end))
		return p;
	if (stop - p > SURE_DIGITS &&
	    span_count((struct span){ p, (size_t)(stop - p) }, count) ==
		    NUMBER_TOO_BIG)
		*too_big = true;
	return stop;
}

/* The numbers of one class at *P; false at something else. */
static bool take_class(const struct op_layout *l, const char **p,
		       const char *end, struct op_cell *cell, bool *too_big)
{
	const char *at = *p, *stop;
	struct op_cell unused;
	uint64_t cumulated;
	bool any = false;

	stop = take_count(at, end, &cell->count, too_big);
	if (stop == at)
		return false;
	if (*too_big) {
		*p = at;
		return false;
	}
	if (l->cumulated) {
		at = skip_blanks(stop, end);
		stop = take_count(at, end, &cumulated, &any);
		if (stop == at)
			return false;
	}
	cell->percent = false;
	if (l->percent) {
		at = skip_blanks(stop, end);
		stop = take_percent(at, end, cell);
		if (stop == at)
			return false;
	}
	if (l->second_percent) {
		at = skip_blanks(stop, end);
		stop = take_percent(at, end, &unused);
		if (stop == at)
			return false;
	}
	*p = stop;
	return true;
}

/* Is there nothing in TEXT but numbers: the front of a row that was wrapped? */
static bool only_numbers(const char *p, const char *end)
{
	struct op_cell unused;
	const char *stop;

	for (p = skip_blanks(p, end); p < end; p = skip_blanks(stop, end)) {
		stop = take_percent(p, end, &unused);
		if (stop == p)
			return false;
	}
	return true;
}

enum op_found op_take_numbers(const struct op_layout *l, struct span line,
			      uint64_t *addr, struct op_cell *cell,
			      struct span *rest)
{
	const char *end = line.ptr + line.len;
	const char *p = skip_blanks(line.ptr, end), *stop;
	bool too_big = false, numbers = false;

	*addr = 0;
	if (l->vma) {
		stop = take_address(p, end, addr);
		if (stop == p)
			return OP_NOTHING;
		p = skip_blanks(stop, end);
		numbers = true;
	}
	for (unsigned i = 0; i < l->classes; i++) {
		stop = p;
		if (take_class(l, &stop, end, &cell[i], &too_big)) {
			p = skip_blanks(stop, end);
			numbers = true;
			continue;
		}
		if (too_big) {
			span_word(&(struct span){ stop, (size_t)(end - stop) },
				  rest);
			return OP_TOO_BIG;
		}
		return (numbers || p < end) && only_numbers(p, end) ?
			       OP_NUMBERS :
			       OP_NOTHING;
	}
	*rest = (struct span){ p, (size_t)(end - p) };
	return OP_ROW;
}

/* ---- without a header ---------------------------------------------------- */

#define NUMBERS_MAX 24

/*
 * The kinds of the numbers that LINE begins with, a letter each: c for digits
 * alone, p for what has a point, 0 for what may be either.
 */
static size_t number_kinds(struct span *line, char kind[NUMBERS_MAX])
{
	struct op_cell cell;
	struct span word, left = *line;
	size_t nr = 0;

	while (nr < NUMBERS_MAX && span_word(&left, &word)) {
		uint64_t count;

		if (span_count(word, &count) != NUMBER_NONE)
			kind[nr++] = count == 0 || count == 100 ? '0' : 'c';
		else if (char_is_digit(word.ptr[0]) &&
			 op_take_percent(word, &cell))
			kind[nr++] = 'p';
		else
			break;
		*line = left;
	}
	return nr;
}

/* Are the NR KINDs PATTERN, again and again?  Returns how often. */
static unsigned repeats(const char *kind, size_t nr, const char *pattern)
{
	size_t len = strlen(pattern);

	if (!nr || nr % len)
		return 0;
	for (size_t i = 0; i < nr; i++)
		if (kind[i] != pattern[i % len] && kind[i] != '0')
			return 0;
	return (unsigned)(nr / len);
}

static bool guess_numbers(const char *kind, size_t nr, struct op_layout *l)
{
	bool points = false;

	for (size_t i = 0; i < nr; i++)
		points |= kind[i] == 'p';
	l->percent = true;
	if (points && (l->classes = repeats(kind, nr, "cp")))
		return true;
	l->second_percent = true;
	if (points && (l->classes = repeats(kind, nr, "cpp")))
		return true;
	l->cumulated = true;
	return points && (l->classes = repeats(kind, nr, "ccpp"));
}

/* Fields of TEXT that two blanks or a tab part. */
static unsigned count_fields(struct span text)
{
	const char *p = text.ptr, *end = p + text.len;
	unsigned nr = 1;

	for (; p < end; p++) {
		const char *stop = skip_blanks(p, end);

		if (stop < end && (stop - p > 1 || (stop > p && *p == '\t')))
			nr++;
		p = stop;
	}
	return nr;
}

static bool is_image(struct span name)
{
	return name.ptr[0] == '/' || span_starts(name, "vmlinux") ||
	       span_ends(name, ".ko") || span_ends(name, ".so") ||
	       (name.len > 4 && memmem(name.ptr, name.len, ".so.", 4));
}

/* Which names there are, going by the REST of a row. */
static void guess_names(struct op_layout *l, struct span rest, bool single,
			bool indented)
{
	static const uint8_t orders[][OP_NAMES] = {
		{ OP_SYMBOL },
		{ OP_IMAGE, OP_SYMBOL },
		{ OP_IMAGE, OP_APP, OP_SYMBOL },
	};
	unsigned nr = count_fields(rest);
	const char *slash = memrchr(rest.ptr, ' ', rest.len);

	nr = nr < 1 ? 1 : nr > OP_NAMES ? OP_NAMES : nr;
	memcpy(l->name, orders[nr - 1], sizeof(l->name));
	l->nr_names = nr;
	// A summary has its counts to the right, one blank before the name.
	if (nr == 1 && !l->vma &&
	    ((l->second_percent && !l->cumulated) ||
	     (single && (indented || is_image(rest))))) {
		l->summary = true;
		l->name[0] = OP_IMAGE;
	}
	// oprofpp had the image last, with its path.
	if (nr == 2 && rest.ptr[0] != '/' && slash && slash[1] == '/' &&
	    rest.ptr + rest.len - slash > 2) {
		l->name[0] = OP_SYMBOL;
		l->name[1] = OP_IMAGE;
	}
}

bool op_layout_guess(struct span line, bool indented, struct op_layout *l)
{
	char kind[NUMBERS_MAX];
	struct span word, left = line;
	uint64_t unused;

	*l = (struct op_layout){ .width = { 25, 25 } };
	if (!span_word(&left, &word))
		return false;
	size_t nr = number_kinds(&line, kind);
	if ((word.len == 8 || word.len == 16) && span_hex(word, &unused)) {
		// An address may be of digits alone.
		if (nr < 2 || kind[1] == 'c' || kind[1] == '0') {
			l->vma = true;
			line = left;
			nr = number_kinds(&line, kind);
		}
	}
	if (!guess_numbers(kind, nr, l))
		return false;
	const char *end = line.ptr + line.len;
	const char *p = skip_blanks(line.ptr, end);
	if (p == end || char_is_digit(*p))
		return false;
	guess_names(l, (struct span){ p, (size_t)(end - p) },
		    p - line.ptr == 1, indented);
	return true;
}

bool op_same_columns(const struct op_layout *a, const struct op_layout *b)
{
	return a->vma == b->vma && a->classes == b->classes &&
	       a->summary == b->summary && a->nr_names == b->nr_names &&
	       !memcmp(a->name, b->name, a->nr_names);
}
