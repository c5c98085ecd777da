/* test_choose.c - which listing of a text is wanted */
#include "../../src/read/choose.h"

#include "check.h"

static const struct choice choices[] = { { 3, 23 }, { 31, 25 } };

static const struct {
	const char *what;
	unsigned wanted;
	size_t nr, chosen;	/* SIZE_MAX: an error */
	const char *text;
} cases[] = {
	{ "the only one", 0, 1, 0, NULL },
	{ "the second", 2, 2, 1, NULL },
	{ "none was named", 0, 2, SIZE_MAX,
	  "mail: holds 2 listings; choose with --section, or --base-section"
	  " and --test-section: 1 at line 3 (23 rows), 2 at line 31"
	  " (25 rows)" },
	{ "there is no third", 3, 2, SIZE_MAX,
	  "mail: --section=3, but it holds 2 listings" },
	{ "nor a second", 2, 1, SIZE_MAX,
	  "mail: --section=2, but it holds 1 listing" },
};

TEST(a_section_is_chosen_or_all_are_named)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct profile prof;
		struct error err;
		size_t chosen = SIZE_MAX;

		profile_init(&prof, "mail", "listing");
		if (choose_section(&prof, cases[i].wanted, choices,
				   cases[i].nr, &chosen, &err) < 0)
			EXPECT_TEXT(err.text, cases[i].text);
		EXPECT_U64(cases[i].what, chosen, cases[i].chosen);
		profile_release(&prof);
	}
}

TEST_MAIN
