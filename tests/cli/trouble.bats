# Input that cannot be used: one sentence, status 2, nothing printed.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	map map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	listing listing 100 f 50 g
}

@test "what the tests below spoil is whole to begin with" {
	prints show -m map dump
	prints listing listing
}

@test "an empty file" {
	: >empty
	refuses 'empty: *empty*' show empty
	refuses 'empty: *empty*' listing empty
	refuses 'empty: *empty*' show -m empty dump
	refuses 'empty: *empty*' show -k empty dump
}

@test "empty standard input" {
	refuses '-: *empty*' show - </dev/null
}

@test "a directory without profiles" {
	mkdir -p none other
	echo hello >other/prose
	cp map other
	refuses 'none: no profile*' none listing
	refuses 'other: no profile*' listing other
	refuses 'other: no profile*' show other
}

@test "a directory for a map or an image" {
	mkdir dir
	refuses 'dir: *directory*' show -m dir dump
	refuses 'dir: *directory*' show -k dir dump
}

@test "a truncated dump" {
	head -c 60 dump >short
	refuses 'map: text of *short covers*not whole*' show -m map short
}

@test "a dump that is too long" {
	{
		cat dump
		head -c 8 dump
	} >long
	refuses 'map: text of *long covers*' show -m map long
	cat dump dump >twice
	refuses '*twice*' show -m map twice
}

@test "a dump that is not whole words" {
	for size in 65 66 67; do
		cat dump dump | head -c $size >odd
		refuses "odd: $size bytes are not whole words*" \
			show -m map odd
	done
}

@test "a dump of the step word alone, or less" {
	head -c 4 dump >word
	refuses 'word: *' show -m map word
	refuses 'word: *' show -f proc -m map word
	head -c 1 dump >byte
	refuses 'byte: *' show -f proc -m map byte
}

@test "a step that is no power of two" {
	dump odd 3 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	refuses 'odd: *' show -m map odd
	refuses 'odd: *no power of two*' show -f proc -m map odd
}

@test "a step of more than a MiB" {
	dump huge $((1 << 21)) 1 2 3
	refuses '*huge*' show -f proc -m map huge
}

@test "a step word of 0 that no step explains" {
	dump zero 0 1 2 3 4 5
	refuses 'map: text of 64 bytes, which no step divides*zero*' \
		show -m map zero
}

@test "a raw dump without symbols says what it needs" {
	refuses 'dump: raw /proc/profile of 4-byte steps; it needs *-m*-k*' \
		show dump <map
}

@test "a map without _stext, or without _etext" {
	grep -v ' _stext' map >no-stext
	refuses 'no-stext: has no _stext*' show -m no-stext dump
	grep -v ' _etext' map >no-etext
	refuses 'no-etext: has no _etext*' show -m no-etext dump
}

@test "a map whose text ends before it begins" {
	sed 's/81000000 T _stext/82000000 T _stext/' map >turned
	refuses 'turned: *_etext*' show -m turned dump
}

@test "a map without one symbol of text" {
	sed 's/ [tTW] / D /' map >data
	refuses 'data: *' show -m data dump
}

@test "Debian's stub of a map says where the real one is" {
	stub=$data/cases/49-system-map-absolute-crc-inside-text/debian-stub.map
	refuses '*debian-stub.map: a stub*linux-image-<version>-dbg*' \
		show -m "$stub" dump
}

@test "kallsyms of zeros names the sysctl that hides the addresses" {
	sed 's/^[0-9a-f]*/0000000000000000/' map >kallsyms
	refuses 'kallsyms: *kernel.kptr_restrict*' show -m kallsyms dump
}

@test "the map of another kernel" {
	sed 's/81000040/81000080/' map >other
	refuses 'other: text of *128 bytes*dump covers*another kernel*' \
		show -m other dump
	refuses '*another kernel*' show \
		-m "$x86/System.map.xz" "$real/i386/base.profile.xz"
}

@test "the image of another kernel" {
	refuses '*vmlinux.syms.xz: text of *another kernel*' show \
		-k "$i386/vmlinux.syms.xz" \
		"$real/x86-mitigations/base.profile.xz"
}

@test "a map and an image of two kernels" {
	refuses '*not of one kernel' show -m "$i386/System.map.xz" \
		-k "$x86/vmlinux.syms.xz" \
		"$real/x86-mitigations/base.profile.xz"
}

@test "the map of one side is the wrong one" {
	sed 's/81000040/81000080/' map >other
	refuses 'other: text of *dump covers*' --base-map map \
		--test-map other dump dump
}

@test "a map where a profile belongs, and the other way round" {
	refuses 'map: a map of symbols*-m' show map
	refuses 'map: a map of symbols*-m' listing map
	refuses 'dump: neither a map*' show -m dump dump
	refuses 'listing: neither a map*' show -m listing dump
	refuses 'listing: neither a map*' show -k listing dump
}

@test "an image where a profile belongs" {
	refuses '*an ELF image*-k' show "$x86/vmlinux.syms.xz"
	refuses '*an ELF image*-k' show "$(command -v ls)"
}

@test "an image that is not whole" {
	xz -dc "$x86/vmlinux.syms.xz" >vmlinux
	profile=$real/x86-mitigations/base.profile.xz
	for size in 16 63 64 1000 100000 1000000; do
		head -c $size vmlinux >cut
		refuses 'cut: *' show -k cut "$profile"
	done
}

@test "an image without symbols" {
	refuses '*: *' show -k "$(command -v bash)" dump
}

# Bytes that are the same in every run, and no text.
junk() {
	LC_ALL=C awk -v seed="$1" -v size="$2" 'BEGIN {
		srand(seed)
		while (size-- > 0)
			printf "%c", 1 + int(255 * rand())
	}'
}

@test "binary junk, as a profile, a map, an image" {
	for seed in 1 2 3 4 5; do
		junk $seed 5003 >junk
		refuses 'junk: not a profile in any known format*' show junk
		refuses 'junk: *' listing junk
		refuses 'junk: *' show -m junk dump
		refuses 'junk: *' show -k junk dump
		for format in proc readprofile; do
			refuses '*junk: *' show -f $format -m map junk
		done
	done
}

@test "binary junk behind the magic of a packer or of ELF" {
	for magic in '\x1f\x8b\x08' '\xfd7zXZ\0' '\x28\xb5\x2f\xfd' BZh9 \
		'\x7fELF' '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e'; do
		{
			printf %b "$magic"
			junk 7 3001
		} >junk
		refuses 'junk: *' show junk
		refuses 'junk: *' show -m junk dump
		refuses 'junk: *' show -k junk dump
	done
}

@test "prose without a row names the formats that were tried" {
	printf 'Dear list,\n\nplease find below nothing.\n' >mail
	refuses 'mail: *proc, *readprofile*' show mail
}

@test "a sparse file of 4 GB" {
	truncate -s 4G sparse
	refuses 'sparse: *' show sparse
	refuses 'sparse: *' show -m map sparse
	refuses 'sparse: *' show -f proc -m map sparse
	refuses 'sparse: *' show -m sparse dump
	refuses 'sparse: *' show -k sparse dump
	refuses 'sparse: *' listing sparse
}

@test "a sparse file of 4 GB that begins like a map or a dump" {
	cp map sparse-map
	truncate -s 4G sparse-map
	refuses 'sparse-map: *' show -m sparse-map "$real/i386/base.profile.xz"
	cp dump sparse-dump
	truncate -s 4G sparse-dump
	refuses 'sparse-dump: *' show -m map sparse-dump
}

@test "a count over 64 bits, with the line it stands on" {
	{
		cat listing
		echo '18446744073709551616 h 0.1000'
	} >big
	refuses 'big:4: count "18446744073709551616" does not fit*' show big
	refuses 'big:4: *' listing big
	echo '99999999999999999999999999999999999999 h 0.1000' >big
	refuses 'big:1: count *' show big
}

@test "a count over 63 bits, and the largest that fits" {
	echo '9223372036854775808 h 0.1000' >big
	refuses 'big:1: count "9223372036854775808" does not fit in 63 bits' \
		show big
	echo '9223372036854775807 h 0.1000' >big
	prints show big
	has '^9223372036854775807 h '
}

@test "a count over 63 bits behind an address" {
	echo 'c0100000 a 9223372036854775808 0.1000' >big
	refuses 'big:1: count "9223372036854775808" does not fit in 63 bits' \
		show big
}
@test "a total over 63 bits" {
	printf '%s\n' '10 h 0.1000' '9223372036854775808 total 0.1' >big
	refuses 'big:2: count *' show big
}

@test "counts that add up to over 63 bits" {
	printf '%s\n' '9223372036854775807 g 0.1000' '1 h 0.1000' >big
	refuses 'big: the counts add up to more than 63 bits*' show big
	refuses 'big: *63 bits*' listing big
}

@test "runs that add up to over 63 bits" {
	for name in a b; do
		echo "5000000000000000000 $name 0.1000" >$name
	done
	refuses '*63 bits*' show a b
	refuses '*63 bits*' a b --vs listing
	refuses '*63 bits*' listing --vs a b
	prints a b
}

@test "a file that does not exist" {
	refuses 'gone: No such file or directory' show gone
	refuses 'gone: No such file or directory' gone listing
	refuses 'gone: No such file or directory' listing gone
	refuses 'gone: No such file or directory' show -m gone dump
	refuses 'gone: No such file or directory' show -k gone dump
	refuses 'listing/gone: Not a directory' show listing/gone
}

@test "a file that may not be read" {
	chmod 000 listing
	if [ "$(id -u)" = 0 ]; then
		# Root without its privileges is nobody.
		plain='setpriv --inh-caps=-all --bounding-set=-all'
		$plain true || skip 'root, and setpriv does not work'
		# shellcheck disable=SC2016
		printf '#!/bin/sh\nexec %s "$PROGRAM" "$@"\n' "$plain" >plain
		chmod +x plain
		export PROGRAM=$DIFFPROF
		DIFFPROF=./plain
	fi
	refuses 'listing: Permission denied' show listing
	refuses 'listing: Permission denied' listing listing
	refuses 'listing: Permission denied' show -m listing dump
}

@test "the first file's trouble is told, whichever is found first" {
	for _ in 1 2 3 4 5; do
		refuses 'gone1: *' gone1 gone2
		refuses 'listing: *' show -m listing gone
	done
}

@test "a listing of zeros alone is a listing" {
	printf '     0 %-40s   0.0000\n' f g total >zeros
	prints show zeros
	prints zeros zeros
	out_is <<-'EOF'
		         0     0.0% total
	EOF
}

@test "none of these leaves a file where -o says, or beside it" {
	: >empty
	head -c 60 dump >short
	head -c 63 dump >odd
	dump step 3 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	junk 1 5003 >junk
	truncate -s 4G sparse
	grep -v ' _stext' map >no-stext
	sed 's/^[0-9a-f]*/0000000000000000/' map >zeros
	sed 's/81000040/81000080/' map >other
	echo '18446744073709551616 f 0.1' >big
	printf '%s\n' '9223372036854775807 g 0.1' '1 h 0.1' >sum
	mkdir work
	for input in empty short odd step junk sparse gone big sum; do
		refuses '*' show -o work/file -m map $input
		refuses '*' -o work/file -m map $input dump
		refuses '*' -o work/file -m map dump $input
	done
	for symbols in empty junk sparse gone no-stext zeros other; do
		refuses '*' show -o work/file -m $symbols dump
		refuses '*' -o work/file --test-map $symbols -m map dump dump
	done
	[ -z "$(ls -A work)" ]
	prints show -o work/file -m map dump
	[ "$(ls -A work)" = file ]
}
@test "bins over 63 bits, and bins that do not add up" {
	printf 'f:\n\tffffffff81000000\t10\n\tffffffff81000004\t%s\n' \
		99999999999999999999 >big
	refuses 'big:3: count "99999999999999999999" does not fit in 63 bits' \
		show big
	printf 'f:\n\tffffffff81000000\t9\n  total\t\t\t\t99\n' >differ
	prints show differ
	notes 'a total of 99, but the bins add up to 9'
}
@test "expressions that no library survives" {
	refuses '*over 4096 bytes' --only="$(printf '%05000d' 0)" listing listing
	refuses '*back-references' --idle='(a)\1' listing listing
}
@test "one name renamed to two" {
	refuses '*f has two new names, x and y' --rename=f=x --rename=f=y \
		listing listing
}
