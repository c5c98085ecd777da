/*
 * bfdchild.h - the process in which libbfd reads an image
 */
#ifndef SYM_BFDCHILD_H
#define SYM_BFDCHILD_H

#include "diffprof/arena.h"
#include "diffprof/error.h"
#include "diffprof/span.h"

/*
 * What it answers, numbers in the order of this machine:
 *
 *	symbols: code sections as ADDR (8 bytes) END (8), up to one with END 0;
 *	then ADDR (8), enum symbol_binding (1) and the name with its NUL of each
 *	symbol of code, up to an empty name
 *	lines: the directory that the files of the image share, with its NUL; then
 *	for each address the number of functions there, innermost first (4), and of
 *	each the line (4), file and name with their NULs; they may be empty
 */
enum bfd_question { BFD_SYMBOLS, BFD_LINES };

/*
 * Ask libbfd of the image with the bytes FILE, which messages call PATH; the NR
 * addresses are what BFD_LINES is about.  *ANSWER, in ARENA, is what arrived,
 * which may be anything.  Fails with ERR_SYMBOLS and the reason.
 */
int bfdchild_ask(const char *path, struct span file, enum bfd_question question,
		 const uint64_t *addrs, size_t nr, struct arena *arena,
		 struct span *answer, struct error *err);

#endif
