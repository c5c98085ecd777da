#!/bin/sh
# Makes the kept images of this folder again, with compilers of Debian 12.
set -e
cd "$(dirname "$0")"
here=$PWD
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp -r src include "$tmp"
mkdir "$tmp/build"
cd "$tmp/build"

# keep NAME COMPILER OPTION...
keep() {
	name=$1
	shift
	"$@" -O1 -fdebug-prefix-map="$tmp=/tree" -I../include -c \
		-o "$name.ko" ../src/main.c
	"${1}" -nostdlib -static -Wl,-e,outer -o "$name" "$name.ko"
	xz -9 -c "$name" >"$here/$name.xz"
	[ "$name" = clang ] || xz -9 -c "$name.ko" >"$here/$name.ko.xz"
}
keep s390x s390x-linux-gnu-gcc -gdwarf-5
keep i386 i686-linux-gnu-gcc -gdwarf-4
keep clang clang -gdwarf-5

# A kernel of 16 bytes of text, as /proc/profile would count it.
gcc -O1 -gdwarf-5 -fdebug-prefix-map="$tmp=/tree" -fcf-protection=none \
	-fno-asynchronous-unwind-tables -I../include -c -o kernel.o ../src/main.c
ld -o kernel -e outer -Ttext=0x1000000 --build-id=none \
	--defsym=_stext=outer --defsym=_etext=outer+16 kernel.o
objcopy -w --strip-symbol='mark_*' kernel
objdump -dl kernel
xz -9 -c kernel >"$here/kernel.xz"
