/*
 * opreport_names.c - the names of a row of opreport text
 *
 *	libc-2.11.2.so (deleted) Xorg (deleted)           memcpy
 *	anon (tgid:29664 range:0x7f34-0x7f35) java         (no symbols)
 *
 * Image and application are padded to their columns, and run over into the next
 * one where they are longer; the symbol is what is left.  All of them may hold
 * blanks, and a mailer may have taken out some.
 */
#include "opreport.h"

#include <limits.h>

/* The length of what belongs to a name behind its first word, or 0. */
static size_t suffix_len(struct span rest)
{
	const char *close;

	if (span_starts(rest, " (deleted)"))
		return strlen(" (deleted)");
	if (!span_starts(rest, " (tgid:") && !span_starts(rest, " (pid:"))
		return 0;
	close = memchr(rest.ptr, ')', rest.len);
	return close ? (size_t)(close + 1 - rest.ptr) : 0;
}

static size_t word_len(struct span text)
{
	size_t n = 0;

	while (n < text.len && !char_is_blank(text.ptr[n]))
		n++;
	return n;
}

/* A word and what belongs to it. */
static size_t name_len(struct span text)
{
	size_t n = word_len(text), more;

	while ((more = suffix_len((struct span){ text.ptr + n, text.len - n })))
		n += more;
	return n;
}

static bool has_double_blank(struct span text)
{
	for (size_t i = 0; i + 1 < text.len; i++)
		if (text.ptr[i] == '\t' ||
		    (text.ptr[i] == ' ' && char_is_blank(text.ptr[i + 1])))
			return true;
	return false;
}

/*
 * The length of the name that is padded to WIDTH at the start of TEXT, or 0 if
 * what stands there is not so.
 */
static size_t padded_len(struct span text, size_t width)
{
	if (text.len <= width || !char_is_blank(text.ptr[width - 1]) ||
	    char_is_blank(text.ptr[width]))
		return 0;
	struct span name = span_trim((struct span){ text.ptr, width });
	size_t known = name_len(name);
	// A blank may stand there by chance; two do not.
	if (known == name.len)
		return name.len;
	return width - name.len >= 2 && !has_double_blank(name) ? name.len : 0;
}

/* The length of the first of NR fields that double blanks part, or 0. */
static size_t field_len(struct span text, unsigned nr)
{
	size_t first = 0;
	unsigned found = 1;

	for (size_t i = 0; i + 1 < text.len; i++) {
		if (text.ptr[i] != '\t' &&
		    (text.ptr[i] != ' ' || !char_is_blank(text.ptr[i + 1])))
			continue;
		if (found++ == 1)
			first = i;
		while (i + 1 < text.len && char_is_blank(text.ptr[i + 1]))
			i++;
	}
	return found == nr ? first : 0;
}

/*
 * The length of the name that stands at the start of TEXT and again behind it:
 * the image that is the application, or 0.
 */
static size_t twice_len(struct span text)
{
	for (size_t n = word_len(text); n < PATH_MAX && 2 * n + 2 < text.len;
	     n++) {
		if (text.ptr[n] == ' ' && text.ptr[2 * n + 1] == ' ' &&
		    !memcmp(text.ptr, text.ptr + n + 1, n))
			return n;
		n += word_len(
			(struct span){ text.ptr + n + 1, text.len - n - 1 });
	}
	return 0;
}

/* The length of the path at the start of TEXT that another follows, or 0. */
static size_t path_len(struct span text)
{
	const char *next = NULL;

	if (text.len && text.ptr[0] == '/')
		next = memmem(text.ptr, text.len, " /", 2);
	return next ? (size_t)(next - text.ptr) : 0;
}

/* Does NAME stand at the start of REST as a whole? */
static bool begins_with(struct span rest, struct span name)
{
	return rest.len >= name.len &&
	       (rest.len == name.len || char_is_blank(rest.ptr[name.len])) &&
	       !memcmp(name.ptr, rest.ptr, name.len);
}

static bool has_blank(struct span name)
{
	return name.len && memchr(name.ptr, ' ', name.len);
}

/* The length of the name at the start of REST that has been seen, or 0. */
static size_t known_len(const struct op_layout *l, struct span rest)
{
	for (unsigned i = 0; i < l->nr_known; i++)
		if (begins_with(rest, l->known[i]))
			return l->known[i].len;
	return 0;
}

/* Remember a name with blanks that was beyond doubt. */
static void learn_name(struct op_layout *l, struct span name)
{
	if (!name.len || name_len(name) == name.len ||
	    l->nr_known == OP_KNOWN_MAX || known_len(l, name) == name.len)
		return;
	l->known[l->nr_known++] = name;
}

/* The length of name I of LAYOUT, which is not the last, at the start of REST. */
static size_t take_name(const struct op_layout *l, unsigned i, struct span rest)
{
	unsigned left = l->nr_names - i;
	size_t n = padded_len(rest, l->width[i]), twice;
	size_t known = known_len(l, rest);

	// A single blank at the end of the column may be one of the name.
	if (n && n + 1 < l->width[i])
		return n;
	if (known)
		return known;
	if (left == OP_NAMES && (twice = twice_len(rest)))
		return twice;
	if (!n)
		n = field_len(rest, left);
	if (!n && left == OP_NAMES)
		n = path_len(rest);
	return n ? n : name_len(rest);
}

static struct span behind(struct span text, size_t n)
{
	return span_trim((struct span){ text.ptr + n, text.len - n });
}

/* A symbol that may have blanks, and behind it an image that has none. */
static bool take_symbol_first(struct span rest, struct span name[OP_NAMES])
{
	size_t n = field_len(rest, 2);

	if (!n) {
		const char *blank = memrchr(rest.ptr, ' ', rest.len);

		n = blank && blank[1] == '/' ? (size_t)(blank - rest.ptr) :
					       rest.len;
	}
	name[OP_SYMBOL] = span_trim((struct span){ rest.ptr, n });
	name[OP_IMAGE] = behind(rest, n);
	return name[OP_IMAGE].len;
}

bool op_take_names(const struct op_layout *l, struct span rest,
		   struct span name[OP_NAMES])
{
	memset(name, 0, OP_NAMES * sizeof(*name));
	rest = span_trim(rest);
	if (l->line && rest.len) {
		static const char none[] = "(no location information)";
		size_t n = strlen(none);

		if (rest.len < n && !memcmp(rest.ptr, none, rest.len))
			return false;
		rest = behind(rest,
			      span_starts(rest, none) ? n : word_len(rest));
	}
	if (l->nr_names == 2 && l->name[0] == OP_SYMBOL)
		return take_symbol_first(rest, name);
	for (unsigned i = 0; i + 1 < l->nr_names; i++) {
		size_t n = take_name(l, i, rest);

		// The application is the image, blanks and all.
		if (i && has_blank(name[l->name[0]]) &&
		    begins_with(rest, name[l->name[0]]))
			n = name[l->name[0]].len;
		name[l->name[i]] = (struct span){ rest.ptr, n };
		rest = behind(rest, n);
	}
	if (l->nr_names)
		name[l->name[l->nr_names - 1]] = rest;
	return rest.len;
}

/* ---- what a mailer broke ------------------------------------------------- */

/* Is what stands at I part of "operator<", "operator>>" and the like? */
static bool is_operator(struct span text, size_t i)
{
	static const char word[] = "operator";
	size_t len = strlen(word);

	while (i && (text.ptr[i - 1] == '<' || text.ptr[i - 1] == '>'))
		i--;
	return i >= len && !memcmp(text.ptr + i - len, word, len);
}

/* Brackets of TEXT that are open at its end. */
static int open_brackets(struct span text)
{
	int round = 0, angle = 0;

	for (size_t i = 0; i < text.len; i++) {
		switch (text.ptr[i]) {
		case '(':
			round++;
			break;
		case ')':
			round--;
			break;
		case '<':
			angle += !is_operator(text, i);
			break;
		case '>':
			angle -= i && text.ptr[i - 1] != '-' &&
				 !is_operator(text, i);
			break;
		default:
			break;
		}
	}
	return round > 0 ? round : angle;
}

bool op_symbol_goes_on(struct span symbol, struct span line)
{
	/* Words that a name of C++ does not end with. */
	static const char *const fronts[] = {
		"bool",	    "void", "int",    "long",	  "unsigned", "char",
		"operator", "for",  "double", "const",	  "virtual",  "thunk",
		"vtable",   "to",   "float",  "typeinfo", "static",   "short",
	};
	const char *blank = memrchr(symbol.ptr, ' ', symbol.len);
	struct span last = symbol;

	if (span_is(line, "(deleted)"))
		return symbol.ptr[0] == '/' && !span_ends(symbol, "(deleted)");
	if (open_brackets(symbol) > 0)
		return true;
	if (span_starts(line, "(tgid:"))
		return symbol.len && symbol.ptr[symbol.len - 1] != ')';
	if (blank)
		last = (struct span){ blank + 1,
				      (size_t)(symbol.ptr + symbol.len -
					       blank - 1) };
	for (size_t i = 0; i < sizeof(fronts) / sizeof(*fronts); i++)
		if (span_is(last, fronts[i]))
			return memchr(line.ptr, ':', line.len) ||
			       memchr(line.ptr, '(', line.len);
	return false;
}

bool op_has_entities(struct span bytes)
{
	static const char *const some[] = { "&lt;", "&amp;", "&quot;" };

	const char *p = bytes.ptr, *end = p + bytes.len;

	for (; p < end && (p = memchr(p, '&', (size_t)(end - p))); p++)
		for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++)
			if (span_starts((struct span){ p, (size_t)(end - p) },
					some[i]))
				return true;
	return false;
}

struct span op_unescape(struct arena *arena, struct span text)
{
	static const struct {
		const char *code;
		char c;
	} codes[] = {
		{ "&lt;", '<' },   { "&gt;", '>' },  { "&quot;", '"' },
		{ "&#39;", '\'' }, { "&amp;", '&' },
	};
	char *copy = NULL;
	size_t len = 0;

	for (size_t i = 0; i < text.len; i++, len++) {
		struct span left = { text.ptr + i, text.len - i };
		char c = text.ptr[i];

		for (size_t k = 0;
		     c == '&' && k < sizeof(codes) / sizeof(*codes); k++) {
			if (!span_starts(left, codes[k].code))
				continue;
			if (!copy)
				copy = arena_strndup(arena, text.ptr, text.len);
			c = codes[k].c;
			i += strlen(codes[k].code) - 1;
			break;
		}
		if (copy)
			copy[len] = c;
	}
	return copy ? (struct span){ copy, len } : text;
}

struct span op_plain_blanks(struct arena *arena, struct span line)
{
	size_t len = 0;

	if (!line.len || !memchr(line.ptr, 0xa0, line.len))
		return line;

	char *copy = arena_strndup(arena, line.ptr, line.len);
	for (size_t i = 0; i < line.len; i++) {
		bool after = len && (unsigned char)copy[len - 1] >= 0x80;

		// The last byte of a letter of UTF-8 stays.
		if (line.ptr[i] == '\xa0' && len && copy[len - 1] == '\xc2')
			copy[len - 1] = ' ';
		else if (line.ptr[i] == '\xa0' && !after)
			copy[len++] = ' ';
		else
			copy[len++] = line.ptr[i];
	}
	return (struct span){ copy, len };
}

void op_name_row(struct op_layout *l, struct arena *html, struct span rest,
		 struct op_row *row)
{
	struct span *name = row->name;

	op_take_names(l, rest, name);
	for (unsigned i = 0; i + 1 < l->nr_names; i++)
		if (l->name[i] != OP_SYMBOL)
			learn_name(l, name[l->name[i]]);
	row->named = name[OP_SYMBOL].len || name[OP_APP].len ||
		     name[OP_IMAGE].len;
	// Cut off: what is left names it.
	if (!name[OP_SYMBOL].len && !l->summary)
		name[OP_SYMBOL] = name[OP_APP].len ? name[OP_APP] :
						     name[OP_IMAGE];
	for (size_t i = 0; html && i < OP_NAMES; i++)
		if (name[i].len)
			name[i] = op_unescape(html, name[i]);
}

uint16_t op_columns_before(const char *start, const char *at)
{
	size_t columns = 0;

	while (at > start && char_is_blank(at[-1]))
		columns += *--at == '\t' ? 8 : 1;
	return columns < UINT16_MAX ? (uint16_t)columns : UINT16_MAX;
}
