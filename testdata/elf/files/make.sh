#!/bin/sh
# make.sh - two kernels of four functions of 4 bytes, with the files they are of
#
# The last counter of a dump is of what lies outside, so there are 20 bytes of
# text.  What stands at 0, 4, 8 and 12:
#
#	base.xz  init of a.c, init of b.c, once of a.c, outer
#	test.xz  init of b.c, init of c.c, once of d.c, outer

set -eu
cd "$(dirname "$0")"

# unit FILE NAME...
unit() {
	printf '\t.file "%s"\n\t.text\n' "$1"
	shift
	for name; do
		printf '\t.type %s, @function\n%s:\t.fill 4, 1, 0x90\n' \
			"$name" "$name"
		printf '\t.size %s, 4\n' "$name"
	done
}

# link NAME: what the units a, b, c come to
link() {
	for part in a b c; do
		as --64 -o $part.o $part.s
	done
	ld -m elf_x86_64 -Ttext=0x1000 --defsym=_stext=0x1000 \
		--defsym=_etext=0x1014 -e 0 -o "$1" a.o b.o c.o
	xz -9ef "$1"
	rm -f a.[os] b.[os] c.[os]
}

unit a.c init >a.s
unit b.c init >b.s
{ unit a.c once; printf '\t.globl outer\n'; unit a.c outer; } >c.s
link base
unit b.c init >a.s
unit c.c init >b.s
{ unit d.c once; printf '\t.globl outer\n'; unit d.c outer; } >c.s
link test
