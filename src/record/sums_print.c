/*
 * sums_print.c - sums as a merged recording, in an order that depends on nothing
 * but them
 */
#include "diffprof/sums.h"

#include <stdio.h>
#include <stdlib.h>

#include "diffprof/pack.h"
#include "diffprof/recording.h"
#include "sums_facts.h"

/* An event, row or group, and what it is sorted by. */
struct entry {
	uint32_t index;
	uint32_t event; /* its place */
	uint8_t mode;
	struct span image, name;
};

static int by_all(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order;

	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	if (x->mode != y->mode)
		return x->mode < y->mode ? -1 : 1;
	order = span_cmp(x->image, y->image);
	return order ? order : span_cmp(x->name, y->name);
}

struct printing {
	const struct sums *sums;
	uint32_t *place; /* by event, from 0 */
	struct outbuf text;
};

static void put_text(struct printing *p, name_id id)
{
	outbuf_char(&p->text, '\t');
	recording_put_cell(&p->text, names_text(&p->sums->names, id));
}

static void put_number(struct printing *p, uint64_t number)
{
	outbuf_printf(&p->text, "\t%llu", (unsigned long long)number);
}

static void put_wide(struct printing *p, wide number)
{
	outbuf_char(&p->text, '\t');
	wide_put(&p->text, number);
}

/* What tells EVENT from all others, as one text. */
static char *event_key(const struct sums *sums, const struct sums_event *event,
		       struct arena *arena)
{
	struct span name = names_text(&sums->names, event->name);
	struct span mask = names_text(&sums->names, event->mask);
	struct span unit = names_text(&sums->names, event->unit);
	struct span weight = names_text(&sums->names, event->weight_unit);

	return arena_printf(arena, "%.*s\n%.*s\n%.*s\n%.*s\n%02u",
			    (int)name.len, name.ptr, (int)mask.len, mask.ptr,
			    (int)unit.len, unit.ptr, (int)weight.len,
			    weight.ptr, event->scale);
}

static void put_events(struct printing *p, struct arena *arena)
{
	const struct sums *sums = p->sums;
	struct entry *order =
		arena_zalloc(arena, (sums->nr_events + 1) * sizeof(*order));

	for (size_t i = 0; i < sums->nr_events; i++) {
		order[i].index = (uint32_t)i;
		order[i].name = span_of(event_key(sums, &sums->event[i],
						  arena));
	}
	qsort(order, sums->nr_events, sizeof(*order), by_all);
	p->place = arena_alloc(arena,
			       (sums->nr_events + 1) * sizeof(*p->place));
	p->text.len = 0;
	for (size_t i = 0; i < sums->nr_events; i++) {
		const struct sums_event *e = &sums->event[order[i].index];

		p->place[order[i].index] = (uint32_t)i;
		outbuf_printf(&p->text, "%zu", i + 1);
		put_text(p, e->name);
		put_text(p, e->mask);
		put_text(p, e->unit);
		put_text(p, e->weight_unit);
		put_number(p, e->scale);
		put_number(p, (uint64_t)e->rate_kind);
		outbuf_printf(&p->text, "\t%.6f", e->rate);
		put_number(p, e->runs);
		put_number(p, e->count);
		put_wide(p, e->squares);
		put_number(p, e->busy);
		put_wide(p, e->busy_squares);
		outbuf_char(&p->text, '\n');
	}
}

static void begin_line(struct printing *p, const struct entry *entry)
{
	outbuf_printf(&p->text, "%u\t%c", entry->event + 1,
		      "-kuhgv"[entry->mode]);
}

static void put_rows(struct printing *p, struct arena *arena)
{
	const struct sums *sums = p->sums;
	struct entry *order =
		arena_alloc(arena, (sums->nr_rows + 1) * sizeof(*order));

	for (size_t i = 0; i < sums->nr_rows; i++) {
		const struct sums_row *row = &sums->row[i];

		order[i] = (struct entry){
			.index = (uint32_t)i,
			.event = p->place[row->event],
			.mode = row->mode,
			.image = names_text(&sums->names, row->image),
			.name = names_text(&sums->names, row->symbol),
		};
	}
	qsort(order, sums->nr_rows, sizeof(*order), by_all);
	p->text.len = 0;
	for (size_t i = 0; i < sums->nr_rows; i++) {
		const struct sums_row *row = &sums->row[order[i].index];

		begin_line(p, &order[i]);
		put_number(p, row->count);
		put_number(p, row->weight);
		put_wide(p, row->squares);
		put_number(p, row->size);
		put_text(p, row->image);
		put_text(p, row->symbol);
		outbuf_char(&p->text, '\n');
	}
}

/* Those of several rows: of one, its squares are theirs. */
static void put_groups(struct printing *p, bool functions, struct arena *arena)
{
	const struct sums *sums = p->sums;
	struct entry *order =
		arena_alloc(arena, (sums->nr_groups + 1) * sizeof(*order));
	size_t nr = 0;

	for (size_t i = 0; i < sums->nr_groups; i++) {
		const struct sums_group *group = &sums->group[i];

		if (group->rows < 2 ||
		    (group->function != NAME_NONE) != functions)
			continue;
		order[nr++] = (struct entry){
			.index = (uint32_t)i,
			.event = p->place[group->event],
			.mode = group->mode,
			.image = names_text(&sums->names, group->image),
			.name = names_text(&sums->names, group->function),
		};
	}
	qsort(order, nr, sizeof(*order), by_all);
	p->text.len = 0;
	for (size_t i = 0; i < nr; i++) {
		const struct sums_group *group = &sums->group[order[i].index];

		begin_line(p, &order[i]);
		put_wide(p, group->squares);
		put_text(p, group->image);
		if (functions)
			put_text(p, group->function);
		outbuf_char(&p->text, '\n');
	}
}

static void put_times(struct printing *p)
{
	static const char *const keys[] = { "elapsed", "system", "user",
					    "cpu" };

	p->text.len = 0;
	for (int i = 0; i <= TIME_CPU; i++) {
		const struct timed *timed = &p->sums->times.of[i];

		if (!timed->runs)
			continue;
		outbuf_printf(&p->text, "%s: %llu ", keys[i],
			      (unsigned long long)timed->runs);
		wide_put(&p->text, timed->sum);
		outbuf_char(&p->text, ' ');
		wide_put(&p->text, timed->squares);
		outbuf_char(&p->text, '\n');
	}
}

#define PACKED_FROM 4096

/* Of no time and, for the same text, of the same bytes. */
static int put_file(const struct outbuf *text, const char *name,
		    struct outbuf *file, struct error *err)
{
	struct span bytes = { text->data, text->len };
	char path[USTAR_PATH_MAX + 1];
	struct outbuf packed = { 0 };

	// There are always sums: by them it is known to be merged.
	if (!bytes.len && strcmp(name, "sums"))
		return 0;
	if (bytes.len < PACKED_FROM) {
		ustar_put(file, name, bytes, 0);
		return 0;
	}
	if (pack_zstd(bytes, &packed, err) < 0)
		return -1;
	snprintf(path, sizeof(path), "%s.zst", name);
	ustar_put(file, path, (struct span){ packed.data, packed.len }, 0);
	outbuf_release(&packed);
	return 0;
}

static int put_all(struct printing *p, struct arena *arena, struct outbuf *file,
		   struct error *err)
{
	struct outbuf meta = { 0 }, mixed = { 0 };
	int failed;

	sums_put_facts(p->sums, &meta, &mixed);
	failed = put_file(&meta, "meta", file, err) < 0 ||
		 put_file(&mixed, "mixed", file, err) < 0;
	outbuf_release(&meta);
	outbuf_release(&mixed);
	if (failed)
		return -1;
	put_events(p, arena);
	if (put_file(&p->text, "events", file, err) < 0)
		return -1;
	put_rows(p, arena);
	if (put_file(&p->text, "sums", file, err) < 0)
		return -1;
	put_groups(p, true, arena);
	if (put_file(&p->text, "functions", file, err) < 0)
		return -1;
	put_groups(p, false, arena);
	if (put_file(&p->text, "images", file, err) < 0)
		return -1;
	put_times(p);
	if (put_file(&p->text, "times", file, err) < 0)
		return -1;
	ustar_end(file);
	return 0;
}

int sums_print(const struct sums *sums, struct outbuf *file, struct error *err)
{
	struct printing p = { .sums = sums };
	struct arena arena = { 0 };
	int failed = put_all(&p, &arena, file, err);

	outbuf_release(&p.text);
	arena_release(&arena);
	return failed;
}
