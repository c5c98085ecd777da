# shellcheck shell=bash disable=SC2034
# What the tests of the command line share; each file begins with `load helper'.
#
# Every test works in a directory of its own, which is the working directory.
# There `dp' leaves ./out and ./err, byte for byte, and `status'.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
data=$tree/testdata
: "${DIFFPROF:=$tree/build/diffprof}"
export LC_ALL=C.UTF-8
unset COLUMNS NO_COLOR
# Not the user's, and empty.
export XDG_CACHE_HOME=${BATS_TEST_TMPDIR:-$BATS_RUN_TMPDIR}/cache

seeds=$data/seed-cases
real=$data/real
x86=$real/kernels/6.1.0-57-cloud-amd64
i386=$real/kernels/6.1.0-50-686
s390x=$real/kernels/6.1.0-50-s390x

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# dp ARG...: run diffprof; `status' is how it ended.
dp() {
	status=0
	"$DIFFPROF" "$@" >out 2>err || status=$?
}

# What went wrong, for whoever reads the failed test.
complain() {
	echo "$1"
	[ ! -s err ] || sed 's/^/err: /' err | head -n 20 | cut -c -300
	[ ! -s out ] || sed 's/^/out: /' out | head -n 20 | cut -c -300
	return 1
}

# prints ARG...: run diffprof, which must succeed.
prints() {
	dp "$@"
	[ "$status" = 0 ] || complain "diffprof $* ended with $status"
}

# refuses TEXT ARG...: diffprof ends with 2, prints nothing, and says one
# sentence that TEXT (a shell pattern) describes.
refuses() {
	local text=$1 said
	shift
	dp "$@"
	said=$(tr -d '\0' <err)
	[ "$status" = 2 ] || complain "diffprof $* ended with $status, not 2"
	[ ! -s out ] || complain "diffprof $* failed and printed"
	# shellcheck disable=SC2053
	[[ $said = "diffprof: "$text ]] ||
		complain "it should have said: diffprof: $text"
	[ "$(wc -l <err)" = 1 ] || complain "more than one sentence"
}

# notes TEXT: standard error has a note with TEXT (a basic regular expression).
notes() {
	grep -q "^diffprof: note: .*$1" err || complain "no note of: $1"
}

# silent: nothing was said.
silent() {
	[ ! -s err ] || complain 'it should have said nothing'
}

# has REGEX [FILE], lacks REGEX [FILE]: a line of ./out (basic expressions).
has() {
	grep -q -e "$1" "${2:-out}" || complain "there is no $1"
}

lacks() {
	! grep -q -e "$1" "${2:-out}" || complain "there is $1"
}

# same FILE FILE: equal to the byte.
same() {
	cmp -s "$1" "$2" || {
		diff -u "$1" "$2" | head -n 40
		cmp "$1" "$2"
	}
}

# out_is <<EOF: what was printed, byte for byte.
out_is() {
	cat >wanted
	same wanted out
}

# names: the symbols that a classic listing in ./out names, on one line.
names() {
	awk '{ printf "%s%s", (NR > 1 ? " " : ""), $NF }' out
}

# value NAME [FILE]: what `-F csv --columns=VALUE,key' has for NAME.
value() {
	tr -d '\r"' <"${2:-out}" | name=$1 awk -F, '
		$2 == ENVIRON["name"] { print $1; found = 1; exit }
		END { if (!found) print "none" }'
}

# listing FILE COUNT SYMBOL...: a readprofile listing with its total.
listing() {
	local file=$1 sum=0
	shift
	while [ $# -gt 0 ]; do
		printf '%6s %-40s %8s\n' "$1" "$2" 0.0100
		sum=$((sum + $1))
		shift 2
	done >"$file"
	printf '%6s %-40s %8s\n' "$sum" total 0.0001 >>"$file"
}

# dump FILE STEP COUNT...: a raw dump of 32-bit little-endian words.
dump() {
	local file=$1 word digits bytes=
	shift
	for word; do
		printf -v digits %08x "$word"
		bytes+="\\x${digits:6:2}\\x${digits:4:2}"
		bytes+="\\x${digits:2:2}\\x${digits:0:2}"
	done
	printf %b "$bytes" >"$file"
}

# map FILE: a System.map of 64 bytes of text: f, g, h of 16, 32, 16 bytes.
map() {
	cat >"$1" <<-EOF
		0000000000000000 A __per_cpu_start
		ffffffff81000000 T _stext
		ffffffff81000000 T f
		ffffffff81000010 t g
		ffffffff81000030 W h
		ffffffff81000040 T _etext
		ffffffff81000040 R __start_rodata
	EOF
}
