/*
 * opfile.c - one sample file of oprofile's
 *
 *	header		"DAE\n", u32 version, ...: see the table
 *	descriptor	u32 size, u32 current_size, 6 words of 0
 *	node[size]	key, u32 value, u32 next; node 0 is not used, nodes 1 to
 *			current_size - 1 are
 *	u32 index[size]
 *
 * The header is a C structure as the compiler of the sampled machine laid it
 * out, so its members move with the word size, and nothing in the file says
 * how.  But a file has exactly the size that its descriptor gives, wherever
 * that is, so a layout that is not the right one does not fit.
 *
 * 32-bit machines that align 8-byte numbers to 8 bytes (arm, powerpc) have the
 * headers of 64-bit ones, except that the time may be 4 bytes long.
 */
#include "opfile.h"

#define MAGIC "DAE\n"
#define DESCRIPTOR 32
#define INDEX_ENTRY 4

/* 0x7, 0x8: is_kernel is a byte; the counter's number and two flags follow. */
#define OLD(version_, header_, mtime_size_)                                    \
	{                                                                      \
		.version = (version_), .header = (header_), .event = 12,       \
		.mask = 16, .count = 28, .is_kernel = 8, .is_kernel_size = 1,  \
		.mtime = 40, .mtime_size = (mtime_size_), .node = 12,          \
		.key_size = 4, .value = 4                                      \
	}
#define NEW(version_, header_, mtime_, mtime_size_, anon_, key_)               \
	{                                                                      \
		.version = (version_), .header = (header_), .event = 12,       \
		.mask = 16, .count = 20, .is_kernel = 24, .is_kernel_size = 4, \
		.mtime = (mtime_), .mtime_size = (mtime_size_),                \
		.anon_start = (anon_), .node = (key_) + 8, .key_size = (key_), \
		.value = (key_)                                                \
	}

static const struct oplayout layouts[] = {
	OLD(0x7, 128, 4),
	OLD(0x7, 136, 8),
	OLD(0x8, 128, 4),
	OLD(0x8, 136, 8),
	NEW(0x9, 64, 36, 4, 0, 4),
	NEW(0x9, 72, 40, 8, 0, 4),
	NEW(0x10, 64, 36, 4, 0, 8),
	NEW(0x10, 72, 40, 8, 0, 8),
	// The members of 0x11 came half a year before the number.
	NEW(0x10, 76, 36, 4, 56, 8),
	NEW(0x10, 88, 40, 8, 64, 8),
	NEW(0x11, 76, 36, 4, 56, 8),
	NEW(0x11, 88, 40, 8, 64, 8),
	// So did the longer time of 0x12, by a month.
	NEW(0x11, 80, 36, 8, 60, 8),
	NEW(0x12, 80, 36, 8, 60, 8),
	NEW(0x12, 88, 40, 8, 64, 8),
	NEW(0x13, 64, 36, 8, 48, 8),
	NEW(0x13, 72, 40, 8, 56, 8),
};

#define NR_LAYOUTS (sizeof(layouts) / sizeof(*layouts))

/* SIZE bytes at OFFSET, which is inside; 1, 4 or 8 of them. */
static uint64_t get(const struct opfile *f, size_t offset, unsigned size)
{
	const unsigned char *p = (const unsigned char *)f->bytes.ptr + offset;
	uint64_t value = 0;

	for (unsigned i = 0; i < size; i++)
		value = value << 8 | p[f->big_endian ? i : size - 1 - i];
	return value;
}

static uint32_t get32(const struct opfile *f, size_t offset)
{
	return (uint32_t)get(f, offset, 4);
}

bool opfile_sniff(struct span head)
{
	struct opfile f = { .bytes = head };

	if (head.len < 8 || !span_starts(head, MAGIC))
		return false;
	if (get32(&f, 4) < 0x100)
		return true;
	f.big_endian = true;
	return get32(&f, 4) < 0x100;
}

static uint64_t expected_size(const struct oplayout *l, uint32_t nodes)
{
	return l->header + DESCRIPTOR +
	       (uint64_t)nodes * (l->node + INDEX_ENTRY);
}

static bool has_descriptor(const struct opfile *f, const struct oplayout *l)
{
	return f->bytes.len >= (size_t)l->header + DESCRIPTOR;
}

static bool fits(const struct opfile *f, const struct oplayout *l)
{
	// No file is without nodes, and a header that is cut short has zeros.
	return has_descriptor(f, l) && get32(f, l->header) &&
	       expected_size(l, get32(f, l->header)) == f->bytes.len;
}

/* Does what is there look like a descriptor? */
static bool is_plausible(const struct opfile *f, const struct oplayout *l)
{
	if (!has_descriptor(f, l))
		return false;
	uint32_t nodes = get32(f, l->header), used = get32(f, l->header + 4);

	for (size_t pad = 8; pad < DESCRIPTOR; pad += 4)
		if (get32(f, l->header + pad))
			return false;
	return nodes && !(nodes & (nodes - 1)) && used && used <= nodes;
}

static bool is_whole(const struct opfile *f, const struct oplayout *l)
{
	return fits(f, l) && is_plausible(f, l);
}

/*
 * The layout for which TEST holds; what the session says of itself first, since
 * versions between releases are not in the table.
 */
static const struct oplayout *
choose(const struct opfile *f, const struct opabi *abi,
       bool (*test)(const struct opfile *f, const struct oplayout *l))
{
	if (abi && test(f, &abi->layout))
		return &abi->layout;
	for (size_t i = 0; i < NR_LAYOUTS; i++)
		if (layouts[i].version == f->version && test(f, &layouts[i]))
			return &layouts[i];
	return NULL;
}

static bool is_known(unsigned version)
{
	for (size_t i = 0; i < NR_LAYOUTS; i++)
		if (layouts[i].version == version)
			return true;
	return false;
}

static uint64_t get_mtime(const struct opfile *f)
{
	const struct oplayout *l = &f->layout;
	uint64_t time = get(f, l->mtime, l->mtime_size);

	// Two numbers of 4 bytes: see above.  Nothing is from after 2242.
	return time >> 33 || l->mtime_size == 4 ? get32(f, l->mtime) : time;
}

static void count_nodes(struct opfile *f)
{
	const struct oplayout *l = &f->layout;
	size_t nodes = (size_t)l->header + DESCRIPTOR;
	uint32_t size = get32(f, l->header), used = get32(f, l->header + 4);
	size_t whole = (f->bytes.len - nodes) / l->node;

	f->size = expected_size(l, size);
	f->damaged = f->size != f->bytes.len || used > size;
	whole = whole < size ? whole : size;
	used = used ? used : 1;
	whole = whole ? whole : 1;
	f->nr = (uint32_t)(used < whole ? used : whole) - 1;
	f->lost = used - 1 - f->nr;
}

int opfile_open(struct span bytes, const struct opabi *abi, const char *path,
		struct opfile *file, struct error *err)
{
	struct opfile f = { .bytes = bytes };

	if (!opfile_sniff(bytes))
		return fail(err, ERR_FORMAT, "%s: not a sample file of oprofile:"
			    " it does not begin with \"DAE\" and a version",
			    path);
	f.big_endian = get32(&f, 4) >= 0x100;
	f.version = get32(&f, 4);

	const struct oplayout *layout = choose(&f, abi, is_whole);
	if (!layout)
		layout = choose(&f, abi, is_plausible);
	if (!layout)
		layout = choose(&f, abi, fits);
	if (!layout && !is_known(f.version))
		return fail(err, ERR_FORMAT, "%s: a sample file of oprofile of"
			    " version %#x; those from 0x7 to 0x13 are known",
			    path, f.version);
	if (!layout)
		return fail(err, ERR_FORMAT, "%s: a sample file of oprofile of"
			    " version %#x, but %zu bytes hold no whole header"
			    " and node count of any machine", path, f.version,
			    bytes.len);
	f.layout = *layout;
	f.event = get32(&f, layout->event);
	f.mask = get32(&f, layout->mask);
	f.count = get32(&f, layout->count);
	f.is_kernel = get(&f, layout->is_kernel, layout->is_kernel_size) != 0;
	f.mtime = get_mtime(&f);
	f.anon_start = layout->anon_start ? get(&f, layout->anon_start, 8) : 0;
	count_nodes(&f);
	*file = f;
	return 0;
}

struct opnode opfile_node(const struct opfile *f, uint32_t i)
{
	const struct oplayout *l = &f->layout;
	size_t at = l->header + DESCRIPTOR + ((size_t)i + 1) * l->node;

	return (struct opnode){
		.key = get(f, at + l->key, l->key_size),
		.count = get32(f, at + l->value),
	};
}

/* The number in the line "NAME NUMBER" of an `abi' file. */
static bool abi_number(struct span text, const char *name, unsigned max,
		       uint64_t *value)
{
	struct span line = text, word;

	while (text.len) {
		const char *end = memchr(text.ptr, '\n', text.len);

		line = (struct span){ text.ptr,
				      end ? (size_t)(end - text.ptr) :
					    text.len };
		text.ptr += line.len + (end != NULL);
		text.len -= line.len + (end != NULL);
		if (span_word(&line, &word) && span_is(word, name))
			return span_word(&line, &word) &&
			       span_count(word, value) == NUMBER_OK &&
			       *value <= max;
	}
	return false;
}

bool opabi_parse(struct span text, struct opabi *abi)
{
	uint64_t header, event, mask, count, kernel, mtime, cg, anon, node, key;
	uint64_t key_size, value, little;

	if (!abi_number(text, "sizeof_struct_opd_header", 200, &header) ||
	    !abi_number(text, "offsetof_header_ctr_event", 60, &event) ||
	    !abi_number(text, "offsetof_header_ctr_um", 60, &mask) ||
	    !abi_number(text, "offsetof_header_ctr_count", 60, &count) ||
	    !abi_number(text, "offsetof_header_is_kernel", 60, &kernel) ||
	    !abi_number(text, "offsetof_header_mtime", 60, &mtime) ||
	    !abi_number(text, "sizeof_odb_node_t", 64, &node) ||
	    !abi_number(text, "offsetof_node_key", 60, &key) ||
	    !abi_number(text, "offsetof_node_value", 60, &value) ||
	    !abi_number(text, "sizeof_odb_key_t", 8, &key_size) ||
	    !abi_number(text, "little_endian", 1, &little))
		return false;
	if (!abi_number(text, "offsetof_header_cg_to_is_kernel", 200, &cg))
		cg = mtime + 4;
	if (!abi_number(text, "offsetof_header_anon_start", 190, &anon))
		anon = 0;
	if ((key_size != 4 && key_size != 8) || key + key_size > node ||
	    value + 4 > node || header < 68 || (anon && anon + 8 > header))
		return false;
	*abi = (struct opabi){
		.big_endian = !little,
		.layout = {
			.header = (uint16_t)header,
			.event = (uint8_t)event,
			.mask = (uint8_t)mask,
			.count = (uint8_t)count,
			.is_kernel = (uint8_t)kernel,
			.is_kernel_size = 4,
			.mtime = (uint8_t)mtime,
			.mtime_size = cg >= mtime + 8 ? 8 : 4,
			.anon_start = (uint8_t)anon,
			.node = (uint8_t)node,
			.key_size = (uint8_t)key_size,
			.key = (uint8_t)key,
			.value = (uint8_t)value,
		},
	};
	return true;
}
