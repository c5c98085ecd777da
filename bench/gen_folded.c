/*
 * gen_folded.c - folded stacks as large as one likes
 *
 *	gen_folded System.map BYTES base|test >stacks.folded
 *
 * Lines "comm;frame;...;leaf COUNT", 15 to 45 frames deep, made of the names
 * of System.map, until BYTES are written.  A line is one of 200,000 stacks;
 * both sides have the same ones but for one in twenty, and counts that differ
 * by up to a fifth.  Stacks grow out of a tree that has few branches at its
 * root, so they begin alike, as real ones do.  The same every time.
 */
#include "kernelmap.h"
#include "random.h"

#define STACKS 200000

static const char *const comms[] = {
	"swapper", "postgres", "make", "cc1", "kworker/0:1-events", "nginx",
	"Web Content", "sshd",
};

/* The function that the frame at DEPTH of stack ID is in, below PARENT. */
static uint64_t frame(uint64_t parent, unsigned int depth, uint64_t id)
{
	uint64_t branches = depth < 12 ? 1 + depth % 3 : 2;

	return mix(parent * 4 + mix(id * 64 + depth) % branches);
}

static size_t put_stack(const struct kernelmap *map, uint64_t id,
			uint64_t count, const char *side)
{
	unsigned int depth = 15 + mix(id) % 31;
	uint64_t at = mix(id) % 8;
	size_t length = strlen(comms[at]);

	fputs(comms[at], stdout);
	for (unsigned int i = 0; i < depth; i++) {
		at = frame(at, i, id);
		const char *name = map->functions[at % map->nr].name;

		putc_unlocked(';', stdout);
		fputs_unlocked(name, stdout);
		length += 1 + strlen(name);
	}
	if (id % 20 == 7) {
		putc_unlocked('_', stdout);
		fputs_unlocked(side, stdout);
		length += 1 + strlen(side);
	}
	return length + (size_t)printf(" %llu\n", (unsigned long long)count);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		trouble("usage: gen_folded System.map BYTES base|test");
	struct kernelmap map = kernelmap_read(argv[1]);
	size_t left = strtoull(argv[2], NULL, 10);
	bool test = strcmp(argv[3], "test") == 0;
	static char buffer[1 << 20];

	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	for (uint64_t line = 0; left > 0; line++) {
		// Each stack once, in an order that looks like none, then again.
		uint64_t id = (line * 77773 + line / STACKS) % STACKS;
		uint64_t state = line, count = 1;
		size_t length;

		count += 2000 / (1 + random_next(&state) % 2000);
		if (test)
			count += random_next(&state) % (1 + count / 5);
		length = put_stack(&map, id, count, argv[3]);
		left -= length < left ? length : left;
	}
	return fclose(stdout) ? 2 : 0;
}
