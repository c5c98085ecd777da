#include "../../src/view/order.h"

#include <math.h>

#include "diffprof/ties.h"

#include "check.h"

TEST(larger_values_come_first_and_no_number_last)
{
	static const double falling[] = {
		INFINITY, 1e300, 2.5, 2, 1e-300, 0, -1e-300, -2, -1e300,
		-INFINITY,
	};
	size_t nr = sizeof(falling) / sizeof(*falling);

	for (size_t i = 0; i + 1 < nr; i++)
		EXPECT_TRUE("order", order_falling(falling[i]) <
				     order_falling(falling[i + 1]));
	EXPECT_TRUE("nan", order_falling(falling[nr - 1]) < order_falling(NAN));
	EXPECT_TRUE("-nan", order_falling(-NAN) == order_falling(NAN));
	EXPECT_TRUE("-0", order_falling(-0.0) == order_falling(0.0));
}

TEST(differences_of_counts_are_ordered_to_the_last)
{
	static const int64_t falling[] = {
		INT64_MAX, INT64_MAX - 1, 1, 0, -1, INT64_MIN + 1, INT64_MIN,
	};

	for (size_t i = 0; i + 1 < sizeof(falling) / sizeof(*falling); i++)
		EXPECT_TRUE("order", order_falling_exact(falling[i]) <
				     order_falling_exact(falling[i + 1]));
}

/* The names of ROWS in order, joined by blanks. */
static const char *names_of(const struct ranked *rows, size_t nr)
{
	static char text[512];

	text[0] = '\0';
	for (size_t i = 0; i < nr; i++)
		sprintf(text + strlen(text), "%s%.*s%.*s", i ? " " : "",
			(int)rows[i].name.len, rows[i].name.ptr,
			(int)rows[i].image.len, rows[i].image.ptr);
	return text;
}

TEST(equal_ranks_are_in_the_order_of_names_then_images)
{
	struct ranked rows[] = {
		{ .rank = 7, .name = SPAN("b") },
		{ .rank = 7, .name = SPAN("a"), .image = SPAN("[y]") },
		{ .rank = 7, .name = SPAN("a"), .image = SPAN("[x]") },
		{ .rank = 1, .name = SPAN("z") },
		{ .rank = 7, .name = SPAN("\377") },
		{ .rank = 7, .name = SPAN("aaaaaaaab") },
		{ .rank = 7, .name = SPAN("aaaaaaaaa") },
		{ .rank = 7, .name = SPAN("aaaaaaaa") },
		{ .rank = 7, .name = SPAN("") },
		{ .rank = 7, .name = SPAN("B") },
	};
	struct arena scratch = { 0 };

	order_rows(rows, sizeof(rows) / sizeof(*rows), 0, &scratch);
	EXPECT_TEXT(names_of(rows, sizeof(rows) / sizeof(*rows)),
		    "z  B a[x] a[y] aaaaaaaa aaaaaaaaa aaaaaaaab b \377");
	arena_release(&scratch);
}

TEST(equal_ranks_may_be_in_the_order_of_perl)
{
	struct ranked rows[] = {
		{ .rank = 1, .name = SPAN("path_lookup") },
		{ .rank = 1, .name = SPAN("find_get_page") },
		{ .rank = 1, .name = SPAN("__copy_to_user_ll") },
		{ .rank = 0, .name = SPAN("atomic_dec_and_lock") },
		{ .rank = 0, .name = SPAN("generic_file_open") },
	};
	struct arena scratch = { 0 };

	order_rows(rows, 5, 727, &scratch);
	EXPECT_TEXT(names_of(rows, 5),
		    "generic_file_open atomic_dec_and_lock __copy_to_user_ll"
		    " find_get_page path_lookup");
	arena_release(&scratch);
}

TEST(names_in_one_bucket_are_in_the_order_of_names)
{
	char name[2][16];
	int other = 1;

	// With 8 buckets another name is soon found.
	snprintf(name[0], sizeof(name[0]), "n0");
	do
		snprintf(name[1], sizeof(name[1]), "n%d", other++);
	while (ties_perl58(span_of(name[1]), 2) != ties_perl58(SPAN("n0"), 2));

	struct ranked rows[] = { { .name = span_of(name[1]) },
				 { .name = span_of(name[0]) } };
	struct arena scratch = { 0 };

	order_rows(rows, 2, 2, &scratch);
	EXPECT_SPAN("first", rows[0].name, SPAN("n0"));
	arena_release(&scratch);
}

/* Few rows are sorted by comparing, many by counting: one order. */
TEST(many_rows_are_in_the_order_of_few)
{
	enum { NR = 3000 };
	static struct ranked rows[NR];
	static char names[NR][12];
	struct arena scratch = { 0 };
	uint64_t state = 1;

	for (size_t i = 0; i < NR; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		snprintf(names[i], sizeof(names[i]), "%u",
			 (unsigned)(state >> 40));
		rows[i] = (struct ranked){
			// Some far apart, many equal.
			.rank = state >> 63 ? UINT64_MAX - (state >> 60) :
					      (state >> 50) % 300,
			.name = span_of(names[i]),
		};
	}
	order_rows(rows, NR, 0, &scratch);
	for (size_t i = 0; i + 1 < NR; i++)
		EXPECT_TRUE("order", rows[i].rank < rows[i + 1].rank ||
			    (rows[i].rank == rows[i + 1].rank &&
			     span_cmp(rows[i].name, rows[i + 1].name) <= 0));
	arena_release(&scratch);
}

TEST(nothing_is_sorted_too)
{
	struct arena scratch = { 0 };

	order_rows(NULL, 0, 0, &scratch);
	arena_release(&scratch);
}

TEST_MAIN
