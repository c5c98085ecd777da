# The listings of the threads, 2003: what the program is for.

load helper

@test "kernbench of July 2003: the listing as it was posted, ties by name" {
	prints "$seeds"/highpte-kernbench/{base,test}.prof
	same "$seeds/highpte-kernbench/expected.diff" out
	silent
}

@test "kernbench of July 2003: the listing as it was posted, to the byte" {
	prints --ties=perl58 "$seeds"/highpte-kernbench/{base,test}.prof
	same "$seeds/highpte-kernbench/posted.diff" out
}

@test "SDET of July 2003: the listing as it was posted, ties by name" {
	prints "$seeds"/highpte-sdet32/{base,test}.prof
	same "$seeds/highpte-sdet32/expected.diff" out
	silent
}

@test "SDET of July 2003: the listing as it was posted, to the byte" {
	prints --ties=perl58 "$seeds"/highpte-sdet32/{base,test}.prof
	same "$seeds/highpte-sdet32/posted.diff" out
}

@test "a classic listing has no header, no tab, nothing but ASCII" {
	prints "$seeds"/highpte-kernbench/{base,test}.prof
	LC_ALL=C lacks '[^ -~]'
	lacks '.\{73\}'
}

pgcl=("$seeds"/pgcl/pgcl-sdet{32,128}.prof)

@test "SDET of November 2003 was cut: ten rows are uncertain" {
	prints -F csv --columns=status,key "${pgcl[@]}"
	[ "$(grep -c '^uncertain,' out)" = 10 ]
	[ "$(grep -c '^both,' out)" = 17 ]	# the total is one of them
	lacks '^new,\|^gone,'
}

@test "a symbol that a cut listing does not show has a bound, no count" {
	prints -F csv --columns=test,test_low,test_high,base,delta,percent,key \
		"${pgcl[@]}"
	has '^,0,61356,11256,,,kmap_atomic'
	prints -F csv --columns=base,base_low,base_high,test,delta,percent,key \
		"${pgcl[@]}"
	has '^,0,9371,161239,,,__wake_up'
}

@test "JSON has null for it, and the status" {
	prints -F json "${pgcl[@]}"
	tr -d ' \n' <out >flat
	[ "$(grep -o '"status":"uncertain"' flat | wc -l)" = 10 ]
	sed 's/{"key":/\n&/g' flat | grep '"kmap_atomic"' >row
	has '"base":11256,"test":null,' row
	has '"test_low":0,"test_high":61356,' row
	has '"delta":null,"percent":null,' row
}

@test "notes say that it was cut, and how many rows are left out for it" {
	prints "${pgcl[@]}"
	notes 'pgcl-sdet32.prof: shows 4302649 of 4605683 ticks'
	notes 'pgcl-sdet128.prof: shows 18028250 of 19885416 ticks'
	notes '10 symbols are uncertain'
	lacks 'kmap_atomic\|__wake_up'
	[ "$(wc -l <out)" = 17 ]
}

@test "--assume-zero prints what the old script would have" {
	prints --assume-zero "${pgcl[@]}"
	[ "$(head -n 2 out)" = '  15279733   331.8% total
   7390480   212.4% default_idle' ]
	[ "$(tail -n 1 out)" = '    -18555  -100.0% .text.lock.dcache' ]
	has '^    -11256  -100.0% kmap_atomic$'
	has '^    161239     0.0% __wake_up$'
}

@test "the other pair of November 2003 is cut as well" {
	prints -F csv --columns=status,key \
		"$seeds"/pgcl/pgcl-{kernel-compile,dbench32}.prof
	has '^uncertain,'
	lacks '^new,\|^gone,'
}
