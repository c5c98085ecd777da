#include "concerned.h"

#include "diffprof/funcfiles.h"
#include "diffprof/maintainers.h"

/* A row that is shown. */
struct asked {
	name_id symbol, image;
	bool kernel; /* a function of the kernel or of a module */
	struct concern *concern;
	const char *file;
	const char *bare; /* its file, without directories */
};

struct asking {
	const struct comparison *c;
	struct arena *arena; /* of the answers */
	struct maintainers *maintainers;
	struct arena scratch;
	struct asked *row;
	size_t nr, cap;
	struct names files; /* those that were asked for, and the answers */
	struct concern *answer;
	size_t cap_answers;
};

bool concerned_wanted(const struct options *opts)
{
	bool tree = options_side(opts, SIDE_TEST).source ||
		    options_side(opts, SIDE_BASE).source;

	// Who composes a mail and has a source tree wants to know to whom; of
	// all rows of the browser it would take too long.
	return !opts->interactive &&
	       (opts->maintainers || (tree && opts->output == &output_mail));
}

/* ---- the rows ------------------------------------------------------------ */

static const char *text_of(struct asking *a, const struct names *names,
			   name_id id)
{
	struct span text = names_text(names, id);

	return arena_strndup(&a->scratch, text.ptr, text.len);
}

/* PLACES know the file of some keys already; or a part of it. */
static void add_row(struct asking *a, const struct source_places *places,
		    const struct profile *prof, struct asked row, bool user)
{
	const struct names *names = &a->c->names;

	row.kernel = !user && (!prof->grouped || prof->by_function);
	if (row.symbol < places->nr && places->of[row.symbol].file) {
		const char *file =
			text_of(a, names, places->of[row.symbol].file);

		*(strchr(file, '/') ? &row.file : &row.bare) = file;
	}
	ARENA_ROOM(&a->scratch, a->row, a->nr, a->cap);
	a->row[a->nr++] = row;
}

static void add_diff(struct asking *a, const struct diff *diff,
		     const void **rows, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const struct diff_row *row = rows[i];

		if (row != &diff->total)
			add_row(a, &diff->places, diff_run(diff, 0),
				(struct asked){
					.symbol = row->symbol,
					.image = row->image,
					.concern = &diff->concerns[row -
								   diff->rows],
				},
				row->user);
	}
}

static void add_listing(struct asking *a, struct listing *listing,
			const struct view *view)
{
	for (size_t i = 0; i < view->nr; i++) {
		const struct listing_row *row = view->rows[i];

		if (row != &listing->total)
			add_row(a, &listing->places, listing->side.runs[0],
				(struct asked){
					.symbol = row->symbol,
					.image = row->image,
					.concern =
						&listing->concerns
							 [row - listing->rows],
				},
				row->user);
	}
}

static void add_rows(struct asking *a, struct comparison *c)
{
	for (size_t i = 0; i < c->nr_views; i++) {
		const struct view *view = &c->views[i];
		size_t nr = c->diffs ? c->diffs[i].nr : c->listing.nr;
		struct concern *concerns =
			arena_zalloc(&c->arena, (nr + 1) * sizeof(*concerns));

		if (!c->diffs) {
			c->listing.concerns = concerns;
			add_listing(a, &c->listing, view);
			continue;
		}
		c->diffs[i].concerns = concerns;
		add_diff(a, &c->diffs[i], view->rows, view->nr);
		add_diff(a, &c->diffs[i], view->uncertain, view->nr_uncertain);
	}
}

/* ---- their files --------------------------------------------------------- */

/* Ask the image PATH for the rows of IMAGE that have no file yet. */
static void ask_image(struct asking *a, const char *path, name_id image)
{
	struct function_file *functions =
		arena_zalloc(&a->scratch, (a->nr + 1) * sizeof(*functions));
	size_t *of = arena_alloc(&a->scratch, (a->nr + 1) * sizeof(*of));
	struct error unused;
	size_t nr = 0;

	for (size_t i = 0; i < a->nr; i++)
		if (a->row[i].kernel && !a->row[i].file &&
		    a->row[i].image == image) {
			of[nr] = i;
			functions[nr++].name =
				names_text(&a->c->names, a->row[i].symbol);
		}
	if (!nr || function_files_find(path, a->c->opts->keep_clones, functions,
				       nr, &a->scratch, &unused) < 0)
		return;
	for (size_t i = 0; i < nr; i++) {
		struct asked *row = &a->row[of[i]];

		if (!functions[i].bare)
			row->file = functions[i].file;
		else if (!row->bare)
			row->bare = functions[i].file;
	}
}

/* The image of the kernel or module IMAGE that side G is of, or NULL. */
static const char *path_of(struct asking *a, size_t g, name_id image)
{
	const struct comparison *c = a->c;
	struct side_options side =
		options_side(c->opts, c->opts->command == COMMAND_SHOW ?
					      SIDE_BOTH :
				      g ? SIDE_TEST :
					  SIDE_BASE);
	struct profile *prof = c->sides[g].runs[0];
	struct span name = names_text(&c->names, image);

	if (!span_is(name, IMAGE_KERNEL))
		return function_files_module("", side.modules, prof->release,
					     name, &a->scratch);
	return side.vmlinux ? side.vmlinux :
			      function_files_kernel("", prof, &a->scratch);
}

/* Test's images know best what there is now. */
static void find_files(struct asking *a)
{
	const struct comparison *c = a->c;

	for (size_t g = c->opts->nr_groups; g-- > 0;) {
		bool *done = arena_zalloc(&a->scratch, c->names.nr);

		for (size_t i = 0; i < a->nr; i++) {
			const struct asked *row = &a->row[i];

			if (!row->kernel || row->file || !row->image ||
			    done[row->image])
				continue;
			done[row->image] = true;
			const char *path = path_of(a, g, row->image);
			if (path)
				ask_image(a, path, row->image);
		}
	}
	for (size_t i = 0; i < a->nr; i++)
		if (!a->row[i].file && a->row[i].bare)
			a->row[i].file = maintainers_find(a->maintainers,
							  a->row[i].bare);
}

/* ---- the answers --------------------------------------------------------- */

static void answer(struct asking *a, const struct asked *row)
{
	name_id id = names_intern(&a->files, span_of(row->file));

	while (id >= a->cap_answers) {
		size_t nr = a->cap_answers;

		ARENA_ROOM(&a->scratch, a->answer, nr, a->cap_answers);
		memset(a->answer + nr, 0,
		       (a->cap_answers - nr) * sizeof(*a->answer));
	}
	if (!a->answer[id].file)
		maintainers_concern(a->maintainers, row->file, &a->answer[id],
				    a->arena);
	*row->concern = a->answer[id];
}

static void answer_all(struct asking *a, struct comparison *c)
{
	struct notes *notes = c->diffs ? &c->diffs[0].notes : &c->listing.notes;
	size_t nameless = 0, kernel = 0;

	names_init(&a->files, &a->scratch);
	for (size_t i = 0; i < a->nr; i++) {
		kernel += a->row[i].kernel;
		if (a->row[i].file)
			answer(a, &a->row[i]);
		else
			nameless += a->row[i].kernel;
	}
	if (nameless)
		notes_add(notes, nameless == kernel ? NOTE_DOUBT : NOTE_INFO,
			  "no-source-file", NULL,
			  "of %zu of %zu rows the source file is not known, so"
			  " that MAINTAINERS cannot be asked%s",
			  nameless, kernel,
			  nameless < kernel ?
				  "" :
				  ": give the vmlinux with DWARF (-k), or"
				  " install the kernel's debug package");
}

/* The source tree that is asked, or NULL. */
static const char *tree_of(const struct options *opts)
{
	bool show = opts->command == COMMAND_SHOW;
	const char *tree =
		options_side(opts, show ? SIDE_BOTH : SIDE_TEST).source;

	return tree ? tree : options_side(opts, SIDE_BASE).source;
}

int concerned_find(struct comparison *c, struct error *err)
{
	const char *tree = tree_of(c->opts);
	struct asking a = { .c = c, .arena = &c->arena };

	if (!tree)
		return fail(err, ERR_USAGE,
			    "--maintainers: where is the source tree of the"
			    " kernel?  --source names it");
	if (maintainers_open(tree, &a.maintainers, &c->arena, err) < 0)
		return -1;
	add_rows(&a, c);
	find_files(&a);
	answer_all(&a, c);
	maintainers_close(a.maintainers);
	arena_release(&a.scratch);
	return 0;
}

const char *concerned_tell(const struct comparison *c, size_t at,
			   const void *row, struct arena *arena)
{
	const char *tree = tree_of(c->opts), *text;
	const struct view *view = &c->views[at];
	struct asking a = { .c = c, .arena = arena };
	struct concern concern = { 0 };
	struct error unused;

	if (!tree || row == view->total)
		return NULL;
	if (maintainers_open(tree, &a.maintainers, &a.scratch, &unused) < 0) {
		arena_release(&a.scratch);
		return NULL;
	}
	if (view->diff) {
		const struct diff_row *of = row;

		add_row(&a, &view->diff->places, diff_run(view->diff, 0),
			(struct asked){ of->symbol, of->image,
					.concern = &concern },
			of->user);
	} else {
		const struct listing_row *of = row;

		add_row(&a, &view->listing->places, view->listing->side.runs[0],
			(struct asked){ of->symbol, of->image,
					.concern = &concern },
			of->user);
	}
	find_files(&a);
	names_init(&a.files, &a.scratch);
	if (a.row[0].file)
		answer(&a, &a.row[0]);
	text = concern.nr_texts ?
		       arena_printf(arena, "%s concerns", concern.file) :
		       NULL;
	for (size_t i = 0; i < concern.nr_texts; i++)
		text = arena_printf(arena, "%s%s %.*s", text, i ? "," : "",
				    (int)concern.text[i].len,
				    concern.text[i].ptr);
	maintainers_close(a.maintainers);
	arena_release(&a.scratch);
	return text;
}
