# Which samples are compared: --kernel, --user, --image, --comm, --cpu.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >a <<-'EOF'
		make 7 [001] 1.0: 1 cycles: ffffffff81000000 schedule ([kernel.kallsyms])
		make 7 [001] 1.1: 1 cycles: 1000 parse (/usr/bin/make)
		cc1 8 [002] 1.2: 1 cycles: ffffffff81000010 do_fault ([kernel.kallsyms])
		cc1 8 [002] 1.3: 1 cycles: 2000 lex (/usr/bin/cc1)
	EOF
	sed 's/make 7/ld 9/' a >b
}

@test "what passes is what adds up" {
	prints --kernel -t 0 a a
	has ' 0 .*total$'
	prints show --comm='^cc1$' -F csv --columns=count,key a
	[ "$(tr -d '\r' <out)" = $'count,key\n2,total\n1,do_fault\n1,lex' ]
	prints show --kernel --cpu=2 -F csv --columns=count,key a
	[ "$(tr -d '\r' <out)" = $'count,key\n1,total\n1,do_fault' ]
}

@test "a filter that leaves nothing is an error that says what there is" {
	refuses 'a: no sample passes --comm; its commands are make, cc1' \
		--comm=gcc a a
	refuses 'a: no sample passes --cpu; its last CPU is 2' --cpu=3-9 a a
	refuses 'a: no sample passes --image; its images are vmlinux, /usr/bin/make, /usr/bin/cc1' \
		show --image=ext4 a
	refuses 'a: no sample passes --user --image; its images are *' \
		--user --image=vmlinux a a
	refuses '*: no sample passes --user' show --user \
		"$seeds/highpte-sdet32/base.prof"
}

@test "so is one that leaves nothing of a finished comparison" {
	refuses '*: no row passes --image; its images are *' \
		--image=nothing "$data/listings/perf-formula.txt"
	refuses '*: no row passes --image; it tells no images' \
		--image=nothing "$data/listings/perf-objects.txt"
}

@test "of one side it is a note, and what the other has is new or gone" {
	prints -t 0 --comm='^ld$' a b
	has ' 2 .* total$'
	notes 'a: no sample passes --comm; its commands are make, cc1'
	prints --strict -t 0 -N 1 --comm='^ld$' a b
}

@test "functions without a symbol are told of what passes only" {
	xz -dc "$data/perf/user.data.xz" >user.data
	prints show user.data
	cp err all
	grep -q 'have no symbol' all || skip 'this machine has all symbols'
	prints show --image='^nothing$|^/.*burn$' user.data
	lacks 'of /.*lib.* have no symbol' err
}

@test "a tree of modules that is not there is an error" {
	refuses '--modules: no/tree: No such file or directory' \
		--modules=no/tree a b
	refuses '--modules: a: not a directory*' --modules=a a b
}

@test "rows that are thirty times as many are so in plain digits" {
	for i in 1 2 3 4 5 6 7 8 9; do
		echo "1000 f$i 1.0"
	done >c
	sed 's/^1/30/' c >d
	echo '9000 total 1.0' >>c
	echo '2700000 total 1.0' >>d
	prints c d
	notes 'did not change are +29[0-9]*% '
}
