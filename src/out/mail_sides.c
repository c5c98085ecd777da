/*
 * mail_sides.c - what was compared: kernels, command, machine, method
 */
#include "mailing.h"

#include "ascii.h"
#include "header.h"
#include "sides.h"

/* LINE, which is given back, without the end that it may have. */
static void put_line(struct mail *m, struct outbuf *line)
{
	struct span text = { line->data, line->len };

	ascii_flow(m->out, text, MAIL_WIDTH, 2);
	outbuf_release(line);
}

static void put_side(struct mail *m, const char *name, const struct side *side)
{
	struct outbuf line = { 0 };
	const char *release = side_release(side);

	header_print_side(&line, name, side, MAIL_WIDTH, ascii_text, "");
	// A label that the user gave does not say which kernel it is.
	if (release && strcmp(release, side->label) != 0) {
		outbuf_text(&line, ", Linux ");
		ascii_text(&line, span_of(release));
	}
	mail_marks(m, &line, side);
	put_line(m, &line);
}

/* What is known of how the sides came about, and is worth a line. */
static const struct known {
	const char *name;
	struct {
		const char *key, *before, *behind;
	} facts[4];
} known[] = {
	{ "command", { { "command", "", "" } } },
	{ "machine",
	  { { "machine", "", "" },
	    { "cpus", ", ", " CPUs" },
	    { "cpu", ", ", "" },
	    { "memory", ", ", " memory" } } },
	{ "governor", { { "governor", "", "" } } },
};

static struct span fact(const struct side *side, const char *key)
{
	const struct profile *run = side->runs[0];

	return fact_find(run->facts, run->nr_facts, key);
}

static void put_facts(struct outbuf *line, const struct side *side,
		      const struct known *k)
{
	size_t start = line->len;

	for (size_t i = 0; i < 4 && k->facts[i].key; i++) {
		struct span value = fact(side, k->facts[i].key);

		if (!value.len)
			continue;
		if (line->len > start)
			outbuf_text(line, k->facts[i].before);
		ascii_text(line, value);
		outbuf_text(line, k->facts[i].behind);
	}
}

static bool is_same(const struct outbuf *a, const struct outbuf *b)
{
	return a->len == b->len &&
	       (!a->len || !memcmp(a->data, b->data, a->len));
}

/* One line where all sides agree, else one each. */
static void put_known(struct mail *m, const struct known *k)
{
	const struct side *base = mail_base(m);
	struct outbuf of_base = { 0 };
	bool same = true;

	put_facts(&of_base, base, k);
	for (size_t i = 0; i < m->nr && m->views[i].diff; i++) {
		struct outbuf other = { 0 };

		put_facts(&other, &m->views[i].diff->test, k);
		same &= is_same(&of_base, &other);
		outbuf_release(&other);
	}
	for (size_t i = 0; i <= m->nr; i++) {
		const struct side *side = !i ? base :
					  m->views[i - 1].diff ?
					       &m->views[i - 1].diff->test :
					       NULL;
		struct outbuf line = { 0 };

		if (!side || (i && same))
			continue;
		outbuf_text(&line, k->name);
		if (!same) {
			outbuf_text(&line, " of ");
			ascii_text(&line, span_of(side->label));
		}
		outbuf_text(&line, ": ");
		size_t empty = line.len;
		put_facts(&line, side, k);
		if (line.len > empty)
			put_line(m, &line);
		outbuf_release(&line);
	}
	outbuf_release(&of_base);
}

static void put_method(struct mail *m)
{
	struct outbuf text = { 0 };
	size_t from = 0;

	header_print_how(&text, m->views, m->nr, MAIL_WIDTH, ascii_text, "\n");
	for (size_t i = 0; i < text.len; i++) {
		struct outbuf line = { 0 };

		if (text.data[i] != '\n')
			continue;
		outbuf_bytes(&line, text.data + from, i - from);
		from = i + 1;
		if (from == text.len)
			mail_marks(m, &line, NULL);
		put_line(m, &line);
	}
	outbuf_release(&text);
}

void mail_sides(struct mail *m)
{
	put_side(m, m->views[0].diff ? "base" : "profile", mail_base(m));
	for (size_t i = 0; i < m->nr; i++)
		if (m->views[i].diff)
			put_side(m, "test", &m->views[i].diff->test);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		put_known(m, &known[i]);
	if (m->views[0].diff)
		put_method(m);
	outbuf_char(m->out, '\n');
}
