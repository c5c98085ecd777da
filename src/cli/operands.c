#include "operands.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "diffprof/plain.h"
#include "diffprof/names.h"
#include "diffprof/reader.h"
#include "diffprof/symtab.h"

/* What a file of a directory is. */
enum content {
	CONTENT_OTHER,
	CONTENT_PROFILE,
	CONTENT_SYMBOLS
};

/* *DIRECTORY is the reader of a directory that is one profile, else NULL. */
static enum content content_of(const char *path,
			       const struct reader **directory)
{
	const struct reader *reader;
	struct error unused;
	struct input in;
	struct stat st;

	*directory = NULL;
	if (stat(path, &st) < 0)
		return CONTENT_OTHER;
	if (S_ISDIR(st.st_mode)) {
		*directory = reader_of_directory(path);
		return *directory ? CONTENT_PROFILE : CONTENT_OTHER;
	}
	if (input_open_as(path, INPUT_FOUND | INPUT_LOOK, &in, &unused) < 0)
		return CONTENT_OTHER;
	const char *undone;
	if (plain_text(&in, &undone, &unused) < 0) {
		input_close(&in);
		return CONTENT_OTHER;
	}
	// In this order, as where a file is named: no map has a row.  What has
	// been made of profiles and kept beside them is no run.
	enum content content = CONTENT_OTHER;
	if (!reader_choose(&in, &reader, &unused))
		content = reader == &reader_listing ? CONTENT_OTHER :
						      CONTENT_PROFILE;
	else if (unused.kind == ERR_USAGE)
		content = CONTENT_PROFILE; // which says so when it is read
	else if (symtab_sniff(&in))
		content = CONTENT_SYMBOLS;
	input_close(&in);
	return content;
}

/*
 * The name of the run that FILE is a form of: without the packing's suffix and
 * the last other one, but for numbers (run.1, profile-2.6.0).
 */
static struct span stem_of(const char *file)
{
	static const char *const packed[] = { ".gz", ".xz", ".zst", ".bz2" };
	struct span stem = span_of(file);

	for (size_t i = 0; i < sizeof(packed) / sizeof(*packed); i++)
		if (span_ends(stem, packed[i]))
			stem.len -= strlen(packed[i]);
	const char *dot = memrchr(stem.ptr, '.', stem.len);
	if (dot && dot > stem.ptr && dot + 1 < stem.ptr + stem.len &&
	    !char_is_digit(dot[1]))
		stem.len = (size_t)(dot - stem.ptr);
	return stem;
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void add(struct operands *operands, const char *path,
		const struct reader *reader, struct arena *arena)
{
	ARENA_ROOM(arena, operands->operand, operands->nr, operands->cap);
	operands->operand[operands->nr++] =
		(struct operand){ .path = path, .reader = reader };
}

#define NAMED_MAX 5

/* The files of a directory that are no profile, as far as a note has room. */
struct others {
	const char *names;
	size_t nr;
};

static void add_other(struct others *others, const char *name,
		      struct arena *arena)
{
	if (others->nr++ < NAMED_MAX)
		others->names = arena_printf(arena, "%s%s%s",
					     others->names ? others->names : "",
					     others->names ? ", " : "", name);
}

/* Is NAME a recording that perf moved away to make another of ENTRIES? */
static bool is_moved_away(const char *name, struct dirent **entries, int nr)
{
	struct span former = span_of(name);

	if (!span_ends(former, ".old"))
		return false;
	former.len -= strlen(".old");
	for (int i = 0; i < nr; i++)
		if (span_is(former, entries[i]->d_name))
			return true;
	return false;
}

/* The names of the runs of a directory so far, by their stems. */
struct stems {
	struct names names;
	struct stem_runs {
		const char *any, *file; /* the first, directories too or not */
	} * runs; /* by id */
	size_t nr, cap;
};

/* Enter run NAME; an earlier one that looks like another form of it, or NULL. */
static const char *other_form(struct stems *stems, const char *name,
			      bool directory)
{
	name_id id = names_intern(&stems->names, stem_of(name));

	while (stems->nr <= id) {
		ARENA_ROOM(stems->names.arena, stems->runs, stems->nr,
			   stems->cap);
		stems->runs[stems->nr++] = (struct stem_runs){ 0 };
	}
	struct stem_runs *runs = &stems->runs[id];
	// Directories have suffixes of other kinds.
	const char *other = directory ? runs->file : runs->any;
	if (!runs->any)
		runs->any = name;
	if (!directory && !runs->file)
		runs->file = name;
	return other;
}

static int expand_directory(const char *path, struct dirent **entries, int nr,
			    struct arena *arena, struct operands *operands,
			    struct notes *notes, struct error *err)
{
	size_t first = operands->nr, maps = 0;
	struct others others = { 0 };
	const char *map = NULL, *last;
	struct stems stems = { .nr = 0 };

	names_init(&stems.names, arena);
	for (int i = 0; i < nr; i++) {
		const char *name = entries[i]->d_name;
		const char *file = arena_printf(arena, "%s/%s", path, name);
		const struct reader *reader;

		if (is_moved_away(name, entries, nr)) {
			notes_add(notes, NOTE_DOUBT, "passed-over",
				  arena_strdup(arena, path),
				  "%s is the recording before the last one",
				  arena_strdup(arena, name));
			continue;
		}
		switch (content_of(file, &reader)) {
		case CONTENT_OTHER:
			add_other(&others, name, arena);
			break;
		case CONTENT_SYMBOLS:
			map = file;
			maps++;
			break;
		case CONTENT_PROFILE:
			last = other_form(&stems, name, reader != NULL);
			if (last)
				return fail(err, ERR_FORMAT,
					    "%s: %s and %s look like one run in"
					    " two forms; take one away",
					    path, last, name);
			add(operands, file, reader, arena);
			break;
		}
	}
	if (operands->nr == first)
		return fail(err, ERR_FORMAT, "%s: no profile in this directory",
			    path);
	for (size_t k = first; k < operands->nr && maps == 1; k++)
		operands->operand[k].map = map;
	if (others.nr)
		notes_add(notes, NOTE_DOUBT, "passed-over",
			  arena_strdup(arena, path),
			  "%zu file%s no profile: %s%s", others.nr,
			  others.nr == 1 ? " is" : "s are", others.names,
			  others.nr > NAMED_MAX ? ", ..." : "");
	return 0;
}

int operands_expand(const char *const *words, size_t nr, struct arena *arena,
		    struct operands *operands, struct notes *notes,
		    struct error *err)
{
	*operands = (struct operands){ 0 };
	for (size_t i = 0; i < nr; i++) {
		const struct reader *reader;
		struct dirent **entries;
		struct stat st;
		int found, failed;

		if (!strcmp(words[i], "-") || stat(words[i], &st) < 0 ||
		    !S_ISDIR(st.st_mode)) {
			add(operands, words[i], NULL, arena);
			continue;
		}
		struct span path = span_of(words[i]);
		while (path.len > 1 && path.ptr[path.len - 1] == '/')
			path.len--;
		const char *name = arena_strndup(arena, path.ptr, path.len);
		if ((reader = reader_of_directory(name))) {
			add(operands, name, reader, arena);
			continue;
		}
		found = scandir(name, &entries, not_hidden, by_bytes);
		if (found < 0)
			return fail_errno(err, "%s", words[i]);
		failed = expand_directory(name, entries, found, arena, operands,
					  notes, err);
		for (int k = 0; k < found; k++)
			free(entries[k]);
		free(entries);
		if (failed)
			return -1;
		if (nr == 1)
			operands->directory = name;
	}
	return 0;
}
