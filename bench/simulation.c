/*
 * simulation - how often the verdicts are wrong, with the program's own functions
 *
 *	simulation [REPETITIONS]	(by default 60 a cell)
 *
 * 920 symbols, of the sizes of a posted profile and a power law behind them;
 * 16,000 and 1.1 million ticks a run.  Noise of three kinds: the same factor phi
 * for all rows; one of its own for each, 1 + (phi - 1) times an exponential
 * deviate; the same and 3 % a row and 1 % of all rows from run to run.  Nothing
 * changes, then 5 % of the symbols by x1.2, x1.5, x2, half of them up, half
 * down.
 *
 * In percent: t1, p < .05 among unchanged rows, and fdr, false ones among rows
 * with q < .05 at x1.5 and x2, both as means over the cells, and the worst fdr
 * of any cell; power, changed rows of 50 ticks a run or more that were found, at
 * x1.2/x1.5/x2, out of those of all cells.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diffprof/stats.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#define SYMBOLS 920
#define RUNS 10
#define MODELS 3
#define POSTED "testdata/seed-cases/highpte-sdet32/base.prof"

enum method { BINOMIAL, WELCH, CHOSEN, METHODS };

static const char *const method_names[] = {
	"binomial, phi = 1", "Welch's t", "chosen",
};

/* What one cell, or the sum of several, had. */
struct tally {
	double unchanged, t1;		/* rows tested, with p < .05; null only */
	double fdr, families;		/* at x1.5 and x2 */
	double changed[3], found[3];	/* by size of the change */
};

static double size[SYMBOLS];
static double count[SYMBOLS][2 * RUNS];
static double phi_of[SYMBOLS];
static bool is_changed[SYMBOLS];

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*y > *x) - (*y < *x);
}

/* The rows of a listing, but for what is idle; returns how many. */
static size_t read_sizes(const char *path)
{
	FILE *file = fopen(path, "r");
	char name[256];
	double ticks;
	size_t nr = 0;

	if (!file) {
		perror(path);
		exit(2);
	}
	while (nr < SYMBOLS &&
	       fscanf(file, "%lf %255s%*[^\n]", &ticks, name) == 2)
		if (strcmp(name, "total") && strcmp(name, "default_idle"))
			size[nr++] = ticks;
	fclose(file);
	return nr;
}

/* The posted profile, and a power law from its smallest rows down. */
static void make_sizes(double total)
{
	size_t nr = read_sizes(POSTED);
	double sum = 0;

	qsort(size, nr, sizeof(*size), by_size);
	for (size_t i = 0; i < SYMBOLS; i++) {
		if (i >= nr)
			size[i] = size[nr - 1] *
				  pow((double)nr / (double)(i + 1), 1.3);
		sum += size[i];
	}
	for (size_t i = 0; i < SYMBOLS; i++)
		size[i] *= total / sum;
}

/* A count of this mean, with a variance PHI times as large. */
static double draw(double mean, double phi)
{
	if (phi > 1.0001)
		mean = rgamma(mean / (phi - 1), phi - 1);
	return mean > 0 ? rpois(mean) : 0;
}

static void make_runs(size_t n, double phi, int model, double change)
{
	for (size_t i = 0; i < SYMBOLS; i++) {
		phi_of[i] = model ? 1 + (phi - 1) * exp_rand() : phi;
		is_changed[i] = change > 1 && unif_rand() < 0.05;
	}
	double up[SYMBOLS];
	for (size_t i = 0; i < SYMBOLS; i++)
		up[i] = !is_changed[i] ? 1 :
			unif_rand() < 0.5 ? change : 1 / change;
	for (size_t k = 0; k < 2 * n; k++) {
		double common = model == 2 ? exp(0.01 * norm_rand()) : 1;

		for (size_t i = 0; i < SYMBOLS; i++) {
			double own = model == 2 ? exp(0.03 * norm_rand()) : 1;

			count[i][k] = draw(size[i] * common * own *
					   (k >= n ? up[i] : 1), phi_of[i]);
		}
	}
}

static void sums(size_t n, double *b, double *t)
{
	for (size_t i = 0; i < SYMBOLS; i++) {
		b[i] = t[i] = 0;
		for (size_t k = 0; k < n; k++) {
			b[i] += count[i][k];
			t[i] += count[i][n + k];
		}
	}
}

static double welch_p(const double *runs, size_t n)
{
	struct measured b = stats_sample(runs, n);
	struct measured t = stats_sample(runs + n, n);
	double p = stats_welch(&b, &t).p;

	return isnan(p) ? 1 : p;
}

/* The p of all rows by one METHOD, at equal exposures. */
static void find_p(enum method method, size_t n, const double *b,
		   const double *t, double *p)
{
	static const double ones[2 * RUNS] = {
		1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	};
	double mu[SYMBOLS], s2[SYMBOLS], tb[SYMBOLS], tt[SYMBOLS], g = 1;
	struct prior prior = { 0 };
	size_t tested = 0;

	if (method == CHOSEN && n == 1) {
		for (size_t i = 0; i < SYMBOLS; i++)
			if (b[i] + t[i] >= STATS_TESTED) {
				tb[tested] = b[i];
				tt[tested++] = t[i];
			}
		g = stats_single_noise(tb, tt, tested,
				       stats_robust(b, t, SYMBOLS).r);
	} else if (method == CHOSEN) {
		for (size_t i = 0; i < SYMBOLS; i++) {
			mu[i] = (b[i] + t[i]) / (double)(2 * n);
			s2[i] = stats_own_noise(count[i], ones, n, n);
		}
		prior = stats_prior(mu, s2, SYMBOLS, (double)(2 * n - 2));
	}
	for (size_t i = 0; i < SYMBOLS; i++) {
		if (method == WELCH)
			p[i] = welch_p(count[i], n);
		else if (method == BINOMIAL)
			p[i] = stats_p(stats_z(b[i], t[i], 1, 1), INFINITY);
		else if (n == 1)
			p[i] = stats_p(stats_z(b[i], t[i], 1,
					       stats_single_phi(g, b[i], t[i])),
				       STATS_GUESSED_DF);
		else
			p[i] = stats_p(stats_z(b[i], t[i], 1,
					stats_shared_phi(&prior, mu[i], s2[i])),
				       stats_shared_df(&prior));
	}
}

static void judge(enum method method, size_t n, int change, struct tally *tally)
{
	double b[SYMBOLS], t[SYMBOLS], p[SYMBOLS], q[SYMBOLS], of[SYMBOLS];
	size_t row[SYMBOLS], nr = 0, called = 0, wrong = 0;

	sums(n, b, t);
	find_p(method, n, b, t, p);
	for (size_t i = 0; i < SYMBOLS; i++)
		if (b[i] + t[i] >= STATS_TESTED) {
			row[nr] = i;
			of[nr++] = p[i];
		}
	stats_false_discovery(of, nr, q);
	for (size_t k = 0; k < nr; k++) {
		size_t i = row[k];
		bool found = q[k] < 0.05;

		called += found;
		wrong += found && !is_changed[i];
		if (change < 0) {
			tally->unchanged++;
			tally->t1 += of[k] < 0.05;
		} else if (is_changed[i] && size[i] >= 50) {
			tally->changed[change]++;
			tally->found[change] += found;
		}
	}
	if (change > 0) {
		tally->families++;
		tally->fdr += called ? (double)wrong / (double)called : 0;
	}
}

/* A line of a table: sums over its cells, of percentages and of rows. */
struct line {
	double cells, t1, fdr, worst;
	double changed[3], found[3];
};

static double percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static void add_cell(struct line *line, const struct tally *t)
{
	double fdr = percent(t->fdr, t->families);

	line->cells++;
	line->t1 += percent(t->t1, t->unchanged);
	line->fdr += fdr;
	for (int i = 0; i < 3; i++) {
		line->changed[i] += t->changed[i];
		line->found[i] += t->found[i];
	}
	line->worst = fmax(line->worst, fdr);
}

static void print(size_t n, double phi, enum method method,
		  const struct line *line)
{
	double cells = line->cells;

	printf("%2zu  %3g  %-18s  t1 %4.1f  fdr %4.1f (worst %4.1f)  power"
	       " %3.0f/%3.0f/%3.0f\n", n, phi, method_names[method],
	       line->t1 / cells, line->fdr / cells, line->worst,
	       percent(line->found[0], line->changed[0]),
	       percent(line->found[1], line->changed[1]),
	       percent(line->found[2], line->changed[2]));
}

static void simulate_cell(size_t n, double phi, int model, int repetitions,
			  struct line *lines)
{
	static const double changes[] = { 1.2, 1.5, 2 };
	struct tally of[METHODS] = { 0 };

	for (int rep = 0; rep < repetitions; rep++)
		for (int c = -1; c < 3; c++) {
			make_runs(n, phi, model, c < 0 ? 1 : changes[c]);
			for (int m = 0; m < METHODS; m++)
				if (m != WELCH || n > 1)
					judge(m, n, c, &of[m]);
		}
	for (int m = 0; m < METHODS; m++)
		add_cell(&lines[m], &of[m]);
}

/* All cells of N runs a side at PHI: three models, two sizes. */
static void simulate(size_t n, double phi, int repetitions)
{
	static const double totals[] = { 16000, 1.1e6 };
	struct line lines[METHODS] = { 0 };

	for (int i = 0; i < 2; i++) {
		make_sizes(totals[i]);
		// At phi = 1 rows of a factor each are those of one for all.
		for (int model = 0; model < MODELS; model++)
			if (model != 1 || phi > 1)
				simulate_cell(n, phi, model, repetitions,
					      lines);
	}
	for (int m = 0; m < METHODS; m++)
		if (m != WELCH || n > 1)
			print(n, phi, m, &lines[m]);
}

int main(int argc, char **argv)
{
	static const size_t runs[] = { 1, 2, 3, 5, 10 };
	static const double phis[] = { 1, 2, 5 };
	int repetitions = argc > 1 ? atoi(argv[1]) : 60;

	set_seed(20260401, 5170);
	printf(" n  phi  in percent, %d repetitions a cell\n", repetitions);
	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		for (size_t k = 0; k < sizeof(phis) / sizeof(*phis); k++)
			simulate(runs[i], phis[k], repetitions);
	return 0;
}
