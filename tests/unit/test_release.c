#include "diffprof/release.h"

#include "check.h"

static const struct {
	const char *path, *release;
} paths[] = {
	{ "/boot/System.map-6.1.0-57-amd64", "6.1.0-57-amd64" },
	{ "System.map-6.1.0-50-s390x.xz", "6.1.0-50-s390x" },
	{ "System.map-2.6.9-78.0.13.ELsmp", "2.6.9-78.0.13.ELsmp" },
	{ "old/System.map-2.5.59-mm1.gz", "2.5.59-mm1" },
	{ "System.map-4.20.17", "4.20.17" },
	{ "System.map-5.10.0+", "5.10.0+" },
	{ "vmlinux-2.6.18", "2.6.18" },
	{ "vmlinux-6.12.gz", "6.12" },
	{ "vmlinux-6.1", "6.1" },
	{ "vmlinux-5.14.0-503.el9.x86_64.debug", "5.14.0-503.el9.x86_64" },
	{ "kallsyms-5.10.0", "5.10.0" },
	{ "kallsyms-5.10.0.zst", "5.10.0" },
	{ "kernels/6.12.117+deb12-cloud-amd64/System.map.xz",
	  "6.12.117+deb12-cloud-amd64" },
	{ "6.1.0-57-amd64/System.map", "6.1.0-57-amd64" },
	{ "/lib/modules/6.1.0/build/System.map", "6.1.0" },
	{ "/usr/lib/debug/lib/modules/6.6.3-arch1/vmlinux", "6.6.3-arch1" },
	{ "/usr/src/linux-2.6.18//System.map", "2.6.18" },
	{ "/usr/src/linux-headers-6.1.0-57-amd64/vmlinux", "6.1.0-57-amd64" },
	// the file is nearer than the directory
	{ "/lib/modules/6.1.0/System.map-6.2.0", "6.2.0" },

	{ "System.map", NULL },
	{ "System.map.gz", NULL },
	{ "/proc/kallsyms", NULL },
	{ "", NULL },
	{ "/", NULL },
	{ "run-3.kallsyms", NULL },
	{ "run-3.14.kallsyms", NULL },
	{ "base.System.map", NULL },
	{ "v1.2/System.map", NULL },
	{ "results/2004.06/System.map", NULL },
	{ "results/12.06.2004/System.map", NULL },
	{ "1.2/a/b/System.map", NULL },
	{ "System.map-old", NULL },
	{ "System.map-6", NULL },
	{ "System.map-6.1-", NULL },
	{ "6.1.0", NULL },
};

TEST(a_path_names_the_release_in_the_file_or_near_directories)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		const char *got = release_from_path(paths[i].path, &arena);

		EXPECT_SPAN(paths[i].path, span_of(got),
			    span_of(paths[i].release));
	}
	arena_release(&arena);
}

static const struct {
	const char *text;
	bool is;
} texts[] = {
	{ "6.1", true },
	{ "2.6.32.71", true },
	{ "6.1.0-57-cloud-amd64", true },
	{ "6.12.117+deb12-cloud-amd64", true },
	{ "3.10.0-1160.el7.x86_64", true },
	{ "6.9.0~rc3", true },
	{ "6.1.0+", true },
	{ "0.99", true },
	{ "", false },
	{ "6", false },
	{ "6.", false },
	{ ".6", false },
	{ "6.1.", false },
	{ "6.1-", false },
	{ "v6.1", false },
	{ "6.x", false },
	{ "6.1 (gcc)", false },
	{ "6.1/../..", false },
	{ "6.1\n", false },
	{ "6.01", false },
	{ "2024.1", false },
	{ "6.1000", false },
	{ "6.1.0-1234567890123456789012345678901234567890123456789012345678901",
	  false },
};

TEST(a_release_is_numbers_with_dots_and_a_suffix)
{
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		EXPECT_U64(texts[i].text, release_is(span_of(texts[i].text)),
			   texts[i].is);
}

TEST(a_nul_is_no_part_of_a_release)
{
	EXPECT_TRUE("NUL", !release_is((struct span){ "6.1-a\0b", 7 }));
}

TEST(releases_are_compared_as_numbers)
{
	EXPECT_TRUE("same", release_at_least("6.11", 6, 11));
	EXPECT_TRUE("suffix", release_at_least("6.11.0-rc1", 6, 11));
	EXPECT_TRUE("minor", release_at_least("6.12.5", 6, 11));
	EXPECT_TRUE("major", release_at_least("7.0", 6, 11));
	EXPECT_TRUE("not as text", !release_at_least("6.9", 6, 11));
	EXPECT_TRUE("older", !release_at_least("5.19", 6, 11));
	EXPECT_TRUE("three numbers", release_at_least("2.6.18", 2, 6));
	EXPECT_TRUE("no release", !release_at_least("next", 0, 0));
	EXPECT_TRUE("not known", !release_at_least(NULL, 0, 0));
}

TEST_MAIN
