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

@test "the difference of two profiles is an error" {
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
