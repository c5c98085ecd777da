# What a run can still do while it reads: --no-sandbox, and all that must go on.

load helper

# state OPTION...: how the kernel sees a run that waits for its input.
state() {
	local pid
	mkfifo waiting
	"$DIFFPROF" show "$@" waiting >out 2>err &
	pid=$!
	exec 9>waiting
	# It opens what is to be read once all else was given up.
	cat "/proc/$pid/status" >seen
	listing all 5 f
	cat all >&9
	exec 9>&-
	wait $pid
	rm waiting
}

@test "it is entered before the first input is opened, and not with --no-sandbox" {
	state -v
	grep -q 'no seccomp' err && skip "this kernel has no seccomp"
	grep -q '^Seccomp:.2' seen || skip "it does not say what is seccomp"
	grep -q '^NoNewPrivs:.1' seen
	has ' f '
	state --no-sandbox
	grep -q '^Seccomp:.0' seen
	grep -q '^NoNewPrivs:.0' seen
	has ' f '
}

@test "an output is written wherever it is" {
	listing base 50 f 20 g
	listing test 70 f 10 g
	mkdir -p there
	ln -s there/real.csv link.csv
	ln -s there way
	echo old >there/real.csv
	for name in here.csv there/it.csv way/by.csv link.csv \
		"$PWD/absolute.csv" /dev/null /dev/stdout; do
		prints -q -F csv -o "$name" base test
	done
	[ -L link.csv ]
	cmp here.csv there/real.csv
	cmp here.csv there/by.csv
	cmp here.csv out
	cmp here.csv absolute.csv
	refuses 'nowhere/x.csv: No such file*' -q -o nowhere/x.csv base test
}

@test "a pipe is an output" {
	listing base 50 f 20 g
	listing test 70 f 10 g
	mkfifo pipe
	cat pipe >got &
	prints -q -t 0 -o pipe -F classic base test
	wait
	grep -q '^ *20 *40.0% f$' got
}
