#include "json_text.h"

#include <math.h>

#include "diffprof/decimal.h"
#include "diffprof/escape.h"
#include "diffprof/profile.h"

static void put_unit(struct outbuf *out, unsigned unit)
{
	static const char digits[] = "0123456789ABCDEF";
	char text[6] = { '\\', 'u' };

	for (int i = 5; i > 1; i--) {
		text[i] = digits[unit & 15];
		unit >>= 4;
	}
	outbuf_bytes(out, text, sizeof(text));
}

static void put_character(struct outbuf *out, unsigned code)
{
	static const char named[] = "\"\"\\\\\bb\ff\nn\rr\tt";

	for (size_t i = 0; code < 0x80 && named[i]; i += 2)
		if ((char)code == named[i]) {
			outbuf_char(out, '\\');
			outbuf_char(out, named[i + 1]);
			return;
		}
	if (code >= 0x20 && code < 0x7f) {
		outbuf_char(out, (char)code);
	} else if (code < 0x10000) {
		put_unit(out, code);
	} else {
		put_unit(out, 0xd800 + ((code - 0x10000) >> 10));
		put_unit(out, 0xdc00 + ((code - 0x10000) & 0x3ff));
	}
}

static bool needs_no_escape(struct span text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\')
			return false;
	}
	return true;
}

void json_put_text(struct outbuf *out, struct span text)
{
	outbuf_char(out, '"');
	if (needs_no_escape(text)) {
		outbuf_span(out, text);
		text.len = 0;
	}
	for (size_t i = 0; i < text.len;) {
		unsigned code;
		size_t n = escape_utf8(text.ptr + i, text.len - i, &code);

		if (n)
			put_character(out, code);
		else
			outbuf_printf(out, "\\\\x%02x",
				      (unsigned char)text.ptr[i]);
		i += n ? n : 1;
	}
	outbuf_char(out, '"');
}

void json_put_real(struct outbuf *out, double real)
{
	char text[DECIMAL_MAX];

	if (!isfinite(real)) {
		outbuf_text(out, "null");
		return;
	}
	size_t len = decimal_general(text, real);
	const char *e = memchr(text, 'e', len);

	// "1e+20" and "1e-07" have more than they need, "1" has too little.
	if (!e) {
		outbuf_bytes(out, text, len);
		if (!memchr(text, '.', len))
			outbuf_text(out, ".0");
		return;
	}
	outbuf_bytes(out, text, (size_t)(++e - text));
	if (*e == '-')
		outbuf_char(out, '-');
	e++;
	outbuf_text(out, e + strspn(e, "0"));
}

void json_put_count(struct outbuf *out, uint64_t count)
{
	if (count <= COUNT_MAX)
		decimal_count(out, count);
	else
		outbuf_text(out, "null");
}

void json_put_cell(struct outbuf *out, const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NONE:
		outbuf_text(out, "null");
		break;
	case CELL_COUNT:
		json_put_count(out, cell->count);
		break;
	case CELL_REAL:
		json_put_real(out, (double)cell->real);
		break;
	case CELL_TEXT:
		json_put_text(out, cell->text);
		break;
	case CELL_LIST:
		outbuf_char(out, '[');
		for (size_t i = 0; i < cell->nr; i++) {
			if (i)
				outbuf_char(out, ',');
			json_put_text(out, cell->list[i]);
		}
		outbuf_char(out, ']');
		break;
	}
}
