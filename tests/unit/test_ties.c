#include "diffprof/ties.h"

#include "check.h"

TEST(there_are_8_buckets_doubled_when_keys_reach_them)
{
	static const struct {
		size_t nr_keys;
		uint32_t buckets;
	} cases[] = {
		{ 0, 8 }, { 7, 8 }, { 8, 16 }, { 15, 16 }, { 16, 32 },
		{ 511, 512 }, { 512, 1024 }, { 727, 1024 }, { 1023, 1024 },
		{ 1024, 2048 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint32_t most = 0;
		char name[24];

		// So many names reach the last bucket of all.
		for (int n = 0; n < 40000; n++) {
			snprintf(name, sizeof(name), "name_%d", n);
			uint32_t bucket =
				ties_perl58(span_of(name), cases[i].nr_keys);

			most = bucket > most ? bucket : most;
		}
		EXPECT_U64("buckets", most + 1, cases[i].buckets);
	}
}

/* Rows of the threads that have one delta, as posted, of some 720 names. */
static const char *const posted[][2] = {
	{ "generic_file_open", "atomic_dec_and_lock" },
	{ "__copy_to_user_ll", "find_get_page" },
	{ "find_get_page", "path_lookup" },
	{ "__copy_from_user_ll", "find_get_page" },
	{ ".text.lock.filemap", "page_address" },
	{ "page_address", "atomic_dec_and_lock" },
};

TEST(equal_deltas_stand_as_they_did_in_the_threads)
{
	for (size_t i = 0; i < sizeof(posted) / sizeof(*posted); i++)
		EXPECT_TRUE(posted[i][0],
			    ties_perl58(span_of(posted[i][0]), 727) <
			    ties_perl58(span_of(posted[i][1]), 727));
}

/* 0xca2e9442 is the one-at-a-time hash of "a", published with it. */
TEST(the_bucket_is_the_low_bits_of_the_hash)
{
	EXPECT_U64("of 1024", ties_perl58(SPAN("a"), 727), 0x042);
	EXPECT_U64("of 65536", ties_perl58(SPAN("a"), 65535), 0x9442);
	EXPECT_U64("of 8", ties_perl58(SPAN("a"), 1), 2);
}

TEST(the_empty_name_is_in_the_first_bucket)
{
	EXPECT_U64("bucket", ties_perl58(SPAN(""), 727), 0);
}

TEST_MAIN
