#include "opmember.h"

#include <errno.h>
#include <fts.h>

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
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
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

static bool may_be_image(struct span name)
{
	static const char *const parts[] = { ".ko", "vmlinux", "kallsyms" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (memmem(name.ptr, name.len, parts[i], strlen(parts[i])))
			return true;
	return span_ends(name, ".o");
}

/* What cannot be read of an archive has no image, which is no error. */
static void find_images(struct opmembers *members, struct arena *arena)
{
	const char *root = members->session.root;
	char *const paths[] = { *root ? (char *)root : (char *)".", NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *entry;

	members->has_images = true;
	while (fts && (entry = fts_read(fts))) {
		struct span path = { entry->fts_path, entry->fts_pathlen };
		struct span name = { entry->fts_name, entry->fts_namelen };

		if (entry->fts_info == FTS_D &&
		    span_ends(path, STANDARD_PLACE))
			fts_set(fts, entry, FTS_SKIP);
		if (entry->fts_info != FTS_F || !may_be_image(name))
			continue;
		ARENA_ROOM(arena, members->image, members->nr_images,
			   members->cap_images);
		members->image[members->nr_images++] =
			arena_strndup(arena, path.ptr, path.len);
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
	if (!members->has_images)
		find_images(members, arena);
	for (size_t i = 0; i < members->nr_images; i++) {
		if (!is_image(base_of(members->image[i]), name))
			continue;
		if (found)
			return NULL;
		found = members->image[i];
	}
	return found;
}
