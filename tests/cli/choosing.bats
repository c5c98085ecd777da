# Which rows are printed, and in which order.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing base 1000 big 100 up 100 down 10 small 50 idler 7 gone 200 same
	listing test 1100 big 180 up 40 down 19 small 55 idler 9 new 200 same
}

@test "changes of ten and more, gains, a line of dots, losses" {
	prints base test
	out_is <<-'EOF'
		       136     9.3% total
		       100    10.0% big
		        80    80.0% up
		...
		       -60   -60.0% down
	EOF
}

@test "-t 0: every row, also the one that did not change, and no dots" {
	prints -t 0 base test
	out_is <<-'EOF'
		       136     9.3% total
		       100    10.0% big
		        80    80.0% up
		         9     0.0% new
		         9    90.0% small
		         5    10.0% idler
		         0     0.0% same
		        -7  -100.0% gone
		       -60   -60.0% down
	EOF
}

@test "-t N: changes of N or more, either way" {
	prints -t 60 base test
	[ "$(names)" = 'total big up ... down' ]
	prints --min-delta=61 base test
	[ "$(names)" = 'total big up ...' ]
	prints --min-delta 7 base test
	[ "$(names)" = 'total big up new small ... gone down' ]
	prints -t9 base test
	[ "$(names)" = 'total big up new small ... down' ]
	prints -t 1000000 base test
	[ "$(names)" = 'total ...' ]
}

@test "-t compares what is printed: rounded, half to even" {
	listing half 10 a 10 b 10 c
	listing other 21 a 23 b 25 c
	# Halved, the deltas are 0.5, 1.5, 2.5, and 4.5 of the total.
	prints -N 0.5 -t 0 half other
	out_is <<-'EOF'
		         4    15.0% total
		         2    25.0% c
		         2    15.0% b
		         0     5.0% a
	EOF
	prints -N 0.5 -t 1 half other
	[ "$(names)" = 'total c b ...' ]
	prints -N 0.5 -t 2.5 half other
	[ "$(names)" = 'total ...' ]
}

@test "-p P: by P percent of base; rows without a percentage pass" {
	prints -t 0 -p 50 base test
	[ "$(names)" = 'total up new small ... gone down' ]
	prints -t 0 --min-percent=80% base test
	[ "$(names)" = 'total up new small ... gone' ]
	prints -t 0 --min-percent 80.1 base test
	[ "$(names)" = 'total new small ... gone' ]
	prints -p 60 base test
	[ "$(names)" = 'total up ... down' ]
}

@test "-n N: N gains and N losses" {
	prints -t 0 -n 1 base test
	[ "$(names)" = 'total big ... down' ]
	prints -t 0 --top=2 base test
	[ "$(names)" = 'total big up ... gone down' ]
	prints -t 0 -n 1000 base test
	[ "$(names)" = 'total big up new small idler gone down' ]
}

@test "-n counts after all other choices" {
	prints -t 0 -n 1 --except '^(big|down)$' base test
	[ "$(names)" = 'total up ... gone' ]
	prints -n 1 -t 70 base test
	[ "$(names)" = 'total big ...' ]
}

@test "--only and --except are extended regular expressions" {
	prints --only='^(up|down)$' base test
	[ "$(names)" = 'total up ... down' ]
	prints --except 'i|u' base test
	[ "$(names)" = 'total ... down' ]
	prints -t 0 --only '[[:alpha:]]{5,}' base test
	[ "$(names)" = 'total small idler ...' ]
	prints -t 0 --only 'a' --except 'sm' base test
	[ "$(names)" = 'total same ...' ]
}

@test "the total is always there, is never counted and ranks like a row" {
	prints --only=nothing -n 1 base test
	[ "$(names)" = 'total ...' ]
	prints --except total base test
	[ "$(names)" = 'total big up ... down' ]
	listing grown 1500 big 100 up 100 down 10 small 7 gone
	prints base grown
	[ "$(names)" = 'big total idler same' ]
}

@test "gains alone, losses alone, nothing at all" {
	listing a 100 f 50 g
	listing b 200 f 90 g
	prints a b
	[ "$(names)" = 'total f g' ]
	prints b a
	[ "$(names)" = 'g f total' ]
	prints a a
	[ "$(names)" = total ]
	has '^         0     0.0% total$'
}

@test "dots stand where a change was left out, else they do not" {
	listing a 100 f 50 g 10 h
	listing b 200 f 20 g 10 h
	prints a b
	lacks '^\.\.\.$'
	listing b 200 f 20 g 11 h
	prints a b
	[ "$(names)" = 'f total ... g' ]
}

@test "-s: each order, largest first" {
	while read -r order wanted; do
		prints -s "$order" base test
		[ "$(names)" = "$wanted" ] ||
			complain "-s $order: $(names)"
	done <<-'EOF'
		delta total big up ... down
		magnitude total big up down ...
		percent up big total down ...
		base total big down up ...
		test total big up down ...
		share up big total down ...
		name big down total up ...
	EOF
}

@test "-s magnitude ranks a loss among the gains" {
	listing a 100 f 900 g 100 h
	listing b 150 f 100 g 120 h
	prints --sort=magnitude a b
	[ "$(names)" = 'g total f h' ]
}

@test "-s with -n: the first N" {
	prints -s magnitude -n 2 base test
	[ "$(names)" = 'total big up ...' ]
	prints -s name -n 1 -t 0 base test
	[ "$(names)" = 'big total ...' ]
	prints -s base -t 0 -n 3 base test
	[ "$(names)" = 'total big same down ...' ]
}

@test "what has no value is last in its order" {
	prints -t 0 -s percent base test
	[ "$(names)" = 'small up big idler total same down gone new' ]
}

@test "equal deltas are ordered by name" {
	listing a 10 x 10 b 10 m 10 Z 100 k 100 c
	listing b 30 x 30 b 30 m 30 Z 80 k 80 c
	prints a b
	[ "$(names)" = 'total Z b m x c k' ]
	prints --ties=name a b
	[ "$(names)" = 'total Z b m x c k' ]
}

@test "--ties=perl58 is the order of the old script, whatever order came in" {
	listing a 10 x 10 b 10 m 10 Z 100 k 100 c
	listing b 30 x 30 b 30 m 30 Z 80 k 80 c
	prints --ties=perl58 a b
	mv out wanted
	listing a 100 c 10 Z 100 k 10 m 10 x 10 b
	listing b 30 b 80 c 30 x 80 k 30 Z 30 m
	prints --ties=perl58 a b
	same wanted out
}

@test "the cut-off is 0 in csv and json, 10 in classic, table, markdown" {
	for format in csv json; do
		prints -F $format base test
		has small
		has same
	done
	for format in classic table markdown; do
		prints -F $format base test
		lacks small
		prints -t 0 -F $format base test
		has small
	done
	prints -t 10 -F csv base test
	lacks small
}

@test "every format has the same rows in the same order" {
	for options in '' '-t 0' '-n 1' '-s name' '-p 50 -t 1' '--only=^.o'; do
		# shellcheck disable=SC2086
		prints -t 10 $options base test
		wanted=$(awk '$NF != "total" && $NF != "..." { print $NF }' out)
		for format in table markdown csv json; do
			# shellcheck disable=SC2086
			prints -t 10 $options -F $format base test
			got=$(tr -d '\r' <out | case $format in
			csv) sed '1,2d; s/,.*//' ;;
			json) sed -n '/"rows"/,$s/.*{"key":"\([a-z]*\)".*/\1/p' ;;
			table) awk 'NR > 5 && $NF != "total" && $NF != "..." {
				print $NF }' ;;
			markdown)
				sed -n 's/^| [^:]*`\([a-z]*\)` |$/\1/p' |
					grep -v total
				;;
			esac)
			[ "$got" = "$wanted" ] ||
				complain "$options: $format: $got, not $wanted"
		done
	done
}
