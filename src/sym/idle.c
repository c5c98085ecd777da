#include "diffprof/idle.h"

/*
 * By first letter, with the set of the second letters, so that the many names
 * that are not idle are told at a look.  `*` stands for any text.
 */
#define NAMES(...) (const char *const[]){ __VA_ARGS__, NULL }
#define SECOND(c) (UINT32_C(1) << ((c)&31))
static const struct {
	uint32_t second;
	const char *const *names;
} patterns[26] = {
	['a' - 'a'] = { SECOND('c') | SECOND('m') | SECOND('p') | SECOND('r'),
			NAMES("acpi_idle_*", "acpi_processor_ffh_cstate_enter",
			      "acpi_safe_halt", "amd_e400_idle", "apm_cpu_idle",
			      "arch_cpu_idle") },
	['c' - 'a'] = { SECOND('1') | SECOND('p'),
			NAMES("c1e_idle", "cpu_do_idle", "cpu_idle",
			      "cpu_idle_loop", "cpu_idle_poll",
			      "cpu_v*_do_idle", "cpuidle_*") },
	['d' - 'a'] = { SECOND('e') | SECOND('o'),
			NAMES("default_idle", "default_idle_call", "do_idle") },
	['e' - 'a'] = { SECOND('n'), NAMES("enabled_wait") },
	['i' - 'a'] = { SECOND('n'), NAMES("intel_idle", "intel_idle_*") },
	['m' - 'a'] = { SECOND('w'),
			NAMES("mwait_idle", "mwait_idle_with_hints") },
	['n' - 'a'] = { SECOND('a'), NAMES("native_safe_halt") },
	['p' - 'a'] = { SECOND('o') | SECOND('p') | SECOND('s') | SECOND('v'),
			NAMES("poll_idle", "power*_idle", "ppc*_idle",
			      "psw_idle", "pv_native_safe_halt") },
	['r' - 'a'] = { SECOND('4'), NAMES("r4k_wait*") },
	['s' - 'a'] = { SECOND('n'),
			NAMES("snidle" /* ia64 SN2, 2.6 */, "snooze_loop") },
	['t' - 'a'] = { SECOND('d'), NAMES("tdx_safe_halt") },
	['x' - 'a'] = { SECOND('e'), NAMES("xen_safe_halt") },
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

	if (letter >= 26 || !patterns[letter].second)
		return false;
	for (const char *const *p = patterns[letter].names; *p; p++)
		if ((*p)[1] == symbol.ptr[1] && matches(symbol, *p))
			return true;
	return false;
}

bool idle_begins(uint32_t start)
{
	unsigned char first[4];

	memcpy(first, &start, sizeof(first));
	unsigned letter = first[0] - 'a';
	return letter < 26 && patterns[letter].second & SECOND(first[1]);
}
