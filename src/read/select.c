#include "diffprof/select.h"

#include "diffprof/merged.h"
#include "diffprof/samples.h"

#include "selecting.h"

static struct span text_of(const struct profile *prof, name_id id)
{
	return names_text(&prof->names, id);
}

/* A bare name may be a module's or a program's, if the reader did not say. */
unsigned mode_of(const struct profile *prof, unsigned mode, name_id image)
{
	struct span name = text_of(prof, image);

	if (mode != MODE_UNKNOWN || !name.len ||
	    (!span_is(name, IMAGE_KERNEL) && !memchr(name.ptr, '/', name.len) &&
	     name.ptr[0] != '['))
		return mode;
	return image_mode(name);
}

bool is_user(unsigned mode)
{
	return mode == MODE_USER || mode == MODE_GUEST_USER;
}

/* ---- filters ------------------------------------------------------------- */

static bool mode_passes(const struct filters *f, unsigned mode)
{
	if (f->kernel == f->user)
		return true;
	return mode == (f->kernel ? MODE_KERNEL : MODE_USER);
}

static bool cpu_passes(const struct filters *f, int32_t cpu)
{
	for (size_t i = 0; i < f->nr_cpus; i++)
		if (cpu >= 0 && (uint64_t)cpu >= f->cpus[i].first &&
		    (uint64_t)cpu <= f->cpus[i].last)
			return true;
	return !f->nr_cpus;
}

bool passes(const struct filters *f, const struct profile *prof,
	    const struct candidate *c)
{
	return mode_passes(f, c->mode) && cpu_passes(f, c->cpu) &&
	       (!f->comm || span_matches(text_of(prof, c->comm), f->comm)) &&
	       (!f->image || span_matches(text_of(prof, c->image), f->image));
}

bool filters_any(const struct filters *f)
{
	return f->kernel != f->user || f->image || f->comm || f->nr_cpus;
}

/* What PROF knows of its samples in the chosen event, and what is asked. */
static int check_known(const struct selecting *s, bool comm, bool cpu,
		       struct error *err)
{
	const struct filters *f = &s->sel->filters;
	const char *path = s->prof->path, *format = s->prof->format;

	if ((f->comm || s->comm) && !comm)
		return fail(err, ERR_USAGE,
			    "%s: a profile of format %s that does not say which"
			    " commands its samples are of (%s)",
			    path, format, f->comm ? "--comm" : "-g comm");
	if ((f->nr_cpus || s->cpu) && !cpu)
		return fail(err, ERR_USAGE,
			    "%s: a profile of format %s that does not say which"
			    " CPUs its samples are of (%s)",
			    path, format, f->nr_cpus ? "--cpu" : "-g cpu");
	if (s->sourced && !s->prof->nr_sources)
		return fail(err, ERR_USAGE,
			    "%s: a profile of format %s that does not say at"
			    " which addresses its samples are, so no source"
			    " lines can be found (-g file, dir, line, inline)",
			    path, format);
	if (f->kernel != f->user &&
	    profile_modes(s->prof, s->sel->event) == 1u << MODE_UNKNOWN)
		return fail(err, ERR_USAGE,
			    "%s: a profile of format %s that does not tell the"
			    " kernel's samples from others (%s)",
			    path, format, f->kernel ? "--kernel" : "--user");
	return 0;
}

unsigned profile_modes(const struct profile *prof, unsigned event)
{
	const struct samples *samples = prof->samples;
	unsigned modes = 0;

	if (samples) {
		for (size_t i = 0; i < samples->nr_samples; i++) {
			const struct sample *sample = &samples->samples[i];
			uint32_t frame =
				samples_leaf(samples, sample->key.node);

			if (sample->key.event == event)
				modes |= 1u << mode_of(
						 prof, sample->key.mode,
						 frame == FRAME_NONE ?
							 NAME_NONE :
							 samples->frames[frame]
								 .image);
		}
		return modes;
	}
	for (size_t i = 0; prof->facets && i < prof->nr; i++)
		if (prof->facets[i].event == event)
			modes |= 1u << mode_of(prof, prof->facets[i].mode,
					       prof->rows[i].image);
	for (size_t i = 0; i < prof->nr_changes; i++)
		if (prof->changes[i].event == event)
			modes |= 1u << prof->changes[i].mode;
	// /proc/profile and what readprofile makes of it count nothing else.
	if (!prof->facets && !prof->nr_changes)
		modes = 1u << MODE_KERNEL;
	return modes;
}

/* ---- keys ---------------------------------------------------------------- */

bool grouped(const struct selecting *s)
{
	return !s->symbol || s->comm || s->cpu || s->sourced;
}

/* Which parts the key has; image alone tells functions of one name apart. */
static void find_parts(struct selecting *s)
{
	s->symbol = s->sel->nr_by == 0;
	for (size_t i = 0; i < s->sel->nr_by; i++)
		switch (s->sel->by[i]) {
		case GROUP_SYMBOL:
			s->symbol = true;
			break;
		case GROUP_IMAGE:
			s->imaged = true;
			break;
		case GROUP_COMM:
			s->comm = true;
			break;
		case GROUP_CPU:
			s->cpu = true;
			break;
		case GROUP_INLINE:
			s->symbol = s->sourced = true;
			break;
		case GROUP_FILE:
		case GROUP_DIR:
		case GROUP_LINE:
			s->sourced = true;
			break;
		}
}

static struct span or_unknown(struct span text)
{
	return text.len ? text : SPAN("[unknown]");
}

/* One part of the key of C, put together in TEXT. */
static const char *add_key(const struct selecting *s, const struct candidate *c,
			   enum group_key key, const char *text)
{
	struct arena *arena = &s->prof->arena;
	const char *sep = text ? ": " : "";
	struct span part;

	if (key == GROUP_CPU && c->cpu >= 0)
		return arena_printf(arena, "%s%scpu %d", text ? text : "", sep,
				    c->cpu);
	part = group_needs_sources(key) ? or_unknown(source_part(s, c, key)) :
	       key == GROUP_CPU		? SPAN("cpu [unknown]") :
	       key == GROUP_COMM  ? or_unknown(text_of(s->prof, c->comm)) :
	       key == GROUP_IMAGE ? or_unknown(text_of(s->prof, c->image)) :
				    text_of(s->prof, c->symbol);
	return arena_printf(arena, "%s%s%.*s", text ? text : "", sep,
			    (int)part.len, part.ptr);
}

/* C as a row: under the key of its group. */
void make_key(const struct selecting *s, struct candidate *c)
{
	const char *text = NULL;

	if (!grouped(s))
		return;
	// The image is its own key.
	if (s->sel->nr_by == 1 && s->imaged) {
		c->symbol = NAME_NONE;
		if (!c->image)
			c->image = names_intern(&s->prof->names,
						SPAN("[unknown]"));
		return;
	}
	for (size_t i = 0; i < s->sel->nr_by; i++)
		// The symbol's image stands behind it, as in any other row.
		if (s->sel->by[i] != GROUP_IMAGE || !s->symbol)
			text = add_key(s, c, s->sel->by[i], text);
	c->symbol = names_intern(&s->prof->names, span_of(text));
	keep_place(s, c);
	if (!s->symbol)
		c->image = NAME_NONE;
}

/* ---- rows that are there already ----------------------------------------- */

int scaled(const struct selecting *s, uint64_t *count, struct error *err)
{
	if (*count > COUNT_MAX / s->unit)
		return fail(err, ERR_LIMIT,
			    "%s: the counts add up to more than 63 bits hold",
			    s->prof->path);
	*count *= s->unit;
	return 0;
}

/* The sum of the rows anew. */
static int add_up(struct profile *prof, struct error *err)
{
	prof->listed = 0;
	for (size_t i = 0; i < prof->nr; i++) {
		if (prof->rows[i].count > COUNT_MAX - prof->listed)
			return fail(err, ERR_LIMIT,
				    "%s: the counts add up to more than 63 bits"
				    " hold",
				    prof->path);
		prof->listed += prof->rows[i].count;
	}
	return 0;
}

/* Of row I, which may have been moved to the front. */
static const struct source *source_of(const struct profile *prof, size_t i)
{
	return prof->row_source && prof->row_source[i] ?
		       &prof->sources[prof->row_source[i]] :
		       NULL;
}

static int select_rows(struct selecting *s, struct error *err)
{
	struct profile *prof = s->prof;
	const struct facet none = { .cpu = CPU_NONE, .mode = MODE_KERNEL };
	bool weigh = s->sel->weigh && prof->facets;
	size_t kept = 0, rows_of_event = 0;

	if (weigh)
		prof->behind = arena_alloc(&prof->arena,
					   prof->nr * sizeof(*prof->behind));
	for (size_t i = 0; i < prof->nr; i++) {
		const struct facet *facet =
			prof->facets ? &prof->facets[i] : &none;
		struct profile_row row = prof->rows[i];
		struct candidate c = {
			.symbol = row.symbol,
			.image = row.image,
			.comm = facet->comm,
			.cpu = facet->cpu,
			.mode = mode_of(prof, facet->mode, row.image),
			.source = source_of(prof, i),
		};

		rows_of_event += facet->event == s->sel->event;
		if (facet->event != s->sel->event ||
		    !passes(&s->sel->filters, prof, &c))
			continue;
		s->passed++;
		make_key(s, &c);
		// What a line is of has bytes and other names, the line has not.
		if (s->sourced) {
			row.addr = 0;
			row.size = 0;
			row.aliases = 0;
		}
		row.symbol = c.symbol;
		row.image = c.image;
		row.user = is_user(c.mode);
		if (weigh) {
			prof->behind[kept] = row.count;
			row.count = facet->weight;
		}
		if (scaled(s, &row.count, err) < 0)
			return -1;
		if (prof->merged)
			prof->merged->squares[kept] = prof->merged->squares[i];
		prof->rows[kept++] = row;
	}
	if (prof->merged)
		prof->merged->all = kept == rows_of_event;
	prof->nr = kept;
	prof->facets = NULL;
	prof->row_source = NULL;
	return add_up(prof, err);
}

/* The details of the event; one that is too much in this unit is left out. */
static void select_details(const struct selecting *s)
{
	struct profile *prof = s->prof;
	size_t nr = prof->nr_details;

	prof->nr_details = 0;
	prof->detailed = 0;
	for (size_t i = 0; i < nr; i++) {
		struct detail detail = prof->details[i];

		if (detail.event != s->sel->event ||
		    detail.count > COUNT_MAX / s->unit)
			continue;
		detail.count *= s->unit;
		profile_add_detail(prof, &detail);
	}
}

/* ---- all of it ----------------------------------------------------------- */

static void knows(const struct profile *prof, unsigned event, bool *comm,
		  bool *cpu)
{
	const struct samples *samples = prof->samples;

	*comm = *cpu = false;
	for (size_t i = 0; samples && i < samples->nr_samples; i++)
		if (samples->samples[i].key.event == event) {
			*comm |= samples->samples[i].key.comm != NAME_NONE;
			*cpu |= samples->samples[i].key.cpu != CPU_NONE;
		}
	for (size_t i = 0; prof->facets && i < prof->nr; i++)
		if (prof->facets[i].event == event) {
			*comm |= prof->facets[i].comm != NAME_NONE;
			*cpu |= prof->facets[i].cpu != CPU_NONE;
		}
	for (size_t i = 0; i < prof->nr_changes; i++)
		*comm |= prof->changes[i].comm != NAME_NONE;
}

/* The unit, rate and totals of the event, for what is left of it. */
static int take_event(struct selecting *s, struct error *err)
{
	struct profile *prof = s->prof;
	bool filtered = filters_any(&s->sel->filters), weigh = s->sel->weigh;
	struct event *event = NULL;

	if (prof->nr_events) {
		event = &prof->events[s->sel->event];
		prof->event = event;
		prof->unit = weigh ? event->weight_unit : event->unit;
		prof->cut = event->cut;
		prof->has_total = event->has_total;
		prof->total = event->has_total ? event->total : event->listed;
		prof->unseen_max = event->unseen_max;
	}
	prof->scale = s->sel->scale;
	if (prof->scale)
		prof->unit = arena_printf(&prof->arena, "0.%0*d %s",
					  (int)prof->scale, 1, prof->unit);
	// What a cut listing does not show has no known command, CPU, weight.
	if (filtered || weigh) {
		prof->has_total = !prof->cut;
		prof->total = prof->listed;
		if (prof->cut && weigh)
			prof->unseen_max = COUNT_UNKNOWN;
		return 0;
	}
	if (scaled(s, &prof->total, err) < 0)
		return -1;
	if (prof->unseen_max != COUNT_UNKNOWN)
		return scaled(s, &prof->unseen_max, err);
	return 0;
}

/* What is known of the runs behind counts that are sums. */
static void take_merged(const struct selecting *s)
{
	struct profile *prof = s->prof;
	struct merged *merged = prof->merged;
	bool counted = !s->sel->weigh && s->unit == 1;

	merged->event = &merged->events[s->sel->event];
	merged->all &= counted;
	// Of symbols and of images; others would have to be added up by run.
	merged->by_row = counted && (!grouped(s) || (s->sel->nr_by == 1 &&
						     s->imaged));
	prof->runs = merged->event->runs;
}

static unsigned scale_of(const struct profile *prof,
			 const struct selection *sel)
{
	return prof->nr_events && !sel->weigh ? prof->events[sel->event].scale :
						0;
}

int profile_select(struct profile *prof, const struct selection *sel,
		   struct error *err)
{
	struct selecting s = { .prof = prof, .sel = sel, .unit = 1 };
	const struct facet *facets = prof->facets;
	size_t nr_rows = prof->nr;
	bool comm, cpu;

	if (!prof->nr_events && !filters_any(&sel->filters) && !sel->nr_by &&
	    !sel->scale && !sel->weigh)
		return 0;
	for (unsigned i = scale_of(prof, sel); i < sel->scale; i++)
		s.unit *= 10;
	find_parts(&s);
	knows(prof, sel->event, &comm, &cpu);
	if (check_known(&s, comm, cpu, err) < 0)
		return -1;
	if (sel->weigh &&
	    (!prof->nr_events || !prof->events[sel->event].weight_unit))
		return fail(err, ERR_USAGE,
			    "%s: a profile without periods to weigh its samples"
			    " by (--weight)",
			    prof->path);
	if (prof->nr_changes) {
		select_changes(&s);
		return 0;
	}
	if ((prof->samples ? select_samples(&s, err) : select_rows(&s, err)) <
	    0)
		return -1;
	select_details(&s);
	if (prof->merged)
		take_merged(&s);
	if (!s.passed && filters_any(&sel->filters))
		note_none(&s, nr_rows, facets);
	prof->grouped = grouped(&s);
	prof->by_function = sel->nr_by == 1 && sel->by[0] == GROUP_INLINE;
	return take_event(&s, err);
}
