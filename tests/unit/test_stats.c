#include "diffprof/stats.h"

#include <math.h>

#include "check.h"

/*
 * testdata/statistics-golden.csv was computed with R, apart from this program;
 * its header names the fields.
 */
#define FIELDS_MAX 24
#define ROWS_MAX 200
#define RUNS_MAX 10

struct record {
	char *field[FIELDS_MAX];
	int nr;
};

static struct record records[ROWS_MAX];
static int nr_records;

static void read_golden(void)
{
	char line[4096];

	if (nr_records)
		return;
	FILE *file = fopen("testdata/statistics-golden.csv", "r");
	EXPECT_TRUE("testdata/statistics-golden.csv (run from the top)", file);
	while (fgets(line, sizeof(line), file)) {
		struct record *r = &records[nr_records];
		char *rest = line, *word;

		if (*line == '#')
			continue;
		line[strcspn(line, "\n")] = '\0';
		while ((word = strsep(&rest, ",")) && r->nr < FIELDS_MAX)
			r->field[r->nr++] = strdup(word);
		nr_records++;
	}
	fclose(file);
	EXPECT_TRUE("golden rows", nr_records > 100);
}

static double number(const char *text)
{
	if (!strcmp(text, "inf"))
		return INFINITY;
	return strcmp(text, "-") ? strtod(text, NULL) : NAN;
}

static double field(const struct record *r, int i)
{
	EXPECT_TRUE(r->field[1], i < r->nr);
	return number(r->field[i]);
}

static size_t list(const struct record *r, int i, double *values)
{
	char *copy = strdup(r->field[i]), *rest = copy, *word;
	size_t nr = 0;

	while ((word = strsep(&rest, ";")) && nr < RUNS_MAX)
		values[nr++] = number(word);
	free(copy);
	return nr;
}

static void near(const char *id, const char *what, double got, double want,
		 double relative)
{
	if (got == want || (isnan(got) && isnan(want)))
		return;
	if (!(fabs(got - want) <= fmax(1e-9, relative * fabs(want))))
		check_failed(__FILE__, __LINE__, "%s: %s is %.10g, not %.10g",
			     id, what, got, want);
}

#define NEAR(what, got, i) near(r->field[1], what, got, field(r, i), 1e-6)
/* p and q */
#define NEAR_P(what, got, i) near(r->field[1], what, got, field(r, i), 1e-5)

static const struct record *next_of(const char *kind, int *at)
{
	for (; *at < nr_records; (*at)++)
		if (!strcmp(records[*at].field[0], kind))
			return &records[(*at)++];
	return NULL;
}

/* Is the record at I of KIND and of this family? */
static bool is_of(int i, const char *kind, const char *family)
{
	return i < nr_records && !strcmp(records[i].field[0], kind) &&
	       !strcmp(records[i].field[2], family);
}

/* Ratio, delta and their limits, z and p, from field I on. */
static double check_row(const struct record *r, double b, double t,
			double ratio, double phi, double df, double runs, int i)
{
	struct limits of_ratio = stats_ratio_limits(b, t, ratio, phi, df);
	struct limits of_delta = stats_delta_limits(b, t, ratio, phi, df);
	double z = stats_z(b, t, ratio, phi);

	if (b > 0)
		NEAR("ratio", t / ratio / b, i);
	NEAR("ratio_low", of_ratio.low, i + 1);
	NEAR("ratio_high", of_ratio.high, i + 2);
	NEAR("delta", (t / ratio - b) / runs, i + 3);
	NEAR("delta_low", of_delta.low / runs, i + 4);
	NEAR("delta_high", of_delta.high / runs, i + 5);
	NEAR("z", z, i + 6);
	NEAR_P("p", stats_p(z, df), i + 7);
	return stats_p(z, df);
}

/* The tested rows of each family of KIND share one q; P is by record. */
static void check_q(const char *kind, const double *p, int i_q)
{
	for (int first = 0, end; first < nr_records; first = end) {
		const char *family = records[first].field[2];
		double of[ROWS_MAX], q[ROWS_MAX];
		size_t nr = 0;

		end = first + 1;
		if (strcmp(records[first].field[0], kind))
			continue;
		while (is_of(end, kind, family))
			end++;
		for (int i = first; i < end; i++)
			if (!isnan(field(&records[i], i_q)))
				of[nr++] = p[i];
		stats_false_discovery(of, nr, q);
		nr = 0;
		for (int i = first; i < end; i++) {
			const struct record *r = &records[i];

			if (!isnan(field(r, i_q)))
				NEAR_P("q", q[nr++], i_q);
		}
	}
}

TEST(golden_pairs)
{
	double p[ROWS_MAX];
	const struct record *r;
	int rows = 0;

	read_golden();
	for (int i = 0; (r = next_of("pair", &i)); rows++) {
		double b = field(r, 3), t = field(r, 4);
		double ratio = field(r, 6) / field(r, 5);
		double phi = field(r, 7), df = field(r, 8);

		p[i - 1] = check_row(r, b, t, ratio, phi, df, 1, 9);
		NEAR("mindelta", stats_least_delta(b, ratio, phi, df, false), 21);
	}
	check_q("pair", p, 17);
	EXPECT_TRUE("there are pairs", rows >= 40);
}

TEST(golden_single_runs)
{
	double p[ROWS_MAX];
	const struct record *norm;
	int rows = 0;

	read_golden();
	for (int at = 0; (norm = next_of("norm", &at));) {
		double b[ROWS_MAX], t[ROWS_MAX];
		double tested_b[ROWS_MAX], tested_t[ROWS_MAX];
		size_t nr = 0, tested = 0;
		const struct record *r;

		for (int i = 0; (r = next_of("single", &i));) {
			if (strcmp(r->field[2], norm->field[2]))
				continue;
			b[nr] = field(r, 3);
			t[nr] = field(r, 4);
			if (b[nr] + t[nr] >= STATS_TESTED) {
				tested_b[tested] = b[nr];
				tested_t[tested++] = t[nr];
			}
			nr++;
		}
		struct robust robust = stats_robust(b, t, nr);
		double g = stats_single_noise(tested_b, tested_t, tested,
					      robust.r);
		r = norm;
		EXPECT_U64("rows", nr, (uint64_t)field(r, 3));
		NEAR("factor", robust.r, 4);
		NEAR("se", robust.se, 5);
		EXPECT_U64("kept", robust.kept, (uint64_t)field(r, 6));
		NEAR("g", g, 7);
		for (int i = 0; (r = next_of("single", &i));) {
			if (strcmp(r->field[2], norm->field[2]))
				continue;
			double base = field(r, 3), test = field(r, 4);
			double phi = stats_single_phi(g, base, test);

			NEAR("phi", phi, 6);
			p[i - 1] = check_row(r, base, test, 1, phi,
					     STATS_GUESSED_DF, 1, 8);
			rows++;
		}
	}
	check_q("single", p, 16);
	EXPECT_TRUE("there are single runs", rows >= 40);
}

struct repeats {
	double base[RUNS_MAX], test[RUNS_MAX], both[2 * RUNS_MAX];
	size_t n_base, n_test;
	double b, t, mu, s2;
};

static struct repeats repeats_of(const struct record *r,
				 const double *exposures)
{
	struct repeats rep = { .n_base = list(r, 3, rep.base),
			       .n_test = list(r, 4, rep.test) };

	rep.n_base = list(r, 3, rep.base);
	rep.n_test = list(r, 4, rep.test);
	rep.b = rep.t = 0;
	for (size_t i = 0; i < rep.n_base; i++)
		rep.b += rep.both[i] = rep.base[i];
	for (size_t i = 0; i < rep.n_test; i++)
		rep.t += rep.both[rep.n_base + i] = rep.test[i];
	rep.mu = (rep.b + rep.t) / (double)(rep.n_base + rep.n_test);
	rep.s2 = stats_own_noise(rep.both, exposures, rep.n_base, rep.n_test);
	return rep;
}

/* Of runs with one exposure, sums tell the same as the runs. */
TEST(sums_of_squares_tell_what_runs_do)
{
	const double runs[] = { 90, 101, 118, 97, 140, 155, 151 };
	const double one[] = { 1, 1, 1, 1, 1.5, 1.5, 1.5 };
	double single[7], squares[7];

	for (size_t i = 0; i < 7; i++) {
		single[i] = 1;
		squares[i] = runs[i] * runs[i];
	}
	double want = stats_own_noise(runs, one, 4, 3);
	near("sums", "run by run",
		    stats_own_noise_of_sums(runs, squares, single, one, 4, 3),
		    want, 1e-9);

	// Three of base and all of test are added up, each on its own.
	const double sums[] = { 90 + 101 + 118, 97, 140 + 155 + 151 };
	const double of_squares[] = {
		squares[0] + squares[1] + squares[2],
		squares[3],
		squares[4] + squares[5] + squares[6],
	};
	const double nr[] = { 3, 1, 3 }, exposures[] = { 1, 1, 1.5 };

	near("sums", "as sums",
		    stats_own_noise_of_sums(sums, of_squares, nr, exposures, 2,
					    1),
		    want, 1e-9);
	const double unknown[] = { of_squares[0], NAN, of_squares[2] };
	EXPECT_TRUE("not known",
		    isnan(stats_own_noise_of_sums(sums, unknown, nr, exposures,
						  2, 1)));
	const double nothing[] = { 0, 0, 0 };
	near("sums", "no counts",
		    stats_own_noise_of_sums(nothing, nothing, nr, exposures, 2,
					    1),
		    0, 1e-9);
}

TEST(golden_repeated_runs)
{
	double p[ROWS_MAX];
	const struct record *prior_row;
	int rows = 0;

	read_golden();
	for (int at = 0; (prior_row = next_of("prior", &at));) {
		const char *family = prior_row->field[2];
		double mu[ROWS_MAX], s2[ROWS_MAX], exposures[2 * RUNS_MAX];
		size_t n_base = list(prior_row, 3, exposures);
		size_t n_test = list(prior_row, 4, exposures + n_base);
		double base = 0, test = 0;
		size_t nr = 0;
		const struct record *r;

		for (size_t i = 0; i < n_base; i++)
			base += exposures[i];
		for (size_t i = 0; i < n_test; i++)
			test += exposures[n_base + i];
		for (int i = 0; (r = next_of("reps", &i));) {
			if (strcmp(r->field[2], family))
				continue;
			struct repeats rep = repeats_of(r, exposures);
			mu[nr] = rep.mu;
			s2[nr++] = rep.s2;
		}
		r = prior_row;
		struct prior prior = stats_prior(mu, s2, nr, field(r, 5));
		NEAR("a", prior.a, 6);
		NEAR("c", prior.c, 7);
		NEAR("k", prior.k, 8);
		NEAR("d0", prior.d0, 9);
		NEAR("df", stats_shared_df(&prior), 10);
		for (int i = 0; (r = next_of("reps", &i));) {
			if (strcmp(r->field[2], family))
				continue;
			struct repeats rep = repeats_of(r, exposures);
			double phi = stats_shared_phi(&prior, rep.mu, rep.s2);
			double df = stats_shared_df(&prior);

			NEAR("s2", rep.s2, 7);
			NEAR("phi", phi, 8);
			p[i - 1] = check_row(r, rep.b, rep.t, test / base, phi,
					     df, (double)n_base, 9);
			NEAR("mindelta",
			     stats_least_delta(rep.b, test / base, phi, df,
					       false) / (double)n_base, 18);
			rows++;
		}
	}
	check_q("reps", p, 17);
	EXPECT_TRUE("there are repeated runs", rows >= 50);
}

static void check_welch(const struct record *r, const struct welch *w,
			double mean, int i)
{
	NEAR("delta", w->delta, i);
	NEAR("pct", 100 * w->delta / mean, i + 1);
	NEAR("se", w->se, i + 2);
	NEAR("df", w->df, i + 3);
	NEAR("t", w->t, i + 4);
	NEAR_P("p", w->p, i + 5);
	NEAR("delta_low", w->limits.low, i + 6);
	NEAR("delta_high", w->limits.high, i + 7);
	NEAR("pct_low", 100 * w->limits.low / mean, i + 8);
	NEAR("pct_high", 100 * w->limits.high / mean, i + 9);
}

TEST(golden_times)
{
	const struct record *r;

	read_golden();
	for (int i = 0; (r = next_of("welch", &i));) {
		double base[RUNS_MAX], test[RUNS_MAX];
		size_t n_base = list(r, 3, base), n_test = list(r, 4, test);
		struct measured b = stats_sample(base, n_base);
		struct measured t = stats_sample(test, n_test);
		struct welch w = stats_welch(&b, &t);

		NEAR("mean_b", b.mean, 5);
		NEAR("sd_b", b.sd, 6);
		NEAR("mean_t", t.mean, 7);
		NEAR("sd_t", t.sd, 8);
		check_welch(r, &w, b.mean, 9);
		NEAR_P("Mann-Whitney",
		       stats_mann_whitney(base, n_base, test, n_test), 19);
	}
	for (int i = 0; (r = next_of("wsum", &i));) {
		struct measured b = { field(r, 3), field(r, 4), field(r, 5) };
		struct measured t = { field(r, 6), field(r, 7), field(r, 8) };
		struct welch w = stats_welch(&b, &t);

		check_welch(r, &w, b.mean, 9);
	}
}

/* ---- properties ---------------------------------------------------------- */

static const struct {
	double b, t;
} pairs[] = {
	{ 0, 5 }, { 5, 0 }, { 1, 1 }, { 3, 8 }, { 10, 10 }, { 17, 2 },
	{ 100, 130 }, { 0, 4000 }, { 1e4, 1.1e4 }, { 3e6, 3.1e6 },
	{ 1e9, 1.0001e9 }, { 1, 1e6 }, { 4e18, 4e18 }, { 0.3, 0.2 },
	{ 4.61e18, 0 }, { 1e5, 1 },
};

static const double phis[] = { 1, 1.3, 4, 57 };
static const double dfs[] = { 1, 4, 10, 18, INFINITY };
static const double rs[] = { 1, 0.01, 0.7, 3, 250 };

#define EACH(var, table)                                                       \
	for (size_t var = 0; var < sizeof(table) / sizeof(*(table)); var++)

TEST(swapping_the_sides_negates_z_and_inverts_the_ratio)
{
	EACH(i, pairs) EACH(k, phis) EACH(j, rs) {
		double b = pairs[i].b, t = pairs[i].t, r = rs[j];
		double z = stats_z(b, t, r, phis[k]);

		double swapped = stats_z(t, b, 1 / r, phis[k]);
		EXPECT_TRUE("z", fabs(swapped + z) <= 1e-8 * fmax(1, fabs(z)));
		struct limits a = stats_ratio_limits(b, t, r, phis[k], 10);
		struct limits c = stats_ratio_limits(t, b, 1 / r, phis[k], 10);
		near("swapped", "ratio_low", c.low, 1 / a.high, 1e-7);
		near("swapped", "ratio_high", c.high, 1 / a.low, 1e-7);
	}
}

TEST(equal_counts_are_no_change)
{
	static const double counts[] = { 0, 1, 7, 1000, 1e9, 9e18 };

	EACH(i, counts) EACH(k, phis) {
		double z = stats_z(counts[i], counts[i], 1, phis[k]);

		near("equal", "z", z, 0, 0);
		near("equal", "p", stats_p(z, 10), 1, 1e-9);
	}
}

TEST(z_rises_with_the_test_count)
{
	static const double steps[] = { 0, 1, 2, 5, 9, 10, 11, 15, 40, 200,
					1e3, 1e5, 1e8 };

	EACH(k, phis) EACH(j, rs) {
		double was = -INFINITY;

		EACH(i, steps) {
			double z = stats_z(10, steps[i], rs[j], phis[k]);

			EXPECT_TRUE("z rises", z > was && isfinite(z));
			was = z;
		}
	}
}

TEST(limits_contain_the_ratio_and_are_numbers)
{
	EACH(i, pairs) EACH(k, phis) EACH(d, dfs) EACH(j, rs) {
		double b = pairs[i].b, t = pairs[i].t, r = rs[j];
		struct limits of = stats_ratio_limits(b, t, r, phis[k], dfs[d]);
		struct limits delta =
			stats_delta_limits(b, t, r, phis[k], dfs[d]);
		double ratio = t / r / b;

		EXPECT_TRUE("low", of.low >= 0 && of.low <= ratio);
		EXPECT_TRUE("high", of.high >= ratio || !(b > 0));
		// Of less than one effective tick it may not fit a double.
		EXPECT_TRUE("zero", (t > 0) == (of.low > 0) || t < phis[k]);
		EXPECT_TRUE("infinite", (b > 0) == !isinf(of.high) ||
					b < phis[k]);
		EXPECT_TRUE("delta", delta.low <= t / r - b &&
				     delta.high >= t / r - b);
		EXPECT_TRUE("finite", isfinite(delta.low) &&
				      isfinite(delta.high));
	}
}

TEST(the_interval_excludes_1_exactly_when_p_is_below_5_percent)
{
	EACH(k, phis) EACH(d, dfs) EACH(j, rs)
		for (double b = 0; b < 60; b += 3)
			for (double t = b == 0; t < 90; t += 2) {
				double r = rs[j], phi = phis[k], df = dfs[d];
				double z = stats_z(b, t, r, phi);
				struct limits of =
					stats_ratio_limits(b, t, r, phi, df);
				bool out = of.low > 1 || of.high < 1;

				EXPECT_U64("excludes 1", out,
					   stats_p(z, df) < 0.05);
			}
}

TEST(more_noise_is_less_evidence)
{
	EACH(i, pairs) {
		double was = INFINITY;

		EACH(k, phis) {
			double z = fabs(stats_z(pairs[i].b, pairs[i].t, 1,
						phis[k]));

			EXPECT_TRUE("|z| falls", z <= was);
			was = z;
		}
	}
}

TEST(scores_far_out_are_still_numbers)
{
	double z = stats_z(1e6, 1.6e6, 1, 1);

	EXPECT_TRUE("z", z > 300 && z < 400);
	EXPECT_TRUE("p is 0", stats_p(z, INFINITY) == 0);
	near("17,000 nepers", "z", stats_z(0, 24526, 1, 1), 184.3641, 1e-3);
}

TEST(few_rows_scatter_by_counting_alone)
{
	double b[19], t[19];

	for (int i = 0; i < 19; i++) {
		b[i] = 100 + 50 * (i % 3);
		t[i] = 200 - 50 * (i % 4);
	}
	near("19 rows", "g", stats_single_noise(b, t, 19, 1), 1, 0);
	near("one count", "g", stats_single_noise(b, t, 0, NAN), 1, 0);
}

TEST(robust_needs_ticks)
{
	double zero[2] = { 0, 0 }, some[2] = { 40, 60 };

	EXPECT_TRUE("none", isnan(stats_robust(zero, zero, 2).r));
	EXPECT_TRUE("no base", isnan(stats_robust(zero, some, 2).r));
	EXPECT_TRUE("no test", isnan(stats_robust(some, zero, 2).r));
	EXPECT_TRUE("no rows", isnan(stats_robust(zero, zero, 0).r));
	near("equal", "r", stats_robust(some, some, 2).r, 1, 1e-9);
}

TEST(robust_is_not_moved_by_one_row_that_grows)
{
	double b[100], t[100];

	for (int i = 0; i < 100; i++)
		b[i] = t[i] = 200 + 10 * i;
	t[99] *= 30;
	struct robust robust = stats_robust(b, t, 100);
	near("one row", "r", robust.r, 1, 1e-9);
	EXPECT_U64("kept", robust.kept, 99);
}

static int by_number(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double middle(double *values, size_t nr)
{
	qsort(values, nr, sizeof(*values), by_number);
	return nr % 2 ? values[nr / 2] :
			(values[nr / 2 - 1] + values[nr / 2]) / 2;
}

/* The rows within the noise of R, with all scores exact: the next R. */
static double plain_round(const double *b, const double *t, size_t nr, double r,
			  size_t *kept)
{
	double z[400], squares[400], sum_b = 0, sum_t = 0;

	for (size_t i = 0; i < nr; i++) {
		z[i] = fabs(stats_z(b[i], t[i], r, 1));
		squares[i] = z[i] * z[i];
	}
	double g = fmax(1, middle(squares, nr) / 0.45493642311957283);
	*kept = 0;
	for (size_t i = 0; i < nr; i++)
		if (z[i] <= 2.5 * sqrt(g)) {
			sum_b += b[i];
			sum_t += t[i];
			++*kept;
		}
	return sum_t / sum_b;
}

/* The median of z^2 over its noise, which should be that of F(1,10) or less. */
static double plain_ratio(const double *b, const double *t, size_t nr, double r,
			  double g)
{
	double ratio[400];

	for (size_t i = 0; i < nr; i++) {
		double z = stats_z(b[i], t[i], r, 1);

		ratio[i] = z * z / stats_single_phi(g, b[i], t[i]);
	}
	return middle(ratio, nr);
}

TEST(rough_scores_come_to_the_same_as_exact_ones)
{
	static const double factors[] = { 0.2, 0.9, 1, 1.3, 4 };
	double b[400], t[400];
	unsigned seed = 1;

	for (int round = 0; round < 60; round++) {
		double factor = factors[round % 5];
		double noise = 0.2 * (round % 7);
		size_t nr = 50 + (size_t)round * 5, kept;

		for (size_t i = 0; i < nr; i++) {
			double u = rand_r(&seed) / (RAND_MAX + 1.0);
			double v = rand_r(&seed) / (RAND_MAX + 1.0);
			double size = 10 + 5 / (u + 0.003);

			b[i] = floor(size);
			t[i] = floor(size * factor *
				     (1 + noise * (2 * v - 1)) + v);
		}
		struct robust robust = stats_robust(b, t, nr);
		double next = plain_round(b, t, nr, robust.r, &kept);

		// Of all that goes round in circles nothing can be said.
		if (fabs(next - robust.r) < 1e-9)
			EXPECT_U64("kept", robust.kept, kept);
		else
			EXPECT_TRUE("near", fabs(next / robust.r - 1) < 0.05);
		double g = stats_single_noise(b, t, nr, robust.r);
		double ratio = plain_ratio(b, t, nr, robust.r, g);

		if (g > 1)
			near("quiet", "ratio", ratio, 0.48973692115835465, 1e-9);
		else
			EXPECT_TRUE("quiet", ratio <= 0.48973692115835465);
	}
}

TEST(q_is_no_smaller_than_p_and_in_its_order)
{
	double p[] = { 0.01, 0.9, 0.02, 0.02, 0, 0.5 }, q[6];

	stats_false_discovery(p, 6, q);
	near("least", "q", q[4], 0, 0);
	near("0.01", "q", q[0], 0.03, 1e-9);
	near("0.02", "q", q[2], 0.03, 1e-9);
	near("tie", "q", q[3], 0.03, 1e-9);
	near("0.5", "q", q[5], 0.6, 1e-9);
	near("0.9", "q", q[1], 0.9, 1e-9);
}

TEST(times_that_do_not_vary)
{
	struct measured a = { 3, 5, 0 }, b = { 3, 6, 0 }, one = { 1, 5, NAN };

	near("equal", "p", stats_welch(&a, &a).p, 1, 0);
	EXPECT_TRUE("differ", isnan(stats_welch(&a, &b).p));
	EXPECT_TRUE("one run", isnan(stats_welch(&one, &one).p));
	EXPECT_TRUE("one run", isnan(stats_welch(&one, &one).se));
}

TEST(ranks_need_four_runs_and_no_ties)
{
	double a[] = { 1, 2, 3, 4 }, b[] = { 5, 6, 7, 8 }, c[] = { 5, 5, 7, 8 };

	near("apart", "p", stats_mann_whitney(a, 4, b, 4), 2.0 / 70, 1e-9);
	near("turned", "p", stats_mann_whitney(b, 4, a, 4), 2.0 / 70, 1e-9);
	EXPECT_TRUE("three", isnan(stats_mann_whitney(a, 3, b, 4)));
	EXPECT_TRUE("tie", isnan(stats_mann_whitney(a, 4, a, 4)));
	EXPECT_TRUE("tie inside", isnan(stats_mann_whitney(a, 4, c, 4)));
}

/* The tables of the manual, to their own digits. */
TEST(how_much_more_is_needed)
{
	static const struct {
		double f, ticks, runs;
	} cases[] = {
		{ 0.01, 157764, 65 }, { 0.02, 39600, 17 }, { 0.05, 6437, 4 },
		{ 0.10, 1650, 2 }, { 0.20, 433, 2 }, { 0.50, 80, 2 },
		{ 1, 25, 2 },
	};

	EACH(i, cases) {
		double f = cases[i].f;

		near("needed", "ticks", ceil(stats_ticks_needed(f, 1, 1)),
		     cases[i].ticks, 2e-3);
		// Never fewer than two.
		near("needed", "runs",
		     fmax(2, round(stats_runs_needed(f, 1e9, 1e9, 1, 0.02))),
		     cases[i].runs, 0.02);
	}
}

TEST_MAIN
