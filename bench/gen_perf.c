/*
 * gen_perf.c - a perf.data file of as many samples as one likes
 *
 *	gen_perf TEMPLATE System.map SAMPLES base|test >perf.data
 *
 * TEMPLATE is a recording of a kernel that System.map is of; all its events are
 * alike but for what they count (perf record -a has a second one, a dummy).  Its
 * attributes, maps, names of processes, and features are kept as they are, and
 * its samples are replaced.  Of the new ones three in ten are copies of a
 * sample taken in user mode, at a later time; the others are copies of one
 * taken in the kernel, but at an address in one of 5,000 functions of the map.
 * A few functions have most of the samples.  If TEMPLATE has call chains, so
 * have they: 4 to 24 frames, 16 ways to each function.  In test a tenth of the
 * functions lose a third of their samples to others.  The same every time.
 */
#include "kernelmap.h"
#include "random.h"

#define FUNCTIONS 5000
#define WAYS 16
#define ROUND 10000	/* samples between two FINISHED_ROUND records */
#define TICK 1000	/* nanoseconds from one sample to the next */
#define CONTEXT_KERNEL ((uint64_t)-128)

enum {
	RECORD_EXIT = 4,
	RECORD_SAMPLE = 9,
	RECORD_FINISHED_ROUND = 68,
};

/* Bits of sample_type; others are not known here. */
enum {
	HAS_IP = 1 << 0,
	HAS_TID = 1 << 1,
	HAS_TIME = 1 << 2,
	HAS_ADDR = 1 << 3,
	HAS_CALLCHAIN = 1 << 5,
	HAS_ID = 1 << 6,
	HAS_CPU = 1 << 7,
	HAS_PERIOD = 1 << 8,
	HAS_STREAM_ID = 1 << 9,
	HAS_IDENTIFIER = 1 << 16,
	HAS_KNOWN = HAS_IP | HAS_TID | HAS_TIME | HAS_ADDR | HAS_CALLCHAIN |
		HAS_ID | HAS_CPU | HAS_PERIOD | HAS_STREAM_ID | HAS_IDENTIFIER,
};

struct header {
	uint64_t magic, size, attr_size, attrs, attrs_size, data, data_size,
		types, types_size, features[4];
};

struct record {
	uint32_t type;
	uint16_t misc, size;
};

struct samples {
	const struct record **at;
	size_t nr;
};

struct model {
	char *bytes;
	size_t size;
	uint64_t kinds;		/* sample_type */
	size_t ip, time;	/* where in a sample, in bytes */
	size_t fixed;		/* bytes before the call chain */
	uint64_t last;		/* time of its last sample */
	uint64_t slide;		/* of the kernel against its map */
	struct samples kernel, user;
};

static uint64_t word(const void *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static void put(const void *bytes, size_t size)
{
	if (fwrite(bytes, 1, size, stdout) != size)
		trouble("cannot write");
}

static void read_whole(const char *path, struct model *t)
{
	FILE *file = fopen(path, "rb");

	if (!file)
		trouble(path);
	t->bytes = need(malloc(1 << 22));
	t->size = fread(t->bytes, 1, 1 << 22, file);
	fclose(file);
	if (t->size < sizeof(struct header) || t->size == 1 << 22 ||
	    memcmp(t->bytes, "PERFILE2", 8) != 0)
		trouble("the template is no small perf.data file");
}

/* Where the fields are: their order is that of perf_event_open(2). */
static void find_fields(struct model *t)
{
	size_t at = sizeof(struct record);

	if (t->kinds & ~(uint64_t)HAS_KNOWN || !(t->kinds & HAS_IP) ||
	    !(t->kinds & HAS_TIME))
		trouble("samples of the template have unknown fields");
	if (t->kinds & HAS_IDENTIFIER)
		at += 8;
	t->ip = at;
	at += 8;
	if (t->kinds & HAS_TID)
		at += 8;
	t->time = at;
	at += 8;
	for (uint64_t rest = t->kinds & (HAS_ADDR | HAS_ID | HAS_STREAM_ID |
					 HAS_CPU | HAS_PERIOD);
	     rest; rest &= rest - 1)
		at += 8;
	t->fixed = at;
}

static void add(struct samples *samples, const struct record *record)
{
	samples->at = need(realloc(samples->at, (samples->nr + 1) *
						sizeof(*samples->at)));
	samples->at[samples->nr++] = record;
}

/* Maps are type 1: pid and tid, start, length, offset, name. */
static void find_slide(struct model *t, const struct record *record,
		       const struct kernelmap *map)
{
	const char *body = (const char *)(record + 1);

	if (record->type == 1 && record->size > 48 &&
	    strncmp(body + 32, "[kernel.kallsyms]", 17) == 0)
		t->slide = word(body + 8) - map->text;
}

static void model_read(const char *path, const struct kernelmap *map,
			  struct model *t)
{
	read_whole(path, t);
	const struct header *header = (const struct header *)t->bytes;

	if (header->attrs + header->attrs_size > t->size ||
	    header->data + header->data_size > t->size)
		trouble("the template is cut");
	t->kinds = word(t->bytes + header->attrs + 24);
	for (uint64_t at = 0; at < header->attrs_size; at += header->attr_size)
		if (word(t->bytes + header->attrs + at + 24) != t->kinds)
			trouble("the template has events that are not alike");
	find_fields(t);
	for (size_t at = header->data; at < header->data + header->data_size;) {
		const struct record *record =
			(const struct record *)(t->bytes + at);

		if (record->size < sizeof(*record))
			trouble("the template has a record without a size");
		at += record->size;
		find_slide(t, record, map);
		if (record->type != RECORD_SAMPLE)
			continue;
		add((record->misc & 7) == 1 ? &t->kernel : &t->user, record);
		if (word((const char *)record + t->time) > t->last)
			t->last = word((const char *)record + t->time);
	}
	if (t->kernel.nr == 0 || t->user.nr == 0)
		trouble("the template lacks samples of the kernel or of users");
}

/* Which function number K is. */
static const struct function *function(const struct kernelmap *map, uint64_t k)
{
	return &map->functions[mix(k) % map->nr];
}

/* A function for the sample; test shuns one in ten of them. */
static uint64_t choose(uint64_t *state, bool test)
{
	uint64_t k = random_skewed(state, FUNCTIONS);

	if (test && k % 10 == 3 && random_next(state) % 3 == 0)
		k = random_skewed(state, FUNCTIONS);
	return k;
}

static size_t chain(const struct kernelmap *map, const struct model *t,
		    uint64_t k, uint64_t ip, uint64_t way, uint64_t *to)
{
	size_t depth = 4 + mix(k * WAYS + way) % 21;
	uint64_t at = k * WAYS + way;

	to[0] = depth + 2;
	to[1] = CONTEXT_KERNEL;
	to[2] = ip;
	for (size_t i = 0; i < depth; i++) {
		// Callers meet: the further from the leaf, the fewer there are.
		at = mix(at) % (FUNCTIONS >> i / 2 | 1);
		const struct function *f = function(map, at);

		to[3 + i] = f->addr + t->slide + mix(at) % f->size;
	}
	return (depth + 3) * 8;
}

static size_t put_kernel(const struct kernelmap *map, const struct model *t,
			 uint64_t time, uint64_t *state, bool test)
{
	const struct record *old = t->kernel.at[random_next(state) %
						t->kernel.nr];
	uint64_t k = choose(state, test);
	const struct function *f = function(map, k);
	uint64_t ip = f->addr + t->slide + random_next(state) % f->size;
	_Alignas(8) char buffer[1024];
	struct record *record = (struct record *)buffer;
	size_t size = t->fixed;

	memcpy(buffer, old, size);
	memcpy(buffer + t->ip, &ip, 8);
	memcpy(buffer + t->time, &time, 8);
	if (t->kinds & HAS_CALLCHAIN)
		size += chain(map, t, k, ip, random_next(state) % WAYS,
			      (uint64_t *)(buffer + size));
	record->size = (uint16_t)size;
	put(buffer, size);
	return size;
}

static size_t put_user(const struct model *t, uint64_t time,
		       uint64_t *state)
{
	const struct record *old = t->user.at[random_next(state) % t->user.nr];

	put(old, t->time);
	put(&time, 8);
	put((const char *)old + t->time + 8, old->size - t->time - 8);
	return old->size;
}

/* What is not a sample; processes do not end before their last sample. */
static size_t put_others(const struct model *t)
{
	const struct header *header = (const struct header *)t->bytes;
	size_t put_so_far = 0;

	for (size_t at = header->data; at < header->data + header->data_size;) {
		const struct record *record =
			(const struct record *)(t->bytes + at);

		at += record->size;
		if (record->type == RECORD_SAMPLE ||
		    record->type == RECORD_EXIT ||
		    record->type == RECORD_FINISHED_ROUND)
			continue;
		put(record, record->size);
		put_so_far += record->size;
	}
	return put_so_far;
}

static size_t put_samples(const struct kernelmap *map,
			  const struct model *t, uint64_t samples, bool test)
{
	static const struct record round = { RECORD_FINISHED_ROUND, 0, 8 };
	uint64_t state = test ? 1ULL << 60 : 1ULL << 59;
	size_t put_so_far = 0;

	for (uint64_t i = 1; i <= samples; i++) {
		uint64_t time = t->last + i * TICK;

		if (random_next(&state) % 10 < 3)
			put_so_far += put_user(t, time, &state);
		else
			put_so_far += put_kernel(map, t, time, &state, test);
		if (i % ROUND == 0 || i == samples) {
			put(&round, sizeof(round));
			put_so_far += sizeof(round);
		}
	}
	return put_so_far;
}

/* The table of features, one place and size each, and what it points at. */
static void put_features(const struct model *t, uint64_t moved)
{
	const struct header *header = (const struct header *)t->bytes;
	size_t table = header->data + header->data_size;
	size_t nr = 0;

	for (size_t i = 0; i < 4; i++)
		nr += (size_t)__builtin_popcountll(header->features[i]);
	if (table + nr * 16 > t->size)
		trouble("the template is cut");
	for (size_t i = 0; i < nr; i++) {
		uint64_t place = word(t->bytes + table + i * 16) + moved;

		put(&place, 8);
		put(t->bytes + table + i * 16 + 8, 8);
	}
	put(t->bytes + table + nr * 16, t->size - table - nr * 16);
}

int main(int argc, char **argv)
{
	struct model t = { 0 };
	static char buffer[1 << 20];

	if (argc != 5)
		trouble("usage: gen_perf TEMPLATE System.map SAMPLES base|test");
	struct kernelmap map = kernelmap_read(argv[2]);

	model_read(argv[1], &map, &t);
	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	struct header header = *(const struct header *)t.bytes;
	uint64_t old_size = header.data_size;

	put(t.bytes, header.data);
	header.data_size = put_others(&t) +
			   put_samples(&map, &t, strtoull(argv[3], NULL, 10),
				       strcmp(argv[4], "test") == 0);
	put_features(&t, header.data_size - old_size);
	if (fseek(stdout, 0, SEEK_SET) != 0)
		trouble("a file is needed, not a pipe");
	put(&header, sizeof(header));
	return fclose(stdout) ? 2 : 0;
}
