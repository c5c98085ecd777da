#include "diffprof/funcfiles.h"

#include <fts.h>
#include <stdlib.h>

#include "diffprof/alias.h"
#include "diffprof/fold.h"
#include "diffprof/numbered.h"
#include "diffprof/release.h"
#include "diffprof/roster.h"
#include "diffprof/srcline.h"
#include "diffprof/symfiles.h"
#include "diffprof/whole.h"
#include "mapfiles.h"

/* What has a name that was asked for. */
struct place {
	uint64_t addr;
	size_t function; /* index */
	bool part; /* a clone or part of it, and not itself */
};

struct finding {
	struct function_file *functions;
	size_t nr;
	bool keep_clones;
	struct arena *arena; /* of what is found */
	struct arena scratch;
	struct names names;
	/* By name: the first function of that name + 1, and the next of it. */
	size_t *first, *next;
	struct place *place;
	size_t nr_places, cap_places;
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* Of "NAME (FILE)": is this the FILE?  Any is of what names none. */
static bool may_be(struct span name, const char *file)
{
	struct span bare = symfiles_bare(name);
	const char *base = base_name(file);
	size_t len = strlen(base);

	return bare.len == name.len ||
	       (name.len == bare.len + len + 3 &&
		!memcmp(name.ptr + bare.len + 2, base, len));
}

static void begin(struct finding *f)
{
	names_init(&f->names, &f->scratch);
	f->first = arena_zalloc(&f->scratch, (f->nr + 2) * sizeof(*f->first));
	f->next = arena_zalloc(&f->scratch, (f->nr + 1) * sizeof(*f->next));
	for (size_t i = 0; i < f->nr; i++) {
		struct span name = symfiles_bare(f->functions[i].name);

		if (f->functions[i].file || !name.len)
			continue;
		name_id id = names_intern(&f->names, name);
		f->next[i] = f->first[id];
		f->first[id] = i + 1;
	}
}

/* FILE is that of function I, unless another was found before. */
static void settle(struct finding *f, size_t i, const char *file, bool bare,
		   bool *clash)
{
	struct function_file *function = &f->functions[i];

	if (clash[i] || !file || !may_be(function->name, file))
		return;
	if (!function->file) {
		function->file = arena_strdup(f->arena, file);
		function->bare = bare;
	} else if (strcmp(function->file, file) != 0) {
		function->file = NULL;
		clash[i] = true;
	}
}

/* ---- by DWARF ------------------------------------------------------------ */

static void add_place(struct finding *f, size_t function, uint64_t addr,
		      bool part)
{
	ARENA_ROOM(&f->scratch, f->place, f->nr_places, f->cap_places);
	f->place[f->nr_places++] = (struct place){ addr, function, part };
}

static void find_places(struct finding *f, const struct symtab *st)
{
	bool *itself = arena_zalloc(&f->scratch, f->nr + 1);
	size_t kept = 0;

	for (size_t i = 0; i < st->nr; i++) {
		const struct symbol *sym = &st->symbols[i];
		struct span name, function;

		if (sym->binding == BIND_END || sym->of_module)
			continue;
		name = symtab_name(st, sym);
		function = fold(name, f->keep_clones);
		name_id id = names_find(&f->names, function);
		for (size_t k = id ? f->first[id] : 0; k; k = f->next[k - 1]) {
			bool part = function.len != name.len;

			add_place(f, k - 1, sym->addr, part);
			itself[k - 1] |= !part;
		}
	}
	// A part may begin with what was inlined from elsewhere.
	for (size_t i = 0; i < f->nr_places; i++)
		if (!f->place[i].part || !itself[f->place[i].function])
			f->place[kept++] = f->place[i];
	f->nr_places = kept;
}

static const char *file_of(const struct source_lines *lines, uint32_t at)
{
	const struct source_spot *spot = &lines->spots[at];
	uint32_t function = at ? spot->function : 0;

	while (function && lines->functions[function].caller)
		function = lines->functions[function].caller;
	if (function && lines->functions[function].decl_file)
		return lines->functions[function].decl_file;
	return at ? spot->file : NULL;
}

static int find_by_lines(struct finding *f, const struct symtab *st,
			 struct error *err)
{
	struct numbered *items;
	struct source_lines lines;
	struct input in;
	uint64_t *addrs;
	bool *clash = arena_zalloc(&f->scratch, f->nr + 1);

	find_places(f, st);
	items = arena_alloc(&f->scratch, (f->nr_places + 1) * sizeof(*items));
	addrs = arena_alloc(&f->scratch, (f->nr_places + 1) * sizeof(*addrs));
	for (size_t i = 0; i < f->nr_places; i++)
		items[i] = (struct numbered){ f->place[i].addr, (uint32_t)i };
	sort_numbered(items, f->nr_places, &f->scratch);
	for (size_t i = 0; i < f->nr_places; i++)
		addrs[i] = items[i].number;
	input_from_memory(&in, st->path, st->in.data, st->in.size);
	if (srcline_find(&in, addrs, f->nr_places, &lines, &f->scratch, err) <
	    0)
		return -1;
	for (size_t i = 0; i < f->nr_places; i++)
		settle(f, f->place[items[i].index].function,
		       file_of(&lines, lines.at[i]), false, clash);
	return 0;
}

/* ---- by the symbol table ------------------------------------------------- */

static bool find_by_symbols(struct finding *f, const char *path)
{
	bool *clash = arena_zalloc(&f->scratch, f->nr + 1);
	struct symtab st;
	struct error unused;

	if (symtab_load(path, &st, &unused) < 0)
		return false;
	const struct roster *roster =
		roster_make(&st, f->keep_clones, &f->scratch);
	for (size_t i = 0; i < roster->nr; i++) {
		const struct roster_function *function = &roster->functions[i];
		struct span file = roster->files[function->file];

		for (uint32_t n = 0; n < function->nr_names && file.len; n++) {
			name_id id =
				names_find(&f->names,
					   roster->names[function->first_name +
							 n]);
			const char *text =
				arena_strndup(&f->scratch, file.ptr, file.len);

			for (size_t k = id ? f->first[id] : 0; k;
			     k = f->next[k - 1])
				settle(f, k - 1, text, !strchr(text, '/'),
				       clash);
		}
	}
	bool any = roster->nr_files > 1;
	symtab_close(&st);
	return any;
}

int function_files_find(const char *path, bool keep_clones,
			struct function_file *functions, size_t nr,
			struct arena *arena, struct error *err)
{
	struct finding f = {
		.functions = functions,
		.nr = nr,
		.keep_clones = keep_clones,
		.arena = arena,
	};
	struct symtab st;
	int failed;

	if (whole_load(path, &st, err) < 0)
		return -1;
	begin(&f);
	failed = st.by_line || !st.in.data ?
			 fail(err, ERR_SYMBOLS,
			      "%s: a map of symbols, which knows no source"
			      " files",
			      path) :
			 find_by_lines(&f, &st, err);
	if (failed && !st.by_line && find_by_symbols(&f, path))
		failed = 0;
	symtab_close(&st);
	arena_release(&f.scratch);
	return failed;
}

/* ---- images -------------------------------------------------------------- */

struct kernel_search {
	const struct profile *prof;
	const char *found;
};

static bool has_lines(const struct symtab *st)
{
	struct arena arena = { 0 };
	struct source_lines lines;
	struct input in;
	struct error err;

	if (st->by_line || !st->in.data)
		return false;
	input_from_memory(&in, st->path, st->in.data, st->in.size);
	bool has = srcline_find(&in, NULL, 0, &lines, &arena, &err) == 0;
	arena_release(&arena);
	return has;
}

static bool is_kernel(void *arg, const char *path)
{
	struct kernel_search *search = arg;
	const struct profile *prof = search->prof;
	struct symtab st;
	struct error unused;

	if (!mapfiles_is_regular(path) || symtab_load(path, &st, &unused) < 0)
		return false;
	uint64_t text = st.etext - st.stext;
	bool fits = !(prof->text_size > 0) || prof->text_size == (double)text;

	if (prof->build_id && st.build_id)
		fits = !strcmp(prof->build_id, st.build_id);
	fits = fits && has_lines(&st);
	symtab_close(&st);
	search->found = fits ? path : NULL;
	return fits;
}

const char *function_files_kernel(const char *root, struct profile *prof,
				  struct arena *arena)
{
	struct kernel_search search = { .prof = prof };

	if (!mapfiles_beside(prof->path, arena, is_kernel, &search))
		mapfiles_of_release(root, prof->release, arena, is_kernel,
				    &search);
	return search.found;
}

/* Is FILE "ext4.ko", "snd-hda-intel.ko.xz", of ext4, snd_hda_intel? */
static bool is_module(const char *file, struct span name)
{
	for (size_t i = 0; i < name.len; i++)
		if ((file[i] == '-' ? '_' : file[i]) != name.ptr[i])
			return false;
	file += name.len;
	return !strncmp(file, ".ko", 3) && (!file[3] || file[3] == '.');
}

static const char *find_below(const char *tree, struct span name,
			      struct arena *arena)
{
	char *paths[] = { arena_strdup(arena, tree), NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_COMFOLLOW,
			     NULL);
	const char *found = NULL;
	FTSENT *entry;

	while (walk && !found && (entry = fts_read(walk))) {
		struct symtab st;
		struct error unused;

		if (entry->fts_info != FTS_F ||
		    !is_module(entry->fts_name, name) ||
		    whole_load(entry->fts_path, &st, &unused) < 0)
			continue;
		if (has_lines(&st))
			found = arena_strdup(arena, entry->fts_path);
		symtab_close(&st);
	}
	if (walk)
		fts_close(walk);
	return found;
}

const char *function_files_module(const char *root, const char *tree,
				  const char *release, struct span name,
				  struct arena *arena)
{
	static const char *const places[] = { "/usr/lib/debug/lib/modules/",
					      "/lib/modules/" };
	const char *found = tree ? find_below(tree, name, arena) : NULL;

	if (!name.len || memchr(name.ptr, '/', name.len))
		return NULL;
	for (size_t i = 0;
	     i < 2 && !found && release && release_is(span_of(release)); i++)
		found = find_below(arena_printf(arena, "%s%s%s", root,
						places[i], release),
				   name, arena);
	return found;
}
