#include "diffprof/samples.h"

#include <stdlib.h>

#include "diffprof/reader.h"

/*
 * Three tables of the same kind: open addressing over indexes + 1, at most half
 * full, and four times as large when they are: entering all of it anew is what
 * takes time, as each place is somewhere else in memory.  Numbers from the input
 * are hashed with the seed of the names, so that nobody can choose those that
 * collide.
 */
#define SLOTS_MIN 1024

static uint64_t mix(const uint64_t *word, size_t nr)
{
	return names_hash(
		(struct span){ (const char *)word, nr * sizeof(*word) });
}

static uint64_t frame_hash(const struct frame *frame)
{
	const uint64_t words[] = {
		frame->addr,
		(uint64_t)frame->object << 32 | frame->flags,
		frame->object == OBJECT_NONE ?
			(uint64_t)frame->symbol << 32 | frame->image :
			0,
	};

	return mix(words, 3);
}

static uint64_t node_hash(const struct stack_node *node)
{
	const uint64_t word = (uint64_t)node->parent << 32 | node->frame;

	return mix(&word, 1);
}

static uint64_t key_hash(const struct sample_key *key)
{
	const uint64_t words[] = {
		(uint64_t)key->node << 32 | key->comm,
		(uint64_t)(uint32_t)key->cpu << 32 | (uint32_t)key->event << 8 |
			key->mode,
	};

	return mix(words, 2);
}

static bool same_frame(const struct frame *a, const struct frame *b)
{
	if (a->addr != b->addr || a->object != b->object ||
	    a->flags != b->flags)
		return false;
	// The others have these from resolve().
	return a->object != OBJECT_NONE ||
	       (a->symbol == b->symbol && a->image == b->image);
}

static bool same_key(const struct sample_key *a, const struct sample_key *b)
{
	return a->node == b->node && a->comm == b->comm && a->cpu == b->cpu &&
	       a->event == b->event && a->mode == b->mode;
}

static uint64_t sample_hash(const struct sample *sample)
{
	return key_hash(&sample->key);
}

/*
 * Make room in TABLE, whose ELEMENTS[0..NR) hash as HASH_OF says, before one is
 * entered.
 */
#define TABLE_ROOM(table, elements, nr, hash_of)                               \
	do {                                                                   \
		struct sample_table *t_ = &(table);                            \
		if (!t_->slot || 2 * (nr) > t_->mask) {                        \
			size_t slots_ =                                        \
				t_->slot ? 4 * (t_->mask + 1) : SLOTS_MIN;     \
			free(t_->slot);                                        \
			t_->slot = mem_zeroed(slots_ * sizeof(*t_->slot));     \
			t_->mask = slots_ - 1;                                 \
			for (size_t k_ = 0; k_ < (nr); k_++) {                 \
				size_t i_ =                                    \
					hash_of(&(elements)[k_]) & t_->mask;   \
				while (t_->slot[i_])                           \
					i_ = (i_ + 1) & t_->mask;              \
				t_->slot[i_] = (uint32_t)k_ + 1;               \
			}                                                      \
		}                                                              \
	} while (0)

/* Make room for one more element in a malloc'ed array. */
#define MEM_ROOM(ptr, nr, cap)                                                 \
	do {                                                                   \
		if ((nr) == (cap)) {                                           \
			(cap) = (cap) ? 2 * (cap) : 256;                       \
			(ptr) = mem_resize((ptr), (cap) * sizeof(*(ptr)));     \
		}                                                              \
	} while (0)

static uint32_t add_node(struct samples *s, uint32_t parent, uint32_t frame)
{
	MEM_ROOM(s->nodes, s->nr_nodes, s->cap_nodes);
	s->nodes[s->nr_nodes++] = (struct stack_node){ parent, frame };
	return (uint32_t)s->nr_nodes - 1;
}

struct samples *samples_begin(struct profile *prof,
			      const struct read_options *opts)
{
	struct samples *s = arena_zalloc(&prof->arena, sizeof(*s));

	if (prof->samples)
		samples_release(prof->samples);
	s->prof = prof;
	s->keep_chains = opts->chains;
	s->keep_comm = opts->comm;
	s->keep_cpu = opts->cpu;
	s->keep_places = opts->places;
	prof->samples = s;
	if (s->keep_chains)
		add_node(s, UINT32_MAX, FRAME_NONE);
	return s;
}

void samples_release(struct samples *s)
{
	free(s->frames);
	free(s->nodes);
	free(s->samples);
	free(s->frame_table.slot);
	free(s->node_table.slot);
	free(s->sample_table.slot);
}

uint32_t samples_object(struct samples *s, enum object_kind kind)
{
	ARENA_ROOM(&s->prof->arena, s->objects, s->nr_objects, s->cap_objects);
	s->objects[s->nr_objects] = (struct object){ .kind = kind };
	return (uint32_t)s->nr_objects++;
}

struct object_symbol *samples_object_symbol(struct samples *s, uint32_t object)
{
	struct object *o = &s->objects[object];

	ARENA_ROOM(&s->prof->arena, o->symbols, o->nr_symbols, o->cap_symbols);
	o->symbols[o->nr_symbols] = (struct object_symbol){ 0 };
	return &o->symbols[o->nr_symbols++];
}

static uint32_t append_frame(struct samples *s, const struct frame *frame)
{
	MEM_ROOM(s->frames, s->nr_frames, s->cap_frames);
	s->frames[s->nr_frames++] = *frame;
	return (uint32_t)s->nr_frames - 1;
}

static uint32_t enter_frame(struct samples *s, const struct frame *frame)
{
	struct sample_table *table = &s->frame_table;

	TABLE_ROOM(*table, s->frames, s->nr_frames, frame_hash);
	size_t i = frame_hash(frame) & table->mask;

	for (; table->slot[i]; i = (i + 1) & table->mask)
		if (same_frame(&s->frames[table->slot[i] - 1], frame))
			return table->slot[i] - 1;
	table->slot[i] = append_frame(s, frame) + 1;
	return table->slot[i] - 1;
}

uint32_t samples_frame_named(struct samples *s, name_id symbol, name_id image,
			     uint64_t addr, unsigned flags)
{
	const struct frame frame = {
		.addr = addr,
		.object = OBJECT_NONE,
		.symbol = symbol,
		.image = image,
		.flags = flags,
	};

	return enter_frame(s, &frame);
}

uint32_t samples_frame_at(struct samples *s, uint32_t object, uint64_t addr)
{
	const struct frame frame = { .addr = addr, .object = object };

	return enter_frame(s, &frame);
}

uint32_t samples_frame_append(struct samples *s, uint32_t object, uint64_t addr)
{
	const struct frame frame = { .addr = addr, .object = object };

	return append_frame(s, &frame);
}

uint32_t samples_node(struct samples *s, uint32_t parent, uint32_t frame)
{
	const struct stack_node node = { parent, frame };
	struct sample_table *table = &s->node_table;

	if (!s->keep_chains)
		return frame + 1;
	TABLE_ROOM(*table, s->nodes, s->nr_nodes, node_hash);
	size_t i = node_hash(&node) & table->mask;

	for (; table->slot[i]; i = (i + 1) & table->mask) {
		const struct stack_node *old = &s->nodes[table->slot[i] - 1];

		if (old->parent == parent && old->frame == frame)
			return table->slot[i] - 1;
	}
	table->slot[i] = add_node(s, parent, frame) + 1;
	return table->slot[i] - 1;
}

int samples_too_many(const struct samples *s, struct error *err)
{
	return fail(err, ERR_LIMIT,
		    "%s: the counts add up to more than 63 bits hold",
		    s->prof->path);
}

int samples_again(struct samples *s, uint32_t index, uint64_t count,
		  uint64_t weight, struct error *err)
{
	struct sample *sample = &s->samples[index];
	struct event *event = &s->prof->events[sample->key.event];

	// The sum of all is at least that of each.
	if (count > COUNT_MAX - event->listed ||
	    weight > COUNT_MAX - sample->weight)
		return samples_too_many(s, err);
	event->listed += count;
	sample->count += count;
	sample->weight += weight;
	return 0;
}

static struct sample_key kept_of(const struct samples *s,
				 const struct sample_key *key)
{
	struct sample_key kept = *key;

	if (!s->keep_comm)
		kept.comm = NAME_NONE;
	if (!s->keep_cpu)
		kept.cpu = CPU_NONE;
	return kept;
}

static uint32_t append_sample(struct samples *s, const struct sample_key *key)
{
	MEM_ROOM(s->samples, s->nr_samples, s->cap_samples);
	s->samples[s->nr_samples++] = (struct sample){ .key = *key };
	return (uint32_t)s->nr_samples - 1;
}

int samples_append(struct samples *s, const struct sample_key *key,
		   uint64_t count, uint64_t weight, uint32_t *index,
		   struct error *err)
{
	struct sample_key kept = kept_of(s, key);

	*index = append_sample(s, &kept);
	return samples_again(s, *index, count, weight, err);
}

int samples_add(struct samples *s, const struct sample_key *key,
		uint64_t count, uint64_t weight, uint32_t *index,
		struct error *err)
{
	struct sample_key kept = kept_of(s, key);
	struct sample_table *table = &s->sample_table;

	TABLE_ROOM(*table, s->samples, s->nr_samples, sample_hash);
	size_t i = key_hash(&kept) & table->mask;

	while (table->slot[i] &&
	       !same_key(&s->samples[table->slot[i] - 1].key, &kept))
		i = (i + 1) & table->mask;
	if (!table->slot[i])
		table->slot[i] = append_sample(s, &kept) + 1;
	if (index)
		*index = table->slot[i] - 1;
	return samples_again(s, table->slot[i] - 1, count, weight, err);
}

void samples_reserve(struct samples *s, size_t nr)
{
	if (s->nr_frames + nr > s->cap_frames) {
		s->cap_frames = s->nr_frames + nr;
		s->frames = mem_resize(s->frames,
				       s->cap_frames * sizeof(*s->frames));
	}
	if (s->nr_samples + nr > s->cap_samples) {
		s->cap_samples = s->nr_samples + nr;
		s->samples = mem_resize(s->samples,
					s->cap_samples * sizeof(*s->samples));
	}
}
