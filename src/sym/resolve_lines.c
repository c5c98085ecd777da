/*
 * resolve_lines.c - where samples fell in the sources
 *
 * By the DWARF of the image that named a frame, or of its debug file.  Only the
 * frames that samples fell in are asked for: a caller's address is that behind
 * the call.
 */
#include "diffprof/numbered.h"
#include "diffprof/select.h"
#include "resolving.h"
#include "sources.h"

void resolving_lines_begin(struct resolving *r)
{
	struct samples *s = r->samples;
	struct profile *prof = r->prof;

	r->is_leaf = arena_zalloc(&r->scratch, s->nr_frames + 1);
	for (size_t i = 0; i < s->nr_samples; i++) {
		uint32_t leaf = samples_leaf(s, s->samples[i].key.node);

		if (leaf != FRAME_NONE)
			r->is_leaf[leaf] = true;
	}
	if (r->sources->lines)
		s->frame_source =
			arena_zalloc(&prof->arena,
				     (s->nr_frames + 1) * sizeof(uint32_t));
	if (r->sources->places)
		resolving_places_begin(r);
}

struct numbered *resolving_placed(struct resolving *r, const struct task *task,
				  struct shift shift, size_t *nr)
{
	struct numbered *items =
		arena_alloc(&r->scratch, task->nr * sizeof(*items));

	*nr = 0;
	for (size_t i = 0; i < task->nr; i++) {
		uint64_t addr = r->samples->frames[task->frames[i]].addr;

		if (r->is_leaf[task->frames[i]] &&
		    resolving_shifted(shift, &addr))
			items[(*nr)++] =
				(struct numbered){ addr, task->frames[i] };
	}
	sort_numbered(items, *nr, &r->scratch);
	return items;
}

void resolving_lines(struct resolving *r, struct task *task,
		     const struct symtab *st, struct shift shift)
{
	struct profile *prof = r->prof;
	struct source_lines lines;
	struct input in;
	struct error err;
	size_t nr;

	if (!r->is_leaf || st->by_line || !st->in.data)
		return;
	if (r->sources->places)
		resolving_places(r, task, st, shift);
	if (!r->sources->lines || task->has_lines)
		return;
	struct numbered *items = resolving_placed(r, task, shift, &nr);
	uint64_t *addrs = arena_alloc(&r->scratch, (nr + 1) * sizeof(*addrs));

	for (size_t i = 0; i < nr; i++)
		addrs[i] = items[i].number;
	input_from_memory(&in, st->path, st->in.data, st->in.size);
	if (srcline_find(&in, addrs, nr, &lines, &prof->arena, &err) < 0) {
		if (!task->no_lines)
			task->no_lines = resolving_say(r, "%s", st->path);
		return;
	}
	uint32_t first = source_add_lines(prof, &lines, st->path);
	for (size_t i = 0; i < nr; i++)
		if (lines.at[i])
			r->samples->frame_source[items[i].index] =
				first + lines.at[i];
	task->has_lines = true;
}

/*
 * Samples of each object whose lines are not known, in OF; and of all.  Those
 * that filters leave out do not count.
 */
static uint64_t count_lineless(const struct resolving *r, uint64_t *of)
{
	const struct filters *filters = r->sources->filters;
	const struct samples *s = r->samples;
	bool filtered = filters && filters_any(filters);
	uint64_t all = 0;

	for (size_t i = 0; i < s->nr_samples; i++) {
		uint32_t leaf = samples_leaf(s, s->samples[i].key.node);

		if (filtered && !filters_pass(filters, r->prof, &s->samples[i]))
			continue;
		all += s->samples[i].count;
		if (leaf != FRAME_NONE &&
		    s->frames[leaf].object != OBJECT_NONE &&
		    !r->tasks[s->frames[leaf].object].has_lines)
			of[s->frames[leaf].object] += s->samples[i].count;
	}
	return all;
}

static bool has_any(const struct resolving *r)
{
	for (size_t i = 0; i < r->samples->nr_objects; i++)
		if (r->tasks[i].has_lines)
			return true;
	return false;
}

int resolving_lines_end(struct resolving *r, struct error *err)
{
	const struct samples *s = r->samples;
	struct profile *prof = r->prof;
	uint64_t *of =
		arena_zalloc(&r->scratch, (s->nr_objects + 1) * sizeof(*of));
	uint64_t all = count_lineless(r, of);
	const struct task *most = NULL;

	for (size_t i = 0; i < s->nr_objects; i++)
		if (of[i] && r->tasks[i].no_lines &&
		    (!most || of[i] > of[most - r->tasks]))
			most = &r->tasks[i];
	if (!all)
		return 0;
	if (!has_any(r) && most)
		return fail(err, ERR_SYMBOLS, "%s: %s", most->no_lines,
			    source_no_lines);
	if (!has_any(r) && s->nr_objects)
		return fail(err, ERR_SYMBOLS,
			    "%s: no image of it was found that has DWARF, which"
			    " tells source lines; %s",
			    prof->path, source_get_lines);
	for (size_t i = 0; i < s->nr_objects; i++) {
		struct span image =
			names_text(&prof->names, s->objects[i].image);

		if (of[i] <= all / 100)
			continue;
		notes_add(&prof->notes, NOTE_DOUBT, "no-lines", prof->path,
			  "%llu samples (%.1f%%) of %.*s have no source line:"
			  " no image of it with DWARF was found; %s",
			  (unsigned long long)of[i],
			  100 * (double)of[i] / (double)all, (int)image.len,
			  image.ptr, source_get_lines);
	}
	return 0;
}
