#include "load.h"

#include <sys/stat.h>

#include "diffprof/fold.h"
#include "diffprof/plain.h"
#include "diffprof/symfiles.h"
#include "diffprof/tasks.h"
#include "finished.h"
#include "loading.h"

/* Say what the file is instead, where it is one that has its own option. */
static int not_a_profile(struct input *in, struct error *err)
{
	if (elf_sniff(in))
		return fail(err, ERR_FORMAT,
			    "%s: an ELF image, not a profile;"
			    " give it with -k",
			    in->path);
	if (sysmap_sniff(in))
		return fail(err, ERR_FORMAT,
			    "%s: a map of symbols, not a"
			    " profile; give it with -m",
			    in->path);
	return -1;
}

/* Open the input of FILE and find its reader. */
static int open_file(struct file *file, const char **undone)
{
	const struct reader *reader = file->opts.from;
	struct error *err = &file->err;

	file->in = (struct input){ .path = file->operand.path, .fd = -1 };
	if (file->operand.reader && reader && reader != file->operand.reader)
		return fail(err, ERR_USAGE, "%s: a directory of format %s, not"
			    " %s", file->operand.path,
			    file->operand.reader->name, reader->name);
	if (file->operand.reader)
		reader = file->operand.reader;
	else if (input_open_as(file->operand.path,
			       file->all->forgets ? INPUT_LOOK : 0, &file->in,
			       err) < 0 ||
		 plain_text(&file->in, undone, err) < 0)
		return -1;
	if (!reader && reader_choose(&file->in, &reader, err) < 0)
		return not_a_profile(&file->in, err);
	if (file->opts.section > 1 && !reader->sections)
		return fail(err, ERR_USAGE,
			    "%s: --section=%u, but it holds 1 listing, as"
			    " files of format %s do",
			    file->operand.path, file->opts.section,
			    reader->name);
	file->reader = reader;
	return 0;
}

/* The same bytes again, for another run. */
static int share_input(struct file *file)
{
	const struct file *first = file->first;

	file->reader = first->reader;
	input_from_memory(&file->in, first->in.path, first->in.data,
			  first->in.size);
	return 0;
}

int loading_read(struct file *file)
{
	struct read_options opts = {
		.section = file->opts.section,
		.comm = file->all->comm,
		.cpu = file->all->cpu,
		.chains = file->all->chains,
		.places = file->all->places,
		.run = file->run,
		.side = file->all->options->parted ? (unsigned)file->group + 1 :
						     0,
	};
	const char *undone = NULL;

	if ((file->first ? share_input(file) : open_file(file, &undone)) < 0)
		return -1;
	profile_init(file->prof, file->operand.path, file->reader->name);
	if (undone)
		notes_add(&file->prof->notes, NOTE_INFO, "made-plain",
			  file->operand.path,
			  "%s: what %s made of the text was"
			  " undone",
			  file->operand.path, undone);
	return file->reader->read(&file->in, &opts, file->prof, &file->err);
}

/* Has the file its rows already, and nothing is asked of them? */
static bool is_ready(const struct file *file)
{
	const struct profile *prof = file->prof;

	return !prof->histogram && !prof->nr_events && !file->all->agree.nr_by;
}

static void load_file(const struct loading *l, struct file *f)
{
	f->failed = loading_read(f);
	if (!f->failed && is_ready(f))
		fold_profile(f->prof, l->keep_clones);
}

static void load_one(void *arg, size_t i)
{
	struct loading *l = arg;

	// Maps first: they take longest.
	if (i < l->nr_tables) {
		struct table *t = &l->tables[i];

		t->failed = symtab_load(t->path, &t->symtab, &t->err);
	} else {
		load_file(l, l->files[i - l->nr_tables]);
	}
}

/* What was not known to be there before the first run of its input was read. */
static void load_other(void *arg, size_t i)
{
	const struct loading *l = arg;

	if (l->files[i]->first)
		load_file(l, l->files[i]);
}

static void resolve_one(void *arg, size_t i)
{
	struct loading *l = arg;
	struct file *f = l->files[i];

	if (!f->failed)
		f->failed = loading_resolve(f);
}

static void select_one(void *arg, size_t i)
{
	struct loading *l = arg;
	struct file *f = l->files[i];
	bool ready = is_ready(f) && !f->had_histogram;

	f->failed = profile_select(f->prof, &l->selections[i], &f->err);
	if (!f->failed && !ready)
		fold_profile(f->prof, l->keep_clones);
}

static struct table *table_for(struct loading *l, const char *path)
{
	if (!path)
		return NULL;
	for (size_t i = 0; i < l->nr_tables; i++)
		if (!strcmp(l->tables[i].path, path))
			return &l->tables[i];
	l->tables[l->nr_tables].path = path;
	l->tables[l->nr_tables].symtab.in.fd = -1;
	return &l->tables[l->nr_tables++];
}

/* Below this a thread costs more than it saves. */
#define PARALLEL_BYTES (256 << 10)

static bool worth_threads(const struct loading *l)
{
	uint64_t bytes = 0;
	struct stat st;

	for (size_t i = 0; i < l->nr_files; i++)
		if (!stat(l->files[i]->operand.path, &st))
			bytes += (uint64_t)st.st_size;
	for (size_t i = 0; i < l->nr_tables; i++)
		if (!stat(l->tables[i].path, &st))
			bytes += (uint64_t)st.st_size;
	return bytes > PARALLEL_BYTES;
}

static int first_error(const struct loading *l, struct error *err)
{
	for (size_t i = 0; i < l->nr_files; i++)
		if (l->files[i]->failed) {
			*err = l->files[i]->err;
			return -1;
		}
	return 0;
}

static struct profile **all_profiles(const struct loading *l,
				     struct arena *arena)
{
	struct profile **profs =
		arena_alloc(arena, l->nr_files * sizeof(*profs));

	for (size_t i = 0; i < l->nr_files; i++)
		profs[i] = l->files[i]->prof;
	return profs;
}

static int choose(struct loading *l, struct arena *arena, struct error *err)
{
	struct profile **profs = all_profiles(l, arena);

	l->selections =
		arena_alloc(arena, l->nr_files * sizeof(*l->selections));
	if (finished_check(l->options, profs, l->nr_files, err) < 0)
		return -1;
	if (agree(profs, l->nr_files, &l->agree, l->selections, err) < 0)
		return -1;
	for (size_t i = 0; i < l->nr_files; i++)
		l->selections[i].as_profile =
			l->options->command == COMMAND_SHOW;
	return 0;
}

static const struct note *find_note(const struct profile *prof,
				    const char *code)
{
	const struct note *note = prof->notes.first;

	while (note && strcmp(note->code, code) != 0)
		note = note->next;
	return note;
}

/* A filter that leaves nothing of any profile is a mistake. */
static int check_filtered(const struct loading *l, struct error *err)
{
	const struct note *first = NULL, *note;

	for (size_t i = 0; i < l->nr_files; i++) {
		note = find_note(l->files[i]->prof, "nothing-passes");
		if (!note)
			return 0;
		first = first ? first : note;
	}
	return first ? fail(err, ERR_USAGE, "%s: %s", first->file,
			    first->text) :
		       0;
}

static struct file *new_file(const struct file *like, struct arena *arena)
{
	struct file *file = arena_alloc(arena, sizeof(*file));

	*file = *like;
	file->in.fd = file->found.in.fd = file->debug.in.fd = -1;
	file->prof = arena_zalloc(arena, sizeof(*file->prof));
	return file;
}

/* Files for the other runs of inputs that hold several; false if none does. */
static bool add_other_runs(struct loading *l, struct arena *arena)
{
	struct file **all;
	size_t nr = 0;

	for (size_t i = 0; i < l->nr_files; i++)
		nr += l->files[i]->failed || !l->files[i]->prof->input_runs ?
			      1 :
			      l->files[i]->prof->input_runs;
	if (nr == l->nr_files)
		return false;
	all = arena_alloc(arena, nr * sizeof(*all));
	nr = 0;
	for (size_t i = 0; i < l->nr_files; i++) {
		struct file *f = all[nr++] = l->files[i];
		unsigned runs = f->failed ? 0 : f->prof->input_runs;

		for (unsigned run = 2; run <= runs; run++) {
			struct file *other = all[nr++] = new_file(f, arena);

			other->first = f;
			other->run = run;
			other->wants_roster = false;
		}
	}
	l->files = all;
	l->nr_files = nr;
	return true;
}

static int load_all(struct loading *l, struct arena *arena, struct error *err)
{
	bool parallel = worth_threads(l), addresses = false, ready = true;

	tasks_run(l->nr_tables + l->nr_files, parallel, load_one, l);
	if (add_other_runs(l, arena))
		tasks_run(l->nr_files, true, load_other, l);
	for (size_t i = 0; i < l->nr_tables; i++)
		if (l->tables[i].failed) {
			*err = l->tables[i].err;
			return -1;
		}
	for (size_t i = 0; i < l->nr_files; i++) {
		struct file *f = l->files[i];

		f->had_histogram = !f->failed && f->prof->histogram;
		addresses |=
			!f->failed && (f->prof->histogram || f->prof->samples);
		ready &= f->failed || is_ready(f);
	}
	tasks_run(l->nr_files, parallel && addresses, resolve_one, l);
	if (first_error(l, err) < 0)
		return -1;
	symfiles_tell_apart(all_profiles(l, arena), l->nr_files);
	if (choose(l, arena, err) < 0)
		return -1;
	tasks_run(l->nr_files, parallel && !ready, select_one, l);
	return first_error(l, err) < 0 ? -1 : check_filtered(l, err);
}

/* What readers are to keep, as the groupings and the output have need of it. */
static void settle_needs(struct loading *l)
{
	for (size_t i = 0; i < l->agree.nr_by; i++) {
		l->comm |= l->agree.by[i] == GROUP_COMM;
		l->cpu |= l->agree.by[i] == GROUP_CPU;
		l->lines |= group_needs_sources(l->agree.by[i]);
	}
}

static void add_file(struct loading *l, const struct operand *operand,
		     size_t group, const struct side_options *side,
		     struct arena *arena)
{
	struct file *file = new_file(&(struct file){ .group = group }, arena);

	l->files[l->nr_files++] = file;
	file->operand = *operand;
	file->opts = *side;
	file->all = l;
	file->vmlinux = table_for(l, side->vmlinux);
	file->map = table_for(l, side->map || side->vmlinux ? side->map :
							      operand->map);
}

static int expand(struct loading *l, struct operands *groups,
		  struct notes *notes, struct arena *arena, struct error *err)
{
	const struct options *opts = l->options;
	size_t nr = 0;

	for (size_t g = 0; g < opts->nr_groups; g++) {
		notes_init(&notes[g], arena);
		if (operands_expand(opts->groups[g].paths, opts->groups[g].nr,
				    arena, &groups[g], &notes[g], err) < 0)
			return -1;
		nr += groups[g].nr;
	}
	l->files = arena_zalloc(arena, nr * sizeof(*l->files));
	l->tables = arena_zalloc(arena, 2 * nr * sizeof(*l->tables));
	return 0;
}

/* The profiles of one group. */
static void take_runs(const struct loading *l, size_t group, struct runs *runs,
		      struct arena *arena)
{
	*runs = (struct runs){
		.run = arena_alloc(arena, l->nr_files * sizeof(*runs->run)),
	};
	for (size_t i = 0; i < l->nr_files; i++)
		if (l->files[i]->group == group)
			runs->run[runs->nr++] = l->files[i]->prof;
}

int load_groups(const struct options *opts, struct arena *arena,
		struct runs *runs, struct loading **loading, struct error *err)
{
	struct operands *groups =
		arena_alloc(arena, opts->nr_groups * sizeof(*groups));
	struct notes *notes =
		arena_alloc(arena, opts->nr_groups * sizeof(*notes));
	struct loading *l = arena_alloc(arena, sizeof(*l));

	*l = (struct loading){
		.as_readprofile = opts->as_readprofile,
		.keep_clones = opts->keep_clones,
		.options = opts,
		.agree = opts->agree,
		.comm = opts->agree.filters.comm,
		.cpu = opts->agree.filters.nr_cpus,
		.chains = opts->output->chains,
		.places = opts->places,
	};
	*loading = l;
	settle_needs(l);
	if (expand(l, groups, notes, arena, err) < 0)
		return -1;
	for (size_t g = 0; g < opts->nr_groups; g++) {
		struct side_options side =
			options_side(opts, g ? SIDE_TEST : SIDE_BASE);

		for (size_t i = 0; i < groups[g].nr; i++) {
			add_file(l, &groups[g].operand[i], g, &side, arena);
			l->files[l->nr_files - 1]->wants_roster =
				opts->compare.find_renames && !i;
		}
	}
	if (load_all(l, arena, err) < 0)
		return -1;
	for (size_t g = 0; g < opts->nr_groups; g++) {
		take_runs(l, g, &runs[g], arena);
		runs[g].directory = groups[g].directory;
		notes_join(&runs[g].run[0]->notes, &notes[g]);
	}
	return 0;
}

void load_release(struct loading *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->nr_files; i++) {
		profile_release(l->files[i]->prof);
		symtab_close(&l->files[i]->found);
		symtab_close(&l->files[i]->debug);
		input_close(&l->files[i]->in);
	}
	for (size_t i = 0; i < l->nr_tables; i++)
		symtab_close(&l->tables[i].symtab);
}

struct input *load_image(struct loading *l, size_t g)
{
	struct symtab *st;

	for (size_t i = 0; i < l->nr_files; i++) {
		const struct file *file = l->files[i];

		if (file->group != g)
			continue;
		st = file->vmlinux ? &file->vmlinux->symtab :
				     &l->files[i]->found;
		if (st->in.data && !st->by_line)
			return &st->in;
	}
	return NULL;
}
