/* A branch, a call, a variable. */
extern int other(int x);
int counter;

int twice(int x)
{
	if (x > 10)
		return other(x) + 1;
	counter += x;
	return 2 * x;
}
