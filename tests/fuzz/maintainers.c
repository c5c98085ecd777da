/*
 * maintainers.c - MAINTAINERS, .mailmap behind a form feed, and a path behind
 * another: any bytes
 */
#include "fuzz.h"

#include <string.h>

#include "diffprof/maintainers.h"

/* What stands up to a form feed. */
static struct span part(struct span *rest)
{
	const char *end = rest->len ? memchr(rest->ptr, '\f', rest->len) : NULL;
	size_t len = end ? (size_t)(end - rest->ptr) : rest->len;
	struct span one = { rest->ptr, len };

	rest->ptr += len + (end != NULL);
	rest->len -= len + (end != NULL);
	return one;
}

static void check(const struct maintainer *who)
{
	size_t ats = 0;

	for (const char *p = who->address; *p; p++) {
		FUZZ_REQUIRE("an address",
			     *p > 0x20 && *p < 0x7f &&
				     !strchr("<>()[],;:\"\\", *p));
		ats += *p == '@';
	}
	FUZZ_REQUIRE("one @", ats == 1 && who->address[0] != '-');
	for (const char *p = who->name; p && *p; p++)
		FUZZ_REQUIRE("a name", (unsigned char)*p >= 0x20 && *p != 0x7f);
	FUZZ_REQUIRE("a section", who->section);
	FUZZ_REQUIRE("depth", who->depth >= -1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span rest = { (const char *)data, size };
	struct span text = part(&rest), mailmap = part(&rest);
	struct arena arena = { 0 };
	struct maintainers *m;
	struct error err;

	if (maintainers_of_text("/nowhere", text, mailmap, &m, &arena, &err) <
	    0) {
		fuzz_check_error(&err);
		arena_release(&arena);
		return 0;
	}
	const char *paths[] = { "mm/rmap.c", "arch/x86/kvm/mmu/mmu.c",
				arena_strndup(&arena, rest.ptr, rest.len) };
	for (size_t i = 0; i < 3; i++) {
		const struct maintainer *found;
		struct concern concern;
		size_t nr = maintainers_of(m, paths[i], true, &found, &arena);

		for (size_t k = 0; k < nr; k++) {
			check(&found[k]);
			FUZZ_REQUIRE("people first",
				     !k || found[k].role == ROLE_LIST ||
					     found[k - 1].role != ROLE_LIST);
		}
		maintainers_concern(m, paths[i], &concern, &arena);
		FUZZ_REQUIRE("texts", concern.nr_texts <= concern.nr);
	}
	maintainers_close(m);
	arena_release(&arena);
	return 0;
}
