/*
 * mapsearch.h - finding the symbols of a raw profile that came without
 *
 * In this order: a file beside the profile that shares its stem (base.map,
 * base.System.map, base.kallsyms, base.vmlinux for base.profile); System.map*,
 * kallsyms* and vmlinux* beside it; then, for the profile's release if it is
 * known and for the running kernel's, /boot, /usr/lib/debug/boot,
 * /lib/modules/RELEASE and its build/, and at last /proc/kallsyms.  Beside
 * standard input and /proc/profile nothing is looked for.
 *
 * A candidate is taken only if its text is as long as the profile says, to the
 * step; the first that fits wins.  Debian's stub maps and whatever cannot be
 * read are passed over.  Where the kernel's text is a whole number of pages
 * (arm64, s390) its length says little, so the running kernel's symbols come
 * with a doubt.
 */
#ifndef DIFFPROF_MAPSEARCH_H
#define DIFFPROF_MAPSEARCH_H

#include "diffprof/profile.h"
#include "diffprof/symtab.h"

/*
 * Load the symbols of PROF, which still has its histogram, and note in PROF
 * where they were found.  Fails with ERR_SYMBOLS, saying what the profile
 * needs, when nothing fits.
 */
int mapsearch(struct profile *prof, struct symtab *st, struct error *err);

/*
 * The same on a system whose files lie below ROOT ("" for this one) and whose
 * kernel is of the release RUNNING (NULL if it is not known).
 */
int mapsearch_in(const char *root, const char *running, struct profile *prof,
		 struct symtab *st, struct error *err);

/* Has IMAGE, which is no map, source lines in it? */
bool mapsearch_has_lines(const struct symtab *image);

/*
 * A vmlinux with DWARF and a text as long as that of MAP, beside PROF, where
 * its release, that of MAP or RUNNING has it below ROOT, or from a server
 * (debuginfod.h); false if there is none.  IMAGE is the caller's to close.
 */
bool mapsearch_debug(const char *root, const char *running,
		     struct profile *prof, const struct symtab *map,
		     struct symtab *image);

#endif
