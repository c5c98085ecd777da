#include "diffprof/reader.h"

#include <stdio.h>

#include "diffprof/textlines.h"

/* In the order in which they are tried: the surest signs first. */
const struct reader *const readers[] = {
	&reader_perf,
	&reader_recording,
	&reader_oprofile,
	&reader_pprof,
	&reader_opreport_xml,
	&reader_proc,
	&reader_perf_script,
	&reader_perf_report,
	&reader_opreport,
	&reader_readprofile,
	&reader_listing,
	&reader_folded,
	NULL,
};

const struct reader *reader_find(const char *name)
{
	for (size_t i = 0; readers[i]; i++)
		if (!strcmp(readers[i]->name, name))
			return readers[i];
	return NULL;
}

/* perf's texts have lines that are a count, a name and a number, too. */
static bool goes_before(const struct reader *a, const struct reader *b)
{
	return b == &reader_readprofile &&
	       (a == &reader_perf_script || a == &reader_perf_report);
}

/* What is not text has a sign that no other has. */
static size_t find_binary(struct input *in, const struct reader **found)
{
	for (size_t i = 0; readers[i]; i++)
		if (!readers[i]->text && readers[i]->sniff(in)) {
			*found = readers[i];
			return 1;
		}
	return 0;
}

/* Those that take TEXT for theirs, the surest first: at most two into FOUND. */
static size_t find_text(struct input *text, const struct reader *found[2])
{
	size_t nr = 0;

	for (size_t i = 0; readers[i] && nr < 2; i++)
		if (readers[i]->text &&
		    !(nr && goes_before(found[0], readers[i])) &&
		    readers[i]->sniff(text))
			found[nr++] = readers[i];
	return nr;
}

/* The lines of IN's head that are whole. */
static void first_lines(const struct input *in, struct input *lines)
{
	const char *end = memrchr(in->head.ptr, '\n', in->head.len);

	input_from_memory(lines, in->path, in->head.ptr,
			  end ? (size_t)(end + 1 - in->head.ptr) : 0);
}

#define SHOWN_MAX 60

/* The first line that is not empty, or as much of it as an error has room for. */
static struct span first_line(const struct input *in)
{
	struct textlines lines = textlines_begin(in->head);
	struct span line;

	while (textlines_next(&lines, &line)) {
		line = span_trim(line);
		if (line.len > SHOWN_MAX)
			line.len = SHOWN_MAX;
		if (line.len)
			return line;
	}
	return SPAN("");
}

static int unknown_format(const struct input *in, struct error *err)
{
	struct span line = first_line(in);
	char tried[256] = "";

	for (size_t i = 0; readers[i]; i++)
		snprintf(tried + strlen(tried), sizeof(tried) - strlen(tried),
			 "%s%s", i ? ", " : "", readers[i]->name);
	return fail(err, ERR_FORMAT,
		    "%s: not a profile in any known format (tried %s); it"
		    " begins \"%.*s\"",
		    in->path, tried, (int)line.len, line.ptr);
}

int reader_choose(struct input *in, const struct reader **reader,
		  struct error *err)
{
	const struct reader *found[2];
	struct input lines;
	size_t nr = find_binary(in, found);

	// A large text says what it is at its beginning; in mail, further on.
	if (!nr && in->head.len < in->size) {
		first_lines(in, &lines);
		if (lines.size)
			nr = find_text(&lines, found);
	}
	if (!nr)
		nr = find_text(in, found);
	if (!nr)
		return unknown_format(in, err);
	if (nr > 1)
		return fail(err, ERR_USAGE,
			    "%s: could be of format %s or %s; say which with"
			    " --from",
			    in->path, found[0]->name, found[1]->name);
	*reader = found[0];
	return 0;
}

const struct reader *reader_of_directory(const char *path)
{
	for (size_t i = 0; readers[i]; i++)
		if (readers[i]->sniff_directory &&
		    readers[i]->sniff_directory(path))
			return readers[i];
	return NULL;
}
