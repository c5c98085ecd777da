/*
 * take.c - the rows are written or mailed
 */
#include "browsing.h"

/*
 * The views as they are shown, or what of them is marked, in ARENA.  Unless they
 * are, rows that changed by less than MIN_DELTA are left out.
 */
static struct view *shown_views(struct browser *b, double min_delta,
				struct arena *arena)
{
	struct view_options choose = b->list.choose;
	struct view *views =
		arena_alloc(arena, b->data.nr_views * sizeof(*views));

	if (!b->list.nr_marked && choose.min_delta < min_delta)
		choose.min_delta = min_delta;
	for (size_t i = 0; i < b->data.nr_views; i++)
		list_view(&b->list, &b->filter, i, &choose, arena, &views[i]);
	return views;
}

static size_t rows_of(const struct view *view)
{
	return view->nr - (view->total != NULL) + view->nr_uncertain;
}

void take_write(struct browser *b, bool overwrite)
{
	struct arena arena = { 0 };
	struct view *views = shown_views(b, 0, &arena);
	bool exists = false;
	struct error err;

	work_end(b);
	if (b->door.write(b->door.context, &b->data, views, b->data.nr_views,
			  b->file, overwrite, &exists, &err) == 0)
		browser_say(b, false, "%zu %srow%s written to %s",
			    rows_of(&views[b->list.at]),
			    b->list.nr_marked ? "marked " : "",
			    rows_of(&views[b->list.at]) == 1 ? "" : "s",
			    b->file);
	else if (exists && !overwrite)
		prompt_open(b, PROMPT_OVERWRITE, "");
	else
		browser_say(b, true, "%s", err.text);
	arena_release(&arena);
}

void take_compose(struct browser *b)
{
	struct arena arena = { 0 };
	struct view *views = shown_views(b, b->door.mail_min_delta, &arena);
	struct error err;

	work_end(b);
	b->mail.len = 0;
	if (b->door.compose(b->door.context, views, b->data.nr_views, &b->mail,
			    b->subject, sizeof(b->subject), &err) < 0) {
		browser_say(b, true, "%s", err.text);
	} else {
		letter_make(b);
		b->page = PAGE_MAIL;
	}
	arena_release(&arena);
}

void browser_mail(const struct browser *b, struct browser_letter *mail)
{
	*mail = (struct browser_letter){
		.to = b->to,
		.subject = b->subject,
		.text = { b->mail.data, b->mail.len },
	};
}

void browser_sent(struct browser *b, const char *trouble)
{
	if (trouble) {
		browser_say(b, true, "%s", trouble);
		return;
	}
	b->page = PAGE_LIST;
	browser_say(b, false, "sent to %s", b->to);
}
