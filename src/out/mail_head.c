#include "mail_head.h"

#include "diffprof/escape.h"

#define WIDTH 76
/* No encoded word may be longer. */
#define WORD_MAX 75

static const char word_begins[] = "=?UTF-8?Q?", word_ends[] = "?=";

struct head {
	struct outbuf *out;
	size_t column;
};

/* TEXT of one line behind a blank, or on a line of its own. */
static void put_word(struct head *head, struct span text)
{
	if (head->column + 1 + text.len > WIDTH && head->column > 1) {
		outbuf_text(head->out, "\n ");
		head->column = 1;
	} else if (head->column > 1) {
		outbuf_char(head->out, ' ');
		head->column++;
	}
	outbuf_span(head->out, text);
	head->column += text.len;
}

static struct head begin(struct outbuf *out, const char *name)
{
	outbuf_printf(out, "%s:", name);
	return (struct head){ out, strlen(name) + 1 };
}

/* What one byte is in an encoded word, also in one that is part of a phrase. */
static size_t encode(char *to, unsigned char c)
{
	static const char digits[] = "0123456789ABCDEF";

	if (c == ' ') {
		*to = '_';
		return 1;
	}
	if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	    (c >= 'a' && c <= 'z') || (c && strchr("!*+-/", c))) {
		*to = (char)c;
		return 1;
	}
	to[0] = '=';
	to[1] = digits[c >> 4];
	to[2] = digits[c & 15];
	return 3;
}

/* How long the next encoded word may be, so that it fits on this line. */
static size_t word_room(const struct head *head)
{
	size_t used = head->column + (head->column > 1);

	if (used + WORD_MAX <= WIDTH)
		return WORD_MAX;
	// For a few letters more a new line is better.
	return used + 32 <= WIDTH ? WIDTH - used : WORD_MAX;
}

/*
 * TEXT as encoded words, each of whole characters; the blanks that stand between
 * them are not part of it.
 */
static void put_encoded(struct head *head, struct span text)
{
	char word[WORD_MAX + 1];
	size_t len = 0, room = word_room(head);

	for (size_t i = 0; i < text.len;) {
		unsigned code;
		size_t n = escape_utf8(text.ptr + i, text.len - i, &code);
		char bytes[12] = { 0 };
		size_t nr = 0;

		for (size_t k = 0; k < n; k++)
			nr += encode(bytes + nr,
				     (unsigned char)text.ptr[i + k]);
		if (len && len + nr + strlen(word_ends) > room) {
			len = (size_t)(stpcpy(word + len, word_ends) - word);
			put_word(head, (struct span){ word, len });
			room = word_room(head);
			len = 0;
		}
		if (!len)
			len = (size_t)(stpcpy(word, word_begins) - word);
		memcpy(word + len, bytes, nr);
		len += nr;
		i += n ? n : 1;
	}
	if (!len)
		return;
	len = (size_t)(stpcpy(word + len, word_ends) - word);
	put_word(head, (struct span){ word, len });
}

static bool is_plain(struct span text)
{
	size_t run = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		run = c == ' ' ? 0 : run + 1;
		// A long word could not be broken, and "=?" may be taken for one.
		if (c < 0x20 || c >= 0x7f || run > WIDTH - 16 ||
		    (c == '=' && i + 1 < text.len && text.ptr[i + 1] == '?'))
			return false;
	}
	return true;
}

/* Words of plain text. */
static void put_words(struct head *head, struct span text)
{
	struct span word;

	while (span_word(&text, &word))
		put_word(head, word);
}

static void put_name(struct head *head, const char *name)
{
	struct outbuf quoted = { 0 };

	if (!is_plain(span_of(name))) {
		put_encoded(head, span_of(name));
		return;
	}
	if (!mail_name_needs_quotes(name)) {
		put_words(head, span_of(name));
		return;
	}
	outbuf_char(&quoted, '"');
	for (const char *p = name; *p; p++) {
		if (*p == '"' || *p == '\\')
			outbuf_char(&quoted, '\\');
		outbuf_char(&quoted, *p);
	}
	outbuf_char(&quoted, '"');
	// Blanks inside of quotes are places to break a line as well.
	put_words(head, (struct span){ quoted.data, quoted.len });
	outbuf_release(&quoted);
}

void mail_head_addresses(struct outbuf *out, const char *name,
			 const struct mail_address *addresses, size_t nr)
{
	struct head head;

	if (!nr)
		return;
	head = begin(out, name);
	for (size_t i = 0; i < nr; i++) {
		const struct mail_address *one = &addresses[i];
		struct outbuf address = { 0 };

		if (one->name)
			put_name(&head, one->name);
		outbuf_printf(&address, one->name ? "<%s>%s" : "%s%s",
			      one->address, i + 1 < nr ? "," : "");
		put_word(&head, (struct span){ address.data, address.len });
		outbuf_release(&address);
	}
	outbuf_char(out, '\n');
}

/* Valid UTF-8 in one line, blanks of any kind as one. */
static void clean(struct outbuf *out, struct span text)
{
	for (size_t i = 0; i < text.len;) {
		struct span rest = { text.ptr + i, text.len - i };
		struct escape_piece piece = escape_first(rest, false);
		bool blank = text.ptr[i] == ' ' || text.ptr[i] == '\t' ||
			     text.ptr[i] == '\n' || text.ptr[i] == '\r';

		if (!blank)
			outbuf_bytes(out, piece.text, piece.len);
		else if (out->len && out->data[out->len - 1] != ' ')
			outbuf_char(out, ' ');
		i += piece.taken;
	}
	while (out->len && out->data[out->len - 1] == ' ')
		out->len--;
}

void mail_head_text(struct outbuf *out, const char *name, struct span text)
{
	struct head head = begin(out, name);
	struct outbuf cleaned = { 0 };

	clean(&cleaned, text);
	struct span line = { cleaned.data, cleaned.len };
	if (is_plain(line))
		put_words(&head, line);
	else
		put_encoded(&head, line);
	outbuf_char(out, '\n');
	outbuf_release(&cleaned);
}
