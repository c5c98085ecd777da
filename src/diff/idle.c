#include "diffprof/idle.h"

/*
 * `*` stands for any text.  In groups by first letter, so that the many names
 * that are not idle are told by a look or two.
 */
static const char *const patterns[] = {
	"acpi_idle_*", "acpi_processor_ffh_cstate_enter", "acpi_safe_halt",
	"amd_e400_idle", "apm_cpu_idle", "arch_cpu_idle",
	"c1e_idle", "cpu_do_idle", "cpu_idle", "cpu_idle_loop", "cpu_idle_poll",
	"cpu_v*_do_idle", "cpuidle_*",
	"default_idle", "default_idle_call", "do_idle",
	"enabled_wait",
	"intel_idle", "intel_idle_*",
	"mwait_idle", "mwait_idle_with_hints",
	"native_safe_halt",
	"poll_idle", "power*_idle", "ppc*_idle", "psw_idle",
	"pv_native_safe_halt",
	"r4k_wait*",
	"snidle",		/* ia64 SN2, 2.6 */
	"snooze_loop",
	"tdx_safe_halt",
	"xen_safe_halt",
};

static bool matches(struct span name, const char *pattern)
{
	const char *star = strchr(pattern, '*');

	if (!star)
		return span_is(name, pattern);

	size_t before = (size_t)(star - pattern), behind = strlen(star + 1);
	return name.len >= before + behind &&
	       !memcmp(name.ptr, pattern, before) &&
	       !memcmp(name.ptr + name.len - behind, star + 1, behind);
}

bool idle_is(struct span symbol)
{
	if (symbol.len < 6 || symbol.ptr[0] < 'a' || symbol.ptr[0] > 'x')
		return false;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
		if (patterns[i][0] > symbol.ptr[0])
			break;
		if (patterns[i][0] == symbol.ptr[0] && matches(symbol, patterns[i]))
			return true;
	}
	return false;
}
