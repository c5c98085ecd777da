/*
 * reportheading.c - which columns perf report has printed
 */
#include "reportline.h"

/* The next cell of LINE: up to two blanks, or a TAB. */
struct span report_cell(struct span *line)
{
	const char *p = line->ptr, *end = p + line->len;

	while (p < end && char_is_blank(*p))
		p++;
	const char *start = p;
	while (p < end && *p != '\t' &&
	       !(*p == ' ' && (p + 1 == end || char_is_blank(p[1]))))
		p++;
	*line = (struct span){ p, (size_t)(end - p) };
	return (struct span){ start, (size_t)(p - start) };
}

/* The next cell of LINE, up to SEPARATOR. */
struct span report_field(struct span *line, char separator)
{
	const char *stop =
		line->len ? memchr(line->ptr, separator, line->len) : NULL;
	size_t len = stop ? (size_t)(stop - line->ptr) : line->len;
	struct span field = { line->ptr, len };

	len += stop != NULL;
	line->ptr += len;
	line->len -= len;
	return span_trim(field);
}

static const struct {
	const char *name;
	enum report_column column;
} names[] = {
	{ "Overhead", REPORT_OVERHEAD },
	{ "Children", REPORT_CHILDREN },
	{ "Self", REPORT_SELF },
	{ "sys", REPORT_PART },
	{ "usr", REPORT_PART },
	{ "guest sys", REPORT_PART },
	{ "guest usr", REPORT_PART },
	{ "Latency", REPORT_PART },
	{ "Samples", REPORT_SAMPLES },
	{ "Period", REPORT_PERIOD },
	{ "Command", REPORT_COMM },
	{ "Pid:Command", REPORT_PID_COMM },
	{ "Command:  Pid", REPORT_OTHER },
	{ "Shared Object", REPORT_DSO },
	{ "Source Shared Object", REPORT_DSO },
	{ "Symbol", REPORT_SYMBOL },
	{ "Source Symbol", REPORT_SYMBOL },
	{ "CPU", REPORT_CPU },
};

static enum report_column column_of(struct span name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (span_is(name, names[i].name))
			return names[i].column;
	return REPORT_OTHER;
}

/* The character behind the name of the first column, if it is no blank. */
static char separator_of(struct span line)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t len = strlen(names[i].name);

		if (line.len > len && span_starts(line, names[i].name)) {
			char c = line.ptr[len];

			// A TAB parts columns if no blanks do.
			if (c == '\t')
				return memmem(line.ptr, line.len, "   ",
					      3) && !memchr(line.ptr + len + 1,
							    '\t',
							    line.len - len -
								    1) ?
					       0 :
					       c;
			return c == ' ' || ((c | 0x20) >= 'a' &&
					    (c | 0x20) <= 'z') ?
				       0 :
				       c;
		}
	}
	return 0;
}

bool report_heading(struct span line, struct report_heading *heading)
{
	bool number = false, text = false;

	*heading = (struct report_heading){ 0 };
	line = span_trim(line);
	heading->separator = separator_of(line);
	while (line.len && heading->nr < REPORT_COLUMNS_MAX) {
		struct span name =
			heading->separator ?
				report_field(&line, heading->separator) :
				report_cell(&line);
		enum report_column column = column_of(name);

		if (!name.len)
			continue;
		if (span_starts(name, "Baseline"))
			heading->baseline = true;
		// What is printed twice is nothing that we know of.
		if (column != REPORT_PART && heading->has[column])
			column = REPORT_OTHER;
		heading->column[heading->nr++] = (uint8_t)column;
		heading->has[column] = true;
		number |= column <= REPORT_PERIOD;
		text |= column > REPORT_PERIOD;
	}
	return heading->baseline || (number && text);
}

bool report_heading_goes_on(struct span line, struct report_heading *heading)
{
	struct report_heading more = *heading;

	line = span_trim(line);
	if (!line.len || heading->separator)
		return false;
	while (line.len) {
		enum report_column column = column_of(report_cell(&line));

		line = span_trim(line);
		if (column == REPORT_OTHER || more.has[column] ||
		    more.nr == REPORT_COLUMNS_MAX)
			return false;
		more.column[more.nr++] = (uint8_t)column;
		more.has[column] = true;
	}
	*heading = more;
	return true;
}
