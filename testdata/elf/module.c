/* What a module looks like before it is loaded: see make.sh. */
#define IN(name) __attribute__((section(name), noinline))

volatile int seen;

int in_text(int n)
{
	return seen = n * n + 1;
}

static IN(".text.unlikely") int in_unlikely(int n)
{
	return in_text(n) + 3;
}

IN(".init.text") int init_module(void)
{
	return in_text(1);
}

IN(".exit.text") void cleanup_module(void)
{
	in_unlikely(2);
}
