/* A program with C++ names: see make.sh. */
namespace shapes
{
template <typename T> struct list {
	T sum = 0;
	__attribute__((noinline)) void push(T value)
	{
		sum += value * value;
	}
};

static __attribute__((noinline)) int only_local(int n)
{
	list<int> numbers;

	for (int i = 0; i < n; i++)
		numbers.push(i);
	return numbers.sum;
}
}

int main(int argc, char **)
{
	return shapes::only_local(argc) & 1;
}
