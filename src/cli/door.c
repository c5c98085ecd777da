#include "door.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "diffprof/explain.h"
#include "browse.h"
#include "concerned.h"
#include "door_lines.h"

/* Behind browser_data.own. */
struct loaded {
	struct options opts;
	struct comparison shown;
	/* The same with call chains, once somebody wants to know of callers. */
	struct options deep_opts;
	struct comparison deep;
	struct error deep_error;
	enum { DEEP_NOT_YET, DEEP_HERE, DEEP_FAILED } has_deep;
	struct arena arena;	/* of what follows */
	struct flame *flames;	/* by view; no functions until they are made */
};

const struct output output_browser = {
	.name = "browser",
	.shows_significance = output_shows_always,
};

static const struct output output_deep = {
	.name = "browser",
	.shows_significance = output_shows_always,
	.chains = true,
	.rows_will_do = true,
};

/* ---- loading ------------------------------------------------------------ */

static void set_group(struct agree_options *agree, enum browser_group group)
{
	static const enum group_key keys[] = {
		[GROUPED_BY_SYMBOL] = GROUP_SYMBOL,
		[GROUPED_BY_FILE] = GROUP_FILE,
		[GROUPED_BY_DIR] = GROUP_DIR,
		[GROUPED_BY_IMAGE] = GROUP_IMAGE,
	};

	if (group == GROUPED_AS_ASKED)
		return;
	agree->nr_by = group != GROUPED_BY_SYMBOL;
	agree->by[0] = keys[group];
	agree->dir_depth = 0;
}

static void set_options(const struct doorway *way,
			const struct browser_ask *ask, struct options *opts)
{
	*opts = *way->opts;
	set_group(&opts->agree, ask->group);
	if (ask->event < way->nr_events)
		opts->agree.event = way->events[ask->event];
	opts->compare.no_idle ^= ask->flip_idle;
	if (ask->normalise && opts->compare.how == NORMALIZE_NONE)
		opts->compare.how = NORMALIZE_ROBUST;
}

/* What rows are, in a word; NULL: functions. */
static const char *group_word(const struct agree_options *agree)
{
	static const char *const words[] = {
		[GROUP_SYMBOL] = "symbol", [GROUP_IMAGE] = "image",
		[GROUP_COMM] = "comm",	   [GROUP_CPU] = "cpu",
		[GROUP_FILE] = "file",	   [GROUP_DIR] = "directory",
		[GROUP_LINE] = "line",	   [GROUP_INLINE] = "inline",
	};

	return !agree->nr_by ? NULL :
	       agree->nr_by == 1 ? words[agree->by[0]] :
				   "several keys";
}

/* The events that base has, once for all. */
static void note_events(struct doorway *way, const struct profile *prof)
{
	if (way->events || !prof->nr_events)
		return;
	way->events = arena_alloc(&way->arena,
				  prof->nr_events * sizeof(*way->events));
	for (size_t i = 0; i < prof->nr_events; i++)
		way->events[i] =
			arena_strdup(&way->arena, prof->events[i].name);
	way->nr_events = prof->nr_events;
}

static int load_data(struct doorway *way, const struct browser_ask *ask,
		     struct browser_data *data, struct error *err)
{
	struct loaded *l = mem_zeroed(sizeof(*l));
	struct comparison *c = &l->shown;

	set_options(way, ask, &l->opts);
	if (comparison_make(c, &l->opts, err) < 0) {
		free(l);
		return -1;
	}
	const struct profile *prof = c->runs[0].run[0];
	note_events(way, prof);
	*data = (struct browser_data){
		.views = c->views,
		.nr_views = c->nr_views,
		.notes = &c->notes,
		.events = way->events,
		.nr_events = way->nr_events,
		.event = prof->event ? (size_t)(prof->event - prof->events) : 0,
		.group = group_word(&l->opts.agree),
		.idle_left_out = l->opts.compare.no_idle,
		.own = l,
	};
	return 0;
}

static int door_load(void *context, const struct browser_ask *ask,
		     struct browser_data *data, struct error *err)
{
	return load_data(context, ask, data, err);
}

static void door_release(void *context, struct browser_data *data)
{
	struct loaded *l = data->own;

	(void)context;
	comparison_release(&l->shown);
	comparison_release(&l->deep);
	arena_release(&l->arena);
	free(l);
	*data = (struct browser_data){ .own = NULL };
}

int door_load_first(struct doorway *way, struct browser_data *data,
		    bool *exceeded, struct error *err)
{
	const struct browser_ask ask = { .event = SIZE_MAX };

	if (load_data(way, &ask, data, err) < 0)
		return -1;
	*exceeded = ((struct loaded *)data->own)->shown.exceeded;
	return 0;
}

/* ---- rows of both loads --------------------------------------------------- */

struct row_name {
	struct span symbol, image;
};

static struct row_name name_of(const struct view *view, const void *of)
{
	const struct diff_row *row = of;
	const struct listing_row *listed = of;
	const struct names *names = view->diff ? view->diff->names :
						 view->listing->names;

	return view->diff ? (struct row_name){ names_text(names, row->symbol),
					       names_text(names, row->image) } :
			    (struct row_name){
				    names_text(names, listed->symbol),
				    names_text(names, listed->image)
			    };
}

static const void *row_at(const struct view *view, size_t i)
{
	return view->diff ? (const void *)&view->diff->rows[i] :
			    (const void *)&view->listing->rows[i];
}

/* The row of DEEP that ROW of SHOWN is: both were made of the same, alike. */
static const void *same_row(const struct view *shown, const struct view *deep,
			    const void *row)
{
	size_t nr = deep->diff ? deep->diff->nr : deep->listing->nr;
	struct row_name name, other;

	if (row == shown->total)
		return deep->total;
	size_t at = shown->diff ? (size_t)((const struct diff_row *)row -
					   shown->diff->rows) :
				  (size_t)((const struct listing_row *)row -
					   shown->listing->rows);
	name = name_of(shown, row);
	for (size_t i = 0; i < nr; i++) {
		const void *found = row_at(deep, (at + i) % nr);

		other = name_of(deep, found);
		if (span_eq(name.symbol, other.symbol) &&
		    span_eq(name.image, other.image))
			return found;
	}
	return NULL;
}

/* ---- looking deeper ------------------------------------------------------ */

static int make_deep(struct loaded *l, struct error *err)
{
	if (l->has_deep == DEEP_FAILED) {
		*err = l->deep_error;
		return -1;
	}
	if (l->has_deep == DEEP_HERE)
		return 0;
	l->deep_opts = l->opts;
	l->deep_opts.output = &output_deep;
	// A finished comparison and a listing are not taken apart.
	l->deep_opts.places = l->shown.diffs && !l->shown.diffs[0].stated &&
			      !l->opts.agree.nr_by;
	l->deep_opts.bounds = (struct bounds){ .above = 0 };
	if (comparison_make(&l->deep, &l->deep_opts, err) < 0) {
		l->has_deep = DEEP_FAILED;
		l->deep_error = *err;
		return -1;
	}
	l->flames = arena_zalloc(&l->arena,
				 l->deep.nr_views * sizeof(*l->flames));
	l->has_deep = DEEP_HERE;
	return 0;
}

static struct flame *flame_of(struct loaded *l, size_t at)
{
	const struct view *view = &l->deep.views[at];
	struct flame *flame = &l->flames[at];

	if (flame->names)
		return flame;
	if (view->diff)
		flame_of_diff(view->diff, &l->arena, flame);
	else
		flame_of_listing(view->listing, &l->arena, flame);
	return flame;
}

/* The function of ROW in a tree whose names are others. */
static uint32_t find_function(const struct flame *flame,
			      const struct view *view, const void *of)
{
	const struct diff_row *row = of;
	const struct listing_row *listed = of;
	const struct names *names = view->diff ? view->diff->names :
						 view->listing->names;
	name_id symbol = view->diff ? row->symbol : listed->symbol;
	name_id image = view->diff ? row->image : listed->image;

	return flame_find(flame,
			  names_find(flame->names, names_text(names, symbol)),
			  names_find(flame->names, names_text(names, image)));
}

static void find_callers(struct loaded *l, size_t at, const void *row,
			 struct arena *arena, struct browser_depth *depth)
{
	const struct view *view = &l->shown.views[at];
	const struct flame *flame;

	if (view->diff && (view->diff->stated || row == &view->diff->total))
		return;
	if (!view->diff && row == &view->listing->total)
		return;
	if (l->opts.agree.nr_by) {
		depth->why_no_callers = "These rows are no functions.";
		return;
	}
	flame = flame_of(l, at);
	if (!flame->chains) {
		depth->why_no_callers =
			"The profiles have no call chains (perf record -g).";
		return;
	}
	uint32_t function = find_function(flame, view, row);
	if (function == FLAME_NONE) {
		depth->why_no_callers = "It is in no call chain.";
		return;
	}
	callers_find(flame, function, arena, &depth->callers);
	depth->flame = flame;
}

static void find_lines(struct loaded *l, size_t at, const void *row,
		       struct arena *arena, struct browser_depth *depth)
{
	const struct view *shown = &l->shown.views[at];
	const struct view *deep = &l->deep.views[at];
	const struct diff_row *same;

	if (!l->deep_opts.places || row == &shown->diff->total)
		return;
	same = same_row(shown, deep, row);
	if (same)
		door_lines(&l->opts, deep->diff, same, arena, depth);
}

/* What became of a function that only one side has ticks in. */
static void find_story(struct loaded *l, size_t at, const void *row,
		       struct arena *arena, struct browser_depth *depth)
{
	const struct view *shown = &l->shown.views[at];
	const struct diff_row *of = row, *same;
	struct diff *diff;
	struct error err;

	if (!l->deep_opts.places || row == &shown->diff->total ||
	    (of->status != STATUS_NEW && of->status != STATUS_GONE))
		return;
	diff = &l->deep.diffs[at];
	if (!diff->explained && comparison_explain(&l->deep, at, &err) < 0)
		return;
	same = same_row(shown, &l->deep.views[at], row);
	const char *why = same ? explanation(diff, same) : NULL;
	if (why)
		depth->story =
			arena_printf(arena,
				     "%s has not a single tick in it: %s.",
				     of->status == STATUS_NEW ? "New: base" :
								"Gone: test",
				     why);
}

static int door_look(void *context, const struct browser_data *data, size_t at,
		     const void *row, struct arena *arena,
		     struct browser_depth *depth, struct error *err)
{
	struct loaded *l = data->own;

	(void)context;
	if (make_deep(l, err) < 0)
		return -1;
	find_callers(l, at, row, arena, depth);
	find_lines(l, at, row, arena, depth);
	find_story(l, at, row, arena, depth);
	depth->whom = concerned_tell(&l->shown, at, row, arena);
	return 0;
}

/* ---- taking it away ------------------------------------------------------ */

static int check_path(const char *path, bool overwrite, bool *exists,
		      struct error *err)
{
	struct stat st;

	*exists = false;
	if (stat(path, &st) < 0)
		return 0;
	if (S_ISDIR(st.st_mode))
		return fail(err, ERR_IO, "%s: is a directory", path);
	if (!S_ISREG(st.st_mode))
		return 0;
	if (input_was_opened(&st))
		return fail(err, ERR_USAGE, "%s: is one of the inputs", path);
	*exists = true;
	return overwrite ? 0 : fail(err, ERR_USAGE, "%s: exists", path);
}

/* By the suffix; a name without one is a classic listing. */
static const struct output *output_for(const char *path, struct error *err)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	const struct output *output = output_by_suffix(path);
	char known[256] = "";

	if (output)
		return output;
	if (!dot || !dot[1])
		return &output_classic;
	for (size_t i = 0; outputs[i]; i++)
		if (outputs[i]->suffixes)
			strncat(strncat(known, i ? " ." : ".",
					sizeof(known) - strlen(known) - 1),
				outputs[i]->suffixes,
				strcspn(outputs[i]->suffixes, ","));
	fail(err, ERR_USAGE, "no format goes by %s; there are %s", dot, known);
	return NULL;
}

static const void **same_rows(const struct view *shown, const struct view *deep,
			      const void *const *rows, size_t *nr,
			      struct arena *arena)
{
	const void **same = arena_alloc(arena, (*nr + 1) * sizeof(*same));
	size_t kept = 0;

	for (size_t i = 0; i < *nr; i++) {
		same[kept] = same_row(shown, deep, rows[i]);
		kept += same[kept] != NULL;
	}
	*nr = kept;
	return same;
}

/* The same views, of the comparison that has call chains. */
static struct view *with_chains(const struct loaded *l,
				const struct view *views, size_t nr,
				struct arena *arena)
{
	struct view *deep = arena_alloc(arena, nr * sizeof(*deep));

	for (size_t i = 0; i < nr; i++) {
		const struct view *own = &l->deep.views[i];

		deep[i] = views[i];
		deep[i].diff = own->diff;
		deep[i].listing = own->listing;
		deep[i].source = own->source;
		deep[i].total = views[i].total ? own->total : NULL;
		deep[i].rows = same_rows(&views[i], own, views[i].rows,
					 &deep[i].nr, arena);
		deep[i].uncertain =
			same_rows(&views[i], own, views[i].uncertain,
				  &deep[i].nr_uncertain, arena);
	}
	return deep;
}

static int door_write(void *context, const struct browser_data *data,
		      const struct view *views, size_t nr, const char *path,
		      bool overwrite, bool *exists, struct error *err)
{
	struct loaded *l = data->own;
	const struct output *output = output_for(path, err);
	struct output_options format = l->opts.format;
	struct outbuf out = { 0 };
	struct arena arena = { 0 };

	(void)context;
	if (!output || check_path(path, overwrite, exists, err) < 0)
		return -1;
	format.color = false;
	format.width = 0;
	if (output->chains) {
		if (make_deep(l, err) < 0)
			return -1;
		views = with_chains(l, views, nr, &arena);
	}
	int failed = output->print(views, nr, &format, &out, err);
	if (!failed)
		failed = outbuf_write(&out, path, err);
	outbuf_release(&out);
	arena_release(&arena);
	return failed;
}

static int door_compose(void *context, const struct view *views, size_t nr,
			struct outbuf *text, char *subject, size_t size,
			struct error *err)
{
	struct doorway *way = context;
	struct output_options format = way->opts->format;

	format.color = false;
	format.width = 0;
	// Whoever sends it makes the head.
	format.to = NULL;
	format.nr_to = 0;
	format.subject = NULL;
	snprintf(subject, size, "diffprof: %s%s%s",
		 views->diff ? views->diff->base.label :
			       views->listing->side.label,
		 views->diff ? " -> " : "",
		 views->diff ? views->diff->test.label : "");
	// A header is one line.
	for (char *p = subject; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 127)
			*p = '?';
	return output_mail.print(views, nr, &format, text, err);
}

void door_open(struct doorway *way, const struct options *opts,
	       struct browser_door *door)
{
	*way = (struct doorway){ .opts = opts };
	*door = (struct browser_door){
		.context = way,
		.load = door_load,
		.release = door_release,
		.look = door_look,
		.write = door_write,
		.compose = door_compose,
		.mail_min_delta = opts->min_delta_given || opts->view.top !=
							 SIZE_MAX ?
					  0 :
					  output_mail.min_delta,
	};
}
