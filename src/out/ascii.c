#include "ascii.h"

#include "diffprof/escape.h"

/* Of U+00C0 to U+017F: two columns each, the second often blank. */
static const char latin[] =
	"A A A A A A AEC E E E E I I I I D N O O O O O * O U U U U Y Thss"
	"a a a a a a aec e e e e i i i i d n o o o o o / o u u u u y thy "
	"A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g "
	"G g G g H h H h I i I i I i I i I i IJijJ j K k q L l L l L l L "
	"l L l N n N n N n n NgngO o O o O o OEoeR r R r R r S s S s S s "
	"S s T t T t T t U u U u U u U u U u U u W w Y y Y Z z Z z Z z s ";

static const struct {
	unsigned code;
	const char *text;
} marks[] = {
	{ 0xa0, " " },	   { 0xab, "<<" },	{ 0xb0, " deg" },
	{ 0xb1, "+-" },	   { 0xb2, "^2" },	{ 0xb3, "^3" },
	{ 0xb5, "u" },	   { 0xb7, "." },	{ 0xbb, ">>" },
	{ 0x3bc, "u" },	   { 0x2010, "-" },	{ 0x2011, "-" },
	{ 0x2012, "-" },   { 0x2013, "-" },	{ 0x2014, "--" },
	{ 0x2018, "'" },   { 0x2019, "'" },	{ 0x201c, "\"" },
	{ 0x201d, "\"" },  { 0x2022, "*" },	{ 0x2026, "..." },
	{ 0x2032, "'" },   { 0x20ac, "EUR" },	{ 0x2122, "(TM)" },
	{ 0xa9, "(C)" },   { 0xae, "(R)" },	{ 0x2190, "<-" },
	{ 0x2192, "->" },  { 0x21d2, "=>" },	{ 0x2212, "-" },
	{ 0x2248, "~" },   { 0x2260, "!=" },	{ 0x2264, "<=" },
	{ 0x2265, ">=" },
};

/* What stands for CODE, or NULL. */
static const char *letters(unsigned code, char *two)
{
	if (code >= 0xc0 && code <= 0x17f) {
		memcpy(two, latin + (size_t)2 * (code - 0xc0), 2);
		two[two[1] == ' ' ? 1 : 2] = '\0';
		return two;
	}
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (marks[i].code == code)
			return marks[i].text;
	return NULL;
}

static void put(struct outbuf *out, struct span text, bool exact)
{
	for (size_t i = 0; i < text.len;) {
		struct span rest = { text.ptr + i, text.len - i };
		struct escape_piece piece = escape_first(rest, true);
		unsigned code;
		char two[3];
		size_t n = escape_utf8(rest.ptr, rest.len, &code);
		const char *known = !exact && n > 1 ? letters(code, two) : NULL;

		if (known)
			outbuf_text(out, known);
		else
			outbuf_bytes(out, piece.text, piece.len);
		i += known ? n : piece.taken;
	}
}

void ascii_text(struct outbuf *out, struct span text)
{
	put(out, text, false);
}

void ascii_name(struct outbuf *out, struct span text)
{
	put(out, text, true);
}

void ascii_flow(struct outbuf *out, struct span text, size_t width,
		size_t indent)
{
	size_t before = 0;

	while (text.len) {
		size_t room = width - before, len = text.len, next = text.len;

		if (len > room) {
			// The last blank that a line may end before.
			const char *blank = memrchr(text.ptr, ' ', room + 1);

			len = blank && blank > text.ptr ?
				      (size_t)(blank - text.ptr) :
				      room;
			next = len;
			while (next < text.len && text.ptr[next] == ' ')
				next++;
			while (len && text.ptr[len - 1] == ' ')
				len--;
		}
		outbuf_fill(out, ' ', before);
		outbuf_bytes(out, text.ptr, len);
		outbuf_char(out, '\n');
		text.ptr += next;
		text.len -= next;
		before = indent;
	}
}
