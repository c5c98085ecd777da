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
#include <limits.h>

#include "diffprof/symtab.h"
#include "diffprof/textlines.h"

struct map_line {
	uint64_t addr, size;
	char type;
	struct span name, module;
};

/* The value of hexadecimal digits plus 1; 0 for all other bytes. */
static const unsigned char hex_value[256] = {
	['0'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
	['A'] = 11, 12, 13, 14, 15, 16,
	['a'] = 11, 12, 13, 14, 15, 16,
};

/* 1 to 16 digits at *P, up to a blank. */
static bool take_hex(const char **p, const char *end, uint64_t *value)
{
	const char *start = *p, *q = start;
	uint64_t sum = 0;
	unsigned digit;

	while (q < end && (digit = hex_value[(unsigned char)*q])) {
		sum = sum << 4 | (digit - 1);
		q++;
	}
	if (q == start || q - start > 16 || q == end || !char_is_blank(*q))
		return false;
	while (q < end && char_is_blank(*q))
		q++;
	*value = sum;
	*p = q;
	return true;
}

static bool is_type(const char *p, const char *end)
{
	return end - p >= 2 && char_is_blank(p[1]) &&
	       ((*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z') ||
		*p == '?' || *p == '-');
}

static bool parse(struct span text, struct map_line *line)
{
	const char *p = text.ptr, *end = p + text.len;

	if (!take_hex(&p, end, &line->addr))
		return false;
	line->size = 0;
	if (!is_type(p, end) && !take_hex(&p, end, &line->size))
		return false;
	if (!is_type(p, end))
		return false;
	line->type = *p;
	struct span rest = { p + 1, (size_t)(end - p - 1) };
	if (!span_word(&rest, &line->name))
		return false;
	line->module = (struct span){ 0 };
	if (rest.len)
		span_word(&rest, &line->module);
	return true;
}

bool sysmap_sniff(struct input *in)
{
	struct textlines lines = textlines_begin(in->head);
	struct span text;
	struct map_line line;

	// nm may say which file it read before it starts.
	for (size_t tries = 0; tries < 8 && textlines_next(&lines, &text);)
		if (parse(text, &line))
			return line.name.len;
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

/* Is this the line of a bound of the text?  Take it if so; the first counts. */
static void take_bound(struct symtab *st, const struct map_line *line)
{
	struct span name = line->name;

	if (name.len == 7 && name.ptr[1] == '_')	// __stext, __etext
		name = (struct span){ name.ptr + 1, 6 };
	if (name.len != 6 || line->module.len)
		return;
	if (!memcmp(name.ptr, "_stext", 6) && !st->has_stext) {
		st->has_stext = true;
		st->stext = line->addr;
	} else if (!memcmp(name.ptr, "_etext", 6) && !st->has_etext) {
		st->has_etext = true;
		st->etext = line->addr;
	}
}

/* What is wrong with a map of which no address is above 0, or that is a stub. */
static int check_useful(const struct symtab *st, struct span text,
			bool any_address, struct error *err)
{
	struct textlines lines = textlines_begin(text);
	struct span line = { 0 };

	textlines_next(&lines, &line);
	for (const char *p = line.ptr; p < line.ptr + line.len; p++)
		if (span_starts((struct span){ p, (size_t)(line.ptr + line.len - p) },
				"The real System.map is in "))
			return fail(err, ERR_SYMBOLS,
				    "%s: a stub without symbols; it says: %.*s",
				    st->path, (int)(line.ptr + line.len - p), p);
	if (!any_address)
		return fail(err, ERR_SYMBOLS,
			    "%s: all addresses are 0: the kernel hides them;"
			    " read it as root, or with sysctl"
			    " kernel.kptr_restrict=0", st->path);
	return 0;
}

int sysmap_load(struct symtab *st, struct error *err)
{
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

	struct textlines lines = textlines_begin(text);
	struct span raw;
	while (textlines_next(&lines, &raw)) {
		uint8_t binding;

		if (!parse(raw, &line))
			continue;
		any_address |= line.addr != 0;
		if (line.name.ptr[0] == '_')
			take_bound(st, &line);
		// Sorted and past the end: nothing that matters can follow.
		if (st->has_etext && st->has_stext && st->sorted &&
		    st->etext > st->stext && st->nr &&
		    st->symbols[st->nr - 1].addr >= st->stext &&
		    line.addr >= st->etext)
			break;
		if (!binding_of(line.type, &binding) || line.module.len)
			continue;
		st->has_sizes |= line.size != 0;
		symtab_add(st, &(struct symbol){
			.addr = line.addr,
			.size = line.size < UINT32_MAX ? (uint32_t)line.size :
							 UINT32_MAX,
			.name = (uint32_t)(line.name.ptr - text.ptr),
			.binding = binding,
		});
	}
	if (check_useful(st, text, any_address, err) < 0)
		return -1;
	if (st->in.cut_short && !(st->has_stext && st->has_etext))
		return fail(err, ERR_SYMBOLS, "%s: %s, before _etext", st->path,
			    st->in.cut_short);
	return symtab_seal(st, err);
}
