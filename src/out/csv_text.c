#include "csv_text.h"

#include "diffprof/escape.h"

void csv_text(struct outbuf *out, struct span text)
{
	size_t start = out->len;
	bool quoted = false;

	if (text.len && memchr("=+-@\t\r", text.ptr[0], 6))
		outbuf_char(out, '\'');
	escape_text(out, text);
	for (size_t i = start; i < out->len && !quoted; i++)
		quoted = memchr("\",;", out->data[i], 3);
	if (!quoted)
		return;

	struct outbuf cell = { 0 };
	outbuf_bytes(&cell, out->data + start, out->len - start);
	out->len = start;
	outbuf_char(out, '"');
	for (size_t i = 0; i < cell.len; i++) {
		if (cell.data[i] == '"')
			outbuf_char(out, '"');
		outbuf_char(out, cell.data[i]);
	}
	outbuf_char(out, '"');
	outbuf_release(&cell);
}
