#include "diffprof/running.h"

#include <elf.h>
#include <stdio.h>

#include "diffprof/input.h"

/* The first bytes of a small file; 0 if there is none. */
static size_t read_small(const char *path, char *buf, size_t size)
{
	struct input in;
	struct error err;
	size_t got = 0;

	if (input_open(path, &in, &err) < 0)
		return 0;
	if (input_read(&in, 0, buf, size, &got, &err) < 0)
		got = 0;
	input_close(&in);
	return got;
}

/* Notes as the kernel shows its own: aligned to 4, in its byte order. */
const char *running_build_id(struct arena *arena, const char *root)
{
	char path[4096], buf[4096];

	snprintf(path, sizeof(path), "%s/sys/kernel/notes", root);
	size_t len = read_small(path, buf, sizeof(buf)), at = 0;
	while (len - at >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr note;

		memcpy(&note, buf + at, sizeof(note));
		at += sizeof(note);
		size_t name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
		size_t desc = ((size_t)note.n_descsz + 3) & ~(size_t)3;
		if (name > len - at || desc > len - at - name)
			break;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(buf + at, "GNU", 4) && note.n_descsz <= 64) {
			char *text =
				arena_zalloc(arena,
					     2 * (size_t)note.n_descsz + 1);

			for (size_t i = 0; i < note.n_descsz; i++)
				snprintf(text + 2 * i, 3, "%02x",
					 (unsigned char)buf[at + name + i]);
			return text;
		}
		at += name + desc;
	}
	return NULL;
}

const char *running_release(struct arena *arena, const char *root)
{
	char path[4096], buf[256];

	snprintf(path, sizeof(path), "%s/proc/sys/kernel/osrelease", root);
	size_t len = read_small(path, buf, sizeof(buf));
	while (len && (unsigned char)buf[len - 1] <= ' ')
		len--;
	return len ? arena_strndup(arena, buf, len) : NULL;
}
