#include "diffprof/mailaddress.h"

#include "diffprof/escape.h"

/* What mail can carry. */
#define ADDRESS_MAX 254

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       char_is_digit(c);
}

static bool is_local(struct span text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!text.ptr[i] ||
		    (!is_letter(text.ptr[i]) &&
		     !strchr("!#$%&'*+-/=?^_`{|}~.", text.ptr[i])))
			return false;
	return text.len && text.ptr[0] != '-';
}

static bool is_host(struct span text)
{
	char before = '.';

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (!is_letter(c) && c != '-' && c != '.')
			return false;
		if (before == '.' && !is_letter(c))
			return false;
		before = c;
	}
	return is_letter(before);
}

static bool is_address(struct span text)
{
	const char *at = text.len ? memchr(text.ptr, '@', text.len) : NULL;

	if (!at || text.len > ADDRESS_MAX)
		return false;
	size_t local = (size_t)(at - text.ptr);
	return is_local((struct span){ text.ptr, local }) &&
	       is_host((struct span){ at + 1, text.len - local - 1 });
}

/* A byte of Latin-1, as old files have it. */
static void put_latin(struct outbuf *out, unsigned char c)
{
	outbuf_char(out, (char)(0xc0 | c >> 6));
	outbuf_char(out, (char)(0x80 | (c & 0x3f)));
}

/* What can be shown of TEXT, without the quotes around it. */
static const char *clean_name(struct span text, struct arena *arena)
{
	struct outbuf out = { 0 };
	const char *name = NULL;

	text = span_trim(text);
	if (span_starts(text, "\"")) {
		text.ptr++;
		text.len--;
	}
	if (span_ends(text, "\""))
		text.len--;
	for (size_t i = 0; i < text.len;) {
		struct span rest = { text.ptr + i, text.len - i };
		struct escape_piece piece = escape_first(rest, false);
		bool shown = piece.len != 4 || piece.taken == 4;
		unsigned char c = (unsigned char)text.ptr[i];
		unsigned code;
		size_t n = escape_utf8(rest.ptr, rest.len, &code);

		// Behind a backslash stands what is meant as it is.
		if (c == '\\' && rest.len > 1 && strchr("\"\\", rest.ptr[1])) {
			outbuf_char(&out, rest.ptr[1]);
			n = 2;
		} else if (shown) {
			outbuf_bytes(&out, piece.text, piece.len);
		} else if (c >= 0xa0 && !n) {
			put_latin(&out, c);
		}
		i += n ? n : 1;
	}
	struct span cleaned = span_trim((struct span){ out.data, out.len });
	if (cleaned.len)
		name = arena_strndup(arena, cleaned.ptr, cleaned.len);
	outbuf_release(&out);
	return name;
}

bool mail_address_parse(struct span text, struct arena *arena,
			struct mail_address *address)
{
	const char *open = text.len ? memchr(text.ptr, '<', text.len) : NULL;
	const char *close = text.len ? memrchr(text.ptr, '>', text.len) : NULL;
	struct span name = { text.ptr, 0 }, bare = text;

	if (open && close && close > open) {
		name.len = (size_t)(open - text.ptr);
		bare = (struct span){ open + 1, (size_t)(close - open - 1) };
	}
	bare = span_trim(bare);
	if (!is_address(bare))
		return false;
	address->name = clean_name(name, arena);
	address->address = arena_strndup(arena, bare.ptr, bare.len);
	return true;
}

/* Take what stands up to the next comma that parts addresses off TEXT. */
static struct span next_address(struct span *text)
{
	bool quoted = false;
	unsigned depth = 0;
	size_t len = 0;

	for (; len < text->len; len++) {
		char c = text->ptr[len];

		if (c == '"' && (!len || text->ptr[len - 1] != '\\'))
			quoted = !quoted;
		else if (!quoted && (c == '(' || c == '<'))
			depth++;
		else if (!quoted && depth && (c == ')' || c == '>'))
			depth--;
		else if (c == ',' && !quoted && !depth)
			break;
	}
	struct span one = { text->ptr, len };
	size_t used = len < text->len ? len + 1 : len;

	*text = (struct span){ text->ptr + used, text->len - used };
	return one;
}

size_t mail_address_list(struct span text, struct arena *arena,
			 struct mail_address **list)
{
	struct mail_address *found = NULL;
	struct span rest = text;
	size_t nr = 0, cap = 0;
	bool all = true;

	while (rest.len && all) {
		struct span one = next_address(&rest);

		if (!span_trim(one).len)
			continue;
		ARENA_ROOM(arena, found, nr, cap);
		all = mail_address_parse(one, arena, &found[nr]);
		nr += all;
	}
	// "Enrico Weigelt, metux IT consult <info@example.org>" is one.
	if (!all) {
		found = arena_alloc(arena, sizeof(*found));
		nr = mail_address_parse(text, arena, found);
	}
	*list = found;
	return nr;
}

bool mail_name_needs_quotes(const char *name)
{
	for (; *name; name++)
		if (!is_letter(*name) && !strchr(" -_", *name) &&
		    (unsigned char)*name < 0x80)
			return true;
	return false;
}

void mail_address_put(struct outbuf *out, const struct mail_address *address)
{
	bool quotes = address->name && mail_name_needs_quotes(address->name);

	if (!address->name) {
		outbuf_text(out, address->address);
		return;
	}
	if (quotes)
		outbuf_char(out, '"');
	for (const char *p = address->name; *p; p++) {
		if (quotes && (*p == '"' || *p == '\\'))
			outbuf_char(out, '\\');
		outbuf_char(out, *p);
	}
	outbuf_printf(out, "%s <%s>", quotes ? "\"" : "", address->address);
}
