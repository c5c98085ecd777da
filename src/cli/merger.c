#include "merger.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diffprof/sums.h"
#include "diffprof/tasks.h"
#include "loading.h"

/* So many files are handed out at once. */
#define BATCH_MAX 64

struct merger {
	const struct options *opts;
	struct side_options side;
	struct notes *notes;
	struct loading loading;
	struct table tables[2]; /* what -m and -k name */
	struct stat output; /* the file that is there already, ... */
	bool has_output; /* ... if there is one */
	struct sums sums;

	struct arena arena; /* of the batch */
	struct file *file[BATCH_MAX];
	size_t nr;
	uint64_t used, failed; /* files */
	bool broken; /* a file could be added in part only */
	struct error *err; /* of the first in the batch that cannot be left out */
	size_t at_fault; /* which it is, and 1; 0: none */
};

/* ---- notes, of which there may be as many as files ----------------------- */

#define NOTES_KEPT 3

/* Keep the first of a kind, and of the others how many. */
static void keep_note(struct merger *m, const struct note *note)
{
	struct arena *arena = m->notes->arena;
	size_t alike = 0;

	for (const struct note *n = m->notes->first; n; n = n->next)
		alike += !strcmp(n->code, note->code);
	if (note->level != NOTE_INFO && alike < NOTES_KEPT)
		notes_add(m->notes, note->level, note->code,
			  note->file ? arena_strdup(arena, note->file) : NULL,
			  "%s", note->text);
}

static int refuse_doubts(const struct profile *prof, struct error *err)
{
	for (const struct note *n = prof->notes.first; n; n = n->next)
		if (n->level == NOTE_DOUBT)
			return fail(err, ERR_FORMAT,
				    "%s: %s (an error with --strict)",
				    prof->path, n->text);
	return 0;
}

/* ---- files --------------------------------------------------------------- */

static struct file *new_file(struct merger *m, const char *path,
			     const struct reader *directory, const char *map)
{
	struct file *file = arena_zalloc(&m->arena, sizeof(*file));

	file->operand = (struct operand){ .path = arena_strdup(&m->arena, path),
					  .reader = directory,
					  .map = map };
	file->opts = m->side;
	file->all = &m->loading;
	file->in.fd = file->found.in.fd = -1;
	file->run = 1;
	file->prof = arena_zalloc(&m->arena, sizeof(*file->prof));
	file->map = m->side.map ? &m->tables[0] : NULL;
	file->vmlinux = m->side.vmlinux ? &m->tables[1] : NULL;
	return file;
}

static void close_file(struct file *file)
{
	profile_release(file->prof);
	symtab_close(&file->found);
	input_close(&file->in);
}

/* A file that was overwritten cannot be had again. */
static int spare(const struct merger *m, struct file *file)
{
	struct stat st;

	if (m->has_output && !stat(file->operand.path, &st) &&
	    st.st_dev == m->output.st_dev && st.st_ino == m->output.st_ino)
		return fail(&file->err, ERR_USAGE,
			    "%s: is one of the inputs; -o would overwrite it",
			    m->opts->output_path);
	return 0;
}

static int read_run(const struct merger *m, struct file *file)
{
	if (loading_read(file) < 0 || sums_check(file->prof, &file->err) < 0 ||
	    loading_resolve(file) < 0)
		return -1;
	return m->opts->strict ? refuse_doubts(file->prof, &file->err) : 0;
}

/* Add the run that FILE has read; everybody else waits. */
static int add_run(struct merger *m, struct file *file)
{
	int failed;

	tasks_one_by_one();
	for (const struct note *n = file->prof->notes.first; n; n = n->next)
		keep_note(m, n);
	failed = sums_add(&m->sums, file->prof, &file->err);
	tasks_side_by_side();
	return failed;
}

/* The other runs of FILE, one after another. */
static int add_others(struct merger *m, struct file *file)
{
	for (unsigned run = 2; run <= file->prof->input_runs; run++) {
		struct file other = *file;
		struct profile prof = { 0 };

		other.first = file;
		other.run = run;
		other.prof = &prof;
		other.found = (struct symtab){ .in = { .fd = -1 } };
		int failed = read_run(m, &other) < 0 || add_run(m, &other) < 0;

		close_file(&other);
		if (failed) {
			file->err = other.err;
			return -1;
		}
	}
	return 0;
}

/* FILE, the Ith, is of no use: an error, or a note. */
static void leave_out(struct merger *m, const struct file *file, size_t i)
{
	m->failed++;
	if (!m->at_fault || i + 1 < m->at_fault) {
		*m->err = file->err;
		m->at_fault = i + 1;
	}
	keep_note(m, &(struct note){ .level = NOTE_DOUBT,
				     .code = "left-out",
				     .text = file->err.text });
}

static void merge_one(void *arg, size_t i)
{
	struct merger *m = arg;
	struct file *file = m->file[i];

	// Of a file that fails later on, some runs would have been added.
	bool read = spare(m, file) == 0 && read_run(m, file) == 0;
	file->failed = !read || add_run(m, file) < 0 ||
		       add_others(m, file) < 0;
	tasks_one_by_one();
	m->used += !file->failed;
	if (file->failed)
		leave_out(m, file, i);
	m->broken |= read && file->failed;
	tasks_side_by_side();
	close_file(file);
}

static int do_batch(struct merger *m, struct error *err)
{
	m->err = err;
	m->at_fault = 0;
	tasks_run(m->nr, m->nr > 1, merge_one, m);
	m->nr = 0;
	arena_release(&m->arena);
	return m->at_fault && (!m->opts->keep_going || m->broken) ? -1 : 0;
}

static int take_file(struct merger *m, const char *path,
		     const struct reader *directory, const char *map,
		     struct error *err)
{
	m->file[m->nr++] = new_file(m, path, directory, map);
	return m->nr == BATCH_MAX ? do_batch(m, err) : 0;
}

/* A directory stands for the profiles in it. */
static int take_word(struct merger *m, const char *word, struct error *err)
{
	struct arena arena = { 0 };
	struct operands operands;
	struct notes notes;
	int failed;

	notes_init(&notes, &arena);
	failed = operands_expand(&word, 1, &arena, &operands, &notes, err);
	for (size_t i = 0; i < operands.nr && !failed; i++)
		failed = take_file(m, operands.operand[i].path,
				   operands.operand[i].reader,
				   operands.operand[i].map, err);
	for (const struct note *n = notes.first; n; n = n->next)
		keep_note(m, n);
	// Maps beside them are named by what is to go away.
	if (!failed && operands.nr > 1)
		failed = do_batch(m, err);
	arena_release(&arena);
	return failed;
}

/* ---- all of it ----------------------------------------------------------- */

static int take_list(struct merger *m, struct error *err)
{
	const char *path = m->opts->files_from;
	char *line = NULL;
	FILE *list;
	size_t cap = 0;
	ssize_t len;
	int failed = 0;

	if (!path)
		return 0;
	list = strcmp(path, "-") ? fopen(path, "re") :
				      fdopen(dup(STDIN_FILENO), "r");
	if (!list)
		return fail_errno(err, "%s", path);
	while (!failed && (len = getline(&line, &cap, list)) > 0) {
		if (line[len - 1] == '\n')
			line[--len] = '\0';
		if (len)
			failed = take_word(m, line, err);
	}
	if (!failed && ferror(list))
		failed = fail_errno(err, "%s", path);
	free(line);
	fclose(list);
	return failed;
}

static int load_tables(struct merger *m, struct error *err)
{
	const char *paths[] = { m->side.map, m->side.vmlinux };

	for (size_t i = 0; i < 2; i++) {
		m->tables[i].symtab.in.fd = -1;
		m->tables[i].path = paths[i];
		if (paths[i] &&
		    symtab_load(paths[i], &m->tables[i].symtab, err) < 0)
			return -1;
	}
	return 0;
}

static int merge_all(struct merger *m, struct error *err)
{
	const struct group *group = &m->opts->groups[0];

	if (load_tables(m, err) < 0)
		return -1;
	for (size_t i = 0; i < group->nr; i++)
		if (take_word(m, group->paths[i], err) < 0)
			return -1;
	if (take_list(m, err) < 0 || do_batch(m, err) < 0)
		return -1;
	if (m->used)
		return 0;
	return m->failed ? -1 :
			   fail(err, ERR_USAGE, "%s: it names no profile",
				m->opts->files_from);
}

static int check_output(const struct options *opts, struct error *err)
{
	if (opts->output_path || opts->to_stdout)
		return !opts->output_path && isatty(STDOUT_FILENO) ?
			       fail(err, ERR_USAGE,
				    "a recording is nothing for a terminal;"
				    " give a file with -o") :
			       0;
	return fail(err, ERR_USAGE,
		    "where to? give the file with -o, or -o - for standard"
		    " output");
}

int merger_run(const struct options *opts, struct outbuf *out,
	       struct notes *notes, struct error *err)
{
	struct merger m = {
		.opts = opts,
		.side = options_side(opts, SIDE_BOTH),
		.notes = notes,
		.loading = { .options = opts, .keep_clones = true,
			     .forgets = true },
	};

	if (check_output(opts, err) < 0)
		return -1;
	m.has_output = opts->output_path && !stat(opts->output_path, &m.output);
	sums_init(&m.sums);
	int failed = merge_all(&m, err);
	if (!failed)
		failed = sums_print(&m.sums, out, err);
	arena_release(&m.arena);
	for (size_t i = 0; i < 2; i++)
		symtab_close(&m.tables[i].symtab);
	sums_release(&m.sums);
	if (!failed && m.failed > NOTES_KEPT)
		notes_add(notes, NOTE_DOUBT, "left-out", NULL,
			  "%llu of %llu files were left out",
			  (unsigned long long)m.failed,
			  (unsigned long long)m.failed +
				  (unsigned long long)m.used);
	return failed;
}
