#include "scriptline.h"

#include "diffprof/profile.h"

/* A command has up to 15 bytes; what is longer than this is prose. */
#define COMM_MAX 32

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && char_is_blank(*p))
		p++;
	return p;
}

static const char *skip_word(const char *p, const char *end)
{
	while (p < end && !char_is_blank(*p))
		p++;
	return p;
}

static const char *skip_digits(const char *p, const char *end)
{
	while (p < end && char_is_digit(*p))
		p++;
	return p;
}

static bool ends_word(const char *p, const char *end)
{
	return p == end || char_is_blank(*p);
}

/* "1234", "1234/1240", "-1": the next column, or P. */
static const char *take_pid(const char *p, const char *end)
{
	const char *q = p + (p < end && *p == '-');
	const char *behind = skip_digits(q, end);

	if (behind == q)
		return p;
	if (behind < end && *behind == '/') {
		q = behind + 1;
		q += q < end && *q == '-';
		behind = skip_digits(q, end);
		if (behind == q)
			return p;
	}
	return ends_word(behind, end) ? skip_blanks(behind, end) : p;
}

/* "[003]" */
static const char *take_cpu(const char *p, const char *end, int32_t *cpu)
{
	if (p == end || *p != '[')
		return p;
	const char *stop = skip_digits(p + 1, end);
	uint64_t value;

	if (stop == end || *stop != ']' || !ends_word(stop + 1, end) ||
	    span_count((struct span){ p + 1, (size_t)(stop - p - 1) },
		       &value) != NUMBER_OK ||
	    value > INT32_MAX)
		return p;
	*cpu = (int32_t)value;
	return skip_blanks(stop + 1, end);
}

/* The letters of -F misc: "U", "K", "GK", "S". */
static const char *take_misc(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && q - p < 4 && *q >= 'A' && *q <= 'Z')
		q++;
	return q > p && ends_word(q, end) ? skip_blanks(q, end) : p;
}

/* "11349.730525:" */
static const char *take_time(const char *p, const char *end)
{
	const char *point = skip_digits(p, end);

	if (point == p || point == end || *point != '.')
		return p;
	const char *stop = skip_digits(point + 1, end);
	if (stop == point + 1 || stop == end || *stop != ':' ||
	    !ends_word(stop + 1, end))
		return p;
	return skip_blanks(stop + 1, end);
}

static const char *take_period(const char *p, const char *end,
			       struct script_head *head)
{
	uint64_t value = 0;
	const char *q = p;

	// 18 digits cannot pass 63 bits; what is longer is no period.
	for (; q < end && q - p < 18 && char_is_digit(*q); q++)
		value = 10 * value + (uint64_t)(*q - '0');
	if (q == p || !ends_word(q, end))
		return p;
	head->period = value;
	head->has_period = true;
	return skip_blanks(q, end);
}

static bool begins_event(char c)
{
	return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' ||
	       (unsigned char)c >= 0x80;
}

/*
 * "cycles:", "cycles:u:", "sched:sched_switch:", "raw 0x1a8:": up to the first
 * colon with a blank behind it.  Only "raw" is followed by another word.
 */
static const char *take_event(const char *p, const char *end,
			      struct script_head *head)
{
	const char *stop = p;

	if (p == end || !begins_event(*p))
		return p;
	if (span_starts((struct span){ p, (size_t)(end - p) }, "raw 0x"))
		stop = p + 4;
	stop = skip_word(stop, end);
	if (stop[-1] != ':' || stop - 1 == p)
		return p;
	head->event = (struct span){ p, (size_t)(stop - 1 - p) };
	return stop;
}

/* Has the time at P as many decimals as perf prints? */
static bool is_exact(const char *p, const char *end)
{
	const char *point = skip_digits(p, end);

	return point < end && skip_digits(point + 1, end) - point > 6;
}

/* The columns behind the command, which P is at if they are. */
static bool take_columns(const char *p, const char *end,
			 struct script_head *head)
{
	const char *first = p, *q = take_pid(p, end);

	*head = (struct script_head){ .cpu = CPU_NONE, .has_pid = q > p };
	q = take_cpu(q, end, &head->cpu);
	const char *time = take_misc(q, end);
	const char *p_time = take_time(time, end);

	if (p_time > time) {
		q = p_time;
		head->has_time = true;
	}
	// perf prints six decimals, or nine; "on 3.10: " is prose.
	bool exact_time = head->has_time && is_exact(time, end);
	head->rest = (struct span){ q, (size_t)(end - q) };
	if (q < end && *q == 'P' && span_starts(head->rest, "PERF_RECORD_")) {
		head->record = true;
		return true;
	}
	p = take_period(q, end, head);
	q = take_event(p, end, head);
	if (q == p) {
		// What looked like a period may be an address in decimal digits.
		head->has_period = false;
		head->period = 0;
		for (p = head->rest.ptr; p > first && p[-1] == ' '; p--)
			;
		head->rest = (struct span){ p, (size_t)(end - p) };
		return exact_time;
	}
	head->rest = (struct span){ q, (size_t)(end - q) };
	return exact_time || head->has_pid || head->cpu != CPU_NONE ||
	       head->has_period;
}

bool scriptline_head(struct span line, struct script_head *head)
{
	const char *end = line.ptr + line.len;
	const char *first = skip_blanks(line.ptr, end), *p = first;

	while (p < end && p - first <= COMM_MAX) {
		if ((char_is_digit(*p) || *p == '[' || *p == '-') &&
		    take_columns(p, end, head)) {
			head->comm = span_trim(
				(struct span){ first, (size_t)(p - first) });
			return true;
		}
		p = skip_blanks(skip_word(p, end), end);
	}
	return false;
}

/* Not another number, as listings have it. */
static bool begins_symbol(char c)
{
	return begins_event(c) || (c && strchr("[(<.~$?", c));
}

/* A blank, an address that fills its 16 columns, a blank and a symbol. */
static bool is_wide_frame(struct span line, const char *p)
{
	const char *end = line.ptr + line.len, *stop = skip_word(p, end);
	struct script_frame frame;

	while (p > line.ptr && p[-1] != ' ')
		p--;
	while (p > line.ptr && p[-1] == ' ')
		p--;
	return stop - p >= 17 && end - stop > 1 && *stop == ' ' &&
	       begins_symbol(stop[1]) &&
	       scriptline_frame((struct span){ p, (size_t)(end - p) }, &frame);
}

bool scriptline_short_head(struct span line, struct script_head *head)
{
	const char *end = line.ptr + line.len;
	const char *first = skip_blanks(line.ptr, end), *p = first;

	*head = (struct script_head){ .cpu = CPU_NONE };
	for (; p < end && p - first <= COMM_MAX;
	     p = skip_blanks(skip_word(p, end), end)) {
		const char *stop = take_event(p, end, head);

		if (stop == p && !is_wide_frame(line, p))
			continue;
		// A number in front is of a process.
		head->comm = span_trim(
			(struct span){ first, (size_t)(p - first) });
		const char *word = head->comm.ptr + head->comm.len;
		while (word > first && !char_is_blank(word[-1]))
			word--;
		if (p > first && take_pid(word, p) == p) {
			head->has_pid = true;
			head->comm = span_trim(
				(struct span){ first, (size_t)(word - first) });
		}
		// With the blanks that fill the column of an address.
		while (stop == p && stop > line.ptr && stop[-1] == ' ')
			p = --stop;
		head->rest = (struct span){ stop, (size_t)(end - stop) };
		return true;
	}
	head->comm = span_trim(line);
	head->rest = (struct span){ end, 0 };
	return head->comm.len && head->comm.len <= COMM_MAX;
}

static bool take_address(struct span *text, uint64_t *addr)
{
	const char *p = text->ptr, *end = p + text->len;
	uint64_t sum = 0;

	p = skip_blanks(p, end);
	const char *start = p;
	for (; p < end && p - start < 17; p++) {
		unsigned digit = (unsigned char)*p - '0';

		if (digit > 9) {
			digit = ((unsigned char)*p | 0x20u) - 'a' + 10u;
			if (digit < 10 || digit > 15)
				break;
		}
		sum = sum << 4 | digit;
	}
	if (p == start || p - start > 16 || !ends_word(p, end))
		return false;
	p = skip_blanks(p, end);
	*text = (struct span){ p, (size_t)(end - p) };
	*addr = sum;
	return true;
}

/* Where the parenthesis that TEXT ends in was opened, behind a blank; or NULL. */
static const char *open_of_last(struct span text)
{
	size_t depth = 0;

	for (const char *p = text.ptr + text.len; p-- > text.ptr;) {
		depth += *p == ')';
		depth -= *p == '(';
		if (!depth)
			return p == text.ptr || char_is_blank(p[-1]) ? p : NULL;
	}
	return NULL;
}

/* "+0x1f" off the end. */
static bool take_offset(struct span *symbol, uint64_t *offset)
{
	const char *p = symbol->ptr + symbol->len;
	const char *start = symbol->ptr;

	while (p > start && (char_is_digit(p[-1]) ||
			     (p[-1] >= 'a' && p[-1] <= 'f')))
		p--;
	if (p - start < 3 || memcmp(p - 3, "+0x", 3) ||
	    p == symbol->ptr + symbol->len)
		return false;
	if (!span_hex((struct span){ p, (size_t)(start + symbol->len - p) },
		      offset))
		*offset = UINT64_MAX;
	symbol->len = (size_t)(p - 3 - start);
	return true;
}

/* Symbol and object; what may stand behind them has been taken off. */
static void take_place(struct span text, struct script_frame *frame)
{
	const char *open = NULL;

	text = span_trim(text);
	if (text.len && text.ptr[text.len - 1] == ')')
		open = open_of_last(text);
	if (open) {
		const char *end = text.ptr + text.len;

		frame->dso = (struct span){ open + 1,
					    (size_t)(end - open - 2) };
		text = span_trim(
			(struct span){ text.ptr, (size_t)(open - text.ptr) });
		frame->sure = true;
		if (span_is(frame->dso, "inlined")) {
			frame->inlined = true;
			frame->dso.len = 0;
		}
	}
	frame->has_offset = take_offset(&text, &frame->offset);
	frame->sure |= frame->has_offset;
	if (!span_is(text, "[unknown]"))
		frame->symbol = text;
}

bool scriptline_frame(struct span text, struct script_frame *frame)
{
	*frame = (struct script_frame){ 0 };
	if (!take_address(&text, &frame->addr))
		return false;
	take_place(text, frame);
	return true;
}

/* Branch stacks, "0x4f/0x8/P/-/-/0", and what else -F prints behind an object. */
static struct span without_columns(struct span text)
{
	static const char *const columns[] = { ") ilen: ", ") insn: ",
					       ") 0x", ")  0x", ") ABI:" };

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
		const char *at = text.len ?
			memmem(text.ptr, text.len, columns[i],
			       strlen(columns[i])) :
			NULL;

		if (at)
			text.len = (size_t)(at + 1 - text.ptr);
	}
	return text;
}

bool scriptline_inline_frame(struct span text, struct script_frame *frame)
{
	uint64_t second;

	*frame = (struct script_frame){ 0 };
	if (!take_address(&text, &frame->addr))
		return false;
	const char *arrow =
		text.len ? memmem(text.ptr, text.len, " => ", 4) : NULL;
	if (arrow)
		text.len = (size_t)(arrow - text.ptr);
	// The address of the data before that of the instruction.
	struct span behind = text, word;
	if (text.len && *text.ptr == '|') {
		// And where it was found: "|OP LOAD|LVL L1 hit|...".
		while (span_word(&behind, &word)) {
			text = behind;
			if (span_hex(word, &frame->addr) && word.len > 4)
				break;
		}
		text = span_trim(text);
		behind = text;
	}
	if (take_address(&behind, &second) && behind.len &&
	    *behind.ptr != '(' && second > 0xffff) {
		text = behind;
		frame->addr = second;
	}
	if (text.len && text.ptr[text.len - 1] != ')')
		text = without_columns(text);
	take_place(text, frame);
	return true;
}

bool scriptline_is_bare(struct span line)
{
	return line.len > 18 && *line.ptr == ' ' && line.ptr[16] != ' ' &&
	       line.ptr[17] == ' ' && is_wide_frame(line, line.ptr + 16);
}

bool scriptline_is_chain(struct span line)
{
	struct span column = { line.ptr + 1, 16 };
	uint64_t addr;

	return line.len >= 17 && *line.ptr == '\t' && line.ptr[16] != ' ' &&
	       (line.len == 17 || line.ptr[17] == ' ') &&
	       (line.len <= 18 || begins_symbol(line.ptr[18])) &&
	       take_address(&column, &addr) && !column.len;
}

bool scriptline_is_wide(struct span rest)
{
	const char *p = rest.ptr, *end = p + rest.len;

	while (p < end && *p == ' ')
		p++;
	while (p < end && !char_is_blank(*p))
		p++;
	return p - rest.ptr >= 17 && p < end;
}

bool scriptline_is_place(struct span rest)
{
	struct script_frame frame;

	return scriptline_inline_frame(rest, &frame) &&
	       (frame.sure || scriptline_is_wide(rest));
}
