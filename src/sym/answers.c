/*
 * answers.c - sets of answers, and the file of one
 *
 * A head, then in the byte order and with the alignment of this machine:
 *
 *	8 bytes each	addresses, ascending
 *	4		of each address its spot
 *	12		spots: file, line, function
 *	24		functions: name, file and line of the declaration, caller,
 *			file and line of the call
 *	text		each ends in a NUL; the first is empty and means none
 *
 * Texts are given by where they begin.  A caller comes before what it calls.
 */
#include "linecaching.h"

#include <string.h>

#include "diffprof/checksum.h"

#define FORMAT_VERSION 1
#define BYTE_ORDER_MARK 0x01020304

struct head {
	char magic[8];
	uint32_t order, version;
	uint64_t identity;
	uint64_t checksum; /* of all, where this is 0 */
	uint32_t nr, nr_spots, nr_functions, text;
	uint32_t root, unused;
};

static const char magic[8] = "dplines";

/* Of a file with HEAD, and LEN bytes behind it. */
static uint64_t sum_of(struct head head, const char *rest, size_t len)
{
	head.checksum = 0;
	return checksum(checksum(0, &head, sizeof(head)), rest, len);
}

struct kept_spot {
	uint32_t file, line, function;
};

struct kept_function {
	uint32_t name, decl_file, decl_line, caller, call_file, call_line;
};

/* ---- sets ---------------------------------------------------------------- */

/* Where one of some addresses is, and where FROM has it. */
struct pair {
	size_t in, from;
};

/* The next from AT on; false if there is none. */
static bool next_pair(const struct answers *from, const uint64_t *addrs,
		      size_t nr, struct pair *at)
{
	for (; at->in < nr; at->in++) {
		while (at->from < from->nr &&
		       from->addrs[at->from] < addrs[at->in])
			at->from++;
		if (at->from == from->nr)
			return false;
		if (from->addrs[at->from] == addrs[at->in])
			return true;
	}
	return false;
}

/* The functions of FROM that SPOTS of it need, and their callers. */
static uint32_t *take_functions(const struct source_lines *from,
				const uint32_t *spots,
				struct source_lines *lines, struct arena *arena,
				struct arena *scratch)
{
	uint32_t *number =
		arena_zalloc(scratch, from->nr_functions * sizeof(*number));

	for (size_t i = 1; i < from->nr_spots; i++)
		for (uint32_t f = spots[i] ? from->spots[i].function : 0;
		     f && !number[f]; f = from->functions[f].caller)
			number[f] = 1;
	for (size_t i = 1; i < from->nr_functions; i++) {
		if (!number[i])
			continue;
		number[i] = (uint32_t)lines->nr_functions;
		ARENA_ROOM(arena, lines->functions, lines->nr_functions,
			   lines->cap_functions);
		lines->functions[lines->nr_functions] = from->functions[i];
		lines->functions[lines->nr_functions++].caller =
			number[from->functions[i].caller];
	}
	return number;
}

void answers_take(const struct answers *from, const uint64_t *addrs, size_t nr,
		  struct source_lines *lines, struct arena *arena)
{
	struct arena scratch = { 0 };
	uint32_t *spots =
		arena_zalloc(&scratch, from->lines.nr_spots * sizeof(*spots));
	struct pair at = { 0 };

	for (; next_pair(from, addrs, nr, &at); at.in++)
		spots[from->lines.at[at.from]] = 1;
	uint32_t *functions =
		take_functions(&from->lines, spots, lines, arena, &scratch);
	for (size_t i = 1; i < from->lines.nr_spots; i++) {
		struct source_spot spot = from->lines.spots[i];

		if (!spots[i])
			continue;
		spots[i] = (uint32_t)lines->nr_spots;
		spot.function = functions[spot.function];
		ARENA_ROOM(arena, lines->spots, lines->nr_spots,
			   lines->cap_spots);
		lines->spots[lines->nr_spots++] = spot;
	}
	spots[0] = 0;
	if (!lines->root)
		lines->root = from->lines.root;
	at = (struct pair){ 0 };
	for (; next_pair(from, addrs, nr, &at); at.in++)
		lines->at[at.in] = spots[from->lines.at[at.from]];
	arena_release(&scratch);
}

uint64_t *answers_missing(const struct answers *from, const uint64_t *addrs,
			  size_t nr, size_t *missing, struct arena *arena)
{
	uint64_t *list = arena_alloc(arena, (nr + 1) * sizeof(*list));
	size_t at = 0;

	*missing = 0;
	for (size_t i = 0; i < nr; i++) {
		while (at < from->nr && from->addrs[at] < addrs[i])
			at++;
		if (at < from->nr && from->addrs[at] == addrs[i])
			continue;
		if (!*missing || list[*missing - 1] != addrs[i])
			list[(*missing)++] = addrs[i];
	}
	return list;
}

void answers_join(const struct answers *a, const struct answers *b,
		  struct answers *all, struct arena *arena)
{
	size_t nr = a->nr + b->nr, i = 0, k = 0;

	*all = (struct answers){
		.addrs = arena_alloc(arena, (nr + 1) * sizeof(*all->addrs)),
		.nr = nr,
		.lines.at =
			arena_zalloc(arena, (nr + 1) * sizeof(*all->lines.at)),
	};
	while (i + k < nr) {
		bool from_a =
			k == b->nr || (i < a->nr && a->addrs[i] < b->addrs[k]);

		all->addrs[i + k] = from_a ? a->addrs[i] : b->addrs[k];
		i += from_a;
		k += !from_a;
	}
	source_lines_begin(&all->lines, arena);
	answers_take(a, all->addrs, nr, &all->lines, arena);
	answers_take(b, all->addrs, nr, &all->lines, arena);
	source_lines_settle(&all->lines, nr, arena);
}

/* ---- writing ------------------------------------------------------------- */

static uint32_t enter(struct names *texts, const char *text)
{
	return text ? names_intern(texts, span_of(text)) : NAME_NONE;
}

static void keep_spots(const struct source_lines *lines, struct kept_spot *kept,
		       struct names *texts)
{
	for (size_t i = 0; i < lines->nr_spots; i++)
		kept[i] = (struct kept_spot){
			.file = enter(texts, lines->spots[i].file),
			.line = lines->spots[i].line,
			.function = lines->spots[i].function,
		};
}

static void keep_functions(const struct source_lines *lines,
			   struct kept_function *kept, struct names *texts)
{
	for (size_t i = 0; i < lines->nr_functions; i++) {
		const struct source_function *f = &lines->functions[i];

		kept[i] = (struct kept_function){
			.name = enter(texts, f->name),
			.decl_file = enter(texts, f->decl_file),
			.decl_line = f->decl_line,
			.caller = f->caller,
			.call_file = enter(texts, f->call_file),
			.call_line = f->call_line,
		};
	}
}

/* Where each of TEXTS begins when they follow one another. */
static uint32_t *place_texts(const struct names *texts, size_t *size,
			     struct arena *scratch)
{
	uint32_t *start = arena_alloc(scratch, texts->nr * sizeof(*start));

	*size = 0;
	for (size_t i = 0; i < texts->nr; i++) {
		start[i] = (uint32_t)*size;
		*size += names_text(texts, (name_id)i).len + 1;
	}
	return start;
}

static void put(char **at, const void *bytes, size_t size)
{
	if (size)
		memcpy(*at, bytes, size);
	*at += size;
}

/* LINES with texts by where they begin; those are in TEXTS, and have *SIZE bytes. */
static void keep_lines(const struct source_lines *lines,
		       struct kept_spot *spots, struct kept_function *functions,
		       struct names *texts, size_t *size, uint32_t *root)
{
	keep_spots(lines, spots, texts);
	keep_functions(lines, functions, texts);
	*root = enter(texts, lines->root);
	uint32_t *start = place_texts(texts, size, texts->arena);

	*root = start[*root];
	for (size_t i = 0; i < lines->nr_spots; i++)
		spots[i].file = start[spots[i].file];
	for (size_t i = 0; i < lines->nr_functions; i++) {
		functions[i].name = start[functions[i].name];
		functions[i].decl_file = start[functions[i].decl_file];
		functions[i].call_file = start[functions[i].call_file];
	}
}

static void put_texts(char **at, const struct names *texts)
{
	for (size_t i = 0; i < texts->nr; i++) {
		struct span name = names_text(texts, (name_id)i);

		put(at, name.ptr, name.len);
		put(at, "", 1);
	}
}

struct span answers_encode(const struct answers *answers, uint64_t identity,
			   struct arena *arena)
{
	const struct source_lines *lines = &answers->lines;
	struct arena scratch = { 0 };
	struct names texts;
	size_t text;
	uint32_t root;
	size_t spots_size = lines->nr_spots * sizeof(struct kept_spot);
	size_t functions_size =
		lines->nr_functions * sizeof(struct kept_function);
	struct kept_spot *spots = arena_alloc(&scratch, spots_size);
	struct kept_function *functions = arena_alloc(&scratch, functions_size);

	names_init(&texts, &scratch);
	keep_lines(lines, spots, functions, &texts, &text, &root);
	size_t size = sizeof(struct head) + answers->nr * 12 + spots_size +
		      functions_size + text;
	char *all = arena_alloc(arena, size), *at = all + sizeof(struct head);

	put(&at, answers->addrs, answers->nr * 8);
	put(&at, lines->at, answers->nr * 4);
	put(&at, spots, spots_size);
	put(&at, functions, functions_size);
	put_texts(&at, &texts);
	struct head head = {
		.order = BYTE_ORDER_MARK,
		.version = FORMAT_VERSION,
		.identity = identity,
		.nr = (uint32_t)answers->nr,
		.nr_spots = (uint32_t)lines->nr_spots,
		.nr_functions = (uint32_t)lines->nr_functions,
		.text = (uint32_t)text,
		.root = root,
	};
	memcpy(head.magic, magic, sizeof(magic));
	head.checksum = sum_of(head, all + sizeof(head), size - sizeof(head));
	memcpy(all, &head, sizeof(head));
	arena_release(&scratch);
	return (struct span){ all, size };
}

/* ---- reading ------------------------------------------------------------- */

struct decoding {
	struct head head;
	const char *addrs, *at, *spots, *functions, *text;
};

/* Does BYTES have exactly what its head says? */
static bool take_apart(struct span bytes, uint64_t identity, struct decoding *d)
{
	if (bytes.len < sizeof(d->head))
		return false;
	memcpy(&d->head, bytes.ptr, sizeof(d->head));
	const char *rest = bytes.ptr + sizeof(d->head);
	uint64_t left = bytes.len - sizeof(d->head);

	if (memcmp(d->head.magic, magic, sizeof(magic)) != 0 ||
	    d->head.order != BYTE_ORDER_MARK ||
	    d->head.version != FORMAT_VERSION || d->head.identity != identity)
		return false;
	// None of these products is above 2^37.
	uint64_t size = (uint64_t)d->head.nr * 12;
	size += (uint64_t)d->head.nr_spots * sizeof(struct kept_spot);
	size += (uint64_t)d->head.nr_functions * sizeof(struct kept_function);
	size += d->head.text;
	if (size != left || !d->head.nr_spots || !d->head.nr_functions ||
	    !d->head.text || bytes.ptr[bytes.len - 1] ||
	    sum_of(d->head, rest, left) != d->head.checksum)
		return false;
	d->addrs = rest;
	d->at = d->addrs + (uint64_t)d->head.nr * 8;
	d->spots = d->at + (uint64_t)d->head.nr * 4;
	d->functions = d->spots +
		       (uint64_t)d->head.nr_spots * sizeof(struct kept_spot);
	d->text = d->functions +
		  (uint64_t)d->head.nr_functions * sizeof(struct kept_function);
	return true;
}

static bool text_of(const struct decoding *d, uint32_t start, const char **text)
{
	if (start >= d->head.text)
		return false;
	*text = start ? d->text + start : NULL;
	return true;
}

static bool decode_spots(const struct decoding *d, struct source_lines *lines)
{
	for (uint32_t i = 1; i < d->head.nr_spots; i++) {
		struct source_spot *spot = &lines->spots[lines->nr_spots++];
		struct kept_spot kept;

		memcpy(&kept, d->spots + (size_t)i * sizeof(kept),
		       sizeof(kept));
		if (!text_of(d, kept.file, &spot->file) ||
		    kept.function >= d->head.nr_functions)
			return false;
		spot->line = kept.line;
		spot->function = kept.function;
	}
	return true;
}

static bool decode_functions(const struct decoding *d,
			     struct source_lines *lines)
{
	for (uint32_t i = 1; i < d->head.nr_functions; i++) {
		struct source_function *f =
			&lines->functions[lines->nr_functions++];
		struct kept_function kept;

		memcpy(&kept, d->functions + (size_t)i * sizeof(kept),
		       sizeof(kept));
		if (!text_of(d, kept.name, &f->name) ||
		    !text_of(d, kept.decl_file, &f->decl_file) ||
		    !text_of(d, kept.call_file, &f->call_file) ||
		    kept.caller >= i)
			return false;
		f->decl_line = kept.decl_line;
		f->caller = kept.caller;
		f->call_line = kept.call_line;
	}
	return true;
}

static bool decode_addrs(const struct decoding *d, struct answers *answers)
{
	if (d->head.nr) {
		memcpy(answers->addrs, d->addrs, (size_t)d->head.nr * 8);
		memcpy(answers->lines.at, d->at, (size_t)d->head.nr * 4);
	}
	for (uint32_t i = 0; i < d->head.nr; i++)
		if (answers->lines.at[i] >= d->head.nr_spots ||
		    (i && answers->addrs[i] <= answers->addrs[i - 1]))
			return false;
	return true;
}

static void none(struct answers *answers, struct arena *arena)
{
	*answers = (struct answers){ 0 };
	source_lines_begin(&answers->lines, arena);
}

bool answers_decode(struct span bytes, uint64_t identity,
		    struct answers *answers, struct arena *arena)
{
	struct decoding d;
	bool good = take_apart(bytes, identity, &d);

	none(answers, arena);
	if (!good)
		return false;
	*answers = (struct answers){
		.addrs = arena_alloc(arena, ((size_t)d.head.nr + 1) * 8),
		.nr = d.head.nr,
		.lines = {
			.at = arena_alloc(arena, ((size_t)d.head.nr + 1) * 4),
			.spots = arena_zalloc(
				arena, d.head.nr_spots *
					       sizeof(struct source_spot)),
			.functions = arena_zalloc(
				arena, d.head.nr_functions *
					       sizeof(struct source_function)),
			.nr_spots = 1,
			.nr_functions = 1,
			.cap_spots = d.head.nr_spots,
			.cap_functions = d.head.nr_functions,
		},
	};
	if (text_of(&d, d.head.root, &answers->lines.root) &&
	    decode_addrs(&d, answers) && decode_spots(&d, &answers->lines) &&
	    decode_functions(&d, &answers->lines))
		return true;
	none(answers, arena);
	return false;
}
