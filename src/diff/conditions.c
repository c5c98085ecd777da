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

/* What is said at one level: `the machine ("a", "b")', and so on. */
static const char *add(struct diff *diff, const char *said,
		       const struct condition *c, size_t run,
		       struct span first, struct span other)
{
	size_t common = span_common(first, other);
	struct span a = shown(first, common), b = shown(other, common);

	return arena_printf(diff->notes.arena,
			    "%s%s%s (\"%s%.*s%s\", \"%s%.*s%s\"%s)",
			    said ? said : "", said ? ", " : "", c->what,
			    before(a, first), (int)a.len, a.ptr,
			    behind(a, first), before(b, other), (int)b.len,
			    b.ptr, behind(b, other),
			    run < diff->base.nr_runs ? " among runs of base" :
						       "");
}

/*
 * The run whose fact of KEY is not that of base's first; rather between the
 * sides than among runs of one.  0: there is none.
 */
static size_t find_other(const struct diff *diff, const char *key,
			 struct span first, struct span *other)
{
	for (size_t i = diff->stride; first.ptr && i-- > 1;) {
		*other = fact_of(diff_run(diff, i), key);
		if (other->ptr && !span_eq(first, *other))
			return i;
	}
	return 0;
}

/* What is said at LEVEL, or NULL. */
static const char *say(struct diff *diff, enum note_level level)
{
	const char *said = NULL;

	for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++) {
		const struct condition *c = &conditions[i];
		struct span first = fact_of(diff_run(diff, 0), c->key), other;
		size_t run = c->level == level ?
				     find_other(diff, c->key, first, &other) :
				     0;

		if (run)
			said = add(diff, said, c, run, first, other);
	}
	return said;
}

void conditions_note(struct diff *diff)
{
	const char *doubts = say(diff, NOTE_DOUBT);
	const char *hints = say(diff, NOTE_HINT);
	const char *more = say(diff, NOTE_INFO);

	if (doubts)
		notes_add(&diff->notes, NOTE_DOUBT, "conditions-differ", NULL,
			  "not only the kernels differ: %s", doubts);
	if (hints)
		notes_add(&diff->notes, NOTE_HINT, "conditions-differ", NULL,
			  "not only the kernels differ: %s", hints);
	if (more)
		notes_add(&diff->notes, NOTE_INFO, "conditions-differ", NULL,
			  "not only the kernels differ: %s", more);
}
