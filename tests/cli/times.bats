# The table of times above a listing.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing a 100 f 50 g
	listing b 150 f 20 g
	for t in '525.505 34.55' '525.78 33.89' '527.247 33.98' '529.382 32.95'; do
		printf 'real %s\nuser 100\nsys %s\n' $t
	done >bt
	for t in '527.352 33.07' '526.747 33.75' '528.987 34.69' '529.341 34.22'; do
		printf 'real %s\nuser 100\nsys %s\n' $t
	done >tt
}

@test "classic: means as in the threads, an empty line, the listing" {
	prints --base-times=bt --test-times=tt a b
	out_is <<-'EOT'
		                              Elapsed      System        User         CPU
		                        a      526.98       33.84      100.00       25.40
		                        b      528.11       33.93      100.00       25.36

		        50    50.0% f
		        20    13.3% total
		       -30   -60.0% g
	EOT
}

@test "throughput: base is 100 %, deviations in percent of it" {
	printf 'side Throughput\nbase 1000\nbase 1010\nbase 990\ntest 950\ntest 951\n' >t
	prints --times=t a b
	head -n 3 out >head
	same head - <<-'EOT'
		                           Throughput    Std. Dev
		                        a       100.0%         1.0%
		                        b        95.1%         0.1%
	EOT
}

@test "a table has deviations, limits, p and verdict: the slab thread" {
	prints -F table --base-times=bt --test-times=tt a b
	has '^Elapsed .* 526.98 *1.78 *528.11 *1.25 *+0.2% *-0.3\.\.+0.7% *0.34 *0.49 noise$'
	has '^System .* +0.3% *-3.2\.\.+3.7% *0.86 *0.89 noise$'
	has ' p  *ranks$'
	prints -F markdown --base-times=bt --test-times=tt a b
	has '^| | base | sd | test | sd | percent | 95% limits | p | ranks | verdict |$'
	has '^| Elapsed | 526.98 | 1.78 | 528.11 | 1.25 | +0.2% | -0.3\.\.+0.7% | 0.34 | 0.49 | noise |$'
	has '^| User | .* | 0.0% | - | 1 | - | noise |$'
	prints -F json --base-times=bt --test-times=tt a b
	has '"p":0.3[0-9]*,"p_ranks":0.485[0-9]*,"verdict":"noise"'
}

@test "three runs a side have no test by ranks, and no column of it" {
	head -n 9 bt >b3
	head -n 9 tt >t3
	for format in table markdown; do
		prints -F $format --base-times=b3 --test-times=t3 a b
		has 'Elapsed.*noise'
		lacks ranks
	done
}

@test "means and deviations, as the threads post them: without runs no test" {
	printf '%s\n' '            Throughput    Std. Dev' \
		'   a    100.0%  0.8%' '   b     95.3%  0.1%' >t
	prints --times=t a b
	head -n 3 out >head
	same head - <<-'EOT'
		                           Throughput    Std. Dev
		                        a       100.0%         0.8%
		                        b        95.3%         0.1%
	EOT
	prints -F table --times=t a b
	has '^Throughput  *100.00  *0.80  *95.30  *0.10  *-4.7%  *-  *-$'
	prints -F json --times=t a b
	has '"base_runs":null,"base_mean":100.0,"base_sd":0.8,.*"p":null'
	# With three runs a side, as statistics would have it: 0.009.
	printf '%s\n' 'kernel n Throughput sd' 'base 3 100 0.8' \
		'test 3 95.3 0.1' >t
	prints -F table --times=t a b
	has '^Throughput .* -6.6\.\.-2.8%  *0.0087 less$'
	echo 'base 3 100 0.9' >>t
	refuses 't:4: a second mean of one side*' --times=t a b
}

@test "what this program prints of times can be read again" {
	printf 'side Throughput\nbase 1000\nbase 1010\ntest 950\ntest 951\n' >t
	prints --times=t a b
	head -n 3 out >again
	prints --times=again a b
	head -n 3 out | diff again -
	printf 'side Throughput\nbase 0\ntest 950\n' >t
	prints --times=t a b
	has '^  *a  *-  *-$'
	run ! grep -qi -e nan -e inf out
}

@test "JSON has them all; one run on both sides is not tested" {
	prints -F json --base-times=bt --test-times=tt a b
	has '"quantity":"Elapsed","base_runs":4,"base_mean":526.9785,'
	head -n 3 bt >b1
	prints -F json --base-times=b1 --test-times=b1 a b
	has '"base_sd":null,.*"p":null,"p_ranks":null,"verdict":"unknown"'
	prints -F json a b
	has '"times": \[\],'
}

@test "times that cannot be are refused" {
	refuses '--times: give --times alone, or both*' --base-times=bt a b
	refuses '--times: give --times alone, or both*' --times=bt --test-times=tt a b
	refuses 'bt: whose times are these?*' --times=bt a b
	refuses 'a: no times:*' --base-times=a --test-times=tt a b
	refuses 'none: *' --base-times=none --test-times=tt a b
	refuses '--test-times: 1 given for 2 tests*' --base-times=bt \
		--test-times=tt a --vs b --vs b
}

@test "several tests: a line each, from one table or from a file each" {
	listing c 120 f 20 g
	printf '%s\n' '     Elapsed System' 'a 100 10' 'a 102 11' 'b 90 9' \
		'c 200 30' 'c 204 34' >t
	prints -t 1000 --times=t a --vs b --vs c
	head -n 5 out >head
	same head - <<-'EOT'
		                              Elapsed      System
		                        a      101.00       10.50
		                        b       90.00        9.00
		                        c      202.00       32.00

	EOT
	for f in a b c; do
		awk -v f=$f '$1 == f { print "real " $2 "\nsys " $3 }' t >t$f
	done
	prints -t 1000 --base-times=ta --test-times=tb --test-times=tc \
		a --vs b --vs c
	head -n 5 out | diff head -
	prints -F table --times=t a --vs b --vs c
	has '^c:$'
	has '^Elapsed *101.00 *1.41 *202.00 *2.83 *+100.0%'
}
