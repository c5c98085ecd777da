/* shared.c - a library of both programs, for samples.py to put samples in */
static unsigned long helper(unsigned long x)
{
	return x * 3 + 1;
}

unsigned long shared_work(unsigned long x);

unsigned long shared_work(unsigned long x)
{
	return helper(x) ^ helper(x + 1);
}
