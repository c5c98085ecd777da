/*
 * srcline.c - which units hold the addresses that are looked for
 *
 * .debug_aranges tells that of a whole kernel in a few pages.  Compilers need
 * not write it (clang does not), and need not for all units: the ranges of those
 * that it leaves out are asked for, when an address has not been found.
 */
#include "diffprof/srcline.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "diffprof/symtab.h"
#include "diffprof/tasks.h"
#include "elfimage.h"
#include "foreign.h"
#include "linecaching.h"
#include "srclining.h"

/* The first of WANTED, ascending, at ADDR or behind. */
static size_t first_from(const struct srclining *s, uint64_t addr)
{
	size_t low = 0, high = s->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->wanted[mid].addr < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Those in [START, END) that have no unit yet are of UNIT. */
static size_t give_unit(struct srclining *s, uint64_t start, uint64_t end,
			uint32_t unit)
{
	size_t given = 0;

	for (size_t i = first_from(s, start);
	     i < s->nr && s->wanted[i].addr < end; i++)
		if (!s->wanted[i].unit) {
			s->wanted[i].unit = unit;
			given++;
		}
	return given;
}

/* What .debug_aranges has. */
struct listed {
	struct srclining *s;
	bool *units; /* by number: is it there? */
	size_t found;
};

static void take_range(void *arg, uint64_t start, uint64_t size,
		       uint64_t offset)
{
	struct listed *listed = arg;
	struct dw *dw = &listed->s->dw;
	struct dw_unit *unit = dw_unit_at(dw, offset);

	if (!unit || size > UINT64_MAX - start)
		return;
	listed->units[unit - dw->units] = true;
	listed->found += give_unit(listed->s, start, start + size,
				   (uint32_t)(unit - dw->units) + 1);
}

/* Those in the ranges that the root of UNIT has. */
static size_t by_ranges(struct srclining *s, struct dw_unit *unit)
{
	uint32_t number = (uint32_t)(unit - s->dw.units) + 1;
	struct dw_ranges ranges;
	struct dw_entry root;
	struct dw_attrs attrs;
	uint64_t start, end;
	size_t given = 0;

	if (!dw_unit_open(unit) ||
	    (unit->tag != DW_TAG_compile_unit &&
	     unit->tag != DW_TAG_skeleton_unit) ||
	    !dw_entry_at(unit, unit->first, &root) ||
	    !dw_entry_attrs(&root, &attrs))
		return 0;
	dw_ranges_begin(&ranges, unit, &attrs);
	while (dw_ranges_next(&ranges, &start, &end))
		given += give_unit(s, start, end, number);
	return given;
}

static void find_units(struct srclining *s)
{
	struct listed listed = {
		.s = s,
		.units = arena_zalloc(&s->scratch, s->dw.nr_units),
	};

	dw_aranges(&s->dw, take_range, &listed);
	for (size_t i = 0; i < s->dw.nr_units && listed.found < s->nr; i++)
		if (!listed.units[i])
			listed.found += by_ranges(s, &s->dw.units[i]);
}

static int by_unit(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return (x->addr > y->addr) - (x->addr < y->addr);
}

static int by_addr(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* The units of WANTED, which are sorted by them. */
static void find_in_units(struct srclining *s)
{
	size_t end;

	for (size_t i = 0; i < s->nr; i = end) {
		uint32_t unit = s->wanted[i].unit;

		for (end = i; end < s->nr && s->wanted[end].unit == unit;)
			end++;
		if (unit)
			srcline_unit(s, &s->dw.units[unit - 1], s->wanted + i,
				     end - i);
		dw_forget(&s->dw);
	}
}

/* ---- side by side -------------------------------------------------------- */

/* Fewer addresses than this are found before a thread has begun. */
#define PARALLEL_MIN 64
#define JOBS 8
/* More units than this are too many to have them once a job. */
#define UNITS_MAX 100000

/* Some units, whose lines and functions are numbered by themselves. */
struct job {
	struct srclining s;
	struct source_lines lines;
	struct arena arena;
};

static void run_job(void *arg, size_t i)
{
	struct job *job = (struct job *)arg + i;

	find_in_units(&job->s);
	dw_close(&job->s.dw);
}

/* A job for the first of the addresses from START on, as many units have. */
static size_t begin_job(struct srclining *s, struct job *job, size_t start,
			size_t most)
{
	size_t end = start;

	while (end < s->nr && (end - start < most ||
			       s->wanted[end].unit == s->wanted[end - 1].unit))
		end++;
	job->s = (struct srclining){
		.wanted = s->wanted + start,
		.nr = end - start,
		.lines = &job->lines,
		.arena = &job->arena,
	};
	job->lines.at = s->lines->at;
	source_lines_begin(&job->lines, &job->arena);
	dw_share(&job->s.dw, &s->dw, &job->s.scratch);
	return end;
}

/* What JOB has found is numbered behind what is there. */
static void join_job(struct srclining *s, struct job *job)
{
	struct source_lines *all = s->lines, *its = &job->lines;
	uint32_t spots = (uint32_t)all->nr_spots - 1;
	uint32_t functions = (uint32_t)all->nr_functions - 1;

	if (!all->root)
		all->root = its->root;
	if (!all->elsewhere)
		all->elsewhere = its->elsewhere;
	for (size_t i = 1; i < its->nr_functions; i++) {
		struct source_function f = its->functions[i];

		f.caller += f.caller ? functions : 0;
		ARENA_ROOM(s->arena, all->functions, all->nr_functions,
			   all->cap_functions);
		all->functions[all->nr_functions++] = f;
	}
	for (size_t i = 1; i < its->nr_spots; i++) {
		struct source_spot spot = its->spots[i];

		spot.function += spot.function ? functions : 0;
		ARENA_ROOM(s->arena, all->spots, all->nr_spots, all->cap_spots);
		all->spots[all->nr_spots++] = spot;
	}
	for (size_t i = 0; i < job->s.nr; i++) {
		uint32_t *at = &all->at[job->s.wanted[i].index];

		*at += *at ? spots : 0;
	}
	arena_release(&job->s.scratch);
}

/* Units know nothing of one another, but for what is read only. */
static void find_side_by_side(struct srclining *s)
{
	struct job *jobs = arena_zalloc(&s->scratch, JOBS * sizeof(*jobs));
	size_t nr = 0;

	for (size_t i = 0; i < s->nr && nr < JOBS; nr++)
		i = begin_job(s, &jobs[nr], i,
			      nr + 1 == JOBS ? s->nr : s->nr / JOBS + 1);
	tasks_run(nr, true, run_job, jobs);
	for (size_t i = 0; i < nr; i++) {
		join_job(s, &jobs[i]);
		arena_adopt(s->arena, &jobs[i].arena);
	}
}

static void find_all(struct srclining *s)
{
	find_units(s);
	qsort(s->wanted, s->nr, sizeof(*s->wanted), by_unit);
	if (s->nr < PARALLEL_MIN || s->dw.nr_units > UNITS_MAX)
		find_in_units(s);
	else
		find_side_by_side(s);
}

static bool is_big(const struct elfimage *img)
{
	return img->header.e_ident[EI_DATA] == ELFDATA2MSB;
}

static int no_dwarf(const char *path, struct error *err)
{
	return fail(err, ERR_SYMBOLS,
		    "%s: no DWARF, which tells source lines and inlined"
		    " functions",
		    path);
}

/* ---- linked images ------------------------------------------------------- */

static int find_linked(struct srclining *s, const struct elfimage *img,
		       struct error *err)
{
	if (!dw_open(&s->dw, img->elf, is_big(img), &s->scratch))
		return no_dwarf(img->path, err);
	dw_open_shared(&s->dw, img->elf, is_big(img), img->path, &s->scratch);
	find_all(s);
	return 0;
}

/* ---- modules ------------------------------------------------------------- */

static int no_debug_file(Dwfl_Module *mod, void **data, const char *name,
			 Dwarf_Addr base, const char *file, const char *link,
			 GElf_Word crc, char **found)
{
	(void)mod, (void)data, (void)name, (void)base, (void)file, (void)link;
	(void)crc, (void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.section_address = dwfl_offline_section_address,
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = no_debug_file,
};

/* Where libdwfl has put the sections that whole.h lays out. */
static void move_wanted(struct srclining *s, Elf *elf)
{
	uint64_t next = 0, base;
	size_t names, i = 0, kept = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr head;

	if (elf_getshdrstrndx(elf, &names) < 0)
		names = 0;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &head))
			continue;
		const char *name = elf_strptr(elf, names, head.sh_name);

		if (!elfwhole_place(&head, name ? name : "", &next, &base))
			continue;
		for (; i < s->nr && s->wanted[i].addr < base + head.sh_size;
		     i++) {
			struct wanted wanted = s->wanted[i];

			if (wanted.addr < base)
				continue;
			wanted.addr += head.sh_addr - base;
			s->wanted[kept++] = wanted;
		}
	}
	s->nr = kept;
	qsort(s->wanted, s->nr, sizeof(*s->wanted), by_addr);
}

/* libdwfl wants a file, and gets one that nobody else sees. */
static int file_of(const struct elfimage *img, struct error *err)
{
	int fd = memfd_create("module", MFD_CLOEXEC);
	size_t done = 0;

	while (fd >= 0 && done < img->file.len) {
		ssize_t n =
			write(fd, img->file.ptr + done, img->file.len - done);

		if (n > 0) {
			done += (size_t)n;
			continue;
		}
		close(fd);
		fd = -1;
	}
	return fd < 0 ? fail_errno(err, "%s: a copy in memory", img->path) : fd;
}

/*
 * In a module all that DWARF says of addresses, and of places in its other
 * sections, is still to be filled in: libdwfl does it.
 */
static int find_relocatable(struct srclining *s, const struct elfimage *img,
			    struct error *err)
{
	int fd = file_of(img, err), status = 0;
	Dwarf_Addr bias;

	if (fd < 0)
		return -1;
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *mod =
		dwfl ? dwfl_report_offline(dwfl, "module", "module", fd) : NULL;
	if (!mod)
		close(fd);
	Elf *elf = mod ? dwfl_module_getelf(mod, &bias) : NULL;
	Dwarf *dwarf = elf ? dwfl_module_getdwarf(mod, &bias) : NULL;
	if (dwarf &&
	    dw_open(&s->dw, dwarf_getelf(dwarf), is_big(img), &s->scratch)) {
		dw_open_shared(&s->dw, dwarf_getelf(dwarf), is_big(img),
			       img->path, &s->scratch);
		move_wanted(s, elf);
		find_all(s);
	} else {
		status = no_dwarf(img->path, err);
	}
	dwfl_end(dwfl);
	return status;
}

/* Ask DWARF itself. */
static int look_up(const struct elfimage *img, const uint64_t *addrs, size_t nr,
		   struct source_lines *lines, struct arena *arena,
		   struct error *err)
{
	struct srclining s = { .lines = lines, .arena = arena, .nr = nr };
	int status;

	*lines = (struct source_lines){
		.at = arena_zalloc(arena, (nr + 1) * sizeof(*lines->at)),
	};
	source_lines_begin(lines, arena);
	s.wanted = arena_zalloc(&s.scratch, (nr + 1) * sizeof(*s.wanted));
	for (size_t i = 0; i < nr; i++)
		s.wanted[i] = (struct wanted){ .addr = addrs[i],
					       .index = (uint32_t)i };
	status = img->header.e_type == ET_REL ? find_relocatable(&s, img, err) :
						find_linked(&s, img, err);
	dw_close(&s.dw);
	arena_release(&s.scratch);
	return status;
}

/* What CACHE does not know is looked up, and known from then on. */
static int find_cached(const struct linecache *cache,
		       const struct elfimage *img, const uint64_t *addrs,
		       size_t nr, struct source_lines *lines,
		       struct arena *arena, struct error *err)
{
	struct answers known, found = { 0 }, all;
	struct arena scratch = { 0 };
	int status = 0;

	linecache_read(cache, &known, arena);
	found.addrs = answers_missing(&known, addrs, nr, &found.nr, &scratch);
	if (found.nr)
		status = look_up(img, found.addrs, found.nr, &found.lines,
				 arena, err);
	if (status == 0) {
		*lines = (struct source_lines){
			.at = arena_zalloc(arena, nr * sizeof(*lines->at)),
		};
		source_lines_begin(lines, arena);
		answers_take(&known, addrs, nr, lines, arena);
	}
	if (status == 0 && found.nr) {
		answers_take(&found, addrs, nr, lines, arena);
		lines->elsewhere = found.lines.elsewhere;
	}
	// What is missing may be there the next time.
	if (status == 0 && found.nr && !lines->elsewhere) {
		answers_join(&known, &found, &all, &scratch);
		linecache_write(cache, &all);
	}
	arena_release(&scratch);
	return status;
}

int srcline_find(struct input *in, const uint64_t *addrs, size_t nr,
		 struct source_lines *lines, struct arena *arena,
		 struct error *err)
{
	struct elfimage img = { .path = in->path };
	struct linecache cache = { 0 };
	int status;

	if (!elf_sniff(in) && foreign_sniff(in)) {
		status = foreign_lines(in, addrs, nr, lines, arena, err);
		if (status == 0)
			source_lines_settle(lines, nr, arena);
		return status;
	}
	status = elfimage_open(&img, in, err);
	if (status == 0 && nr)
		linecache_open(&cache, &img);
	if (status == 0)
		status = cache.used ?
				 find_cached(&cache, &img, addrs, nr, lines,
					     arena, err) :
				 look_up(&img, addrs, nr, lines, arena, err);
	if (status < 0 && err->kind == ERR_SYMBOLS && foreign_has_stabs(&img))
		status = foreign_lines(in, addrs, nr, lines, arena, err);
	if (status == 0)
		source_lines_settle(lines, nr, arena);
	elf_end(img.elf);
	return status;
}
