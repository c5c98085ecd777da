/*
 * select_none.c - what there is, when filters leave nothing
 *
 * A misspelt --comm is told from a command that did not run by whoever reads
 * which commands there are.
 */
#include "diffprof/samples.h"

#include "selecting.h"

#define NAMED_MAX 8

/* Some of what the samples are of, each once. */
struct listed {
	struct arena *arena;
	const char *text;
	const struct names *names;
	name_id name[NAMED_MAX];
	size_t nr;
	bool more;
};

static void add_name(struct listed *l, name_id name)
{
	if (name == NAME_NONE || l->more)
		return;
	for (size_t i = 0; i < l->nr; i++)
		if (l->name[i] == name)
			return;
	if (l->nr == NAMED_MAX) {
		l->more = true;
		return;
	}
	l->name[l->nr++] = name;

	struct span text = names_text(l->names, name);
	l->text = arena_printf(l->arena, "%s%s%.*s", l->text ? l->text : "",
			       l->text ? ", " : "", (int)text.len, text.ptr);
}

/* Sum up what NR rows or samples of the chosen event are of. */
struct census {
	struct listed comms, images;
	int32_t cpu_max;
};

static void count_in(struct census *census, name_id comm, name_id image,
		     int32_t cpu)
{
	add_name(&census->comms, comm);
	add_name(&census->images, image);
	if (cpu > census->cpu_max)
		census->cpu_max = cpu;
}

static void take_census(const struct selecting *s, size_t nr_rows,
			const struct facet *facets, struct census *census)
{
	const struct profile *prof = s->prof;
	const struct samples *samples = prof->samples;

	for (size_t i = 0; samples && i < samples->nr_samples; i++) {
		const struct sample_key *key = &samples->samples[i].key;
		uint32_t leaf = samples_leaf(samples, key->node);

		if (key->event == s->sel->event)
			count_in(census, key->comm,
				 leaf == FRAME_NONE ?
					 NAME_NONE :
					 samples->frames[leaf].image,
				 key->cpu);
	}
	for (size_t i = 0; i < prof->nr_changes; i++)
		if (prof->changes[i].event == s->sel->event)
			count_in(census, prof->changes[i].comm,
				 prof->changes[i].image, CPU_NONE);
	for (size_t i = 0; !samples && i < nr_rows; i++)
		if (!facets || facets[i].event == s->sel->event)
			count_in(census, facets ? facets[i].comm : NAME_NONE,
				 prof->rows[i].image,
				 facets ? facets[i].cpu : CPU_NONE);
}

static const char *append(struct arena *arena, const char *list,
			  const char *what)
{
	return list ? arena_printf(arena, "%s %s", list, what) : what;
}

static const char *filters_text(struct arena *arena, const struct filters *f)
{
	const char *list = NULL;

	if (f->kernel != f->user)
		list = append(arena, list, f->kernel ? "--kernel" : "--user");
	if (f->image)
		list = append(arena, list, "--image");
	if (f->comm)
		list = append(arena, list, "--comm");
	if (f->nr_cpus)
		list = append(arena, list, "--cpu");
	return list;
}

static const char *there_are(struct arena *arena, const char *text,
			     const char *what, const struct listed *list)
{
	if (!list->nr)
		return arena_printf(arena, "%s; it tells no %s", text, what);
	return arena_printf(arena, "%s; its %s are %s%s", text, what,
			    list->text, list->more ? ", ..." : "");
}

void note_none(const struct selecting *s, size_t nr_rows,
	       const struct facet *facets)
{
	struct profile *prof = s->prof;
	struct arena *arena = &prof->arena;
	const struct filters *f = &s->sel->filters;
	struct listed none = { .arena = arena, .names = &prof->names };
	struct census census = { none, none, CPU_NONE };
	const char *text = "";

	take_census(s, nr_rows, facets, &census);
	if (f->image)
		text = there_are(arena, text, "images", &census.images);
	if (f->comm)
		text = there_are(arena, text, "commands", &census.comms);
	if (f->nr_cpus && census.cpu_max >= 0)
		text = arena_printf(arena, "%s; its last CPU is %d", text,
				    census.cpu_max);
	notes_add(&prof->notes, NOTE_HINT, "nothing-passes", prof->path,
		  "no %s passes %s%s", prof->nr_changes ? "row" : "sample",
		  filters_text(arena, f), text);
}
