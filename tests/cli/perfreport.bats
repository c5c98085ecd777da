# perf-report: what perf report --stdio prints.

load helper

perf=$data/perf

# The member NAME of the profile in ./out.
member() {
	sed -n "2s/.*\"$1\":\\([^,}]*\\).*/\\1/p" out
}

# reads FILE UNIT TOTAL LISTED
reads() {
	prints show -q -F json "$perf/report/$1"
	[ "$(member format)" = '"perf-report"' ] || complain "$1: another format"
	[ "$(member unit) $(member total) $(member listed)" = "\"$2\" $3 $4" ] ||
		complain "$1: $(member unit) $(member total) $(member listed)"
}

@test "every layout counts what there is" {
	reads by-command samples 93 93
	reads by-cpu samples 84 84
	reads children-chains samples 331 313
	reads folded samples 331 302
	reads group samples 252 252
	reads no-counts ns 331995979 331896381
	reads order samples 329 329
	reads period ns 329989961 329989961
	reads separator samples 329 329
	reads verbose samples 329 329
}

@test "reports and scripts of a recording have the same samples" {
	for name in plain callgraph period threads shell dwarf two-events; do
		prints show -q -F csv "$perf/$name.script.xz"
		cut -d, -f1-3 out | grep -v unknown | sort >script
		[ -s script ] || complain "$name: nothing"
		prints show -q -F json "$perf/$name.script.xz"
		total=$(member total)
		prints show -q -F json "$perf/$name.report"
		[ "$(member total)" = "$total" ] ||
			complain "$name: $(member total), not $total"
	done
}

@test "percentages are said to be such" {
	prints show "$perf/report/no-counts"
	notes 'has percentages and no counts'
	prints show "$perf/report/quiet"
	notes 'they are what is compared'
}

@test "of perf top of 2009 the samples are counted" {
	cat >top <<-EOF
		   PerfTop:   15022 irqs/sec  kernel:97.1% [1000Hz cycles], (all)
		             samples    pcnt   kernel function
		             _______   _____   _______________
		            12345.00 - 20.1% : copy_user_generic_string
		             3512.00 -  5.7% : nf_iterate	[nf_conntrack]
	EOF
	prints show -F csv top
	cut -d, -f1-3,7 out >rows
	diff -u - rows <<-EOF
		key,symbol,image,count
		total,total,,
		copy_user_generic_string,copy_user_generic_string,vmlinux,12345
		nf_iterate [nf_conntrack],nf_iterate,nf_conntrack,3512
	EOF
	notes 'shows 25.80% of all'
}

@test "each event of a group can be chosen" {
	prints show -q -e task-clock -F json "$perf/report/group"
	[ "$(member total)" = 253 ] || complain "not 253 samples"
}

@test "a mail with two reports needs a choice" {
	cat "$perf/plain.report" "$perf/period.report" >mail
	refuses 'mail: holds 2 listings; choose with --section,*' show mail
	prints show -q --section 2 -F json mail
	[ "$(member total)" = 164 ] || complain "not the second"
}
