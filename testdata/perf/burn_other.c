/* burn_other.c - a second static step(), which is another function */
unsigned long burn_other(unsigned long x);

static __attribute__((noinline)) unsigned long step(unsigned long x)
{
	for (int i = 0; i < 80000; i++)
		x = (x << 13 ^ x >> 3) + 12345;
	return x;
}

__attribute__((noinline)) unsigned long burn_other(unsigned long x)
{
	return step(x) + 1;
}
