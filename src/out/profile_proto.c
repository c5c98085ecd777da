/*
 * profile_proto.c - a profile.proto, gzipped, for pprof and what reads the same
 *
 *	Profile	1 sample_type* 2 sample* 3 mapping* 4 location* 5 function*
 *		6 string* 11 period_type 12 period 13 comment*
 *	Sample	1 location* (the function itself first) 2 value* 3 label*
 *
 * A comparison is what `pprof -diff_base` makes of two: the samples of test, and
 * those of base with values below zero and the label "pprof::base".  Stacks are
 * the call chains, or the functions alone.  A function that is inlined shares
 * the location of what it is inlined into.  Images are mappings, the kernel of
 * either side one of its own where their build ids differ.
 *
 * Counts are sums over the runs, neither normalised nor cut: their sum is that
 * of the rows.  The same input always makes the same bytes.
 */
#include "diffprof/output.h"

#include "diffprof/agree.h"
#include "diffprof/flame.h"
#include "diffprof/pack.h"
#include "diffprof/samples.h"

#include "protobuf.h"
#include "sides.h"

enum {
	BASE,
	TEST,
	SIDES
};

struct mapping {
	name_id image;
	const char *build_id; /* or NULL */
};

/* A function, perhaps inlined into another location. */
struct location {
	uint32_t function; /* index into the tree's */
	uint32_t into; /* 0: not inlined; as all numbers of these, from 1 */
	uint32_t mapping;
	uint32_t inlined, next; /* what is inlined into it, and the next such */
};

struct proto {
	const struct view *view;
	struct flame flame;
	struct arena arena;
	struct names strings; /* numbers are those of the string table */
	struct mapping *mapping;
	size_t nr_mappings, cap_mappings;
	struct location *location;
	size_t nr_locations, cap_locations;
	uint32_t *plain[SIDES]; /* by function: its location, not inlined */
	uint32_t *of[SIDES]; /* by frame */
	struct outbuf samples, message, packed;
};

static const struct side *side_of(const struct proto *p, int side)
{
	const struct diff *diff = p->view->diff;

	return !diff	    ? &p->view->listing->side :
	       side == TEST ? &diff->test :
			      &diff->base;
}

static uint64_t string(struct proto *p, struct span text)
{
	return names_intern(&p->strings, text);
}

/* The message that was made, as FIELD of OUT. */
static void end_message(struct proto *p, struct outbuf *out, uint32_t field)
{
	proto_bytes(out, field, p->message.data, p->message.len);
	p->message.len = 0;
}

/* ---- mappings -------------------------------------------------------------- */

/* The build id of IMAGE on SIDE, as far as a run knows. */
static const char *build_id_of(const struct side *side, struct span image)
{
	if (span_is(image, IMAGE_KERNEL))
		return side_build_id(side);
	for (size_t i = 0; i < side->nr_runs; i++) {
		const struct profile *run = side->runs[i];
		const struct samples *s = run->samples;

		for (size_t k = 0; s && k < s->nr_objects; k++)
			if (s->objects[k].build_id &&
			    span_eq(names_text(&run->names,
					       s->objects[k].image),
				    image))
				return s->objects[k].build_id;
	}
	return NULL;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static uint32_t mapping_of(struct proto *p, name_id image, int side)
{
	struct span name = names_text(p->flame.names, image);
	const char *build_id = build_id_of(side_of(p, side), name);

	for (size_t i = 0; i < p->nr_mappings; i++)
		if (p->mapping[i].image == image &&
		    same_text(p->mapping[i].build_id, build_id))
			return (uint32_t)i + 1;
	ARENA_ROOM(&p->arena, p->mapping, p->nr_mappings, p->cap_mappings);
	p->mapping[p->nr_mappings++] = (struct mapping){ image, build_id };
	return (uint32_t)p->nr_mappings;
}

/* ---- locations ----------------------------------------------------------- */

static uint32_t new_location(struct proto *p, uint32_t function, uint32_t into,
			     uint32_t mapping)
{
	ARENA_ROOM(&p->arena, p->location, p->nr_locations, p->cap_locations);
	p->location[p->nr_locations++] = (struct location){
		.function = function,
		.into = into,
		.mapping = mapping,
	};
	return (uint32_t)p->nr_locations;
}

static uint32_t plain_location(struct proto *p, uint32_t function, int side)
{
	uint32_t at = p->plain[side][function];
	uint32_t other = p->plain[!side][function];

	if (at)
		return at;
	uint32_t mapping =
		mapping_of(p, p->flame.functions[function].image, side);
	if (other && p->location[other - 1].mapping == mapping)
		at = other;
	else
		at = new_location(p, function, 0, mapping);
	p->plain[side][function] = at;
	return at;
}

static uint32_t inlined_location(struct proto *p, uint32_t function,
				 uint32_t into)
{
	uint32_t at = p->location[into - 1].inlined;

	while (at && p->location[at - 1].function != function)
		at = p->location[at - 1].next;
	if (at)
		return at;
	at = new_location(p, function, into, p->location[into - 1].mapping);
	p->location[at - 1].next = p->location[into - 1].inlined;
	p->location[into - 1].inlined = at;
	return at;
}

static void find_location(struct proto *p, size_t i, int side)
{
	const struct flame_frame *frame = &p->flame.frames[i];
	bool inlined = frame->inlined && frame->parent;

	// Callers come first.
	p->of[side][i] = inlined ?
				 inlined_location(p, frame->function,
						  p->of[side][frame->parent]) :
				 plain_location(p, frame->function, side);
}

/* ---- samples ------------------------------------------------------------- */

/* The caller of the function that frame I is in, or is inlined into. */
static uint32_t caller_of(const struct flame *flame, uint32_t i)
{
	while (flame->frames[i].inlined && flame->frames[i].parent)
		i = flame->frames[i].parent;
	return flame->frames[i].parent;
}

static void add_sample(struct proto *p, uint32_t i, int side, uint64_t count)
{
	bool is_base = p->flame.both && side == BASE;
	int64_t value = (int64_t)count;

	if (!count)
		return;
	p->packed.len = 0;
	for (uint32_t at = i; at; at = caller_of(&p->flame, at))
		proto_varint(&p->packed, p->of[side][at]);
	proto_bytes(&p->message, 1, p->packed.data, p->packed.len);
	p->packed.len = 0;
	proto_varint(&p->packed, (uint64_t)(is_base ? -value : value));
	proto_bytes(&p->message, 2, p->packed.data, p->packed.len);
	if (is_base) {
		p->packed.len = 0;
		proto_number(&p->packed, 1, string(p, SPAN("pprof::base")));
		proto_number(&p->packed, 2, string(p, SPAN("true")));
		proto_bytes(&p->message, 3, p->packed.data, p->packed.len);
	}
	end_message(p, &p->samples, 2);
}

static void add_samples(struct proto *p)
{
	size_t nr = p->flame.nr;

	for (int side = 0; side < SIDES; side++) {
		p->plain[side] =
			arena_zalloc(&p->arena, (p->flame.nr_functions + 1) *
							sizeof(uint32_t));
		p->of[side] =
			arena_zalloc(&p->arena, (nr + 1) * sizeof(uint32_t));
	}
	for (size_t i = 1; i < nr; i++) {
		const struct flame_frame *frame = &p->flame.frames[i];

		if (frame->base)
			find_location(p, i, BASE);
		if (frame->test)
			find_location(p, i, TEST);
		add_sample(p, (uint32_t)i, BASE, frame->base_self);
		add_sample(p, (uint32_t)i, TEST, frame->test_self);
	}
}

/* ---- tables -------------------------------------------------------------- */

static void put_mappings(struct proto *p, struct outbuf *out)
{
	for (size_t i = 0; i < p->nr_mappings; i++) {
		const struct mapping *m = &p->mapping[i];

		proto_number(&p->message, 1, i + 1);
		proto_number(&p->message, 5,
			     string(p, names_text(p->flame.names, m->image)));
		proto_number(&p->message, 6, string(p, span_of(m->build_id)));
		proto_number(&p->message, 7, true); /* it has functions */
		end_message(p, out, 3);
	}
}

static void put_locations(struct proto *p, struct outbuf *out)
{
	for (size_t i = 0; i < p->nr_locations; i++) {
		const struct location *l = &p->location[i];

		proto_number(&p->message, 1, i + 1);
		proto_number(&p->message, 2, l->mapping);
		// What is inlined comes first, the function that has it last.
		for (;; l = &p->location[l->into - 1]) {
			p->packed.len = 0;
			proto_number(&p->packed, 1, l->function);
			proto_bytes(&p->message, 4, p->packed.data,
				    p->packed.len);
			if (!l->into)
				break;
		}
		end_message(p, out, 4);
	}
}

/* The source file of FUNCTION, if its row knows it. */
static struct span file_of(const struct proto *p,
			   const struct flame_function *function,
			   struct arena *scratch)
{
	const struct column *column = column_find(p->view->set, SPAN("file"));
	const struct diff *diff = p->view->diff;
	struct span none = { NULL, 0 };

	if (function->row == FLAME_NONE || !column)
		return none;
	struct cell cell =
		column->get(p->view->source,
			    diff ? (const void *)&diff->rows[function->row] :
				   &p->view->listing->rows[function->row],
			    scratch);
	return cell.kind == CELL_TEXT ? cell.text : none;
}

static void put_functions(struct proto *p, struct outbuf *out)
{
	bool *used = arena_zalloc(&p->arena, p->flame.nr_functions + 1);
	struct arena scratch = { 0 };

	for (size_t i = 0; i < p->nr_locations; i++)
		used[p->location[i].function] = true;
	for (size_t i = 1; i < p->flame.nr_functions; i++) {
		const struct flame_function *f = &p->flame.functions[i];
		struct span name = names_text(p->flame.names, f->symbol);

		if (!used[i])
			continue;
		uint64_t id = string(p, name.len ? name : SPAN(SYMBOL_UNKNOWN));
		proto_number(&p->message, 1, i);
		proto_number(&p->message, 2, id);
		proto_number(&p->message, 3, id);
		proto_number(&p->message, 4,
			     string(p, file_of(p, f, &scratch)));
		end_message(p, out, 5);
	}
	arena_release(&scratch);
}

static void put_strings(const struct proto *p, struct outbuf *out)
{
	for (name_id i = 0; i < p->strings.nr; i++) {
		struct span text = names_text(&p->strings, i);

		proto_bytes(out, 6, text.ptr, text.len);
	}
}

/* ---- what is counted ------------------------------------------------------- */

static void put_type(struct proto *p, struct outbuf *out, uint32_t field,
		     struct span type, struct span unit)
{
	proto_number(&p->message, 1, string(p, type));
	proto_number(&p->message, 2, string(p, unit));
	end_message(p, out, field);
}

static void put_sample_type(struct proto *p, struct outbuf *out)
{
	const struct profile *run = side_of(p, TEST)->runs[0];
	const char *unit = run->unit ? run->unit : "ticks";
	struct span event = run->event ? span_of(run->event->name) : SPAN("");

	if (!strcmp(unit, "samples") || !strcmp(unit, "ticks"))
		put_type(p, out, 1, span_of(unit), SPAN("count"));
	else
		put_type(p, out, 1, event.len ? event : span_of(unit),
			 !strcmp(unit, "ns") ? SPAN("nanoseconds") :
					       span_of(unit));
}

/* How often both were sampled, where they say the same. */
static void put_period(struct proto *p, struct outbuf *out)
{
	const struct event *base = side_of(p, BASE)->runs[0]->event;
	const struct event *test = side_of(p, TEST)->runs[0]->event;

	if (!base || !test || base->rate_kind != RATE_PERIOD ||
	    test->rate_kind != RATE_PERIOD || base->rate != test->rate ||
	    !(test->rate >= 1 && test->rate < 0x1p62))
		return;
	struct span core = event_core(span_of(test->name));
	bool clock = span_is(core, "cpu-clock") || span_is(core, "task-clock");
	put_type(p, out, 11, core, clock ? SPAN("nanoseconds") : SPAN("count"));
	proto_number(out, 12, (uint64_t)test->rate);
}

static void put_comments(struct proto *p, struct outbuf *out)
{
	p->packed.len = 0;
	for (int side = p->flame.both ? BASE : TEST; side < SIDES; side++) {
		const struct side *of = side_of(p, side);

		proto_varint(&p->packed,
			     string(p,
				    span_of(arena_printf(&p->arena,
							 "%s: %s, %zu run%s",
							 !p->flame.both ?
								 "profile" :
							 side == BASE ? "base" :
									"test",
							 of->label, of->nr_runs,
							 of->nr_runs == 1 ?
								 "" :
								 "s"))));
	}
	proto_bytes(out, 13, p->packed.data, p->packed.len);
}

static int print(const struct view *views, size_t nr,
		 const struct output_options *opts, struct outbuf *out,
		 struct error *err)
{
	struct proto p = { .view = views };
	struct outbuf plain = { 0 };

	(void)opts;
	if (nr > 1)
		return fail(err, ERR_USAGE,
			    "--format=pprof: is for one test; there are %zu",
			    nr);
	if (views[0].diff)
		flame_of_diff(views[0].diff, &p.arena, &p.flame);
	else
		flame_of_listing(views[0].listing, &p.arena, &p.flame);
	names_init(&p.strings, &p.arena);
	put_sample_type(&p, &plain);
	add_samples(&p);
	outbuf_bytes(&plain, p.samples.data, p.samples.len);
	put_mappings(&p, &plain);
	put_locations(&p, &plain);
	put_functions(&p, &plain);
	put_period(&p, &plain);
	put_comments(&p, &plain);
	put_strings(&p, &plain);
	int failed =
		pack_gzip((struct span){ plain.data, plain.len }, out, err);
	outbuf_release(&plain);
	outbuf_release(&p.samples);
	outbuf_release(&p.message);
	outbuf_release(&p.packed);
	arena_release(&p.arena);
	return failed;
}

const struct output output_pprof = {
	.name = "pprof",
	.summary = "profile.proto, base below zero, for pprof",
	.suffixes = "pprof,pb,pb.gz",
	.chains = true,
	.zeros = true,
	.shows_significance = output_shows_never,
	.print = print,
};
