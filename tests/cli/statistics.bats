# What the manual claims of the verdicts, and what must hold of any.

load helper

runs=$real/x86-runs
top=$BATS_TEST_DIRNAME/../..

# columns LIST ARG...: CSV of these, without the head, in `csv'.
columns() {
	local list=$1
	shift
	prints -q -F csv --columns="$list" "$@"
	tr -d '\r' <out | sed 1d >csv
}

@test "the manual's example: mitigations, five boots a side" {
	columns verdict,key "$runs"/auto-r?.readprofile --vs "$runs"/off-r?.readprofile
	[ "$(grep -v ',total$' csv | grep -c ^less,)" = 58 ]
	run ! grep -q ^more, csv
	prints -F table -S -s significance "$runs"/auto-r?.readprofile \
		--vs "$runs"/off-r?.readprofile
	notes 'the rows that did not change are -40\.'
	# Retpolines and the entry of system calls are the first.
	sed -n '/^base.run/,$p' out | sed '1d; /total$/d; /^\.\.\.$/d' |
		head -n 4 >first
	grep -q ' __x86_indirect_thunk_rbx$' first || complain "$(cat first)"
	grep -q ' syscall_enter_from_user_mode_prepare$' first ||
		complain "$(cat first)"
	prints -q -N robust -S -F csv --columns=key \
		"$runs"/auto-r?.readprofile --vs "$runs"/off-r?.readprofile
	[ "$(sed '1d; /^total/d' out | wc -l)" = 28 ]
	grep -q '^58 rows are less' "$top/man/diffprof-statistics.7"
	grep -q '^28 rows remain' "$top/man/diffprof-statistics.7"
}

# false NAME HOW FILE...: verdicts on a kernel compared with itself.
false_rows() {
	columns verdict,key -N "$@"
	grep -v ',total$' csv | grep -c -e ^more -e ^less || true
}

@test "a kernel with itself, two boots against three: at most 0.2 false rows" {
	for name in auto off; do
		for how in none busy robust; do
			wrong=0
			for one in 1 2 3 4; do
				for ((two = one + 1; two <= 5; two++)); do
					rest=()
					for run in 1 2 3 4 5; do
						[ $run = $one ] || [ $run = $two ] ||
							rest+=("$runs/$name-r$run.readprofile")
					done
					wrong=$((wrong + $(false_rows $how \
						"$runs/$name-r$one.readprofile" \
						"$runs/$name-r$two.readprofile" \
						--vs "${rest[@]}")))
				done
			done
			[ $wrong -le 2 ] ||
				complain "$name $how: $wrong false rows in 10 comparisons"
		done
	done
}

@test "single boots fail as the manual says: 14 of 20, 1.8 rows on the mean" {
	wrong=0 failed=0
	for one in 1 2 3 4 5; do
		for two in 1 2 3 4 5; do
			[ $one != $two ] || continue
			rows=$(false_rows none "$runs/auto-r$one.readprofile" \
				"$runs/auto-r$two.readprofile")
			wrong=$((wrong + rows))
			[ "$rows" = 0 ] || failed=$((failed + 1))
		done
	done
	[ "$failed of 20: $wrong" = '14 of 20: 36' ] ||
		complain "$failed of 20: $wrong"
	grep -q '14 of 20 comparisons had a false row' \
		"$top/man/diffprof-statistics.7"
	grep -q '1\.8 rows on the mean' "$top/man/diffprof-statistics.7"
}

@test "the other way round: more is less, less is more, p is the same" {
	columns verdict,p,key "$runs"/auto-r[123].readprofile --vs "$runs"/off-r[12].readprofile
	sort csv >there
	columns verdict,p,key "$runs"/off-r[12].readprofile --vs "$runs"/auto-r[123].readprofile
	sed 's/^more/MORE/; s/^less/more/; s/^MORE/less/' csv | sort >back
	# To ten digits: sums are added up in another order.
	for file in there back; do
		awk -F, '{ printf "%s %s %s\n", $1,
			$2 == "" ? "-" : sprintf("%.10g", $2), $3 }' $file >$file.10
	done
	same there.10 back.10
	grep -q ^less there
}

@test "twice as much work on both sides changes nothing" {
	columns verdict,p,q,delta,key --work=3:4 "$runs"/auto-r1.readprofile "$runs"/off-r2.readprofile
	mv csv once
	columns verdict,p,q,delta,key --work=6:8 "$runs"/auto-r1.readprofile "$runs"/off-r2.readprofile
	same once csv
}

@test "rows that are summed lose no count, and are tested as one" {
	listing parts 60 f 70 f.isra.0 30 f.part.1 400 g
	listing whole 160 f 400 g
	listing other 240 f 410 g
	columns base,test,p,verdict,key parts other
	mv csv summed
	columns base,test,p,verdict,key whole other
	same summed csv
}

@test "what is not counted is not tested: finished comparisons, weights" {
	printf 'f 1.5\ng 200.5\n' >w
	printf 'f 3.5\ng 400.5\n' >x
	columns verdict,p,q,ratio_low,delta_high,key --from=folded w x
	grep -q '^unknown,,,,,g$' csv
	prints -F table --from=folded w x
	has '; noise: unknown, these are no samples$'
	lacks 'unchanged rows'
	run ! grep -q 'did not change' err
	for listing in "$data"/listings/*.txt; do
		columns verdict,p,q,z --section=1 "$listing"
		[ "$(sort -u csv)" = unknown,,, ] || complain "$listing"
	done
}

@test "no NaN and no infinity, in any format, whatever there is to compare" {
	listing few 1 f 2 g
	listing none 0 f 0 g
	listing idle 1000 default_idle 5 cpu_idle
	listing only 500 new
	listing huge 9000000000000000000 f 3 g
	sed '$d' few | sort -rn >cut
	listing some 100 f 20 g 5000 default_idle 1 h
	printf 'side Throughput Elapsed User System\nbase 0 0 0 0\ntest 5 0 0 0\n' >t
	formats=$("$DIFFPROF" -F x few few 2>&1 | sed 's/.*there are //; s/.*are //' | tr -cd 'a-z \n')
	[[ $formats == *json* ]] || formats='classic table markdown csv json'
	for format in $formats; do
		for pair in 'few none' 'none few' 'none none' 'idle some' \
			'some idle' 'only cut' 'cut only' 'huge few' 'few huge'; do
			for options in '' '-N robust' '-N busy' '--noise=2' \
				'--no-idle' '--times=t -s sure'; do
				# shellcheck disable=SC2086
				dp -q -F "$format" $options $pair
				run ! grep -qiE '(^|[^a-z_0-9])-?(nan|inf|infinity)([^a-z_0-9]|$)' out
			done
		done
		for options in '' '-N robust' '-N total'; do
			# shellcheck disable=SC2086
			dp -q -F "$format" $options few none some --vs idle cut only
			run ! grep -qiE '(^|[^a-z_0-9])-?(nan|inf|infinity)([^a-z_0-9]|$)' out
		done
	done
}

@test "the manual's bisection: one commit does not build, one cannot be read" {
	command -v git >/dev/null || skip 'there is no git'
	export GIT_CONFIG_NOSYSTEM=1 HOME=$PWD GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x
	export GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x
	mkdir repo bin
	ln -s "$DIFFPROF" bin/diffprof
	PATH=$PWD/bin:$PATH
	cd repo || return
	git init -q .
	printf '#!/bin/sh\nmkdir -p $2\nfor run in 1 2 3; do ./job $run >$2/$run.prof; done\n' \
		>boot-and-profile
	sed -n '/^#!\/bin\/sh$/,/^exit \$s$/p' "$top/diffprof.1" |
		sed 's/^\\&//' >slower
	chmod +x boot-and-profile slower
	printf '%s\n' base test boot-and-profile slower >.git/info/exclude
	for commit in 1 2 3 4 5 6 7 8 9; do
		size=1000
		[ $commit -lt 6 ] || size=1400
		cat >job <<-EOF
			#!/bin/sh
			# $commit
			awk -v run=\$1 -v size=$size 'BEGIN {
				for (i = 0; i < 40; i++) {
					n = i == 7 ? size : 200 + 7 * i
					n += (i * 13 + run * 29) % 23
					printf "%6d f%d 0.5\\n", n, i
					sum += n
				}
				printf "%6d total 0.5\\n", sum
			}'
		EOF
		printf 'bzImage:\n' >Makefile
		[ $commit != 5 ] || printf 'bzImage:\n\tfalse\n' >Makefile
		[ $commit != 4 ] || printf '#!/bin/sh\necho nothing\n' >job
		chmod +x job
		git add job Makefile
		git commit -q -m "commit $commit"
		[ $commit != 1 ] || ./boot-and-profile 3 base
	done
	git bisect start HEAD HEAD~8 >log 2>&1
	git bisect run ./slower >>log 2>&1 || true
	# Neither 4 nor 5 can be told from 6; 3 was good.
	git bisect log >found
	for commit in 4 5 6; do
		grep -q "^# possible first .*bad.* commit: .* commit $commit\$" found ||
			complain "$(cat log found)"
	done
	grep -q '^# good: .* commit 3$' found || complain "$(cat found)"
	for commit in 4 5; do
		grep -q "^# skip: .* commit $commit\$" found || complain "$(cat found)"
	done
	[ "$(grep -c '^# possible' found)" = 3 ] || complain "$(cat found)"
}
