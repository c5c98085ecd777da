/*
 * srcline_paths.c - source files relative to the root of their tree
 *
 * A unit has a directory, where it was compiled, and a name.  Names are mostly
 * relative: then the tree begins in that directory, or as many above as the name
 * has "..".  A build outside of the tree (make O=) may name its files from the
 * system's root.  If most units of the image do, the tree is what they have in
 * common; if a few do (assembly of Debian's kernels), it is what those have in
 * common with the directory they were compiled in, which lies in the tree.
 */
#include "srclining.h"

#include "srcpath.h"

/* What all have in common whose names do not tell, if those are most. */
static const char *root_of_most(struct srclining *s)
{
	const char *common = NULL;
	size_t all = 0, lost = 0;

	for (size_t i = 0; i < s->dw.nr_units; i++) {
		struct dw_unit *unit = &s->dw.units[i];

		if (!dw_unit_open(unit) || !unit->dir || !unit->name)
			continue;
		all++;
		if (srcpath_root(&s->scratch, unit->dir, unit->name))
			continue;
		lost++;
		const char *name = srcpath_join(&s->scratch, unit->name, "..");
		common = common ? srcpath_common(&s->scratch, common, name) :
				  name;
	}
	return 2 * lost > all && common && common[strspn(common, "/")] ?
		       common :
		       NULL;
}

static const char *root_of(struct srclining *s, const char *dir,
			   const char *name)
{
	const char *root = srcpath_root(&s->scratch, dir, name);

	if (root)
		return root;
	if (!s->root_found) {
		s->root = root_of_most(s);
		s->root_found = true;
	}
	if (s->root)
		return s->root;
	root = srcpath_common(&s->scratch, srcpath_join(&s->scratch, NULL, dir),
			      srcpath_join(&s->scratch, NULL, name));
	return root[strspn(root, "/")] ? root : NULL;
}

/* A unit whose functions are elsewhere has its name there, too. */
static const char *name_of(struct srclining *s, const struct dw_unit *unit,
			   const struct dw_files *files)
{
	if (unit->name || !unit->split || files->nr < 2 || !files->file[1].name)
		return unit->name;
	return srcpath_join(&s->scratch, files->file[1].dir,
			    files->file[1].name);
}

void unit_paths_begin(struct unit_paths *paths, struct srclining *s,
		      struct dw_unit *unit)
{
	*paths = (struct unit_paths){ .s = s, .unit = unit };
	paths->files = dw_unit_files(unit);
	paths->shown = arena_zalloc(&s->scratch, (paths->files->nr + 1) *
							 sizeof(*paths->shown));
	const char *name = name_of(s, unit, paths->files);
	if (!unit->dir || !name)
		return;
	paths->dir = srcpath_join(&s->scratch, NULL, unit->dir);
	paths->root = root_of(s, unit->dir, name);
}

static const char *shown(const struct unit_paths *paths,
			 const struct dw_file *file)
{
	struct arena *arena = paths->s->arena;
	const char *path = srcpath_join(arena, file->dir, file->name);
	const char *below = NULL;

	// Directories are relative to where the compiler was started.
	if (*path != '/' && paths->dir && !srcpath_below(path, paths->dir))
		path = srcpath_join(arena, paths->dir, path);
	if (paths->root)
		below = srcpath_below(path, paths->root);
	// What a build outside of the tree generates.
	if (!below && paths->dir)
		below = srcpath_below(path, paths->dir);
	return below ? below : path;
}

const char *unit_paths_show(struct unit_paths *paths, uint32_t number)
{
	if (number >= paths->files->nr || !paths->files->file[number].name)
		return NULL;
	if (!paths->shown[number])
		paths->shown[number] =
			shown(paths, &paths->files->file[number]);
	return paths->shown[number];
}
