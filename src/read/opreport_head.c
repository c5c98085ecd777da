/*
 * opreport_head.c - what stands above a table of opreport text
 *
 *	CPU: P4 / Xeon, speed 2200.91 MHz (estimated)
 *	Counted BSQ_CACHE_REFERENCE events (cache references seen by the bus
 *	unit) with a unit mask of 0x3f (multiple flags) count 3000
 *	samples  %        app name                 symbol name
 *
 * One "Counted" line for each event, or one and a line for each CPU, thread,
 * thread group or unit mask; then the names of the columns.  Mail wraps all of
 * them.  A summary by image has
 *
 *	CPU_CLK_UNHALT...|
 *	  samples|      %|
 *	------------------
 */
#include "opreport.h"

/* ---- the header ---------------------------------------------------------- */

enum word {
	WORD_VMA,
	WORD_SAMPLES,
	WORD_CUM_SAMPLES,
	WORD_PERCENT,
	WORD_CUM_PERCENT,
	WORD_DIFF,
	WORD_LINE,
	WORD_IMAGE,
	WORD_APP,
	WORD_SYMBOL,
};

/* Longer ones before those they begin with. */
static const struct {
	const char *text;
	enum word word;
} header_words[] = {
	{ "vma", WORD_VMA },
	{ "samples", WORD_SAMPLES },
	{ "cum. samples", WORD_CUM_SAMPLES },
	{ "cum. %", WORD_CUM_PERCENT },
	{ "%-age", WORD_PERCENT },
	{ "%", WORD_PERCENT },
	{ "diff %", WORD_DIFF },
	{ "linenr info", WORD_LINE },
	{ "line info", WORD_LINE },
	{ "image name", WORD_IMAGE },
	{ "image", WORD_IMAGE },
	{ "app name", WORD_APP },
	{ "application name", WORD_APP },
	{ "application", WORD_APP },
	{ "symbol name", WORD_SYMBOL },
	{ "symbol", WORD_SYMBOL },
	/* broken off: the next line has the rest */
	{ "cum.", WORD_CUM_SAMPLES },
	{ "diff", WORD_DIFF },
	{ "linenr", WORD_LINE },
	{ "app", WORD_APP },
};

/* Take the next title off LINE; *AT is where it stands. */
static bool take_title(struct span *line, enum word *word, const char **at)
{
	while (line->len && char_is_blank(line->ptr[0])) {
		line->ptr++;
		line->len--;
	}
	for (size_t i = 0; i < sizeof(header_words) / sizeof(*header_words);
	     i++) {
		size_t len = strlen(header_words[i].text);

		if (!span_starts(*line, header_words[i].text) ||
		    (line->len > len && !char_is_blank(line->ptr[len])))
			continue;
		*word = header_words[i].word;
		*at = line->ptr;
		line->ptr += len;
		line->len -= len;
		return true;
	}
	return false;
}

/* Columns of image and application, where nobody has moved them. */
#define NAME_WIDTH 25

static void add_name(struct op_layout *l, enum op_name name, const char *at,
		     const char **last)
{
	size_t width = *last ? (size_t)(at - *last) : 0;

	for (unsigned i = 0; i < l->nr_names; i++)
		if (l->name[i] == name)
			return;
	// Behind a wrapped header nothing stands where it did.
	if (l->nr_names)
		l->width[l->nr_names - 1] =
			width > 6 && width < 200 && at[-2] == ' ' ?
				(uint8_t)width :
				NAME_WIDTH;
	l->name[l->nr_names++] = (uint8_t)name;
	*last = at;
}

bool op_layout_parse(struct span line, struct op_layout *layout, bool *more)
{
	struct op_layout l = { 0 };
	const char *at, *last = NULL;
	enum word word;
	unsigned titles = 0;

	*more = false;
	for (line = span_trim(line); line.len; titles++) {
		if (!take_title(&line, &word, &at))
			return false;
		l.vma |= word == WORD_VMA;
		l.classes += word == WORD_SAMPLES;
		l.percent |= word == WORD_PERCENT;
		l.cumulated |= word == WORD_CUM_SAMPLES;
		l.second_percent |= word == WORD_CUM_PERCENT;
		l.diff |= word == WORD_DIFF;
		l.line |= word == WORD_LINE;
		if (word == WORD_IMAGE)
			add_name(&l, OP_IMAGE, at, &last);
		else if (word == WORD_APP)
			add_name(&l, OP_APP, at, &last);
		else if (word == WORD_SYMBOL)
			add_name(&l, OP_SYMBOL, at, &last);
	}
	*more = titles != 0;
	*layout = l;
	return titles > 1 && l.classes && l.classes <= OP_CLASSES_MAX &&
	       (l.percent || l.nr_names);
}

/* ---- the header of a summary --------------------------------------------- */

unsigned op_summary_classes(struct span line)
{
	unsigned nr = 0, percents = 0;

	if (!line.len || line.ptr[line.len - 1] != '|')
		return 0;
	while (line.len) {
		const char *bar = memchr(line.ptr, '|', line.len);
		size_t len = bar ? (size_t)(bar - line.ptr) : line.len;
		struct span cell = span_trim((struct span){ line.ptr, len });

		if (span_is(cell, "samples"))
			nr++;
		else if (span_is(cell, "%"))
			percents++;
		else
			return 0;
		len += bar != NULL;
		line.ptr += len;
		line.len -= len;
	}
	return nr == percents && nr <= OP_CLASSES_MAX ? nr : 0;
}

static void add_event(struct arena *arena, struct op_heading *heading,
		      struct span name, struct span mask, uint64_t count)
{
	ARENA_ROOM(arena, heading->event, heading->nr_events,
		   heading->cap_events);
	heading->event[heading->nr_events++] =
		(struct op_event){ name, mask, count };
}

static void add_class(struct arena *arena, struct op_heading *heading,
		      enum op_class_kind kind, struct span text)
{
	ARENA_ROOM(arena, heading->class, heading->nr_classes,
		   heading->cap_classes);
	heading->class[heading->nr_classes++] = (struct op_class){ kind, text };
}

/* What stands behind PREFIX in TEXT, if it begins with it. */
static bool take_prefix(struct span *text, const char *prefix)
{
	size_t len = strlen(prefix);

	if (!span_starts(*text, prefix))
		return false;
	text->ptr += len;
	text->len -= len;
	return true;
}

void op_heading_of_summary(struct arena *arena, struct op_heading *heading,
			   struct span line)
{
	while (line.len) {
		const char *bar = memchr(line.ptr, '|', line.len);
		size_t len = bar ? (size_t)(bar - line.ptr) : line.len;
		struct span cell = span_trim((struct span){ line.ptr, len });
		uint64_t count = 0;

		if (take_prefix(&cell, "cpu:")) {
			add_class(arena, heading, OP_CLASS_CPU, cell);
		} else if (take_prefix(&cell, "tgid:") ||
			   take_prefix(&cell, "tid:")) {
			add_class(arena, heading, OP_CLASS_THREADS, cell);
		} else if (take_prefix(&cell, "umask:")) {
			add_class(arena, heading, OP_CLASS_MASK, cell);
		} else {
			const char *colon = memchr(cell.ptr, ':', cell.len);
			size_t n = colon ? (size_t)(colon - cell.ptr) :
					   cell.len;

			if (colon)
				span_count((struct span){ colon + 1,
							  cell.len - n - 1 },
					   &count);
			cell.len = n;
			if (span_ends(cell, "..."))
				cell.len -= 3;
			add_event(arena, heading, cell, SPAN(""), count);
		}
		len += bar != NULL;
		line.ptr += len;
		line.len -= len;
	}
}

/* ---- what was counted ---------------------------------------------------- */

bool op_heading_begins(struct span line)
{
	return span_starts(line, "CPU: ") || span_starts(line, "Cpu type:");
}

/* "Counted E events", "Counter 0 counted E events"; what follows is left. */
static bool take_counted(struct span *line, struct span *name)
{
	struct span left = *line, word;

	if (take_prefix(&left, "Counter ")) {
		// Its number.
		span_word(&left, &word);
		span_word(&left, &word);
		if (!span_is(word, "counted"))
			return false;
	} else if (!take_prefix(&left, "Counted ")) {
		return false;
	}
	if (!span_word(&left, name))
		return false;
	*line = left;
	// Wrapped behind the name, or in prose.
	return !span_word(&left, &word) || span_is(word, "events");
}

/* The number behind the last word "count", if it ends LINE. */
static bool take_period(struct span line, uint64_t *count)
{
	struct span word, before = { 0 };

	while (span_word(&line, &word)) {
		if (span_is(before, "count") &&
		    span_count(word, count) == NUMBER_OK &&
		    !span_trim(line).len)
			return true;
		before = word;
	}
	return false;
}

static struct span take_mask(struct span line)
{
	static const char words[] = "unit mask of ";
	const char *at = memmem(line.ptr, line.len, words, strlen(words));
	struct span mask = { 0 };

	if (!at)
		return mask;
	at += strlen(words);
	struct span left = { at, (size_t)(line.ptr + line.len - at) };
	span_word(&left, &mask);
	return mask;
}

bool op_heading_line(struct arena *arena, struct op_heading *heading,
		     struct span line, bool *wants_more)
{
	static const struct {
		const char *text;
		enum op_class_kind kind;
	} classes[] = {
		{ "Samples on CPU ", OP_CLASS_CPU },
		{ "Processes with a thread group ID of ", OP_CLASS_THREADS },
		{ "Processes with a thread ID of ", OP_CLASS_THREADS },
		{ "Samples matching a unit mask of ", OP_CLASS_MASK },
	};
	struct span name, left = line;
	uint64_t count = 0;

	*wants_more = false;
	if (op_heading_begins(line) || span_starts(line, "Cpu speed was"))
		return true;
	if (span_starts(line, "Profiling through timer interrupt")) {
		add_event(arena, heading, SPAN("TIMER"), SPAN(""), 0);
		return true;
	}
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (take_prefix(&left, classes[i].text)) {
			span_word(&left, &name);
			add_class(arena, heading, classes[i].kind, name);
			return true;
		}
	if (!take_counted(&left, &name))
		return false;
	*wants_more = !take_period(line, &count);
	if (!*wants_more)
		add_event(arena, heading, name, take_mask(left), count);
	return true;
}

bool op_is_warning(struct span line)
{
	static const char *const starts[] = {
		"warning:",
		"WARNING",
		"Either this is the wrong binary",
		"opreport:",
		"opreport error:",
		"Using /",
		"Using .",
		"Overflow stats not available",
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (span_starts(line, starts[i]))
			return true;
	return false;
}

bool op_is_dashes(struct span line)
{
	size_t n = 0;

	while (n < line.len && line.ptr[n] == '-')
		n++;
	return n == line.len && n >= 10;
}
