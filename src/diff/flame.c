#include "diffprof/flame.h"

#include <stdlib.h>

#include "diffprof/samples.h"

#include "flame_functions.h"

/* A frame on its way: children are not in order yet. */
struct node {
	uint32_t parent, function;
	bool inlined;
	uint64_t self[2]; /* base, test */
};

struct making {
	struct flame *flame;
	struct arena *arena;
	struct arena scratch;
	struct functions functions;
	bool idle_left_out;
	struct node *nodes;
	size_t nr, cap;
	uint32_t *slot; /* of nodes + 1, by parent and function */
	size_t mask;
};

static uint64_t hash_of(const struct node *node)
{
	return names_hash_two(names_seed(),
			      (uint64_t)node->parent << 1 | node->inlined,
			      node->function);
}

static void make_room(struct making *m)
{
	if (m->slot && 2 * m->nr < m->mask)
		return;
	m->mask = m->slot ? 4 * (m->mask + 1) - 1 : 1023;
	m->slot = arena_zalloc(&m->scratch, (m->mask + 1) * sizeof(*m->slot));
	for (size_t n = 1; n < m->nr; n++) {
		size_t i = hash_of(&m->nodes[n]) & m->mask;

		while (m->slot[i])
			i = (i + 1) & m->mask;
		m->slot[i] = (uint32_t)n + 1;
	}
}

static uint32_t enter(struct making *m, const struct node *node)
{
	make_room(m);
	size_t i = hash_of(node) & m->mask;

	for (; m->slot[i]; i = (i + 1) & m->mask) {
		const struct node *old = &m->nodes[m->slot[i] - 1];

		if (old->parent == node->parent &&
		    old->function == node->function &&
		    old->inlined == node->inlined)
			return m->slot[i] - 1;
	}
	ARENA_ROOM(&m->scratch, m->nodes, m->nr, m->cap);
	m->nodes[m->nr] = *node;
	m->slot[i] = (uint32_t)m->nr + 1;
	return (uint32_t)m->nr++;
}

/* Idle functions that are in no row have none of their samples here either. */
static bool is_left_out(const struct making *m, uint32_t function)
{
	return m->idle_left_out &&
	       m->functions.function[function].row == FLAME_NONE;
}

static void take_rows(struct making *m, const struct profile *prof, int side)
{
	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		uint32_t function = functions_of_row(&m->functions, row);

		if (!row->count || is_left_out(m, function))
			continue;
		// It may move the nodes.
		uint32_t at = enter(m, &(struct node){ .function = function });

		m->nodes[at].self[side] += row->count;
	}
}

/* By sample's node: is one counted there, or in a chain that goes on from it? */
static bool *used_nodes(struct making *m, const struct profile *prof,
			size_t *nr_nodes)
{
	const struct samples *s = prof->samples;
	size_t nr = s->keep_chains ? s->nr_nodes : s->nr_frames + 1;
	bool *used = arena_zalloc(&m->scratch, nr + 1);

	for (size_t i = 0; i < s->nr_samples; i++)
		if (s->samples[i].count)
			used[s->samples[i].key.node] = true;
	for (size_t n = nr; n-- > 1;)
		if (used[n])
			used[samples_parent(s, (uint32_t)n)] = true;
	*nr_nodes = nr;
	return used;
}

static void take_samples(struct making *m, const struct profile *prof, int side)
{
	const struct samples *s = prof->samples;
	size_t nr;
	bool *used = used_nodes(m, prof, &nr);
	uint32_t *node_of =
		arena_zalloc(&m->scratch, (nr + 1) * sizeof(*node_of));

	for (size_t n = 1; n < nr; n++) {
		if (!used[n])
			continue;
		const struct frame *frame =
			&s->frames[samples_leaf(s, (uint32_t)n)];
		const struct node node = {
			.parent = node_of[samples_parent(s, (uint32_t)n)],
			.function = functions_of_frame(&m->functions, frame),
			.inlined = frame->flags & FRAME_INLINED,
		};

		node_of[n] = enter(m, &node);
	}
	for (size_t i = 0; i < s->nr_samples; i++) {
		const struct sample *sample = &s->samples[i];
		uint32_t at = node_of[sample->key.node];

		if (!sample->count)
			continue;
		// A sample without any place.
		if (!at)
			at = enter(m, &(struct node){
					      .function = functions_unknown(
						      &m->functions) });
		if (!is_left_out(m, m->nodes[at].function))
			m->nodes[at].self[side] += sample->count;
	}
}

static bool by_chain(const struct profile *prof)
{
	return prof->samples && !prof->grouped;
}

static void take_side(struct making *m, const struct side *from, int side)
{
	for (size_t i = 0; i < from->nr_runs; i++) {
		const struct profile *prof = from->runs[i];

		functions_begin_run(&m->functions, prof, !side);
		if (by_chain(prof))
			take_samples(m, prof, side);
		else
			take_rows(m, prof, side);
	}
}

static bool has_chains(const struct profile *prof)
{
	const struct samples *s = prof->samples;

	if (!by_chain(prof) || !s->keep_chains)
		return false;
	for (size_t i = 0; i < s->nr_samples; i++)
		if (s->samples[i].count &&
		    samples_parent(s, s->samples[i].key.node) != NODE_ROOT)
			return true;
	return !s->nr_samples;
}

bool flame_has_chains(const struct side *base, const struct side *test)
{
	for (size_t i = 0; i < base->nr_runs; i++)
		if (!has_chains(base->runs[i]))
			return false;
	for (size_t i = 0; test && i < test->nr_runs; i++)
		if (!has_chains(test->runs[i]))
			return false;
	return true;
}

/* ---- in order ------------------------------------------------------------ */

struct child {
	uint32_t parent, rank, inlined, node;
};

static int by_parent(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (int)x->inlined - (int)y->inlined;
}

/* The nodes but for the root, those of one parent side by side, by name. */
static struct child *sort_children(struct making *m, uint32_t *first)
{
	const uint32_t *rank = functions_ranks(&m->functions);
	struct child *children =
		arena_alloc(&m->scratch, m->nr * sizeof(*children));

	for (size_t n = 1; n < m->nr; n++)
		children[n - 1] = (struct child){
			.parent = m->nodes[n].parent,
			.rank = rank[m->nodes[n].function],
			.inlined = m->nodes[n].inlined,
			.node = (uint32_t)n,
		};
	qsort(children, m->nr - 1, sizeof(*children), by_parent);
	for (size_t n = 0, i = 0; n <= m->nr; n++) {
		while (i < m->nr - 1 && children[i].parent < n)
			i++;
		first[n] = (uint32_t)i;
	}
	return children;
}

static void put(struct making *m, uint32_t node, uint32_t parent,
		uint32_t depth)
{
	const struct node *from = &m->nodes[node];

	m->flame->frames[m->flame->nr++] = (struct flame_frame){
		.function = from->function,
		.parent = parent,
		.depth = depth & ~(1u << 31),
		.inlined = from->inlined,
		.base = from->self[0],
		.base_self = from->self[0],
		.test = from->self[1],
		.test_self = from->self[1],
	};
}

/* From the root down, along the left; chains can be deep, so no recursion. */
static void lay_out(struct making *m)
{
	struct flame *flame = m->flame;
	uint32_t *first =
		arena_alloc(&m->scratch, (m->nr + 1) * sizeof(*first));
	struct child *children = sort_children(m, first);
	uint32_t *node = arena_alloc(&m->scratch, m->nr * sizeof(*node));
	uint32_t at = 0;

	flame->frames = arena_alloc(m->arena, m->nr * sizeof(*flame->frames));
	node[0] = 0;
	put(m, 0, 0, 0);
	for (;;) {
		uint32_t n = node[at];

		// `first` moves on as children are taken.
		if (first[n] < m->nr - 1 && children[first[n]].parent == n) {
			uint32_t child = children[first[n]++].node;

			put(m, child, at, flame->frames[at].depth + 1);
			at = (uint32_t)flame->nr - 1;
			node[at] = child;
			continue;
		}
		struct flame_frame *frame = &flame->frames[at];

		frame->next = (uint32_t)flame->nr;
		if (at == 0)
			break;
		flame->frames[frame->parent].base += frame->base;
		flame->frames[frame->parent].test += frame->test;
		at = frame->parent;
	}
}

/* Leave out chains of which nothing is left without the idle functions. */
static void drop_empty(struct making *m)
{
	bool *used = arena_zalloc(&m->scratch, m->nr);
	uint32_t *now = arena_alloc(&m->scratch, m->nr * sizeof(*now));
	size_t kept = 1;

	for (size_t n = m->nr; n-- > 1;) {
		used[n] |= m->nodes[n].self[0] || m->nodes[n].self[1];
		used[m->nodes[n].parent] |= used[n];
	}
	now[0] = 0;
	for (size_t n = 1; n < m->nr; n++) {
		if (!used[n])
			continue;
		now[n] = (uint32_t)kept;
		m->nodes[kept] = m->nodes[n];
		m->nodes[kept].parent = now[m->nodes[n].parent];
		kept++;
	}
	m->nr = kept;
}

static void index_functions(struct flame *flame, struct arena *arena)
{
	size_t nr = flame->nr_functions;
	uint32_t *first = arena_zalloc(arena, (nr + 2) * sizeof(*first));

	flame->of_function =
		arena_alloc(arena, flame->nr * sizeof(*flame->of_function));
	// Counted two places on, each place becomes where the one before ends.
	for (size_t i = 0; i < flame->nr; i++)
		first[flame->frames[i].function + 2]++;
	for (size_t f = 2; f < nr + 2; f++)
		first[f] += first[f - 1];
	for (size_t i = 0; i < flame->nr; i++)
		flame->of_function[first[flame->frames[i].function + 1]++] =
			(uint32_t)i;
	flame->first_of = first;
}

static void begin(struct making *m)
{
	ARENA_ROOM(&m->scratch, m->nodes, m->nr, m->cap);
	m->nodes[m->nr++] = (struct node){ 0 };
}

static void finish(struct making *m)
{
	struct flame *flame = m->flame;

	drop_empty(m);
	lay_out(m);
	flame->functions = m->functions.function;
	flame->nr_functions = m->functions.nr;
	index_functions(flame, m->arena);
	arena_release(&m->scratch);
}

void flame_of_diff(const struct diff *diff, struct arena *arena,
		   struct flame *flame)
{
	struct making m = {
		.flame = flame,
		.arena = arena,
		.idle_left_out = diff->idle_left_out,
	};

	*flame = (struct flame){
		.names = diff->names,
		.both = true,
		.chains = flame_has_chains(&diff->base, &diff->test),
		.base_unit = 1 / (double)diff->base.measured,
		.test_unit =
			(double)diff->norm.factor /
			(double)diff->test.measured,
	};
	begin(&m);
	functions_begin(&m.functions, diff->names, arena, &m.scratch);
	for (size_t i = 0; i < diff->nr; i++)
		functions_add_row(&m.functions, (uint32_t)i,
				  diff->rows[i].symbol, diff->rows[i].image,
				  diff->rows[i].renamed_from);
	take_side(&m, &diff->base, 0);
	take_side(&m, &diff->test, 1);
	finish(&m);
}

void flame_of_listing(const struct listing *listing, struct arena *arena,
		      struct flame *flame)
{
	struct making m = {
		.flame = flame,
		.arena = arena,
		.idle_left_out = listing->idle_left_out,
	};

	*flame = (struct flame){
		.names = listing->names,
		.chains = flame_has_chains(&listing->side, NULL),
		.base_unit = 1,
		.test_unit = 1,
	};
	begin(&m);
	functions_begin(&m.functions, listing->names, arena, &m.scratch);
	for (size_t i = 0; i < listing->nr; i++)
		functions_add_row(&m.functions, (uint32_t)i,
				  listing->rows[i].symbol,
				  listing->rows[i].image, NAME_NONE);
	take_side(&m, &listing->side, 0);
	finish(&m);
}

uint32_t flame_find(const struct flame *flame, name_id symbol, name_id image)
{
	for (size_t f = 1; f < flame->nr_functions; f++)
		if (flame->functions[f].symbol == symbol &&
		    flame->functions[f].image == image)
			return (uint32_t)f;
	return FLAME_NONE;
}

uint32_t flame_find_row(const struct flame *flame, size_t row)
{
	// Rows were entered first, in their order, and may share a function.
	for (size_t f = row + 1 < flame->nr_functions ? row + 1 :
							flame->nr_functions - 1;
	     f; f--)
		if (flame->functions[f].row <= row)
			return flame->functions[f].row == row ? (uint32_t)f :
								FLAME_NONE;
	return FLAME_NONE;
}
