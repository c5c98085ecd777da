/*
 * resolve.h - names for the addresses of samples
 *
 * Every frame that has an object and no symbol gets both its symbol and its
 * image: the function whose bytes hold the address.  Sources of symbols, in
 * this order: what the recording itself has (symbols of BPF programs, copies of
 * the images); what the user named; then
 *
 * - for the kernel: a map or vmlinux beside the recording, perf's build-id
 *   cache, /usr/lib/debug by build id, the places of its release (mapsearch.h),
 *   /proc/kallsyms of the running kernel if that is the one.  All are moved by
 *   the distance between the recording's reference symbol and the source's
 *   (KASLR); one of another build id or release is passed over;
 * - for modules: kallsyms, if it has the module where it was loaded; the .ko in
 *   the named tree, in those of the release, or at its path;
 * - for programs and libraries: perf's build-id cache, the file at its own
 *   path, one of its name beside the recording, each if its build id is the
 *   recorded one; with a debug file (build id, debuglink) where it is stripped.
 *   C++ and Rust names are shown without parameters.
 *
 * An address that no symbol holds becomes the frame SYMBOL_UNKNOWN of its
 * image: nothing is lost, and nothing is given to the nearest symbol before.
 * frame.start is an address as the source of the symbol has it.
 */
#ifndef DIFFPROF_RESOLVE_H
#define DIFFPROF_RESOLVE_H

#include "diffprof/samples.h"
#include "diffprof/select.h"
#include "diffprof/symtab.h"

struct symbol_sources {
	const struct symtab *map, *vmlinux;	/* that the user named, or NULL */
	const char *modules;	/* tree of modules that the user named, or NULL */
	const struct filters
		*filters; /* what notes are of; NULL: all samples */
	bool lines; /* find source lines and inlined functions */
	bool places; /* fill in the places of frames, and the files of objects */
	const char *root;	/* where the system's files are: "" for this one */
	bool roster; /* fill in the profile's roster */
	bool files; /* find those of functions: symfiles.h */
	bool keep_clones; /* in those two */
};

/*
 * Name the frames of PROF's samples, which may be none; with `lines`, give those
 * that samples fell in their sources, from the DWARF of the same images or of
 * their debug files.  Notes say what was used for the kernel, and which images
 * have no symbols (how many samples, of those that the filters let through).
 * Fails with ERR_SYMBOLS only when a source that the user named does not fit, or
 * when there are to be lines and no image has any.
 */
int resolve(struct profile *prof, const struct symbol_sources *sources,
	    struct error *err);

#endif
