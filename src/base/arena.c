#include "diffprof/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALIGN 16
#define CHUNK_MIN ((size_t)64 << 10)
// Chunks double up to this, so that large tables need few of them.
#define CHUNK_MAX ((size_t)8 << 20)
/*
 * Chunks from this size on ask for huge pages: a fault for each 4 KiB page cost
 * half of the time that two listings of 100,000 rows took.
 */
#define CHUNK_HUGE ((size_t)1 << 20)
#define HUGE_PAGE ((size_t)2 << 20)

struct arena_chunk {
	struct arena_chunk *next;
	size_t used, size;	/* of data */
	_Alignas(ALIGN) char data[];
};

static _Noreturn void no_memory(size_t size)
{
	char text[80];
	int len = snprintf(text, sizeof(text),
			   "diffprof: no memory left (%zu bytes asked for)\n",
			   size);

	if (write(STDERR_FILENO, text, len) < 0) {
		// Nothing is left to be done about it.
	}
	_exit(2);
}

/* Ask for huge pages for what of MEM they can be had for. */
static void *with_huge_pages(void *mem, size_t size)
{
	uintptr_t from = ((uintptr_t)mem + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
	uintptr_t to = ((uintptr_t)mem + size) & ~(HUGE_PAGE - 1);

	if (to > from)
		madvise((void *)from, to - from, MADV_HUGEPAGE);
	return mem;
}

void *mem_resize(void *mem, size_t size)
{
	void *moved = realloc(mem, size);

	if (!moved)
		no_memory(size);
	return with_huge_pages(moved, size);
}

void *mem_zeroed(size_t size)
{
	void *mem = calloc(1, size);

	if (!mem)
		no_memory(size);
	return with_huge_pages(mem, size);
}

static struct arena_chunk *chunk_new(size_t room)
{
	struct arena_chunk *chunk = NULL;
	size_t size = sizeof(*chunk) + room;

	if (size < room || size > SIZE_MAX - HUGE_PAGE)
		no_memory(room);
	if (size >= CHUNK_HUGE) {
		size = (size + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
		chunk = aligned_alloc(HUGE_PAGE, size);
		// A system without huge pages has small ones.
		if (chunk)
			madvise(chunk, size, MADV_HUGEPAGE);
	}
	if (!chunk) {
		size = sizeof(*chunk) + room;
		chunk = mem_resize(NULL, size);
	}
	*chunk = (struct arena_chunk){ .size = size - sizeof(*chunk) };
	return chunk;
}

static void *chunk_take(struct arena *arena, size_t size)
{
	struct arena_chunk *chunk = arena->chunk;
	size_t rounded = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);

	if (rounded < size)
		no_memory(size);
	if (!chunk || rounded > chunk->size - chunk->used) {
		size_t room = chunk ? 2 * chunk->size : CHUNK_MIN;

		if (room > CHUNK_MAX)
			room = CHUNK_MAX;
		if (room < rounded)
			room = rounded;
		chunk = chunk_new(room);
		chunk->next = arena->chunk;
		arena->chunk = chunk;
	}

	void *mem = chunk->data + chunk->used;
	chunk->used += rounded;
	return mem;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return chunk_take(arena, size ? size : 1);
}

void *arena_zalloc(struct arena *arena, size_t size)
{
	return memset(arena_alloc(arena, size), 0, size);
}

void *arena_grow(struct arena *arena, void *old, size_t old_size,
		 size_t new_size)
{
	struct arena_chunk *chunk = arena->chunk;
	size_t old_room = (old_size + ALIGN - 1) & ~(size_t)(ALIGN - 1);

	// The last thing allocated can grow where it stands.
	if (old && old_size && new_size >= old_size &&
	    (char *)old + old_room == chunk->data + chunk->used &&
	    new_size - old_size <= chunk->size - chunk->used) {
		chunk->used -= old_room;
		return chunk_take(arena, new_size);
	}

	void *mem = arena_alloc(arena, new_size);
	if (old)
		memcpy(mem, old, old_size);
	return mem;
}

char *arena_strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena_alloc(arena, len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *fmt, va_list args)
{
	va_list again;

	va_copy(again, args);
	int len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);

	char *text = arena_alloc(arena, (size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, fmt, args);
	return text;
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	char *text = arena_vprintf(arena, fmt, args);
	va_end(args);
	return text;
}

void arena_adopt(struct arena *into, struct arena *from)
{
	struct arena_chunk **last = &into->chunk;

	// INTO's newest chunk stays in front: it still has room.
	while (*last)
		last = &(*last)->next;
	*last = from->chunk;
	from->chunk = NULL;
}

void arena_release(struct arena *arena)
{
	while (arena->chunk) {
		struct arena_chunk *next = arena->chunk->next;

		free(arena->chunk);
		arena->chunk = next;
	}
}
