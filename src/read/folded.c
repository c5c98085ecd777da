/*
 * folded.c - one call chain a line, and how often it was seen
 *
 *	make;execve_[k];do_execveat_common_[k] 214
 *	swapper;default_idle_[k] 31.5
 *	make;main 10 12
 *
 * The outermost caller is first, the function itself last; names may hold
 * blanks, so the last one of the line ends them.  A name may end in what some
 * tools put there: _[k] of the kernel, _[i] inlined into the one before, _[j]
 * made at run time.  When a file has _[k], what has not is of user space.
 *
 * Two counts a line are what tools print that lay two files side by side, ours
 * among them: every line of such a file has both, and they are two events.
 *
 * Lines that begin with # are remarks.
 */
#include "diffprof/input.h"
#include "diffprof/reader.h"
#include "diffprof/samples.h"
#include "foldedline.h"

/* The chain of the line before, as far as it goes. */
struct chain_part {
	size_t end; /* of its name, in bytes from the start of the stack */
	uint32_t node;
};

/* So many lines are looked up side by side: their names are all over memory. */
#define WAITING 32

struct waiting {
	struct folded_count count[FOLDED_COUNTS];
	size_t lineno;
};

struct state {
	struct profile *prof;
	struct samples *samples;
	struct arena scratch;
	bool two; /* counts a line */
	unsigned side; /* of these, which; 0: both, as events */
	unsigned scale; /* decimals of all counts so far */
	/* How often it was seen, by node, or without chains by name. */
	uint64_t *tally[FOLDED_COUNTS];
	size_t cap_tally;
	uint64_t sum[FOLDED_COUNTS];
	uint32_t *frame_of; /* by name: index + 1 */
	size_t cap_frames;
	struct span last; /* stack, and its parts */
	struct chain_part *parts;
	size_t nr_parts, cap_parts;
	/* Without chains: lines that are not counted yet, and their names. */
	struct waiting waiting[WAITING];
	struct span names[WAITING];
	size_t nr_waiting;
	size_t rows, skipped, first_skipped, lineno;
};

/* ---- counts -------------------------------------------------------------- */

static int too_many(const struct state *s, struct error *err)
{
	return fail(err, ERR_LIMIT,
		    "%s:%zu: the counts add up to more than 63 bits hold",
		    s->prof->path, s->lineno);
}

/* Count in units of 10^-SCALE from now on. */
static int rescale(struct state *s, unsigned scale, struct error *err)
{
	uint64_t factor = 1;

	for (unsigned i = s->scale; i < scale; i++)
		factor *= 10;
	for (size_t e = 0; e < 1u + s->two; e++) {
		if (s->sum[e] > COUNT_MAX / factor)
			return too_many(s, err);
		s->sum[e] *= factor;
		// Each is at most their sum.
		for (size_t i = 0; i < s->cap_tally; i++)
			s->tally[e][i] *= factor;
	}
	s->scale = scale;
	return 0;
}

/* VALUE of SCALE decimals in units of the file, which may become smaller. */
static int to_scale(struct state *s, const struct folded_count *count,
		    uint64_t *value, struct error *err)
{
	*value = count->value;
	if (count->scale > s->scale)
		return rescale(s, count->scale, err);
	for (unsigned i = count->scale; i < s->scale; i++) {
		if (*value > COUNT_MAX / 10)
			return too_many(s, err);
		*value *= 10;
	}
	return 0;
}

static void tally_room(struct state *s, uint32_t id)
{
	size_t old = s->cap_tally, cap = old ? old : 1024;

	while (cap <= id)
		cap *= 2;
	if (cap == old)
		return;
	for (size_t e = 0; e < 1u + s->two; e++) {
		s->tally[e] = arena_grow(&s->scratch, s->tally[e],
					 old * sizeof(**s->tally),
					 cap * sizeof(**s->tally));
		memset(s->tally[e] + old, 0, (cap - old) * sizeof(**s->tally));
	}
	s->cap_tally = cap;
}

static int count_line(struct state *s, uint32_t id,
		      const struct folded_count *count, struct error *err)
{
	if (id >= s->cap_tally)
		tally_room(s, id);
	for (size_t e = 0; e < 1u + s->two; e++) {
		uint64_t value = count[e].value;

		if (count[e].scale != s->scale &&
		    to_scale(s, &count[e], &value, err) < 0)
			return -1;
		if (value > COUNT_MAX - s->sum[e])
			return too_many(s, err);
		s->sum[e] += value;
		s->tally[e][id] += value;
	}
	s->rows++;
	return 0;
}

/* ---- chains -------------------------------------------------------------- */

/* The frame of NAME, which is as the file has it. */
static uint32_t frame_of(struct state *s, name_id id)
{
	struct profile *prof = s->prof;

	if (id >= s->cap_frames) {
		size_t cap = 2 * (size_t)id + 1024;

		s->frame_of = arena_grow(&s->scratch, s->frame_of,
					 s->cap_frames * sizeof(*s->frame_of),
					 cap * sizeof(*s->frame_of));
		memset(s->frame_of + s->cap_frames, 0,
		       (cap - s->cap_frames) * sizeof(*s->frame_of));
		s->cap_frames = cap;
	}
	if (s->frame_of[id])
		return s->frame_of[id] - 1;

	struct folded_frame name =
		foldedline_frame(names_text(&prof->names, id));
	name_id image = name.kernel ?
				names_intern(&prof->names, SPAN(IMAGE_KERNEL)) :
				NAME_NONE;
	uint32_t frame =
		samples_frame_named(s->samples,
				    names_intern(&prof->names, name.symbol),
				    image, 0, name.inlined ? FRAME_INLINED : 0);

	s->frame_of[id] = frame + 1;
	return frame;
}

/*
 * The chain of STACK.  Files are sorted as a rule, so that most of it is that of
 * the line before.
 */
static uint32_t node_of(struct state *s, struct span stack)
{
	size_t common = span_common(s->last, stack), nr = s->nr_parts;

	while (nr && (s->parts[nr - 1].end > common ||
		      (s->parts[nr - 1].end < stack.len &&
		       stack.ptr[s->parts[nr - 1].end] != ';')))
		nr--;
	uint32_t node = nr ? s->parts[nr - 1].node : NODE_ROOT;
	size_t at = nr ? s->parts[nr - 1].end + 1 : 0;

	while (at <= stack.len) {
		const char *from = stack.ptr + at;
		const char *to = memchr(from, ';', stack.len - at);
		struct span name = { from, to ? (size_t)(to - from) :
						stack.len - at };

		node = samples_node(s->samples, node,
				    frame_of(s, names_intern(&s->prof->names,
							     name)));
		ARENA_ROOM(&s->scratch, s->parts, nr, s->cap_parts);
		at += name.len;
		s->parts[nr++] = (struct chain_part){ at++, node };
	}
	s->nr_parts = nr;
	s->last = stack;
	return node;
}

/* ---- lines --------------------------------------------------------------- */

static int count_waiting(struct state *s, struct error *err)
{
	size_t nr = s->nr_waiting, lineno = s->lineno;
	name_id ids[WAITING];

	names_intern_all(&s->prof->names, s->names, nr, ids);
	s->nr_waiting = 0;
	for (size_t i = 0; i < nr; i++) {
		s->lineno = s->waiting[i].lineno;
		if (count_line(s, ids[i], s->waiting[i].count, err) < 0)
			return -1;
	}
	s->lineno = lineno;
	return 0;
}

static int take_row(struct state *s, const struct folded_line *line,
		    struct error *err)
{
	struct span stack = line->stack;
	struct waiting *w = &s->waiting[s->nr_waiting];

	if (s->samples->keep_chains)
		return count_line(s, node_of(s, stack), line->count, err);

	const char *semicolon = memrchr(stack.ptr, ';', stack.len);
	if (semicolon)
		stack = (struct span){ semicolon + 1,
				       (size_t)(stack.ptr + stack.len -
						semicolon - 1) };
	memcpy(w->count, line->count, sizeof(w->count));
	w->lineno = s->lineno;
	s->names[s->nr_waiting++] = stack;
	return s->nr_waiting == WAITING ? count_waiting(s, err) : 0;
}

static int bad_count(const struct state *s, const struct folded_line *line,
		     struct error *err)
{
	return fail(err, line->kind == FOLDED_TOO_BIG ? ERR_LIMIT : ERR_FORMAT,
		    line->kind == FOLDED_TOO_BIG ?
			    "%s:%zu: count \"%.*s\" does not fit in 63 bits" :
			    "%s:%zu: count \"%.*s\" is negative; this is the"
			    " difference of two profiles, give those",
		    s->prof->path, s->lineno, (int)line->word.len,
		    line->word.ptr);
}

/* *ONE is set when a line turns out to have one count where two were expected. */
static int read_lines(struct state *s, struct span text, bool *one,
		      struct error *err)
{
	const char *p = text.ptr, *end = p + text.len;
	struct folded_line line;

	for (; p < end; s->lineno++) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		struct span raw = { p, (size_t)((stop ? stop : end) - p) };

		p = stop ? stop + 1 : end;
		foldedline_parse(raw, s->two, &line);
		switch (line.kind) {
		case FOLDED_ROW:
			if (take_row(s, &line, err) < 0)
				return -1;
			break;
		case FOLDED_NEGATIVE:
		case FOLDED_TOO_BIG:
			return count_waiting(s, err) < 0 ?
				       -1 :
				       bad_count(s, &line, err);
		case FOLDED_OTHER:
			if (s->two &&
			    foldedline_parse(raw, false, &line) == FOLDED_ROW) {
				*one = true;
				return 0;
			}
			s->skipped++;
			if (s->skipped == 1)
				s->first_skipped = s->lineno;
			break;
		case FOLDED_REMARK:
			break;
		}
	}
	return count_waiting(s, err);
}

/* ---- samples ------------------------------------------------------------- */

/* The count that is the first event. */
static size_t first_count(const struct state *s)
{
	return s->two && s->side ? s->side - 1 : 0;
}

static void add_events(struct state *s)
{
	struct profile *prof = s->prof;
	const char *unit = s->scale ? "unknown" : "samples";

	if (s->two && !s->side) {
		profile_event(prof, SPAN("base"), NULL);
		profile_event(prof, SPAN("test"), NULL);
	} else {
		profile_event(prof, SPAN(""), NULL);
	}
	for (size_t e = 0; e < prof->nr_events; e++) {
		prof->events[e].unit = unit;
		prof->events[e].scale = s->scale;
		prof->events[e].total = s->sum[e + first_count(s)];
		prof->events[e].has_total = true;
	}
	prof->unit = unit;
	prof->scale = s->scale;
}

/* Does some name of the file say that it is of the kernel? */
static bool tells_kernel(const struct state *s)
{
	name_id kernel = names_find(&s->prof->names, SPAN(IMAGE_KERNEL));

	for (size_t i = 0; kernel && i < s->samples->nr_frames; i++)
		if (s->samples->frames[i].image == kernel)
			return true;
	return false;
}

/* The node of ID, which is one, or without chains a name. */
static uint32_t node_of_id(struct state *s, uint32_t id)
{
	return s->samples->keep_chains ?
		       id :
		       samples_node(s->samples, NODE_ROOT, frame_of(s, id));
}

static int add_samples(struct state *s, struct error *err)
{
	struct samples *samples = s->samples;
	const uint64_t *tally;

	// First all frames: any of them may tell what the others are.
	for (size_t e = 0; e < 1u + s->two; e++)
		for (size_t id = 0; id < s->cap_tally; id++)
			if (s->tally[e][id])
				node_of_id(s, (uint32_t)id);
	bool tells = tells_kernel(s);
	for (size_t e = 0; e < s->prof->nr_events; e++) {
		tally = s->tally[e + first_count(s)];
		for (size_t id = 0; id < s->cap_tally; id++) {
			struct sample_key key = { .cpu = CPU_NONE,
						  .event = (uint16_t)e };

			if (!tally[id])
				continue;
			key.node = node_of_id(s, (uint32_t)id);
			const struct frame *leaf =
				&samples->frames[samples_leaf(samples,
							      key.node)];
			key.mode = leaf->image ? MODE_KERNEL :
				   tells       ? MODE_USER :
						 MODE_UNKNOWN;
			if (samples_add(samples, &key, tally[id], 0, NULL,
					err) < 0)
				return -1;
		}
	}
	return 0;
}

/* ---- the file ------------------------------------------------------------ */

/* The whole lines of IN, with a note where there may be more. */
static struct span whole_stacks(const struct input *in, struct span text,
			       struct profile *prof)
{
	const char *end = memrchr(text.ptr, '\n', text.len);
	size_t whole = end ? (size_t)(end + 1 - text.ptr) : 0;
	struct span rest = { text.ptr + whole, text.len - whole };
	struct folded_line line;

	if (span_starts(text, "\xef\xbb\xbf") && whole != 0) {
		text.ptr += 3;
		text.len -= 3;
		whole -= 3;
	}
	if (in->cut_short) {
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  "%s; what is whole of it was read", in->cut_short);
		text.len = whole;
	} else if (rest.len) {
		bool row = foldedline_parse(rest, false, &line) == FOLDED_ROW;

		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  row ? "the last line has no end and may be cut; it"
				" was read as it is" :
				"it ends within a line, which was left out");
		text.len = row ? text.len : whole;
	}
	return text;
}

static int read_counts(struct state *s, struct span text,
		       const struct read_options *opts, struct error *err)
{
	bool one = false;

	s->samples = samples_begin(s->prof, opts);
	s->prof->names.copies = true;
	s->two = foldedline_has_two(text);
	s->lineno = 1;
	if (read_lines(s, text, &one, err) < 0) {
		// What is wrong with the first count may be that it is none.
		one = s->two && foldedline_has_one(text);
		if (!one)
			return -1;
	}
	if (!one)
		return 0;

	// Begin again: what looked like a first count is part of the names.
	struct arena scratch = s->scratch;
	*s = (struct state){ .prof = s->prof, .scratch = scratch, .lineno = 1 };
	s->samples = samples_begin(s->prof, opts);
	return read_lines(s, text, &one, err);
}

static int read_folded(struct input *in, const struct read_options *opts,
		       struct profile *prof, struct error *err)
{
	struct state s = { .prof = prof, .side = opts->side };
	struct span text;

	if (input_data(in, &text, err) < 0)
		return -1;
	text = whole_stacks(in, text, prof);
	int failed = read_counts(&s, text, opts, err);
	if (!failed && !s.rows)
		failed = fail(err, ERR_FORMAT,
			      "%s: no \"caller;function count\" line",
			      prof->path);
	if (!failed && s.skipped)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s no stack with a count and %s skipped, the"
			  " first is line %zu",
			  s.skipped, s.skipped == 1 ? " is" : "s are",
			  s.skipped == 1 ? "was" : "were", s.first_skipped);
	if (!failed && s.two && !s.side)
		notes_add(&prof->notes, NOTE_INFO, "two-counts", prof->path,
			  "two counts a line: the first are the event \"base\","
			  " the second \"test\"");
	if (!failed) {
		add_events(&s);
		failed = add_samples(&s, err);
	}
	arena_release(&s.scratch);
	return failed;
}

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	switch (foldedline_looks(in->head, in->head.len == in->size)) {
	case FOLDED_LOOKS:
		return true;
	case FOLDED_LOOKS_OPEN:
	case FOLDED_LOOKS_BARE:
		// The first line may be longer than the head, and rows without
		// a caller may have one further on.
		return in->head.len < in->size &&
		       !memchr(in->head.ptr, '\0', in->head.len) &&
		       !input_data(in, &data, &unused) &&
		       foldedline_looks(data, true) == FOLDED_LOOKS;
	case FOLDED_LOOKS_NOT:
		break;
	}
	return false;
}

static bool holds_both(struct input *in)
{
	struct error unused;
	struct span text;

	return !input_data(in, &text, &unused) && foldedline_has_two(text) &&
	       !foldedline_has_one(text);
}

const struct reader reader_folded = {
	.name = "folded",
	.summary = "call chains, one \"caller;function count\" a line",
	.text = true,
	.sniff = sniff,
	.holds_both = holds_both,
	.read = read_folded,
};
