#include "reportline.h"

/* All there is, in hundredths of a percent. */
#define PERCENT_MAX 10000

/* "12.34%", in hundredths; more decimals are rounded. */
bool report_percent(struct span word, uint64_t *value)
{
	struct span whole = word;
	const char *point;

	if (word.len < 2 || word.len > 24 || word.ptr[word.len - 1] != '%')
		return false;
	whole.len = --word.len;
	point = memchr(word.ptr, '.', word.len);
	if (!point)
		point = memchr(word.ptr, ',', word.len);
	if (point)
		whole.len = (size_t)(point - word.ptr);
	if (whole.len > 6 || span_count(whole, value) != NUMBER_OK)
		return false;
	*value *= 100;
	if (!point)
		return true;
	const char *end = word.ptr + word.len;
	unsigned place = 10;
	if (point + 1 == end)
		return false;
	for (const char *p = point + 1; p < end; p++) {
		if (!char_is_digit(*p))
			return false;
		*value += (uint64_t)(*p - '0') * place;
		if (!place && p == point + 3)
			*value += *p >= '5';
		place /= 10;
	}
	return true;
}

/* "[k] ", the mark of a symbol, at P? */
static bool is_mark(const char *p, const char *end)
{
	return end - p >= 3 && p[0] == '[' && p[2] == ']' &&
	       memchr(".kguHP", p[1], 6) && (end - p == 3 || p[3] == ' ');
}

static uint8_t mode_of(char mark)
{
	switch (mark) {
	case 'k':
		return MODE_KERNEL;
	case '.':
		return MODE_USER;
	case 'g':
		return MODE_GUEST_KERNEL;
	case 'u':
		return MODE_GUEST_USER;
	case 'H':
		return MODE_HYPERVISOR;
	default:
		return MODE_UNKNOWN;
	}
}

/* The mark in TEXT with a blank in front, or NULL. */
static const char *find_mark(struct span text)
{
	const char *end = text.ptr + text.len;

	for (const char *p = text.ptr; p < end; p++) {
		p = memchr(p, '[', (size_t)(end - p));
		if (!p)
			return NULL;
		if ((p == text.ptr || char_is_blank(p[-1])) && is_mark(p, end))
			return p;
	}
	return NULL;
}

bool report_symbol(struct span text, struct span *symbol, uint8_t *mode)
{
	const char *mark = find_mark(text), *end = text.ptr + text.len;

	if (!mark)
		return false;
	*mode = mode_of(mark[1]);
	*symbol =
		span_trim((struct span){ mark + 3, (size_t)(end - mark - 3) });
	return true;
}

/* Where "0xffffffff815d31bd k " of perf report -v begins, in front of MARK. */
static const char *before_verbose(const char *start, const char *mark)
{
	const char *p = mark, *word;
	uint64_t addr;

	while (p > start && p[-1] == ' ')
		p--;
	// The letter tells where the symbols came from.
	if (p - start < 4 || p[-2] != ' ')
		return mark;
	p -= 2;
	while (p > start && p[-1] == ' ')
		p--;
	word = p;
	while (word > start && !char_is_blank(word[-1]))
		word--;
	return span_starts((struct span){ word, (size_t)(p - word) }, "0x") &&
			       span_hex((struct span){ word,
						       (size_t)(p - word) },
					&addr) ?
		       word :
		       mark;
}

static bool take_numbers(struct span *line, char separator, unsigned nr,
			 bool percent, struct report_numbers *numbers)
{
	numbers->has = true;
	for (unsigned i = 0; i < nr; i++) {
		struct span word;
		struct span field;

		// With -t the numbers of a group stand in one field.
		if (separator && i == 0)
			field = report_field(line, separator);
		if (!span_word(separator ? &field : line, &word))
			return false;
		if (percent ? !report_percent(word, &numbers->of[i]) :
			      span_count(word, &numbers->of[i]) != NUMBER_OK)
			return false;
	}
	return true;
}

/* The command behind "24012:", which -s pid puts in front. */
static struct span behind_pid(struct span cell)
{
	const char *colon = cell.len ? memchr(cell.ptr, ':', cell.len) : NULL;

	if (!colon)
		return cell;
	return span_trim((struct span){
		colon + 1, (size_t)(cell.ptr + cell.len - colon - 1) });
}

static void put_text(struct report_row *row, enum report_column column,
		     struct span cell)
{
	uint64_t cpu;

	switch (column) {
	case REPORT_COMM:
		row->comm = cell;
		break;
	case REPORT_PID_COMM:
		row->comm = behind_pid(cell);
		break;
	case REPORT_DSO:
		row->dso = cell;
		break;
	case REPORT_CPU:
		if (span_count(cell, &cpu) == NUMBER_OK && cpu <= INT32_MAX)
			row->cpu = (int32_t)cpu;
		break;
	case REPORT_OTHER:
		if (!row->other.len)
			row->other = cell;
		break;
	default:
		break;
	}
}

/*
 * Columns FIRST to LAST (not included) out of TEXT, which is all in front of the
 * symbol; there may be fewer blanks between them than perf puts, or more within.
 */
static bool split_texts(struct span text, const uint8_t *column, unsigned nr,
			struct report_row *row)
{
	for (unsigned i = 0; i < nr; i++) {
		struct span cell = report_cell(&text);

		text = span_trim(text);
		if (i + 1 == nr && text.len) {
			// An object is the last word; the command may hold blanks.
			const char *end = text.ptr + text.len;

			cell.len = (size_t)(end - cell.ptr);
		}
		if (i + 1 < nr && !text.len && cell.len) {
			const char *blank = memrchr(cell.ptr, ' ', cell.len);
			const char *end = cell.ptr + cell.len;

			if (!blank)
				return false;
			text = (struct span){ blank + 1,
					      (size_t)(end - blank - 1) };
			cell = span_trim((struct span){
				cell.ptr, (size_t)(blank - cell.ptr) });
		}
		if (!cell.len)
			return false;
		put_text(row, column[i], cell);
	}
	return true;
}

static bool is_number(uint8_t column)
{
	return column <= REPORT_PERIOD;
}

static bool take_number(struct span *line, const struct report_heading *h,
			uint8_t column, unsigned nr_events,
			struct report_row *row)
{
	struct report_numbers ignored;

	switch ((enum report_column)column) {
	case REPORT_SAMPLES:
		return take_numbers(line, h->separator, nr_events, false,
				    &row->samples);
	case REPORT_PERIOD:
		return take_numbers(line, h->separator, nr_events, false,
				    &row->period);
	case REPORT_SELF:
	case REPORT_OVERHEAD:
		if (!take_numbers(line, h->separator, nr_events, true,
				  &row->percent))
			return false;
		for (unsigned i = 0; i < nr_events; i++)
			if (row->percent.of[i] > PERCENT_MAX)
				return false;
		return true;
	default:
		return take_numbers(line, h->separator, nr_events, true,
				    &ignored);
	}
}

/* With -t every column has its place; only the last may hold the character. */
static bool separated_row(struct span line, const struct report_heading *h,
			  unsigned nr_events, struct report_row *row)
{
	for (unsigned i = 0; i < h->nr; i++) {
		if (is_number(h->column[i])) {
			if (!take_number(&line, h, h->column[i], nr_events,
					 row))
				return false;
			continue;
		}
		struct span cell = i + 1 == h->nr ?
					   span_trim(line) :
					   report_field(&line, h->separator);
		if (h->column[i] != REPORT_SYMBOL)
			put_text(row, h->column[i], cell);
		else if (!report_symbol(cell, &row->symbol, &row->mode))
			row->symbol = cell;
	}
	return true;
}

/* The symbol at MARK: to the end, or to the next of the columns behind it. */
static bool take_symbol(struct span *line, const char *mark, bool is_last,
			struct report_row *row)
{
	const char *end = line->ptr + line->len;
	struct span rest = { mark + 3, (size_t)(end - mark - 3) };

	row->mode = mode_of(mark[1]);
	if (is_last) {
		row->symbol = span_trim(rest);
		line->ptr = end;
		line->len = 0;
	} else {
		row->symbol = report_cell(&rest);
		*line = rest;
	}
	row->wrapped = !row->symbol.len;
	return true;
}

static bool blank_row(struct span line, const struct report_heading *h,
		      unsigned nr_events, struct report_row *row)
{
	unsigned i = 0;

	while (i < h->nr) {
		if (is_number(h->column[i])) {
			if (!take_number(&line, h, h->column[i++], nr_events,
					 row))
				return false;
			continue;
		}
		unsigned next = i;
		while (next < h->nr && !is_number(h->column[next]) &&
		       h->column[next] != REPORT_SYMBOL)
			next++;
		if (next < h->nr && h->column[next] == REPORT_SYMBOL) {
			const char *mark = find_mark(line), *front;

			if (!mark)
				return false;
			front = before_verbose(line.ptr, mark);
			struct span text = { line.ptr,
					     (size_t)(front - line.ptr) };
			if (!split_texts(span_trim(text), &h->column[i],
					 next - i, row))
				return false;
			take_symbol(&line, mark, next + 1 == h->nr, row);
			i = next + 1;
			continue;
		}
		for (; i < next; i++) {
			struct span cell = report_cell(&line);

			// A last one may hold what it likes.
			if (i + 1 == h->nr) {
				cell.len = (size_t)(line.ptr + line.len -
						    cell.ptr);
				cell = span_trim(cell);
			}
			if (!cell.len)
				return false;
			put_text(row, h->column[i], cell);
		}
	}
	return true;
}

/* What a row says of columns that nobody has named: see report_row(). */
static bool guess_heading(struct span line, struct report_heading *h)
{
	unsigned percents = 0;
	struct span word, rest = line;
	const char *mark = find_mark(line);
	bool wide = memmem(line.ptr, line.len, "  ", 2);
	uint64_t value;

	*h = (struct report_heading){ 0 };
	while (span_word(&rest, &word) && percents < 6 &&
	       report_percent(word, &value) &&
	       memchr(word.ptr, '.', word.len)) {
		percents++;
		line = rest;
	}
	// With a sign it is a change, of perf diff.
	if (!percents || !mark || mark < line.ptr || *word.ptr == '+' ||
	    (*word.ptr == '-' && word.ptr[word.len - 1] == '%'))
		return false;
	// Two are those of a function with what it calls, and its own.
	h->column[h->nr++] = percents == 2 ? REPORT_CHILDREN : REPORT_OVERHEAD;
	for (unsigned i = 1; i < percents; i++)
		h->column[h->nr++] = percents == 2 ? REPORT_SELF : REPORT_PART;
	if (span_count(word, &value) == NUMBER_OK) {
		h->column[h->nr++] = REPORT_SAMPLES;
		line = rest;
	}
	line.len = (size_t)(mark - line.ptr);
	line.len = (size_t)(before_verbose(line.ptr, mark) - line.ptr);
	line = span_trim(line);
	if (line.len) {
		// A mailer may have left one blank between any two words.
		bool squeezed = !wide && memchr(line.ptr, ' ', line.len);

		report_cell(&line);
		if (squeezed || span_trim(line).len)
			h->column[h->nr++] = REPORT_COMM;
		h->column[h->nr++] = REPORT_DSO;
	}
	h->column[h->nr++] = REPORT_SYMBOL;
	for (unsigned i = 0; i < h->nr; i++)
		h->has[h->column[i]] = true;
	return true;
}

bool report_row(struct span line, const struct report_heading *heading,
		unsigned nr_events, struct report_row *row)
{
	struct report_heading guessed;

	*row = (struct report_row){ .cpu = CPU_NONE };
	line = span_trim(line);
	if (!line.len)
		return false;
	if (!heading) {
		if (report_top_row(line, row))
			return true;
		if (!guess_heading(line, &guessed))
			return false;
		heading = &guessed;
	}
	if (heading->baseline)
		return false;
	return heading->separator ?
		       separated_row(line, heading, nr_events, row) :
		       blank_row(line, heading, nr_events, row);
}

#define HALF_MAX 300

bool report_is_half(struct span line)
{
	struct span rest = line, word;

	return line.len <= HALF_MAX && span_word(&rest, &word) &&
	       word.ptr[word.len - 1] == '%' && char_is_digit(*word.ptr) &&
	       rest.len > 2 && char_is_blank(rest.ptr[1]);
}

bool report_is_chain(struct span raw, struct span line)
{
	struct span rest = line, word;
	size_t depth = 0;

	if (span_word(&rest, &word) && word.ptr[word.len - 1] == '%')
		return true;
	for (const char *p = line.ptr;
	     p > raw.ptr && (char_is_blank(p[-1]) || p[-1] == '|'); p--)
		depth++;
	return depth >= 4 || memchr("|-", *line.ptr, 2);
}

bool report_is_ruler(struct span line)
{
	size_t i = 0;

	while (i < line.len && (line.ptr[i] == '.' || line.ptr[i] == ' '))
		i++;
	return i == line.len;
}

struct span report_unframed(struct span line)
{
	static const char *const bars[] = { "\xe2\x96\x92", "\xe2\x97\x86",
					    "\xe2\x96\x88" };

	if (line.len > 1 && memchr("+-", *line.ptr, 2) &&
	    char_is_blank(line.ptr[1])) {
		struct span rest =
			span_trim((struct span){ line.ptr + 1, line.len - 1 });

		if (rest.len && char_is_digit(*rest.ptr))
			line = rest;
	}
	for (size_t i = 0; i < sizeof(bars) / sizeof(*bars); i++)
		if (span_ends(line, bars[i])) {
			line.len -= strlen(bars[i]);
			return span_trim(line);
		}
	return line;
}
