#include "timetable.h"

#include <math.h>

#include "diffprof/escape.h"
#include "diffprof/timing.h"

/* A label, set from the right. */
static void print_label(struct outbuf *out, const char *label)
{
	struct outbuf text = { 0 };

	escape_text(&text, span_of(label));
	size_t width = escape_width((struct span){ text.data, text.len });
	outbuf_fill(out, ' ', width < 25 ? 25 - width : 0);
	outbuf_bytes(out, text.data, text.len);
	outbuf_release(&text);
}

static bool has(const struct view *view, bool throughput)
{
	for (size_t i = 0; i < view->diff->nr_times; i++)
		if (throughput ==
		    (view->diff->times[i].kind == TIME_THROUGHPUT))
			return true;
	return false;
}

static void print_means(struct outbuf *out, const struct diff *diff,
			bool is_test)
{
	print_label(out, is_test ? diff->test.label : diff->base.label);
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];

		if (t->kind != TIME_THROUGHPUT)
			outbuf_printf(out, " %11.2f", is_test ? t->test.mean :
								t->base.mean);
	}
	outbuf_char(out, '\n');
}

static void print_throughput(struct outbuf *out, const struct diff *diff,
			     bool is_test)
{
	const struct timing *t = &diff->times[diff->nr_times - 1];
	const struct measured *side = is_test ? &t->test : &t->base;
	double unit = 100 / t->base.mean;

	print_label(out, is_test ? diff->test.label : diff->base.label);
	outbuf_printf(out, " %11.1f%%", unit * side->mean);
	if (isnan(side->sd))
		outbuf_printf(out, " %11s\n", "-");
	else
		outbuf_printf(out, " %11.1f%%\n", unit * side->sd);
}

void timetable_classic(struct outbuf *out, const struct view *views, size_t nr)
{
	const struct diff *first = views[0].diff;

	if (!first || !first->nr_times)
		return;
	if (has(&views[0], false)) {
		outbuf_printf(out, "%25s", "");
		for (size_t i = 0; i < first->nr_times; i++)
			if (first->times[i].kind != TIME_THROUGHPUT)
				outbuf_printf(out, " %11s",
					time_names[first->times[i].kind]);
		outbuf_char(out, '\n');
		print_means(out, first, false);
		for (size_t i = 0; i < nr; i++)
			print_means(out, views[i].diff, true);
		outbuf_char(out, '\n');
	}
	if (has(&views[0], true)) {
		outbuf_printf(out, "%25s %11s %11s\n", "", "Throughput",
			      "Std. Dev");
		print_throughput(out, first, false);
		for (size_t i = 0; i < nr; i++)
			print_throughput(out, views[i].diff, true);
		outbuf_char(out, '\n');
	}
}

static void print_side(struct outbuf *out, const struct measured *side)
{
	outbuf_printf(out, " %11.2f", side->mean);
	if (isnan(side->sd))
		outbuf_printf(out, " %8s", "-");
	else
		outbuf_printf(out, " %8.2f", side->sd);
}

void timetable_print(struct outbuf *out, const struct view *view)
{
	const struct diff *diff = view->diff;

	if (!diff || !diff->nr_times)
		return;
	outbuf_printf(out, "\n%-10s %11s %8s %11s %8s %8s  %-15s %7s\n", "",
		      "base", "sd", "test", "sd", "percent", "95% limits", "p");
	for (size_t i = 0; i < diff->nr_times; i++) {
		const struct timing *t = &diff->times[i];
		double unit = 100 / t->base.mean;

		outbuf_printf(out, "%-10s", time_names[t->kind]);
		print_side(out, &t->base);
		print_side(out, &t->test);
		if (isnan(t->percent))
			outbuf_printf(out, " %8s", "-");
		else
			outbuf_printf(out, " %+7.1f%%", t->percent);
		if (isnan(t->welch.limits.low) || isnan(t->percent))
			outbuf_printf(out, "  %-15s", "-");
		else
			outbuf_printf(out, "  %+6.1f..%+.1f%%",
				      unit * t->welch.limits.low,
				      unit * t->welch.limits.high);
		if (isnan(t->welch.p))
			outbuf_text(out, "  -\n");
		else
			outbuf_printf(out, "  %.2g %s\n", t->welch.p,
				      verdict_names[t->verdict]);
	}
}
