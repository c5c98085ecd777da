#include "inner.h"

static inline __attribute__((always_inline)) int middle(int x)
{
	x *= 3;
	x = inner(x);
	return x;
}

int outer(int x)
{
	__asm__ volatile(".globl mark_outer\nmark_outer: nop");
	x = middle(x);
	__asm__ volatile(".globl mark_after\nmark_after: nop");
	return x;
}

__attribute__((section(".text.other"), noinline)) int other(int x)
{
	__asm__ volatile(".globl mark_other\nmark_other: nop");
	return x - 1;
}
