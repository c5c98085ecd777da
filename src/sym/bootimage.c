#include "diffprof/bootimage.h"

#include <elf.h>
#include <stdlib.h>

#include "diffprof/tar.h"
#include "diffprof/unpack.h"

/* A kernel unpacks to some 60 MB, with everything built in to ten times that. */
#define KERNEL_MAX ((size_t)1 << 30)

/* Offsets of bzImage, from the beginning of the file. */
enum {
	SETUP_SECTORS = 0x1f1,
	BOOT_FLAG = 0x1fe,
	HEADER = 0x202,
	VERSION = 0x206,
	KERNEL_VERSION = 0x20e, /* from 0x200 on */
	PAYLOAD_OFFSET = 0x248, /* behind the sectors */
	PAYLOAD_LENGTH = 0x24c,
	HEADER_END = 0x250,
};

static uint64_t little(struct span bytes, size_t at, size_t size)
{
	uint64_t value = 0;

	for (size_t i = size; i-- > 0 && at + size <= bytes.len;)
		value = value << 8 | (unsigned char)bytes.ptr[at + i];
	return value;
}

static bool is_bzimage(struct span head)
{
	return head.len >= HEADER_END && little(head, BOOT_FLAG, 2) == 0xaa55 &&
	       !memcmp(head.ptr + HEADER, "HdrS", 4);
}

static bool is_zboot(struct span head)
{
	return head.len >= 64 && span_starts(head, "MZ") &&
	       !memcmp(head.ptr + 4, "zimg", 4);
}

bool bootimage_sniff(struct span head)
{
	return is_bzimage(head) || is_zboot(head);
}

static const char *packing_of(struct span payload)
{
	static const struct {
		const char *magic, *name;
	} others[] = {
		{ "\x02\x21\x4c\x18", "lz4" },
		{ "\x89LZO", "lzo" },
		{ "\x5d", "lzma" },
	};
	const char *name = unpack_detect(payload);

	for (size_t i = 0; !name && i < sizeof(others) / sizeof(*others); i++)
		if (span_starts(payload, others[i].magic))
			name = others[i].name;
	return name;
}

/* "6.1.0-57-cloud-amd64 (debian-kernel@lists.debian.org) #1 SMP ..." */
static struct span release_of(struct span file)
{
	uint64_t at = 0x200 + little(file, KERNEL_VERSION, 2);
	struct span text = { file.ptr, 0 }, word = { file.ptr, 0 };

	if (at == 0x200 || at >= file.len)
		return word;
	text = (struct span){ file.ptr + at, file.len - (size_t)at };
	text.len = strnlen(text.ptr, text.len < 128 ? text.len : 128);
	return span_word(&text, &word) ? word : (struct span){ file.ptr, 0 };
}

int bootimage_open(struct input *in, struct bootimage *boot, struct error *err)
{
	struct span file;

	if (input_data(in, &file, err) < 0)
		return -1;
	*boot = (struct bootimage){ .release = { file.ptr, 0 } };
	if (is_zboot(in->head))
		return fail(err, ERR_FORMAT,
			    "%s: a zboot image, whose kernel is no ELF image;"
			    " give its System.map with -m",
			    in->path);
	boot->release = release_of(file);
	if (little(file, VERSION, 2) < 0x208)
		return fail(err, ERR_FORMAT,
			    "%s: a boot image of before Linux 2.6.26, which"
			    " does not say where its kernel is; give its"
			    " System.map with -m",
			    in->path);

	uint64_t sectors = little(file, SETUP_SECTORS, 1);
	uint64_t from = 512 * ((sectors ? sectors : 4) + 1) +
			little(file, PAYLOAD_OFFSET, 4);
	uint64_t len = little(file, PAYLOAD_LENGTH, 4);
	if (from > file.len || len > file.len - from || len < 8)
		return fail(err, ERR_FORMAT,
			    "%s: the boot image ends before its kernel does;"
			    " it is not whole",
			    in->path);
	boot->payload = (struct span){ file.ptr + from, (size_t)len };
	boot->packing = packing_of(boot->payload);
	if (!boot->packing)
		return fail(err, ERR_FORMAT,
			    "%s: the kernel in this boot image is packed in an"
			    " unknown way",
			    in->path);
	return 0;
}

/* Behind the packed data stands their size, which is no damage. */
static int unpack_known(const struct input *in, struct span payload,
			struct input *kernel, struct error *err)
{
	const char *cut_short;
	char *data;
	size_t size;

	if (unpack(payload, KERNEL_MAX, in->path, &data, &size, &cut_short,
		   err) < 0)
		return -1;
	input_from_memory(kernel, in->path, data, size);
	kernel->owned = data;
	return 0;
}

/* Here the size could be that of another block. */
static int unpack_other(const struct input *in, struct span payload,
			struct input *kernel, struct error *err)
{
	struct arena scratch = { 0 };
	struct span bytes;

	payload.len -= 4;
	int failed = tar_unpack(payload, KERNEL_MAX, in->path, &scratch, &bytes,
				err);
	if (!failed) {
		kernel->owned = mem_resize(NULL, bytes.len);
		memcpy(kernel->owned, bytes.ptr, bytes.len);
		void *owned = kernel->owned;
		input_from_memory(kernel, in->path, owned, bytes.len);
		kernel->owned = owned;
	}
	arena_release(&scratch);
	return failed;
}

int bootimage_unpack(const struct input *in, const struct bootimage *boot,
		     struct input *kernel, struct error *err)
{
	int failed;

	*kernel = (struct input){ .path = in->path, .fd = -1 };
	if (!strcmp(boot->packing, "lzo"))
		return fail(err, ERR_FORMAT,
			    "%s: its kernel is packed with lzo, which is not"
			    " read here; give its System.map with -m",
			    in->path);
	failed = unpack_detect(boot->payload) ?
			 unpack_known(in, boot->payload, kernel, err) :
			 unpack_other(in, boot->payload, kernel, err);
	if (!failed && !span_starts(kernel->head, ELFMAG))
		failed = fail(err, ERR_FORMAT,
			      "%s: what is packed in this boot image is no ELF"
			      " image", in->path);
	if (failed)
		input_close(kernel);
	return failed;
}
