# Little memory, few descriptors: the result, or a sentence, never a crash.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$real" real
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump a 4 10 4 4 5
	dump b 4 20 4 0 5
}

dumps=(-q -m real/kernels/6.1.0-57-cloud-amd64/System.map.xz
	real/x86-mitigations/{base,test}.profile.xz)
stacks=(-q real/perf/a-r1.folded.xz real/perf/b-r1.folded.xz)

# survives LIMIT FROM TO STEP ARG...: under each limit diffprof does it, or says
# in one sentence why not; with the largest it does it.
survives() {
	local limit=$1 from=$2 to=$3 step=$4 at done=no
	shift 4
	for at in $(seq "$from" "$step" "$to"); do
		status=0
		(
			exec >out 2>err
			ulimit -S "$limit" "$at"
			exec "$DIFFPROF" "$@"
		) || status=$?
		case $status in
		0) done=yes ;;
		2)
			[ "$(grep -c '^diffprof: ' err)" = 1 ] ||
				complain "ulimit $limit $at: $*"
			[ ! -s out ] || complain "it printed, and failed: $*"
			done=no
			;;
		# The loader says it, before there is anything of ours.
		127) grep -q 'error while loading' err ||
			complain "ulimit $limit $at: $*" ;;
		*) complain "ulimit $limit $at ended with $status: $*" ;;
		esac
	done
	[ $done = yes ] || complain "not even with $to: $*"
}

# sanitizers want more memory than there is
may_limit_memory() {
	(ulimit -v 200000 && "$DIFFPROF" --version) >out 2>err ||
		skip "this build needs more memory than may be limited"
}

@test "little memory" {
	may_limit_memory
	survives -v 8000 248000 8000 "${dumps[@]}"
	survives -v 8000 248000 8000 "${stacks[@]}"
	survives -v 8000 248000 8000 -F html "${stacks[@]}"
	survives -v 8000 248000 8000 -F pprof -o x.pb.gz "${stacks[@]}"
	survives -v 8000 248000 8000 annotate -q --asm -k vmlinux outer a b
	survives -v 8000 248000 8000 show -q -g line -k vmlinux a
	survives -v 8000 248000 8000 show -q "$data/perf/zstd.data.xz"
	survives -v 8000 248000 8000 merge -q -o x.prof a b -k vmlinux
}

@test "few descriptors" {
	survives -n 4 24 1 "${dumps[@]}"
	survives -n 4 24 1 "${stacks[@]}"
	survives -n 4 24 1 -o x.html "${stacks[@]}"
	survives -n 4 24 1 annotate -q --asm -k vmlinux outer a b
	survives -n 4 24 1 show -q "$data/perf/zstd.data.xz"
	survives -n 4 24 1 show -q "$data/oprofile/base"
	survives -n 4 24 1 merge -q -o x.prof a b -k vmlinux
	survives -n 4 24 1 info a "$data/perf/zstd.data.xz"
}
