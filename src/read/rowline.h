/*
 * rowline.h - what one line of a readprofile(8) text is
 */
#ifndef READ_ROWLINE_H
#define READ_ROWLINE_H

#include "textrows.h"

#define WORDS_MAX 12

/* The words of a line, or of two lines that mail made of one. */
struct words {
	struct span word[WORDS_MAX];
	size_t nr; /* WORDS_MAX + 1 if there are more */
};

enum line_kind {
	LINE_OTHER,
	LINE_ROW,
	LINE_SHORT, /* a row without a load */
	LINE_HEADING, /* "name:" of -b */
	LINE_BIN, /* address and count of -b */
	LINE_BINS_TOTAL,
	LINE_DETAIL, /* of -s, with its "name+0x4" and count; or -i */
	LINE_TOO_BIG, /* a row, but for a count over 63 bits */
};

/* What a line says. */
struct row_line {
	struct span name, module;
	struct span digits; /* the count as text, where it is too big */
	uint64_t count;
	uint64_t addr; /* with -v; else 0 */
	double load; /* ticks per byte; negative: none */
	bool odd_load; /* without readprofile's four decimals */
	enum text_row_kind kind;
};

/*
 * The common row, digits, name, and a load with a point, without looking at
 * anything twice; false says nothing but "look closer".
 */
bool rowline_plain(struct span line, struct row_line *row);

struct words rowline_split(struct span line);

/* All other lines, without quote marks.  Fills in what is known of ROW. */
enum line_kind rowline_classify(const struct words *w, struct row_line *row);

static inline bool rowline_is_total(struct span name)
{
	return name.len == 5 && !memcmp(name.ptr, "total", 5);
}

/* What readprofile calls the total in other languages; ended by NULL. */
extern const char *const rowline_total_words[];

#endif
