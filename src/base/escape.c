#include "diffprof/escape.h"

#include <stdio.h>
#include <wchar.h>

size_t escape_utf8(const char *text, size_t len, unsigned *code)
{
	const unsigned char *t = (const unsigned char *)text;
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t need;

	if (!len)
		return 0;
	if (t[0] < 0x80) {
		*code = t[0];
		return 1;
	}
	if (t[0] >= 0xc2 && t[0] <= 0xdf)
		need = 2;
	else if (t[0] >= 0xe0 && t[0] <= 0xef)
		need = 3;
	else if (t[0] >= 0xf0 && t[0] <= 0xf4)
		need = 4;
	else
		return 0;
	if (len < need)
		return 0;

	unsigned value = t[0] & (0x7f >> need);
	for (size_t i = 1; i < need; i++) {
		if ((t[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (t[i] & 0x3f);
	}
	// No overlong forms, no surrogates, nothing behind the last plane.
	if (value < least[need] || (value >= 0xd800 && value <= 0xdfff) ||
	    value > 0x10ffff)
		return 0;
	*code = value;
	return need;
}

/* Characters that act on a terminal or on the text around them. */
static bool is_control(unsigned code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
	       (code >= 0x200b && code <= 0x200f) ||	/* marks of width 0 */
	       (code >= 0x2028 && code <= 0x202e) ||	/* lines, direction */
	       (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
	       code == 0xad || code == 0x61c ||
	       (code >= 0xfff9 && code <= 0xfffb) ||
	       (code >= 0xe0000 && code <= 0xe0fff);
}

/* How many of the bytes at TEXT may be shown as they are: 0 or a character. */
static size_t shown(const char *text, size_t len, unsigned *code)
{
	size_t n = escape_utf8(text, len, code);

	return n && !is_control(*code) ? n : 0;
}

bool escape_is_plain(struct span text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = text.ptr[i];

		if (c < 0x20 || c >= 0x7f)
			return false;
	}
	return true;
}

void escape_text(struct outbuf *out, struct span text)
{
	if (escape_is_plain(text)) {
		outbuf_span(out, text);
		return;
	}
	for (size_t i = 0; i < text.len;) {
		unsigned code;
		size_t n = shown(text.ptr + i, text.len - i, &code);

		if (n) {
			outbuf_bytes(out, text.ptr + i, n);
			i += n;
		} else {
			outbuf_printf(out, "\\x%02x",
				      (unsigned char)text.ptr[i]);
			i++;
		}
	}
}

/*
 * Columns of the wide ranges of East Asian text and emoji (Unicode 15, rough:
 * a terminal may differ by font), without the locale that wcwidth() needs.
 */
static size_t code_width(unsigned code)
{
	static const struct { unsigned from, to, width; } ranges[] = {
		{ 0x300, 0x36f, 0 },	/* combining marks */
		{ 0x483, 0x489, 0 },	{ 0x591, 0x5bd, 0 },
		{ 0x610, 0x61a, 0 },	{ 0x64b, 0x65f, 0 },
		{ 0x1100, 0x115f, 2 },	{ 0x1ab0, 0x1aff, 0 },
		{ 0x1dc0, 0x1dff, 0 },	{ 0x20d0, 0x20ff, 0 },
		{ 0x2e80, 0x303e, 2 },	{ 0x3041, 0x33ff, 2 },
		{ 0x3400, 0x4dbf, 2 },	{ 0x4e00, 0x9fff, 2 },
		{ 0xa000, 0xa4cf, 2 },	{ 0xac00, 0xd7a3, 2 },
		{ 0xf900, 0xfaff, 2 },	{ 0xfe00, 0xfe0f, 0 },
		{ 0xfe20, 0xfe2f, 0 },	{ 0xfe30, 0xfe6f, 2 },
		{ 0xff00, 0xff60, 2 },	{ 0xffe0, 0xffe6, 2 },
		{ 0x1f300, 0x1f64f, 2 }, { 0x1f900, 0x1f9ff, 2 },
		{ 0x20000, 0x3fffd, 2 },
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (code >= ranges[i].from && code <= ranges[i].to)
			return ranges[i].width;
	return 1;
}

struct escape_piece escape_first(struct span text, bool ascii)
{
	struct escape_piece piece = { .len = 4, .width = 4, .taken = 1 };
	unsigned code;
	size_t n = shown(text.ptr, text.len, &code);

	if (n && (n == 1 || !ascii)) {
		memcpy(piece.text, text.ptr, n);
		piece.len = piece.taken = (uint8_t)n;
		piece.width = code < 0x300 ? 1 : (uint8_t)code_width(code);
	} else {
		static const char digits[] = "0123456789abcdef";
		unsigned char byte = (unsigned char)text.ptr[0];

		piece.text[0] = '\\';
		piece.text[1] = 'x';
		piece.text[2] = digits[byte >> 4];
		piece.text[3] = digits[byte & 15];
	}
	return piece;
}

size_t escape_width(struct span text)
{
	size_t width = 0;

	if (escape_is_plain(text))
		return text.len;
	for (size_t i = 0; i < text.len;) {
		unsigned code;
		size_t n = shown(text.ptr + i, text.len - i, &code);

		if (!n)
			width += strlen("\\x00");
		else
			width += code < 0x300 ? 1 : code_width(code);
		i += n ? n : 1;
	}
	return width;
}

void escape_into(char *dst, size_t size, const char *text)
{
	size_t len = strlen(text), used = 0;

	for (size_t i = 0; i < len;) {
		unsigned code;
		size_t n = shown(text + i, len - i, &code);
		size_t need = n ? n : strlen("\\x00");

		if (used + need >= size)
			break;
		if (n)
			memcpy(dst + used, text + i, n);
		else
			snprintf(dst + used, size - used, "\\x%02x",
				 (unsigned char)text[i]);
		used += need;
		i += n ? n : 1;
	}
	dst[used] = '\0';
}
