/*
 * demangle.h - names as C++ and Rust programs have them
 */
#ifndef DIFFPROF_DEMANGLE_H
#define DIFFPROF_DEMANGLE_H

#include "diffprof/arena.h"
#include "diffprof/span.h"

/*
 * "ns::list::push" for "_ZN2ns4list4pushEi": without parameters, as perf report
 * has it.  What compilers add behind (.isra.0, .cold, @plt) stays.  The text lives in
 * ARENA; NAME itself if it is no such name.
 */
struct span demangle(struct span name, struct arena *arena);

#endif
