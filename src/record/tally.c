#include "tally.h"

#include <stdlib.h>

#include "diffprof/recording.h"

void tally_init(struct tally *tally)
{
	*tally = (struct tally){ .samples = 0 };
	names_init(&tally->keys, &tally->arena);
	names_init(&tally->comms, &tally->arena);
	names_init(&tally->images, &tally->arena);
}

void tally_release(struct tally *tally)
{
	arena_release(&tally->arena);
}

/* The id of TEXT, which goes away. */
static name_id keep(struct tally *tally, struct names *names, struct span text)
{
	name_id id = names_find(names, text);

	if (id != NAME_NONE || !text.len)
		return id;
	text.ptr = arena_strndup(&tally->arena, text.ptr, text.len);
	return names_intern(names, text);
}

static name_id keep_image(struct tally *tally, struct span path,
			  const char *build_id)
{
	name_id id = keep(tally, &tally->images,
			  path.len ? path : SPAN("[unknown]"));

	while (tally->nr_build_ids <= id) {
		ARENA_ROOM(&tally->arena, tally->build_id, tally->nr_build_ids,
			   tally->cap_build_ids);
		tally->build_id[tally->nr_build_ids++] = NULL;
	}
	if (build_id && !tally->build_id[id])
		tally->build_id[id] = arena_strdup(&tally->arena, build_id);
	return id;
}

/* " ffffffff81234567", " 3+1f20" or " 3+". */
static void put_frame(struct tally *tally, const struct profile *prof,
		      const struct frame *frame, struct outbuf *key)
{
	const struct object *object =
		frame->object == OBJECT_NONE ?
			NULL :
			&prof->samples->objects[frame->object];
	bool user = object && object->kind == OBJECT_USER;
	struct span image = names_text(
		&prof->names, object ? object->image : frame->image);

	if (object && !user && !object->guest) {
		outbuf_printf(key, " %llx", (unsigned long long)frame->addr);
		return;
	}
	if (user && object->path)
		image = span_of(object->path);
	outbuf_printf(key, " %u+",
		      keep_image(tally, image, user ? object->build_id : NULL));
	if (user)
		outbuf_printf(key, "%llx", (unsigned long long)frame->addr);
}

static const char modes[] = {
	[MODE_UNKNOWN] = '-',	   [MODE_KERNEL] = 'k',
	[MODE_USER] = 'u',	   [MODE_HYPERVISOR] = 'h',
	[MODE_GUEST_KERNEL] = 'g', [MODE_GUEST_USER] = 'v',
};

/* All of the line of SAMPLE but its counts. */
static void make_key(struct tally *tally, const struct profile *prof,
		     const struct sample_key *of, struct outbuf *key)
{
	const struct samples *s = prof->samples;

	key->len = 0;
	outbuf_char(key, modes[of->mode]);
	if (of->cpu >= 0)
		outbuf_printf(key, " %d", of->cpu);
	else
		outbuf_text(key, " -");
	if (of->comm != NAME_NONE)
		outbuf_printf(key, " %u",
			      keep(tally, &tally->comms,
				   names_text(&prof->names, of->comm)));
	else
		outbuf_text(key, " -");
	for (uint32_t node = of->node; node != NODE_ROOT;
	     node = samples_parent(s, node))
		put_frame(tally, prof, &s->frames[samples_leaf(s, node)], key);
}

void tally_add(struct tally *tally, const struct profile *prof)
{
	const struct samples *s = prof->samples;
	struct outbuf key = { 0 };

	for (size_t i = 0; i < s->nr_samples; i++) {
		const struct sample *sample = &s->samples[i];

		make_key(tally, prof, &sample->key, &key);
		name_id id = keep(tally, &tally->keys,
				  (struct span){ key.data, key.len });
		while (tally->nr_entries <= id) {
			ARENA_ROOM(&tally->arena, tally->entry,
				   tally->nr_entries, tally->cap_entries);
			tally->entry[tally->nr_entries++] =
				(struct tally_entry){ 0 };
		}
		// No run is so long that these could pass their limits.
		tally->entry[id].count += sample->count;
		tally->entry[id].weight += sample->weight;
		tally->samples += sample->count;
	}
	outbuf_release(&key);
}

struct line {
	struct span key;
	struct tally_entry entry;
};

static int by_key(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return span_cmp(x->key, y->key);
}

void tally_print(const struct tally *tally, struct outbuf *out)
{
	struct line *lines =
		mem_resize(NULL, (tally->nr_entries + 1) * sizeof(*lines));
	size_t nr = 0;

	for (name_id id = 1; id < tally->comms.nr; id++) {
		outbuf_printf(out, "comm %u ", id);
		recording_put_cell(out, names_text(&tally->comms, id));
		outbuf_char(out, '\n');
	}
	for (name_id id = 1; id < tally->images.nr; id++) {
		outbuf_printf(out, "image %u %s ", id,
			      tally->build_id[id] ? tally->build_id[id] : "-");
		recording_put_cell(out, names_text(&tally->images, id));
		outbuf_char(out, '\n');
	}
	for (name_id id = 1; id < tally->nr_entries; id++)
		lines[nr++] = (struct line){ names_text(&tally->keys, id),
					     tally->entry[id] };
	qsort(lines, nr, sizeof(*lines), by_key);
	for (size_t i = 0; i < nr; i++)
		outbuf_printf(out, "%llu %llu %.*s\n",
			      (unsigned long long)lines[i].entry.count,
			      (unsigned long long)lines[i].entry.weight,
			      (int)lines[i].key.len, lines[i].key.ptr);
	free(lines);
}
