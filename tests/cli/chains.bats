# -F folded: call chains as other people's tools read them

load helper

folded=$data/folded

# The stacks of FILE, each once, with the sum of its counts.
summed() {
	xz -dcf "$1" | awk '{ n = $NF; sub(/ [^ ]*$/, ""); sum[$0] += n }
		END { for (s in sum) print s " " sum[s] }' | sort
}

@test "the stacks of a folded file come out as they went in" {
	for file in "$folded"/{base,test}.folded "$real"/perf/*.folded.xz; do
		[ -e "$file" ] || continue
		summed "$file" >want
		grep -q '\.[0-9]*$' want && continue
		prints show -q --keep-clones -F folded "$file"
		sort out >got
		sed 's/_\[[jk]\]//g; s/\[unknown\]/*unknown*/g' want | sort >plain
		sed 's/_\[[jk]\]//g' got | sort | diff -q plain - ||
			complain "$file"
	done
}

@test "two profiles give two counts, whose sums are the totals" {
	local a=$real/perf/a-r1.folded.xz b=$real/perf/b-r1.folded.xz
	[ -e "$a" ] || skip "there is no testdata/real/perf"
	prints -q -F folded "$a" "$b"
	[ "$(awk '{ a += $(NF - 1); b += $NF } END { print a, b }' out)" = \
		"$(xz -dc "$a" | awk '{ n += $NF } END { print n }') $(
		xz -dc "$b" | awk '{ n += $NF } END { print n }')" ]
}

@test "a listing without chains gives its functions" {
	printf '%s\n' '     5 schedule 0.1' '     3 a;b 0.1' '     8 total 0.1' >l
	prints show -F folded l
	printf '%s\n' 'a:b_[k] 3' 'schedule_[k] 5' | diff - out
}

@test "several tests have no one folded output" {
	printf '%s\n' '     5 schedule 0.1' '     5 total 0.1' >l
	refuses "*is for one test; there are 2" -F folded l --vs l --vs l
}

@test "clones that changed their numbers are one stack" {
	echo 'a;f.isra.0;g 5' >base
	echo 'a;f.isra.3;g 7' >test
	prints -q -F folded base test
	out_is <<-EOF
		a;f;g 5 7
	EOF
}

@test "two counts a line are a comparison again" {
	local a=$real/perf/a-r1.folded.xz b=$real/perf/b-r1.folded.xz
	[ -e "$a" ] || skip "there is no testdata/real/perf"
	prints -q -F folded "$a" "$b"
	mv out two
	prints -q -t 0 "$a" "$b"
	mv out want
	prints -q -t 0 two
	same out want
	prints -q -F folded two
	same out two
	prints -F table two
	has '^base: base (two), '
	# Through a pipe it cannot be looked at before it is read.
	refuses 'only one profile, -: *' - <two
}

@test "what has no symbol is told apart by image" {
	printf '%s\n' 'app  1 [000]  1.000000:  1 cycles: ' \
		'	ffffffffc0000010 [unknown] ([ext4])' \
		'	55d010 main (/usr/bin/app)' '' \
		'app  1 [000]  2.000000:  1 cycles: ' \
		'	7f0010 [unknown] (/usr/lib/libc.so.6)' \
		'	55d010 main (/usr/bin/app)' '' >script
	prints show -q -F folded script
	out_is <<-EOF
		main;*unknown* [ext4] 1
		main;*unknown* [libc.so.6] 1
	EOF
}
