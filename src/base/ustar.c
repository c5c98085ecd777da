#include "diffprof/ustar.h"

#include <assert.h>
#include <stdio.h>

#define BLOCK ((size_t)512)

/* A header, all in text. */
struct header {
	char name[100];
	char mode[8], uid[8], gid[8]; /* octal, as the numbers that follow */
	char size[12], mtime[12];
	char checksum[8];
	char type;
	char link[100];
	char magic[8]; /* "ustar", NUL, "00"; of GNU "ustar  ", NUL */
	char user[32], group[32];
	char major[8], minor[8];
	char prefix[155];
	char unused[12];
};

_Static_assert(sizeof(struct header) == 512, "a header is a block");

/* The sum of all bytes, those of the checksum taken for blanks. */
static unsigned checksum_of(const struct header *header)
{
	struct header copy = *header;
	const unsigned char *p = (const unsigned char *)&copy;
	unsigned sum = 0;

	memset(copy.checksum, ' ', sizeof(copy.checksum));
	for (size_t i = 0; i < sizeof(copy); i++)
		sum += p[i];
	return sum;
}

/* What fits into eleven octal digits. */
#define NUMBER_MAX ((UINT64_C(1) << 33) - 1)

void ustar_put(struct outbuf *tar, const char *path, struct span bytes,
	       uint64_t time)
{
	struct header h = { .type = '0', .magic = "ustar" };

	assert(strlen(path) <= USTAR_PATH_MAX && bytes.len <= NUMBER_MAX);
	memcpy(h.name, path, strlen(path));
	memcpy(h.magic + 6, "00", 2);
	memcpy(h.mode, "0000644", 7);
	memcpy(h.uid, "0000000", 7);
	memcpy(h.gid, "0000000", 7);
	snprintf(h.size, sizeof(h.size), "%011llo",
		 (unsigned long long)bytes.len);
	snprintf(h.mtime, sizeof(h.mtime), "%011llo",
		 (unsigned long long)(time & NUMBER_MAX));
	snprintf(h.checksum, sizeof(h.checksum), "%06o", checksum_of(&h));
	h.checksum[7] = ' ';
	outbuf_bytes(tar, (const char *)&h, sizeof(h));
	outbuf_span(tar, bytes);
	outbuf_fill(tar, '\0', -bytes.len % BLOCK);
}

void ustar_end(struct outbuf *tar)
{
	outbuf_fill(tar, '\0', 2 * BLOCK);
}

/* Octal digits, ended by a NUL or a blank, which may also stand before them. */
static bool parse_number(const char *field, size_t size, uint64_t *value)
{
	size_t i = 0;

	*value = 0;
	while (i < size && field[i] == ' ')
		i++;
	for (; i < size && field[i] && field[i] != ' '; i++) {
		if (field[i] < '0' || field[i] > '7')
			return false;
		*value = *value << 3 | (uint64_t)(field[i] - '0');
	}
	return true;
}

static bool is_header(const struct header *header)
{
	uint64_t sum;

	return !memcmp(header->magic, "ustar", 5) &&
	       parse_number(header->checksum, sizeof(header->checksum), &sum) &&
	       sum == checksum_of(header);
}

static struct span path_of(const char *name, size_t size)
{
	struct span path = { name, strnlen(name, size) };

	while (span_starts(path, "./")) {
		path.ptr += 2;
		path.len -= 2;
	}
	return path;
}

bool ustar_next(struct span *rest, struct ustar_file *file,
		const char **cut_short)
{
	struct header header;
	uint64_t size;

	*cut_short = NULL;
	while (rest->len >= BLOCK) {
		const char *name = rest->ptr;

		memcpy(&header, name, BLOCK);
		if (!header.name[0])
			return false;
		if (!is_header(&header) ||
		    !parse_number(header.size, sizeof(header.size), &size)) {
			*cut_short = "the tar is damaged";
			return false;
		}
		rest->ptr += BLOCK;
		rest->len -= BLOCK;
		if (size > rest->len) {
			*cut_short = "the tar ends within a file";
			return false;
		}
		file->path = path_of(name, sizeof(header.name));
		file->bytes = (struct span){ rest->ptr, (size_t)size };
		// The last file's padding may be missing.
		size_t whole = (size_t)size + (-(size_t)size % BLOCK);
		if (whole > rest->len)
			whole = rest->len;
		rest->ptr += whole;
		rest->len -= whole;
		if (header.type == '0' || !header.type)
			return true;
	}
	// Two empty blocks should have come.
	*cut_short = "the tar ends early";
	return false;
}
