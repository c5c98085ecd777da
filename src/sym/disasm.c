#include "diffprof/disasm.h"

#include <ctype.h>
#include <elf.h>
#include <stdio.h>

/* So that it stays behind one door, and optional. */
#if defined(LIBOPCODES) && __has_include(<dis-asm.h>)

/* bfd.h wants a program that was configured. */
#define PACKAGE "diffprof"
#define PACKAGE_VERSION "1"
#include <dis-asm.h>
#include <dlfcn.h>

/* What is used of the library; it differs in a version or two. */
typedef int print_plain(void *stream, const char *fmt, ...);
typedef int print_styled(void *stream, int style, const char *fmt, ...);

struct library {
	void *handle;
	disassembler_ftype (*disassembler)(enum bfd_architecture arch, bool big,
					   unsigned long mach, bfd *abfd);
	// Those before 2.39 take no notice of the last.
	void (*init)(struct disassemble_info *info, void *stream,
		     print_plain *plain, print_styled *styled);
	void (*init_target)(struct disassemble_info *info);
	void (*free_target)(struct disassemble_info *info);
	int (*read_memory)(bfd_vma addr, bfd_byte *to, unsigned len,
			   struct disassemble_info *info);
};

#define TEXT_MAX 256

struct disasm {
	struct library lib;
	const struct elfcode *code;
	disassembler_ftype print;
	struct disassemble_info info;
	/* The instruction that is being printed. */
	struct code_part part;
	const struct code_reference *reference;
	char text[TEXT_MAX], shape[TEXT_MAX];
	size_t len, shape_len;
	bool leads;
	uint64_t target;
};

/* ---- the library --------------------------------------------------------- */

#define LOAD(lib, member, name)                                                \
	(((lib)->member = (__typeof__((lib)->member))dlsym((lib)->handle,      \
							   name)) != NULL)

static bool load(struct library *lib, const char *name)
{
	lib->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (lib->handle && LOAD(lib, disassembler, "disassembler") &&
	    LOAD(lib, init, "init_disassemble_info") &&
	    LOAD(lib, init_target, "disassemble_init_for_target") &&
	    LOAD(lib, read_memory, "buffer_read_memory")) {
		(void)LOAD(lib, free_target, "disassemble_free_target");
		return true;
	}
	return false;
}

/* What complains of damaged code does so to itself. */
static void be_silent(const char *fmt, va_list args)
{
	(void)fmt, (void)args;
}

static void silence(const struct library *lib)
{
	void (*set)(void (*)(const char *, va_list));

	set = (__typeof__(set))dlsym(lib->handle, "bfd_set_error_handler");
	if (set)
		set(be_silent);
}

/* ---- machines ------------------------------------------------------------ */

static const struct {
	unsigned machine; /* of ELF */
	enum bfd_architecture arch;
	unsigned long mach_32, mach_64;
} machines[] = {
	{ EM_386, bfd_arch_i386, bfd_mach_i386_i386, bfd_mach_i386_i386 },
	{ EM_X86_64, bfd_arch_i386, bfd_mach_x64_32, bfd_mach_x86_64 },
	{ EM_AARCH64, bfd_arch_aarch64, bfd_mach_aarch64_ilp32,
	  bfd_mach_aarch64 },
	{ EM_ARM, bfd_arch_arm, bfd_mach_arm_unknown, bfd_mach_arm_unknown },
	{ EM_S390, bfd_arch_s390, bfd_mach_s390_31, bfd_mach_s390_64 },
	{ EM_PPC, bfd_arch_powerpc, bfd_mach_ppc, bfd_mach_ppc64 },
	{ EM_PPC64, bfd_arch_powerpc, bfd_mach_ppc, bfd_mach_ppc64 },
	{ EM_RISCV, bfd_arch_riscv, bfd_mach_riscv32, bfd_mach_riscv64 },
	{ EM_MIPS, bfd_arch_mips, bfd_mach_mipsisa32r2, bfd_mach_mipsisa64r2 },
	{ EM_SPARC, bfd_arch_sparc, bfd_mach_sparc, bfd_mach_sparc_v9 },
	{ EM_SPARCV9, bfd_arch_sparc, bfd_mach_sparc_v9, bfd_mach_sparc_v9 },
	{ EM_ALPHA, bfd_arch_alpha, 0, 0 },
	{ EM_PARISC, bfd_arch_hppa, bfd_mach_hppa11, bfd_mach_hppa20w },
	{ EM_68K, bfd_arch_m68k, bfd_mach_m68040, bfd_mach_m68040 },
	{ EM_IA_64, bfd_arch_ia64, bfd_mach_ia64_elf32, bfd_mach_ia64_elf64 },
#ifdef EM_LOONGARCH
	{ EM_LOONGARCH, bfd_arch_loongarch, bfd_mach_loongarch32,
	  bfd_mach_loongarch64 },
#endif
};

static bool set_machine(struct disasm *d)
{
	const struct elfcode *code = d->code;

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		if (machines[i].machine != code->machine)
			continue;
		d->info.arch = machines[i].arch;
		d->info.mach =
			code->is_64 ? machines[i].mach_64 : machines[i].mach_32;
		d->info.endian =
			code->is_big ? BFD_ENDIAN_BIG : BFD_ENDIAN_LITTLE;
		// BE8: what has changed is the order of data only.
		d->info.endian_code =
			code->machine == EM_ARM && (code->flags & EF_ARM_BE8) ?
				BFD_ENDIAN_LITTLE :
				d->info.endian;
		d->print = d->lib.disassembler(d->info.arch, code->is_big,
					       d->info.mach, NULL);
		return d->print != NULL;
	}
	return false;
}

/* ---- text ---------------------------------------------------------------- */

static void add(char *text, size_t *len, const char *more, size_t nr)
{
	for (size_t i = 0; i < nr && *len < TEXT_MAX - 1; i++) {
		char c = more[i];

		// Blanks and tabs behind the mnemonic are for its looks.
		if (char_is_blank(c)) {
			if (!*len || text[*len - 1] == ' ')
				continue;
			c = ' ';
		}
		text[(*len)++] = c >= ' ' && c < 0x7f ? c : '?';
	}
}

static void add_both(struct disasm *d, const char *text)
{
	add(d->text, &d->len, text, strlen(text));
	add(d->shape, &d->shape_len, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) static int plain(void *stream,
						       const char *fmt, ...)
{
	char text[TEXT_MAX];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	add_both(stream, text);
	return 0;
}

__attribute__((format(printf, 3, 4))) static int styled(void *stream, int style,
							const char *fmt, ...)
{
	char text[TEXT_MAX];
	va_list args;

	(void)style;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	add_both(stream, text);
	return 0;
}

/*
 * "name" or "name+0x1f" of what is at ADDR; false: nothing is.  Where in a
 * function it is changes with each build, of data it says what is meant.
 */
static bool name_place(struct disasm *d, uint64_t addr)
{
	const struct code_datum *datum = elfcode_datum_at(d->code, addr);
	struct code_part part;
	char offset[32];

	if (!elfcode_part_at(d->code, addr, &part)) {
		if (!datum)
			return false;
		part.name = datum->name;
		part.addr = datum->addr;
	}
	add(d->text, &d->len, part.name.ptr, part.name.len);
	add(d->shape, &d->shape_len, part.name.ptr, part.name.len);
	if (addr == part.addr)
		return true;
	snprintf(offset, sizeof(offset), "+%#llx",
		 (unsigned long long)(addr - part.addr));
	add(d->text, &d->len, offset, strlen(offset));
	if (datum)
		add(d->shape, &d->shape_len, offset, strlen(offset));
	return true;
}

static void print_address(bfd_vma addr, struct disassemble_info *info)
{
	struct disasm *d = info->stream;
	const struct code_reference *to = d->reference;
	char text[32];

	if (to && to->name.len) {
		add(d->text, &d->len, to->name.ptr, to->name.len);
		add(d->shape, &d->shape_len, to->name.ptr, to->name.len);
		return;
	}
	if (!to && addr >= d->part.addr && addr - d->part.addr < d->part.size) {
		d->leads = true;
		d->target = addr;
		snprintf(text, sizeof(text), "+%#llx",
			 (unsigned long long)(addr - d->part.addr));
		add(d->text, &d->len, text, strlen(text));
		add(d->shape, &d->shape_len, "+", 1);
		return;
	}
	if (!to && name_place(d, addr))
		return;
	snprintf(text, sizeof(text), "%#llx", (unsigned long long)addr);
	add(d->text, &d->len, text, strlen(text));
	add(d->shape, &d->shape_len, "0x", 2);
}

static asymbol *no_symbol(bfd_vma addr, struct disassemble_info *info)
{
	(void)addr, (void)info;
	return NULL;
}

static void no_memory(int status, bfd_vma addr, struct disassemble_info *info)
{
	(void)status, (void)addr, (void)info;
}

/* ---- all of it ----------------------------------------------------------- */

#define GET_LIBRARY "install binutils-multiarch"

struct disasm *disasm_open(struct elfcode *code, struct arena *arena,
			   const char **why)
{
	static const char *const names[] = {
		LIBOPCODES,
#ifdef LIBOPCODES_ONE
		LIBOPCODES_ONE, // knows the machine that it is for
#endif
	};
	struct disasm *d = arena_zalloc(arena, sizeof(*d));
	bool loaded = false;

	d->code = code;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!load(&d->lib, names[i])) {
			if (d->lib.handle)
				dlclose(d->lib.handle);
			continue;
		}
		loaded = true;
		silence(&d->lib);
		d->lib.init(&d->info, d, plain, styled);
		d->info.print_address_func = print_address;
		d->info.symbol_at_address_func = no_symbol;
		d->info.memory_error_func = no_memory;
		d->info.read_memory_func = d->lib.read_memory;
		if (set_machine(d)) {
			d->lib.init_target(&d->info);
			elfcode_load_data(code);
			return d;
		}
		dlclose(d->lib.handle);
	}
	if (loaded)
		*why = arena_printf(arena,
				    "libopcodes cannot tell instructions of ELF"
				    " machine %u; " GET_LIBRARY,
				    code->machine);
	else
		*why = arena_printf(arena,
				    "instructions are told by %s, which is not"
				    " there; " GET_LIBRARY,
				    names[0]);
	return NULL;
}

/* It stays loaded, as the browser asks again and again. */
void disasm_close(struct disasm *d)
{
	if (d && d->lib.free_target)
		d->lib.free_target(&d->info);
}

/*
 * "mov 0x1234(%rip),%rax # jiffies" says twice where it leads; the distance is
 * the one that changes with each build.
 */
static void name_distance(char *text)
{
	char *base = strstr(text, "(%rip)"), *comment = strstr(text, " # ");
	char *from = base, name[TEXT_MAX];

	// What has no name stays what it is; the shape has "0x" alone.
	if (!base || !comment || comment < base ||
	    (!strncmp(comment, " # 0x", 5) && comment[5]))
		return;
	*comment = '\0';
	comment += 3;
	while (from > text && (isxdigit((unsigned char)from[-1]) ||
			       from[-1] == 'x' || from[-1] == '-'))
		from--;
	int len = snprintf(name, sizeof(name), "%s%s", comment, base);

	if (len > 0 && from + len < text + TEXT_MAX)
		memcpy(from, name, (size_t)len + 1);
}
static const char *take(char *text, size_t *len, struct arena *arena)
{
	while (*len && text[*len - 1] == ' ')
		(*len)--;
	text[*len] = '\0';
	name_distance(text);

	// Other names of a condition, on arm64.
	char *remark = strstr(text, " // ");
	if (remark)
		*remark = '\0';
	return arena_strdup(arena, text);
}

/* Print the one at ADDR.  Returns its size, or something that is none. */
static int print_one(struct disasm *d, uint64_t addr)
{
	d->len = d->shape_len = 0;
	d->leads = false;
	d->info.insn_info_valid = 0;
	return d->print(addr, &d->info);
}

struct instruction *disasm_part(struct disasm *d, const struct code_part *part,
				struct arena *arena, size_t *nr)
{
	uint64_t size = part->size < DISASM_MAX ? part->size : DISASM_MAX;
	struct span bytes = elfcode_bytes(d->code, part->addr,
					  part->addr + size < part->addr ?
						  UINT64_MAX :
						  part->addr + size);
	struct instruction *list = NULL;
	size_t cap = 0, at = 0;

	*nr = 0;
	d->part = *part;
	d->info.buffer = (bfd_byte *)bytes.ptr;
	d->info.buffer_vma = part->addr;
	d->info.buffer_length = bytes.len;
	while (at < bytes.len) {
		uint64_t addr = part->addr + at;

		d->reference = NULL;
		int len = print_one(d, addr);

		if (len > 0 && (size_t)len <= bytes.len - at) {
			d->reference = elfcode_reference(d->code, addr,
							 addr + (unsigned)len);
			if (d->reference)
				len = print_one(d, addr);
		}
		if (len <= 0 || (size_t)len > bytes.len - at) {
			d->len = d->shape_len = 0;
			d->leads = false;
			add_both(d, "(bad)");
			len = 1;
		}
		const char *text = take(d->text, &d->len, arena);
		const char *shape = take(d->shape, &d->shape_len, arena);

		ARENA_ROOM(arena, list, *nr, cap);
		list[(*nr)++] = (struct instruction){
			.addr = addr,
			.size = (uint32_t)len,
			.leads = d->leads,
			.target = d->target,
			.text = text,
			.shape = shape,
		};
		at += (size_t)len;
	}
	return list;
}

#else

struct disasm *disasm_open(struct elfcode *code, struct arena *arena,
			   const char **why)
{
	(void)code, (void)arena;
	*why = "this diffprof was built without libopcodes, which tells"
	       " instructions";
	return NULL;
}

void disasm_close(struct disasm *d)
{
	(void)d;
}

struct instruction *disasm_part(struct disasm *d, const struct code_part *part,
				struct arena *arena, size_t *nr)
{
	(void)d, (void)part, (void)arena;
	*nr = 0;
	return NULL;
}

#endif
