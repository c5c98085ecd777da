#!/usr/bin/env bats
# Recording this very system; skipped where it allows no samples.

load helper

# can_sample: or the test is skipped, with the reason.
can_sample() {
	dp record --force -o probe.prof -e cpu-clock --sampler=perf -- true
	[ "$status" = 0 ] || skip "$(head -n 1 err)"
	rm -f probe.prof
}

# work SIZE: some hundred milliseconds in the kernel, in blocks of that.
work() {
	echo "dd if=/dev/zero of=/dev/null bs=$1 count=$2"
}

@test "a command is recorded, and shown without anything else" {
	can_sample
	prints record -o a.prof -- sh -c "echo out; echo err >&2; $(work 4k 300000)"
	[ "$(cat out)" = out ] || complain 'its output is its own'
	[ "$(head -n 1 err)" = err ] || complain 'and so are its errors'
	[ "$(stat -c %a a.prof)" = 644 ]
	tar -tf a.prof >members
	for name in meta symbols modules 1/times 1/counts; do
		has "^$name" members
	done
	prints show a.prof
	has ' total$'
	[ "$(awk 'NR > 1 { sum += $1 } NR == 1 { total = $1 }
		END { print sum == total }' out)" = 1 ]
	has 'read\|write'
	prints info a.prof
	has '^  command         sh -c '
	has '^  event           cpu-clock: \|^  event           cycles: '
	has '^  times  *[0-9.]* elapsed, [0-9.]* system, [0-9.]* user, '
}

@test "several runs, warm-ups, what prepares them, and the pause between" {
	can_sample
	prints record -o a.prof -r 2 --warmup 1 --prepare 'echo prepared' \
		--cooldown 0.1 -e cpu-clock -F 4999 -- sh -c \
		"echo ran; $(work 4k 30000) 2>/dev/null"
	printf '%s\n' prepared ran prepared ran prepared ran | diff - out
	prints info a.prof
	has '^  runs            2$'
	has '4999 a second'
	refuses '--prepare: "false" ended with 1' record --force -o a.prof \
		--prepare false -- true
}

@test "a real difference shows, and the same command twice does not" {
	can_sample
	for side in base test; do
		size=64k
		[ $side = base ] || size=512
		dp record -q -e cpu-clock -F 1999 -r 3 -o $side.prof -- sh -c \
			"$(work $size 120000) 2>/dev/null"
		[ "$status" = 0 ]
	done
	dp record -q -e cpu-clock -F 1999 -r 3 -o again.prof -- sh -c \
		"$(work 64k 120000) 2>/dev/null"
	prints -t 0 --comm '^dd$' -F csv --columns=delta,key -p 20 -q \
		base.prof test.prof
	has '^-.*clear_user\|^-.*zero'
	prints -q -S --comm '^dd$' -F csv --columns=verdict,key base.prof \
		again.prof
	[ "$(grep -c '^more\|^less' out)" -le 2 ] ||
		complain 'noise is taken for change'
	prints -t 0 base.prof again.prof
	notes 'within noise\|unchanged\|did not change' || :
	has '^ *base.prof  *[0-9.]* '
}

@test "the exit status is that of the command" {
	can_sample
	dp record -o a.prof -- sh -c 'exit 7'
	[ "$status" = 7 ]
	prints show a.prof
	notes 'run 1 ended with 7'
	dp record --force -o a.prof -- sh -c 'kill -TERM $$'
	[ "$status" = 143 ]
	dp record --force -o a.prof -- /nonexistent/command
	[ "$status" = 2 ]
	has '^diffprof: /nonexistent/command: No such file' err
	prints show a.prof
}

@test "words behind the command are its own" {
	can_sample
	prints record -o a.prof -e cpu-clock -- echo -r 3 --help
	[ "$(cat out)" = '-r 3 --help' ]
	prints record --force -o a.prof -e cpu-clock echo -q
	[ "$(cat out)" = '-q' ]
}

@test "nothing is replaced without --force" {
	echo mine >a.prof
	refuses 'a.prof: is there already; --force replaces it' record \
		-o a.prof -- touch ran
	[ "$(cat a.prof)" = mine ] && [ ! -e ran ]
	refuses '*cannot write to nowhere*' record -o nowhere/a.prof -- touch ran
	refuses 'where to?*' record -- touch ran
	refuses 'which command? usage: diffprof record*' record -o b.prof
	refuses '--live: *' record -o b.prof --live 1 -- touch ran
	[ ! -e ran ]
}

@test "mistakes are told before anything is run" {
	refuses '--runs: "0" is not a number from 1*' record -r 0 -o a -- true
	refuses '--event: no event "cycels"; there are cycles,*' record \
		-e cycels -o a -- true
	refuses '--sampler: "x" is neither*' record --sampler x -o a -- true
	refuses '--sampler=proc: /proc/profile knows no*' record -g \
		--sampler proc -o a -- true
	refuses '--live: "soon"*' record --live soon -o a
	[ -e /proc/profile ] || refuses \
		'there is no /proc/profile: boot the kernel with profile=2*' \
		record --sampler=proc -o a -- true
	[ ! -e a ]
}

@test "whoever may not sample is told what to do" {
	can_sample
	[ "$(id -u)" = 0 ] || skip 'only root can become somebody else'
	command -v setpriv >/dev/null || skip 'there is no setpriv'
	[ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 1 ] ||
		skip 'kernel.perf_event_paranoid allows it'
	chmod 777 .
	cp "$DIFFPROF" ./program
	status=0
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all \
		./program record -o a.prof -- true >out 2>err || status=$?
	[ "$status" = 2 ] || complain "ended with $status"
	has 'kernel.perf_event_paranoid is .* CAP_PERFMON' err
	has 'sysctl kernel.perf_event_paranoid=-1' err
}

@test "an interrupt keeps the runs that are whole" {
	can_sample
	"$DIFFPROF" record -q -o a.prof -e cpu-clock -r 50 -- sleep 0.3 &
	pid=$!
	sleep 1.2
	# What runs in the background of a script ignores SIGINT.
	kill -TERM $pid
	wait $pid || :
	prints info a.prof
	runs=$(sed -n 's/^  runs  *//p' out)
	[ "$runs" -ge 1 ] && [ "$runs" -lt 50 ]
}

@test "an interrupted run is kept if it is the only one" {
	can_sample
	# Signals reach the command of a terminal by themselves.
	status=0
	timeout -s INT 1 "$DIFFPROF" record -o a.prof -e cpu-clock -- \
		sleep 20 2>err || status=$?
	notes 'the run was interrupted; what there is of it is kept'
	prints info a.prof
	has '^  times  *[01]\.'
}

@test "the system is recorded for a time, without a command" {
	can_sample
	prints record -o a.prof --live 0.5 -e cpu-clock
	prints info a.prof
	has '^  live            0.5$'
	has '^  times  *0\.[56][0-9]* elapsed'
}

@test "call chains and programs" {
	can_sample
	prints record -q -g --user -e cpu-clock -F 1999 -o a.prof -- sh -c \
		'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'
	prints show -q -F folded a.prof
	has ';'
	prints show -q -g comm a.prof
	has ' sh$'
	prints show -q --user -g image a.prof
	has '/'
}

@test "killed at any moment: the old file or the new one" {
	can_sample
	local begun=${EPOCHREALTIME/./} took
	dp record -q -o old.prof -e cpu-clock -- true
	# Twice as long as one takes here, in milliseconds: sooner and later.
	took=$(((${EPOCHREALTIME/./} - begun) / 500))
	cp old.prof a.prof
	fresh=0
	for i in $(seq 100); do
		"$DIFFPROF" record -q --force -o a.prof -e cpu-clock -- true \
			2>/dev/null &
		pid=$!
		printf -v pause '%04d' $((RANDOM % (took + 1)))
		sleep "${pause:0: -3}.${pause: -3}"
		kill -KILL $pid 2>/dev/null || :
		wait $pid 2>/dev/null || :
		cmp -s a.prof old.prof && continue
		tar -tf a.prof >/dev/null || complain "half a file, time $i"
		prints show a.prof
		silent
		fresh=$((fresh + 1))
		cp old.prof a.prof
	done
	[ $fresh -gt 0 ] && [ $fresh -lt 100 ] ||
		complain "$fresh of 100 were written: killed too late, or early"
}
