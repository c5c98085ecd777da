#!/bin/sh
# make.sh - twice.c as an object of several machines, by clang 14 of Debian 12

set -eu
cd "$(dirname "$0")"

# object NAME TARGET [OPTION]...
object() {
	name=$1
	target=$2
	shift 2
	clang --target="$target" "$@" -O1 -fno-pic \
		-fno-asynchronous-unwind-tables -c twice.c -o "$name.o"
	xz -9 -f "$name.o"
}

object x86_64 x86_64-linux-gnu
object i386 i386-linux-gnu
object aarch64 aarch64-linux-gnu
object s390x s390x-linux-gnu
object powerpc64 powerpc64-linux-gnu -mabi=elfv2
object powerpc64le powerpc64le-linux-gnu
object riscv64 riscv64-linux-gnu
