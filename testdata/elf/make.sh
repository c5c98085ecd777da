#!/bin/sh
# Makes the images of this folder again, with gcc and binutils of Debian 12.
set -e
cd "$(dirname "$0")"
g++ -O1 -g0 -Wl,--build-id -o shapes.full shapes.cc
objcopy --only-keep-debug shapes.full shapes.debug
objcopy --strip-all --add-gnu-debuglink=shapes.debug shapes.full shapes
gcc -O1 -g0 -fno-asynchronous-unwind-tables -c -o small-module.ko module.c
for file in shapes shapes.debug small-module.ko; do
	xz -9 -k -f "$file"
done
nm -n shapes.full
nm -n small-module.ko
rm shapes shapes.debug shapes.full small-module.ko
