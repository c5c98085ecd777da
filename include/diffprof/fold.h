/*
 * fold.h - compiler clones and parts of one function
 *
 * gcc and clang name copies and pieces of a function after it:
 *
 *	foo.isra.0  foo.constprop.3  foo.part.1  foo.cold  foo.cold.12
 *	foo.lto_priv.7  foo.localalias  foo.str  foo.cfi_jt
 *	foo.llvm.1234567890  foo.__uniq.123456  __pfx_foo  __cfi_foo
 *
 * Their numbers change with every build, so the comparison pairs what is left
 * when all of that is taken off.
 */
#ifndef DIFFPROF_FOLD_H
#define DIFFPROF_FOLD_H

#include <stdbool.h>

#include "diffprof/profile.h"

/*
 * The function that NAME belongs to: a part of NAME itself.  With KEEP_CLONES
 * only what names a build is taken off (.llvm.HASH, .__uniq.HASH).
 */
struct span fold(struct span name, bool keep_clones);

/*
 * Find the names of PROF that folding changes.  Comparisons and listings need
 * it; it is apart from them because profiles can be folded side by side.
 */
void fold_profile(struct profile *prof, bool keep_clones);

#endif
