/*
 * annotate_ticks.c - the ticks of one row, run by run, with their addresses
 */
#include "annotating.h"

#include "diffprof/samples.h"
#include "flame_functions.h"

struct collecting {
	struct annotating *a;
	struct functions functions;
	uint32_t row; /* index of the row */
	struct run_ticks *run;
};

static bool is_wanted(const struct collecting *c, uint32_t function)
{
	return c->functions.function[function].row == c->row;
}

static void add_place(struct collecting *c, const struct place *place)
{
	struct run_ticks *run = c->run;

	ARENA_ROOM(&c->a->scratch, run->places, run->nr, run->cap);
	run->places[run->nr++] = *place;
	run->has_addresses = true;
}

static void add_point(struct collecting *c, uint64_t addr, uint64_t bytes,
		      uint64_t count)
{
	add_place(c,
		  &(struct place){
			  .from = addr,
			  .to = addr + bytes < addr ? UINT64_MAX : addr + bytes,
			  .count = count,
			  .share = 1,
			  .of = 1,
		  });
}

/* ---- samples ------------------------------------------------------------- */

/* More of them come first, and of several images only one can be shown. */
static void take_files(struct run_ticks *run, const struct object *object)
{
	if (!run->files.code.path && !run->files.lines.path)
		run->files = object->files;
}

static bool same_file(const struct image_file *a, const struct image_file *b)
{
	return a->path == b->path ||
	       (a->path && b->path && !strcmp(a->path, b->path));
}

static void add_named(struct collecting *c, const struct frame *frame,
		      uint64_t count)
{
	struct run_ticks *run = c->run;

	ARENA_ROOM(&c->a->scratch, run->named, run->nr_named, run->cap_named);
	run->named[run->nr_named++] =
		(struct named_place){ frame->symbol, frame->addr - 1, count };
	run->has_addresses = true;
}

static void collect_samples(struct collecting *c)
{
	struct run_ticks *run = c->run;
	const struct samples *s = run->prof->samples;
	struct arena *scratch = &c->a->scratch;
	uint8_t *seen = arena_zalloc(scratch, s->nr_frames + 1);

	for (size_t i = 0; i < s->nr_samples; i++) {
		const struct sample *sample = &s->samples[i];
		uint32_t leaf = samples_leaf(s, sample->key.node);

		if (!sample->count || leaf == FRAME_NONE)
			continue;
		const struct frame *frame = &s->frames[leaf];

		// 1: another function, 2: the one that is wanted.
		if (!seen[leaf])
			seen[leaf] =
				1 +
				is_wanted(c, functions_of_frame(&c->functions,
								frame));
		if (seen[leaf] != 2)
			continue;
		run->has_addresses |= frame->object != OBJECT_NONE;
		if (frame->flags & FRAME_OFFSET)
			add_named(c, frame, sample->count);
		if (frame->object == OBJECT_NONE || !s->frame_place ||
		    s->frame_place[leaf] == PLACE_NONE)
			continue;
		const struct object *object = &s->objects[frame->object];

		take_files(run, object);
		if (same_file(&run->files.code, &object->files.code) &&
		    same_file(&run->files.lines, &object->files.lines))
			add_point(c, s->frame_place[leaf], 1, sample->count);
	}
}

/* Where a function without samples would be: an object of its image. */
static void find_files(struct collecting *c)
{
	struct run_ticks *run = c->run;
	const struct samples *s = run->prof->samples;
	struct span image = names_text(c->a->diff->names, c->a->row->image);

	for (size_t i = 0; s && i < s->nr_objects; i++)
		if (!s->objects[i].guest &&
		    span_eq(names_text(&run->prof->names, s->objects[i].image),
			    image))
			take_files(run, &s->objects[i]);
}

/* ---- raw dumps and listings ---------------------------------------------- */

/*
 * How far apart the bins of readprofile(8) are: it does not say, but all of
 * their addresses are so many bytes apart, or a multiple of that.
 */
static uint64_t bin_size(const struct profile *prof)
{
	uint64_t apart = 0;

	for (size_t i = 1; i < prof->nr_details; i++)
		apart |= prof->details[i].addr - prof->details[0].addr;
	return apart ? apart & -apart : 1;
}

static bool is_bins(const struct profile *prof)
{
	return !strcmp(prof->format, "readprofile");
}

static void collect_details(struct collecting *c)
{
	struct run_ticks *run = c->run;
	const struct profile *prof = run->prof;
	uint64_t bytes = is_bins(prof) ? bin_size(prof) : 1;

	for (size_t i = 0; i < prof->nr_details; i++) {
		const struct detail *d = &prof->details[i];
		const struct profile_row row = { .symbol = d->symbol,
						 .image = d->image };

		if (is_wanted(c, functions_of_row(&c->functions, &row)))
			add_point(c, d->addr, bytes, d->count);
	}
}

static void collect_slots(struct collecting *c)
{
	const struct profile *prof = c->run->prof;

	c->run->exact = true;
	for (size_t i = 0; i < prof->nr; i++) {
		const struct profile_row *row = &prof->rows[i];
		struct place *places;
		size_t nr;

		if (!row->addr || !row->count ||
		    !is_wanted(c, functions_of_row(&c->functions, row)))
			continue;
		places = placing_slots(prof, row->addr, &c->a->scratch, &nr);
		for (size_t k = 0; k < nr; k++)
			add_place(c, &places[k]);
	}
}

/* ---- one run ------------------------------------------------------------- */

static void collect_names(struct collecting *c)
{
	struct run_ticks *run = c->run;
	const struct profile *prof = run->prof;
	size_t nr = 0, cap = 0;

	for (size_t i = 0; i < prof->nr; i++)
		if (is_wanted(c, functions_of_row(&c->functions,
						  &prof->rows[i]))) {
			ARENA_ROOM(&c->a->scratch, run->names, nr, cap);
			run->names[nr++] = prof->rows[i].symbol;
		}
	ARENA_ROOM(&c->a->scratch, run->names, nr, cap);
	run->names[nr] = NAME_NONE;
}

/* A program has an image of its own, where it is still what it was. */
static struct image_files files_of_details(const struct collecting *c)
{
	const struct profile *prof = c->run->prof;
	struct span image = names_text(c->a->diff->names, c->a->row->image);
	struct image_files files = { 0 };

	if (!c->a->row->user)
		return prof->placing ? prof->placing->files : files;
	if (image.len && *image.ptr == '/')
		files.code.path = files.lines.path =
			arena_strndup(&c->a->scratch, image.ptr, image.len);
	return files;
}

static void collect(struct collecting *c, size_t column)
{
	const struct diff *diff = c->a->diff;
	struct run_ticks *run = c->run;
	const struct profile *prof = run->prof;

	run->count = diff->counts[c->row * diff->stride + column];
	if (run->count == COUNT_UNKNOWN)
		run->count = 0;
	functions_begin_run(&c->functions, prof, column < diff->base.nr_runs);
	collect_names(c);
	if (prof->samples) {
		collect_samples(c);
		find_files(c);
		if (!prof->samples->nr_objects)
			run->files = files_of_details(c);
		return;
	}
	run->files = files_of_details(c);
	if (prof->placing && prof->placing->histogram)
		collect_slots(c);
	else
		collect_details(c);
}

void annotating_ticks(struct annotating *a)
{
	const struct diff *diff = a->diff;
	struct collecting c = { .a = a,
				.row = (uint32_t)(a->row - diff->rows) };

	functions_begin(&c.functions, diff->names, &a->scratch, &a->scratch);
	for (uint32_t i = 0; i < diff->nr; i++)
		functions_add_row(&c.functions, i, diff->rows[i].symbol,
				  diff->rows[i].image,
				  diff->rows[i].renamed_from);
	for (size_t i = 0; i < diff->stride; i++) {
		bool is_test = i >= diff->base.nr_runs;
		struct annotating_side *side = is_test ? &a->test : &a->base;

		c.run = &side->runs[is_test ? i - diff->base.nr_runs : i];
		c.run->prof = diff_run(diff, i);
		collect(&c, i);
	}
}
