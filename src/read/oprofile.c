/*
 * oprofile.c - a session of oprofile's sample files
 *
 * What the files are: opfile.c; what their paths say: opname.h; where they lie:
 * opsession.h.  Each counts one event in one image, by offset:
 *
 *	image			offset counts from
 *	program, library	the start of the file
 *	kernel, module		the start of .text
 *	no-vmlinux		0: it is the address
 *	anonymous region	its first address
 *
 * The files of call graphs, {cg}, count calls between two images and not
 * samples; what they count is in the other files, so they are passed over.
 */
#include "diffprof/reader.h"

#include <stdlib.h>

#include "opfile.h"
#include "opimage.h"
#include "opmember.h"

#define EVENTS_MAX 1024
#define DAMAGED_MAX 5	/* files that notes name one by one */

struct loading {
	struct profile *prof;
	struct samples *samples;
	struct opmembers members;
	struct opimages images;
	struct opabi abi;
	bool has_abi;

	size_t files, callgraphs, damaged, unnamed;
	const char *first_unnamed;
};

/* ---- events ---------------------------------------------------------------- */

static const char *mask_text(struct profile *prof, struct span mask)
{
	uint64_t value;

	// As opreport prints it.
	if (span_count(mask, &value) == NUMBER_OK)
		return arena_printf(&prof->arena, "0x%02llx",
				    (unsigned long long)value);
	return arena_strndup(&prof->arena, mask.ptr, mask.len);
}

static int event_of(struct loading *l, struct span name, struct span mask,
		    uint64_t count, uint16_t *event, struct error *err)
{
	struct profile *prof = l->prof;
	const char *text = mask_text(prof, mask);

	for (unsigned i = 0; i < prof->nr_events; i++) {
		const struct event *e = &prof->events[i];

		if (span_is(name, e->name) && !strcmp(e->mask, text) &&
		    e->rate == (double)count) {
			*event = (uint16_t)i;
			return 0;
		}
	}
	if (prof->nr_events == EVENTS_MAX)
		return fail(err, ERR_LIMIT, "%s: over %d different events",
			    prof->path, EVENTS_MAX);
	unsigned i = profile_event(prof, name, text);
	prof->events[i].rate_kind = count ? RATE_PERIOD : RATE_UNKNOWN;
	prof->events[i].rate = (double)count;
	*event = (uint16_t)i;
	return 0;
}

/* Before 0.6 only the header tells, by the number that the hardware knows. */
static int event_of_file(struct loading *l, const struct opmember *member,
			 const struct opfile *file, uint16_t *event,
			 struct error *err)
{
	const struct opname *name = &member->name;
	struct arena *arena = &l->prof->arena;

	if (name->event.len)
		return event_of(l, name->event, name->mask, name->count, event,
				err);
	return event_of(l, span_of(arena_printf(arena, "event-0x%02x",
						file->event)),
			span_of(arena_printf(arena, "%u", file->mask)),
			file->count, event, err);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_event(const void *pa, const void *pb)
{
	const struct opname *a = &(*(const struct opmember *const *)pa)->name;
	const struct opname *b = &(*(const struct opmember *const *)pb)->name;
	int order = span_cmp(a->event, b->event);

	if (!order)
		order = compare_numbers(a->count, b->count);
	return order ? order : span_cmp(a->mask, b->mask);
}

/* In an order that does not depend on which image has samples of which. */
static int enter_events(struct loading *l, struct error *err)
{
	const struct opmembers *members = &l->members;
	const struct opmember **sorted =
		arena_alloc(&l->prof->arena, (members->nr + 1) *
					     sizeof(*sorted));
	size_t nr = 0;
	uint16_t unused;

	for (size_t i = 0; i < members->nr; i++)
		if (members->member[i].name.event.len &&
		    !members->member[i].name.callgraph)
			sorted[nr++] = &members->member[i];
	qsort(sorted, nr, sizeof(*sorted), by_event);
	for (size_t i = 0; i < nr; i++) {
		const struct opname *name = &sorted[i]->name;

		if ((!i || by_event(&sorted[i - 1], &sorted[i])) &&
		    event_of(l, name->event, name->mask, name->count, &unused,
			     err) < 0)
			return -1;
	}
	return 0;
}

/* ---- files ----------------------------------------------------------------- */

static void note_damage(struct loading *l, const struct opmember *member,
			const struct opfile *file)
{
	const char *path = member->path;
	struct notes *notes = &l->prof->notes;

	if (++l->damaged > DAMAGED_MAX)
		return;
	if (file->bytes.len < file->size)
		notes_add(notes, NOTE_DOUBT, "ends-early", path,
			  "ends at byte %zu of %llu: %u of its %u offsets are"
			  " missing", file->bytes.len,
			  (unsigned long long)file->size, file->lost,
			  file->nr + file->lost);
	else
		notes_add(notes, NOTE_DOUBT, "damaged", path,
			  "does not agree with its node counts: %zu bytes, and"
			  " not %llu; %u offsets are read, %u are missing",
			  file->bytes.len, (unsigned long long)file->size,
			  file->nr, file->lost);
}

static int add_nodes(struct loading *l, const struct opmember *member,
		     const struct opfile *file, struct error *err)
{
	const struct opimage *image = opimages_of(&l->images, member, file);
	struct samples *s = l->samples;
	struct sample_key key = {
		.comm = opimages_comm(&l->images, member),
		.cpu = member->name.cpu,
		.mode = image->mode,
	};

	if (event_of_file(l, member, file, &key.event, err) < 0)
		return -1;
	for (uint32_t i = 0; i < file->nr; i++) {
		struct opnode node = opfile_node(file, i);
		uint64_t addr = opimage_address(image, member, file, node.key);

		if (!node.count)
			continue;
		key.node = samples_node(s, NODE_ROOT,
					samples_frame_at(s, image->object,
							 addr));
		if (samples_add(s, &key, node.count, 0, NULL, err) < 0)
			return -1;
	}
	return 0;
}

static int add_bytes(struct loading *l, const struct opmember *member,
		     struct span bytes, struct error *err)
{
	struct opfile file;
	struct error why;

	// A log or a list between the samples is nothing to worry about.
	if (!member->named && !opfile_sniff(bytes))
		return 0;
	if (opfile_open(bytes, l->has_abi ? &l->abi : NULL, member->path,
			&file, &why) < 0) {
		if (++l->damaged <= DAMAGED_MAX)
			notes_add(&l->prof->notes, NOTE_DOUBT, "passed-over",
				  NULL, "%s", why.text);
		return 0;
	}
	if (!member->named && !l->unnamed++)
		l->first_unnamed = member->path;
	if (file.damaged)
		note_damage(l, member, &file);
	l->files++;
	return add_nodes(l, member, &file, err);
}

static int add_member(struct loading *l, const struct opmember *member,
		      struct error *err)
{
	struct error why;
	struct input in;
	struct span bytes;
	int failed;

	if (member->name.callgraph) {
		l->callgraphs++;
		return 0;
	}
	if (member->in_memory)
		return add_bytes(l, member, member->bytes, err);
	if (input_open_as(member->path, INPUT_FOUND, &in, &why) < 0 ||
	    input_data(&in, &bytes, &why) < 0) {
		if (++l->damaged <= DAMAGED_MAX)
			notes_add(&l->prof->notes, NOTE_DOUBT, "passed-over",
				  NULL, "%s", why.text);
		return 0;
	}
	failed = add_bytes(l, member, bytes, err);
	input_close(&in);
	return failed;
}

/* ---- sessions -------------------------------------------------------------- */

static void read_abi(struct loading *l)
{
	const char *path = l->members.session.abi;
	const struct tar *tar = l->members.tar;
	const struct tar_file *file;
	struct error unused;
	struct input in;
	struct span text;

	if (tar) {
		file = tar_find(tar, span_of(path));
		l->has_abi = file && opabi_parse(file->bytes, &l->abi);
		return;
	}
	if (!path || input_open_as(path, INPUT_FOUND, &in, &unused) < 0)
		return;
	l->has_abi = input_data(&in, &text, &unused) == 0 &&
		     opabi_parse(text, &l->abi);
	input_close(&in);
}

static void add_notes(struct loading *l)
{
	struct notes *notes = &l->prof->notes;
	const char *path = l->prof->path;

	if (l->members.session.others)
		notes_add(notes, NOTE_INFO, "session-chosen", path,
			  "the session in %s is read; there are others: %s",
			  l->members.session.samples,
			  l->members.session.others);
	if (l->damaged > DAMAGED_MAX)
		notes_add(notes, NOTE_DOUBT, "damaged", path,
			  "%zu more sample files are damaged",
			  l->damaged - DAMAGED_MAX);
	if (l->unnamed)
		notes_add(notes, NOTE_DOUBT, "image-unnamed", path,
			  "the folders of %zu sample file%s (%s) do not name"
			  " an image", l->unnamed, l->unnamed == 1 ? "" : "s",
			  l->first_unnamed);
	if (l->callgraphs)
		notes_add(notes, NOTE_INFO, "call-graphs", path,
			  "passed over %zu file%s of call graphs: they count"
			  " calls, not samples", l->callgraphs,
			  l->callgraphs == 1 ? "" : "s");
	if (l->images.other_time)
		// Not everything that is done with archives keeps times.
		notes_add(notes,
			  l->members.session.is_archive ? NOTE_INFO :
							  NOTE_DOUBT,
			  "image-time", path,
			  "the last modified time of %zu image%s (%s) is not"
			  " that of the file that was sampled",
			  l->images.other_time,
			  l->images.other_time == 1 ? "" : "s",
			  l->images.first_other_time);
}

static int read_members(struct loading *l, struct error *err)
{
	struct profile *prof = l->prof;
	struct opmembers *members = &l->members;

	if (enter_events(l, err) < 0)
		return -1;
	for (size_t i = 0; i < members->nr; i++)
		if (add_member(l, &members->member[i], err) < 0)
			return -1;
	if (!l->files && l->callgraphs)
		return fail(err, ERR_FORMAT, "%s: only files of call graphs,"
			    " which have no samples", prof->path);
	if (!l->files)
		return fail(err, ERR_FORMAT, "%s: %s", prof->path,
			    prof->notes.first ? prof->notes.first->text :
			    "no sample file is in it");
	for (unsigned i = 0; i < prof->nr_events; i++) {
		prof->events[i].total = prof->events[i].listed;
		prof->events[i].has_total = true;
	}
	add_notes(l);
	return 0;
}

static int read_directory(struct loading *l, struct error *err)
{
	struct arena *arena = &l->prof->arena;
	struct opsessions sessions = { 0 };

	opsessions_find(&sessions, l->prof->path, arena);
	if (opsessions_choose(&sessions, l->prof->path, arena,
			      &l->members.session, err) < 0 ||
	    opmembers_walk(&l->members, arena, err) < 0)
		return -1;
	read_abi(l);
	return read_members(l, err);
}

/* An archive or a session that somebody packed. */
static int read_tar(struct loading *l, struct span bytes, const char *cut_short,
		    struct error *err)
{
	struct profile *prof = l->prof;
	struct tar *tar = arena_alloc(&prof->arena, sizeof(*tar));

	if (tar_list(bytes, prof->path, &prof->arena, tar, err) < 0 ||
	    opmembers_unpack(&l->members, tar, prof->path, &prof->arena, err) <
		    0)
		return -1;
	if (cut_short || tar->cut_short)
		notes_add(&prof->notes, NOTE_DOUBT, "ends-early", prof->path,
			  "%s; what is whole of it is read",
			  cut_short ? cut_short : tar->cut_short);
	read_abi(l);
	return read_members(l, err);
}

/* One sample file alone; its folders, if they are still there, tell the rest. */
static int read_one(struct loading *l, struct span bytes, struct error *err)
{
	struct arena *arena = &l->prof->arena;
	struct opmembers *members = &l->members;
	const char *path = l->prof->path;
	char *whole;

	opmembers_add(members, path, arena);
	if (!members->member[0].named && (whole = realpath(path, NULL))) {
		opmembers_add(members, arena_strdup(arena, whole), arena);
		free(whole);
		members->member[0] = members->member[members->member[1].named];
		members->nr = 1;
	}
	struct opmember *member = &members->member[0];
	struct opsessions sessions = { 0 };
	struct span dir = { member->path, member->name.start };

	if (!member->named)
		dir = SPAN("");
	opsessions_add(&sessions, dir, arena);
	opsessions_choose(&sessions, path, arena, &members->session, err);
	read_abi(l);

	// What is wrong with a file that was named is an error.
	struct opfile file;
	if (opfile_open(bytes, l->has_abi ? &l->abi : NULL, path, &file,
			err) < 0)
		return -1;
	member->bytes = bytes;
	member->in_memory = true;
	return read_members(l, err);
}

static bool is_tar(const struct input *in)
{
	return !opfile_sniff(in->head) && tar_sniff(in->head);
}

static int read_session(struct input *in, const struct read_options *opts,
			struct profile *prof, struct error *err)
{
	struct loading l = { .prof = prof };
	struct span bytes;

	l.samples = samples_begin(prof, opts);
	l.images.samples = l.samples;
	l.images.members = &l.members;
	if (!in->data && in->fd < 0)
		return read_directory(&l, err);
	if (input_data(in, &bytes, err) < 0)
		return -1;
	return is_tar(in) ? read_tar(&l, bytes, in->cut_short, err) :
			    read_one(&l, bytes, err);
}

static bool sniff(struct input *in)
{
	struct arena arena = { 0 };
	struct error unused;
	struct span bytes;
	struct tar tar;

	if (!is_tar(in))
		return opfile_sniff(in->head);
	// Whoever has a tar is to hear what is wrong with it.
	bool found = input_data(in, &bytes, &unused) == 0 &&
		     (tar_list(bytes, in->path, &arena, &tar, &unused) < 0 ||
		      opmembers_in_tar(&tar, &arena));
	arena_release(&arena);
	return found;
}

static bool sniff_directory(const char *path)
{
	struct opsessions sessions = { 0 };
	struct arena arena = { 0 };

	opsessions_find(&sessions, path, &arena);
	arena_release(&arena);
	return sessions.nr > 0;
}

const struct reader reader_oprofile = {
	.name = "oprofile",
	.summary = "sample files of oprofile: a session, an archive, or one",
	.sniff = sniff,
	.sniff_directory = sniff_directory,
	.read = read_session,
};
