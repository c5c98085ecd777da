#include "flame_functions.h"

#include <stdlib.h>

#include "diffprof/samples.h"

void functions_begin(struct functions *f, struct names *names,
		     struct arena *arena, struct arena *scratch)
{
	*f = (struct functions){
		.names = names,
		.arena = arena,
		.scratch = scratch,
		.unknown = names_intern(names, SPAN(SYMBOL_UNKNOWN)),
		.vmlinux = names_intern(names, SPAN(IMAGE_KERNEL)),
	};
	ARENA_ROOM(arena, f->function, f->nr, f->cap);
	f->function[f->nr++] = (struct flame_function){ .row = FLAME_NONE };
}

/* ---- keys ---------------------------------------------------------------- */

static size_t slot_of(const struct functions *f, const struct function_key *key)
{
	size_t i = names_hash_two(names_seed() ^ key->run, key->symbol,
				  key->image);

	for (uint32_t at; (at = f->slot[i & f->mask]); i++) {
		const struct function_key *old = &f->key[at - 1];

		if (old->symbol == key->symbol && old->image == key->image &&
		    old->run == key->run)
			break;
	}
	return i & f->mask;
}

static void make_room(struct functions *f)
{
	if (f->slot && 2 * f->nr_keys < f->mask)
		return;
	f->mask = f->slot ? 4 * (f->mask + 1) - 1 : 1023;
	f->slot = arena_zalloc(f->scratch, (f->mask + 1) * sizeof(*f->slot));
	for (size_t i = 0; i < f->nr_keys; i++)
		f->slot[slot_of(f, &f->key[i])] = (uint32_t)i + 1;
}

/* Who is called KEY; FLAME_NONE if nobody is, yet. */
static uint32_t find(const struct functions *f, const struct function_key *key)
{
	uint32_t at = f->slot ? f->slot[slot_of(f, key)] : 0;

	return at ? f->key[at - 1].function : FLAME_NONE;
}

static void enter(struct functions *f, const struct function_key *key)
{
	make_room(f);
	size_t i = slot_of(f, key);

	if (f->slot[i])
		return;
	ARENA_ROOM(f->scratch, f->key, f->nr_keys, f->cap_keys);
	f->key[f->nr_keys++] = *key;
	f->slot[i] = (uint32_t)f->nr_keys;
	f->keys_of_runs |= key->run != 0;
}

static uint32_t add(struct functions *f, name_id symbol, name_id image,
		    uint32_t row)
{
	uint32_t function = (uint32_t)f->nr;

	ARENA_ROOM(f->arena, f->function, f->nr, f->cap);
	f->function[f->nr++] = (struct flame_function){
		.symbol = symbol,
		.image = image,
		.row = row,
		.kernel = image == f->vmlinux,
	};
	enter(f, &(struct function_key){ symbol, image, 0, function });
	return function;
}

/* The function of this name and image, which may be a new one. */
static uint32_t function_of(struct functions *f, name_id symbol, name_id image)
{
	struct function_key key = { symbol, image, f->run, 0 };
	uint32_t function = FLAME_NONE;

	if (f->keys_of_runs)
		function = find(f, &key);
	key.run = 0;
	if (function == FLAME_NONE)
		function = find(f, &key);
	return function == FLAME_NONE ? add(f, symbol, image, FLAME_NONE) :
					function;
}

void functions_add_row(struct functions *f, uint32_t row, name_id symbol,
		       name_id image, name_id renamed_from)
{
	const struct function_key key = { symbol, image, 0, 0 };

	// A listing by address has a symbol in several rows.
	if (find(f, &key) != FLAME_NONE)
		return;
	uint32_t function = add(f, symbol, image, row);

	f->nr_rows = f->nr;
	if (!renamed_from)
		return;
	ARENA_ROOM(f->scratch, f->renamed, f->nr_renamed, f->cap_renamed);
	f->renamed[f->nr_renamed++] =
		(struct function_key){ renamed_from, image, 0, function };
}

/* ---- one run ------------------------------------------------------------- */

/* Rows by their symbol: made when the first row of a run is not found. */
static void index_rows(struct functions *f)
{
	f->nr_row_of = f->names->nr;
	f->row_of = arena_zalloc(f->scratch, f->nr_row_of * sizeof(*f->row_of));
	f->next_row = arena_zalloc(f->scratch,
				   (f->nr_rows + 1) * sizeof(*f->next_row));
	for (uint32_t i = 1; i < f->nr_rows; i++) {
		uint32_t *first = &f->row_of[f->function[i].symbol];

		f->next_row[i] = *first;
		*first = i + 1;
	}
}

/* Is one of them the other's bare name? */
static bool same_program(const struct functions *f, name_id a, name_id b)
{
	struct span path = names_text(f->names, a), bare;

	bare = names_text(f->names, b);
	if (path.len < bare.len) {
		struct span longer = bare;

		bare = path;
		path = longer;
	}
	size_t before = path.len - bare.len;
	return bare.len && before && path.ptr[before - 1] == '/' &&
	       !memcmp(path.ptr + before, bare.ptr, bare.len);
}

/* So many rows of one symbol are looked at. */
#define ROWS_MAX 64

/* The row of SYMBOL that has another image; 0 if that is not certain. */
static uint32_t other_image(struct functions *f, name_id symbol, name_id image)
{
	uint32_t found = 0;
	unsigned nr = 0;

	for (uint32_t i = f->row_of[symbol]; i && nr < ROWS_MAX;
	     i = f->next_row[i - 1], nr++) {
		found = i - 1;
		if (same_program(f, f->function[found].image, image))
			return found;
	}
	return nr == 1 ? found : 0;
}

static uint32_t other_name(struct functions *f, const struct profile_row *row,
			   name_id image)
{
	const name_id *alias = f->prof->nr_aliases && row->aliases ?
				       f->prof->aliases + row->aliases :
				       NULL;

	for (; alias && *alias; alias++) {
		const struct function_key key = { f->names_of.folded[*alias],
						  image, 0, 0 };
		uint32_t function = find(f, &key);

		if (function != FLAME_NONE &&
		    f->function[function].row != FLAME_NONE)
			return function;
	}
	return 0;
}

/* The comparison has ROW's counts in a row of another name or image. */
static void find_paired(struct functions *f, const struct profile_row *row)
{
	struct function_key key = {
		.symbol = f->names_of.folded[row->symbol],
		.image = f->names_of.folded[row->image],
	};
	uint32_t function = find(f, &key);

	if (function != FLAME_NONE && f->function[function].row != FLAME_NONE)
		return;
	if (!f->row_of)
		index_rows(f);
	key.run = f->run;
	key.function = other_name(f, row, key.image);
	if (!key.function && key.symbol < f->nr_row_of)
		key.function = other_image(f, key.symbol, key.image);
	if (key.function)
		enter(f, &key);
}

void functions_begin_run(struct functions *f, const struct profile *prof,
			 bool is_base)
{
	f->prof = prof;
	f->run++;
	f->names_of = translate(prof, f->names, true, f->scratch);
	for (size_t i = 0; is_base && i < f->nr_renamed; i++) {
		struct function_key key = f->renamed[i];

		key.run = f->run;
		enter(f, &key);
	}
	for (size_t i = 0; i < prof->nr; i++)
		if (prof->rows[i].count)
			find_paired(f, &prof->rows[i]);
}

uint32_t functions_of_row(struct functions *f, const struct profile_row *row)
{
	return function_of(f, f->names_of.folded[row->symbol],
			   f->names_of.folded[row->image]);
}

uint32_t functions_of_frame(struct functions *f, const struct frame *frame)
{
	name_id symbol = f->names_of.folded[frame->symbol];
	uint32_t function = function_of(f, symbol ? symbol : f->unknown,
					f->names_of.folded[frame->image]);

	if (frame->object != OBJECT_NONE &&
	    f->prof->samples->objects[frame->object].kind == OBJECT_MODULE)
		f->function[function].kernel = true;
	return function;
}

uint32_t functions_unknown(struct functions *f)
{
	return function_of(f, f->unknown, NAME_NONE);
}

/* ---- order --------------------------------------------------------------- */

static int by_name(const void *a, const void *b, void *of)
{
	const struct functions *f = of;
	const struct flame_function *x = &f->function[*(const uint32_t *)a];
	const struct flame_function *y = &f->function[*(const uint32_t *)b];
	int order = span_cmp(names_text(f->names, x->symbol),
			     names_text(f->names, y->symbol));

	return order ? order :
		       span_cmp(names_text(f->names, x->image),
				names_text(f->names, y->image));
}

const uint32_t *functions_ranks(const struct functions *f)
{
	uint32_t *order = arena_alloc(f->scratch, f->nr * sizeof(*order));
	uint32_t *rank = arena_alloc(f->scratch, f->nr * sizeof(*rank));

	for (uint32_t i = 0; i < f->nr; i++)
		order[i] = i;
	qsort_r(order, f->nr, sizeof(*order), by_name, (void *)f);
	for (uint32_t i = 0; i < f->nr; i++)
		rank[order[i]] = i;
	return rank;
}
