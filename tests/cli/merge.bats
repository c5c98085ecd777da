#!/usr/bin/env bats
# Merging profiles of many hosts into one.

load helper

# runs NAME...: base.prof and so on, one recording each of raw dumps.
pack() {
	local file=$1
	shift
	rm -rf rec
	mkdir -p rec/1
	cp "$real/$1.profile.xz" rec/1/profile.xz
	cp "$x86/System.map.xz" rec/symbols.xz
	printf 'elapsed: %s\nuser: 1.25\nsystem: 3\nexit: 0\n' "$2" >rec/1/times
	shift 2
	printf '%s\n' 'diffprof recording: 1' 'hz: 250' "$@" >rec/meta
	tar -cf "$file" -C rec meta symbols.xz 1
}

# ten: auto-1.prof to auto-5.prof and off-1.prof to off-5.prof.
ten() {
	for side in auto off; do
		for run in 1 2 3 4 5; do
			pack $side-$run.prof x86-runs/$side-r$run 1$run.25 \
				"host: h$run" "mitigations: $side"
		done
	done
}

# the verdict of each row
verdicts() {
	prints -q -F csv --columns=base,test,verdict,key "$@"
}

@test "any order and grouping gives the same bytes" {
	ten
	prints merge -q -o all.prof auto-?.prof off-?.prof
	prints merge -q -o b.prof off-[54321].prof auto-[24351].prof
	same all.prof b.prof
	prints merge -q -o x.prof auto-[123].prof off-2.prof
	prints merge -q -o y.prof off-[1345].prof
	prints merge -q -o z.prof auto-4.prof y.prof
	prints merge -q -o b.prof z.prof auto-5.prof x.prof
	same all.prof b.prof
	prints merge -q -o b.prof all.prof
	same all.prof b.prof
}

@test "what repeats tell of noise is told by their sums as well" {
	ten
	prints merge -q -o auto.prof auto-?.prof
	prints merge -q -o off.prof off-?.prof
	for how in none busy total; do
		verdicts -N $how auto-?.prof --vs off-?.prof
		sort out >want
		verdicts -N $how auto.prof off.prof
		sort out >got
		[ $how != none ] || same want got
		# Exposures of single runs are not kept.
		[ "$(diff want got | grep -c '^>')" -le 8 ] ||
			complain "$how: many verdicts differ"
	done
	prints -F table -n 3 auto.prof off.prof
	has 'noise: 5+5 runs'
	has 'base: auto.prof, 16949 ticks in 5 runs'
	has '^Elapsed  *13.25  *1.58  *13.25'
	prints -F json auto.prof off.prof
	has '"runs":5'
	verdicts auto-?.prof --vs off.prof
	sort out >got
	verdicts auto-?.prof --vs off-?.prof
	sort out >want
	same want got
}

@test "clones are folded as they are of the runs" {
	for run in 1 2 3; do
		listing a$run $((50 + run * 7)) f $((20 - run)) f.part.0 30 g
		listing b$run $((150 - run * 9)) f $((40 + run)) f.part.0 33 g
	done
	prints merge -q -o a.prof a1 a2 a3
	prints merge -q -o b.prof b1 b2 b3
	columns=base,test,base_sd,test_sd,p,verdict,key
	prints -q -F csv --columns=$columns a1 a2 a3 --vs b1 b2 b3
	sort out | sed 's/\([0-9]\.[0-9]\{9\}\)[0-9]*/\1/g' >want
	prints -q -F csv --columns=$columns a.prof b.prof
	sort out | sed 's/\([0-9]\.[0-9]\{9\}\)[0-9]*/\1/g' >got
	same want got
	prints -q -F csv --columns=$columns -g image a1 a2 a3 --vs b1 b2 b3
	sort out | sed 's/\([0-9]\.[0-9]\{9\}\)[0-9]*/\1/g' >want
	prints -q -F csv --columns=$columns -g image a.prof b.prof
	sort out | sed 's/\([0-9]\.[0-9]\{9\}\)[0-9]*/\1/g' >got
	same want got
}

@test "profiles of any format, with all their events" {
	prints merge -q -o all.prof "$data/perf/callgraph.data.xz" \
		"$data/oprofile/base" "$real/x86-mitigations/base.readprofile"
	prints info all.prof
	has 'event  *cpu-clock: 331 samples, .* of 1 run$'
	has 'event  *CPU_CLK_UNHALTED, unit mask 0x00: 555 samples'
	has 'event  *DATA_MEM_REFS, unit mask 0x00: 183 samples'
	has 'event  *(no name): 8469 ticks'
	prints show -q -e CPU_CLK_UNHALTED all.prof
	has '^ *555 total'
	dp show "$real/x86-mitigations/base.readprofile"
	awk 'NF > 1 { print $1, $2 }' out | sort >want
	prints show -q -e 1 all.prof
	awk 'NF > 1 { print $1, $2 }' out | sort >got
	same want got
}

@test "what the runs have in common stays, what not is counted" {
	ten
	prints merge -q -o all.prof auto-?.prof off-[12].prof
	prints info all.prof
	has '^  merged runs     7$'
	has '^  hz              250$'
	has '^  mitigations     auto (5 runs)$'
	has '^  mitigations     off (2 runs)$'
	has '^  host            h1 (2 runs)$'
}

@test "names of files from a file or standard input" {
	ten
	prints merge -q -o all.prof auto-?.prof
	ls auto-?.prof | tac >list
	prints merge -q -T list -o b.prof
	same all.prof b.prof
	prints merge -q -T - -o b.prof <list
	same all.prof b.prof
	prints merge -q -o b.prof auto-[1234].prof - <auto-5.prof
	same all.prof b.prof
	prints merge -q -o - auto-?.prof
	same all.prof out
	mkdir many
	cp auto-?.prof many
	prints merge -q -o b.prof many
	same all.prof b.prof
}

@test "a file that cannot be used is an error, or a note" {
	ten
	echo hello >hello
	refuses 'hello: not a profile*' merge -o all.prof auto-1.prof hello
	[ ! -e all.prof ]
	prints merge --keep-going -o all.prof auto-1.prof hello nothing
	notes 'hello: not a profile'
	notes 'nothing: No such file'
	prints merge -q -o b.prof auto-1.prof
	same all.prof b.prof
	refuses 'hello: not a profile*' merge --keep-going -o c.prof hello
	head -c 2000 all.prof >cut.prof
	refuses 'cut.prof: *' merge -o c.prof cut.prof
	refuses '*a cut listing*' merge -o c.prof "$seeds/pgcl/pgcl-sdet32.prof"
	refuses '*a comparison already*' merge -o c.prof \
		"$seeds/highpte-sdet32/posted.diff"
	refuses 'all.prof: is one of the inputs*' merge -o all.prof all.prof
	refuses 'where to? *' merge auto-1.prof
	refuses 'which profile? *' merge -o c.prof
	refuses 'list: No such file*' merge -T list -o c.prof
	: >list
	refuses 'list: it names no profile' merge -T list -o c.prof
	[ ! -e c.prof ]
}

@test "a sum that does not add up is refused" {
	ten
	prints merge -q -o all.prof auto-1.prof auto-2.prof
	mkdir rec2
	tar -xf all.prof -C rec2
	for name in rec2/*.zst; do
		zstd -q -d --rm "$name"
	done
	tar -cf again.prof -C rec2 .
	prints show -q again.prof
	mv out want
	prints show -q all.prof
	same want out
	sed -i '1s/k	\([0-9]*\)/k	1\1/' rec2/sums
	tar -cf again.prof -C rec2 .
	refuses 'again.prof: sums:1: not a line of this table*' show again.prof
	sed -i 1d rec2/sums
	tar -cf again.prof -C rec2 .
	refuses 'again.prof: sums: they add up to *' show again.prof
}

@test "killed at any moment: the old file or the new one" {
	ten
	prints merge -q -o new.prof auto-?.prof off-?.prof
	echo old >a.prof
	for _ in $(seq 100); do
		"$DIFFPROF" merge -q -o a.prof auto-?.prof off-?.prof \
			2>/dev/null &
		pid=$!
		sleep "0.0$(printf %02d $((RANDOM % 100)))"
		kill -KILL $pid 2>/dev/null || :
		wait $pid 2>/dev/null || :
		[ "$(head -c 4 a.prof)" = 'old' ] || same a.prof new.prof
		echo old >a.prof
	done
}

@test "with --strict a doubt is an error, and names its file" {
	printf '%s\n' 'what is this' '    5 f  0.1' '    5 total  0.1' >odd
	listing fine 5 f
	prints merge -o all.prof fine odd
	notes 'skipped'
	refuses 'odd: 1 line is no row of a listing*--strict*' \
		merge --strict -q -o strict.prof fine odd
	[ ! -e strict.prof ]
	prints merge --strict -q --keep-going -o strict.prof fine odd
	prints show -q strict.prof
	has '^ *5 total'
}
