/* The text of a kernel, as far as it matters: see make.sh. */
asm(".text\n.globl _stext\n_stext:\n.long 0, 0, 0, 0");

extern char _etext[];
char *text_end = _etext;
int counter;

static __attribute__((noinline)) int helper(int a)
{
	counter += a;
	return counter * 3;
}

int work(int a)
{
	for (int i = 0; i < a; i++)
		counter += helper(i);
	return counter;
}

void _start(void)
{
	work(3);
}
