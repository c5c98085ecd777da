#include "load.h"

#include <sys/stat.h>

#include "diffprof/attribute.h"
#include "diffprof/fold.h"
#include "diffprof/mapsearch.h"
#include "diffprof/tasks.h"
#include "operands.h"

/* A map or image that was named, read once for all who name it. */
struct table {
	const char *path;
	struct symtab symtab;
	struct error err;
	int failed;
};

struct file {
	struct operand operand;
	struct side_options opts;
	bool as_readprofile, keep_clones;
	struct input in;
	struct profile *prof;
	struct table *map, *vmlinux;	/* the tables that were named */
	struct symtab found;		/* the one that was searched */
	struct error err;
	int failed;
};

struct loading {
	struct file *files;
	size_t nr_files;
	struct table *tables;
	size_t nr_tables;
};

/* Say what the file is instead, where it is one that has its own option. */
static int not_a_profile(struct input *in, struct error *err)
{
	if (elf_sniff(in))
		return fail(err, ERR_FORMAT, "%s: an ELF image, not a profile;"
			    " give it with -k", in->path);
	if (sysmap_sniff(in))
		return fail(err, ERR_FORMAT, "%s: a map of symbols, not a"
			    " profile; give it with -m", in->path);
	return -1;
}

static int read_file(struct file *file)
{
	struct read_options opts = { .section = file->opts.section };
	const struct reader *reader = file->opts.from;
	struct error *err = &file->err;

	if (input_open(file->operand.path, &file->in, err) < 0)
		return -1;
	if (!reader && reader_choose(&file->in, &reader, err) < 0)
		return not_a_profile(&file->in, err);
	profile_init(file->prof, file->operand.path, reader->name);
	return reader->read(&file->in, &opts, file->prof, err);
}

static void load_one(void *arg, size_t i)
{
	struct loading *l = arg;

	// Maps first: they take longest.
	if (i < l->nr_tables) {
		struct table *t = &l->tables[i];

		t->failed = symtab_load(t->path, &t->symtab, &t->err);
	} else {
		struct file *f = &l->files[i - l->nr_tables];

		f->failed = read_file(f);
		if (!f->failed && !f->prof->histogram)
			fold_profile(f->prof, f->keep_clones);
	}
}

/* Map and image, when both are given, must be of one kernel. */
static int check_agree(const struct table *map, const struct table *image,
		       struct error *err)
{
	uint64_t a = map->symtab.etext - map->symtab.stext;
	uint64_t b = image->symtab.etext - image->symtab.stext;

	if (a == b)
		return 0;
	return fail(err, ERR_SYMBOLS,
		    "%s: text of %llu bytes, but that of %s has %llu: they are"
		    " not of one kernel", map->path, (unsigned long long)a,
		    image->path, (unsigned long long)b);
}

/* Addresses to symbols. */
static int resolve(struct file *file)
{
	const struct symtab *symtab = &file->found;
	struct error *err = &file->err;

	if (file->map && file->vmlinux &&
	    check_agree(file->map, file->vmlinux, err) < 0)
		return -1;
	// The image knows sizes, so its names are the better ones.
	if (file->vmlinux)
		symtab = &file->vmlinux->symtab;
	else if (file->map)
		symtab = &file->map->symtab;
	else if (mapsearch(file->prof, &file->found, err) < 0)
		return -1;
	return file->as_readprofile ?
		attribute_as_readprofile(file->prof, symtab, err) :
		attribute(file->prof, symtab, err);
}

static void resolve_one(void *arg, size_t i)
{
	struct loading *l = arg;
	struct file *f = &l->files[i];

	if (f->failed || !f->prof->histogram)
		return;
	f->failed = resolve(f);
	if (!f->failed)
		fold_profile(f->prof, f->keep_clones);
}

static struct table *table_for(struct loading *l, const char *path)
{
	if (!path)
		return NULL;
	for (size_t i = 0; i < l->nr_tables; i++)
		if (!strcmp(l->tables[i].path, path))
			return &l->tables[i];
	l->tables[l->nr_tables].path = path;
	return &l->tables[l->nr_tables++];
}

/* Below this a thread costs more than it saves. */
#define PARALLEL_BYTES (256 << 10)

static bool worth_threads(const struct loading *l)
{
	uint64_t bytes = 0;
	struct stat st;

	for (size_t i = 0; i < l->nr_files; i++)
		if (!stat(l->files[i].operand.path, &st))
			bytes += (uint64_t)st.st_size;
	for (size_t i = 0; i < l->nr_tables; i++)
		if (!stat(l->tables[i].path, &st))
			bytes += (uint64_t)st.st_size;
	return bytes > PARALLEL_BYTES;
}

static int load_all(struct loading *l, struct error *err)
{
	bool parallel = worth_threads(l), raw = false;

	tasks_run(l->nr_tables + l->nr_files, parallel, load_one, l);
	for (size_t i = 0; i < l->nr_tables; i++)
		if (l->tables[i].failed) {
			*err = l->tables[i].err;
			return -1;
		}
	for (size_t i = 0; i < l->nr_files; i++)
		raw |= !l->files[i].failed && l->files[i].prof->histogram;
	tasks_run(l->nr_files, parallel && raw, resolve_one, l);
	for (size_t i = 0; i < l->nr_files; i++)
		if (l->files[i].failed) {
			*err = l->files[i].err;
			return -1;
		}
	return 0;
}

int load_groups(const struct options *opts, struct arena *arena,
		struct runs *runs, struct error *err)
{
	struct operands *groups =
		arena_alloc(arena, opts->nr_groups * sizeof(*groups));
	struct notes *notes =
		arena_alloc(arena, opts->nr_groups * sizeof(*notes));
	struct loading l = { 0 };

	for (size_t g = 0; g < opts->nr_groups; g++) {
		notes_init(&notes[g], arena);
		if (operands_expand(opts->groups[g].paths, opts->groups[g].nr,
				    arena, &groups[g], &notes[g], err) < 0)
			return -1;
		l.nr_files += groups[g].nr;
	}
	l.files = arena_zalloc(arena, l.nr_files * sizeof(*l.files));
	l.tables = arena_zalloc(arena, 2 * l.nr_files * sizeof(*l.tables));

	struct file *file = l.files;
	for (size_t g = 0; g < opts->nr_groups; g++) {
		struct side_options side =
			options_side(opts, g ? SIDE_TEST : SIDE_BASE);

		runs[g] = (struct runs){
			.run = arena_alloc(arena, groups[g].nr *
						  sizeof(*runs[g].run)),
			.nr = groups[g].nr,
			.directory = groups[g].directory,
		};
		for (size_t i = 0; i < groups[g].nr; i++, file++) {
			file->operand = groups[g].operand[i];
			file->opts = side;
			file->as_readprofile = opts->as_readprofile;
			file->keep_clones = opts->keep_clones;
			file->prof = arena_zalloc(arena, sizeof(*file->prof));
			file->vmlinux = table_for(&l, side.vmlinux);
			file->map = table_for(&l, side.map || side.vmlinux ?
						  side.map : file->operand.map);
			runs[g].run[i] = file->prof;
		}
	}
	if (load_all(&l, err) < 0)
		return -1;
	for (size_t g = 0; g < opts->nr_groups; g++)
		notes_join(&runs[g].run[0]->notes, &notes[g]);
	return 0;
}
