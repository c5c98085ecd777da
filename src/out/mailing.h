/*
 * mailing.h - what the parts of mail.c share
 */
#ifndef OUT_MAILING_H
#define OUT_MAILING_H

#include "diffprof/mailaddress.h"
#include "diffprof/output.h"

/* Columns of a line. */
#define MAIL_WIDTH 72

/* What is being composed. */
struct mail {
	const struct view *views;
	size_t nr;
	struct outbuf *out;
	struct arena arena;
	struct notes notes; /* those that are footnotes, in their order */
	struct mail_address *to, *cc; /* whom MAINTAINERS names */
	size_t nr_to, cap_to, nr_cc, cap_cc;
};

/* Base, or the one profile. */
static inline const struct side *mail_base(const struct mail *m)
{
	return m->views[0].diff ? &m->views[0].diff->base :
				  &m->views[0].listing->side;
}

/* Find the notes that are footnotes; mail_notes.c. */
void mail_collect_notes(struct mail *m);
/* " [1][3]" behind LINE: the notes about SIDE, or (NULL) about none. */
void mail_marks(const struct mail *m, struct outbuf *line,
		const struct side *side);
void mail_footnotes(struct mail *m);

/* What was compared, how, and what is known of it; mail_sides.c. */
void mail_sides(struct mail *m);

#endif
