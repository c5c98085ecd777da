# The doubts that travel with the numbers, and -q -v --strict.

load helper

pgcl=("$seeds"/pgcl/pgcl-sdet{32,128}.prof)

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing a 100 f 50 g
	listing b 200 f 20 g
}

@test "nothing is said where there is no doubt" {
	prints a b
	silent
	prints show a
	silent
	prints -F json a b
	silent
}

@test "notes go to standard error, and say which file" {
	echo 'a remark' >>a
	prints a b
	notes 'a: 1 line is no row of a listing and was skipped'
	lacks note
}

@test "-q: no notes; the output is the same" {
	prints "${pgcl[@]}"
	mv out wanted
	[ -s err ]
	for option in -q --quiet; do
		prints $option "${pgcl[@]}"
		silent
		same wanted out
	done
}

@test "-q does not silence an error" {
	refuses 'gone: *' -q gone b
}

@test "-v: more is said; the output is the same" {
	prints show -m "$s390x/System.map.xz" "$real/s390x/base.profile.xz"
	silent
	mv out wanted
	for option in -v --verbose; do
		prints show $option -m "$s390x/System.map.xz" \
			"$real/s390x/base.profile.xz"
		notes 'the step word is 0; the step of 4 bytes follows'
		same wanted out
	done
}

@test "JSON has every note, also those that are not printed" {
	prints -q -F json "${pgcl[@]}"
	[ "$(grep -o '"code": *"cut-listing"' out | wc -l)" = 2 ]
	has '"code": *"uncertain", *"file": *null'
	prints show -q -F json -m "$s390x/System.map.xz" \
		"$real/s390x/base.profile.xz"
	has '"code": *"step-derived"'
}

@test "--strict: a doubt is an error, whatever the format and -q" {
	# What comes first is that all rows moved together.
	for format in classic table markdown csv json; do
		refuses '*did not change are*--strict*' --strict -F $format "${pgcl[@]}"
	done
	refuses '*did not change are*--strict*' --strict -q "${pgcl[@]}"
	refuses '*shows 4302649 of*--strict*' --strict -N robust "${pgcl[@]}"
	echo 'a remark' >>a
	refuses 'a: 1 line is no row*--strict*' --strict a b
	refuses 'a: 1 line is no row*--strict*' show --strict a
}

@test "--strict: what is no doubt is none" {
	prints --strict a b
	silent
	prints show --strict -m "$s390x/System.map.xz" \
		"$real/s390x/base.profile.xz"
	silent
	prints --strict "$seeds"/highpte-kernbench/{base,test}.prof
}

@test "--strict: a choice that the user made is no doubt" {
	prints --strict --only=f a b
	prints --strict -N busy a b
	prints --strict --no-idle a b
}

@test "a listing without a total, in no order, is taken to be all" {
	printf '%s\n' '10 f 0.2' '30 g 0.1' '20 h 0.3' >unsorted
	prints show unsorted
	notes 'unsorted: has no total line; its 3 rows are taken to be all'
	has '^    60 total'
}

@test "a listing without a total, sorted, may be cut" {
	printf '%s\n' '30 f 0.1' '20 g 0.1' '10 h 0.1' >sorted
	prints show sorted
	notes 'sorted: sorted and without a total, .* up to 10 ticks'
	lacks total
	prints -F csv --columns=base,base_low,base_high,test,status,key \
		sorted b
	tr -d '\r' <out >csv
	has '^10,,,0,gone,h$' csv
	sed -i '/ g /d' sorted
	prints -F csv --columns=base,base_low,base_high,test,status,key \
		sorted b
	tr -d '\r' <out >csv
	has '^,0,10,20,uncertain,g$' csv
}

@test "a listing sorted by load and cut has no bound" {
	printf '%s\n' '10 f 30.1' '30 g 20.1' '20 h 10.1' >sorted
	prints show sorted
	notes 'sorted: sorted and without a total, .* any number of ticks'
}

@test "a total that is less than the rows is not believed" {
	sed -i '$s/ 150 / 140 /' a
	prints show a
	notes 'a: its rows add up to 150, more than its total of 140'
	has '^   150 total'
}

@test "a total that leaves no room for *unknown* is that without it" {
	{
		echo '   100 f 0.1'
		echo '    30 *unknown*'
		echo '   100 total 0.1'
	} >unknown
	prints show unknown
	silent
	has '^   130 total'
}

@test "a comparison's note is said once, of each file" {
	echo 'a remark' >>a
	prints a a
	[ "$(grep -c 'no row' err)" = 1 ]
	prints a --vs b --vs b
	[ "$(grep -c 'no row' err)" = 1 ]
}

@test "uncertain rows stand apart in table and markdown, whatever -t says" {
	for format in table markdown; do
		prints -F $format -t 1000000000 "${pgcl[@]}"
		has '[Uu]ncertain: a listing that was cut'
		[ "$(grep -c '0\.\.61356' out)" = 5 ]
		[ "$(grep -c '0\.\.9371' out)" = 5 ]
		prints -F $format --only='^kmap_atomic$' "${pgcl[@]}"
		[ "$(grep -c '\.\.[0-9]' out)" = 1 ]
	done
}

@test "a raw dump beside a listing of readprofile is a doubt" {
	run=$real/x86-runs/off-r1
	prints -m "$x86/System.map.xz" "$run.profile.xz" "$run.readprofile"
	notes '--compat=readprofile does the same'
	prints -q --compat=readprofile -m "$x86/System.map.xz" \
		"$run.profile.xz" "$run.readprofile"
	out_is <<-'EOF'
		         0     0.0% total
	EOF
}
