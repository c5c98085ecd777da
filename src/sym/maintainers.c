#include "diffprof/maintainers.h"

#include <fts.h>
#include <stdlib.h>
#include <strings.h>

#include "diffprof/input.h"
#include "diffprof/textlines.h"
#include "mailmap.h"
#include "pathpattern.h"

/* A file whose contents are looked into. */
#define SOURCE_MAX ((size_t)16 << 20)
/* Files of a tree. */
#define FILES_MAX 2000000

/* A line of a section. */
struct entry {
	char type;
	struct span value;
	enum {
		NOT_COMPILED,
		COMPILED,
		UNUSABLE
	} state; /* of N: and K: */
	regex_t regex;
	bool parsed; /* people of M:, R: and L: */
	struct mail_address *people;
	size_t nr_people;
};

struct section {
	const char *title, *status;
	size_t first, end; /* of its entries */
	bool penguin; /* who is asked last, and never by us */
};

/* A file of the tree, by its name. */
struct tree_file {
	const char *name, *path;
};

struct maintainers {
	struct arena *arena;
	const char *tree;
	struct input in, in_mailmap;
	struct section *section;
	size_t nr, cap;
	struct entry *entry;
	size_t nr_entries, cap_entries;
	struct mailmap mailmap;
	struct tree_file *file; /* by name, once somebody has asked */
	size_t nr_files, cap_files;
	bool listed;
};

/* ---- reading ------------------------------------------------------------- */

static bool is_entry(struct span line)
{
	return line.len > 1 && line.ptr[0] >= 'A' && line.ptr[0] <= 'Z' &&
	       line.ptr[1] == ':';
}

static void add_entry(struct maintainers *m, struct span line)
{
	struct section *section = &m->section[m->nr - 1];
	struct entry entry = { .type = line.ptr[0] };

	entry.value = span_trim((struct span){ line.ptr + 2, line.len - 2 });
	if (entry.type == 'S') {
		section->status = arena_strndup(m->arena, entry.value.ptr,
						entry.value.len);
		section->penguin = !strcasecmp(section->status,
					       "Buried alive in reporters");
	}
	ARENA_ROOM(m->arena, m->entry, m->nr_entries, m->cap_entries);
	m->entry[m->nr_entries++] = entry;
	section->end = m->nr_entries;
}

/* What has entries is a section; its title is the line above. */
static void read_sections(struct maintainers *m, struct span text)
{
	struct textlines lines = textlines_begin(text);
	struct span line, title = SPAN("");
	bool in_section = false;

	while (textlines_next(&lines, &line)) {
		if (!span_trim(line).len || span_trim(line).ptr[0] == '#')
			continue;
		if (!is_entry(line)) {
			title = span_trim(line);
			in_section = false;
			continue;
		}
		if (!in_section) {
			ARENA_ROOM(m->arena, m->section, m->nr, m->cap);
			m->section[m->nr++] = (struct section){
				.title = arena_strndup(m->arena, title.ptr,
						       title.len),
				.first = m->nr_entries,
			};
			in_section = true;
		}
		add_entry(m, line);
	}
}

int maintainers_of_text(const char *tree, struct span text, struct span mailmap,
			struct maintainers **maintainers, struct arena *arena,
			struct error *err)
{
	struct maintainers *m = arena_zalloc(arena, sizeof(*m));

	m->arena = arena;
	m->tree = arena_strdup(arena, tree);
	m->in.fd = m->in_mailmap.fd = -1;
	read_sections(m, text);
	if (mailmap.len)
		mailmap_read(&m->mailmap, mailmap, arena);
	if (!m->nr)
		return fail(err, ERR_FORMAT,
			    "%s/MAINTAINERS: no \"F:\" or \"M:\" line; is this"
			    " the source tree of a kernel?",
			    tree);
	*maintainers = m;
	return 0;
}

int maintainers_open(const char *tree, struct maintainers **maintainers,
		     struct arena *arena, struct error *err)
{
	const char *path = arena_printf(arena, "%s/MAINTAINERS", tree);
	const char *map_path = arena_printf(arena, "%s/.mailmap", tree);
	struct span text, mailmap = SPAN("");
	struct input in, in_mailmap;
	struct error unused;

	if (input_open(path, &in, err) < 0)
		return -1;
	if (input_data(&in, &text, err) < 0) {
		input_close(&in);
		return -1;
	}
	// Many trees have none.
	if (input_open_as(map_path, INPUT_FOUND, &in_mailmap, &unused) < 0 ||
	    input_data(&in_mailmap, &mailmap, &unused) < 0)
		mailmap = SPAN("");
	if (maintainers_of_text(tree, text, mailmap, maintainers, arena, err) <
	    0) {
		input_close(&in);
		input_close(&in_mailmap);
		return -1;
	}
	(*maintainers)->in = in;
	(*maintainers)->in_mailmap = in_mailmap;
	return 0;
}

void maintainers_close(struct maintainers *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->nr_entries; i++)
		if (m->entry[i].state == COMPILED)
			regfree(&m->entry[i].regex);
	input_close(&m->in);
	input_close(&m->in_mailmap);
}

/* ---- which sections ------------------------------------------------------ */

static bool matches(struct entry *entry, struct span text)
{
	if (entry->state == NOT_COMPILED)
		entry->state = pattern_compile(entry->value, &entry->regex) ?
				       COMPILED :
				       UNUSABLE;
	return entry->state == COMPILED && span_matches(text, &entry->regex);
}

#define NOT_THERE INT32_MIN

/* How much of PATH the patterns of SECTION tell, or NOT_THERE. */
static int depth_of(struct maintainers *m, const struct section *section,
		    struct span path)
{
	int depth = NOT_THERE;

	for (size_t i = section->first; i < section->end; i++)
		if (m->entry[i].type == 'X' &&
		    pattern_holds(m->entry[i].value, path))
			return NOT_THERE;
	for (size_t i = section->first; i < section->end; i++) {
		struct entry *entry = &m->entry[i];

		// Of several patterns the last one counts.
		if (entry->type == 'F' && pattern_holds(entry->value, path))
			depth = pattern_depth(entry->value);
		else if (entry->type == 'N' && matches(entry, path))
			depth = 0;
	}
	return depth;
}

static bool has_content(struct maintainers *m, const struct section *section,
			struct span content)
{
	for (size_t i = section->first; i < section->end; i++)
		if (m->entry[i].type == 'K' && matches(&m->entry[i], content))
			return true;
	return false;
}

struct choice {
	size_t section;
	int depth;
	bool by_content;
};

static int by_depth(const void *a, const void *b)
{
	const struct choice *x = a, *y = b;

	if (x->by_content != y->by_content)
		return x->by_content ? 1 : -1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? 1 : -1;
	return x->section < y->section ? -1 : 1;
}

/* PATH as MAINTAINERS has it; empty if it leads out of the tree. */
static struct span inside(const struct maintainers *m, const char *path)
{
	size_t len = strlen(m->tree);

	while (len > 1 && m->tree[len - 1] == '/')
		len--;
	if (*path == '/') {
		if (strncmp(path, m->tree, len) != 0 || path[len] != '/')
			return SPAN("");
		path += len;
		path += strspn(path, "/");
	}
	while (!strncmp(path, "./", 2))
		path += 2 + strspn(path + 2, "/");
	for (const char *p = path; p; p = strchr(p, '/')) {
		p += *p == '/';
		if (!strncmp(p, "..", 2) && (p[2] == '/' || !p[2]))
			return SPAN("");
	}
	return span_of(path);
}

static size_t choose(struct maintainers *m, struct span path, bool content,
		     struct choice *choices)
{
	struct span text = SPAN("");
	struct input in = { .fd = -1 };
	struct error unused;
	size_t nr = 0;

	if (content) {
		const char *file = arena_printf(m->arena, "%s/%.*s", m->tree,
						(int)path.len, path.ptr);

		if (input_open_as(file, INPUT_FOUND, &in, &unused) == 0 &&
		    in.size <= SOURCE_MAX)
			input_data(&in, &text, &unused);
	}
	for (size_t i = 0; i < m->nr; i++) {
		int depth = depth_of(m, &m->section[i], path);
		bool found = depth != NOT_THERE;

		if (found || (text.len && has_content(m, &m->section[i], text)))
			choices[nr++] =
				(struct choice){ i, found ? depth : 0, !found };
	}
	input_close(&in);
	qsort(choices, nr, sizeof(*choices), by_depth);
	return nr;
}

/* ---- who they are -------------------------------------------------------- */

/* "list@example.org (moderated for non-subscribers)" */
static void parse_list(struct maintainers *m, struct entry *entry)
{
	struct span rest = entry->value, address;

	if (!span_word(&rest, &address) ||
	    memmem(rest.ptr, rest.len, "subscribers-only",
		   strlen("subscribers-only")))
		return;
	entry->people = arena_alloc(m->arena, sizeof(*entry->people));
	entry->nr_people = mail_address_parse(address, m->arena, entry->people);
}

static void parse_people(struct maintainers *m, struct entry *entry)
{
	if (entry->parsed)
		return;
	entry->parsed = true;
	if (entry->type == 'L')
		parse_list(m, entry);
	else
		entry->nr_people = mail_address_list(entry->value, m->arena,
						     &entry->people);
}

struct answer {
	struct arena *arena;
	struct maintainer *found;
	size_t nr, cap;
	/* What was met, as it was before .mailmap. */
	struct mail_address *met;
	size_t nr_met, cap_met;
};

static bool is_same(const char *name, const char *address,
		    struct mail_address of)
{
	return (name && of.name && !strcasecmp(name, of.name)) ||
	       !strcasecmp(address, of.address);
}

static void add_one(struct maintainers *m, struct answer *answer,
		    struct mail_address one, struct maintainer like)
{
	for (size_t i = 0; i < answer->nr_met; i++)
		if (is_same(answer->met[i].name, answer->met[i].address, one))
			return;
	ARENA_ROOM(answer->arena, answer->met, answer->nr_met, answer->cap_met);
	answer->met[answer->nr_met++] = one;
	one = mailmap_now(&m->mailmap, one);
	for (size_t i = 0; i < answer->nr; i++)
		if (is_same(answer->found[i].name, answer->found[i].address,
			    one))
			return;
	like.name = one.name;
	like.address = one.address;
	ARENA_ROOM(answer->arena, answer->found, answer->nr, answer->cap);
	answer->found[answer->nr++] = like;
}

static void add_section(struct maintainers *m, const struct choice *choice,
			bool lists, struct answer *answer)
{
	const struct section *section = &m->section[choice->section];

	for (size_t i = section->first; i < section->end; i++) {
		struct entry *entry = &m->entry[i];
		bool is_list = entry->type == 'L';

		if (is_list != lists ||
		    (!is_list && entry->type != 'M' && entry->type != 'R') ||
		    (section->penguin && !is_list))
			continue;
		parse_people(m, entry);
		for (size_t k = 0; k < entry->nr_people; k++)
			add_one(m, answer, entry->people[k],
				(struct maintainer){
					.role = is_list ? ROLE_LIST :
						entry->type == 'M' ?
							  ROLE_MAINTAINER :
							  ROLE_REVIEWER,
					.section = section->title,
					.status = section->status,
					.depth = choice->depth,
					.by_content = choice->by_content,
				});
	}
}

size_t maintainers_of(struct maintainers *m, const char *path, bool content,
		      const struct maintainer **found, struct arena *arena)
{
	struct span inner = inside(m, path);
	struct answer answer = { .arena = arena };
	struct choice *choices;
	size_t nr;

	*found = NULL;
	if (!inner.len)
		return 0;
	choices = arena_alloc(arena, (m->nr + 1) * sizeof(*choices));
	nr = choose(m, inner, content, choices);
	for (int lists = 0; lists < 2; lists++)
		for (size_t i = 0; i < nr; i++)
			add_section(m, &choices[i], lists, &answer);
	*found = answer.found;
	return answer.nr;
}

void maintainer_put(struct outbuf *out, const struct maintainer *maintainer)
{
	mail_address_put(out, &(struct mail_address){ maintainer->name,
						      maintainer->address });
}

static struct span text_of(const struct maintainer *one, struct arena *arena)
{
	struct outbuf text = { 0 };

	maintainer_put(&text, one);
	struct span kept = { arena_strndup(arena, text.data, text.len),
			     text.len };
	outbuf_release(&text);
	return kept;
}

void maintainers_concern(struct maintainers *m, const char *path,
			 struct concern *concern, struct arena *arena)
{
	struct span *texts;

	*concern = (struct concern){ .file = arena_strdup(arena, path) };
	concern->nr = maintainers_of(m, path, false, &concern->who, arena);
	texts = arena_alloc(arena, (concern->nr + 1) * sizeof(*texts));
	for (size_t i = 0; i < concern->nr; i++)
		if (concern->who[i].depth >= 0)
			texts[concern->nr_texts++] =
				text_of(&concern->who[i], arena);
	// Nobody in particular: then the list of everything.
	if (!concern->nr_texts && concern->nr)
		texts[concern->nr_texts++] = text_of(&concern->who[0], arena);
	concern->text = texts;
}

/* ---- files by name ------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct tree_file *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->path, y->path);
}

/* No part of a kernel is made of what lies there. */
static bool is_elsewhere(const FTSENT *entry)
{
	static const char *const names[] = { "Documentation", "tools",
					     "samples", "scripts", "LICENSES" };

	if (entry->fts_level > 0 && entry->fts_name[0] == '.')
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (entry->fts_level == 1 && !strcmp(entry->fts_name, names[i]))
			return true;
	return false;
}

static void list_files(struct maintainers *m)
{
	char *paths[] = { arena_strdup(m->arena, m->tree), NULL };
	size_t prefix = strlen(m->tree);
	FTS *walk = fts_open(paths,
			     FTS_PHYSICAL | FTS_NOCHDIR | FTS_COMFOLLOW |
				     FTS_NOSTAT,
			     NULL);
	FTSENT *entry;

	m->listed = true;
	while (walk && m->nr_files < FILES_MAX && (entry = fts_read(walk))) {
		struct span name = { entry->fts_name, entry->fts_namelen };

		if (entry->fts_info == FTS_D && is_elsewhere(entry))
			fts_set(walk, entry, FTS_SKIP);
		if (entry->fts_info == FTS_D || entry->fts_info == FTS_DP ||
		    !(span_ends(name, ".c") || span_ends(name, ".S")))
			continue;
		const char *path = entry->fts_path + prefix;
		ARENA_ROOM(m->arena, m->file, m->nr_files, m->cap_files);
		path = arena_strdup(m->arena, path + strspn(path, "/"));
		m->file[m->nr_files++] =
			(struct tree_file){ path + strlen(path) - name.len,
					    path };
	}
	if (walk)
		fts_close(walk);
	if (m->nr_files)
		qsort(m->file, m->nr_files, sizeof(*m->file), by_name);
}

const char *maintainers_find(struct maintainers *m, const char *name)
{
	size_t low = 0, high;

	if (!m->listed)
		list_files(m);
	high = m->nr_files;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strcmp(m->file[mid].name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == m->nr_files || strcmp(m->file[low].name, name) != 0 ||
	    (low + 1 < m->nr_files && !strcmp(m->file[low + 1].name, name)))
		return NULL;
	return m->file[low].path;
}
