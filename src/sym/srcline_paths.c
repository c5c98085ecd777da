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

static const char *attr_text(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;

	return dwarf_formstring(dwarf_attr(die, name, &attr));
}

/* The directory and name of a unit; false if it lacks one. */
static bool unit_names(Dwarf_Die *cu, const char **dir, const char **name)
{
	*dir = attr_text(cu, DW_AT_comp_dir);
	*name = attr_text(cu, DW_AT_name);
	return *dir && *name;
}

/* What all have in common whose names do not tell, if those are most. */
static const char *root_of_most(struct srclining *s)
{
	const char *dir, *name, *common = NULL;
	size_t all = 0, lost = 0;
	Dwarf_CU *unit = NULL;
	Dwarf_Die cu;

	while (dwarf_get_units(s->dwarf, unit, &unit, NULL, NULL, &cu, NULL) ==
	       0) {
		if (!unit_names(&cu, &dir, &name))
			continue;
		all++;
		if (srcpath_root(&s->scratch, dir, name))
			continue;
		lost++;
		name = srcpath_join(&s->scratch, name, "..");
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

void unit_paths_begin(struct unit_paths *paths, struct srclining *s,
		      Dwarf_Die *cu)
{
	const char *dir, *name;

	*paths = (struct unit_paths){ .s = s };
	if (!unit_names(cu, &dir, &name))
		return;
	paths->dir = srcpath_join(&s->scratch, NULL, dir);
	paths->root = root_of(s, dir, name);
}

static const char *shown(const struct unit_paths *paths, const char *given)
{
	struct arena *arena = paths->s->arena;
	const char *path = srcpath_join(arena, NULL, given), *below = NULL;

	// libdw puts the directory in front from DWARF 5 on.
	if (*path != '/' && paths->dir && !srcpath_below(path, paths->dir))
		path = srcpath_join(arena, paths->dir, path);
	if (paths->root)
		below = srcpath_below(path, paths->root);
	// What a build outside of the tree generates.
	if (!below && paths->dir)
		below = srcpath_below(path, paths->dir);
	return below ? below : path;
}

const char *unit_paths_show(struct unit_paths *paths, const char *given)
{
	struct arena *scratch = &paths->s->scratch;

	if (!given)
		return NULL;
	for (size_t i = paths->nr; i-- > 0;)
		if (paths->known[i].given == given)
			return paths->known[i].shown;
	ARENA_ROOM(scratch, paths->known, paths->nr, paths->cap);
	paths->known[paths->nr++] =
		(struct unit_path){ given, shown(paths, given) };
	return paths->known[paths->nr - 1].shown;
}
