/*
 * recording_file.c - the files of a recording, and the texts in them
 */
#include "diffprof/recording.h"

#include <stdlib.h>

#include "diffprof/textlines.h"
#include "diffprof/unpack.h"

/* ---- texts --------------------------------------------------------------- */

size_t recording_facts(struct span text, struct arena *arena,
		       const struct fact **facts)
{
	struct textlines lines = textlines_begin(text);
	struct fact *list = NULL;
	size_t nr = 0, cap = 0;
	struct span line;

	while (textlines_next(&lines, &line)) {
		const char *colon = memchr(line.ptr, ':', line.len);

		if (!colon)
			continue;
		struct span value = { colon + 1, (size_t)(line.ptr + line.len -
							  colon - 1) };
		ARENA_ROOM(arena, list, nr, cap);
		list[nr++] = (struct fact){
			{ line.ptr, (size_t)(colon - line.ptr) },
			span_trim(value),
		};
	}
	*facts = list;
	return nr;
}

static bool is_special(char c)
{
	return (unsigned char)c < ' ' || c == '\\' || c == 0x7f;
}

void recording_put_cell(struct outbuf *out, struct span text)
{
	if (!text.len)
		outbuf_char(out, '-');
	for (size_t i = 0; i < text.len; i++)
		if (is_special(text.ptr[i]) || span_is(text, "-"))
			outbuf_printf(out, "\\x%02x",
				      (unsigned char)text.ptr[i]);
		else
			outbuf_char(out, text.ptr[i]);
}

struct span recording_cell(struct span cell, struct arena *arena)
{
	uint64_t byte;
	size_t len = 0;

	if (span_is(cell, "-"))
		return (struct span){ cell.ptr, 0 };
	if (!cell.len || !memchr(cell.ptr, '\\', cell.len))
		return cell;
	char *text = arena_alloc(arena, cell.len);
	for (size_t i = 0; i < cell.len; i++) {
		struct span digits = { cell.ptr + i + 2, 2 };

		if (cell.ptr[i] == '\\' && cell.len - i >= 4 &&
		    cell.ptr[i + 1] == 'x' && span_hex(digits, &byte)) {
			text[len++] = (char)byte;
			i += 3;
		} else {
			text[len++] = cell.ptr[i];
		}
	}
	return (struct span){ text, len };
}

bool recording_next_cell(struct span *line, struct span *cell)
{
	if (!line->ptr)
		return false;
	const char *tab = line->len ? memchr(line->ptr, '\t', line->len) : NULL;

	*cell = *line;
	if (!tab) {
		*line = (struct span){ NULL, 0 };
		return true;
	}
	cell->len = (size_t)(tab - line->ptr);
	line->ptr = tab + 1;
	line->len -= cell->len + 1;
	return true;
}

/* ---- files --------------------------------------------------------------- */

/* "symbols" of "symbols.zst". */
static struct span stem_of(struct span path)
{
	static const char *const packed[] = { ".zst", ".xz", ".gz", ".bz2" };

	for (size_t i = 0; i < sizeof(packed) / sizeof(*packed); i++)
		if (span_ends(path, packed[i]))
			path.len -= strlen(packed[i]);
	return path;
}

static const struct ustar_file *find(const struct recording *rec,
				     const char *name)
{
	for (size_t i = rec->nr; i-- > 0;)
		if (span_is(stem_of(rec->file[i].path), name))
			return &rec->file[i];
	return NULL;
}

int recording_file(const struct recording *rec, const char *name,
		   struct span *bytes, struct error *err)
{
	const struct ustar_file *file = find(rec, name);
	const char *cut_short = NULL;
	char *data;
	size_t size;

	*bytes = (struct span){ NULL, 0 };
	if (!file)
		return 0;
	*bytes = file->bytes;
	if (!unpack_detect(file->bytes))
		return 0;
	if (unpack(file->bytes, RECORDING_FILE_MAX, rec->path, &data, &size,
		   &cut_short, err) < 0)
		return -1;
	if (cut_short) {
		free(data);
		return fail(err, ERR_FORMAT, "%s: %s: %s", rec->path, name,
			    cut_short);
	}
	// So that it goes away with all the rest.
	*bytes = (struct span){ arena_strndup(rec->arena, data, size), size };
	free(data);
	return 0;
}

/* More than anybody waits for. */
#define RUNS_MAX 9999

/* N of "N/counts" and "N/profile"; 0 if it is none. */
static unsigned run_of(struct span path)
{
	const char *slash = memchr(path.ptr, '/', path.len);
	struct span number = { path.ptr, 0 }, what;
	uint64_t run;

	if (!slash)
		return 0;
	number.len = (size_t)(slash - path.ptr);
	what = stem_of((struct span){ slash + 1, path.len - number.len - 1 });
	return span_count(number, &run) == NUMBER_OK && run <= RUNS_MAX &&
			       (span_is(what, "counts") ||
				span_is(what, "profile")) ?
		       (unsigned)run :
		       0;
}

static int read_meta(struct recording *rec, struct error *err)
{
	struct span meta, version;
	uint64_t number;

	if (recording_file(rec, "meta", &meta, err) < 0)
		return -1;
	rec->nr_facts = recording_facts(meta, rec->arena, &rec->facts);
	version = fact_find(rec->facts, rec->nr_facts, RECORDING_KEY);
	if (span_count(version, &number) != NUMBER_OK || !number)
		return fail(err, ERR_FORMAT,
			    "%s: not a recording: it has no meta that begins"
			    " \"" RECORDING_KEY ": 1\"",
			    rec->path);
	if (number > RECORDING_VERSION)
		return fail(err, ERR_FORMAT,
			    "%s: a recording of version %llu, and this diffprof"
			    " knows them up to %d; read it with a newer one",
			    rec->path, (unsigned long long)number,
			    RECORDING_VERSION);
	return 0;
}

int recording_open(struct span bytes, const char *path, struct arena *arena,
		   struct recording *rec, struct error *err)
{
	bool *has_run = arena_zalloc(arena, RUNS_MAX + 2);
	struct ustar_file file;

	*rec = (struct recording){ .path = path, .arena = arena };
	while (ustar_next(&bytes, &file, &rec->cut_short)) {
		ARENA_ROOM(arena, rec->file, rec->nr, rec->cap);
		rec->file[rec->nr++] = file;
		has_run[run_of(file.path)] = true;
	}
	if (read_meta(rec, err) < 0)
		return -1;
	rec->merged = find(rec, "sums");
	if (rec->merged)
		return 0;
	while (has_run[rec->runs + 1])
		rec->runs++;
	if (!rec->runs)
		return fail(err, ERR_FORMAT,
			    "%s: a recording without a run that is whole%s%s",
			    path, rec->cut_short ? ": " : "",
			    rec->cut_short ? rec->cut_short : "");
	return 0;
}

bool recording_sniff(struct span bytes)
{
	struct ustar_file file;
	const char *unused;

	while (ustar_next(&bytes, &file, &unused))
		if (span_is(file.path, "meta"))
			return span_starts(file.bytes, RECORDING_KEY ":");
	return false;
}
