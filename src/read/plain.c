#include "diffprof/plain.h"

#include <stdlib.h>
#include <strings.h>

#include "diffprof/textlines.h"
#include "plain_html.h"

/* The longest line of quoted-printable is 76; quote marks may be added. */
#define QP_LINE_MAX 78
#define QP_SOFT_MIN 70
#define ESCAPE '\x1b'

static bool has(struct span text, const char *what)
{
	return text.len && memmem(text.ptr, text.len, what, strlen(what));
}

static unsigned hex_digit(char c)
{
	if (char_is_digit(c))
		return (unsigned)(c - '0');
	return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

/* "=3D" at P: its byte, or -1. */
static int qp_byte(const char *p, const char *end)
{
	if (end - p < 3 || *p != '=')
		return -1;
	unsigned high = hex_digit(p[1]), low = hex_digit(p[2]);

	return high > 15 || low > 15 ? -1 : (int)(high << 4 | low);
}

static bool is_qp_header(struct span line)
{
	static const char name[] = "content-transfer-encoding:";
	const size_t len = sizeof(name) - 1;

	return line.len > len && !strncasecmp(line.ptr, name, len) &&
	       has((struct span){ line.ptr + len, line.len - len },
		   "quoted-printable");
}

/* Lines that were cut at "=" where quoted-printable does, and none too long. */
static bool qp_is_in(struct span head)
{
	struct textlines lines = textlines_begin(head);
	struct span line;
	size_t cut = 0, longest = 0;

	while (textlines_next(&lines, &line)) {
		if (is_qp_header(line))
			return true;
		longest = line.len > longest ? line.len : longest;
		cut += line.len >= QP_SOFT_MIN && span_ends(line, "=") &&
		       !span_ends(line, "operator=") && !span_ends(line, "==");
	}
	return cut && longest <= QP_LINE_MAX;
}

/* Where the line goes on when the "=" at P is its end, or NULL. */
static const char *qp_joins(const char *p, const char *end)
{
	for (p++; p < end && char_is_blank(*p); p++)
		;
	if (p < end && *p == '\r')
		p++;
	return p < end && *p == '\n' ? p + 1 : NULL;
}

static size_t qp_to_text(char *text, size_t len)
{
	const char *end = text + len, *next;
	char *out = text;

	for (const char *p = text; p < end;) {
		int byte = qp_byte(p, end);

		if (byte >= 0) {
			*out++ = (char)byte;
			p += 3;
		} else if (*p == '=' && (next = qp_joins(p, end))) {
			p = next;
		} else {
			*out++ = *p++;
		}
	}
	return (size_t)(out - text);
}

/* Where the sequence that begins at P with an escape ends. */
static const char *behind_escape(const char *p, const char *end)
{
	if (++p == end)
		return p;
	if (*p == ']') { // a title, up to BEL or ESC
		while (p < end && *p != '\a' && *p != ESCAPE && *p != '\n')
			p++;
		return p < end && *p == '\a' ? p + 1 : p;
	}
	if (*p == '(' || *p == ')')
		return end - p > 1 ? p + 2 : end;
	if (*p++ != '[')
		return p;
	while (p < end && (unsigned char)*p >= 0x20 && (unsigned char)*p < 0x40)
		p++;
	return p < end && *p != '\n' ? p + 1 : p;
}

static size_t drop_escapes(char *text, size_t len)
{
	const char *end = text + len;
	char *out = text;

	for (const char *p = text; p < end;)
		if (*p == ESCAPE)
			p = behind_escape(p, end);
		else
			*out++ = *p++;
	return (size_t)(out - text);
}

/* Characters of UTF-8 that stand where a listing has others. */
static const struct {
	const char *bytes, *text;
} look_alikes[] = {
	{ "\xc2\xa0", " " },	 { "\xe2\x80\x87", " " }, // no break
	{ "\xe2\x80\xaf", " " }, { "\xe2\x80\x82", " " }, // en space
	{ "\xe2\x80\x83", " " }, { "\xe2\x80\x89", " " }, // em, thin
	{ "\xe3\x80\x80", " " }, { "\xe2\x80\x8b", "" }, // zero width
	{ "\xef\xbb\xbf", "" },	 { "\xe2\x88\x92", "-" }, // minus
};

#define NR_LOOK_ALIKES (sizeof(look_alikes) / sizeof(*look_alikes))

static bool look_alikes_in(struct span head)
{
	bool blank = false; // the byte before was one of Latin-1

	// One at the beginning is a mark of the byte order.
	if (span_starts(head, "\xef\xbb\xbf")) {
		head.ptr += 3;
		head.len -= 3;
	}
	for (size_t i = 0; i < NR_LOOK_ALIKES; i++)
		if (has(head, look_alikes[i].bytes))
			return true;
	if (!head.len || !memchr(head.ptr, 0xa0, head.len))
		return false;
	for (size_t i = 0; i < head.len && !blank; i++)
		blank = head.ptr[i] == '\xa0' &&
			(!i || (unsigned char)head.ptr[i - 1] < 0x80);
	return blank;
}

/* A no-break space of Latin-1 is a byte that also ends characters of UTF-8. */
static size_t replace_look_alikes(char *text, size_t len)
{
	bool blank = false; // the byte before was one of Latin-1
	char *out = text;

	for (size_t i = 0; i < len;) {
		struct span left = { text + i, len - i };
		size_t k = NR_LOOK_ALIKES;

		if ((unsigned char)text[i] >= 0x80)
			for (k = 0; k < NR_LOOK_ALIKES &&
				    !span_starts(left, look_alikes[k].bytes);)
				k++;
		bool was_blank = blank;
		blank = k == NR_LOOK_ALIKES && text[i] == '\xa0' &&
			(was_blank || out == text ||
			 (unsigned char)out[-1] < 0x80);
		if (k < NR_LOOK_ALIKES) {
			if (*look_alikes[k].text)
				*out++ = *look_alikes[k].text;
			i += strlen(look_alikes[k].bytes);
		} else {
			*out++ = blank ? ' ' : text[i];
			i++;
		}
	}
	return (size_t)(out - text);
}

/* One of two kinds, in the order in which they were done to the text. */
static const struct {
	const char *what;
	bool (*is_in)(struct span head);
	size_t (*undo)(char *text, size_t len);
} ways[] = {
	{ "quoted-printable", qp_is_in, qp_to_text },
	{ "HTML", html_is_in, html_to_text },
	{ "colours of a terminal", NULL, drop_escapes },
	{ "no-break spaces", look_alikes_in, replace_look_alikes },
};

static bool is_needed(size_t way, struct span head)
{
	return ways[way].is_in ? ways[way].is_in(head) :
				 has(head, "\x1b[") || has(head, "\x1b(");
}

static size_t put_utf8(char *out, uint32_t c)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(first[n] | c);
	return n;
}

/* DATA, which begins with a mark of the byte order, in memory of its own. */
static char *utf16_to_utf8(struct span data, size_t *len)
{
	const unsigned char *in = (const unsigned char *)data.ptr;
	bool big = in[0] == 0xfe;
	char *text = mem_resize(NULL, data.len * 3 / 2 + 4);
	uint32_t high = 0;

	*len = 0;
	for (size_t i = 2; i + 1 < data.len; i += 2) {
		uint32_t c = big ? (uint32_t)in[i] << 8 | in[i + 1] :
				   (uint32_t)in[i + 1] << 8 | in[i];

		if (c >= 0xd800 && c < 0xdc00) {
			high = c;
			continue;
		}
		if (high && c >= 0xdc00 && c < 0xe000)
			c = 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00);
		else if (c >= 0xdc00 && c < 0xe000)
			c = 0xfffd;
		high = 0;
		*len += put_utf8(text + *len, c);
	}
	return text;
}

static bool is_utf16(struct span head)
{
	return span_starts(head, "\xff\xfe") || span_starts(head, "\xfe\xff");
}

/* XML has its own way to write characters, and perf's dumps are no text. */
static bool is_plain_already(struct span head)
{
	return memchr(head.ptr, 0, head.len) || has(head, "<profile");
}

static void take(struct input *in, char *text, size_t len)
{
	struct input plain;

	input_from_memory(&plain, in->path, text, len);
	plain.owned = text;
	plain.packing = in->packing;
	plain.cut_short = in->cut_short;
	input_close(in);
	*in = plain;
}

int plain_text(struct input *in, const char **what, struct error *err)
{
	struct span head = in->data && in->size <= INPUT_SMALL_SIZE ?
				   (struct span){ in->data, in->size } :
				   in->head;
	struct span data;
	char *text = NULL;
	size_t len = 0;

	*what = NULL;
	if (!head.len || in->size > PLAIN_MAX)
		return 0;
	if (is_utf16(head)) {
		if (input_data(in, &data, err) < 0)
			return -1;
		text = utf16_to_utf8(data, &len);
		*what = "UTF-16";
		head = (struct span){ text, len < head.len ? len : head.len };
	} else if (is_plain_already(head)) {
		return 0;
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (!head.len || !is_needed(i, head))
			continue;
		if (!text) {
			if (input_data(in, &data, err) < 0)
				return -1;
			text = mem_resize(NULL, data.len);
			memcpy(text, data.ptr, data.len);
			len = data.len;
		}
		len = ways[i].undo(text, len);
		*what = *what ? *what : ways[i].what;
		head = (struct span){ text, len < head.len ? len : head.len };
	}
	if (text)
		take(in, text, len);
	return 0;
}
