# --fail-above, --fail-row-above and the notes about noise.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing a 1000 f 1000 g 8000 default_idle
	listing b 1300 f 1010 g 100 default_idle
	listing same 1005 f 998 g 8000 default_idle
}

# ends STATUS ARG...
ends() {
	local want=$1
	shift
	dp -q "$@"
	[ "$status" = "$want" ] || complain "$* ended with $status, not $want"
	[ -s out ] || complain 'nothing was printed'
}

@test "--fail-above: of base's busy total, by a row or by the busy total" {
	ends 1 --fail-above=14 a b
	ends 1 --fail-above=15.4% a b
	ends 0 --fail-above=15.6 a b
	ends 0 --fail-above=0 a same
	ends 0 --fail-above=1 b a
}

@test "--fail-row-above: of its own base" {
	ends 1 --fail-row-above=29 a b
	ends 0 --fail-row-above=31 a b
	ends 0 --fail-row-above=0 a same
}

@test "what is hidden counts; --only and --except restrict" {
	ends 1 --fail-row-above=29 -t 5000 -S -n 1 a b
	ends 0 --fail-row-above=29 --except=f a b
	ends 1 --fail-row-above=29 --only=f a b
	ends 0 --fail-above=1 --only=g a b
}

@test "a new row counts by its size" {
	listing c 1000 f 1000 g 300 new
	ends 1 --fail-above=10 --only=new a c
	ends 0 --fail-row-above=10 --only=new a c
}

@test "a bound that nothing could exceed is no answer" {
	sed '$d' a | sort -rn >cut
	refuses '--fail-above: the total of cut is not known*--assume-zero*' \
		--fail-above=1 cut b
	ends 1 --fail-above=1 --assume-zero cut b
	ends 1 --fail-row-above=1 cut b
	printf 'f 1.5\ng 2.5\n' >weights
	refuses '--fail-row-above: nothing is tested*' --fail-row-above=1 \
		--from=folded weights weights
}

@test "one run a side is said; trouble is 2, whatever the bound" {
	dp --fail-above=5 a b
	[ "$status" = 1 ]
	notes 'one run a side, whose run-to-run noise is guessed'
	refuses '*' --fail-above=5 a none
	refuses '--fail-above: "x" is not a percentage' --fail-above=x a b
	dp --strict --fail-above=5 a a
	[ "$status" = 0 ] || complain 'a hint is no doubt'
}

@test "unchanged rows that moved as a whole are the first note" {
	listing c 2000 f 2000 g 1000 h 300 i
	listing d 4000 f 4000 g 2000 h 600 i 90 new
	prints -F table c d
	head -n 1 err | grep -q 'did not change are +100% .*--normalize=robust'
	prints -F table -N robust c d
	run ! grep -q 'did not change' err
	prints -F json c d
	has '"code":"unchanged-moved"'
}

@test "the note comes whatever is printed; by sums, shares and given factors" {
	listing c 2000 f 2000 g 1000 h 300 i
	listing d 4000 f 4000 g 2000 h 600 i 90 new
	for format in classic 'csv --columns=base,test'; do
		# shellcheck disable=SC2086
		prints -F $format c d
		head -n 1 err | grep -q 'did not change are +100% ' ||
			complain "$format"
	done
	prints -N total c d
	run ! grep -q 'did not change' err
	listing e 2000 f 2000 g 1000 h 300 i 5000 new
	for how in total busy; do
		prints -N $how c e
		notes 'did not change are -48.5% '
	done
	refuses '*did not change are*--strict*' --strict c d
	# Whoever gives a factor or the work knows, and is told all the same.
	for how in -N1 --work=1:1; do
		prints --strict $how c d
		notes 'did not change are +100% '
	done
	prints --strict -N 0.5 c d
	run ! grep -q 'did not change' err
}

@test "very many rows: a few of them rule the note out, all make it" {
	for side in c d e; do
		factor=1
		[ $side != d ] || factor=1.07
		awk -v factor=$factor 'BEGIN {
			for (i = 0; i < 20000; i++)
				print int((200 + i % 97) * factor), "f" i, 0.1
		}' >$side
	done
	prints c e
	run ! grep -q 'did not change' err
	prints c d
	notes 'did not change are +6.[0-9]*% '
	prints -F table c d
	notes 'did not change are +6.[0-9]*% '
}

@test "a run unlike its siblings is named" {
	listing r1 1000 f 500 g
	listing r2 1010 f 490 g
	listing r3 1005 f 510 g
	listing odd 3000 f 1500 g
	prints -F table r1 r2 odd r3 --vs r1 r2 r3
	notes 'odd: this run has 4500 busy ticks, its siblings 15'
	prints -F table r1 r2 r3 --vs r1 r2 r3
	run ! grep -q siblings err
	listing none 1000 default_idle
	prints -F table -N busy r1 r2 none r3 --vs r1 r2 r3
	notes 'none: this run has 0 busy ticks, its siblings 15'
	run ! grep -q nan err
}

@test "the noise floor, with -v; a large change that is noise, always" {
	listing c 100 f 1000 g
	listing d 120 f 1000 g
	prints -v -F table c d
	notes 'least change that shows in the largest rows: g 1[0-9]%, f 3[0-9]%'
	notes 'to see 5% in the first, '
	notes 'f +20.0% is within noise; record [0-9.]* times longer to tell'
}
