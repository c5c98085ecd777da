/*
 * load_symbols.c - names for what a profile has by address
 */
#include <sys/utsname.h>

#include "diffprof/attribute.h"
#include "diffprof/mapsearch.h"
#include "diffprof/placing.h"
#include "diffprof/resolve.h"
#include "diffprof/roster.h"
#include "diffprof/samples.h"
#include "diffprof/symfiles.h"
#include "loading.h"

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
		    " not of one kernel",
		    map->path, (unsigned long long)a, image->path,
		    (unsigned long long)b);
}

static int resolve_samples(struct file *file)
{
	const struct symbol_sources sources = {
		.map = file->map ? &file->map->symtab : NULL,
		.vmlinux = file->vmlinux ? &file->vmlinux->symtab : NULL,
		.modules = file->opts.modules,
		.filters = &file->all->agree.filters,
		.lines = file->all->lines,
		.places = file->all->places,
		.root = "",
		.roster = file->wants_roster,
		.files = !file->all->lines,
		.keep_clones = file->all->keep_clones,
	};

	return resolve(file->prof, &sources, &file->err);
}

/* Ticks by address to ticks by line, of a vmlinux that was named or searched. */
static int resolve_lines(struct file *file, const struct symtab *symtab)
{
	struct symtab image;
	struct utsname system;
	struct error *err = &file->err;

	if (file->all->as_readprofile)
		return fail(err, ERR_USAGE,
			    "--compat=readprofile: readprofile knows no source"
			    " lines");
	if (!symtab->by_line && mapsearch_has_lines(symtab))
		return attribute_lines(file->prof, symtab, symtab, err);
	if (!mapsearch_debug("", uname(&system) == 0 ? system.release : NULL,
			     file->prof, symtab, &image))
		return attribute_lines(file->prof, symtab,
				       symtab->by_line ? NULL : symtab, err);
	int failed = attribute_lines(file->prof, symtab, &image, err);

	symtab_close(&image);
	return failed;
}

static void add_roster(struct file *file, const struct symtab *symtab)
{
	if (file->wants_roster)
		file->prof->roster = roster_make(symtab, file->all->keep_clones,
						 &file->prof->arena);
}

/* The table that came with the profile. */
static int load_own(struct file *file)
{
	const struct profile *prof = file->prof;
	struct input in;

	input_from_memory(&in, prof->symbols_name, prof->symbols.ptr,
			  prof->symbols.len);
	return symtab_load_input(&in, &file->found, &file->err);
}

/* Ticks by address to ticks by symbol. */
static int resolve_histogram(struct file *file)
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
	else if (file->prof->symbols.len ? load_own(file) < 0 :
		 mapsearch(file->prof, &file->found, err) < 0)
		return -1;
	if (file->all->lines)
		return resolve_lines(file, symtab);
	if (file->all->places)
		placing_begin(file->prof, symtab, &file->debug);
	int failed = file->all->as_readprofile ?
			     attribute_as_readprofile(file->prof, symtab, err) :
			     attribute(file->prof, symtab, err);
	if (failed)
		return -1;
	// readprofile has a line for each, whose names are as they are.
	if (!file->all->as_readprofile)
		symfiles_find(file->prof, symtab, file->all->keep_clones);
	add_roster(file, symtab);
	return 0;
}

int loading_resolve(struct file *file)
{
	const struct table *named = file->vmlinux ? file->vmlinux : file->map;

	if (file->prof->histogram ? resolve_histogram(file) < 0 :
	    file->prof->samples	  ? resolve_samples(file) < 0 :
				    false)
		return -1;
	if (file->all->places && !file->prof->placing &&
	    (!file->prof->samples || !file->prof->samples->nr_objects))
		placing_begin(file->prof,
			      file->vmlinux ? &file->vmlinux->symtab : NULL,
			      &file->debug);
	if (named && !file->prof->roster)
		add_roster(file, &named->symtab);
	return 0;
}
