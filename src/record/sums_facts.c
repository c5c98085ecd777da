#include "sums_facts.h"

#include <stdlib.h>

#include "diffprof/recording.h"

/* What is of each run alone, or counts something else of a merged one. */
static bool is_left_out(struct span key)
{
	static const char *const keys[] = { RECORDING_KEY, "merged runs",
					    "first date",  "last date",
					    "date",	   "load" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (span_is(key, keys[i]))
			return true;
	return false;
}

static struct sums_fact *fact_of(struct sums *sums, struct span key)
{
	name_id id = names_intern(&sums->names, key);

	for (size_t i = 0; i < sums->nr_facts; i++)
		if (sums->fact[i].key == id)
			return &sums->fact[i];
	ARENA_ROOM(&sums->arena, sums->fact, sums->nr_facts, sums->cap_facts);
	sums->fact[sums->nr_facts] = (struct sums_fact){ .key = id };
	return &sums->fact[sums->nr_facts++];
}

/*
 * One more value, in its place; what then is behind the last that is kept goes to
 * the others.  It is so whatever comes first: what is not among the first by its
 * bytes of some is not among the first of all.
 */
static void insert(struct sums *sums, struct sums_fact *fact, struct span value,
		   uint64_t runs)
{
	size_t i = 0;

	while (i < fact->nr &&
	       span_cmp(names_text(&sums->names, fact->value[i]), value) < 0)
		i++;
	if (i < fact->nr &&
	    span_eq(names_text(&sums->names, fact->value[i]), value)) {
		fact->runs[i] += runs;
		return;
	}
	if (i == SUMS_VALUES_MAX) {
		fact->others += runs;
		return;
	}
	if (fact->nr == SUMS_VALUES_MAX)
		fact->others += fact->runs[--fact->nr];
	memmove(&fact->value[i + 1], &fact->value[i],
		(fact->nr - i) * sizeof(*fact->value));
	memmove(&fact->runs[i + 1], &fact->runs[i],
		(fact->nr - i) * sizeof(*fact->runs));
	fact->value[i] = names_intern(&sums->names, value);
	fact->runs[i] = runs;
	fact->nr++;
}

static bool has_control(struct span text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] < ' ')
			return true;
	return false;
}

/* Can it stand on a line of `meta', and come back as it is? */
static bool is_plain(struct span key, struct span value)
{
	return key.len && value.len && !memchr(key.ptr, ':', key.len) &&
	       !has_control(key) && !has_control(value);
}

static void add_fact(struct sums *sums, struct span key, struct span value,
		     uint64_t runs)
{
	value = span_trim(value);
	if (!is_left_out(key) && is_plain(key, value))
		insert(sums, fact_of(sums, key), value, runs);
}

/* The same key twice counts once: the last, as fact_find() has it. */
static bool is_last(const struct profile *prof, size_t i)
{
	for (size_t k = i + 1; k < prof->nr_facts; k++)
		if (span_eq(prof->facts[k].key, prof->facts[i].key))
			return false;
	return true;
}

static void keep_date(struct sums *sums, struct span date, struct span *at,
		      bool earlier)
{
	if (!date.len || has_control(date) ||
	    (at->len && (span_cmp(date, *at) < 0) != earlier))
		return;
	*at = (struct span){ arena_strndup(&sums->arena, date.ptr, date.len),
			     date.len };
}

static void add_dates(struct sums *sums, const struct profile *prof)
{
	struct span date = fact_find(prof->facts, prof->nr_facts, "date");
	struct span first = fact_find(prof->facts, prof->nr_facts,
				      "first date");
	struct span last = fact_find(prof->facts, prof->nr_facts, "last date");

	keep_date(sums, prof->merged ? first : date, &sums->first, true);
	keep_date(sums, prof->merged ? last : date, &sums->last, false);
}

static bool add_times(struct sums *sums, const struct times_sum *from)
{
	for (int i = 0; i <= TIME_CPU && from; i++) {
		struct timed *to = &sums->times.of[i];

		if (!wide_add(&to->sum, from->of[i].sum) ||
		    to->sum > COUNT_MAX ||
		    !wide_add(&to->squares, from->of[i].squares))
			return false;
		to->runs += from->of[i].runs;
	}
	return true;
}

bool sums_add_facts(struct sums *sums, const struct profile *prof)
{
	const struct merged *merged = prof->merged;
	uint64_t runs = merged ? merged->runs : 1;
	bool has_release = false;

	for (size_t i = 0; i < prof->nr_facts; i++) {
		if (!is_last(prof, i))
			continue;
		has_release |= span_is(prof->facts[i].key, "release");
		add_fact(sums, prof->facts[i].key, prof->facts[i].value, runs);
	}
	// Other formats know these at least.
	if (!merged && !has_release && prof->release)
		add_fact(sums, SPAN("release"), span_of(prof->release), runs);
	if (!merged && !prof->nr_facts && prof->build_id)
		add_fact(sums, SPAN("build id"), span_of(prof->build_id),
			 runs);
	for (size_t i = 0; merged && i < merged->nr_mixed; i++) {
		const struct mixed_fact *mixed = &merged->mixed[i];

		if (mixed->value.ptr)
			add_fact(sums, mixed->key, mixed->value, mixed->runs);
		else if (!is_left_out(mixed->key) &&
			 is_plain(mixed->key, mixed->key))
			fact_of(sums, mixed->key)->others += mixed->runs;
	}
	add_dates(sums, prof);
	sums->runs += runs;
	return sums->runs <= (uint64_t)1 << 40 && add_times(sums, prof->times);
}

/* ---- written ------------------------------------------------------------------ */

static int by_key(const void *a, const void *b, void *arg)
{
	const struct names *names = arg;
	const struct sums_fact *x = *(const struct sums_fact *const *)a;
	const struct sums_fact *y = *(const struct sums_fact *const *)b;

	return span_cmp(names_text(names, x->key), names_text(names, y->key));
}

static void put_line(struct outbuf *meta, const char *key, struct span value)
{
	if (value.len)
		outbuf_printf(meta, "%s: %.*s\n", key, (int)value.len,
			      value.ptr);
}

static void put_fact(const struct sums *sums, const struct sums_fact *fact,
		     struct outbuf *meta, struct outbuf *mixed)
{
	struct span key = names_text(&sums->names, fact->key);

	if (fact->nr == 1 && fact->runs[0] == sums->runs) {
		struct span value = names_text(&sums->names, fact->value[0]);

		outbuf_printf(meta, "%.*s: %.*s\n", (int)key.len, key.ptr,
			      (int)value.len, value.ptr);
		return;
	}
	for (size_t i = 0; i < fact->nr; i++) {
		outbuf_printf(mixed, "%llu\t",
			      (unsigned long long)fact->runs[i]);
		recording_put_cell(mixed, key);
		outbuf_char(mixed, '\t');
		recording_put_cell(mixed,
				   names_text(&sums->names, fact->value[i]));
		outbuf_char(mixed, '\n');
	}
	if (!fact->others)
		return;
	outbuf_printf(mixed, "%llu\t", (unsigned long long)fact->others);
	recording_put_cell(mixed, key);
	outbuf_char(mixed, '\n');
}

void sums_put_facts(const struct sums *sums, struct outbuf *meta,
		    struct outbuf *mixed)
{
	const struct sums_fact **order =
		mem_resize(NULL, (sums->nr_facts + 1) * sizeof(*order));

	outbuf_printf(meta, RECORDING_KEY ": %d\nmerged runs: %llu\n",
		      RECORDING_VERSION, (unsigned long long)sums->runs);
	put_line(meta, "first date", sums->first);
	put_line(meta, "last date", sums->last);
	for (size_t i = 0; i < sums->nr_facts; i++)
		order[i] = &sums->fact[i];
	qsort_r(order, sums->nr_facts, sizeof(*order), by_key,
		(void *)(uintptr_t)&sums->names);
	for (size_t i = 0; i < sums->nr_facts; i++)
		put_fact(sums, order[i], meta, mixed);
	free(order);
}
