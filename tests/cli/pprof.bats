# profile.proto: testdata/pprof, against what Go's own reader says of it.

load helper

pprof=$data/pprof

# The functions of a report of `pprof -top' and what is theirs, by name.
functions() {
	awk 'table && $1 + 0 {
		name = $6
		for (i = 7; i <= NF; i++)
			name = name " " $i
		sub(/ \(inline\)$/, "", name)
		sub(/(ns|B)$/, "", $1)
		print name, $1
	}
	/flat%/ { table = 1 }' "$1" | LC_ALL=C sort
}

# The rows of FILE's event in the same form.
rows() {
	prints show -e "$2" -F csv --columns=key,count "$1"
	tr -d '\r"' <out | sed '1d; /^total,/d; s/,\([0-9]*\)$/ \1/; / 0$/d' |
		LC_ALL=C sort
}

@test "each type of value is an event, with the counts that Go shows" {
	for file in "$pprof"/*.pb*; do
		name=${file##*/} name=${name%.pb*}
		[ "$name" != difference.cpu ] || continue
		for report in "$pprof/$name".{samples,cpu,{alloc,inuse}_*}.txt; do
			[ -e "$report" ] || continue
			event=${report#"$pprof/$name."} event=${event%.txt}
			rows "$file" "$event" >rows
			functions "$report" >functions
			[ -s rows ]
			same rows functions
		done
	done
}

@test "the first type is shown, the others are named" {
	prints show "$pprof/base.cpu.pb.gz"
	notes 'event samples is shown; there are also cpu'
}

@test "two profiles" {
	prints -t 0 "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	has ' main.reversing$'
}

@test "the same packed or not" {
	prints show "$pprof/base.cpu.pb.gz"
	mv out packed
	prints show "$pprof/unpacked.cpu.pb"
	same packed out
}

@test "the difference of two profiles is both of them, alone" {
	prints -q -t 0 "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	mv out want
	prints -q -t 0 "$pprof/difference.cpu.pb.gz"
	same out want
	prints -F table "$pprof/difference.cpu.pb.gz"
	has '^base: base (.*difference.cpu.pb.gz), 90 samples$'
	refuses '*: a negative value: this is the difference of two profiles*' \
		show "$pprof/difference.cpu.pb.gz"
}

@test "a profile that is cut off is an error" {
	head -c 3000 "$pprof/unpacked.cpu.pb" >part
	refuses 'part: *' show -f pprof part
	head -c 1000 "$pprof/base.cpu.pb.gz" >part.gz
	refuses 'part.gz: *a part of a profile.proto cannot be used' \
		show -f pprof part.gz
}

# sums FILE: of test and of base, of a comparison that is read back.
sums() {
	prints -q -F json "$1"
	grep -o '"total":[0-9]*' out | head -n 2 | cut -d: -f2 | tr '\n' ' '
}

@test "what is written is read back with equal sums" {
	prints -q -F pprof "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	mv out both.pb.gz
	prints -q -t 0 both.pb.gz
	mv out got
	prints -q -t 0 "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	same got out
	prints -q -F json "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	want=$(grep -o '"total":[0-9]*' out | head -n 2 | cut -d: -f2 | tr '\n' ' ')
	[ "$(sums both.pb.gz)" = "$want" ]
	for file in "$real"/perf/a-r1.folded.xz "$data/perf/kernel.data.xz" \
		"$seeds/highpte-kernbench/test.prof"; do
		[ -e "$file" ] || continue
		prints show -q -F pprof "$file"
		mv out one
		prints show -q -F folded "$file"
		sed 's/_\[[ki]\]//g; s/ \[[^]]*\]//g' out | sort >want
		prints show -q -F folded one
		sed 's/_\[[ki]\]//g; s/ \[[^]]*\]//g' out | sort >got
		# Functions of one name in two images may be one stack there.
		awk '{ n = $NF; sub(/ [0-9]+$/, ""); s[$0] += n }
			END { for (k in s) print k, s[k] }' want | sort >w
		awk '{ n = $NF; sub(/ [0-9]+$/, ""); s[$0] += n }
			END { for (k in s) print k, s[k] }' got | sort >g
		same g w
	done
}

@test "the same bytes each time, and by the suffix" {
	prints -q -F pprof "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	mv out one
	prints -q -o two.pb.gz "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	same one two.pb.gz
	gzip -t <one
	refuses '--format=pprof: is for one test; there are 2' -F pprof \
		"$pprof/base.cpu.pb.gz" --vs "$pprof/test.cpu.pb.gz" \
		--vs "$pprof/merged.cpu.pb.gz"
}

@test "pprof itself agrees with its own difference" {
	command -v go >/dev/null || skip 'there is no go tool pprof'
	export HOME=$PWD PPROF_TMPDIR=$PWD GOFLAGS=-mod=mod
	top() {
		go tool pprof -top -nodecount=1000 -nodefraction=0 "$@" 2>/dev/null |
			awk 'table { print $1, $NF } /flat%/ { table = 1 }' | sort
	}
	prints -q -F pprof "$pprof/base.cpu.pb.gz" "$pprof/test.cpu.pb.gz"
	mv out both.pb.gz
	top both.pb.gz >got
	top -sample_index=samples -diff_base="$pprof/base.cpu.pb.gz" \
		"$pprof/test.cpu.pb.gz" >want
	[ -s want ] || skip 'go tool pprof says nothing here'
	same got want
	prints show -q -F pprof "$data/perf/kernel.data.xz"
	go tool pprof -raw out 2>/dev/null >raw
	has '^[0-9]*: .* vmlinux 48dc540c8b76393804ca8088dbfa7d42911a9444' raw
}
