#include "conditions.h"

/*
 * What may be compared on purpose is a hint; what makes counts mean something
 * else is a doubt.
 */
static const struct condition {
	const char *key; /* as in a recording's meta */
	const char *what;
	enum note_level level;
} conditions[] = {
	{ "command", "the command", NOTE_DOUBT },
	{ "machine", "the architecture", NOTE_DOUBT },
	{ "cpus", "the number of CPUs", NOTE_DOUBT },
	{ "cpu", "the model of the CPU", NOTE_DOUBT },
	{ "memory", "the memory", NOTE_DOUBT },
	{ "governor", "the frequency governor", NOTE_DOUBT },
	{ "hz", "HZ", NOTE_DOUBT },
	{ "sampler", "what took the samples", NOTE_DOUBT },
	{ "mitigations", "the mitigations", NOTE_HINT },
	{ "boot", "the kernel's command line", NOTE_INFO },
	{ "config", "the kernel's configuration", NOTE_INFO },
	{ "host", "the host", NOTE_INFO },
};

static struct span fact_of(const struct profile *prof, const char *key)
{
	return fact_find(prof->facts, prof->nr_facts, key);
}

#define SHOWN_MAX 60

/* A long value from a little before the place where it becomes another. */
static struct span shown(struct span value, size_t common)
{
	size_t skipped = value.len <= SHOWN_MAX ? 0 :
			 common > SHOWN_MAX / 4 ? common - SHOWN_MAX / 4 :
						  0;

	value.ptr += skipped;
	value.len -= skipped;
	if (value.len > SHOWN_MAX)
		value.len = SHOWN_MAX;
	return value;
}

static const char *before(struct span part, struct span value)
{
	return part.ptr > value.ptr ? "..." : "";
}

static const char *behind(struct span part, struct span value)
{
	return part.ptr + part.len < value.ptr + value.len ? "..." : "";
}

static void note(struct diff *diff, const struct condition *c, size_t run,
		 struct span first, struct span other)
{
	size_t common = span_common(first, other);
	struct span a = shown(first, common), b = shown(other, common);
	bool is_test = run >= diff->base.nr_runs;

	notes_add(&diff->notes, c->level, "conditions-differ", NULL,
		  "%s differs: \"%s%.*s%s\" %s, \"%s%.*s%s\" %s", c->what,
		  before(a, first), (int)a.len, a.ptr, behind(a, first),
		  is_test ? "for base" : "for one run of base",
		  before(b, other), (int)b.len, b.ptr, behind(b, other),
		  is_test ? "for test" : "for another");
}

/* One note is enough, and about the sides rather than among their runs. */
static void compare_one(struct diff *diff, const struct condition *c)
{
	struct span first = fact_of(diff_run(diff, 0), c->key);

	if (!first.ptr)
		return;
	for (size_t i = diff->stride; i-- > 1;) {
		struct span other = fact_of(diff_run(diff, i), c->key);

		if (other.ptr && !span_eq(first, other)) {
			note(diff, c, i, first, other);
			return;
		}
	}
}

void conditions_note(struct diff *diff)
{
	for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++)
		compare_one(diff, &conditions[i]);
}
