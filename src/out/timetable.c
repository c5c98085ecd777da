#include "timetable.h"

#include <math.h>

#include "diffprof/escape.h"
#include "diffprof/timing.h"

#include "grid.h"

const struct time_labels time_labels_classic = { 25, false, escape_text };

/* A label, set from the right. */
static void print_label(struct outbuf *out, const char *label,
			const struct time_labels *as)
{
	struct outbuf text = { 0 };

	as->quote(&text, span_of(label));
	size_t used = escape_width((struct span){ text.data, text.len });
	outbuf_fill(out, ' ', used < as->width ? as->width - used : 0);
	grid_cut(out, (struct span){ text.data, text.len },
		 as->cut ? as->width : SIZE_MAX);
	outbuf_release(&text);
}

/* DIFF's timing of KIND, or NULL. */
static const struct timing *timing_of(const struct diff *diff,
				      enum time_kind kind)
{
	for (size_t i = 0; i < diff->nr_times; i++)
		if (diff->times[i].kind == kind)
			return &diff->times[i];
	return NULL;
}

/* The timing of KIND in any of the comparisons, or NULL. */
static const struct timing *any_timing(const struct view *views, size_t nr,
				       enum time_kind kind)
{
	const struct timing *found = NULL;

	for (size_t i = 0; i < nr && !found; i++)
		found = timing_of(views[i].diff, kind);
	return found;
}

static void print_mean(struct outbuf *out, const struct timing *t, bool is_test)
{
	if (t)
		outbuf_printf(out, " %11.2f",
			      is_test ? t->test.mean : t->base.mean);
	else
		outbuf_printf(out, " %11s", "-");
}

/* Elapsed, system, user and CPU: a line each for base and the tests. */
static void print_means(struct outbuf *out, const struct view *views, size_t nr,
			const struct time_labels *as)
{
	outbuf_fill(out, ' ', as->width);
	for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
		if (any_timing(views, nr, k))
			outbuf_printf(out, " %11s", time_names[k]);
	outbuf_char(out, '\n');
	print_label(out, views[0].diff->base.label, as);
	for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
		if (any_timing(views, nr, k))
			print_mean(out, any_timing(views, nr, k), false);
	outbuf_char(out, '\n');
	for (size_t i = 0; i < nr; i++) {
		print_label(out, views[i].diff->test.label, as);
		for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
			if (any_timing(views, nr, k))
				print_mean(out, timing_of(views[i].diff, k),
					   true);
		outbuf_char(out, '\n');
	}
	outbuf_char(out, '\n');
}

static void print_throughput(struct outbuf *out, const char *label,
			     const struct timing *t, bool is_test,
			     const struct time_labels *as)
{
	if (!t)
		return;
	const struct measured *side = is_test ? &t->test : &t->base;
	double unit = 100 / t->base.mean;

	print_label(out, label, as);
	if (!(t->base.mean > 0)) {
		outbuf_printf(out, " %11s %11s\n", "-", "-");
		return;
	}
	outbuf_printf(out, " %11.1f%%", unit * side->mean);
	if (isnan(side->sd))
		outbuf_printf(out, " %11s\n", "-");
	else
		outbuf_printf(out, " %11.1f%%\n", unit * side->sd);
}

void timetable_classic(struct outbuf *out, const struct view *views, size_t nr,
		       const struct time_labels *as)
{
	const struct timing *throughput;
	bool any = false;

	if (!views[0].diff)
		return;
	for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
		any |= any_timing(views, nr, k) != NULL;
	if (any)
		print_means(out, views, nr, as);
	throughput = any_timing(views, nr, TIME_THROUGHPUT);
	if (!throughput)
		return;
	outbuf_fill(out, ' ', as->width);
	outbuf_printf(out, " %11s %11s\n", "Throughput", "Std. Dev");
	print_throughput(out, views[0].diff->base.label, throughput, false,
			 as);
	for (size_t i = 0; i < nr; i++)
		print_throughput(out, views[i].diff->test.label,
				 timing_of(views[i].diff, TIME_THROUGHPUT),
				 true, as);
	outbuf_char(out, '\n');
}

/* ---- for reading --------------------------------------------------------- */

enum time_column {
	OF_BASE,
	OF_BASE_SD,
	OF_TEST,
	OF_TEST_SD,
	OF_PERCENT,
	OF_LIMITS,
	OF_P,
	OF_RANKS,	/* only where there is one */
	OF_VERDICT,
	TIME_COLUMNS,
};

static const struct {
	const char *heading;
	const char *indent;
	int width;		/* below 0: set from the left */
} time_columns[] = {
	[OF_BASE] = { "base", " ", 11 },
	[OF_BASE_SD] = { "sd", " ", 8 },
	[OF_TEST] = { "test", " ", 11 },
	[OF_TEST_SD] = { "sd", " ", 8 },
	[OF_PERCENT] = { "percent", " ", 8 },
	[OF_LIMITS] = { "95% limits", "  ", -15 },
	[OF_P] = { "p", " ", 7 },
	[OF_RANKS] = { "ranks", " ", 7 },
	[OF_VERDICT] = { "verdict", " ", -1 },
};

static void cell(struct outbuf *out, enum time_column column,
		 const struct timing *t)
{
	double unit = 100 / t->base.mean;
	bool percent = !isnan(t->percent);

	switch (column) {
	case OF_BASE:
		outbuf_printf(out, "%.2f", t->base.mean);
		break;
	case OF_TEST:
		outbuf_printf(out, "%.2f", t->test.mean);
		break;
	case OF_BASE_SD:
		if (!isnan(t->base.sd))
			outbuf_printf(out, "%.2f", t->base.sd);
		break;
	case OF_TEST_SD:
		if (!isnan(t->test.sd))
			outbuf_printf(out, "%.2f", t->test.sd);
		break;
	case OF_PERCENT:
		// A sign in front of nothing but zeros says more than is known.
		if (percent)
			outbuf_printf(out, fabs(t->percent) < 0.05 ?
				      "%.1f%%" : "%+.1f%%",
				      fabs(t->percent) < 0.05 ? 0 : t->percent);
		break;
	case OF_LIMITS:
		if (percent && !isnan(t->welch.limits.low))
			outbuf_printf(out, "%+.1f..%+.1f%%",
				      unit * t->welch.limits.low,
				      unit * t->welch.limits.high);
		break;
	case OF_P:
		if (!isnan(t->welch.p))
			outbuf_printf(out, "%.2g", t->welch.p);
		break;
	case OF_RANKS:
		if (!isnan(t->ranks))
			outbuf_printf(out, "%.2g", t->ranks);
		break;
	default:
		if (!isnan(t->welch.p))
			outbuf_text(out, verdict_names[t->verdict]);
	}
}

/* Has any quantity a test by ranks? */
static bool has_ranks(const struct diff *diff)
{
	for (size_t i = 0; i < diff->nr_times; i++)
		if (!isnan(diff->times[i].ranks))
			return true;
	return false;
}

static void pad(struct outbuf *out, const char *text, enum time_column column)
{
	bool last = column + 1 == TIME_COLUMNS;

	outbuf_text(out, time_columns[column].indent);
	if (last)
		outbuf_text(out, text);
	else
		outbuf_printf(out, "%*s", time_columns[column].width, text);
}

/* A cell as text, "-" for none; to be released. */
static const char *cell_of(struct outbuf *text, enum time_column column,
			   const struct timing *t)
{
	cell(text, column, t);
	if (!text->len && column != OF_VERDICT)
		outbuf_char(text, '-');
	outbuf_char(text, '\0');
	return text->data;
}

static void print_quantities(struct outbuf *out, const struct diff *diff)
{
	bool ranks = has_ranks(diff);

	outbuf_printf(out, "%-10s", "");
	for (enum time_column k = 0; k < OF_VERDICT; k++)
		if (k != OF_RANKS || ranks)
			pad(out, time_columns[k].heading, k);
	outbuf_char(out, '\n');
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];

		outbuf_printf(out, "%-10s", time_names[t->kind]);
		for (enum time_column k = 0; k < TIME_COLUMNS; k++) {
			struct outbuf text = { 0 };

			if (k == OF_RANKS && !ranks)
				continue;
			if (k == OF_VERDICT && isnan(t->welch.p))
				continue;
			pad(out, cell_of(&text, k, t), k);
			outbuf_release(&text);
		}
		outbuf_char(out, '\n');
	}
}

void timetable_print(struct outbuf *out, const struct view *views, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const struct diff *diff = views[i].diff;

		if (!diff || !diff->nr_times)
			continue;
		outbuf_char(out, '\n');
		if (nr > 1) {
			escape_text(out, span_of(diff->test.label));
			outbuf_text(out, ":\n");
		}
		print_quantities(out, diff);
	}
}

void timetable_markdown(struct outbuf *out, const struct view *view)
{
	const struct diff *diff = view->diff;

	if (!diff || !diff->nr_times)
		return;
	bool ranks = has_ranks(diff);

	outbuf_text(out, "| |");
	for (enum time_column k = 0; k < TIME_COLUMNS; k++)
		if (k != OF_RANKS || ranks)
			outbuf_printf(out, " %s |", time_columns[k].heading);
	outbuf_text(out, "\n| :--- |");
	for (enum time_column k = 0; k < TIME_COLUMNS; k++)
		if (k != OF_RANKS || ranks)
			outbuf_text(out, k == OF_VERDICT ? " :--- |" :
							   " ---: |");
	outbuf_char(out, '\n');
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];

		outbuf_printf(out, "| %s |", time_names[t->kind]);
		for (enum time_column k = 0; k < TIME_COLUMNS; k++) {
			struct outbuf text = { 0 };

			if (k != OF_RANKS || ranks)
				outbuf_printf(out, " %s |",
					      cell_of(&text, k, t));
			outbuf_release(&text);
		}
		outbuf_char(out, '\n');
	}
	outbuf_char(out, '\n');
}

void timetable_html(struct outbuf *out, const struct view *view)
{
	const struct diff *diff = view->diff;
	bool ranks = has_ranks(diff);

	outbuf_text(out, "<table class=\"facts\"><caption>Times of the runs"
		    "</caption>\n<thead><tr><td></td>");
	for (enum time_column k = 0; k < TIME_COLUMNS; k++)
		if (k != OF_RANKS || ranks)
			outbuf_printf(out, "<th scope=\"col\">%s</th>",
				      time_columns[k].heading);
	outbuf_text(out, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];

		outbuf_printf(out, "<tr><th scope=\"row\">%s</th>",
			      time_names[t->kind]);
		for (enum time_column k = 0; k < TIME_COLUMNS; k++) {
			struct outbuf text = { 0 };

			if (k != OF_RANKS || ranks)
				outbuf_printf(out, "<td>%s</td>",
					      cell_of(&text, k, t));
			outbuf_release(&text);
		}
		outbuf_text(out, "</tr>\n");
	}
	outbuf_text(out, "</tbody></table>\n");
}
