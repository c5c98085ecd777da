/*
 * resolve.h - names for the addresses of samples
 *
 * Every frame that has an object and no symbol gets both its symbol and its
 * image: the function whose bytes hold the address.  Sources of symbols, in
 * this order: what the user named; what the recording itself has (symbols of
 * BPF programs, copies of the images); for the kernel whatever mapsearch.h
 * finds for its build id or release, moved by the distance between the
 * recording's reference symbol and the source's (KASLR); perf's build-id cache;
 * the file at its own path, if its build id is the recorded one; its debug file
 * (debuglink, /usr/lib/debug, build id); for the running kernel /proc/kallsyms.
 *
 * An address that no symbol holds becomes the frame SYMBOL_UNKNOWN of its
 * image: nothing is lost, and nothing is given to the nearest symbol before.
 */
#ifndef DIFFPROF_RESOLVE_H
#define DIFFPROF_RESOLVE_H

#include "diffprof/samples.h"
#include "diffprof/symtab.h"

struct symbol_sources {
	const struct symtab *map, *vmlinux;	/* that the user named, or NULL */
	const char *modules;	/* tree of modules that the user named, or NULL */
	const char *root;	/* where the system's files are: "" for this one */
};

/*
 * Name the frames of PROF's samples, which may be none.  Notes say what was
 * used for the kernel, and which images have no symbols (how many samples).
 * Fails with ERR_SYMBOLS only when a source that the user named does not fit.
 */
int resolve(struct profile *prof, const struct symbol_sources *sources,
	    struct error *err);

#endif
