/*
 * dw_alt.c - what several images share (7.3.6, DW_FORM_GNU_ref_alt)
 *
 * dwz(1) moves what the DWARF of several images has in common into a file of its
 * own, which they name, with its build id.
 */
#include "dw.h"

#include <string.h>

#include "elfimage.h"

struct dw_shared {
	struct input in;
	struct elfimage img;
	struct dw dw;
	struct arena arena; /* of units; this lives in it, too */
};

/* ".gnu_debugaltlink": a name, a NUL, and a build id. */
static bool find_link(Elf *elf, struct span *name, struct span *id)
{
	Elf_Scn *section = NULL;
	GElf_Shdr head;
	size_t strings;

	if (elf_getshdrstrndx(elf, &strings) < 0)
		return false;
	while ((section = elf_nextscn(elf, section))) {
		const char *its =
			gelf_getshdr(section, &head) ?
				elf_strptr(elf, strings, head.sh_name) :
				NULL;

		if (!its || strcmp(its, ".gnu_debugaltlink") != 0 ||
		    head.sh_type == SHT_NOBITS)
			continue;
		Elf_Data *data = elf_getdata(section, NULL);
		if (!data || !data->d_buf)
			return false;
		size_t len = strnlen(data->d_buf, data->d_size);
		*name = (struct span){ data->d_buf, len };
		if (!len || len == data->d_size || len > 1024)
			return false;
		*id = (struct span){ (const char *)data->d_buf + len + 1,
				     data->d_size - len - 1 };
		return id->len && id->len <= 64;
	}
	return false;
}

static const char *hexadecimal(struct span id, struct arena *arena)
{
	char *text = arena_alloc(arena, 2 * id.len + 1), *at = text;

	for (size_t i = 0; i < id.len; i++) {
		unsigned char byte = (unsigned char)id.ptr[i];

		*at++ = "0123456789abcdef"[byte >> 4];
		*at++ = "0123456789abcdef"[byte & 15];
	}
	*at = '\0';
	return text;
}

static bool has_id(const struct elfimage *img, const char *id)
{
	struct symtab st = { 0 };

	elfimage_notes(img, &st);
	bool has = st.build_id && !strcmp(st.build_id, id);
	arena_release(&st.arena);
	return has;
}

/* Open the file at PATH if it has that ID; it must be of the same byte order. */
static struct dw_shared *open_at(const char *path, const char *id, bool big)
{
	struct arena arena = { 0 };
	struct dw_shared *shared = arena_zalloc(&arena, sizeof(*shared));
	struct error err;

	shared->img.path = path;
	if (input_open_as(path, INPUT_FOUND, &shared->in, &err) == 0) {
		if (elfimage_open(&shared->img, &shared->in, &err) == 0 &&
		    has_id(&shared->img, id) &&
		    (shared->img.header.e_ident[EI_DATA] == ELFDATA2MSB) ==
			    big &&
		    dw_open(&shared->dw, shared->img.elf, big, &arena)) {
			shared->arena = arena;
			return shared;
		}
		elf_end(shared->img.elf);
		input_close(&shared->in);
	}
	arena_release(&arena);
	return NULL;
}

void dw_open_shared(struct dw *dw, Elf *elf, bool big, const char *path,
		    struct arena *arena)
{
	struct span name, id;

	if (!find_link(elf, &name, &id))
		return;
	const char *slash = strrchr(path, '/');
	int dir = slash ? (int)(slash - path) + 1 : 0;
	const char *text = hexadecimal(id, arena);
	const char *base = arena_strndup(arena, name.ptr, name.len);
	const char *last = strrchr(base, '/');
	const char *places[] = {
		*base == '/' ? base :
			       arena_printf(arena, "%.*s%s", dir, path, base),
		arena_printf(arena, "/usr/lib/debug/.build-id/%.2s/%s.debug",
			     text, text + 2),
		arena_printf(arena, "/usr/lib/debug/.dwz/%s",
			     last ? last + 1 : base),
	};

	dw->alt_name = base;
	for (size_t i = 0; i < 3 && !dw->shared; i++)
		dw->shared = open_at(places[i], text, big);
	if (dw->shared)
		dw->alt = &dw->shared->dw;
}

void dw_close_shared(struct dw *dw)
{
	struct dw_shared *shared = dw->shared;

	if (!shared)
		return;
	dw->shared = NULL;
	dw->alt = NULL;
	dw_close(&shared->dw);
	elf_end(shared->img.elf);
	input_close(&shared->in);
	// It lies in its own arena.
	struct arena arena = shared->arena;
	arena_release(&arena);
}
