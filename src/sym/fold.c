#include "diffprof/fold.h"

struct suffix {
	const char *text;
	enum { TAIL_NONE, TAIL_DIGITS, TAIL_MAYBE, TAIL_WORD } tail;
	bool of_build;		/* names a build, not a clone */
};

/* What gcc (to 14) and clang (to 18) put behind a name, without the dot. */
static const struct suffix suffixes[] = {
	{ "isra", TAIL_DIGITS, false },
	{ "constprop", TAIL_DIGITS, false },
	{ "part", TAIL_DIGITS, false },
	{ "cold", TAIL_MAYBE, false },
	{ "lto_priv", TAIL_DIGITS, false },
	{ "localalias", TAIL_MAYBE, false },
	{ "llvm", TAIL_WORD, true },
	{ "__uniq", TAIL_WORD, true },
	{ "cfi_jt", TAIL_NONE, false },
	{ "str", TAIL_NONE, false },
};

/* The end of the word or number at P, up to the next dot. */
static const char *tail_end(const char *p, const char *end, bool digits)
{
	while (p < end && *p != '.' && (!digits || char_is_digit(*p)))
		p++;
	return p;
}

/* The end of the suffix at P, which points behind a dot; NULL if it is none. */
static const char *suffix_end(const char *p, const char *end, bool keep_clones)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		const struct suffix *s = &suffixes[i];
		size_t len = strlen(s->text);

		if ((size_t)(end - p) < len || memcmp(p, s->text, len) ||
		    (keep_clones && !s->of_build))
			continue;

		const char *q = p + len, *tail;
		bool dot = q < end && *q == '.';
		if (q < end && !dot)
			continue;
		if (s->tail == TAIL_NONE)
			return q;
		tail = dot ? tail_end(q + 1, end, s->tail != TAIL_WORD) : q;
		if (dot && tail > q + 1 && (tail == end || *tail == '.'))
			return tail;
		return s->tail == TAIL_MAYBE ? q : NULL;
	}
	return NULL;
}

struct span fold(struct span name, bool keep_clones)
{
	static const char *const prefixes[] = { "__pfx_", "__cfi_" };

	for (size_t i = 0; !keep_clones && name.len > 6 && name.ptr[0] == '_' &&
			   i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		if (memcmp(name.ptr, prefixes[i], 6))
			continue;
		name.ptr += 6;
		name.len -= 6;
	}
	if (!name.len || !span_has(name, '.'))
		return name;

	// Where everything behind a dot is suffixes, the name ends before it.
	const char *end = name.ptr + name.len, *dot = name.ptr + 1;
	while (dot < end && (dot = memchr(dot, '.', (size_t)(end - dot)))) {
		const char *p = dot;

		while (p && p < end)
			p = suffix_end(p + 1, end, keep_clones);
		if (p)
			return (struct span){ name.ptr,
					      (size_t)(dot - name.ptr) };
		dot++;
	}
	return name;
}

void fold_profile(struct profile *prof, bool keep_clones)
{
	for (size_t i = 0; i < prof->names.nr_marked; i++) {
		name_id id = prof->names.marked[i];
		struct span name = names_text(&prof->names, id);
		struct span function = fold(name, keep_clones);

		if (function.len == name.len)
			continue;
		ARENA_ROOM(&prof->arena, prof->folded, prof->nr_folded,
			   prof->cap_folded);
		prof->folded[prof->nr_folded++] = (struct folded_name){
			.id = id,
			.function = function,
			.hash = names_hash(function),
		};
	}
}
