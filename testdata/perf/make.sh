#!/bin/bash
# make.sh [derived] - record the perf.data files of this folder again
#
# As root, on x86-64, with perf, gcc, perl, python3, xz and unshare; "derived":
# only make the big-endian twins and the totals of what is recorded.  Recording goes on in
# /tmp/burn, because paths get into recordings, and in namespaces of its own,
# so that neither the host's name nor the paths of other programs do.
#
# Whatever perf itself makes of each file is kept beside it; README.md tells
# what is what.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=/tmp/burn
export LC_ALL=C HOME=$work PERF_BUILDID_DIR=$work/debug TZ=UTC
unset PERF_CONFIG

if [ -z "${IN_OWN_NAMESPACES-}" ]; then
	IN_OWN_NAMESPACES=1 exec unshare --mount --uts --ipc --pid --fork \
		--mount-proc "$0" "$@"
fi
hostname burn.example

die() {
	echo "make.sh: $*" >&2
	exit 1
}

perf() {
	command perf --buildid-dir "$work/debug" "$@"
}

record() {
	local name=$1
	shift
	perf record -q -o "$name.data" "$@" </dev/null >"$name.out" 2>&1 ||
		die "$name: $(cat "$name.out")"
}

# Samples are lost while perf is stopped and one page of buffer is full.
record_lost() {
	command perf --buildid-dir "$work/debug" record -q -m 1 -o lost.data \
		-e cpu-clock -F 1997 -g ./burn 1000 </dev/null &
	sleep 0.3
	kill -STOP $!
	sleep 0.3
	kill -CONT $!
	wait $!
}

# Name, then what is given to perf record; "burn" is told how long to burn.
recordings() {
	record plain -e cpu-clock -F 997 ./burn 400
	record callgraph -e cpu-clock -F 997 -g ./burn 400
	record period -e cpu-clock -c 2000000 ./burn 400
	record user -e cpu-clock:u -F 997 ./burn user 200
	record kernel -e cpu-clock:k -F 1997 -g ./burn 200
	record zstd -z -e cpu-clock -F 9997 -g ./burn 600
	record two-events -e cpu-clock,task-clock -c 1000000 ./burn 300
	record software -e page-faults/period=1/ \
		-e context-switches/period=1/ -e cpu-clock/period=500000/ \
		./burn sleep 40
	record rates -e cpu-clock/period=1000000/ -e task-clock/freq=500/ \
		-e page-faults/period=10/ ./burn 300
	record same-name -e cpu-clock:u -e cpu-clock:k -c 1000000 ./burn 300
	record group -e '{cpu-clock,task-clock}:S' -c 1000000 ./burn 300
	record leader -e '{cpu-clock,page-faults,context-switches}:S' \
		-c 1000000 ./burn 300
	record dwarf -e cpu-clock -F 199 --call-graph dwarf,512 ./burn 300
	record per-thread --per-thread -e cpu-clock -F 997 ./burn threads 300
	record threads -s -e cpu-clock -F 997 -g ./burn threads 200
	record fields -e cpu-clock -F 997 -d -T -P --sample-cpu -I \
		--user-regs=ip,sp,bp --data-page-size --code-page-size \
		--sample-identifier -g ./burn 100
	record bare --no-samples -e cpu-clock ./burn 10
	record no-build-id -B -N -e cpu-clock -F 997 ./burn 200
	record map-build-id --buildid-mmap -e cpu-clock -F 997 -g ./burn 200
	record sideband --switch-events --namespaces --all-cgroups -T \
		-e cpu-clock -F 997 ./burn sleep 150
	record backward --overwrite --tail-synthesize -e cpu-clock -F 997 \
		./burn 200
	record_lost
	record tracepoints -R -e sched:sched_switch \
		-e syscalls:sys_enter_read -g ./burn sleep 20
	record shell -e cpu-clock -F 1997 -g sh -c 'for n in 1 2 3; do
		./burn user 20; ls -l /proc/self >/dev/null; done'

	perf record -q -o - -e cpu-clock -F 997 -g ./burn 200 \
		</dev/null >pipe.data 2>pipe.out
	perf record -q -o - -e cpu-clock,task-clock -c 1000000 ./burn 200 \
		</dev/null >pipe-two-events.data 2>pipe-two-events.out
	perf record -q -z -o - -e cpu-clock -F 4997 -g ./burn 300 \
		</dev/null >pipe-zstd.data 2>pipe-zstd.out
	perf inject -b <pipe.data >injected.data
	perf inject -j -i threads.data -o rewritten.data

	# perf dies before it can write sizes and features.
	rm -f killed.data
	command perf record -q -m 4 -e cpu-clock -F 1997 -o killed.data ./burn 4000 \
		</dev/null >killed.out 2>&1 &
	sleep 1.5
	kill -9 $!
	wait $! || true
	# A whole file, cut in its data; another, cut after its data.
	head -c $(($(stat -c %s callgraph.data) / 2)) callgraph.data >cut.data
	head -c $(($(stat -c %s plain.data) - 700)) plain.data >cut-features.data
}

# mend FILE COPY: a copy without what is not whole, which perf agrees to read:
# the data end with the last whole record, and no features follow.
mend() {
	perl -e '
		local $/;
		binmode STDIN;
		binmode STDOUT;
		my $file = <STDIN>;
		my $at = my $start = unpack "Q<", substr $file, 40, 8;
		while ($at + 8 <= length $file) {
			my $size = unpack "v", substr $file, $at + 6, 2;
			last if $size < 8 || $at + $size > length $file;
			$at += $size;
		}
		substr($file, 48, 8) = pack "Q<", $at - $start;
		substr($file, 72, 32) = "\0" x 32;
		print substr $file, 0, $at' <"$1" >"$2"
}

# expect NAME: what perf makes of NAME.data.
expect() {
	local name=$1 file=$1.data

	: >"$name.stderr"
	case $name in
	killed | cut)
		file=$name.mended
		mend "$name.data" "$file"
		;;
	esac
	for how in comm,dso,sym sym; do
		perf report -i "$file" --stdio -n --no-children -g none \
			--sort $how >"$name.$how" 2>>"$name.stderr" ||
			echo "perf report ends with $?" >>"$name.stderr"
		# A hint, another one each time.
		sed -i '/^# (Tip: /,$d' "$name.$how"
	done
	perf script -i "$file" >"$name.script" 2>>"$name.stderr" ||
		echo "perf script ends with $?" >>"$name.stderr"
	sort -u -o "$name.stderr" "$name.stderr"
	[ -s "$name.stderr" ] || rm "$name.stderr"
}

# The lines of /proc/kallsyms for the kernel addresses in all scripts, each
# with its aliases and the symbol after it, and the bounds of the text.
needed_symbols() {
	for file in *.data *.mended; do
		perf script -i "$file" -F ip 2>/dev/null || true
	done | grep -o '\<ffff[0-9a-f]\{12\}\>' | sort -u >addresses
	sort -s -k1,1 /proc/kallsyms | perl -ne '
		BEGIN {
			open my $in, "<", "addresses" or die;
			chomp(@want = <$in>);
		}
		my ($addr, undef, $name) = split;
		if ($addr ne $last) {
			# The symbols at $last end here.
			my $hit = @want && $want[0] lt $addr;
			shift @want while @want && $want[0] lt $addr;
			print @at if $hit || $keep || $bound;
			$keep = $hit || $bound;
			($bound, $last, @at) = (0, $addr);
		}
		$bound ||= $name =~ /^(_text|_stext|_etext)$/;
		push @at, $_;
		END { print @at if $keep || @want }'
}

keep() {
	local name=$1

	xz -9e -c "$name.data" >"$here/$name.data.xz"
	xz -9e -c "$name.script" >"$here/$name.script.xz"
	cp "$name.comm,dso,sym" "$here/$name.report"
	cp "$name.sym" "$here/$name.sym.report"
	rm -f "$here/$name.stderr"
	[ ! -e "$name.stderr" ] || cp "$name.stderr" "$here/"
}

# Big-endian twins; perf has to find the same samples in them.  Of dwarf it does
# not find the callers, for what is on the copied stack stays as it was.
twins() {
	local fields

	mkdir -p "$here/swapped"
	for name in callgraph dwarf fields leader lost map-build-id per-thread \
		rates sideband software threads; do
		xz -dc "$here/$name.data.xz" >one.data
		"$here/swap.py" one.data twin.data
		fields=comm,pid,tid,event,period,ip,time
		[ $name != per-thread ] || fields=comm,pid,tid,event,period,ip
		[ $name != dwarf ] || fields=comm,pid,tid,event,period,time
		for file in one twin; do
			perf script -i $file.data -F $fields >$file.script \
				2>/dev/null
		done
		cmp one.script twin.script || die "$name: the twin differs"
		xz -9e -c twin.data >"$here/swapped/$name.data.xz"
	done
}

# Samples and sums of their periods, by event: each script has them, if asked.
totals() {
	local file

	for file in "$here"/*.data.xz "$here"/{x86,i386,s390x}/*.data.xz; do
		xz -dc "$file" >one.data
		case $file in
		*/killed.data.xz | */cut.data.xz)
			mend one.data mended.data
			mv mended.data one.data
			;;
		esac
		perf script -i one.data -F event,period 2>/dev/null |
			awk -v name="${file#"$here"/}" '
			/^ *[0-9]+ +[^ ]+: *$/ {
				period = $1
				sub(/^ *[0-9]+ */, "")
				sub(/: *$/, "")
				samples[$0]++
				sum[$0] += period
			}
			END {
				for (event in samples)
					printf "%s\t%s\t%d\t%.0f\n", name, event,
						samples[event], sum[event]
			}' | sort
	done >"$here/totals.tsv"
}

[ "$(id -u)" = 0 ] || die "kernel addresses are for root only"
rm -rf $work
mkdir -p $work
cd $work
if [ "${1-}" = derived ]; then
	twins
	totals
	exit
fi
gcc -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -pthread \
	-Wl,--build-id -ffile-prefix-map="$here"=. -o burn "$here"/burn*.c
strip --strip-debug burn
recordings
for file in *.data; do
	expect "${file%.data}"
done
needed_symbols >kallsyms
xz -9e -c kallsyms >"$here/kallsyms.xz"
xz -9e -c burn >"$here/burn.xz"
for file in *.data; do
	keep "${file%.data}"
done
twins
totals
