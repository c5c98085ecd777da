/* Labels mark the places whose lines test_srcline.c knows. */
static inline __attribute__((always_inline)) int inner(int x)
{
	__asm__ volatile(".globl mark_inner\nmark_inner: nop");
	return x + 1;
}
