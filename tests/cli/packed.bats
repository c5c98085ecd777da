# Standard input, packed input, and what ends early.

load helper

packers='gzip xz zstd bzip2'

# A listing that every packer makes several blocks of.
long_listing() {
	awk 'BEGIN {
		for (i = 1; i <= 12000; i++) {
			printf "%6d symbol_%d_%d %8.4f\n", 20000 - i, i, \
				i * 7919 % 10007, 0.5
			sum += 20000 - i
		}
		printf "%6d total 0.0100\n", sum
	}'
}

pack() {
	case $1 in
	bzip2) bzip2 -1 -c ;;
	*) "$1" -c ;;
	esac
}

setup_file() {
	long_listing >"$BATS_FILE_TMPDIR/listing"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing=$BATS_FILE_TMPDIR/listing
	map map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
}

@test "standard input is a profile, of either side or alone" {
	listing base 100 f 50 g
	listing test 90 f 80 g
	prints base test
	mv out wanted
	prints - test <base
	same wanted out
	prints base - <test
	same wanted out
	prints show base
	mv out wanted
	prints show - <base
	same wanted out
}

@test "standard input from a pipe, in pieces" {
	prints show "$listing"
	mv out wanted
	(head -n 5000 && sleep 0.1 && cat) <"$listing" | prints show -
	same wanted out
}

@test "standard input is a raw dump, or a map" {
	prints show -q -m map dump
	mv out wanted
	prints show -q -m map - <dump
	same wanted out
	prints show -q -m - dump <map
	same wanted out
}

@test "standard input is read only once" {
	refuses 'standard input (-) can be read only once' - - <dump
	refuses 'standard input (-) *once' show -m - - <dump
	refuses 'standard input (-) *once' -m - -k - dump dump <map
}

@test "./- is a file" {
	cp dump ./-
	prints show -m map ./-
}

@test "standard input that stands behind its first byte" {
	{
		read -r _
		prints show -
	} < <(printf 'skip me\n' | cat - "$listing")
	has ' symbol_1_'
	{ printf 'skip\n'; cat "$listing"; } >both
	{
		dd bs=5 count=1 of=/dev/null 2>/dev/null
		prints show -
	} <both
	silent
	[ "$(wc -l <out)" = 12001 ]
}

@test "a packed listing is what it unpacks to" {
	prints show "$listing"
	mv out wanted
	for packer in $packers; do
		pack "$packer" <"$listing" >packed
		prints show packed
		same wanted out
		prints show - <packed
		same wanted out
	done
}

@test "a packed dump and a packed map are what they unpack to" {
	prints show -q -m map dump
	mv out wanted
	for packer in $packers; do
		pack "$packer" <dump >packed
		pack "$packer" <map >packed-map
		prints show -q -m packed-map packed
		same wanted out
	done
}

@test "the name says nothing about the packing" {
	listing small 100 f
	cp small small.gz
	prints show small.gz
	gzip -c small >packed.txt
	prints show packed.txt
}

@test "packed files one behind the other are one, as for the packers" {
	listing a 100 f
	for packer in $packers; do
		{
			head -n 1 a | pack "$packer"
			tail -n 1 a | pack "$packer"
		} >packed
		prints show packed
		silent
		has '^   100 total'
	done
}

@test "what is packed twice is not a profile" {
	gzip -c "$listing" | gzip -c >twice
	refuses 'twice: not a profile*' show twice
}

@test "nothing, packed, is an empty file" {
	for packer in $packers; do
		: | pack "$packer" >packed
		refuses 'packed: *' show packed
	done
}

@test "a packed listing that ends early is kept as far as it is whole" {
	for packer in $packers; do
		pack "$packer" <"$listing" >packed
		head -c $(($(wc -c <packed) * 4 / 5)) packed >cut
		prints show cut
		notes 'cut: the packed data end early'
		notes 'cut: sorted and without a total'
		# Rows of the listing, each whole, from the first on.
		rows=$(wc -l <out)
		[ "$rows" -gt 1000 ]
		[ "$rows" -lt 12000 ]
		awk '{ print $1, $2 }' out >got
		awk '{ print $1, $2 }' "$listing" | head -n "$rows" >wanted
		same wanted got
	done
}

@test "a plain listing that ends in the middle of a line" {
	head -c 100000 "$listing" >cut
	prints show cut
	notes 'sorted and without a total'
	[ "$(wc -l <out)" -gt 2000 ]
}

@test "a packed listing that is damaged is kept up to there, or refused" {
	for packer in $packers; do
		pack "$packer" <"$listing" >packed
		half=$(($(wc -c <packed) / 2))
		{
			head -c $half packed
			printf 'damage, and more of it'
			tail -c +$((half + 23)) packed
		} >damaged
		dp show damaged
		case $status in
		0) notes 'damaged: ' ;;
		2) [ "$(wc -l <err)" = 1 ] && [ ! -s out ] ;;
		*) complain "$packer: ended with $status" ;;
		esac
	done
}

@test "junk behind packed data is a doubt" {
	for packer in $packers; do
		{
			pack "$packer" <"$listing"
			printf 'not packed at all'
		} >packed
		prints show packed
		notes 'something else follows the packed data'
		[ "$(wc -l <out)" = 12001 ]
	done
}

@test "a packed dump that ends early is refused" {
	for packer in $packers; do
		pack "$packer" <dump >packed
		for less in 1 4 8 12; do
			head -c -$less packed >cut
			refuses 'cut: *' show -m map cut
		done
	done
}

@test "a packed map that ends before _etext is refused" {
	for packer in $packers; do
		{
			head -n 4 map
			long_listing | awk '{
				printf "ffffffff8100%04x t %s\n", NR, $2
			}'
		} | sort | pack "$packer" >packed
		head -c $(($(wc -c <packed) * 4 / 5)) packed >cut
		refuses 'cut: *' show -m cut dump
	done
}

@test "a sorted map that ends behind _etext lacks nothing" {
	{
		cat map
		long_listing | awk '{ printf "ffffffff82%06x d %s\n", NR, $2 }'
	} | pack gzip >packed
	head -c $(($(wc -c <packed) / 2)) packed >cut
	prints show -m map dump
	mv out wanted
	mv err wanted.err
	prints show -m cut dump
	same wanted out
	same wanted.err err
}

@test "a map in no order that ends early is a doubt" {
	{
		sort -r map
		long_listing | awk '{ printf "ffffffff82%06x d %s\n", NR, $2 }'
	} | pack gzip >packed
	head -c $(($(wc -c <packed) / 2)) packed >cut
	prints show -m cut dump
	notes 'cut: the packed data end early'
}

@test "a packed image that ends early is refused" {
	head -c 500000 "$x86/vmlinux.syms.xz" >cut
	refuses 'cut: *' show -k cut "$real/x86-mitigations/base.profile.xz"
}

@test "padding between and behind members is passed over" {
	listing whole 100 f 50 g
	{ head -n 1 whole | xz -c; printf '\0\0\0\0'; tail -n +2 whole | xz -c; } >x
	{ gzip -c whole; printf '\0\0\0'; } >z
	prints show whole
	mv out wanted
	for packed in x z; do
		prints show $packed
		silent
		same wanted out
	done
}

@test "zstd frames without data are passed over, in front and between" {
	listing whole 100 f 50 g
	prints show whole
	mv out wanted
	empty='\x50\x2a\x4d\x18\x04\0\0\0abcd'
	{ printf "$empty"; zstd -qc whole; } >front
	{ head -n 1 whole | zstd -qc; printf "$empty"
	  tail -n +2 whole | zstd -qc; } >between
	for packed in front between; do
		prints show $packed
		silent
		same wanted out
	done
}

@test "what is not packed behind packed data is a doubt" {
	listing whole 100 f 50 g
	{ head -n 1 whole | gzip -c; printf '\x1f\x8c'; } >damaged
	prints show damaged
	notes 'something else follows the packed data'
}
