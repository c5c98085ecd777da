/* test_renames.c - functions found under another name: renames.c, suspects.c */
#include "../../src/diff/renames.h"

#include <glob.h>

#include "diffprof/diff.h"
#include "diffprof/outbuf.h"

#include "check.h"
#include "random.h"

static struct span name_of(const struct roster *roster, uint32_t function)
{
	return roster->names[roster->functions[function].first_name];
}

/* The pairs of two maps of 16 functions, of which one or two differ. */
static const struct {
	const char *why, *base, *test, *found;
} cases[] = {
	{ "the same kernel", "do_foo", "do_foo", "" },
	{ "a prefix", "do_foo", "__do_foo", "do_foo => __do_foo" },
	{ "a word more", "ksize", "ksize_slow", "ksize => ksize_slow" },
	{ "an alias is no new name", "do_foo sys_foo", "sys_foo", "" },
	{ "it is still there", "do_foo", "__do_foo do_foo", "" },
};

static void make(struct symtab *st, const char *names, struct outbuf *text)
{
	struct span rest = span_of(names), word;
	struct input in;
	struct error err;

	outbuf_text(text, "ffffffff81000000 T _stext\n");
	for (unsigned i = 0; i < 16; i++) {
		unsigned addr = 0x81000000 + i * i * 0x40;

		if (i != 8)
			outbuf_printf(text, "ffffffff%x T f%c\n", addr,
				      'a' + i);
		while (i == 8 && span_word(&rest, &word))
			outbuf_printf(text, "ffffffff%x T %.*s\n", addr,
				      (int)word.len, word.ptr);
	}
	outbuf_text(text, "ffffffff81100000 T _etext\n");
	input_from_memory(&in, "map", text->data, text->len);
	EXPECT_OK(symtab_load_input(&in, st, &err), err);
}

TEST(what_is_gone_may_be_there_by_another_name)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct arena arena = { 0 };
		struct outbuf texts[2] = { { 0 }, { 0 } };
		struct symtab st[2];
		struct renames found;
		char *got = arena_strdup(&arena, "");

		make(&st[0], cases[i].base, &texts[0]);
		make(&st[1], cases[i].test, &texts[1]);
		struct roster *base = roster_make(&st[0], false, &arena);
		struct roster *test = roster_make(&st[1], false, &arena);
		renames_find(base, test, SIMILAR_ENOUGH, &arena, &found);
		for (size_t k = 0; k < found.nr; k++) {
			struct span from = name_of(base, found.found[k].from);
			struct span to = name_of(test, found.found[k].to);

			got = arena_printf(&arena, "%s%.*s => %.*s", got,
					   (int)from.len, from.ptr, (int)to.len,
					   to.ptr);
		}
		if (strcmp(got, cases[i].found))
			check_failed(__FILE__, __LINE__,
				     "%s: \"%s\", not \"%s\"", cases[i].why,
				     got, cases[i].found);
		for (size_t k = 0; k < 2; k++) {
			symtab_close(&st[k]);
			outbuf_release(&texts[k]);
		}
		arena_release(&arena);
	}
}

/*
 * The truth is known where functions are renamed in the symbols of one genuine
 * kernel: what renames_find() finds is right or wrong.
 */
#define RENAMED 500

struct experiment {
	struct arena arena;
	struct random random;
	struct symtab st;
	struct roster *base, *test;
	uint32_t truth[RENAMED]; /* functions, in both rosters */
	bool *is_renamed; /* by function */
};

static struct span last_word(struct span name)
{
	const char *at = memrchr(name.ptr, '_', name.len);

	if (!at || at + 1 == name.ptr + name.len)
		return name;
	return (struct span){ at + 1, (size_t)(name.ptr + name.len - at - 1) };
}

/* NAME as somebody might rename it; OTHER is where words come from. */
static struct span rename_one(struct experiment *x, struct span name,
			      struct span other)
{
	struct span word = last_word(other), own = last_word(name);
	int len = (int)name.len, stem = (int)(name.len - own.len);
	const char *text;

	switch (below(&x->random, 4)) {
	case 0:
		text = arena_printf(&x->arena, "__%.*s", len, name.ptr);
		break;
	case 1:
		text = arena_printf(&x->arena, "%.*s_%.*s", len, name.ptr,
				    (int)word.len, word.ptr);
		break;
	case 2:
		text = arena_printf(&x->arena, "%.*s%.*s", stem, name.ptr,
				    (int)word.len, word.ptr);
		break;
	default:
		// Nothing in common at all, or by chance.
		text = arena_printf(&x->arena, "renamed_%llx",
				    (unsigned long long)draw(&x->random));
	}
	return span_of(text);
}

/* Which functions have a name of their own, so that it can be taken away. */
static bool *find_unique(struct experiment *x, struct names *names)
{
	const struct roster *roster = x->base;
	bool *unique = arena_zalloc(&x->arena, roster->nr);
	uint32_t *seen =
		arena_zalloc(&x->arena, (roster->nr_names + 1) * sizeof(*seen));

	for (size_t i = 0; i < roster->nr_names; i++)
		seen[names_intern(names, roster->names[i])]++;
	for (uint32_t i = 0; i < roster->nr; i++)
		unique[i] = roster->functions[i].nr_names == 1 &&
			    !roster->functions[i].is_part &&
			    seen[names_find(names, name_of(roster, i))] == 1;
	return unique;
}

static void rename_some(struct experiment *x)
{
	struct names names;

	names_init(&names, &x->arena);
	bool *unique = find_unique(x, &names);
	x->is_renamed = arena_zalloc(&x->arena, x->base->nr);
	for (size_t nr = 0; nr < RENAMED;) {
		uint32_t i = (uint32_t)below(&x->random, x->base->nr);
		uint32_t k = (uint32_t)below(&x->random, x->base->nr);
		struct roster_function *f = &x->test->functions[i];

		if (!unique[i] || x->is_renamed[i])
			continue;
		struct span to =
			rename_one(x, name_of(x->base, i), name_of(x->base, k));
		if (names_find(&names, to))
			continue;
		names_intern(&names, to);
		x->test->names[f->first_name] = to;
		x->is_renamed[i] = true;
		x->truth[nr++] = i;
	}
}

static void run(const char *path, uint64_t seed, size_t *right, size_t *wrong)
{
	struct experiment x = { .random.state = seed };
	struct renames found;
	struct error err;

	EXPECT_OK(symtab_load(path, &x.st, &err), err);
	x.base = roster_make(&x.st, false, &x.arena);
	x.test = roster_make(&x.st, false, &x.arena);
	rename_some(&x);
	renames_find(x.base, x.test, SIMILAR_ENOUGH, &x.arena, &found);
	EXPECT_U64("gone", found.gone, RENAMED);
	EXPECT_U64("new", found.new, RENAMED);
	*right = *wrong = 0;
	for (size_t i = 0; i < found.nr; i++)
		if (found.found[i].from == found.found[i].to)
			++*right;
		else
			++*wrong;
	arena_release(&x.arena);
	symtab_close(&x.st);
}

static void check_table(const char *path)
{
	for (uint64_t seed = 1; seed <= 3; seed++) {
		size_t right, wrong;

		run(path, seed, &right, &wrong);
		print_message("%s seed %d: %zu of %d found, %zu wrong\n", path,
			      (int)seed, right, RENAMED, wrong);
		EXPECT_TRUE("99 % are right", wrong * 99 <= right);
		EXPECT_TRUE("80 % are found", right * 10 >= RENAMED * 8);
	}
}

static void check_kernel(const char *release, const char *kind)
{
	char path[200];

	snprintf(path, sizeof(path), "testdata/real/kernels/%s/%s", release,
		 kind);
	check_table(path);
}

/* Whole images, where tests/fetch-kernels has put some. */
TEST(renamed_functions_are_found_with_their_instructions)
{
	const char *own = getenv("DIFFPROF_KERNELS"), *home = getenv("HOME");
	char pattern[200];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s%s/*/vmlinux",
		 own  ? own :
		 home ? home :
			"",
		 own ? "" : "/.cache/diffprof-kernels");
	if (glob(pattern, 0, NULL, &found)) {
		print_message("there are no kernels;"
			      " make testdata-kernels fetches them\n");
		skip();
	}
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_table(found.gl_pathv[i]);
	globfree(&found);
}

TEST(renamed_functions_of_an_x86_64_kernel_are_found)
{
	check_kernel("6.1.0-57-cloud-amd64", "System.map.xz");
	check_kernel("6.1.0-57-cloud-amd64", "vmlinux.syms.xz");
}

TEST(renamed_functions_of_an_i386_kernel_are_found)
{
	check_kernel("6.1.0-50-686", "System.map.xz");
}

TEST(renamed_functions_of_an_s390x_kernel_are_found)
{
	check_kernel("6.1.0-50-s390x", "vmlinux.syms.xz");
}

TEST_MAIN
