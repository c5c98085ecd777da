/*
 * arena.h - memory that lives as long as the run
 *
 * An arena hands out memory and takes it back all at once.  It belongs to one
 * thread at a time; arena_adopt() moves what a worker made into the arena of
 * whoever waited for it.  There is no failure to check: when the system has no
 * memory left, the program says so and ends with status 2.
 */
#ifndef DIFFPROF_ARENA_H
#define DIFFPROF_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena {
	struct arena_chunk *chunk;	/* the newest; the others follow it */
};

/* SIZE bytes, aligned for any type; not cleared. */
void *arena_alloc(struct arena *arena, size_t size)
	__attribute__((malloc, alloc_size(2)));
/* The same, cleared. */
void *arena_zalloc(struct arena *arena, size_t size)
	__attribute__((malloc, alloc_size(2)));

/*
 * An array of OLD_SIZE bytes made larger: in place when it was the last thing
 * allocated, else a copy.  OLD may be NULL with OLD_SIZE 0.
 */
void *arena_grow(struct arena *arena, void *old, size_t old_size,
		 size_t new_size);

char *arena_strdup(struct arena *arena, const char *text);
/* LEN bytes and a NUL. */
char *arena_strndup(struct arena *arena, const char *text, size_t len);
char *arena_printf(struct arena *arena, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0)));

/*
 * malloc'ed memory made larger, for the few buffers that are given back alone
 * with free(); ends the program as the arena does.
 */
void *mem_resize(void *mem, size_t size);
/* The same, new and cleared. */
void *mem_zeroed(size_t size);

/* Everything in FROM lives as long as INTO from now on; FROM is empty. */
void arena_adopt(struct arena *into, struct arena *from);
void arena_release(struct arena *arena);

/*
 * Make room for one more element in an array kept in an arena: PTR, NR and CAP
 * are the caller's pointer, number of elements, and capacity in elements.
 */
#define ARENA_ROOM(arena, ptr, nr, cap)                                        \
	do {                                                                   \
		if ((nr) == (cap)) {                                           \
			size_t cap_ = (cap) ? 2 * (size_t)(cap) : 16;          \
			(ptr) = arena_grow((arena), (ptr),                     \
					   (nr) * sizeof(*(ptr)),              \
					   cap_ * sizeof(*(ptr)));             \
			(cap) = cap_;                                          \
		}                                                              \
	} while (0)

#endif
