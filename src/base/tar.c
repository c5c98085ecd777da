#include "diffprof/tar.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>

#define LIBARCHIVE "libarchive.so.13"
#define BLOCK 512
#define MAGIC_AT 257

/* What is used of the library, by name. */
struct library {
	void *handle;
	__typeof__(archive_read_new) *read_new;
	__typeof__(archive_read_support_format_tar) *support_tar;
	__typeof__(archive_read_open_memory) *open_memory;
	__typeof__(archive_read_next_header) *next_header;
	__typeof__(archive_read_data_block) *data_block;
	__typeof__(archive_read_free) *read_free;
	__typeof__(archive_entry_pathname) *pathname;
	__typeof__(archive_entry_pathname_utf8) *pathname_utf8;
	__typeof__(archive_entry_filetype) *filetype;
	__typeof__(archive_entry_size) *size;
	__typeof__(archive_entry_mtime) *mtime;
	__typeof__(archive_error_string) *error_string;
	/* For tar_unpack() only. */
	__typeof__(archive_read_support_format_raw) *support_raw;
	__typeof__(archive_read_support_filter_lz4) *support_lz4;
	__typeof__(archive_read_support_filter_lzma) *support_lzma;
};

#define LOAD(lib, member, name)                                                \
	(((lib)->member = (__typeof__((lib)->member))dlsym((lib)->handle,      \
							   name)) != NULL)

/* It stays loaded: unloading costs as much again. */
static bool load_library(struct library *lib)
{
	lib->handle = dlopen(LIBARCHIVE, RTLD_NOW | RTLD_LOCAL);
	return lib->handle && LOAD(lib, read_new, "archive_read_new") &&
	       LOAD(lib, support_tar, "archive_read_support_format_tar") &&
	       LOAD(lib, open_memory, "archive_read_open_memory") &&
	       LOAD(lib, next_header, "archive_read_next_header") &&
	       LOAD(lib, data_block, "archive_read_data_block") &&
	       LOAD(lib, read_free, "archive_read_free") &&
	       LOAD(lib, pathname, "archive_entry_pathname") &&
	       LOAD(lib, pathname_utf8, "archive_entry_pathname_utf8") &&
	       LOAD(lib, filetype, "archive_entry_filetype") &&
	       LOAD(lib, size, "archive_entry_size") &&
	       LOAD(lib, mtime, "archive_entry_mtime") &&
	       LOAD(lib, error_string, "archive_error_string") &&
	       LOAD(lib, support_raw, "archive_read_support_format_raw") &&
	       LOAD(lib, support_lz4, "archive_read_support_filter_lz4") &&
	       LOAD(lib, support_lzma, "archive_read_support_filter_lzma");
}

bool tar_sniff(struct span head)
{
	return head.len >= BLOCK && head.ptr[0] &&
	       !memcmp(head.ptr + MAGIC_AT, "ustar", 5);
}

/* All that is known while a tar is listed. */
struct listing {
	struct library lib;
	struct archive *archive;
	struct archive_entry *entry;
	struct span bytes;
	const char *path;
	struct arena *arena;
	struct tar *tar;
	size_t made; /* bytes of sparse files */
};

static bool lies_in(struct span part, struct span bytes)
{
	return part.ptr >= bytes.ptr && part.len <= bytes.len &&
	       part.ptr - bytes.ptr <= (ptrdiff_t)(bytes.len - part.len);
}

/* What the locale cannot say is left to UTF-8. */
static const char *path_of(const struct listing *l)
{
	const char *path = l->lib.pathname(l->entry);

	return path ? path : l->lib.pathname_utf8(l->entry);
}

/* Put a file together of the blocks that are there; the rest is zeros. */
static int make_whole(struct listing *l, size_t size, struct span block,
		      int64_t offset, struct span *bytes, struct error *err)
{
	const void *data;
	size_t len;
	int status = ARCHIVE_OK;

	if (size > TAR_SPARSE_MAX - l->made)
		return fail(err, ERR_LIMIT,
			    "%s: %s: sparse files of over %zu"
			    " MiB",
			    l->path, path_of(l), TAR_SPARSE_MAX >> 20);
	l->made += size;
	char *whole = arena_zalloc(l->arena, size);
	size_t end = 0;

	while (status == ARCHIVE_OK && offset >= 0 &&
	       (uint64_t)offset <= size && block.len <= size - (size_t)offset) {
		if (block.len)
			memcpy(whole + offset, block.ptr, block.len);
		end = (size_t)offset + block.len;
		status = l->lib.data_block(l->archive, &data, &len, &offset);
		block = (struct span){ data, status == ARCHIVE_OK ? len : 0 };
	}
	if (status == ARCHIVE_EOF)
		end = size;
	else
		l->tar->cut_short = "the tar ends within a file";
	*bytes = (struct span){ whole, end };
	return 0;
}

static int read_bytes(struct listing *l, struct span *bytes, struct error *err)
{
	int64_t offset, size = l->lib.size(l->entry);
	const void *data;
	size_t len;

	*bytes = (struct span){ l->bytes.ptr, 0 };
	if (size <= 0)
		return 0;
	int status = l->lib.data_block(l->archive, &data, &len, &offset);
	if (status == ARCHIVE_EOF)
		return 0;
	if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
		l->tar->cut_short = "the tar ends within a file";
		return 0;
	}
	struct span block = { data, len };
	if (offset == 0 && (int64_t)len == size && lies_in(block, l->bytes)) {
		*bytes = block;
		return 0;
	}
	return make_whole(l, (size_t)size, block, offset, bytes, err);
}

static int add_file(struct listing *l, struct error *err)
{
	const char *path = path_of(l);
	struct tar *tar = l->tar;
	struct span bytes;

	if (!path || l->lib.filetype(l->entry) != AE_IFREG)
		return 0;
	if (read_bytes(l, &bytes, err) < 0)
		return -1;
	while (path[0] == '.' && path[1] == '/')
		path += 2 + strspn(path + 2, "/");
	ARENA_ROOM(l->arena, tar->file, tar->nr, tar->cap);
	tar->file[tar->nr++] = (struct tar_file){
		.path = arena_strdup(l->arena, path),
		.bytes = bytes,
		.mtime = l->lib.mtime(l->entry),
	};
	return 0;
}

static int list_files(struct listing *l, struct error *err)
{
	int status;

	while (!l->tar->cut_short) {
		status = l->lib.next_header(l->archive, &l->entry);
		if (status == ARCHIVE_EOF)
			break;
		if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
			l->tar->cut_short = "the tar is cut short or damaged";
			break;
		}
		if (add_file(l, err) < 0)
			return -1;
	}
	return 0;
}

int tar_list(struct span bytes, const char *path, struct arena *arena,
	     struct tar *tar, struct error *err)
{
	struct listing l = { .bytes = bytes,
			     .path = path,
			     .arena = arena,
			     .tar = tar };
	int failed;

	*tar = (struct tar){ 0 };
	if (!load_library(&l.lib))
		return fail(err, ERR_FORMAT,
			    "%s: a tar, but there is no " LIBARCHIVE
			    " to read it with; unpack it first",
			    path);
	l.archive = l.lib.read_new();
	if (!l.archive)
		return fail(err, ERR_LIMIT, "%s: no memory to read a tar",
			    path);
	if (l.lib.support_tar(l.archive) != ARCHIVE_OK ||
	    l.lib.open_memory(l.archive, bytes.ptr, bytes.len) != ARCHIVE_OK)
		failed = fail(err, ERR_FORMAT, "%s: not a tar: %s", path,
			      l.lib.error_string(l.archive));
	else
		failed = list_files(&l, err);
	l.lib.read_free(l.archive);
	return failed;
}

/* All that ARCHIVE gives before it ends or complains. */
static struct span read_all(const struct library *lib, struct archive *archive,
			    size_t max, struct arena *arena)
{
	size_t cap = (size_t)1 << 20, len = 0, nr;
	char *data = arena_alloc(arena, cap);
	const void *block;
	int64_t offset;

	while (lib->data_block(archive, &block, &nr, &offset) == ARCHIVE_OK &&
	       nr <= max - len) {
		while (nr > cap - len) {
			data = arena_grow(arena, data, cap, 2 * cap);
			cap *= 2;
		}
		if (nr)
			memcpy(data + len, block, nr);
		len += nr;
	}
	return (struct span){ data, len };
}

int tar_unpack(struct span packed, size_t max, const char *path,
	       struct arena *arena, struct span *bytes, struct error *err)
{
	struct archive_entry *entry;
	struct library lib;

	if (!load_library(&lib))
		return fail(err, ERR_FORMAT,
			    "%s: there is no " LIBARCHIVE " to unpack it with",
			    path);
	struct archive *archive = lib.read_new();
	*bytes = (struct span){ NULL, 0 };
	if (archive && lib.support_raw(archive) == ARCHIVE_OK &&
	    lib.support_lz4(archive) == ARCHIVE_OK &&
	    lib.support_lzma(archive) == ARCHIVE_OK &&
	    lib.open_memory(archive, packed.ptr, packed.len) == ARCHIVE_OK &&
	    lib.next_header(archive, &entry) == ARCHIVE_OK)
		*bytes = read_all(&lib, archive, max, arena);
	if (archive)
		lib.read_free(archive);
	if (!bytes->len)
		return fail(err, ERR_FORMAT, "%s: its kernel cannot be"
			    " unpacked", path);
	return 0;
}

const struct tar_file *tar_find(const struct tar *tar, struct span path)
{
	for (size_t i = tar->nr; i-- > 0;)
		if (span_is(path, tar->file[i].path))
			return &tar->file[i];
	return NULL;
}
