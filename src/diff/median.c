#include "median.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Put the value that has K smaller ones, in sorted order, to VALUES[K]. */
static void select_nth(double *values, size_t nr, size_t k)
{
	size_t low = 0, high = nr - 1;

	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		size_t i = low, j = high;

		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i >= j)
				break;
			double value = values[i];
			values[i++] = values[j];
			values[j--] = value;
		}
		// Up to j none is above the pivot, behind it none below.
		if (k <= j)
			high = j;
		else
			low = j + 1;
	}
}

/* Of sorted VALUES, the one at K and, if that is EVEN, at K - 1. */
static struct middle middle_at(double *values, size_t nr, size_t k, bool even)
{
	select_nth(values, nr, k);

	struct middle middle = { values[k], values[k] };
	if (!even)
		return middle;
	middle.low = values[0];
	for (size_t i = 1; i < k; i++)
		middle.low = values[i] > middle.low ? values[i] : middle.low;
	return middle;
}

struct middle middle_of(double *values, size_t nr)
{
	return middle_at(values, nr, nr / 2, nr % 2 == 0);
}

struct middle middle_near(const double *values, size_t nr, double low,
			  double high, double *room)
{
	size_t below = 0, kept = 0, even = nr % 2 == 0;

	// Without a branch: where a number goes cannot be foreseen.
	for (size_t i = 0; i < nr; i++) {
		double value = values[i];

		room[kept] = value;
		below += value < low;
		kept += (value >= low) & (value <= high);
	}
	if (nr / 2 >= below + even && nr / 2 < below + kept)
		return middle_at(room, kept, nr / 2 - below, even);
	memcpy(room, values, nr * sizeof(*room));
	return middle_of(room, nr);
}

double median_of(struct middle middle)
{
	return (middle.low + middle.high) / 2;
}

static int by_value(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Move what is below PIVOT, then what is equal to it, to the front. */
static size_t part_at(struct weighted *values, size_t nr, double pivot,
		      bool equal)
{
	size_t front = 0;

	for (size_t i = 0; i < nr; i++) {
		struct weighted one = values[i];

		if (!(equal ? one.value <= pivot : one.value < pivot))
			continue;
		values[i] = values[front];
		values[front++] = one;
	}
	return front;
}

static double weight_of(const struct weighted *values, size_t nr)
{
	double sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += values[i].weight;
	return sum;
}

double weighted_median(struct weighted *values, size_t nr)
{
	double half = weight_of(values, nr) / 2, sum = 0;

	// Of many, only the part that has it is sorted.
	while (nr > 64) {
		double pivot = values[nr / 2].value;
		size_t below = part_at(values, nr, pivot, false);
		double weight = weight_of(values, below);

		if (sum + weight >= half) {
			nr = below;
			continue;
		}
		sum += weight;
		values += below;
		nr -= below;
		size_t equal = part_at(values, nr, pivot, true);
		sum += weight_of(values, equal);
		if (sum >= half || equal == nr)
			return pivot;
		values += equal;
		nr -= equal;
	}
	qsort(values, nr, sizeof(*values), by_value);
	for (size_t i = 0; i < nr; i++) {
		sum += values[i].weight;
		if (sum >= half || i + 1 == nr)
			return values[i].value;
	}
	return NAN;
}
