/*
 * machine.h - what is known of this machine and kernel, for a recording
 *
 * ROOT is where the system's files are: "" for this one.
 */
#ifndef RECORD_MACHINE_H
#define RECORD_MACHINE_H

#include "diffprof/outbuf.h"

/* Append a "key: value" line of a recording's meta, unless VALUE is empty. */
void machine_put(struct outbuf *meta, const char *key, struct span value);

/* Append all that is known before the first run. */
void machine_describe(const char *root, struct outbuf *meta);

/*
 * Append the symbols of the kernel's text, and of its modules', as kallsyms has
 * them.  Fails with ERR_SYMBOLS, saying which sysctl to set, if addresses are
 * hidden, with ERR_IO if there is no kallsyms.
 */
int machine_symbols(const char *root, struct outbuf *symbols,
		    struct error *err);

/* Append what is loaded: name, size, address, build id or "-". */
void machine_modules(const char *root, struct outbuf *modules);

/* Seconds that all CPUs spent for programs and in the kernel, since boot. */
void machine_times(const char *root, double *user, double *system);

#endif
