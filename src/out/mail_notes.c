/*
 * mail_notes.c - doubts and hints as footnotes
 */
#include "mailing.h"

#include "ascii.h"

/* So many notes of one kind are footnotes; of more only the first. */
#define NOTES_ALIKE 3

static size_t count_alike(const struct notes *notes, const struct note *as)
{
	size_t nr = 0;

	for (const struct note *n = notes->first; n; n = n->next)
		nr += n->level != NOTE_INFO && !strcmp(n->code, as->code);
	return nr;
}

static bool is_first(const struct notes *notes, const struct note *note)
{
	for (const struct note *n = notes->first; n != note; n = n->next)
		if (n->level != NOTE_INFO && !strcmp(n->code, note->code))
			return false;
	return true;
}

void mail_collect_notes(struct mail *m)
{
	struct notes all;

	notes_init(&all, &m->arena);
	notes_init(&m->notes, &m->arena);
	for (size_t i = 0; i < m->nr; i++)
		notes_join(&all, m->views[i].diff ?
					 &m->views[i].diff->notes :
					 &m->views[i].listing->notes);
	for (const struct note *n = all.first; n; n = n->next) {
		size_t alike = count_alike(&all, n);

		if (n->level == NOTE_INFO ||
		    (alike > NOTES_ALIKE && !is_first(&all, n)))
			continue;
		notes_add(&m->notes, n->level, n->code, n->file,
			  alike > NOTES_ALIKE ?
				  "%s (and %zu more of this kind)" :
				  "%s",
			  n->text, alike - 1);
	}
}

static bool is_about(const struct note *note, const struct side *side)
{
	for (size_t i = 0; note->file && side && i < side->nr_runs; i++)
		if (!strcmp(note->file, side->runs[i]->path))
			return true;
	return false;
}

/* Is it about a file of any side? */
static bool is_of_side(const struct mail *m, const struct note *note)
{
	bool found = is_about(note, mail_base(m));

	for (size_t i = 0; i < m->nr && !found; i++)
		found = m->views[i].diff &&
			is_about(note, &m->views[i].diff->test);
	return found;
}

void mail_marks(const struct mail *m, struct outbuf *line,
		const struct side *side)
{
	unsigned number = 0;
	bool any = false;

	for (const struct note *n = m->notes.first; n; n = n->next) {
		number++;
		if (side ? !is_about(n, side) : is_of_side(m, n))
			continue;
		outbuf_printf(line, "%s[%u]", any ? "" : " ", number);
		any = true;
	}
}

void mail_footnotes(struct mail *m)
{
	unsigned number = 0;

	for (const struct note *n = m->notes.first; n; n = n->next) {
		struct outbuf text = { 0 };

		outbuf_printf(&text, "[%u] ", ++number);
		if (n->file) {
			ascii_text(&text, span_of(n->file));
			outbuf_text(&text, ": ");
		}
		ascii_text(&text, span_of(n->text));
		if (number == 1)
			outbuf_char(m->out, '\n');
		ascii_flow(m->out, (struct span){ text.data, text.len },
			   MAIL_WIDTH, 4);
		outbuf_release(&text);
	}
}
