#include "opmember.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "opfile.h"

#define STANDARD_PLACE "var/lib/oprofile"

void opmembers_add(struct opmembers *members, const char *path,
		   struct arena *arena)
{
	struct opmember *member;

	ARENA_ROOM(arena, members->member, members->nr, members->cap);
	member = &members->member[members->nr++];
	*member = (struct opmember){ .path = path };
	member->named = opname_parse(span_of(path), arena, &member->name);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/*
 * Beside {root} and {kern} there are statistics, and a log; beside the samples
 * of code that was made at run time, files that describe it.
 */
static bool is_sample_file(const FTSENT *entry)
{
	struct span name = { entry->fts_name, entry->fts_namelen };

	if (entry->fts_level == 1)
		return name.ptr[0] == '}' && span_has(name, '#');
	return !span_ends(name, ".jo") && !span_ends(name, ".dump");
}

static bool is_passed_over(const FTSENT *entry)
{
	struct span name = { entry->fts_name, entry->fts_namelen };

	return entry->fts_level == 1 && !opname_is_root(name);
}

int opmembers_walk(struct opmembers *members, struct arena *arena,
		   struct error *err)
{
	char *const paths[] = { (char *)members->session.samples, NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
			    by_name);
	int failed = 0;
	FTSENT *entry;

	if (!fts)
		return fail_errno(err, "%s", members->session.samples);
	while (!failed && (entry = fts_read(fts))) {
		switch (entry->fts_info) {
		case FTS_D:
			if (is_passed_over(entry))
				fts_set(fts, entry, FTS_SKIP);
			break;
		case FTS_F:
			if (is_sample_file(entry))
				opmembers_add(members,
					      arena_strndup(arena,
							    entry->fts_path,
							    entry->fts_pathlen),
					      arena);
			break;
		case FTS_DNR:
		case FTS_ERR:
		case FTS_NS:
			errno = entry->fts_errno;
			failed = fail_errno(err, "%s", entry->fts_path);
			break;
		default:
			break;
		}
	}
	fts_close(fts);
	return failed;
}

/* The directory with {root} that the file PATH is in; false if in none. */
static bool samples_of(const char *path, struct arena *arena,
		       struct span *samples)
{
	struct opname name;

	if (!opname_parse((struct span){ path, strlen(path) }, arena, &name))
		return false;
	*samples = (struct span){ path, name.start };
	while (samples->len && path[samples->len - 1] == '/')
		samples->len--;
	return true;
}

bool opmembers_in_tar(const struct tar *tar, struct arena *arena)
{
	struct span samples;

	for (size_t i = 0; i < tar->nr; i++)
		if (samples_of(tar->file[i].path, arena, &samples) &&
		    opfile_sniff(tar->file[i].bytes))
			return true;
	return false;
}

static int by_path(const void *a, const void *b)
{
	const struct opmember *x = a, *y = b;

	return strcmp(x->path, y->path);
}

int opmembers_unpack(struct opmembers *members, const struct tar *tar,
		     const char *path, struct arena *arena, struct error *err)
{
	struct opsessions sessions = { 0 };
	struct span samples;

	for (size_t i = 0; i < tar->nr; i++)
		if (samples_of(tar->file[i].path, arena, &samples))
			opsessions_add(&sessions, samples, arena);
	if (opsessions_choose(&sessions, path, arena, &members->session, err) <
	    0)
		return -1;
	members->tar = tar;
	for (size_t i = 0; i < tar->nr; i++) {
		const struct tar_file *file = &tar->file[i];

		if (!samples_of(file->path, arena, &samples))
			continue;
		if (!span_is(samples, members->session.samples))
			continue;
		opmembers_add(members, file->path, arena);
		members->member[members->nr - 1].bytes = file->bytes;
		members->member[members->nr - 1].in_memory = true;
	}
	qsort(members->member, members->nr, sizeof(*members->member), by_path);
	return 0;
}

bool opmembers_extra(const struct opmembers *members, const char *path,
		     struct opextra *extra)
{
	const struct tar_file *file;
	struct stat st;

	*extra = (struct opextra){ .path = path };
	if (members->tar && members->session.is_archive) {
		file = tar_find(members->tar, span_of(path));
		if (!file || !file->bytes.len)
			return false;
		extra->bytes = file->bytes;
		extra->mtime = file->mtime;
		return true;
	}
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	extra->mtime = st.st_mtime;
	return true;
}

static bool may_be_image(struct span name)
{
	static const char *const parts[] = { ".ko", "vmlinux", "kallsyms" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (memmem(name.ptr, name.len, parts[i], strlen(parts[i])))
			return true;
	return span_ends(name, ".o");
}

static void add_image(struct opmembers *members, struct span path,
		      struct arena *arena)
{
	ARENA_ROOM(arena, members->image, members->nr_images,
		   members->cap_images);
	members->image[members->nr_images++] =
		arena_strndup(arena, path.ptr, path.len);
}

static void find_packed_images(struct opmembers *members, struct arena *arena)
{
	const char *root = members->session.root;

	for (size_t i = 0; i < members->tar->nr; i++) {
		struct span path = span_of(members->tar->file[i].path);

		if (span_starts(path, root) && may_be_image(path))
			add_image(members, path, arena);
	}
}

/* What cannot be read of an archive has no image, which is no error. */
static void walk_images(struct opmembers *members, struct arena *arena)
{
	const char *root = members->session.root;
	char *const paths[] = { *root ? (char *)root : (char *)".", NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
			    by_name);
	FTSENT *entry;

	while (fts && (entry = fts_read(fts))) {
		struct span path = { entry->fts_path, entry->fts_pathlen };
		struct span name = { entry->fts_name, entry->fts_namelen };

		if (entry->fts_info == FTS_D &&
		    span_ends(path, STANDARD_PLACE))
			fts_set(fts, entry, FTS_SKIP);
		if (entry->fts_info == FTS_F && may_be_image(name))
			add_image(members, path, arena);
	}
	if (fts)
		fts_close(fts);
}

static struct span base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return span_of(slash ? slash + 1 : path);
}

/* Is FILE the module or kernel NAME? */
static bool is_image(struct span file, struct span name)
{
	static const char *const suffixes[] = { "", ".ko", ".o", ".ko.gz",
						".ko.xz", ".ko.zst",
						".ko.debug" };

	if (file.len < name.len)
		return false;
	for (size_t i = 0; i < name.len; i++)
		// The kernel has an underscore for both of these.
		if (file.ptr[i] != name.ptr[i] &&
		    (name.ptr[i] != '_' ||
		     (file.ptr[i] != '-' && file.ptr[i] != ',')))
			return false;
	struct span rest = { file.ptr + name.len, file.len - name.len };

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (span_is(rest, suffixes[i]))
			return true;
	return false;
}

const char *opmembers_image(struct opmembers *members, struct span name,
			    struct arena *arena)
{
	const char *found = NULL;

	if (!members->session.is_archive)
		return NULL;
	if (!members->has_images && members->tar)
		find_packed_images(members, arena);
	else if (!members->has_images)
		walk_images(members, arena);
	members->has_images = true;
	for (size_t i = 0; i < members->nr_images; i++) {
		if (!is_image(base_of(members->image[i]), name))
			continue;
		if (found)
			return NULL;
		found = members->image[i];
	}
	return found;
}
