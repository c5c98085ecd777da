/* test_comparison.c - what is made is given back whole, and can be made again */
#include "check.h"

#include "../../src/cli/comparison.h"

#define REAL "testdata/real/"

static const char *const dumps[] = {
	"diffprof",
	"-m",
	REAL "kernels/6.1.0-57-cloud-amd64/System.map.xz",
	REAL "x86-mitigations/base.profile.xz",
	REAL "x86-mitigations/test.profile.xz",
	NULL,
};

static const char *const listings[] = {
	"diffprof",
	REAL "x86-mitigations/base.readprofile",
	REAL "x86-mitigations/test.readprofile",
	NULL,
};

static const char *const missing[] = {
	"diffprof",
	REAL "x86-mitigations/base.readprofile",
	REAL "x86-mitigations/no-such-file",
	NULL,
};

static void parse(const char *const *words, struct options *opts)
{
	struct error err;
	int nr = 0;

	while (words[nr])
		nr++;
	*opts = (struct options){ 0 };
	EXPECT_U64("parsed",
		   options_parse(nr, (char **)(uintptr_t)words, opts, &err) ==
			   0,
		   true);
}

/* Its rows, and the ticks of both sides. */
static void make(const struct options *opts, struct comparison *c)
{
	struct error err;

	EXPECT_U64("made", comparison_make(c, opts, &err) == 0, true);
	EXPECT_U64("views", c->nr_views, 1);
}

TEST(it_can_be_made_again)
{
	const char *const *all[] = { dumps, listings };

	for (size_t i = 0; i < 2; i++) {
		struct comparison first, second;
		struct options opts;

		parse(all[i], &opts);
		make(&opts, &first);
		make(&opts, &second);
		size_t nr = first.views->nr;
		uint64_t base = first.diffs->base.total;

		comparison_release(&first);
		EXPECT_U64("rows", second.views->nr, nr);
		EXPECT_U64("base", second.diffs->base.total, base);
		comparison_release(&second);
		arena_release(&opts.arena);
	}
}

TEST(what_cannot_be_made_leaves_nothing)
{
	struct comparison c;
	struct options opts;
	struct error err;

	parse(missing, &opts);
	EXPECT_U64("status", (uint64_t)comparison_make(&c, &opts, &err),
		   (uint64_t)-1);
	EXPECT_U64("views", c.nr_views, 0);
	arena_release(&opts.arena);
}

TEST_MAIN
