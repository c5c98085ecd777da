#include "diffprof/alias.h"

/*
 * Names that no code has.  Assemblers and linkers leave marks in the text: of
 * data inside code (mapping symbols), of places to jump to, of checksums; and
 * the kernel's linker scripts put a symbol at either end of each part of the
 * text.  A bound has the address of a function, or that of the padding behind
 * one: __sched_text_end, followed by 6 bytes to __cpuidle_text_start in an
 * x86-64 6.1, would take the ticks of whatever precedes it.
 *
 * scripts/mksysmap leaves the first group out of System.map (how many of them
 * depends on the version), so they must not count in a vmlinux either.
 *
 * Not here, though they look like it: irq_entries_start and
 * spurious_entries_start (x86 interrupt stubs), ftrace_caller_end (the return
 * instruction of ftrace_caller), relocate_kernel_end: code follows these.
 */
struct pattern {
	const char *prefix, *suffix;
};

static const struct pattern never[] = {
	/* marks of the tools; "$" alone is tested by is_mapping() */
	{ ".L", "" },
	{ "__crc_", "" },		/* sparc64 has them in the text */
	{ "__kcfi_typeid_", "" },	/* clang: a hash for a value */
	{ "__efistub_", "" },		/* arm64: names of the EFI stub */
	{ "__kvm_nvhe_.L", "" },	/* arm64: objcopy --prefix-symbols */
	{ "__pi_.L", "" },

	/* bounds that include/asm-generic/vmlinux.lds.h and others make */
	{ "__", "text_start" },
	{ "__", "text_end" },
	{ "__", "text_begin" },		/* arm64: __inittext_begin */
	{ "__indirect_thunk_start", NULL },	/* x86 */
	{ "__indirect_thunk_end", NULL },
	{ "__begin_SYSENTER_singlestep_region", NULL },	/* i386 */
	{ "__end_SYSENTER_singlestep_region", NULL },
	{ "__end_entry_SYSENTER_compat", NULL },	/* x86-64 */
	{ "__ftrace_hotpatch_trampolines_start", NULL },	/* s390 */
	{ "__ftrace_hotpatch_trampolines_end", NULL },
	{ "__init_begin", NULL },
	{ "__init_end", NULL },
	{ "_etext", NULL },
	{ "__etext", NULL },
	{ "_sinittext", NULL },
	{ "_einittext", NULL },
	{ "_edata", NULL },
	{ "_end", NULL },
};

/* The beginning of everything; i386 and x86-64 have no other name for it. */
static const struct pattern marks[] = {
	{ "_stext", NULL },
	{ "__stext", NULL },
	{ "_text", NULL },
};

static bool matches(const struct pattern *pattern, size_t nr, struct span name)
{
	for (const struct pattern *p = pattern; p < pattern + nr; p++) {
		if (!p->suffix ? span_is(name, p->prefix) :
				 span_starts(name, p->prefix) &&
					 span_ends(name, p->suffix))
			return true;
	}
	return false;
}

#define MATCHES(patterns, name) \
	matches(patterns, sizeof(patterns) / sizeof(*(patterns)), name)

/*
 * $a, $t, $d (ARM), $x, $d (arm64, RISC-V), also as $d.12 or, on RISC-V, $x
 * with the instruction set behind it.  MIPS has $L123.  The millicode of
 * PA-RISC is genuine: $$divU.
 */
static bool is_mapping(struct span name)
{
	return name.len && name.ptr[0] == '$' && !span_starts(name, "$$");
}

static bool is_prefixed_mapping(struct span name)
{
	static const char *const prefixes[] = { "__kvm_nvhe_", "__pi_" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (span_starts(name, prefixes[i]))
			return is_mapping((struct span){ name.ptr + len,
							 name.len - len });
	}
	return false;
}

enum alias_rank alias_rank(struct span name)
{
	if (!name.len)
		return ALIAS_NEVER;
	switch (name.ptr[0]) {
	case '$':
		return is_mapping(name) ? ALIAS_NEVER : ALIAS_CODE;
	case 'L':
		// RISC-V and LoongArch: "L0" and a control character.
		return span_is(name, "L0") || span_is(name, "L0\001") ?
			       ALIAS_NEVER : ALIAS_CODE;
	case '.':
	case '_':
		if (MATCHES(marks, name))
			return ALIAS_MARK;
		return MATCHES(never, name) || is_prefixed_mapping(name) ?
			       ALIAS_NEVER : ALIAS_CODE;
	default:
		// Nearly all names; a map has some 45,000.
		return ALIAS_CODE;
	}
}

static size_t underscores(struct span name)
{
	size_t n = 0;

	while (n < name.len && name.ptr[n] == '_')
		n++;
	return n;
}

/* Like strcmp: below 0 if A is the better name. */
static int compare(const struct symtab *st, const struct symbol *a,
		   const struct symbol *b)
{
	struct span x = symtab_name(st, a), y = symtab_name(st, b);
	int order = (int)alias_rank(x) - (int)alias_rank(y);

	if (!order)
		order = (int)a->binding - (int)b->binding;
	// Whether it is a function only ELF knows: that must not decide.
	if (!order)
		order = (underscores(x) > underscores(y)) -
			(underscores(x) < underscores(y));
	if (!order)
		order = (x.len > y.len) - (x.len < y.len);
	return order ? order : span_cmp(x, y);
}

const struct symbol *alias_better(const struct symtab *st,
				  const struct symbol *a,
				  const struct symbol *b)
{
	int order = compare(st, a, b);

	// One name twice: the same row in any case, so the larger is at hand.
	if (!order)
		order = (a->size < b->size) - (a->size > b->size);
	return order <= 0 ? a : b;
}
