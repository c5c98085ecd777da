# Folded stacks: testdata/real/perf and small ones.

load helper

perf=$real/perf

@test "the last name of each stack has its count" {
	xz -dc "$perf/b-r1.folded.xz" >folded
	awk '{ n = $NF; sub(/ [0-9]+$/, ""); sub(/.*;/, "")
		if ($0 == "[unknown]") $0 = "*unknown*"
		a[$0] += n; t += n } END { for (f in a) print f "," a[f]
		print "total," t }' folded | sort >want
	prints show --keep-clones -F csv --columns=key,count folded
	tr -d '\r"' <out | sed 1d | sort >got
	same got want
}

# leaves FILE: the counts of the rows, as the .leaves.tsv files have them.
leaves() {
	prints show --keep-clones -F csv --columns=key,count "$1"
	tr -d '\r"' <out | sed '1d; s/^\(.*\),\(.*\)/\2\t\1/'
}

@test "stacks of whole machines" {
	for side in base test; do
		leaves "$data/folded/$side.folded" | sort >got
		sed 's/\[unknown\]/*unknown*/' "$data/folded/$side.leaves.tsv" |
			sort >want
		same got want
	done
}

@test "what difffolded.pl lays side by side" {
	for side in base test; do
		prints show -e $side -F csv "$data/folded/diff.folded"
		mv out out.diff
		prints show -F csv "$data/folded/$side.folded"
		same out.diff out
	done
}

@test "kernel frames that are marked" {
	prints show --kernel "$data/folded/base.annotated.folded"
	lacks '\[k\]'
	prints show --user "$data/folded/base.annotated.folded"
	lacks '\[k\]'
}

@test "runs of two workloads" {
	prints "$perf"/a-r1.folded.xz "$perf"/a-r2.folded.xz \
		--vs "$perf"/b-r1.folded.xz "$perf"/b-r2.folded.xz
	has ' 80.9% total$'
}

@test "two counts a line are two events" {
	printf 'a;b 1 2\na;c 0 7\n' >two
	prints show two
	notes 'event base is shown; there are also test'
	prints show -e test -F csv --columns=key,count two
	has '^c,7'
}

@test "decimals are held exactly" {
	printf 'a;b 0.1\na;b 0.2\na;c 10.25\n' >weights
	prints show -F csv --columns=key,count weights
	has '^b,30'
	has '^total,1055'
	notes 'counts have 2 decimal places'
}

@test "what is not of the kernel, where some is" {
	printf 'make;main 5\nmake;main;sys_read_[k] 7\n' >marked
	prints show --kernel marked
	has '7 sys_read$'
	lacks main
	printf 'make;main 5\n' >bare
	refuses '*does not tell the kernel*' show --kernel bare
}

@test "a stack that is cut is left out, and that is said" {
	printf 'a;b 5\na;c' >cut
	prints show cut
	notes 'it ends within a line'
	has '5 total$'
}

@test "counts that are no counts" {
	printf 'a;b 5\na;c -5\n' >negative
	refuses 'negative:2: count "-5" is negative*' show negative
	printf 'a;b 99999999999999999999\n' >big
	refuses 'big:1: count "99999999999999999999" does not fit*' show big
}

@test "a stack of more bytes than a page or two is known as one" {
	for nr in 1000 100000; do
		awk -v nr=$nr 'BEGIN {
			printf "main"
			for (i = 0; i < nr; i++)
				printf ";deeper%d", i
			print " 5"
		}' >deep
		prints show -q deep
		[ "$(wc -l <out)" = 2 ]
		has "^ *5 deeper$((nr - 1))$"
	done
}
