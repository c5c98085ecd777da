#include "json_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diffprof/escape.h"
#include "diffprof/significance.h"

#include "sides.h"

/* 15 digits are what every double keeps in both directions. */
#define DUMP_FLAGS                                                             \
	(JSON_COMPACT | JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY |            \
	 JSON_ENSURE_ASCII)

static int append(const char *data, size_t len, void *out)
{
	const char *del;

	// The one control character that jansson leaves as it is.
	while ((del = memchr(data, 0x7f, len))) {
		size_t before = (size_t)(del - data);

		outbuf_bytes(out, data, before);
		outbuf_text(out, "\\u007F");
		data = del + 1;
		len -= before + 1;
	}
	outbuf_bytes(out, data, len);
	return 0;
}

/* Append VALUE, which is given back. */
void json_write(struct outbuf *out, json_t *value)
{
	json_dump_callback(value, append, out, DUMP_FLAGS);
	json_decref(value);
}

json_t *json_of_text(struct span text)
{
	struct outbuf valid = { 0 };
	json_t *value = json_stringn(text.ptr ? text.ptr : "", text.len);

	if (value)
		return value;
	for (size_t i = 0; i < text.len;) {
		unsigned code;
		size_t n = escape_utf8(text.ptr + i, text.len - i, &code);

		if (n)
			outbuf_bytes(&valid, text.ptr + i, n);
		else
			outbuf_printf(&valid, "\\x%02x",
				      (unsigned char)text.ptr[i]);
		i += n ? n : 1;
	}
	value = json_stringn(valid.data, valid.len);
	outbuf_release(&valid);
	return value;
}

json_t *json_of_string(const char *text)
{
	return text ? json_of_text(span_of(text)) : json_null();
}

json_t *json_of_count(uint64_t count)
{
	return count <= COUNT_MAX ? json_integer((json_int_t)count) :
				    json_null();
}

json_t *json_of_real(double real)
{
	return isfinite(real) ? json_real(real) : json_null();
}

void json_write_side(struct outbuf *out, const char *name,
		     const struct side *side)
{
	json_t *object = json_object(), *files = json_array();

	for (size_t i = 0; i < side->nr_runs; i++)
		if (side_begins_file(side, i))
			json_array_append_new(files,
					      json_of_string(
						      side->runs[i]->path));
	json_object_set_new(object, "label", json_of_string(side->label));
	json_object_set_new(object, "files", files);
	json_object_set_new(object, "format",
			    json_of_string(side_format(side)));
	json_object_set_new(object, "kernel",
			    json_of_string(side_release(side)));
	json_object_set_new(object, "build_id",
			    json_of_string(side_build_id(side)));
	json_object_set_new(object, "event", json_of_string(side_event(side)));
	json_object_set_new(object, "unit", json_of_string(side_unit(side)));
	json_object_set_new(object, "runs",
			    json_integer((json_int_t)side->measured));
	json_object_set_new(object, "total", json_of_count(side->total));
	json_object_set_new(object, "listed", json_of_count(side->listed));
	json_object_set_new(object, "symbols",
			    json_integer((json_int_t)side->symbols));
	outbuf_printf(out, "\"%s\": ", name);
	json_write(out, object);
	outbuf_text(out, ",\n  ");
}

void json_write_notes(struct outbuf *out, const struct notes *notes)
{
	const char *between = "\n    ";

	outbuf_text(out, "\"notes\": [");
	for (const struct note *n = notes->first; n; n = n->next) {
		json_t *object = json_object();

		json_object_set_new(object, "code", json_of_string(n->code));
		json_object_set_new(object, "file", json_of_string(n->file));
		json_object_set_new(object, "text", json_of_string(n->text));
		outbuf_text(out, between);
		json_write(out, object);
		between = ",\n    ";
	}
	outbuf_text(out, notes->first ? "\n  ]" : "]");
}

/* How the sides were made comparable, and how noisy they are. */
void json_write_method(struct outbuf *out, const struct diff *diff)
{
	json_t *norm = json_object(), *noise = json_object();
	const struct significance *s = diff->significance;

	json_object_set_new(norm, "how",
			    json_of_string(normalize_names[diff->norm.how]));
	json_object_set_new(norm, "factor",
			    json_of_real((double)diff->norm.factor));
	json_object_set_new(norm, "factor_se",
			    json_of_real(diff->norm.factor_se));
	json_object_set_new(norm, "rate", json_real(diff->norm.rate));
	json_object_set_new(norm, "idle",
			    json_of_string(diff->idle_left_out ? "left out" :
								 "shown"));
	json_object_set_new(noise, "how",
			    json_of_string(s ? noise_how_names[s->how] : NULL));
	json_object_set_new(noise, "g", json_of_real(s ? s->g : NAN));
	json_object_set_new(noise, "df", json_of_real(s ? s->df : NAN));
	outbuf_text(out, "\"normalization\": ");
	json_write(out, norm);
	outbuf_text(out, ",\n  \"noise\": ");
	json_write(out, noise);
	outbuf_text(out, ",\n  ");
}

/* Out of memory, jansson leaves out what it has no room for; we do not. */
static void *json_room(size_t size)
{
	return mem_resize(NULL, size);
}

void json_begin(void)
{
	json_set_alloc_funcs(json_room, free);
}
