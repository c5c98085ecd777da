#include "diffprof/annotate.h"

#include "annotating.h"
#include "diffprof/samples.h"

double annotate_base_mean(const struct annotation *ann, uint64_t base)
{
	return annotate_unit(ann) * (double)base /
	       (double)ann->diff->base.measured;
}

double annotate_test_mean(const struct annotation *ann, uint64_t test)
{
	return annotate_unit(ann) * (double)test /
	       (double)ann->diff->test.measured *
	       (double)ann->diff->norm.factor;
}

/* ---- what cannot be shown ------------------------------------------------ */

static bool has_ticks(const struct annotating_side *side)
{
	for (size_t i = 0; i < side->side->nr_runs; i++)
		if (side->runs[i].count)
			return true;
	return false;
}

/* Are there ticks of which nobody knows where they fell? */
static bool lacks_addresses(const struct annotating_side *side)
{
	for (size_t i = 0; i < side->side->nr_runs; i++)
		if (side->runs[i].has_addresses)
			return false;
	return has_ticks(side);
}

static const char *image_name(const struct annotating *a)
{
	struct span image = names_text(a->diff->names, a->row->image);

	return image.len ? arena_strndup(a->arena, image.ptr, image.len) :
			   IMAGE_KERNEL;
}

static const char *why_no_image(struct annotating *a,
				const struct annotating_side *side)
{
	const struct profile *prof = side->runs[0].prof;
	const char *image = image_name(a);

	if (a->row->user)
		return arena_printf(a->arena,
				    "no file of %s was found that is what %s is"
				    " of",
				    image, prof->path);
	if (strcmp(image, IMAGE_KERNEL) != 0)
		return arena_printf(a->arena,
				    "no file of the module %s was found for %s;"
				    " give the tree of its kernel's modules"
				    " with --modules",
				    image, prof->path);
	if (prof->placing && prof->placing->useless)
		return arena_printf(a->arena,
				    "%s: has neither instructions nor source"
				    " lines of ELF in it; give the vmlinux as it was"
				    " linked, or its debug package's, with -k",
				    prof->placing->useless);
	return arena_printf(a->arena,
			    "no vmlinux of the kernel of %s was found; give it"
			    " with -k (--%s-vmlinux for one side)",
			    prof->path, side->is_test ? "test" : "base");
}

/* The reason that is the same for lines and for instructions, or NULL. */
static const char *why_nothing(struct annotating *a,
			       const struct annotating_side *side)
{
	const struct profile *prof = side->runs[0].prof;

	if (lacks_addresses(side))
		return arena_printf(a->arena,
				    "%s: a profile of format %s that does not"
				    " say at which addresses its %s are",
				    prof->path, prof->format,
				    prof->unit ? prof->unit : "ticks");
	if (!side->symbols)
		return why_no_image(a, side);
	if (!side->nr_parts)
		return arena_printf(a->arena,
				    "%s: has no function %s where the ticks of"
				    " %s are",
				    side->symbols->symtab.path, side->wanted,
				    prof->path);
	return NULL;
}

static void find_reasons(struct annotating *a, struct annotating_side *side)
{
	struct annotated_side *out = side->out;
	const char *why = why_nothing(a, side);

	out->no_lines = out->no_instructions = why;
	if (why)
		return;
	if (!side->has_code)
		out->no_instructions = arena_printf(
			a->arena,
			"%s: has the lines of instructions, not the"
			" instructions",
			side->symbols->symtab.path);
	if (!out->lines_image)
		out->no_lines =
			arena_printf(a->arena,
				     "%s: no DWARF, which tells source lines",
				     side->symbols->symtab.path);
	else
		annotating_find_lines(a, side);
}

/* One sentence is enough where both sides lack the same. */
static int fail_both(const struct annotating *a, const char *what,
		     const char *base, const char *test, const char *hint,
		     struct error *err)
{
	bool base_lacks = lacks_addresses(&a->base);
	bool test_lacks = lacks_addresses(&a->test);
	bool same =
		!strcmp(base, test) || (!a->base.symbols && !a->test.symbols &&
					!base_lacks && !test_lacks);

	// Where a side has no ticks at all, the other one decides.
	if ((base_lacks || !has_ticks(&a->base)) &&
	    (test_lacks || !has_ticks(&a->test)))
		return fail(err, ERR_USAGE,
			    "%s; where in %s they fell is known of perf.data,"
			    " raw /proc/profile dumps, sample files of"
			    " oprofile, perf script with offsets, opreport -d"
			    " and readprofile -b or -s",
			    base_lacks ? base : test, a->ann->name);
	return fail(err, ERR_SYMBOLS, "no %s of %s can be shown: %s%s%s%s",
		    what, a->ann->name, base, same ? "" : "; ",
		    same ? "" : test, hint);
}

/* Is there anything of what was asked for? */
static int check(const struct annotating *a, struct error *err)
{
	const struct annotated_side *base = &a->ann->base;
	const struct annotated_side *test = &a->ann->test;
	bool has_code = !base->no_instructions || !test->no_instructions;

	if (a->opts->instructions && !has_code)
		return fail_both(a, "instructions", base->no_instructions,
				 test->no_instructions, "", err);
	if (!a->opts->instructions && base->no_lines && test->no_lines)
		return fail_both(a, "source lines", base->no_lines,
				 test->no_lines,
				 has_code ? "; --asm shows its instructions" :
					    "",
				 err);
	return 0;
}

/* ---- notes --------------------------------------------------------------- */

static void note_side(struct annotating *a, const struct annotating_side *side)
{
	const struct annotated_side *out = side->out;
	const char *why =
		a->opts->instructions ? out->no_instructions : out->no_lines;

	if (why)
		notes_add(&a->ann->notes, NOTE_DOUBT, "side-not-shown", NULL,
			  "%s: %s is not shown", why,
			  side->is_test ? "test" : "base");
}

static void note_spread(struct annotating *a,
			const struct annotating_side *side)
{
	for (size_t i = 0; i < side->side->nr_runs; i++) {
		const struct run_ticks *run = &side->runs[i];
		uint64_t most = 0;

		for (size_t k = 0; k < run->nr; k++) {
			uint64_t len = run->places[k].to - run->places[k].from;

			most = len > most ? len : most;
		}
		if (most < 2)
			continue;
		notes_add(&a->ann->notes, NOTE_HINT, "spread", run->prof->path,
			  "nobody knows where in a step of %llu bytes its ticks"
			  " fell: they are spread over these bytes",
			  (unsigned long long)(run->prof->step ?
						       run->prof->step :
						       most));
	}
}

/* Listings of programs do not say which build of them they are of. */
static void note_by_path(struct annotating *a,
			 const struct annotating_side *side)
{
	for (size_t i = 0;
	     a->row->user && side->symbols && i < side->side->nr_runs; i++) {
		const struct profile *prof = side->runs[i].prof;

		if (prof->samples && prof->samples->nr_objects)
			continue;
		notes_add(&a->ann->notes, NOTE_HINT, "image-by-path",
			  prof->path,
			  "it does not say which build of %s it is of; the file"
			  " was taken as it is now",
			  side->symbols->symtab.path);
	}
}

/* ---- all of it ----------------------------------------------------------- */

/* Fractions of ticks, if there are any: of steps, and of what is shared. */
static unsigned scale_of(const struct annotating *a)
{
	const struct annotating_side *sides[] = { &a->base, &a->test };
	const uint64_t most = COUNT_MAX / 1000;

	if (a->row->base > most || a->row->test > most)
		return 0;
	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < sides[s]->side->nr_runs; i++) {
			const struct run_ticks *run = &sides[s]->runs[i];

			for (size_t k = 0; k < run->nr; k++)
				if (run->places[k].to - run->places[k].from !=
					    1 ||
				    run->places[k].share != run->places[k].of)
					return 3;
		}
	return 0;
}

/* NAME without the file that may stand behind it. */
static const char *bare(struct annotating *a, name_id id)
{
	struct span name = names_text(a->diff->names, id);
	const char *file =
		name.len ? memmem(name.ptr, name.len, " (", 2) : NULL;

	if (file && name.ptr[name.len - 1] == ')' && file > name.ptr)
		name.len = (size_t)(file - name.ptr);
	return arena_strndup(a->arena, name.len ? name.ptr : "", name.len);
}

static void begin_side(struct annotating *a, struct annotating_side *side,
		       const struct side *runs, struct annotated_side *out,
		       const char *wanted)
{
	side->side = runs;
	side->out = out;
	side->wanted = wanted;
	side->runs =
		arena_zalloc(&a->scratch, runs->nr_runs * sizeof(*side->runs));
}

static void begin(struct annotating *a)
{
	struct annotation *ann = a->ann;
	const struct diff_row *row = a->row;
	struct span name = names_text(a->diff->names, row->symbol);

	*ann = (struct annotation){ .diff = a->diff, .row = row };
	notes_init(&ann->notes, a->arena);
	ann->name = arena_strndup(a->arena, name.ptr, name.len);
	ann->image = image_name(a);
	if (row->renamed_from && row->renamed_from != row->symbol)
		ann->base_name = bare(a, row->renamed_from);
	a->test.is_test = true;
	begin_side(a, &a->base, &a->diff->base, &ann->base,
		   bare(a,
			row->renamed_from ? row->renamed_from : row->symbol));
	begin_side(a, &a->test, &a->diff->test, &ann->test,
		   bare(a, row->symbol));
}

static uint64_t scaled(uint64_t count, unsigned scale)
{
	while (scale--)
		count *= 10;
	return count;
}

static int make(struct annotating *a, struct error *err)
{
	struct annotation *ann = a->ann;

	begin(a);
	annotating_ticks(a);
	ann->scale = scale_of(a);
	ann->base.count = scaled(a->row->base, ann->scale);
	ann->test.count = scaled(a->row->test, ann->scale);
	annotating_parts(a, &a->base);
	annotating_parts(a, &a->test);
	find_reasons(a, &a->base);
	find_reasons(a, &a->test);
	if (check(a, err) < 0)
		return -1;
	annotating_lines(a);
	if (a->opts->instructions)
		annotating_instructions(a);
	note_side(a, &a->base);
	note_side(a, &a->test);
	note_by_path(a, &a->base);
	note_by_path(a, &a->test);
	note_spread(a, &a->base);
	note_spread(a, &a->test);
	return 0;
}

static void end_side(struct annotating_side *side)
{
	if (side->has_code)
		elfcode_close(&side->code);
	if (side->has_lines_code)
		elfcode_close(&side->lines_code);
}

int annotate(const struct diff *diff, const struct diff_row *row,
	     const struct annotate_options *opts, struct arena *arena,
	     struct annotation *ann, struct error *err)
{
	struct annotating a = {
		.diff = diff,
		.row = row,
		.opts = opts,
		.ann = ann,
		.arena = arena,
	};
	int status = make(&a, err);

	end_side(&a.base);
	end_side(&a.test);
	arena_release(&a.scratch);
	return status;
}
