/*
 * bootimage.h - vmlinuz: a kernel that is packed behind the code that unpacks it
 *
 * x86 has its bzImage (Documentation/arch/x86/boot.rst, protocol 2.08 of Linux
 * 2.6.26 and later), with the ELF image in it but for its symbols; other
 * architectures have a zboot image of EFI (drivers/firmware/efi/libstub/
 * zboot-header.S) with no ELF image in it, or are packed and nothing else, which
 * input.h undoes.
 */
#ifndef DIFFPROF_BOOTIMAGE_H
#define DIFFPROF_BOOTIMAGE_H

#include <stdbool.h>

#include "diffprof/input.h"

struct bootimage {
	struct span release; /* of the kernel, of the image's bytes; or empty */
	const char *packing; /* "gzip", "lz4", ... */
	struct span payload;
};

bool bootimage_sniff(struct span head);

/* Find out about the boot image IN.  Fails with ERR_FORMAT. */
int bootimage_open(struct input *in, struct bootimage *boot, struct error *err);

/*
 * Unpack what is in BOOT, of IN, whose path the new input KERNEL gets; that is to
 * be closed with input_close().  Fails with ERR_FORMAT, also where no ELF image
 * is in it.
 */
int bootimage_unpack(const struct input *in, const struct bootimage *boot,
		     struct input *kernel, struct error *err);

#endif
