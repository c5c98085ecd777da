#include "diffprof/textlines.h"

struct textlines textlines_begin(struct span text)
{
	// Nothing at all may have no place either.
	if (!text.ptr)
		text = SPAN("");
	if (span_starts(text, "\xef\xbb\xbf")) {
		text.ptr += 3;
		text.len -= 3;
	}
	return (struct textlines){ text.ptr, text.ptr + text.len, 0 };
}

bool textlines_next(struct textlines *lines, struct span *line)
{
	if (lines->next == lines->end)
		return false;

	size_t left = (size_t)(lines->end - lines->next);
	const char *start = lines->next;
	const char *stop = memchr(start, '\n', left);

	lines->next = stop ? stop + 1 : lines->end;
	if (!stop)
		stop = lines->end;
	if (stop > start && stop[-1] == '\r')
		stop--;
	*line = (struct span){ start, (size_t)(stop - start) };
	lines->lineno++;
	return true;
}

/* Bytes of a no-break space at TEXT, or 0. */
static size_t no_break(const char *text, size_t len)
{
	if (len >= 2 && text[0] == '\xc2' && text[1] == '\xa0')
		return 2;
	return len && text[0] == '\xa0';
}

static struct span skip_blanks(struct span text)
{
	for (;;) {
		size_t n = text.len && char_is_blank(text.ptr[0]) ?
				   1 :
				   no_break(text.ptr, text.len);
		if (!n)
			return text;
		text.ptr += n;
		text.len -= n;
	}
}

#define QUOTER_MAX 12 /* letters of a name in front of '>' */

static bool is_of_name(char c)
{
	return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || char_is_digit(c) ||
	       c == '.' || c == '-' || c == '_';
}

/*
 * The length of a quote mark at the start of TEXT, or 0: '>' (also as HTML has
 * it) or '|'; a short name and '>'; or ':', '}', '%' or '#' and a blank.
 */
static size_t quote_mark(struct span text)
{
	size_t n = 0;

	if (!text.len)
		return 0;
	if (text.ptr[0] == '>' || text.ptr[0] == '|')
		return 1;
	if (text.len > 1 && char_is_blank(text.ptr[1]) &&
	    memchr(":}%#", text.ptr[0], 4))
		return 1;
	if (span_starts(text, "&gt;"))
		return 4;
	if (char_is_digit(text.ptr[0]))
		return 0;
	while (n < text.len && n < QUOTER_MAX && is_of_name(text.ptr[n]))
		n++;
	return n && n < text.len && text.ptr[n] == '>' ? n + 1 : 0;
}

/*
 * Bytes of no-break spaces at the end of TEXT.  The byte also ends characters
 * of UTF-8 (c3 a0 is a letter), so what stands before it decides.
 */
static size_t no_break_at_end(struct span text)
{
	size_t n = 0;

	while (n < text.len && text.ptr[text.len - 1 - n] == '\xa0')
		n++;
	if (n == text.len || (unsigned char)text.ptr[text.len - 1 - n] < 0x80)
		return n;
	return n == 1 && text.ptr[text.len - 2] == '\xc2' ? 2 : 0;
}

/*
 * What mail and HTML write for a blank or a break at the end of a line: "=20",
 * "=09", a lone "=" (quoted-printable), "<br>".
 */
static size_t mail_code_at_end(struct span text)
{
	static const char *const codes[] = { "=20", "=09", "<br>", "<br/>" };

	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		if (span_ends(text, codes[i]))
			return strlen(codes[i]);
	return text.len > 1 && text.ptr[text.len - 1] == '=' &&
	       char_is_blank(text.ptr[text.len - 2]);
}

struct span textlines_unquote(struct span line)
{
	size_t n;

	// Nearly all lines of a listing begin with a blank or a digit.
	line = skip_blanks(line);
	while ((n = quote_mark(line))) {
		line.ptr += n;
		line.len -= n;
		line = skip_blanks(line);
	}
	do {
		n = line.len && char_is_blank(line.ptr[line.len - 1]) ?
			    1 :
			    no_break_at_end(line);
		if (!n)
			n = mail_code_at_end(line);
		line.len -= n;
	} while (n);
	return line;
}
