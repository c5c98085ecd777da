/* test_keys.c - one table of keys, and the manual has it */
#include "diffprof/keys.h"

#include "check.h"

static char manual[200000];

static void read_manual(void)
{
	FILE *file = fopen("diffprof.1", "r");

	assert_non_null(file);
	size_t len = fread(manual, 1, sizeof(manual) - 1, file);
	manual[len] = '\0';
	fclose(file);
}

TEST(keys_ask_for_what_the_table_says)
{
	EXPECT_U64("j", keys_find(MODE_LIST, 'j'), REQ_DOWN);
	EXPECT_U64("down", keys_find(MODE_DETAIL, K_DOWN), REQ_DOWN);
	EXPECT_U64("enter", keys_find(MODE_LIST, '\r'), REQ_OPEN);
	EXPECT_U64("enter in a text", keys_find(MODE_TEXT, '\r'), REQ_NONE);
	EXPECT_U64("a letter that means nothing", keys_find(MODE_LIST, 'x'),
		   REQ_NONE);
}

TEST(what_is_typed_is_text)
{
	EXPECT_U64("j", keys_find(MODE_PROMPT, 'j'), REQ_TYPE);
	EXPECT_U64("umlaut", keys_find(MODE_PROMPT, 0xe4), REQ_TYPE);
	EXPECT_U64("enter", keys_find(MODE_PROMPT, '\n'), REQ_ACCEPT);
	EXPECT_U64("escape", keys_find(MODE_PROMPT, K_ESCAPE), REQ_CANCEL);
	EXPECT_U64("a tab", keys_find(MODE_PROMPT, '\t'), REQ_NONE);
	EXPECT_U64("an arrow", keys_find(MODE_PROMPT, K_LEFT), REQ_NONE);
}

TEST(no_key_means_two_things)
{
	for (const struct binding *b = bindings; b->request || b->names; b++)
		for (size_t i = 0; i < KEYS_MAX && b->keys[i]; i++)
			for (unsigned mode = 1; mode <= MODE_PROMPT; mode *= 2)
				if (b->modes & mode)
					EXPECT_U64(b->names ? b->names : "?",
						   keys_find(mode, b->keys[i]),
						   b->request);
}

TEST(every_request_has_a_key_and_a_name)
{
	for (unsigned request = 1; request < REQUESTS; request++) {
		bool found = request == REQ_TYPE;

		EXPECT_TRUE("a name", request_names[request]);
		for (const struct binding *b = bindings; b->request || b->names;
		     b++)
			found |= b->request == request && b->keys[0];
		EXPECT_TRUE(request_names[request], found);
	}
}

/* "Up k" as the manual has it: ".It Ic Up , Ic k". */
static void entry_of(const char *names, char *entry, size_t size)
{
	struct span rest = span_of(names), word;
	const char *lead = ".It";

	*entry = '\0';
	while (span_word(&rest, &word)) {
		const char *escape = word.ptr[0] == '^' ? "\\(ha" :
				     word.ptr[0] == '!' || word.ptr[0] == '?' ?
							"\\&" :
							"";
		bool drop = word.ptr[0] == '^';

		snprintf(entry + strlen(entry), size - strlen(entry),
			 "%s Ic %s%.*s", lead, escape, (int)(word.len - drop),
			 word.ptr + drop);
		lead = " ,";
	}
	snprintf(entry + strlen(entry), size - strlen(entry), "\n");
}

TEST(the_manual_has_the_keys_of_the_table_in_its_order)
{
	read_manual();
	char *at = strstr(manual, "\n.Sh BROWSER\n");
	char *end = at ? strstr(at + 1, "\n.Sh ") : NULL;
	size_t in_table = 0, in_manual = 0;

	assert_non_null(end);
	*end = '\0';
	for (const char *p = at; (p = strstr(p, "\n.It ")); p++)
		in_manual++;
	for (const struct binding *b = bindings; b->request || b->names; b++) {
		char entry[200];

		if (!b->names)
			continue;
		if (b->request)
			entry_of(b->names, entry, sizeof(entry));
		else
			snprintf(entry, sizeof(entry), ".Em %s:\n", b->names);
		in_table += b->request != REQ_NONE;
		at = strstr(at, entry);
		if (!at)
			check_failed(__FILE__, __LINE__,
				     "not in the manual, or not in this"
				     " place: %s",
				     entry);
	}
	EXPECT_U64("entries of the manual", in_manual, in_table);
}

TEST_MAIN
