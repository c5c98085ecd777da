#include "diffprof/idle.h"

/*
 * By first letter, so that the many names that are not idle are told at a look.
 * `*` stands for any text.
 */
#define NAMES(...) (const char *const[]){ __VA_ARGS__, NULL }
static const char *const *const patterns[26] = {
	['a' - 'a'] = NAMES("acpi_idle_*", "acpi_processor_ffh_cstate_enter",
			    "acpi_safe_halt", "amd_e400_idle", "apm_cpu_idle",
			    "arch_cpu_idle"),
	['c' - 'a'] = NAMES("c1e_idle", "cpu_do_idle", "cpu_idle",
			    "cpu_idle_loop", "cpu_idle_poll", "cpu_v*_do_idle",
			    "cpuidle_*"),
	['d' - 'a'] = NAMES("default_idle", "default_idle_call", "do_idle"),
	['e' - 'a'] = NAMES("enabled_wait"),
	['i' - 'a'] = NAMES("intel_idle", "intel_idle_*"),
	['m' - 'a'] = NAMES("mwait_idle", "mwait_idle_with_hints"),
	['n' - 'a'] = NAMES("native_safe_halt"),
	['p' - 'a'] = NAMES("poll_idle", "power*_idle", "ppc*_idle", "psw_idle",
			    "pv_native_safe_halt"),
	['r' - 'a'] = NAMES("r4k_wait*"),
	['s' - 'a'] = NAMES("snidle" /* ia64 SN2, 2.6 */, "snooze_loop"),
	['t' - 'a'] = NAMES("tdx_safe_halt"),
	['x' - 'a'] = NAMES("xen_safe_halt"),
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
	unsigned letter =
		symbol.len < 6 ? 26 : (unsigned char)symbol.ptr[0] - 'a';

	if (letter >= 26 || !patterns[letter])
		return false;
	for (const char *const *p = patterns[letter]; *p; p++)
		if ((*p)[1] == symbol.ptr[1] && matches(symbol, *p))
			return true;
	return false;
}

bool idle_begins(uint32_t start)
{
	char first[4];

	memcpy(first, &start, sizeof(first));
	unsigned letter = (unsigned char)first[0] - 'a';
	if (letter >= 26 || !patterns[letter])
		return false;
	// The second letter tells most of the rest.
	for (const char *const *p = patterns[letter]; *p; p++)
		if ((*p)[1] == first[1])
			return true;
	return false;
}
