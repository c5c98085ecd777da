/* test_pathpattern.c - the patterns of MAINTAINERS */
#include "../../src/sym/pathpattern.h"

#include "check.h"

static const struct {
	const char *pattern, *path;
	bool holds;
} cases[] = {
	{ "mm/", "mm/rmap.c", true },
	{ "mm/", "mm/kasan/init.c", true },
	{ "mm/", "kernel/mm/x.c", false },
	{ "mm/rmap.c", "mm/rmap.c", true },
	{ "mm/rmap.c", "mm/rmap.h", false },
	{ "mm/*", "mm/rmap.c", true },
	{ "mm/*", "mm/kasan/init.c", false },
	{ "mm/*/", "mm/kasan/init.c", true },
	{ "mm/*/", "mm/rmap.c", false },
	{ "arch/*/kvm/", "arch/x86/kvm/mmu/mmu.c", true },
	{ "arch/*/kvm/", "arch/x86/lib/kvm.c", false },
	{ "drivers/md/dm*", "drivers/md/dm-crypt.c", true },
	{ "drivers/md/dm*", "drivers/md/md.c", false },
	{ "drivers/net/?80*.c", "drivers/net/x802.c", true },
	{ "sc[mp]i.c", "scmi.c", true },
	{ "sc[mp]i.c", "scxi.c", false },
	{ "sc[^mp]i.c", "scxi.c", true },
	{ "sc[a-p]i.c", "scoi.c", true },
	{ "sc[mp", "sc[mp", true },
	{ "*", "Makefile", true },
	{ "*", "mm/rmap.c", false },
	{ "*/", "mm/rmap.c", true },
	/* a pattern is the beginning of a path, as in the script */
	{ "fs/ext", "fs/ext4.c", true },
	/* a directory that lacks its slash */
	{ "fs/ext4", "fs/ext4/inode.c", true },
	{ "fs/ext", "fs/ext4/inode.c", false },
	{ "", "mm/rmap.c", false },
	{ "mm/rmap.c/", "mm/rmap.c", false },
	{ "*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false },
};

TEST(what_a_pattern_holds)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_TRUE(cases[i].pattern,
			    pattern_holds(span_of(cases[i].pattern),
					  span_of(cases[i].path)) ==
				    cases[i].holds);
}

TEST(how_much_it_tells)
{
	EXPECT_TRUE("all", pattern_depth(SPAN("*/")) == -1);
	EXPECT_TRUE("a directory", pattern_depth(SPAN("mm/")) == 1);
	EXPECT_TRUE("without slash", pattern_depth(SPAN("mm")) == 1);
	EXPECT_TRUE("a file", pattern_depth(SPAN("mm/rmap.c")) == 2);
}

static const struct {
	const char *perl, *text;
	bool compiles, matches;
} expressions[] = {
	{ "mt[678]", "drivers/mt7.c", true, true },
	{ "[^a-z]tegra", "arch/tegra", true, true },
	{ "[^a-z]tegra", "integra", true, false },
	{ "bcm[9]?6878", "bcm6878", true, true },
	{ "(?:\\b|_)bpf(?:\\b|_)", "xbpfx", true, false },
	{ "(?:\\b|_)bpf(?:\\b|_)", "a bpf b", true, true },
	{ "\\b(?i:clang|llvm)\\b", "with Clang 14", true, true },
	{ "(?i)pidfd", "PIDFD_OPEN", true, true },
	{ "phylink\\.h|struct\\s+phylink", "struct\tphylink", true, true },
	{ "a b", "ab", true, true }, /* /x */
	{ "\\d+x", "12x", true, true },
	{ "(devm_)?hwmon(_with|_x)", "hwmon_with", true, true },
	{ "a(?=b)", "ab", false, false },
	{ "(a)\\1", "aa", false, false },
	{ "((((((((((a))))))))))", "a", false, false },
	{ "(((a{9}){9}){9})", "a", false, false },
	{ "a++", "a", false, false },
	{ "(", "(", false, false },
	{ ")", ")", false, false },
	{ "[a", "a", false, false },
	{ "\\", "\\", false, false },
	{ "", "", false, false },
};

TEST(expressions_of_perl)
{
	for (size_t i = 0; i < sizeof(expressions) / sizeof(*expressions);
	     i++) {
		regex_t regex;
		bool compiles = pattern_compile(span_of(expressions[i].perl),
						&regex);

		EXPECT_TRUE(expressions[i].perl,
			    compiles == expressions[i].compiles);
		if (!compiles)
			continue;
		EXPECT_TRUE(expressions[i].perl,
			    span_matches(span_of(expressions[i].text),
					 &regex) == expressions[i].matches);
		regfree(&regex);
	}
}

TEST_MAIN
