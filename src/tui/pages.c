/*
 * pages.c - help, notes and the mail, as texts
 */
#include "browsing.h"

void help_make(struct text *text)
{
	for (const struct binding *b = bindings; b->request || b->names; b++) {
		if (!b->request) {
			if (b != bindings)
				text_add(text, 0, "%s", "");
			text_add(text, STYLE_BOLD, "%s", b->names);
		} else if (b->does) {
			struct arena scratch = { 0 };

			text_add_words(text, 0, 22,
				       span_of(arena_printf(&scratch,
							    "  %-20s%s",
							    b->names,
							    b->does)));
			arena_release(&scratch);
		}
	}
	text_add(text, 0, "%s", "");
	text_add(text, STYLE_BOLD, "Marks of a row");
	text_add_words(text, 0, 22,
		       SPAN("  * ** ***            changed beyond the noise that"
			    " repeated runs show"));
	text_add_words(text, 0, 22,
		       SPAN("  + ++ +++            the same, where noise is"
			    " guessed: one run a side"));
	text_add_words(text, 0, 22,
		       SPAN("  ~                   noise; . cannot be told"));
	text_add_words(text, 0, 22,
		       SPAN("  * in front          marked with y"));
}

void notes_make(struct text *text, const struct notes *notes)
{
	static const char *const levels[] = {
		[NOTE_INFO] = "",
		[NOTE_HINT] = "hint: ",
		[NOTE_DOUBT] = "doubt: ",
	};
	size_t nr = 0;

	for (const struct note *n = notes ? notes->first : NULL; n;
	     n = n->next, nr++) {
		struct arena scratch = { 0 };

		text_add_words(text, n->level == NOTE_DOUBT ? COLOR_ALARM : 0,
			       2,
			       span_of(arena_printf(&scratch, "%s%s%s%s",
						    levels[n->level],
						    n->file ? n->file : "",
						    n->file ? ": " : "",
						    n->text)));
		arena_release(&scratch);
	}
	if (!nr)
		text_add(text, 0, "There is nothing to remark.");
}

void letter_make(struct browser *b)
{
	const char *from = b->mail.data, *end = from + b->mail.len;

	text_clear(&b->letter);
	text_add(&b->letter, STYLE_BOLD, "Subject: %s", b->subject);
	text_add(&b->letter, 0, "%s", "");
	while (from < end) {
		const char *newline = memchr(from, '\n', (size_t)(end - from));
		size_t len = (size_t)((newline ? newline : end) - from);

		text_add(&b->letter, 0, "%.*s", (int)len, from);
		from += len + 1;
	}
}
