# common.sh - what the benchmarks share
#
# To be sourced, in the top directory, by a script that has set $diffprof, the
# program, $map, a System.map.xz, and $work, where files may be made.
# shellcheck shell=sh disable=SC2154

die() {
	echo "bench: $*" >&2
	exit 1
}

skip() {
	printf '\nskipped: %s\n' "$*"
}

[ -x "$diffprof" ] || die "there is no $diffprof"
[ -e "$map" ] || die "there is no $map"

mkdir -p "$work"
${CC:-gcc} -std=gnu11 -O2 -D_GNU_SOURCE -o "$work/timeit" bench/timeit.c

# table TITLE: times from timeit, each with its ratio to the first.
table() {
	printf '\n%s\n' "$1"
	awk -F '\t' '
	{
		if (NR == 1) {
			first = $2
			least = $3
		}
		printf "  %-24s %8.2f ms, least %8.2f %7.1f MiB", $1, $2, $3, \
			$4 / 1024
		if (NR > 1)
			printf " %7.2f x, least %6.2f", $2 / first, $3 / least
		print ""
	}'
}

# growth UNIT SUFFIX FILE: cost of a UNIT, from timeit lines in FILE named with
# the number of them, of inputs $work/base.NUMBER.SUFFIX and test.NUMBER.SUFFIX.
growth() {
	while IFS="$(printf '\t')" read -r nr ms _ peak; do
		input=$(cat "$work/base.$nr$2" "$work/test.$nr$2" | wc -c)
		awk -v nr="$nr" -v ms="$ms" -v peak="$peak" -v input="$input" \
			-v unit="$1" 'BEGIN {
			printf "  %9d %ss %9.2f ms %8.1f ns a %s %8.1f MiB, of which input %.1f\n",
				nr, unit, ms, ms * 1e6 / nr / 2, unit,
				peak / 1024, input / 1048576
		}'
	done <"$3"
}

machine() {
	echo "$(uname -srm), $(nproc) processors, $("$diffprof" --version |
		head -n 1)"
	sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1
	echo "median and least of $1 rounds in turn, peak of resident memory," \
		"ratios to the first"
}
