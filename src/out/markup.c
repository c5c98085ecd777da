#include "markup.h"

#include <stdio.h>

#include "diffprof/escape.h"

static void reference(struct outbuf *out, char c)
{
	switch (c) {
	case '&':
		outbuf_text(out, "&amp;");
		break;
	case '<':
		outbuf_text(out, "&lt;");
		break;
	case '>':
		outbuf_text(out, "&gt;");
		break;
	case '"':
		outbuf_text(out, "&quot;");
		break;
	case '\'':
		outbuf_text(out, "&#39;");
		break;
	default:
		outbuf_char(out, c);
	}
}

/* XML has no such characters, though UTF-8 has. */
static bool is_no_character(const char *text, size_t len)
{
	return len >= 3 && !memcmp(text, "\xef\xbf", 2) &&
	       (unsigned char)text[2] >= 0xbe;
}

/* What escape_text() left: references for markup, the rest as it is. */
static void append(struct outbuf *out, struct span text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (is_no_character(text.ptr + i, text.len - i)) {
			outbuf_printf(out, "\\xef\\xbf\\x%02x",
				      (unsigned char)text.ptr[i + 2]);
			i += 2;
		} else {
			reference(out, text.ptr[i]);
		}
	}
}

static bool is_simple(struct span text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = text.ptr[i];

		if (c < 0x20 || c >= 0x7f || c == '&' || c == '<' || c == '>' ||
		    c == '"' || c == '\'')
			return false;
	}
	return true;
}

void markup_text(struct outbuf *out, struct span text)
{
	struct outbuf plain = { 0 };

	if (is_simple(text)) {
		outbuf_span(out, text);
		return;
	}
	escape_text(&plain, text);
	append(out, (struct span){ plain.data, plain.len });
	outbuf_release(&plain);
}

/* How many bytes of TEXT fit into COLUMNS. */
static size_t fitting(struct span text, size_t columns)
{
	size_t width = 0, i = 0;

	while (i < text.len) {
		unsigned code;
		size_t n = escape_utf8(text.ptr + i, text.len - i, &code);

		n = n ? n : 1;
		width += escape_width((struct span){ text.ptr + i, n });
		if (width > columns)
			break;
		i += n;
	}
	return i;
}

void markup_clipped(struct outbuf *out, struct span text, size_t columns)
{
	struct outbuf plain = { 0 };

	escape_text(&plain, text);
	struct span all = { plain.data, plain.len };
	size_t fits = fitting(all, columns);

	if (fits < all.len && columns >= 3) {
		all.len = fitting(all, columns - 2);
		append(out, all);
		outbuf_text(out, "..");
	} else {
		all.len = fits;
		append(out, all);
	}
	outbuf_release(&plain);
}

static void json_code(struct outbuf *out, unsigned code)
{
	if (code >= 0x10000)
		outbuf_printf(out, "\\u%04x\\u%04x",
			      0xd800 + ((code - 0x10000) >> 10),
			      0xdc00 + ((code - 0x10000) & 0x3ff));
	else if (code >= 0x7f || code < 0x20 || code == '<' || code == '>' ||
		 code == '&')
		outbuf_printf(out, "\\u%04x", code);
	else {
		if (code == '"' || code == '\\')
			outbuf_char(out, '\\');
		outbuf_char(out, (char)code);
	}
}

void markup_json(struct outbuf *out, struct span text)
{
	struct outbuf plain = { 0 };

	outbuf_char(out, '"');
	if (is_simple(text) && !span_has(text, '\\')) {
		outbuf_span(out, text);
	} else {
		escape_text(&plain, text);
		for (size_t i = 0; i < plain.len;) {
			unsigned code = ' ';
			size_t n = escape_utf8(plain.data + i, plain.len - i,
					       &code);

			json_code(out, code);
			i += n ? n : 1;
		}
		outbuf_release(&plain);
	}
	outbuf_char(out, '"');
}

void markup_number(struct outbuf *out, long double number, unsigned decimals,
		   bool sign)
{
	// The longest long double has 4933 digits before the point.
	char text[5000];
	int len = snprintf(text, sizeof(text), sign ? "%+.*Lf" : "%.*Lf",
			   (int)decimals, number);
	const char *digits = text + (text[0] == '-' || text[0] == '+');
	const char *point = strchr(text, '.');
	const char *end = point ? point : text + len;

	// A sign in front of nothing but zeros says more than is known.
	if (digits != text && strpbrk(text, "123456789"))
		outbuf_char(out, text[0]);
	for (const char *p = digits; p < end; p++) {
		outbuf_char(out, *p);
		if ((end - p) % 3 == 1 && p + 1 < end)
			outbuf_char(out, ',');
	}
	outbuf_text(out, end);
}
