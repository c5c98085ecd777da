/*
 * perfscript.c - samples as perf script prints them
 *
 *	dd 30202 [001]  1759.968889:    1003009 cpu-clock:
 *		ffffffff816b6292 rw_verify_area+0x52 ([kernel.kallsyms])
 *		ffffffff816b92b8 vfs_write+0x78 ([kernel.kallsyms])
 *		           f8350 __GI___libc_write+0x10 (/usr/lib/libc.so.6)
 *
 * A head: the command, its process, the CPU, the time, the period, the event;
 * then the call chain, the function itself first, and an empty line.  Without
 * call chains the frame stands behind the head.  perf script -F leaves columns
 * out: of a sample with none at all only its frames are there.  A branch,
 *
 *	main 3258 1 branches: ffffffff810c46 a+0x54 ([k]) => ffffffff810c4e b+0x3c
 *
 * counts where it came from.  A sample of a tracepoint that was printed without
 * a place counts as unknown.
 *
 * Memory grows with what is different in the text; the rest is looked up.
 */
#include "diffprof/input.h"
#include "diffprof/reader.h"
#include "diffprof/samples.h"
#include "diffprof/textlines.h"
#include "perfhead.h"
#include "scriptchains.h"
#include "scriptcounts.h"
#include "scriptline.h"

/* The sample being read. */
struct block {
	bool begun, headless;
	struct script_head head;
	struct span text; /* its frames, if they stand in the file as such */
	bool copied; /* they do not: they are in state.copy */
	size_t lineno;
};

struct state {
	struct profile *prof;
	struct samples *samples;
	struct script_chains chains;
	struct script_counts counts;
	struct textlines lines;
	struct perf_head facts;
	struct block block;
	char *copy; /* frames of a quoted block, one a line */
	size_t copied, copy_cap;

	/* A line that is no head by itself, unless a chain follows. */
	struct span maybe;
	bool has_maybe, after_blank;

	size_t skipped;
	uint64_t lost, nr_lost, nr_throttled;
	bool has_chains; /* some sample has one below its head */
	size_t cut_line; /* where a sample was left out */
};

/* ---- samples ------------------------------------------------------------- */

/* The frames of the block as text that stays. */
static struct script_chain *chain_of(struct state *s)
{
	struct block *b = &s->block;

	if (b->copied) {
		struct span text = { s->copy, s->copied };
		size_t seen = s->chains.nr;
		struct script_chain *chain =
			script_chain(&s->chains, text, false);

		// It was entered, and so were names in it: the next needs another.
		if (s->chains.nr > seen) {
			s->copy = NULL;
			s->copy_cap = 0;
		}
		return chain;
	}
	if (b->text.len)
		return script_chain(&s->chains, b->text, false);
	if (b->head.rest.len && scriptline_is_place(b->head.rest))
		return script_chain(&s->chains, b->head.rest, true);
	return script_chain(&s->chains, (struct span){ "", 0 }, false);
}

/* The sample is whole. */
static int finish(struct state *s, struct error *err)
{
	struct block *b = &s->block;

	if (!b->begun)
		return 0;
	b->begun = false;
	struct script_chain *chain = chain_of(s);
	s->skipped += chain->nr_bad;
	// Frames without a head that are none are prose.
	if (b->headless && chain->nowhere)
		return 0;
	return script_count(&s->counts, &b->head, chain, b->lineno, err);
}

static void begin(struct state *s, const struct script_head *head)
{
	s->block = (struct block){ .begun = true,
				   .head = *head,
				   .lineno = s->lines.lineno };
	s->copied = 0;
	s->has_maybe = false;
}

/* ---- lines --------------------------------------------------------------- */

/* "PERF_RECORD_LOST lost 12" and others that are no samples. */
static void take_record(struct state *s, struct span rest)
{
	struct span word, number;
	uint64_t lost;

	span_word(&rest, &word);
	if (span_starts(word, "PERF_RECORD_THROTTLE"))
		s->nr_throttled++;
	if (!span_starts(word, "PERF_RECORD_LOST"))
		return;
	span_word(&rest, &word);
	if (span_word(&rest, &number) &&
	    span_count(number, &lost) == NUMBER_OK &&
	    lost <= COUNT_MAX - s->lost) {
		s->lost += lost;
		s->nr_lost++;
	}
}

/* A chain without a head, or with one of few columns: true if it may be. */
static int begin_chain(struct state *s, bool *begun, struct error *err)
{
	struct script_head head = { .cpu = CPU_NONE };

	*begun = s->block.begun;
	if (s->block.begun)
		return 0;
	if (s->has_maybe) {
		if (!scriptline_short_head(s->maybe, &head))
			return 0;
		s->skipped--;
	} else if (!s->after_blank) {
		return 0;
	}
	if (finish(s, err) < 0)
		return -1;
	bool headless = !s->has_maybe;
	begin(s, &head);
	s->block.headless = headless;
	*begun = true;
	return 0;
}

static void copy_text(struct state *s, struct span text)
{
	size_t need = s->copied + text.len + 1;

	if (need > s->copy_cap) {
		size_t cap = 2 * need + 256;

		s->copy = arena_grow(&s->prof->arena, s->copy, s->copied, cap);
		s->copy_cap = cap;
	}
	memcpy(s->copy + s->copied, text.ptr, text.len);
	s->copied += text.len;
	s->copy[s->copied++] = '\n';
}

/* More frames of the block, of which others may have come before. */
static void put_frames(struct state *s, struct span text, bool in_place)
{
	struct block *b = &s->block;

	s->has_chains = true;
	if (in_place && !b->copied && !b->text.len) {
		b->text = text;
		return;
	}
	if (!b->copied) {
		b->copied = true;
		s->copied = 0;
		if (b->text.len)
			copy_text(s, b->text);
	}
	copy_text(s, text);
}

/* A TAB, a column of 16 with an address at its right, and the end or a blank? */
static bool has_address(const char *p, const char *end)
{
	const char *last = p + 17;

	if (end - p < 17 || *p++ != '\t')
		return false;
	while (p < last && *p == ' ')
		p++;
	if (p == last)
		return false;
	while (p < last && (char_is_digit(*p) || (*p >= 'a' && *p <= 'f')))
		p++;
	return p == last && (p == end || *p == ' ' || *p == '\n' || *p == '\r');
}

/*
 * All lines with a TAB and an address in front from START on.  Where a whole
 * text was indented by a TAB, heads have one too.
 */
static int take_chain(struct state *s, const char *start, struct error *err)
{
	const char *next = s->lines.next, *end = s->lines.end;
	bool begun;

	while (has_address(next, end)) {
		const char *stop = memchr(next, '\n', (size_t)(end - next));

		next = stop ? stop + 1 : end;
		s->lines.lineno++;
	}
	s->lines.next = next;
	if (begin_chain(s, &begun, err) < 0)
		return -1;
	if (!begun)
		s->skipped++;
	else
		put_frames(s, (struct span){ start, (size_t)(next - start) },
			   true);
	return 0;
}

/* A sample of one line: -F comm,ip,sym or -F ip,sym without call chains. */
static int take_short(struct state *s, struct span line, bool *taken,
		      struct error *err)
{
	struct script_head head;

	*taken = scriptline_short_head(line, &head) &&
		 scriptline_is_wide(head.rest) &&
		 scriptline_is_place(head.rest);
	if (!*taken)
		return 0;
	if (finish(s, err) < 0)
		return -1;
	begin(s, &head);
	return 0;
}

/* Does LINE, which is RAW without quote marks, stand behind a "#"? */
static bool is_remark(struct span raw, struct span line)
{
	const char *p = line.ptr;

	while (p > raw.ptr && char_is_blank(p[-1]))
		p--;
	return *line.ptr == '#' || (p > raw.ptr && p[-1] == '#');
}

/* What -F prints below a frame: a source line, registers, a branch stack. */
static bool is_column(struct span line)
{
	struct span word;

	if (!char_is_blank(*line.ptr) || !span_word(&line, &word))
		return false;
	return span_starts(word, "0x") || memchr(word.ptr, ':', word.len);
}

/* A line as mail has it: quoted, or the chain without its TAB. */
static int take_quoted(struct state *s, struct span raw, bool *taken,
		       struct error *err)
{
	struct span line = textlines_unquote(raw);
	struct script_head head;
	struct script_frame frame;

	*taken = true;
	if (!line.len || is_remark(raw, line)) {
		if (line.len)
			perf_head_line(&s->facts, line);
		s->has_maybe = false;
		s->after_blank = !line.len;
		return finish(s, err);
	}
	if (scriptline_head(line, &head)) {
		if (finish(s, err) < 0)
			return -1;
		if (head.record)
			take_record(s, head.rest);
		else
			begin(s, &head);
		return 0;
	}
	if (scriptline_frame(line, &frame) &&
	    (frame.sure || frame.symbol.len)) {
		bool begun = s->block.begun;

		if (!begun && line.ptr > raw.ptr && line.ptr[-1] == '\t' &&
		    begin_chain(s, &begun, err) < 0)
			return -1;
		// Another one of the kind, behind a head that has its own.
		if (begun && !(s->block.head.rest.len &&
			       scriptline_is_place(s->block.head.rest))) {
			put_frames(s, line, false);
			return 0;
		}
	}
	*taken = false;
	return 0;
}

/* "> dd", "wli> dd", "| dd" */
static bool may_be_quoted(struct span comm)
{
	return comm.len && (memchr(comm.ptr, '>', comm.len) ||
			    memchr("|:}%&", *comm.ptr, 5));
}

static int take_line(struct state *s, struct span line, struct error *err)
{
	struct script_head head;
	bool taken;

	if (!line.len) {
		s->has_maybe = false;
		s->after_blank = true;
		return finish(s, err);
	}
	if (*line.ptr == '\t' &&
	    ((s->block.begun && has_address(line.ptr, s->lines.end)) ||
	     scriptline_is_chain(line)))
		return take_chain(s, line.ptr, err);
	if (*line.ptr != '#' && scriptline_head(line, &head) &&
	    !may_be_quoted(head.comm)) {
		if (finish(s, err) < 0)
			return -1;
		s->after_blank = s->has_maybe = false;
		if (head.record)
			take_record(s, head.rest);
		else
			begin(s, &head);
		return 0;
	}
	if (take_quoted(s, line, &taken, err) < 0 ||
	    (!taken && take_short(s, line, &taken, err) < 0))
		return -1;
	if (taken)
		return 0;
	s->after_blank = false;
	if (s->block.begun && is_column(line))
		return 0;
	if (finish(s, err) < 0)
		return -1;
	s->skipped++;
	s->maybe = line;
	s->has_maybe = true;
	return 0;
}

/*
 * The last sample of a text that was cut: without the end of its last line, or
 * of its packing, or with nothing below its head.
 */
static bool is_cut(const struct state *s, struct span text, bool short_input)
{
	const struct block *b = &s->block;
	bool whole_line = text.len && text.ptr[text.len - 1] == '\n';
	bool has_frames = b->text.len || b->copied;

	if (!b->begun)
		return false;
	if (s->has_chains &&
	    (short_input || (!has_frames && !span_trim(b->head.rest).len)))
		return true;
	return !whole_line && s->chains.objects &&
	       text.ptr[text.len - 1] != ')';
}

/* ---- the text ------------------------------------------------------------ */

static int parse_text(struct state *s, struct span text, bool short_input,
		      struct error *err)
{
	struct span line;

	s->lines = textlines_begin(text);
	s->after_blank = true;
	while (textlines_next(&s->lines, &line))
		if (take_line(s, line, err) < 0)
			return -1;
	if (is_cut(s, text, short_input)) {
		s->cut_line = s->block.lineno;
		return 0;
	}
	return finish(s, err);
}

static void tell_doubts(const struct state *s)
{
	struct profile *prof = s->prof;
	struct notes *notes = &prof->notes;

	if (s->cut_line)
		notes_add(notes, NOTE_DOUBT, "ends-early", prof->path,
			  "line %zu: the last sample is not whole and was left"
			  " out",
			  s->cut_line);
	if (s->skipped)
		notes_add(notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s no part of a sample and %s skipped",
			  s->skipped, s->skipped == 1 ? " is" : "s are",
			  s->skipped == 1 ? "was" : "were");
	if (s->counts.nowhere)
		notes_add(notes, NOTE_DOUBT, "no-place", prof->path,
			  "%zu sample%s printed without a place; %s %s",
			  s->counts.nowhere,
			  s->counts.nowhere == 1 ? " was" : "s were",
			  s->counts.nowhere == 1 ? "it is" : "they are",
			  SYMBOL_UNKNOWN);
	if (s->nr_lost)
		notes_add(notes, NOTE_DOUBT, "lost-samples",
			  prof->path, "%llu samples were lost while recording",
			  (unsigned long long)s->lost);
	if (s->nr_throttled)
		notes_add(notes, NOTE_DOUBT, "throttled", prof->path,
			  "sampling was throttled %llu time%s while recording",
			  (unsigned long long)s->nr_throttled,
			  s->nr_throttled == 1 ? "" : "s");
}

static int read_script(struct input *in, const struct read_options *opts,
		       struct profile *prof, struct error *err)
{
	struct state s = { .prof = prof, .facts = { .arena = &prof->arena } };
	struct span text;

	if (input_data(in, &text, err) < 0)
		return -1;
	if (in->cut_short) {
		const char *end = text.len ? memrchr(text.ptr, '\n', text.len) :
					     NULL;

		// The last line is not whole.
		text.len = end ? (size_t)(end + 1 - text.ptr) : 0;
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  "%s; what is whole of it was read", in->cut_short);
	}
	s.samples = samples_begin(prof, opts);
	script_chains_begin(&s.chains, s.samples);
	s.counts = (struct script_counts){ .samples = s.samples,
					   .scratch = &s.chains.scratch };
	int failed = parse_text(&s, text, in->cut_short != NULL, err);
	if (!failed && !s.samples->nr_samples)
		failed = fail(err, ERR_FORMAT, "%s: no sample of perf script",
			      prof->path);
	if (!failed) {
		perf_head_apply(&s.facts, prof);
		script_counts_settle(&s.counts);
		tell_doubts(&s);
	}
	script_chains_end(&s.chains);
	return failed;
}

static bool sniff(struct input *in)
{
	struct error unused;
	struct span data;

	return scriptsniff(in->head) ||
	       (in->head.len < in->size && !input_data(in, &data, &unused) &&
		scriptsniff(data));
}

const struct reader reader_perf_script = {
	.name = "perf-script",
	.summary = "samples printed by perf script",
	.text = true,
	.sniff = sniff,
	.read = read_script,
};
