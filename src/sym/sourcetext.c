#include "diffprof/sourcetext.h"

#include <string.h>

/* Larger ones were made by a program. */
#define FILE_MAX ((size_t)16 << 20)

struct sourcetext_file {
	const char *name; /* as it was asked for */
	struct input in;
	struct span bytes; /* empty: it cannot be had */
	uint32_t *starts; /* of lines, and the end of the last */
	uint32_t nr; /* lines */
};

void sourcetext_init(struct sourcetext *texts, const char *tree,
		     const char *root, struct arena *arena)
{
	*texts = (struct sourcetext){
		.arena = arena,
		.tree = tree,
		.root = root,
	};
}

static bool leads_out(const char *path)
{
	for (const char *p = path; p; p = strchr(p, '/')) {
		p += *p == '/';
		if (!strncmp(p, "..", 2) && (p[2] == '/' || !p[2]))
			return true;
	}
	return false;
}

static bool is_called_as_source(const char *path)
{
	static const char *const suffixes[] = { ".c",  ".h",   ".S",   ".s",
						".cc", ".cpp", ".cxx", ".hpp",
						".hh", ".rs",  ".inc", ".C" };
	struct span name = span_of(path);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (span_ends(name, suffixes[i]))
			return true;
	return false;
}

/* Where NAME may be; NULL: nowhere that may be looked at. */
static const char *place_of(const struct sourcetext *texts, const char *name)
{
	if (texts->tree && *name != '/')
		return leads_out(name) ? NULL :
					 arena_printf(texts->arena, "%s/%s",
						      texts->tree, name);
	if (!is_called_as_source(name))
		return NULL;
	if (*name == '/')
		return name;
	return texts->root ?
		       arena_printf(texts->arena, "%s/%s", texts->root, name) :
		       NULL;
}

static void find_lines(struct sourcetext *texts, struct sourcetext_file *file)
{
	const char *start = file->bytes.ptr, *end = start + file->bytes.len;
	const char *p = start;
	uint32_t nr = 0;

	while (p < end && (p = memchr(p, '\n', (size_t)(end - p)))) {
		nr++;
		p++;
	}
	nr += end > start && end[-1] != '\n';
	file->starts =
		arena_alloc(texts->arena, (nr + 1u) * sizeof(*file->starts));
	file->nr = nr;
	p = start;
	for (uint32_t i = 0; i < nr; i++) {
		file->starts[i] = (uint32_t)(p - start);
		p = memchr(p, '\n', (size_t)(end - p));
		p = p ? p + 1 : end;
	}
	file->starts[nr] = (uint32_t)(end - start);
}

static const struct sourcetext_file *file_of(struct sourcetext *texts,
					     const char *name)
{
	struct sourcetext_file *file;
	struct error err;

	for (size_t i = texts->nr; i--;)
		if (!strcmp(texts->files[i].name, name))
			return &texts->files[i];
	ARENA_ROOM(texts->arena, texts->files, texts->nr, texts->cap);
	file = &texts->files[texts->nr++];
	*file = (struct sourcetext_file){ .name = name, .in.fd = -1 };

	const char *path = place_of(texts, name);
	if (!path || input_open_as(path, INPUT_FOUND, &file->in, &err) < 0) {
		file->in = (struct input){ .fd = -1 };
		return file;
	}
	if (file->in.size <= FILE_MAX &&
	    input_data(&file->in, &file->bytes, &err) == 0)
		find_lines(texts, file);
	return file;
}

struct span sourcetext_line(struct sourcetext *texts, const char *file,
			    uint32_t line)
{
	const struct sourcetext_file *f = file_of(texts, file);
	struct span text = { NULL, 0 };

	if (!line || line > f->nr)
		return text;
	text.ptr = f->bytes.ptr + f->starts[line - 1];
	text.len = f->starts[line] - f->starts[line - 1];
	while (text.len && (text.ptr[text.len - 1] == '\n' ||
			    text.ptr[text.len - 1] == '\r'))
		text.len--;
	return text;
}

void sourcetext_close(struct sourcetext *texts)
{
	for (size_t i = 0; i < texts->nr; i++)
		input_close(&texts->files[i].in);
	texts->nr = 0;
}
