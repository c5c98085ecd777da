/*
 * plain_html.c - the text of a page
 *
 * Only what is a tag of HTML goes: "vector<int>" is a name, and so is
 * "<someone@example.org>".  Lines are those of the page's source, as <pre> has
 * them, and where a tag begins one.
 */
#include "plain_html.h"

#include <strings.h>

#define TAG_NAME_MAX 12
#define TAG_MAX 4096 /* bytes, with its attributes */

enum tag_kind {
	TAG_NONE,
	TAG_INLINE, /* nothing stands for it */
	TAG_LINE, /* begins a line */
	TAG_CELL, /* of a table */
	TAG_HIDDEN, /* with all that it holds */
};

static const struct {
	const char *name;
	enum tag_kind kind;
} tags[] = {
	{ "a", TAG_INLINE },	    { "b", TAG_INLINE },
	{ "i", TAG_INLINE },	    { "u", TAG_INLINE },
	{ "s", TAG_INLINE },	    { "em", TAG_INLINE },
	{ "tt", TAG_INLINE },	    { "big", TAG_INLINE },
	{ "img", TAG_INLINE },	    { "kbd", TAG_INLINE },
	{ "code", TAG_INLINE },	    { "font", TAG_INLINE },
	{ "link", TAG_INLINE },	    { "mark", TAG_INLINE },
	{ "meta", TAG_INLINE },	    { "samp", TAG_INLINE },
	{ "span", TAG_INLINE },	    { "small", TAG_INLINE },
	{ "strong", TAG_INLINE },   { "center", TAG_INLINE },
	{ "input", TAG_INLINE },    { "label", TAG_INLINE },
	{ "button", TAG_INLINE },   { "!doctype", TAG_INLINE },
	{ "p", TAG_LINE },	    { "h1", TAG_LINE },
	{ "h2", TAG_LINE },	    { "h3", TAG_LINE },
	{ "h4", TAG_LINE },	    { "hr", TAG_LINE },
	{ "br", TAG_LINE },	    { "dd", TAG_LINE },
	{ "dl", TAG_LINE },	    { "dt", TAG_LINE },
	{ "li", TAG_LINE },	    { "ol", TAG_LINE },
	{ "tr", TAG_LINE },	    { "ul", TAG_LINE },
	{ "div", TAG_LINE },	    { "pre", TAG_LINE },
	{ "body", TAG_LINE },	    { "form", TAG_LINE },
	{ "head", TAG_LINE },	    { "html", TAG_LINE },
	{ "main", TAG_LINE },	    { "table", TAG_LINE },
	{ "tbody", TAG_LINE },	    { "thead", TAG_LINE },
	{ "title", TAG_LINE },	    { "article", TAG_LINE },
	{ "section", TAG_LINE },    { "address", TAG_LINE },
	{ "blockquote", TAG_LINE }, { "td", TAG_CELL },
	{ "th", TAG_CELL },	    { "script", TAG_HIDDEN },
	{ "style", TAG_HIDDEN },
};

struct tag {
	char name[TAG_NAME_MAX];
	enum tag_kind kind;
	bool closes;
	const char *end; /* behind it */
};

/* The tag that begins at P with '<', or TAG_NONE. */
static struct tag take_tag(const char *p, const char *end)
{
	struct tag tag = { .kind = TAG_NONE };
	size_t n = 0;

	p++;
	tag.closes = p < end && *p == '/';
	p += tag.closes;
	while (p + n < end && n < TAG_NAME_MAX - 1 &&
	       (((p[n] | 0x20) >= 'a' && (p[n] | 0x20) <= 'z') ||
		char_is_digit(p[n]) || p[n] == '!')) {
		tag.name[n] = p[n];
		n++;
	}
	p += n;
	if (!n || p == end || !strchr("> \t\r\n/", *p) || !*p)
		return tag;
	size_t left = (size_t)(end - p);
	const char *stop = memchr(p, '>', left < TAG_MAX ? left : TAG_MAX);
	if (!stop)
		return tag;
	tag.end = stop + 1;
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (!strcasecmp(tag.name, tags[i].name))
			tag.kind = tags[i].kind;
	return tag;
}

/* Behind "</NAME>", or END. */
static const char *behind_closing(const struct tag *tag, const char *end)
{
	const char *p = tag->end;

	while (p < end && (p = memchr(p, '<', (size_t)(end - p)))) {
		struct tag close = take_tag(p, end);

		if (close.closes && close.kind == TAG_HIDDEN &&
		    !strcasecmp(close.name, tag->name))
			return close.end;
		p++;
	}
	return end;
}

static const struct {
	const char *code, *text;
} entities[] = {
	{ "&lt;", "<" },       { "&gt;", ">" },
	{ "&amp;", "&" },      { "&quot;", "\"" },
	{ "&apos;", "'" },     { "&nbsp;", " " },
	{ "&minus;", "-" },    { "&plusmn;", "\xc2\xb1" },
	{ "&hellip;", "..." }, { "&ensp;", " " },
	{ "&emsp;", " " },
};

#define NR_ENTITIES (sizeof(entities) / sizeof(*entities))

/* "&#39;" or "&#x27;" at TEXT: its length, or 0. */
static size_t take_number(struct span text, uint32_t *c)
{
	size_t i = 2;
	bool hex = text.len > 2 && (text.ptr[2] | 0x20) == 'x';

	*c = 0;
	for (i += hex; i < text.len && i < 10; i++) {
		unsigned digit = (unsigned char)text.ptr[i] - '0';

		if (text.ptr[i] == ';')
			return i > 2u + hex && *c && *c < 0x110000 ? i + 1 : 0;
		if (digit > 9 && hex)
			digit = ((unsigned char)text.ptr[i] | 0x20u) - 'a' + 10;
		if (digit > (hex ? 15u : 9u))
			return 0;
		*c = *c * (hex ? 16 : 10) + digit;
	}
	return 0;
}

/* What stands at TEXT for a character, to *OUT; its length, or 0. */
static size_t take_entity(struct span text, char **out)
{
	uint32_t c;

	for (size_t i = 0; i < NR_ENTITIES; i++)
		if (span_starts(text, entities[i].code)) {
			size_t len = strlen(entities[i].text);

			memcpy(*out, entities[i].text, len);
			*out += len;
			return strlen(entities[i].code);
		}
	size_t len = span_starts(text, "&#") ? take_number(text, &c) : 0;
	if (!len || c > 0xff)
		return 0; // no name of a listing has such a character
	if (c == 0xa0)
		c = ' ';
	if (c >= 0x80)
		*(*out)++ = (char)(0xc0 | c >> 6);
	*(*out)++ = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
	return len;
}

/* Past the end of a line behind a tag that has ended it already. */
static const char *skip_line_end(const char *p, const char *end)
{
	if (p < end && *p == '\r')
		p++;
	return p < end && *p == '\n' ? p + 1 : p;
}

/* From one cell to the next, or P. */
static const char *skip_to_cell(const char *p, const char *end)
{
	const char *next = p;

	while (next < end &&
	       (char_is_blank(*next) || *next == '\n' || *next == '\r'))
		next++;
	return next < end && *next == '<' &&
			       take_tag(next, end).kind == TAG_CELL ?
		       next :
		       p;
}

/* Write to *OUT what stands for TAG; where the text goes on. */
static const char *leave_tag(const struct tag *tag, const char *end,
			     const char *start, char **out)
{
	switch (tag->kind) {
	case TAG_HIDDEN:
		return tag->closes ? tag->end : behind_closing(tag, end);
	case TAG_LINE:
		if (!strcasecmp(tag->name, "br"))
			*(*out)++ = '\n';
		else if (*out > start && (*out)[-1] != '\n')
			*(*out)++ = '\n';
		return strcasecmp(tag->name, "br") ?
			       tag->end :
			       skip_line_end(tag->end, end);
	case TAG_CELL:
		*(*out)++ = ' ';
		return tag->closes ? skip_to_cell(tag->end, end) : tag->end;
	default:
		return tag->end;
	}
}

/* C++ has no "</", but "<table>" may be of a template. */
static bool is_sure(const struct tag *tag)
{
	static const char *const names[] = { "!doctype", "html", "body", "pre",
					     "br" };

	if (!tag->kind)
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcasecmp(tag->name, names[i]))
			return true;
	// One letter may be of a stranger's name.
	return tag->closes && tag->name[1];
}

static bool is_page(struct span text)
{
	for (const char *p = text.ptr, *end = p + text.len;
	     p < end && (p = memchr(p, '<', (size_t)(end - p))); p++) {
		struct tag tag = take_tag(p, end);

		if (is_sure(&tag))
			return true;
	}
	return false;
}

bool html_is_in(struct span head)
{
	char buf[4];

	for (const char *p = head.ptr, *end = p + head.len;
	     p < end && (p = memchr(p, '&', (size_t)(end - p))); p++) {
		char *out = buf;

		if (take_entity((struct span){ p, (size_t)(end - p) }, &out))
			return true;
	}
	return is_page(head);
}

size_t html_to_text(char *text, size_t len)
{
	const char *end = text + len;
	bool page = is_page((struct span){ text, len });
	char *out = text;

	for (const char *p = text; p < end;) {
		struct span left = { p, (size_t)(end - p) };
		size_t n = *p == '&' ? take_entity(left, &out) : 0;
		struct tag tag = { .kind = TAG_NONE };

		if (page && span_starts(left, "<!--")) {
			const char *stop = memmem(p, left.len, "-->", 3);

			p = stop ? stop + 3 : end;
			continue;
		}
		if (page && *p == '<')
			tag = take_tag(p, end);
		if (n)
			p += n;
		else if (tag.kind)
			p = leave_tag(&tag, end, text, &out);
		else
			*out++ = *p++;
	}
	return (size_t)(out - text);
}
