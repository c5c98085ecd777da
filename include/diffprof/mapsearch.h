/*
 * mapsearch.h - finding the symbols of a raw profile that came without
 *
 * In this order: a file beside the profile that shares its stem (base.map,
 * base.System.map, base.kallsyms, base.vmlinux for base.profile); System.map*,
 * kallsyms* and vmlinux* beside it; then, for the running kernel's release,
 * /boot, /usr/lib/debug/boot, /lib/modules/RELEASE and its build/, and at last
 * /proc/kallsyms.  A candidate is taken only if its text is as long as the
 * profile says, to the step; the first that fits wins.  Debian's stub maps and
 * whatever cannot be read are passed over.
 */
#ifndef DIFFPROF_MAPSEARCH_H
#define DIFFPROF_MAPSEARCH_H

#include "diffprof/profile.h"
#include "diffprof/symtab.h"

/*
 * Fails with ERR_SYMBOLS, saying what the profile needs, when nothing fits.
 */
int mapsearch(const struct profile *prof, struct symtab *st,
	      struct error *err);

#endif
