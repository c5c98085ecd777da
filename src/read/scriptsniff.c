/*
 * scriptsniff.c - is it what perf script prints?
 *
 * Columns may be missing, and a text may be about anything, so a sign is what
 * nothing else prints: a head with a frame, a chain in its columns, a
 * tracepoint, or two lines of few columns one below the other.
 */
#include "diffprof/textlines.h"
#include "scriptline.h"

enum sign {
	SIGN_NONE,
	SIGN_HEAD, /* with a frame in the next line */
	SIGN_PLACE, /* with another such line */
	SIGN_SURE,
};

static enum sign sign_of_head(const struct script_head *head)
{
	struct script_frame frame;

	if (head->record)
		return head->has_time ? SIGN_SURE : SIGN_NONE;
	if (scriptline_inline_frame(head->rest, &frame) && frame.sure)
		return SIGN_SURE;
	if (head->has_time && head->rest.len && scriptline_is_place(head->rest))
		return SIGN_PLACE;
	// A tracepoint has two parts, and its own text behind.
	if (head->has_time && head->has_pid && head->event.len &&
	    memchr(head->event.ptr, ':', head->event.len))
		return SIGN_SURE;
	return SIGN_HEAD;
}

/* "410   0.2980": readprofile -v, whose address and name look like a frame. */
static bool ends_in_load(struct span line)
{
	double load;
	uint64_t count;

	line = span_trim(line);
	const char *p = line.ptr + line.len;
	while (p > line.ptr && !char_is_blank(p[-1]))
		p--;
	struct span last = { p, (size_t)(line.ptr + line.len - p) };
	line = span_trim((struct span){ line.ptr, (size_t)(p - line.ptr) });
	for (p = line.ptr + line.len; p > line.ptr && !char_is_blank(p[-1]);)
		p--;
	return span_real(last, &load) && p > line.ptr &&
	       span_count((struct span){ p, (size_t)(line.ptr + line.len - p) },
			  &count) == NUMBER_OK;
}

static enum sign sign_of(struct span raw)
{
	struct span line = textlines_unquote(raw);
	struct script_head head;
	struct script_frame frame;

	if (scriptline_is_chain(raw))
		return SIGN_SURE;
	if (scriptline_is_bare(raw) && scriptline_frame(raw, &frame))
		return frame.dso.len ? SIGN_SURE : SIGN_PLACE;
	if (scriptline_head(line, &head))
		return sign_of_head(&head);
	if (scriptline_short_head(raw, &head) &&
	    scriptline_is_wide(head.rest) &&
	    scriptline_inline_frame(head.rest, &frame))
		return frame.dso.len && head.event.len ? SIGN_SURE : SIGN_PLACE;
	return SIGN_NONE;
}

bool scriptsniff(struct span text)
{
	struct textlines lines = textlines_begin(text);
	enum sign last = SIGN_NONE;
	struct span raw;

	while (textlines_next(&lines, &raw)) {
		struct script_frame frame;

		if (last == SIGN_HEAD &&
		    scriptline_frame(textlines_unquote(raw), &frame) &&
		    frame.sure)
			return true;
		enum sign sign = sign_of(raw);

		if (sign != SIGN_NONE && ends_in_load(raw))
			sign = SIGN_NONE;
		if (sign == SIGN_SURE || (sign == SIGN_PLACE && last == sign))
			return true;
		last = sign;
	}
	return false;
}
