/* work.cc - names with blanks and commas, for samples.py to put samples in */
namespace work {
struct pair { int first, second; };

template <class T> __attribute__((noinline)) bool less(T const *a, T const &b)
{
	return a->first < b.first;
}

__attribute__((noinline)) unsigned long count(pair const *from, pair const *to)
{
	unsigned long n = 0;

	for (; from != to; from++)
		n += less<pair>(from, *to);
	return n;
}
}

extern "C" unsigned long shared_work(unsigned long);

int main(int argc, char **)
{
	work::pair pairs[3] = { { 1, 2 }, { argc, 3 }, { 4, 5 } };

	return (int)(work::count(pairs, pairs + 2) + shared_work(3)) & 1;
}
