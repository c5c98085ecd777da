# Finished comparisons: one operand that is a differential listing already.

load helper

listings=$data/listings

# mail FILE: FILE as somebody quotes it, with a word around it.
mail() {
	printf 'From: somebody\nSubject: numbers\n\nHe wrote:\n'
	sed 's/^/> /' "$1"
	printf '\nThanks.\n-- \nsomebody\n'
}

@test "what was posted is printed as it was posted, but for ties" {
	for seed in highpte-kernbench highpte-sdet32; do
		prints "$seeds/$seed/expected.diff"
		same "$seeds/$seed/expected.diff" out
		silent
		prints "$seeds/$seed/posted.diff"
		sort "$seeds/$seed/posted.diff" >posted
		sort out >ours
		same posted ours
	done
}

@test "what we print of two profiles comes out again, byte for byte" {
	for seed in highpte-kernbench highpte-sdet32; do
		for option in -t10 -t1 -t100000 -n3 --no-idle; do
			prints "$option" "$seeds/$seed"/{base,test}.prof
			[ -s out ] || continue
			mv out first
			prints first
			same first out
			prints - <first
			same first out
		done
	done
}

@test "it comes out of a mail" {
	mail "$seeds/highpte-sdet32/expected.diff" >mail
	prints mail
	same "$seeds/highpte-sdet32/expected.diff" out
	notes '6 lines are no row of a listing'
}

@test "a table of throughput is no listing" {
	prints -F csv --columns=delta,key "$listings/kernbench.txt"
	[ "$(wc -l <out)" = 34 ]
	[ "$(value total)" = 4383 ]
	lacks Throughput
	lacks '2\.5\.74'
}

@test "two listings of one text are sections" {
	refuses '*holds 2 listings*1 at line 3 (23 rows), 2 at line 31 (25 rows)' \
		"$listings/ext3.txt"
	prints --section 1 -F csv --columns=delta,key "$listings/ext3.txt"
	[ "$(value total)" = 27022 ]
	prints --section 2 -F csv --columns=delta,key "$listings/ext3.txt"
	[ "$(value total)" = 1726439 ]
	prints -f listing --section=2 -n1 "$listings/ext3.txt"
	out_is <<-EOF
		   1726439   214.7% total
		   1383611   345.4% default_idle
		...
		    -22707   -25.0% page_remove_rmap
	EOF
}

@test "sides are called what the command line calls them" {
	prints -F table "$listings/quoted.txt"
	has '^base: 2\.5\.67-mjb0\.2-nosort '
	has '^test: 2\.5\.67-mjb0\.2 '
	prints -F table --base-label sorted "$listings/quoted.txt"
	has '^base: sorted '
}

@test "rows are chosen and ordered anew" {
	prints -t 400 -s percent "$listings/quoted.txt"
	out_is <<-EOF
		      1466   842.5% __down
		       442   566.7% __wake_up
		       435   378.3% schedule
		      6482    37.7% default_idle
		      7148    24.9% total
		...
	EOF
	prints --only '^_' --except wake -p 850 "$listings/quoted.txt"
	out_is <<-EOF
		      7148    24.9% total
		       149   876.5% __vma_link
		...
	EOF
}

@test "perf diff: shares, points, what is new or gone" {
	prints -F csv --columns=base,test,delta,status,symbol,image \
		"$listings/perf-delta-abs.txt"
	# A heading, the total, 72 on both sides, 50 that are new, 46 gone.
	[ "$(wc -l <out)" = 170 ]
	[ "$(cut -d, -f4 out | sort | uniq -c | tr -s ' \n' ' ')" = \
		' 73 both 46 gone 50 new 1 status ' ]
	has '^9.82,19.34,9.52,both,read_zero,vmlinux'
	has '^30.91,19.52,-11.39,both,spin<unsigned int>,w'
	has '^,,0.64,new,ksys_write,vmlinux'
	has '^0.12,,,gone,__fstat64,libc.so.6'
	notes 'percentage points, with 2 decimal places'
}

@test "perf diff: without one baseline, quoted and wrapped" {
	prints -F json "$listings/perf-quoted.txt"
	[ "$(grep -c '"base":null,.*"delta":.*"status":"new"' out)" = 24 ]
	has '"delta":51.51,.*"symbol"\|"symbol":"native_queued_spin_lock_slowpath".*"delta":51.51,'
	has '"base": {"label":"perf.data.old",.*"event":"cycles:P","unit":"percent"'
}

@test "perf diff: other ways to compare, each with the text's own numbers" {
	prints -n 2 -F table --columns=base,percent,key "$listings/perf-ratio.txt"
	has '^0\.12  +700\.0%  ksys_read$'
	prints -n 1 "$listings/perf-wdiff.txt"
	has '^ 169500000       -% read_zero$'
	prints -n 1 -e 2 "$listings/perf-comm-sym-period.txt"
	has '^  52000000   165\.1% my app (v2): read_zero$'
	prints -n 1 -e cpu-clock/2 -F table "$listings/perf-three-files.txt"
	has '+1\.20'
}

@test "self and children are events, and are never added up" {
	prints -F csv --columns=delta,symbol "$listings/lkp.txt"
	[ "$(wc -l <out)" = 10 ]
	[ "$(value intel_idle)" = -5.8 ]
	notes 'event self is shown; there are also children'
	prints -e children -F csv --columns=delta,symbol "$listings/lkp.txt"
	[ "$(wc -l <out)" = 9 ]
	[ "$(value pipe_read)" = 14.1 ]
}

@test "opreport: shares of both sides, samples of one" {
	prints -F csv --columns=base,test,delta,percent,key "$listings/opreport.txt"
	has ',44.7405,.*,58.1592,hot_a'
	prints -e 'DATA_MEM_REFS samples' -F csv --columns=base,test,key \
		"$listings/opreport.txt"
	has '^,106,hot_a'
}

@test "it is not compared with anything" {
	cp "$listings/quoted.txt" diff
	refuses 'diff: a finished comparison, not a profile*' \
		diff "$seeds/highpte-sdet32/test.prof"
	refuses 'diff: a finished comparison, not a profile*' \
		"$seeds/highpte-sdet32/base.prof" diff
	refuses 'diff: a finished comparison, not a profile*' show diff diff
}

@test "one profile alone still wants another" {
	refuses 'only one profile, *' "$seeds/highpte-sdet32/base.prof"
}

@test "what needs profiles is refused" {
	for option in --fail-above=1 --fail-row-above=1 -Ntotal -gimage \
		-ssignificance -ssure -sshare --rename=a=b; do
		refuses '--*is for profiles*' "$option" "$listings/quoted.txt"
	done
}

@test "nothing is tested, and -v says so" {
	prints -v -S "$listings/quoted.txt"
	out_is <<-EOF
		      7148    24.9% total
		...
	EOF
	notes 'nothing is tested'
}

@test "a comparison that lies beside profiles is none of their runs" {
	mkdir base test
	cp "$seeds/highpte-sdet32/base.prof" base/
	cp "$seeds/highpte-sdet32/test.prof" test/
	cp "$seeds/highpte-sdet32/expected.diff" test/
	prints base test
	same "$seeds/highpte-sdet32/expected.diff" out
	notes 'expected.diff'
}

@test "filters choose rows, and must leave some" {
	refuses '*: no row passes --user' --user "$listings/quoted.txt"
	prints --image libc --user "$listings/perf-delta-abs.txt"
	has '^ *40 *15\.7% read$'
	refuses '*does not say which commands*' --comm=dd "$listings/quoted.txt"
}

@test "there are no call chains in it" {
	refuses '--format: is for profiles*' -F folded "$listings/quoted.txt"
}

@test "a packed listing that ends early is read as far as it is whole" {
	for i in {1..9000}; do
		printf '%10d  %6.1f%% function_%d\n' $((9000 - i)) 1.5 "$i"
	done | gzip | head -c 40000 >cut.gz
	prints cut.gz
	notes 'what is whole of it was read'
	[ "$(wc -l <out)" -gt 1000 ]
}

@test "show lists what a comparison says of test, and how much it does not" {
	local lkp=$data/cases/53-lkp-perf-profile-table/input.txt
	prints show "$lkp"
	head -n 1 out | same - <(printf '  1318 intel_idle\n')
	notes 'counts have 2 decimal places\|0.01 percent\|children (-e)'
	prints show -F json "$lkp"
	has '"unit":"0.01 percent"'
	prints show -F json "$data/cases/39-perf-diff-wrapped-blank-baseline/input.txt"
	has '"rows": *\['
	notes '24 of 24 rows have no count for it and are left out'
}
