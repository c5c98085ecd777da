#include "diffprof/symfiles.h"

#include <stdlib.h>

#include "diffprof/fold.h"
#include "diffprof/samples.h"

#include "elfimage.h"

/* The files that a name with samples is used in. */
struct user {
	struct span file; /* the first */
	bool several;
};

struct finding {
	struct profile *prof;
	struct elfimage img;
	bool keep_clones;
	struct symbol_file *files; /* functions with samples, by address */
	size_t nr;
	uint32_t *user_of; /* by name: index + 1; 0: it has no samples */
	size_t nr_names;
	struct user *users;
	struct arena scratch;
};

static bool is_of_kernel(const struct samples *s, const struct frame *frame)
{
	const struct object *object;

	if (frame->object == OBJECT_NONE || !frame->start)
		return false;
	object = &s->objects[frame->object];
	return object->kind == OBJECT_KERNEL && !object->guest &&
	       frame->image == object->image;
}

static int by_addr(const void *a, const void *b)
{
	const struct symbol_file *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

static void add_hit(struct finding *f, size_t *cap, uint64_t addr, name_id raw)
{
	ARENA_ROOM(&f->scratch, f->files, f->nr, *cap);
	f->files[f->nr++] = (struct symbol_file){ .addr = addr, .raw = raw };
}

/* The functions with samples, each once. */
static void find_hits(struct finding *f)
{
	struct profile *prof = f->prof;
	const struct samples *s = prof->samples;
	name_id kernel = names_find(&prof->names, SPAN(IMAGE_KERNEL));
	size_t cap = 0, kept = 0;

	for (size_t i = 0; i < prof->nr; i++)
		if (prof->rows[i].addr && prof->rows[i].image == kernel)
			add_hit(f, &cap, prof->rows[i].addr,
				prof->rows[i].symbol);
	for (size_t i = 0; s && i < s->nr_frames; i++)
		if (is_of_kernel(s, &s->frames[i]))
			add_hit(f, &cap, s->frames[i].start,
				s->frames[i].symbol);
	if (f->nr)
		qsort(f->files, f->nr, sizeof(*f->files), by_addr);
	for (size_t i = 0; i < f->nr; i++)
		if (!i || f->files[i].addr != f->files[kept - 1].addr)
			f->files[kept++] = f->files[i];
	f->nr = kept;
}

/* Number the names of the hits. */
static void find_users(struct finding *f)
{
	struct names *names = &f->prof->names;
	uint32_t nr = 0;

	for (size_t i = 0; i < f->nr; i++) {
		struct span raw = names_text(names, f->files[i].raw);

		f->files[i].name =
			names_intern(names, fold(raw, f->keep_clones));
	}
	f->nr_names = names->nr;
	f->user_of =
		arena_zalloc(&f->scratch, f->nr_names * sizeof(*f->user_of));
	f->users = arena_zalloc(&f->scratch, (f->nr + 1) * sizeof(*f->users));
	for (size_t i = 0; i < f->nr; i++)
		if (!f->user_of[f->files[i].name])
			f->user_of[f->files[i].name] = ++nr;
}

static struct symbol_file *hit_at(struct symbol_file *files, size_t nr,
				  uint64_t addr)
{
	const struct symbol_file key = { .addr = addr };

	return nr ? bsearch(&key, files, nr, sizeof(key), by_addr) : NULL;
}

/* A function's cold part is local even where the function is not. */
static bool is_part(struct span name)
{
	return span_has(name, '.') && (memmem(name.ptr, name.len, ".cold", 5) ||
				       memmem(name.ptr, name.len, ".part.", 6));
}

/* The image may go away. */
static name_id keep_name(struct profile *prof, struct span name)
{
	name_id id = names_find(&prof->names, name);

	if (id)
		return id;
	name.ptr = arena_strndup(&prof->arena, name.ptr, name.len);
	return names_intern(&prof->names, name);
}

static void see_local(struct finding *f, struct span raw, uint64_t addr,
		      struct span file)
{
	struct names *names = &f->prof->names;
	name_id name = names_find(names, fold(raw, f->keep_clones));

	// Names of files come in on the way, which no function has.
	if (name == NAME_NONE || name >= f->nr_names || !f->user_of[name])
		return;
	struct user *user = &f->users[f->user_of[name] - 1];
	struct symbol_file *hit = hit_at(f->files, f->nr, addr);

	if (!is_part(raw)) {
		if (!user->file.len)
			user->file = file;
		user->several |= !span_eq(user->file, file);
	}
	if (hit && hit->name == name && !hit->file)
		hit->file = keep_name(f->prof, file);
}

/* The local symbols stand before all others, behind the file they are of. */
static bool see_locals(struct finding *f)
{
	struct span file = { NULL, 0 };
	struct error err;
	bool any = false;

	for (size_t i = 1; i < f->img.nr; i++) {
		GElf_Sym sym;
		size_t section;

		if (elfimage_symbol(&f->img, i, &sym, &section, &err) < 0)
			return false;
		if (elfimage_binding(&sym) != BIND_LOCAL)
			break;
		struct span name = span_of(elfimage_name(&f->img, &sym));
		if (GELF_ST_TYPE(sym.st_info) == STT_FILE) {
			// The linker's own are of a file without name.
			file = name;
			any |= file.len != 0;
		} else if (file.len && name.len &&
			   elfimage_is_code(&f->img, &sym, section)) {
			see_local(f, name, elfimage_code_addr(&f->img, &sym),
				  file);
		}
	}
	return any;
}

/* Keep the hits that are of a file; their names outlive the image. */
static void keep(struct finding *f)
{
	struct profile *prof = f->prof;
	size_t nr = 0;

	prof->symbol_files =
		arena_alloc(&prof->arena,
			    (f->nr + 1) * sizeof(*prof->symbol_files));
	for (size_t i = 0; i < f->nr; i++) {
		struct symbol_file file = f->files[i];

		if (!file.file)
			continue;
		file.several = f->users[f->user_of[file.name] - 1].several;
		prof->symbol_files[nr++] = file;
	}
	prof->nr_symbol_files = nr;
	prof->has_symbol_files = true;
}

void symfiles_find(struct profile *prof, const struct symtab *image,
		   bool keep_clones)
{
	struct finding f = { .prof = prof, .keep_clones = keep_clones };
	struct input in = image->in;
	struct symtab names = { 0 };
	struct error err;

	f.img.path = image->path;
	if (image->by_line || image->only_dynamic)
		return;
	find_hits(&f);
	find_users(&f);
	if (elfimage_open(&f.img, &in, &err) == 0 &&
	    f.img.header.e_type != ET_REL &&
	    elfimage_open_symbols(&f.img, &names, &err) == 0 && see_locals(&f))
		keep(&f);
	elf_end(f.img.elf);
	arena_release(&f.scratch);
}

static void put_down(struct profile *prof, name_id symbol, name_id file)
{
	struct source_places *places = &prof->places;

	if (symbol >= places->nr) {
		size_t nr = 2 * prof->names.nr;

		places->of = arena_grow(&prof->arena, places->of,
					places->nr * sizeof(*places->of),
					nr * sizeof(*places->of));
		memset(places->of + places->nr, 0,
		       (nr - places->nr) * sizeof(*places->of));
		places->nr = nr;
	}
	if (!places->of[symbol].file)
		places->of[symbol].file = file;
}

static void rename_at(struct profile *prof, uint64_t addr, name_id *symbol,
		      const name_id *told)
{
	const struct symbol_file *hit =
		hit_at(prof->symbol_files, prof->nr_symbol_files, addr);

	if (hit && told[hit - prof->symbol_files] && *symbol == hit->raw)
		*symbol = told[hit - prof->symbol_files];
}

static name_id tell(struct profile *prof, const struct symbol_file *hit)
{
	struct span name = names_text(&prof->names, hit->name);
	struct span file = names_text(&prof->names, hit->file);

	return names_intern(&prof->names,
			    span_of(arena_printf(&prof->arena, "%.*s (%.*s)",
						 (int)name.len, name.ptr,
						 (int)file.len, file.ptr)));
}

/* Names that several files use, and which of those have samples. */
struct apart {
	struct names names;
	struct span *file; /* by name: the first with samples */
	bool *several; /* by name: in an image */
	bool *another; /* by name: has samples */
	bool all; /* profiles know the files */
};

static name_id apart_of(const struct apart *apart, const struct profile *prof,
			const struct symbol_file *hit)
{
	name_id name =
		names_find(&apart->names, names_text(&prof->names, hit->name));

	return apart->several[name] && apart->another[name] ? name : NAME_NONE;
}

static void see_names(struct apart *apart, const struct profile *prof)
{
	for (size_t i = 0; i < prof->nr_symbol_files; i++) {
		const struct symbol_file *hit = &prof->symbol_files[i];
		struct span file = names_text(&prof->names, hit->file);
		name_id name =
			names_intern(&apart->names,
				     names_text(&prof->names, hit->name));

		if (!apart->file[name].len)
			apart->file[name] = file;
		apart->another[name] |= !span_eq(apart->file[name], file);
		apart->several[name] |= hit->several;
	}
}

/* Rename what is of a name that has samples in several files. */
static void tell_apart(struct profile *prof, const struct apart *apart,
		       struct arena *scratch)
{
	struct samples *s = prof->samples;
	name_id kernel = names_find(&prof->names, SPAN(IMAGE_KERNEL));
	name_id *told = arena_zalloc(scratch, (prof->nr_symbol_files + 1) *
						      sizeof(*told));
	bool any = false;

	for (size_t i = 0; i < prof->nr_symbol_files; i++) {
		const struct symbol_file *hit = &prof->symbol_files[i];

		if (apart->all && apart_of(apart, prof, hit))
			told[i] = tell(prof, hit);
		if (apart->all || !hit->several)
			put_down(prof, told[i] ? told[i] : hit->raw, hit->file);
		any |= told[i] != NAME_NONE;
	}
	for (size_t i = 0; any && i < prof->nr; i++)
		if (prof->rows[i].addr && prof->rows[i].image == kernel)
			rename_at(prof, prof->rows[i].addr,
				  &prof->rows[i].symbol, told);
	for (size_t i = 0; any && s && i < s->nr_frames; i++)
		if (is_of_kernel(s, &s->frames[i]))
			rename_at(prof, s->frames[i].start,
				  &s->frames[i].symbol, told);
}

void symfiles_tell_apart(struct profile **profs, size_t nr)
{
	struct arena scratch = { 0 };
	struct apart apart = { .all = true };
	size_t hits = 1;

	for (size_t i = 0; i < nr; i++) {
		apart.all &= profs[i]->has_symbol_files;
		hits += profs[i]->nr_symbol_files;
	}
	names_init(&apart.names, &scratch);
	apart.file = arena_zalloc(&scratch, hits * sizeof(*apart.file));
	apart.several = arena_zalloc(&scratch, hits * sizeof(bool));
	apart.another = arena_zalloc(&scratch, hits * sizeof(bool));
	for (size_t i = 0; i < nr; i++)
		see_names(&apart, profs[i]);
	for (size_t i = 0; i < nr; i++)
		tell_apart(profs[i], &apart, &scratch);
	arena_release(&scratch);
}

struct span symfiles_bare(struct span name)
{
	const char *at = name.len && name.ptr[name.len - 1] == ')' ?
				 memmem(name.ptr, name.len, " (", 2) :
				 NULL;

	if (at)
		name.len = (size_t)(at - name.ptr);
	return name;
}
