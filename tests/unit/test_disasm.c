#include "diffprof/disasm.h"

#include "check.h"

/* Objects of testdata/elf/code: one function, in several machines. */
static struct arena arena;

static const char *path_of(const char *name)
{
	return arena_printf(&arena, "testdata/elf/code/%s.o.xz", name);
}

static void open_code(const char *name, struct elfcode *code)
{
	const struct image_file file = { .path = path_of(name) };
	struct error err;

	EXPECT_OK(elfcode_open(&file, code, &err), err);
}

/* All instructions of `twice', a line each; "" without the library. */
static const char *twice(const char *name, bool shapes)
{
	struct elfcode code;
	struct code_part part;
	const char *why, *text = "";
	uint64_t addr = 0;
	size_t nr;

	open_code(name, &code);
	for (size_t i = 0; i < code.symtab.nr; i++)
		if (span_is(symtab_name(&code.symtab, &code.symtab.symbols[i]),
			    "twice"))
			addr = code.symtab.symbols[i].addr;
	EXPECT_TRUE(name, elfcode_part_at(&code, addr, &part));
	EXPECT_SPAN("its name", part.name, SPAN("twice"));
	struct disasm *d = disasm_open(&code, &arena, &why);

	if (d) {
		const struct instruction *list =
			disasm_part(d, &part, &arena, &nr);
		uint64_t next = part.addr;

		for (size_t i = 0; i < nr; i++) {
			EXPECT_U64("one behind the other", list[i].addr, next);
			next += list[i].size;
			text = arena_printf(&arena, "%s%s\n", text,
					    shapes ? list[i].shape :
						     list[i].text);
		}
		EXPECT_U64("all bytes", next, part.addr + part.size);
	}
	disasm_close(d);
	elfcode_close(&code);
	return text;
}

TEST(each_machine_has_its_instructions)
{
	static const struct {
		const char *name, *text;
	} cases[] = {
		{ "x86_64", "push %rax\n"
			    "mov %edi,%eax\n"
			    "cmp $0xb,%edi\n"
			    "jl +0x14\n"
			    "mov %eax,%edi\n"
			    "call other\n"
			    "add $0x1,%eax\n"
			    "pop %rcx\n"
			    "ret\n"
			    "add %eax,counter(%rip)\n"
			    "add %eax,%eax\n"
			    "pop %rcx\n"
			    "ret\n" },
		{ "i386", "sub $0xc,%esp\n"
			  "mov 0x10(%esp),%eax\n"
			  "cmp $0xb,%eax\n"
			  "jl +0x1b\n"
			  "mov %eax,(%esp)\n"
			  "call other\n"
			  "add $0x1,%eax\n"
			  "add $0xc,%esp\n"
			  "ret\n"
			  "add %eax,0x0\n"
			  "add %eax,%eax\n"
			  "add $0xc,%esp\n"
			  "ret\n" },
		{ "aarch64", "stp x29, x30, [sp, #-16]!\n"
			     "cmp w0, #0xb\n"
			     "mov x29, sp\n"
			     "b.lt +0x20\n"
			     "bl other\n"
			     "add w0, w0, #0x1\n"
			     "ldp x29, x30, [sp], #16\n"
			     "ret\n"
			     "adrp x8, counter\n"
			     "ldr w9, [x8]\n"
			     "add w9, w9, w0\n"
			     "lsl w0, w0, #1\n"
			     "str w9, [x8]\n"
			     "ldp x29, x30, [sp], #16\n"
			     "ret\n" },
		{ "s390x", "stmg %r14,%r15,112(%r15)\n"
			   "aghi %r15,-160\n"
			   "cijl %r2,11,+0x24\n"
			   "lgfr %r2,%r2\n"
			   "brasl %r14,other\n"
			   "ahik %r0,%r2,1\n"
			   "j +0x3a\n"
			   "larl %r1,counter\n"
			   "sllk %r0,%r2,1\n"
			   "a %r2,0(%r1)\n"
			   "strl %r2,counter\n"
			   "lgfr %r2,%r0\n"
			   "lmg %r14,%r15,272(%r15)\n"
			   "br %r14\n" },
		{ "powerpc64", "addis r2,r12,0\n"
			       "addi r2,r2,0\n"
			       "mflr r0\n"
			       "std r0,16(r1)\n"
			       "stdu r1,-32(r1)\n"
			       "cmpwi r3,11\n"
			       "blt +0x30\n"
			       "extsw r3,r3\n"
			       "bl other\n"
			       "nop\n"
			       "addi r3,r3,1\n"
			       "b +0x44\n"
			       "addis r4,r2,0\n"
			       "lwz r5,0(r4)\n"
			       "add r5,r5,r3\n"
			       "slwi r3,r3,1\n"
			       "stw r5,0(r4)\n"
			       "extsw r3,r3\n"
			       "addi r1,r1,32\n"
			       "ld r0,16(r1)\n"
			       "mtlr r0\n"
			       "blr\n"
			       ".long 0x0\n"
			       ".long 0x0\n"
			       ".long 0x0\n" },
		{ "powerpc64le", "addis r2,r12,0\n"
				 "addi r2,r2,0\n"
				 "mflr r0\n"
				 "std r0,16(r1)\n"
				 "stdu r1,-32(r1)\n"
				 "cmpwi r3,11\n"
				 "blt +0x30\n"
				 "extsw r3,r3\n"
				 "bl other\n"
				 "nop\n"
				 "addi r3,r3,1\n"
				 "b +0x44\n"
				 "addis r4,r2,0\n"
				 "lwz r5,0(r4)\n"
				 "add r5,r5,r3\n"
				 "slwi r3,r3,1\n"
				 "stw r5,0(r4)\n"
				 "extsw r3,r3\n"
				 "addi r1,r1,32\n"
				 "ld r0,16(r1)\n"
				 "mtlr r0\n"
				 "blr\n"
				 ".long 0x0\n"
				 ".long 0x0\n"
				 ".long 0x0\n" },
		{ "riscv64", "add sp,sp,-16\n"
			     "sd ra,8(sp)\n"
			     "li a1,11\n"
			     "blt a0,a1,+0x16\n"
			     "auipc ra,0x0\n"
			     "jalr ra # +0xa\n"
			     "addw a0,a0,1\n"
			     "j +0x28\n"
			     "lui a1,0x0\n"
			     "lw a2,0(a1)\n"
			     "addw a2,a2,a0\n"
			     "sw a2,0(a1)\n"
			     "sllw a0,a0,0x1\n"
			     "ld ra,8(sp)\n"
			     "add sp,sp,16\n"
			     "ret\n" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *text = twice(cases[i].name, false);

		// Without binutils-multiarch only our own are known.
		if (*text)
			EXPECT_TEXT(text, cases[i].text);
	}
}

/* What a build changes is not in the shape: where jumps lead. */
TEST(shapes_are_without_distances)
{
	const char *text = twice("x86_64", true);

	if (*text) {
		EXPECT_HAS(text, "\njl +\n");
		EXPECT_HAS(text, "\nadd %eax,counter(%rip)\n");
	}
}

TEST(an_object_offers_code_and_no_lines)
{
	struct elfcode code;

	open_code("s390x", &code);
	struct code_offer offer = elfcode_offers(&code.symtab.in);

	EXPECT_TRUE("code", offer.code);
	EXPECT_TRUE("no lines", !offer.lines);
	EXPECT_TRUE("big-endian", code.is_big);
	EXPECT_U64("no bytes behind the last",
		   elfcode_bytes(&code, UINT64_MAX - 4, UINT64_MAX).len, 0);
	elfcode_close(&code);
}

TEST(what_is_no_image_is_an_error)
{
	const struct image_file text = { "map", SPAN("c0100000 T _stext\n"
						     "c0200000 T _etext\n") };
	struct elfcode code;
	struct error err;

	EXPECT_FAIL(elfcode_open(&text, &code, &err), err, ERR_FORMAT);
	EXPECT_TEXT(err.text, "map: not an ELF image");
}

TEST_MAIN
