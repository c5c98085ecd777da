#include "wholelines.h"

int whole_lines(struct input *in, struct profile *prof, struct span *text,
		struct error *err)
{
	if (input_data(in, text, err) < 0)
		return -1;
	if (!in->cut_short)
		return 0;

	const char *end =
		text->len ? memrchr(text->ptr, '\n', text->len) : NULL;
	text->len = end ? (size_t)(end + 1 - text->ptr) : 0;
	notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
		  "%s; what is whole of it was read", in->cut_short);
	return 0;
}
