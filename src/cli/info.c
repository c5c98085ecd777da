#include "info.h"

#include <inttypes.h>
#include <stdio.h>

#include "diffprof/attribute.h"
#include "diffprof/bootimage.h"
#include "diffprof/escape.h"
#include "diffprof/merged.h"
#include "diffprof/plain.h"
#include "diffprof/recording.h"
#include "diffprof/samples.h"
#include "diffprof/times.h"
#include "operands.h"

#define VALUE_COLUMN 18

/* The key, and the blanks before its value. */
static void begin(struct outbuf *out, const char *key)
{
	size_t start = out->len;

	outbuf_text(out, "  ");
	escape_text(out, span_of(key));
	size_t width = out->len - start;
	outbuf_fill(out, ' ', width < VALUE_COLUMN ? VALUE_COLUMN - width : 1);
}

static void line(struct outbuf *out, const char *key, struct span value)
{
	if (!value.len)
		return;
	begin(out, key);
	escape_text(out, value);
	outbuf_char(out, '\n');
}

__attribute__((format(printf, 3, 4))) static void
say(struct outbuf *out, const char *key, const char *fmt, ...)
{
	struct arena arena = { 0 };
	va_list args;

	va_start(args, fmt);
	line(out, key, span_of(arena_vprintf(&arena, fmt, args)));
	va_end(args);
	arena_release(&arena);
}

/* ---- what a profile holds ------------------------------------------------ */

static void say_event(struct outbuf *out, const struct profile *prof, size_t i)
{
	const struct event *event = &prof->events[i];

	begin(out, "event");
	escape_text(out, span_of(*event->name ? event->name : "(no name)"));
	if (event->mask)
		outbuf_printf(out, ", unit mask %s", event->mask);
	outbuf_printf(out, ": %" PRIu64 " %s", event->listed, event->unit);
	if (event->scale)
		outbuf_printf(out, " in units of 10^-%u", event->scale);
	if (event->has_total && event->total != event->listed)
		outbuf_printf(out, " of %" PRIu64, event->total);
	if (event->rate_kind == RATE_FREQUENCY)
		outbuf_printf(out, ", %g a second", event->rate);
	else if (event->rate_kind == RATE_PERIOD)
		outbuf_printf(out, ", one every %g events", event->rate);
	if (event->weight_unit)
		outbuf_printf(out, ", weighed by %s", event->weight_unit);
	if (prof->merged)
		outbuf_printf(out, ", of %" PRIu64 " run%s",
			      prof->merged->events[i].runs,
			      prof->merged->events[i].runs == 1 ? "" : "s");
	outbuf_char(out, '\n');
}

/* What samples or rows are told apart by. */
static void say_known(struct outbuf *out, bool comm, bool cpu, bool chains)
{
	if (!comm && !cpu && !chains)
		return;
	begin(out, "by");
	outbuf_printf(out, "%s%s%s%s%s\n", comm ? "command" : "",
		      comm && (cpu || chains) ? ", " : "", cpu ? "CPU" : "",
		      cpu && chains ? ", " : "", chains ? "call chain" : "");
}

static void say_samples(struct outbuf *out, const struct samples *s)
{
	size_t addresses = 0, chains = 0;
	bool comm = false, cpu = false;

	for (size_t i = 0; i < s->nr_frames; i++)
		addresses += s->frames[i].symbol == NAME_NONE;
	for (size_t i = 0; i < s->nr_samples; i++) {
		const struct sample_key *key = &s->samples[i].key;

		comm |= key->comm != NAME_NONE;
		cpu |= key->cpu != CPU_NONE;
		chains += samples_parent(s, key->node) != NODE_ROOT;
	}
	say(out, "places", "%zu%s", s->nr_frames,
	    !addresses		     ? ", by name" :
	    addresses < s->nr_frames ? ", some by name and some by address" :
				       ", by address");
	say_known(out, comm, cpu, chains);
}

static void say_rows(struct outbuf *out, const struct profile *prof)
{
	bool comm = false, cpu = false;

	for (size_t i = 0; prof->facets && i < prof->nr; i++) {
		comm |= prof->facets[i].comm != NAME_NONE;
		cpu |= prof->facets[i].cpu != CPU_NONE;
	}
	say(out, "rows", "%zu", prof->nr);
	say_known(out, comm, cpu, false);
	if (prof->nr_events)
		return;
	say(out, prof->unit, "%" PRIu64, prof->listed);
	if (!prof->has_total)
		say(out, "total", "not known: the listing is cut");
	else if (prof->total != prof->listed)
		say(out, "total", "%" PRIu64 ": the listing is cut",
		    prof->total);
}

/* Ticks by address: how many there are depends on the byte order. */
static void say_histogram(struct outbuf *out, struct profile *prof)
{
	const struct histogram *hist = prof->histogram;
	uint32_t step = geometry_step_hint(hist);
	struct symtab st;
	struct error unused;
	struct input in;

	say(out, "counters", "%" PRIu64 ", of which %zu are not 0", hist->words,
	    hist->nr);
	if (step)
		say(out, "step", "%u bytes", step);
	if (!prof->symbols.len) {
		say(out, "symbols", "none; it needs the kernel's System.map (-m)"
				    " or vmlinux (-k)");
		return;
	}
	input_from_memory(&in, prof->symbols_name, prof->symbols.ptr,
			  prof->symbols.len);
	if (symtab_load_input(&in, &st, &unused) < 0)
		return;
	if (attribute(prof, &st, &unused) == 0) {
		say(out, "ticks", "%" PRIu64, prof->listed);
		say(out, "symbols hit", "%zu", prof->nr);
	}
	symtab_close(&st);
}

static void say_times(struct outbuf *out, const struct times_sum *times)
{
	static const char *const units[] = { "elapsed", "system", "user",
					     "% CPU" };
	const char *sep = "";

	if (!times)
		return;
	begin(out, "times");
	for (int i = 0; i <= TIME_CPU; i++) {
		const struct timed *timed = &times->of[i];

		if (!timed->runs)
			continue;
		outbuf_printf(out, "%s%.2f %s", sep,
			      (double)timed->sum / (double)timed->runs * 1e-6,
			      units[i]);
		sep = ", ";
	}
	outbuf_char(out, '\n');
}

static void say_profile(struct outbuf *out, struct profile *prof)
{
	if (prof->histogram)
		say_histogram(out, prof);
	for (size_t i = 0; i < prof->nr_events && !prof->nr_changes; i++)
		say_event(out, prof, i);
	if (prof->nr_changes)
		say(out, "rows", "%zu, of a comparison in %s", prof->nr_changes,
		    prof->unit);
	if (prof->samples)
		say_samples(out, prof->samples);
	else if (prof->nr && !prof->step)
		say_rows(out, prof);
	say_times(out, prof->times);
	for (const struct note *n = prof->notes.first; n; n = n->next)
		line(out, "note", span_of(n->text));
}

/* What is not the same of all runs of a merged one. */
static void say_mixed(struct outbuf *out, const struct merged *merged)
{
	for (size_t i = 0; i < merged->nr_mixed; i++) {
		const struct mixed_fact *fact = &merged->mixed[i];
		struct outbuf value = { 0 };
		char key[64];

		snprintf(key, sizeof(key), "%.*s",
			 fact->key.len < sizeof(key) ? (int)fact->key.len : 63,
			 fact->key.ptr);
		outbuf_span(&value, fact->value.ptr ? fact->value :
						      SPAN("(others)"));
		outbuf_printf(&value, " (%" PRIu64 " run%s)", fact->runs,
			      fact->runs == 1 ? "" : "s");
		line(out, key, (struct span){ value.data, value.len });
		outbuf_release(&value);
	}
}

/* What is said once of all runs. */
static void say_origin(struct outbuf *out, const struct profile *prof)
{
	if (prof->release)
		line(out, "kernel", span_of(prof->release));
	if (prof->build_id)
		line(out, "build id", span_of(prof->build_id));
	for (size_t i = 0; i < prof->nr_facts; i++) {
		struct span key = prof->facts[i].key;
		char name[64];

		if (span_is(key, RECORDING_KEY) || span_is(key, "release") ||
		    span_is(key, "build id"))
			continue;
		snprintf(name, sizeof(name), "%.*s",
			 key.len < sizeof(name) ? (int)key.len : 63, key.ptr);
		line(out, name, prof->facts[i].value);
	}
	if (prof->merged)
		say_mixed(out, prof->merged);
	if (prof->input_runs)
		say(out, "runs", "%u", prof->input_runs);
}

/* ---- files --------------------------------------------------------------- */

struct describing {
	const struct options *opts;
	struct outbuf *out;
	struct input in;
	const struct reader *reader;
};

static int read_one(struct describing *d, unsigned section, unsigned run,
		    struct profile *prof, struct error *err)
{
	const struct read_options opts = {
		.section = section,
		.chains = true,
		.comm = true,
		.cpu = true,
		.run = run,
	};

	profile_init(prof, d->in.path, d->reader->name);
	return d->reader->read(&d->in, &opts, prof, err);
}

static int say_runs(struct describing *d, unsigned nr, struct error *err)
{
	struct profile prof = { 0 };
	int failed = 0;

	for (unsigned run = 1; run <= nr && !failed; run++) {
		outbuf_printf(d->out, " run %u\n", run);
		failed = read_one(d, 0, run, &prof, err);
		if (!failed)
			say_profile(d->out, &prof);
		profile_release(&prof);
	}
	return failed;
}

/* All listings of a text, of which each is a profile. */
static int say_sections(struct describing *d, struct error *err)
{
	struct profile prof = { 0 };
	int failed = 0;

	for (unsigned section = 1; !failed; section++) {
		failed = read_one(d, section, 0, &prof, err);
		if (!failed) {
			outbuf_printf(d->out, " listing %u (--section=%u)\n",
				      section, section);
			say_profile(d->out, &prof);
		}
		profile_release(&prof);
	}
	// Behind the last there is none.
	return err->kind == ERR_USAGE ? 0 : -1;
}

static int say_input(struct describing *d, struct error *err)
{
	unsigned section = d->opts->side[SIDE_BOTH].section, runs;
	struct profile prof;
	int failed;

	outbuf_printf(d->out, ": %s, %s\n", d->reader->name,
		      d->reader->summary);
	if (d->in.packing)
		line(d->out, "packed by", span_of(d->in.packing));
	failed = read_one(d, section, 0, &prof, err);
	if (failed && err->kind == ERR_USAGE && d->reader->sections &&
	    !section) {
		profile_release(&prof);
		return say_sections(d, err);
	}
	runs = failed ? 0 : prof.input_runs;
	if (!failed) {
		say_origin(d->out, &prof);
		if (runs < 2)
			say_profile(d->out, &prof);
	}
	profile_release(&prof);
	if (failed || runs < 2)
		return failed;
	return say_runs(d, runs, err);
}

/* A map or image is no profile, and yet something to know of. */
static int say_symbols(struct describing *d, struct error *err)
{
	struct symtab st;

	if (symtab_load_input(&d->in, &st, err) < 0)
		return -1;
	outbuf_printf(d->out, ": symbols of a kernel (-%c)\n",
		      st.by_line ? 'm' : 'k');
	if (st.release)
		line(d->out, "kernel", span_of(st.release));
	if (st.build_id)
		line(d->out, "build id", span_of(st.build_id));
	say(d->out, "text", "%" PRIu64 " bytes from %" PRIx64 " on",
	    st.etext - st.stext, st.stext);
	say(d->out, "symbols", "%zu", st.nr);
	symtab_close(&st);
	return 0;
}

/* What a boot image says of the kernel in it, which has its symbols elsewhere. */
static int say_boot(struct describing *d, struct error *err)
{
	struct bootimage boot;
	struct input kernel;
	struct symtab st = { 0 };
	struct error unused;

	if (bootimage_open(&d->in, &boot, err) < 0 ||
	    bootimage_unpack(&d->in, &boot, &kernel, err) < 0)
		return -1;
	outbuf_text(d->out, ": boot image of a kernel\n");
	if (boot.release.len)
		line(d->out, "kernel", boot.release);
	line(d->out, "packed by", span_of(boot.packing));
	say(d->out, "unpacked", "%zu bytes", kernel.size);
	elf_notes(&kernel, &st);
	if (st.build_id)
		line(d->out, "build id", span_of(st.build_id));
	arena_release(&st.arena);
	if (symtab_load_input(&kernel, &st, &unused) < 0) {
		outbuf_text(d->out, "  no symbols, which are in its System.map"
				    " (-m) and the vmlinux of its debug"
				    " package (-k)\n");
		return 0;
	}
	say(d->out, "symbols", "%zu", st.nr);
	symtab_close(&st);
	return 0;
}

static int describe(const struct options *opts, const struct operand *operand,
		    struct outbuf *out, struct error *err)
{
	struct describing d = {
		.opts = opts,
		.out = out,
		.in = { .path = operand->path, .fd = -1 },
		.reader = operand->reader ? operand->reader :
					    opts->side[SIDE_BOTH].from,
	};
	const char *undone;
	int failed = 0;

	if (!operand->reader &&
	    (input_open(operand->path, &d.in, err) < 0 ||
	     plain_text(&d.in, &undone, err) < 0))
		return -1;
	escape_text(out, span_of(operand->path));
	// In this order, as where a file is named: no map has a row.
	if (!d.reader && reader_choose(&d.in, &d.reader, err) < 0) {
		if (bootimage_sniff(d.in.head))
			failed = say_boot(&d, err);
		else if (symtab_sniff(&d.in))
			return say_symbols(&d, err);
		else
			failed = -1;
		input_close(&d.in);
		return failed;
	}
	failed = say_input(&d, err);
	input_close(&d.in);
	return failed;
}

int info(const struct options *opts, struct outbuf *out, struct error *err)
{
	const struct group *group = &opts->groups[0];
	struct arena arena = { 0 };
	struct operands operands;
	struct notes notes;
	int failed;

	notes_init(&notes, &arena);
	failed = operands_expand(group->paths, group->nr, &arena, &operands,
				 &notes, err);
	for (size_t i = 0; i < operands.nr && !failed; i++)
		failed = describe(opts, &operands.operand[i], out, err);
	for (const struct note *n = notes.first; n && !failed; n = n->next)
		outbuf_printf(out, "%s: %s\n", n->file, n->text);
	arena_release(&arena);
	return failed;
}
