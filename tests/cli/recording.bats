#!/usr/bin/env bats
# Recordings: packed of genuine dumps, as any tar does it.

load helper

# pack FILE RUN... [-- FACT...]: a recording of raw dumps under testdata/real,
# with the symbols of $symbols.
pack() {
	local file=$1 nr=0
	shift
	rm -rf rec
	mkdir rec
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		nr=$((nr + 1))
		mkdir rec/$nr
		cp "$real/$1.profile.xz" rec/$nr/profile.xz
		printf '%s\n' "elapsed: 1$nr.5" 'user: 1.25' 'system: 3' \
			'exit: 0' >rec/$nr/times
		shift
	done
	[ $# = 0 ] || shift
	cp "$symbols" rec/symbols.xz
	printf '%s\n' 'diffprof recording: 1' 'hz: 250' "$@" >rec/meta
	tar -cf "$file" -C rec .
}

rows() {
	sed '1,/^$/d' out
}

@test "a recording of another byte order needs nothing else" {
	symbols=$s390x/System.map.xz
	pack base.prof s390x/base -- 'machine: s390x'
	prints show -m "$symbols" "$real/s390x/base.profile.xz"
	mv out want
	prints show base.prof
	same out want
}

@test "its runs are runs of the side, its times stand above the rows" {
	symbols=$x86/System.map.xz
	pack base.prof x86-runs/auto-r1 x86-runs/auto-r2 x86-runs/auto-r3
	pack test.prof x86-runs/off-r1 x86-runs/off-r2 x86-runs/off-r3
	for side in auto off; do
		for run in 1 2 3; do
			cp "$real/x86-runs/$side-r$run.profile.xz" \
				$side-$run.xz
		done
	done
	dp -m "$symbols" auto-[123].xz --vs off-[123].xz
	mv out want
	prints base.prof test.prof
	has '^ *base.prof  *12.50  *3.00  *1.25 '
	rows | cmp - want
	prints -F table base.prof test.prof
	has 'base: base.prof, 9787 ticks in 3 runs'
	has 'noise: 3+3 runs'
	prints -F json base.prof test.prof
	has '"files":\["base.prof"\]'
	has '"runs":3'
	prints base.prof base.prof --vs test.prof
}

@test "KASLR does not matter, and -m goes before its own symbols" {
	symbols=$real/x86-kaslr/run.kallsyms.xz
	pack run.prof x86-kaslr/run
	prints show -n 40 -m "$x86/System.map.xz" run.prof
	mv out want
	prints show -n 40 run.prof
	same out want
}

@test "a packed recording, and one on standard input" {
	symbols=$i386/System.map.xz
	pack base.prof i386/base i386/test
	prints show base.prof
	mv out want
	gzip -k base.prof
	prints show base.prof.gz
	same out want
	prints show - <base.prof
	same out want
}

@test "what else differs is said" {
	symbols=$i386/System.map.xz
	pack base.prof i386/base -- 'cpus: 2' 'governor: performance' \
		'mitigations: on' 'command: make' 'host: a'
	pack test.prof i386/test -- 'cpus: 8' 'governor: powersave' \
		'mitigations: off' 'command: make' 'host: b'
	prints base.prof test.prof
	notes 'not only the kernels differ: the number of CPUs ("2", "8"),'
	notes 'the frequency governor ("performance", "powersave")$'
	notes 'not only the kernels differ: the mitigations ("on", "off")$'
	lacks 'the command' err
	lacks 'the host' err
	prints -v base.prof test.prof
	notes 'the host ("a", "b")'
	refuses 'not only the kernels differ*governor*' --strict base.prof \
		test.prof
}

@test "ticks of another HZ are brought to one rate" {
	symbols=$i386/System.map.xz
	pack base.prof i386/base
	cp base.prof same.prof
	sed -i 's/^hz: .*/hz: 1000/' rec/meta
	tar -cf test.prof -C rec .
	prints -t 0 --columns=percent,symbol -F csv -n 1 base.prof test.prof
	has '^-75'
	notes 'sampled at different rates: counts of .* are multiplied by 0.25'
	prints -n 1 base.prof same.prof
	lacks 'rate' err
}

@test "a recording cut short has the runs that are whole" {
	symbols=$i386/System.map.xz
	pack base.prof i386/base
	prints show base.prof
	mv out want
	mkdir -p rec/2
	cp rec/1/profile.xz rec/2/profile.xz
	tar -b 1 -cf one.prof -C rec meta symbols.xz 1
	tar -b 1 -cf two.prof -C rec meta symbols.xz 1 2
	head -c $(($(stat -c %s one.prof) + 1000)) two.prof >cut.prof
	prints show cut.prof
	same out want
	notes 'ends within a file; what is whole is read: 1 run$'
}

@test "info says what files are" {
	symbols=$i386/System.map.xz
	pack base.prof i386/base i386/test -- 'command: make -j8'
	prints info base.prof "$symbols" "$data/perf/callgraph.data.xz" \
		"$real/x86-mitigations/base.readprofile" "$data/oprofile/base"
	has '^base.prof: recording, what diffprof record'
	has '^  command         make -j8$'
	has '^  runs            2$'
	has '^ run 2$'
	has '^  ticks           3693$'
	has '^  times           11.50 elapsed, 3.00 system, 1.25 user$'
	has 'System.map.xz: symbols of a kernel (-m)$'
	has '^  packed by       xz$'
	has '^  event           cpu-clock: 331 samples, 997 a second'
	has '^  by              command, call chain$'
	has 'base.readprofile: readprofile, text printed by readprofile(8)$'
	has '^  event           CPU_CLK_UNHALTED, unit mask 0x00: 555 samples'
	silent
}

@test "info of a mail with several listings has them all" {
	cat "$seeds/highpte-sdet32/base.prof" \
		"$seeds/highpte-sdet32/test.prof" >mail
	prints info mail
	has '^ listing 2 (--section=2)$'
	has '^  ticks           18626$'
	prints info --section=1 mail
	lacks 'listing 2'
}

@test "info of what is none is refused" {
	echo hello >hello
	refuses 'hello: not a profile in any known format*' info hello
	refuses 'which profile? usage: diffprof info*' info
	refuses 'no option --top=3; see diffprof info --help*' info --top=3 hello
}
