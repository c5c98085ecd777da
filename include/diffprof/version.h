/*
 * version.h - the one place that says which diffprof this is
 */
#ifndef DIFFPROF_VERSION_H
#define DIFFPROF_VERSION_H

#define DIFFPROF_VERSION "0.1.0"

#endif
