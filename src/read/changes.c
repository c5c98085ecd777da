#include "changes.h"

#include <math.h>

struct table *tables_begin(struct tables *t, const struct dialect *dialect)
{
	ARENA_ROOM(&t->scratch, t->table, t->nr, t->cap);
	struct table *table = &t->table[t->nr++];

	*table = (struct table){
		.dialect = dialect,
		.base_label = t->base_label,
		.test_label = t->test_label,
	};
	t->base_label = t->test_label = NULL;
	return table;
}

unsigned table_event(struct tables *t, struct table *table, struct span name,
		     const char *unit)
{
	ARENA_ROOM(&t->scratch, table->events, table->nr_events,
		   table->cap_events);
	table->events[table->nr_events] = (struct event){
		.name = arena_strndup(&t->prof->arena, name.len ? name.ptr : "",
				      name.len),
		.unit = unit,
	};
	return (unsigned)table->nr_events++;
}

void table_add(struct tables *t, struct table *table,
	       const struct change *change, size_t lineno)
{
	if (!table->nr)
		table->lineno = lineno;
	ARENA_ROOM(&t->scratch, table->changes, table->nr, table->cap);
	table->changes[table->nr++] = *change;
}

struct change change_of(unsigned event)
{
	return (struct change){
		.event = (uint16_t)event,
		.base = NAN,
		.test = NAN,
		.delta = NAN,
		.percent = NAN,
	};
}

/* No input has more, and 10^18 still fits into 63 bits. */
#define DECIMALS_MAX 18

bool amount_of(struct span text, long double *value, unsigned *decimals)
{
	bool minus = text.len && text.ptr[0] == '-', point = false;
	uint64_t sum = 0;
	unsigned digits = 0, behind = 0, exponent = 0;

	if (!text.len)
		return false;
	const char *p = text.ptr, *end = p + text.len;
	if (p < end && (*p == '-' || *p == '+'))
		p++;
	for (; p < end && *p != 'e'; p++) {
		unsigned digit = (unsigned char)*p - '0';

		if ((*p == '.' || *p == ',') && !point) {
			point = true;
			continue;
		}
		if (digit > 9 || sum > ((uint64_t)INT64_MAX - digit) / 10)
			return false;
		sum = 10 * sum + digit;
		digits++;
		behind += point;
	}
	// Tools write e-04 for what is small, and e+06 for nothing here.
	if (p < end && (end - p < 3 || p[1] != '-'))
		return false;
	for (p += p < end ? 2 : 0; p < end; p++) {
		if (!char_is_digit(*p) || exponent > DECIMALS_MAX)
			return false;
		exponent = 10 * exponent + (unsigned)(*p - '0');
	}
	behind += exponent;
	if (!digits || behind > DECIMALS_MAX)
		return false;

	uint64_t unit = 1;
	for (unsigned i = 0; i < behind; i++)
		unit *= 10;
	*value = (long double)sum / unit;
	if (minus)
		*value = -*value;
	*decimals = behind;
	return true;
}

void event_decimals(struct event *event, unsigned decimals)
{
	if (decimals > event->scale)
		event->scale = decimals;
}

/* What of KNOWN stands at the beginning of TEXT, or NULL. */
static const struct known_heading *known_at(const struct known_heading *known,
					    struct span text)
{
	for (; known->name; known++) {
		size_t len = strlen(known->name);

		// "Delta Abs/1" is of the first file.
		if (span_starts(text, known->name) &&
		    (text.len == len || char_is_blank(text.ptr[len]) ||
		     text.ptr[len] == '/'))
			return known;
	}
	return NULL;
}

void headings_find(struct headings *headings, const struct line *line,
		   const struct known_heading *known)
{
	struct span rest = line->text;
	size_t at = (size_t)(line->text.ptr - line->raw.ptr);

	headings->nr = 0;
	while (headings->nr < COLUMNS_MAX) {
		while (rest.len && char_is_blank(rest.ptr[0])) {
			rest.ptr++;
			rest.len--;
			at++;
		}
		if (!rest.len)
			return;

		const struct known_heading *found = known_at(known, rest);
		struct span tail = rest, word;
		size_t len = found ? strlen(found->name) : 0;
		tail.ptr += len;
		tail.len -= len;
		// The number of a file, or a word that nobody knows.
		if (tail.len && !char_is_blank(tail.ptr[0])) {
			span_word(&tail, &word);
			len += word.len;
		}
		headings->heading[headings->nr++] = (struct heading){
			.name = { rest.ptr, len },
			.kind = found ? found->kind : 0,
			.start = at,
			.end = at + len,
		};
		rest.ptr += len;
		rest.len -= len;
		at += len;
	}
}

bool next_field(struct span *rest, struct span *field)
{
	*rest = span_trim(*rest);

	size_t len = 0;
	while (len < rest->len && rest->ptr[len] != '\t' &&
	       !(rest->ptr[len] == ' ' && len + 1 < rest->len &&
		 char_is_blank(rest->ptr[len + 1])))
		len++;
	*field = (struct span){ rest->ptr, len };
	rest->ptr += len;
	rest->len -= len;
	return len > 0;
}

/* ---- labels -------------------------------------------------------------- */

/* The words of a command behind NAME, up to what is the shell's. */
static bool is_command(struct span line, const char *name, struct span *args)
{
	const char *at = memmem(line.ptr, line.len, name, strlen(name));

	if (!at)
		return false;
	const char *behind = at + strlen(name), *end = line.ptr + line.len;
	if (behind == end || !char_is_blank(*behind))
		return false;
	*args = (struct span){ behind, (size_t)(end - behind) };
	return true;
}

#define OPERANDS_MAX 2

/* WORD, or both words that its brace makes, into OPERANDS. */
static size_t expand(struct arena *arena, struct span word,
		     const char *operands[OPERANDS_MAX])
{
	const char *open = memchr(word.ptr, '{', word.len);
	const char *end = word.ptr + word.len;
	const char *comma, *close;

	if (!open || !(comma = memchr(open, ',', (size_t)(end - open))) ||
	    !(close = memchr(comma, '}', (size_t)(end - comma))) ||
	    memchr(comma + 1, ',', (size_t)(close - comma - 1))) {
		operands[0] = arena_strndup(arena, word.ptr, word.len);
		return 1;
	}
	for (int i = 0; i < OPERANDS_MAX; i++) {
		const char *from = i ? comma + 1 : open + 1;
		const char *to = i ? close : comma;

		operands[i] = arena_printf(arena, "%.*s%.*s%.*s",
					   (int)(open - word.ptr), word.ptr,
					   (int)(to - from), from,
					   (int)(end - close - 1), close + 1);
	}
	return OPERANDS_MAX;
}

/* Bytes of whole path components, "/" included, that begin both A and B. */
static size_t common_front(const char *a, const char *b)
{
	size_t common = 0;

	for (size_t i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			common = i + 1;
	return common;
}

/* The same from the end. */
static size_t common_back(struct span a, struct span b)
{
	size_t common = 0;

	for (size_t i = 1; i <= a.len && i <= b.len; i++) {
		if (a.ptr[a.len - i] != b.ptr[b.len - i])
			break;
		if (a.ptr[a.len - i] == '/')
			common = i;
	}
	return common;
}

/* What tells the files A and B apart: base/profile and test/profile. */
static void set_labels(struct tables *t, const char *a, const char *b)
{
	struct arena *arena = &t->prof->arena;
	size_t front = common_front(a, b);
	struct span base = span_of(a + front), test = span_of(b + front);
	size_t back = common_back(base, test);

	if (!strcmp(a, b))
		return;
	if (back < base.len && back < test.len) {
		base.len -= back;
		test.len -= back;
	}
	t->base_label = base.len ? arena_strndup(arena, base.ptr, base.len) : a;
	t->test_label = test.len ? arena_strndup(arena, test.ptr, test.len) : b;
}

bool labels_of_command(struct tables *t, struct span line)
{
	const char *operands[2 * OPERANDS_MAX];
	struct span args, word;
	size_t nr = 0;

	if (!is_command(line, "diffprofile", &args) &&
	    !is_command(line, "perf diff", &args) &&
	    !is_command(line, "diffprof", &args))
		return false;
	// A sentence has more words than operands.
	while (span_word(&args, &word)) {
		if (strchr("|<>;&#", word.ptr[0]))
			break;
		if (word.ptr[0] == '-')
			continue;
		if (nr >= OPERANDS_MAX)
			return false;
		nr += expand(&t->scratch, word, operands + nr);
	}
	if (nr != OPERANDS_MAX)
		return false;
	set_labels(t, operands[0], operands[1]);
	t->command = true;
	return true;
}
