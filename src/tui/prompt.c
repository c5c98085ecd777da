/*
 * prompt.c - what is typed at the bottom line
 */
#include "browsing.h"

static const char *const labels[] = {
	[PROMPT_NONE] = "",
	[PROMPT_SEARCH] = "Search: ",
	[PROMPT_FILTER] = "Filter: ",
	[PROMPT_WRITE] = "Write to (.txt .html .csv .json ...): ",
	[PROMPT_OVERWRITE] = "There is such a file; write over it? (y/n) ",
	[PROMPT_MAIL] = "To: ",
	[PROMPT_SEND] = "Send this mail? (y/n) ",
};

const char *prompt_label(const struct browser *b)
{
	return labels[b->prompt.kind];
}

void prompt_open(struct browser *b, enum prompt_kind kind, const char *text)
{
	struct prompt *p = &b->prompt;

	p->kind = kind;
	p->len = strlen(text) < TYPED_MAX ? strlen(text) : TYPED_MAX;
	memcpy(p->text, text, p->len);
	p->text[p->len] = '\0';
	p->from = b->list.cursor;
	p->from_top = b->list.top;
}

static void type(struct prompt *p, unsigned code)
{
	char utf8[4];
	size_t n = 0;

	if (code < 0x80) {
		utf8[n++] = (char)code;
	} else if (code < 0x800) {
		utf8[n++] = (char)(0xc0 | code >> 6);
		utf8[n++] = (char)(0x80 | (code & 63));
	} else if (code < 0x10000) {
		utf8[n++] = (char)(0xe0 | code >> 12);
		utf8[n++] = (char)(0x80 | (code >> 6 & 63));
		utf8[n++] = (char)(0x80 | (code & 63));
	} else if (code < 0x110000) {
		utf8[n++] = (char)(0xf0 | code >> 18);
		utf8[n++] = (char)(0x80 | (code >> 12 & 63));
		utf8[n++] = (char)(0x80 | (code >> 6 & 63));
		utf8[n++] = (char)(0x80 | (code & 63));
	}
	if (p->len + n > TYPED_MAX)
		return;
	memcpy(p->text + p->len, utf8, n);
	p->len += n;
	p->text[p->len] = '\0';
}

static void erase(struct prompt *p)
{
	while (p->len && ((unsigned char)p->text[--p->len] & 0xc0) == 0x80) {
		// All bytes of the character.
	}
	p->text[p->len] = '\0';
}

static void erase_word(struct prompt *p)
{
	while (p->len && p->text[p->len - 1] == ' ')
		erase(p);
	while (p->len && p->text[p->len - 1] != ' ' &&
	       (p->len < 2 || p->text[p->len - 2] != '/'))
		erase(p);
	if (p->len && p->text[p->len - 1] != ' ')
		erase(p);
}

static struct text *page_text(struct browser *b)
{
	switch (b->page) {
	case PAGE_DETAIL:
		return &b->detail;
	case PAGE_MAIL:
		return &b->letter;
	default:
		return &b->text;
	}
}

/* Search as one types, from where one was. */
static void search_typed(struct browser *b)
{
	struct prompt *p = &b->prompt;

	b->status[0] = '\0';
	pattern_set(&b->search, (struct span){ p->text, p->len });
	if (b->page == PAGE_LIST) {
		list_go(&b->list, p->from);
		b->list.top = p->from_top;
		if (p->len)
			browser_seek(b, 1, true);
	} else if (p->len) {
		page_text(b)->match = SIZE_MAX;
		if (!text_search(page_text(b), &b->search, 1))
			browser_say(b, true, "not found");
	}
}

static void set_filter(struct browser *b, struct span text)
{
	pattern_set(&b->filter, text);
	list_filter(&b->list, &b->filter);
}

/* The answer to a question. */
static enum browser_wish answer(struct browser *b, bool yes)
{
	enum prompt_kind kind = b->prompt.kind;

	b->prompt.kind = PROMPT_NONE;
	if (kind == PROMPT_OVERWRITE && yes)
		take_write(b, true);
	else if (kind == PROMPT_OVERWRITE)
		browser_say(b, false, "not written");
	else if (yes)
		return WISH_SEND;
	else
		browser_say(b, false, "not sent");
	return WISH_NOTHING;
}

static enum browser_wish accept(struct browser *b)
{
	struct prompt *p = &b->prompt;
	enum prompt_kind kind = p->kind;

	p->kind = PROMPT_NONE;
	switch (kind) {
	case PROMPT_FILTER:
		set_filter(b, (struct span){ p->text, p->len });
		break;
	case PROMPT_WRITE:
		memcpy(b->file, p->text, p->len + 1);
		if (p->len)
			take_write(b, false);
		break;
	case PROMPT_MAIL:
		memcpy(b->to, p->text, p->len + 1);
		if (p->len)
			prompt_open(b, PROMPT_SEND, "");
		else
			browser_say(b, false, "not sent");
		break;
	case PROMPT_SEND:
	case PROMPT_OVERWRITE:
		// Enter is no yes.
		p->kind = kind;
		break;
	default:
		break;
	}
	return WISH_NOTHING;
}

static void cancel(struct browser *b)
{
	enum prompt_kind kind = b->prompt.kind;

	b->prompt.kind = PROMPT_NONE;
	if (kind == PROMPT_SEARCH) {
		pattern_clear(&b->search);
		if (b->page == PAGE_LIST) {
			list_go(&b->list, b->prompt.from);
			b->list.top = b->prompt.from_top;
		}
		b->status[0] = '\0';
	} else if (kind == PROMPT_SEND || kind == PROMPT_MAIL) {
		browser_say(b, false, "not sent");
	}
}

enum browser_wish prompt_handle(struct browser *b,
				const struct input_event *event)
{
	struct prompt *p = &b->prompt;
	bool question = p->kind == PROMPT_OVERWRITE || p->kind == PROMPT_SEND;

	switch (event->request) {
	case REQ_TYPE:
		if (question)
			return event->code == 'y' || event->code == 'Y' ?
				       answer(b, true) :
			       event->code == 'n' || event->code == 'N' ?
				       answer(b, false) :
				       WISH_NOTHING;
		type(p, event->code);
		break;
	case REQ_ERASE:
		// Nothing is left to erase: as in vi and less, that ends it.
		if (!p->len) {
			cancel(b);
			return WISH_NOTHING;
		}
		erase(p);
		break;
	case REQ_ERASE_WORD:
		erase_word(p);
		break;
	case REQ_ERASE_ALL:
		p->len = 0;
		p->text[0] = '\0';
		break;
	case REQ_ACCEPT:
		return accept(b);
	case REQ_CANCEL:
		cancel(b);
		return WISH_NOTHING;
	default:
		return WISH_NOTHING;
	}
	if (p->kind == PROMPT_SEARCH)
		search_typed(b);
	return WISH_NOTHING;
}
