/*
 * sysmap.c - symbols as text: System.map, /proc/kallsyms, nm -n, nm -S
 *
 *	ffffffff81000000 T _stext
 *	ffffffffc0201000 t xor_avx_2	[xor]
 *	ffffffff81000070 0000000000000069 T secondary_startup_64
 *
 * An address, nm's type letter and a name; kallsyms adds the module, nm -S the
 * size.  Only text (T t W w, and i for indirect functions) can own ticks; the
 * bounds _stext and _etext count whatever their letter (arm64 has _etext as D,
 * old i386 maps as A).  Modules lie outside the text that is profiled.
 */
#include "diffprof/symtab.h"
#include "diffprof/textlines.h"
#include "diffprof/whole.h"

struct map_line {
	uint64_t addr, size;
	char type;
	bool of_module;
	struct span name;	/* up to the end of the line */
};

/*
 * The value of eight hexadecimal digits at P, all at once; false if one of them
 * is none.  Half of the time a map takes is spent on its addresses.
 */
static inline bool hex8(const char *p, uint64_t *value)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t c;

	memcpy(&c, p, sizeof(c));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	c = __builtin_bswap64(c);
#endif
	if (c & (ones * 0x80))
		return false;

	// Bit 7 of each byte: is it over '/', over '9', over '`', over 'f'?
	uint64_t lower = c | (ones * 0x20);
	uint64_t from_0 = c + ones * (0x80 - '0');
	uint64_t over_9 = c + ones * (0x7f - '9');
	uint64_t from_a = lower + ones * (0x80 - 'a');
	uint64_t over_f = lower + ones * (0x7f - 'f');
	uint64_t digit = from_0 & ~over_9 & (ones * 0x80);
	uint64_t letter = from_a & ~over_f & over_9 & (ones * 0x80);
	if ((digit | letter) != ones * 0x80)
		return false;

	// One digit a byte, first in the lowest; then pairs, fours, all eight.
	uint64_t n = (c & (ones * 0x0f)) + 9 * (letter >> 7);
	n = (n << 4 | n >> 8) & 0x00ff00ff00ff00ffu;
	n = (n << 8 | n >> 16) & 0x0000ffff0000ffffu;
	*value = (n << 16 | n >> 32) & 0xffffffffu;
	return true;
}

/* The upper half of the address before, which most lines share. */
struct upper_half {
	char digits[8];
	uint64_t value;
};

/* 1 to 16 digits at *P, up to a blank. */
static bool take_hex(const char **p, const char *end, struct upper_half *upper,
		     uint64_t *value)
{
	uint64_t sum = 0, low;
	const char *q = *p;

	if (end - q > 16 && char_is_blank(q[16]) && hex8(q + 8, &low) &&
	    (!memcmp(q, upper->digits, 8) || hex8(q, &upper->value))) {
		memcpy(upper->digits, q, 8);
		sum = upper->value << 32 | low;
		q += 16;
	} else if (end - q > 8 && char_is_blank(q[8]) && hex8(q, &low)) {
		sum = low;
		q += 8;
	} else {
		// Of another length, or none.
		const char *blank = *p;

		while (blank < end && !char_is_blank(*blank))
			blank++;
		if (blank == end ||
		    !span_hex((struct span){ *p, (size_t)(blank - *p) }, &sum))
			return false;
		q = blank;
	}
	while (q < end && char_is_blank(*q))
		q++;
	*value = sum;
	*p = q;
	return true;
}

static bool is_type(const char *p, const char *end)
{
	return end - p > 2 && char_is_blank(p[1]) &&
	       ((*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z') ||
		*p == '?' || *p == '-');
}

/*
 * The common line of a 64-bit kernel, 16 digits and single blanks, looked at
 * just once; false says nothing but "look closer".
 */
static inline bool parse_plain(struct span text, struct upper_half *upper,
			       struct map_line *line)
{
	const char *p = text.ptr;
	uint64_t low;

	if (text.len < 20 || p[16] != ' ' || p[18] != ' ' || p[19] <= ' ' ||
	    p[17] < 'A' || memcmp(p, upper->digits, 8) || !hex8(p + 8, &low))
		return false;
	*line = (struct map_line){
		.addr = upper->value << 32 | low,
		.type = p[17],
		.of_module = p[text.len - 1] == ']',
		.name = { p + 19, text.len - 19 },
	};
	return true;
}

/* Names are not cut out here: most are never asked for. */
static bool parse(struct span text, struct upper_half *upper,
		  struct map_line *line)
{
	const char *p = text.ptr, *end = p + text.len;

	if (!take_hex(&p, end, upper, &line->addr))
		return false;
	line->size = 0;
	if (!is_type(p, end) && !take_hex(&p, end, upper, &line->size))
		return false;
	if (!is_type(p, end))
		return false;
	line->type = *p;
	for (p += 2; p < end && char_is_blank(*p); p++)
		;
	line->name = (struct span){ p, (size_t)(end - p) };
	line->of_module = end[-1] == ']';
	// "542 a 5.6458" is no symbol, but a row of a listing.
	return p < end && !char_is_digit(*p);
}

bool sysmap_sniff(struct input *in)
{
	struct textlines lines = textlines_begin(in->head);
	struct upper_half upper = { .digits = "00000000" };
	struct span text;
	struct map_line line;

	// nm may say which file it read before it starts.
	for (size_t tries = 0; tries < 8 && textlines_next(&lines, &text);)
		if (parse(text, &upper, &line))
			return true;
		else if (span_trim(text).len)
			tries++;
	return false;
}

static bool binding_of(char type, uint8_t *binding)
{
	switch (type) {
	case 'T':
		*binding = BIND_GLOBAL;
		return true;
	case 'W':
	case 'w':
		*binding = BIND_WEAK;
		return true;
	case 't':
	case 'i':
		*binding = BIND_LOCAL;
		return true;
	}
	return false;
}

static bool name_is(struct span rest, const char *name, size_t len)
{
	return rest.len >= len && !memcmp(rest.ptr, name, len) &&
	       (rest.len == len || (unsigned char)rest.ptr[len] <= ' ');
}

/* Is this the line of a bound of the text?  Take it if so; the first counts. */
static void take_bound(struct symtab *st, const struct map_line *line)
{
	struct span name = line->name;

	// __stext and __etext on some architectures.
	if (name.len > 2 && name.ptr[1] == '_') {
		name.ptr++;
		name.len--;
	}
	if (name.len < 6 || line->of_module)
		return;
	if (name.ptr[1] == 's' && name_is(name, "_stext", 6) && !st->has_stext) {
		st->has_stext = true;
		st->stext = line->addr;
	} else if (name.ptr[1] == 'e' && name_is(name, "_etext", 6) &&
		   !st->has_etext) {
		st->has_etext = true;
		st->etext = line->addr;
	}
}

/*
 * In a whole table data end the code before them, and the first address of the
 * kernel is kept whatever its letter; numbers (A) say nothing.
 */
static bool whole_binding_of(struct symtab *st, const struct map_line *line,
			     uint8_t *binding)
{
	if (name_is(line->name, "_etext", 6))
		st->text_end = line->addr;
	else if (name_is(line->name, "_edata", 6))
		st->data_end = line->addr;
	if (binding_of(line->type, binding)) {
		if (name_is(line->name, "_etext", 6) ||
		    name_is(line->name, "_einittext", 10))
			*binding = BIND_END;
		return true;
	}
	if (name_is(line->name, "_text", 5) ||
	    name_is(line->name, "_stext", 6)) {
		*binding = BIND_GLOBAL;
		return true;
	}
	*binding = BIND_END;
	return line->type != 'A' && line->type != 'a';
}

/* What is wrong with a map of which no address is above 0, or that is a stub. */
static int check_useful(const struct symtab *st, struct span text,
			bool any_address, struct error *err)
{
	struct textlines lines = textlines_begin(text);
	struct span line = { 0 };

	textlines_next(&lines, &line);
	const char *stop = line.ptr + line.len;
	for (const char *p = line.ptr; p < stop; p++)
		if (span_starts((struct span){ p, (size_t)(stop - p) },
				"The real System.map is in "))
			return fail(err, ERR_SYMBOLS,
				    "%s: a stub without symbols; it says: %.*s",
				    st->path, (int)(stop - p), p);
	if (!any_address)
		return fail(err, ERR_SYMBOLS,
			    "%s: all addresses are 0: the kernel hides them;"
			    " read it as root, or with sysctl"
			    " kernel.kptr_restrict=0", st->path);
	return 0;
}

int sysmap_load(struct symtab *st, struct error *err)
{
	struct upper_half upper = { .digits = "00000000" };
	struct span text;
	struct map_line line;
	bool any_address = false;

	if (input_data(&st->in, &text, err) < 0)
		return -1;
	if (text.len > UINT32_MAX)
		return fail(err, ERR_LIMIT, "%s: %zu MiB is too much for a map",
			    st->path, text.len >> 20);
	st->text = text.ptr;
	st->text_size = text.len;
	st->by_line = true;

	// Some 80 bytes of map for each symbol of text; pages that are not
	// needed are never touched.
	symtab_reserve(st, text.len / 64 + 16);
	struct textlines lines = textlines_begin(text);
	struct span raw;
	while (textlines_next(&lines, &raw)) {
		uint8_t binding;

		if (!parse_plain(raw, &upper, &line) &&
		    !parse(raw, &upper, &line))
			continue;
		any_address |= line.addr != 0;
		if (line.name.ptr[0] == '_')
			take_bound(st, &line);
		// Sorted and past the end: nothing that matters can follow.
		if (!st->whole && st->has_etext && st->has_stext &&
		    st->sorted && st->etext > st->stext && st->nr &&
		    st->symbols[st->nr - 1].addr >= st->stext &&
		    line.addr >= st->etext) {
			st->in.cut_short = NULL;
			break;
		}
		if (st->whole ?
			    !whole_binding_of(st, &line, &binding) :
			    !binding_of(line.type, &binding) || line.of_module)
			continue;
		st->has_sizes |= line.size != 0;
		symtab_add(st, &(struct symbol){
			.addr = line.addr,
			.size = line.size < SYMBOL_SIZE_MAX ?
					(uint32_t)line.size : SYMBOL_SIZE_MAX,
			.name = (uint32_t)(line.name.ptr - text.ptr),
			.binding = binding,
			.of_module = line.of_module,
		});
	}
	if (check_useful(st, text, any_address, err) < 0)
		return -1;
	if (st->whole)
		return whole_seal(st, err);
	if (st->in.cut_short && !(st->has_stext && st->has_etext))
		return fail(err, ERR_SYMBOLS, "%s: %s, before _etext", st->path,
			    st->in.cut_short);
	return symtab_seal(st, err);
}
