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
static void print_means(struct outbuf *out, const struct view *views, size_t nr)
{
	outbuf_printf(out, "%25s", "");
	for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
		if (any_timing(views, nr, k))
			outbuf_printf(out, " %11s", time_names[k]);
	outbuf_char(out, '\n');
	print_label(out, views[0].diff->base.label);
	for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
		if (any_timing(views, nr, k))
			print_mean(out, any_timing(views, nr, k), false);
	outbuf_char(out, '\n');
	for (size_t i = 0; i < nr; i++) {
		print_label(out, views[i].diff->test.label);
		for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
			if (any_timing(views, nr, k))
				print_mean(out, timing_of(views[i].diff, k),
					   true);
		outbuf_char(out, '\n');
	}
	outbuf_char(out, '\n');
}

static void print_throughput(struct outbuf *out, const char *label,
			     const struct timing *t, bool is_test)
{
	if (!t)
		return;
	const struct measured *side = is_test ? &t->test : &t->base;
	double unit = 100 / t->base.mean;

	print_label(out, label);
	outbuf_printf(out, " %11.1f%%", unit * side->mean);
	if (isnan(side->sd))
		outbuf_printf(out, " %11s\n", "-");
	else
		outbuf_printf(out, " %11.1f%%\n", unit * side->sd);
}

void timetable_classic(struct outbuf *out, const struct view *views, size_t nr)
{
	const struct timing *throughput;
	bool any = false;

	if (!views[0].diff)
		return;
	for (enum time_kind k = 0; k < TIME_THROUGHPUT; k++)
		any |= any_timing(views, nr, k) != NULL;
	if (any)
		print_means(out, views, nr);
	throughput = any_timing(views, nr, TIME_THROUGHPUT);
	if (!throughput)
		return;
	outbuf_printf(out, "%25s %11s %11s\n", "", "Throughput", "Std. Dev");
	print_throughput(out, views[0].diff->base.label, throughput, false);
	for (size_t i = 0; i < nr; i++)
		print_throughput(out, views[i].diff->test.label,
				 timing_of(views[i].diff, TIME_THROUGHPUT),
				 true);
	outbuf_char(out, '\n');
}

static void print_side(struct outbuf *out, const struct measured *side)
{
	outbuf_printf(out, " %11.2f", side->mean);
	if (isnan(side->sd))
		outbuf_printf(out, " %8s", "-");
	else
		outbuf_printf(out, " %8.2f", side->sd);
}

static void print_change(struct outbuf *out, const struct timing *t)
{
	double unit = 100 / t->base.mean;

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
		outbuf_printf(out, "%-10s %11s %8s %11s %8s %8s  %-15s %7s\n",
			      "", "base", "sd", "test", "sd", "percent",
			      "95% limits", "p");
		for (size_t k = 0; k < diff->nr_times; k++) {
			outbuf_printf(out, "%-10s",
				      time_names[diff->times[k].kind]);
			print_side(out, &diff->times[k].base);
			print_side(out, &diff->times[k].test);
			print_change(out, &diff->times[k]);
		}
	}
}
