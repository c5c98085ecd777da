#include "diffprof/times.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "diffprof/textlines.h"

#include "timewords.h"

const char *const time_names[] = {
	[TIME_ELAPSED] = "Elapsed",
	[TIME_SYSTEM] = "System",
	[TIME_USER] = "User",
	[TIME_CPU] = "CPU",
	[TIME_THROUGHPUT] = "Throughput",
};

static const struct time_word {
	const char *word;
	enum time_kind kind;
} known_words[] = {
	{ "elapsed", TIME_ELAPSED },
	{ "real", TIME_ELAPSED },
	{ "system", TIME_SYSTEM },
	{ "sys", TIME_SYSTEM },
	{ "user", TIME_USER },
	{ "cpu", TIME_CPU },
	{ "throughput", TIME_THROUGHPUT },
};

/* Lines of "time -v". */
static const struct time_word verbose_words[] = {
	{ "Elapsed (wall clock) time (h:mm:ss or m:ss): ", TIME_ELAPSED },
	{ "System time (seconds): ", TIME_SYSTEM },
	{ "User time (seconds): ", TIME_USER },
	{ "Percent of CPU this job got: ", TIME_CPU },
};

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

#define COLUMNS_MAX 16

/* A column of a table: a quantity, how far it varies, or how many runs. */
struct times_column {
	enum time_kind kind;
	enum { IS_VALUE, IS_DEVIATION, IS_RUNS } what;
};

struct reading {
	const char *path;
	const struct times_side *sides;
	size_t nr_sides;
	struct arena *arena;
	struct times_column columns[COLUMNS_MAX]; /* of the table */
	size_t nr_columns;
	size_t runs;
	size_t twice;		/* the line with a second mean; 0: none */
};

static bool word_is(struct span word, const char *name)
{
	if (word.len != strlen(name))
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (tolower((unsigned char)word.ptr[i]) != name[i])
			return false;
	return true;
}

static const struct time_word *find_word(struct span word)
{
	for (size_t i = 0; i < LENGTH(known_words); i++)
		if (word_is(word, known_words[i].word))
			return &known_words[i];
	return NULL;
}

static void add(struct reading *r, struct times *side, enum time_kind kind,
		double value)
{
	struct time_series *series = &side->of[kind];

	assert(side);
	ARENA_ROOM(r->arena, series->value, series->nr, series->cap);
	series->value[series->nr++] = value;
	r->runs++;
}

/* "564.96user 113.92system 0:45.71elapsed 1485%CPU". */
static bool gnu_line(struct reading *r, struct span line)
{
	struct span word;
	bool any = false;

	while (span_word(&line, &word)) {
		for (size_t i = 0; i < LENGTH(known_words); i++) {
			size_t len = strlen(known_words[i].word);
			double value;

			if (word.len <= len)
				continue;
			struct span time = { word.ptr, word.len - len };
			struct span name = { word.ptr + time.len, len };
			if (!word_is(name, known_words[i].word) ||
			    !time_parse(time, &value))
				continue;
			add(r, r->sides[0].times, known_words[i].kind, value);
			any = true;
			break;
		}
	}
	return any;
}

static bool verbose_line(struct reading *r, struct span line)
{
	double value;

	for (size_t i = 0; i < LENGTH(verbose_words); i++) {
		size_t len = strlen(verbose_words[i].word);

		if (!span_starts(line, verbose_words[i].word))
			continue;
		if (!time_parse((struct span){ line.ptr + len, line.len - len },
				&value))
			return false;
		add(r, r->sides[0].times, verbose_words[i].kind, value);
		return true;
	}
	return false;
}

/* "Std. Dev" or "sd", whose second half is taken from LINE. */
static bool take_deviation(struct span word, struct span *line)
{
	struct span rest = *line, next;

	if (word_is(word, "sd") || word_is(word, "stddev"))
		return true;
	if (!(word_is(word, "std.") || word_is(word, "std")) ||
	    !span_word(&rest, &next) ||
	    !(word_is(next, "dev") || word_is(next, "dev.")))
		return false;
	*line = rest;
	return true;
}

/*
 * The names of a table's columns; a first word that is none is a label's.  A
 * line that is no heading ends no table.
 */
static bool heading_line(struct reading *r, struct span line)
{
	struct times_column columns[COLUMNS_MAX], last = { 0 };
	size_t nr = 0, values = 0;
	struct span word;

	for (size_t words = 0; span_word(&line, &word); words++) {
		const struct time_word *known = find_word(word);

		if (known)
			last = (struct times_column){ known->kind, IS_VALUE };
		else if (values && take_deviation(word, &line))
			last.what = IS_DEVIATION;
		else if (word_is(word, "runs") || word_is(word, "n"))
			last.what = IS_RUNS;
		else if (words == 0)
			continue;
		else
			return false;
		if (nr == COLUMNS_MAX)
			return false;
		values += known != NULL;
		columns[nr++] = last;
	}
	if (!values)
		return false;
	memcpy(r->columns, columns, nr * sizeof(*columns));
	r->nr_columns = nr;
	return true;
}

/* "real 45.71": name and time. */
static bool named_line(struct reading *r, struct span line)
{
	struct span name, time, extra;
	const struct time_word *known;
	double value;

	if (!span_word(&line, &name) || !span_word(&line, &time) ||
	    span_word(&line, &extra))
		return false;
	known = find_word(name);
	if (!known || !time_parse(time, &value))
		return false;
	add(r, r->sides[0].times, known->kind, value);
	return true;
}

/* The side that LINE begins with, whose name is taken off; or NULL. */
static struct times *take_side(const struct reading *r, struct span *line)
{
	const struct times_side *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < r->nr_sides; i++) {
		size_t len = strlen(r->sides[i].label);

		if (len > longest && line->len > len &&
		    span_starts(*line, r->sides[i].label) &&
		    char_is_blank(line->ptr[len])) {
			found = &r->sides[i];
			longest = len;
		}
	}
	line->ptr += longest;
	line->len -= longest;
	if (found)
		return found->times;

	struct span rest = *line, word;
	if (!span_word(&rest, &word) ||
	    !(word_is(word, "base") || word_is(word, "test")))
		return NULL;
	*line = rest;
	// Of several tests "test" is none; of one side both words are it.
	if (word_is(word, "base") || r->nr_sides == 1)
		return r->sides[0].times;
	return r->nr_sides == 2 ? r->sides[1].times : NULL;
}

/* The value of the column of KIND that is WHAT; NAN without one. */
static double value_of(const struct reading *r, const double *values,
		       enum time_kind kind, int what)
{
	for (size_t i = 0; i < r->nr_columns; i++)
		if ((int)r->columns[i].what == what &&
		    (what == IS_RUNS || r->columns[i].kind == kind))
			return values[i];
	return NAN;
}

static bool has_deviation(const struct reading *r, enum time_kind kind)
{
	for (size_t i = 0; i < r->nr_columns; i++)
		if (r->columns[i].kind == kind &&
		    r->columns[i].what == IS_DEVIATION)
			return true;
	return false;
}

/* What all runs of SIDE come to, in KIND; what is not known is NAN. */
static void add_mean(struct reading *r, struct times *side, enum time_kind kind,
		     double mean, double sd, double runs, size_t lineno)
{
	struct time_series *series = &side->of[kind];

	if (series->has_mean && !r->twice)
		r->twice = lineno;
	series->has_mean = true;
	series->mean = mean;
	series->sd = sd;
	series->runs = runs;
	r->runs++;
}

/* What stands in words: see timewords.h. */
static bool words_line(struct reading *r, struct span line, size_t lineno)
{
	struct time_found found[TIME_KINDS];
	struct times *side = r->sides[0].times;
	size_t nr = time_words(line, found);

	for (size_t i = 0; i < nr; i++)
		if (found[i].mean)
			add_mean(r, side, found[i].kind, found[i].value,
				 found[i].sd, NAN, lineno);
		else
			add(r, side, found[i].kind, found[i].value);
	return nr;
}

/* A cell; "-" where nothing is known but how far, or how many. */
static bool parse_cell(const struct reading *r, size_t column,
		       struct span word, double *value)
{
	if (r->columns[column].what != IS_VALUE && span_is(word, "-")) {
		*value = NAN;
		return true;
	}
	return time_parse(word, value);
}

static bool table_line(struct reading *r, struct span line, size_t lineno)
{
	struct times *side;
	double values[COLUMNS_MAX];
	struct span rest = line, word;
	size_t nr = 0;

	if (!r->nr_columns)
		return false;
	side = take_side(r, &rest);
	if (!side) {
		// A line of numbers alone is of the only side.
		side = r->sides[0].times;
	}
	for (; span_word(&rest, &word); nr++)
		if (nr == r->nr_columns ||
		    !parse_cell(r, nr, word, &values[nr]))
			return false;
	if (nr != r->nr_columns)
		return false;
	for (size_t i = 0; i < nr; i++) {
		enum time_kind kind = r->columns[i].kind;

		if (r->columns[i].what != IS_VALUE)
			continue;
		if (has_deviation(r, kind))
			add_mean(r, side, kind,
				 value_of(r, values, kind, IS_VALUE),
				 value_of(r, values, kind, IS_DEVIATION),
				 value_of(r, values, kind, IS_RUNS), lineno);
		else
			add(r, side, kind, values[i]);
	}
	return true;
}

static size_t runs_of(const struct times *side)
{
	size_t nr = 0;

	for (int i = 0; i < TIME_KINDS; i++)
		nr += side->of[i].nr + side->of[i].has_mean;
	return nr;
}

int times_read(const char *path, struct span text,
	       const struct times_side *sides, size_t nr, struct arena *arena,
	       struct error *err)
{
	struct reading r = { .path = path,
			     .sides = sides,
			     .nr_sides = nr,
			     .arena = arena };
	struct textlines lines = textlines_begin(text);
	struct span line;

	while (textlines_next(&lines, &line)) {
		line = span_trim(line);
		if (!line.len || line.ptr[0] == '#')
			continue;
		line = textlines_unquote(line);
		if (!line.len || named_line(&r, line) ||
		    table_line(&r, line, lines.lineno) ||
		    verbose_line(&r, line) ||
		    words_line(&r, line, lines.lineno) || gnu_line(&r, line))
			continue;
		heading_line(&r, line);
	}
	if (!r.runs)
		return fail(err, ERR_FORMAT,
			    "%s: no times: neither what time"
			    " prints nor a table under Elapsed, System, User,"
			    " CPU or Throughput",
			    path);
	if (r.twice)
		return fail(err, ERR_FORMAT,
			    "%s:%zu: a second mean of one side; a line with a"
			    " deviation is all of its runs", path, r.twice);
	for (size_t i = 0; i < nr && nr > 1; i++)
		if (!runs_of(sides[i].times))
			return fail(err, ERR_FORMAT,
				    "%s: whose times are these? begin the"
				    " lines of a table with base or test, or"
				    " with a side's label (none has %s); or"
				    " give --base-times and --test-times",
				    path, sides[i].label);
	return 0;
}
