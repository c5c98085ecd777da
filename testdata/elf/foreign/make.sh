#!/bin/sh
# make.sh - the images of this directory, with gcc 12, the last to have stabs
set -eu
cd "$(dirname "$0")"
flags="-O1 -nostdlib -static -fno-pic -no-pie -fno-asynchronous-unwind-tables
	-Wl,--build-id=none"
for bits in 32 64; do
	# shellcheck disable=SC2086
	gcc -m$bits -gstabs+ $flags -fdebug-prefix-map="$PWD=/src/linux" \
		text.c -o stabs-$bits 2>/dev/null
done
objcopy -O pei-x86-64 stabs-64 stabs.exe
# shellcheck disable=SC2086
gcc -gdwarf-4 $flags -ffile-prefix-map="$PWD=/src/linux" text.c -o dwarf-64
objcopy -O pei-x86-64 dwarf-64 dwarf.exe
rm dwarf-64
xz -9f stabs-32 stabs-64 stabs.exe dwarf.exe
