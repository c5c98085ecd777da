#include "diffprof/alias.h"

#include "check.h"

static const struct {
	const char *name;
	enum alias_rank rank;
} ranks[] = {
	{ "schedule", ALIAS_CODE },
	{ "__schedule", ALIAS_CODE },
	{ "_raw_spin_lock", ALIAS_CODE },
	{ ".schedule", ALIAS_CODE },		/* ppc64 */
	{ ".text.lock.dcache", ALIAS_CODE },	/* 2.4 */
	{ ".slowpath", ALIAS_CODE },
	{ "__UNIQUE_ID_a1", ALIAS_CODE },
	{ "$$divU", ALIAS_CODE },		/* PA-RISC */
	{ "Lock", ALIAS_CODE },
	{ "irq_entries_start", ALIAS_CODE },
	{ "mce_end", ALIAS_CODE },
	{ "__delayacct_swapin_end", ALIAS_CODE },
	{ "startup_64", ALIAS_CODE },
	{ "__kvm_nvhe_handle_trap", ALIAS_CODE },
	{ "__pi_memcpy", ALIAS_CODE },

	{ "_stext", ALIAS_MARK },
	{ "__stext", ALIAS_MARK },
	{ "_text", ALIAS_MARK },

	{ "", ALIAS_NEVER },
	{ "$a", ALIAS_NEVER },
	{ "$t", ALIAS_NEVER },
	{ "$d", ALIAS_NEVER },
	{ "$d.12", ALIAS_NEVER },
	{ "$x", ALIAS_NEVER },
	{ "$x.3", ALIAS_NEVER },
	{ "$xrv64i2p1_m2p0_zifencei2p0", ALIAS_NEVER },
	{ "__pi_$x", ALIAS_NEVER },
	{ "__kvm_nvhe_$d", ALIAS_NEVER },
	{ "L0", ALIAS_NEVER },
	{ "L0\001", ALIAS_NEVER },
	{ ".L12", ALIAS_NEVER },
	{ ".Ltmp3", ALIAS_NEVER },
	{ "__crc_printk", ALIAS_NEVER },
	{ "__kcfi_typeid_ksys_read", ALIAS_NEVER },
	{ "__sched_text_start", ALIAS_NEVER },
	{ "__noinstr_text_end", ALIAS_NEVER },
	{ "__softirqentry_text_start", ALIAS_NEVER },
	{ "__kprobes_text_start", ALIAS_NEVER },
	{ "__entry_text_end", ALIAS_NEVER },
	{ "__static_call_text_start", ALIAS_NEVER },
	{ "__indirect_thunk_start", ALIAS_NEVER },
	{ "__indirect_thunk_end", ALIAS_NEVER },
	{ "__ftrace_hotpatch_trampolines_start", ALIAS_NEVER },
	{ "__end_entry_SYSENTER_compat", ALIAS_NEVER },
	{ "__init_begin", ALIAS_NEVER },
	{ "_etext", ALIAS_NEVER },
	{ "_end", ALIAS_NEVER },
};

TEST(marks_and_bounds_are_no_code)
{
	for (size_t i = 0; i < sizeof(ranks) / sizeof(*ranks); i++)
		EXPECT_U64(ranks[i].name, alias_rank(span_of(ranks[i].name)),
			   ranks[i].rank);
}

static const struct {
	const char *what, *better, *worse;
	enum symbol_binding better_binding, worse_binding;
} pairs[] = {
	{ "code before a mark", "startup_64", "_text", BIND_LOCAL,
	  BIND_GLOBAL },
	{ "global before weak", "__memcpy", "memcpy", BIND_GLOBAL, BIND_WEAK },
	{ "weak before local", "__sys_ni_syscall", "a", BIND_WEAK,
	  BIND_LOCAL },
	{ "global before local", "__do_softirq", "a", BIND_GLOBAL,
	  BIND_LOCAL },
	{ "fewest underscores", "memcpy_orig", "__memcpy", BIND_GLOBAL,
	  BIND_GLOBAL },
	{ "one underscore before two", "_copy_to_user", "__copy_user",
	  BIND_GLOBAL, BIND_GLOBAL },
	{ "then the shortest", "memcpy", "memcpy_orig", BIND_GLOBAL,
	  BIND_GLOBAL },
	{ "then byte order", "memcpa", "memcpy", BIND_WEAK, BIND_WEAK },
	{ "of marks, the shortest", "_text", "_stext", BIND_GLOBAL,
	  BIND_GLOBAL },
};

TEST(the_better_name_does_not_depend_on_the_order)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		char text[128] = "";
		size_t len = strlen(pairs[i].better) + 1;

		memcpy(text, pairs[i].better, len);
		strcpy(text + len, pairs[i].worse);

		struct symtab st = { .text = text, .text_size = sizeof(text) };
		struct symbol better = { .binding = pairs[i].better_binding };
		struct symbol worse = { .name = (uint32_t)len,
					.binding = pairs[i].worse_binding };
		EXPECT_TRUE(pairs[i].what,
			    alias_better(&st, &better, &worse) == &better);
		EXPECT_TRUE(pairs[i].what,
			    alias_better(&st, &worse, &better) == &better);
	}
}

TEST(of_one_name_twice_the_larger_is_taken)
{
	struct symtab st = { .text = "a", .text_size = 2 };
	struct symbol small = { .size = 4 }, large = { .size = 8 };

	EXPECT_TRUE("a", alias_better(&st, &small, &large) == &large);
	EXPECT_TRUE("b", alias_better(&st, &large, &small) == &large);
}

TEST_MAIN
