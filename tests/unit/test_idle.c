#include "diffprof/idle.h"

#include "diffprof/names.h"

#include "check.h"

/* One for each entry of the list, and where each was seen. */
static const char *const idle[] = {
	"default_idle",			/* all, since 2.0 */
	"default_idle_call",
	"do_idle", "cpu_idle", "cpu_idle_loop", "cpu_idle_poll",
	"arch_cpu_idle",
	"poll_idle", "mwait_idle", "mwait_idle_with_hints", "c1e_idle",
	"amd_e400_idle", "intel_idle", "intel_idle_irq", "intel_idle_ibrs",
	"acpi_idle_do_entry", "acpi_processor_ffh_cstate_enter",
	"acpi_safe_halt", "apm_cpu_idle",
	"native_safe_halt", "pv_native_safe_halt", "xen_safe_halt",
	"tdx_safe_halt",
	"cpuidle_enter_state", "cpuidle_idle_call",
	"cpu_do_idle", "cpu_v7_do_idle", "cpu_v6_do_idle",	/* arm */
	"power4_idle", "power7_idle", "ppc6xx_idle", "snooze_loop",
	"enabled_wait", "psw_idle",				/* s390 */
	"r4k_wait", "r4k_wait_irqoff",				/* mips */
	"snidle",						/* ia64 */
};

static const char *const busy[] = {
	"", "idle", "schedule", "default_idle2", "default_idl",
	"my_default_idle", "cpu_idles", "intel_idlex", "do_idle_balance",
	"pm_idle_thread", "cpu_v_idle", "cpu_do_idle_x", "Default_idle",
	"*unknown*", "total", "tick_nohz_idle_exit", "\377\376\375\374\373\372",
};

TEST(the_idle_loops_of_all_architectures_are_idle)
{
	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++)
		EXPECT_TRUE(idle[i], idle_is(span_of(idle[i])));
}

TEST(what_only_looks_like_it_is_busy)
{
	for (size_t i = 0; i < sizeof(busy) / sizeof(*busy); i++)
		EXPECT_TRUE(busy[i], !idle_is(span_of(busy[i])));
}

/* The beginning of a name must not rule out what the whole one is. */
TEST(every_idle_name_begins_as_one)
{
	for (size_t i = 0; i < sizeof(idle) / sizeof(*idle); i++) {
		struct arena arena = { 0 };
		struct names names;

		names_init(&names, &arena);
		name_id id = names_intern(&names, span_of(idle[i]));
		EXPECT_TRUE(idle[i], idle_begins(names.name[id].start));
		arena_release(&arena);
	}
}

TEST(most_other_names_do_not)
{
	static const char *const others[] = { "schedule", "memset", "__down",
					      "Default_idle", "zap_pte_range" };

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		uint32_t start;

		memcpy(&start, others[i], sizeof(start));
		EXPECT_TRUE(others[i], !idle_begins(start));
	}
	EXPECT_TRUE("short", !idle_begins(0));
}

TEST_MAIN
