# opreport text: what opreport 1.5 prints in nearly all its layouts
# (testdata/opreport/generated), and the cases of mails beside cases.bats.

load helper

generated=$data/opreport/generated

# sums FILE [ARG]...: the rows of FILE by key, without the total.
sums() {
	prints show -q -F csv --columns=count,key "$generated/$1.txt" "${@:2}"
	tr -d '\r' <out | tail -n +3 | sort
}

# alike A B: the same symbols with the same counts.
alike() {
	sums "$1" >a
	sums "$2" >b
	[ -s a ]
	same a b
}

@test "options that add columns change no row" {
	for listing in address lines accumulated address-lines; do
		alike one.symbols one.$listing
	done
	alike events.symbols events.accumulated
}

@test "options that order or name rows change no row" {
	alike apps.symbols apps.by-symbol
	alike apps.symbols apps.reversed
	alike apps.symbols apps.smart
	alike apps.symbols apps.merged-all
}

@test "a listing without a header has the same rows" {
	alike one.symbols one.no-header
}

@test "details and call graphs count nothing twice" {
	alike one.symbols one.details
	alike apps.symbols apps.details
	alike apps.symbols apps.details-lines
	alike apps.symbols apps.global
	alike events.symbols events.details
	alike odd.symbols odd.details
	for listing in address lines global; do
		alike calls.callgraph calls.callgraph-$listing
	done
}

@test "a report by image adds up to its listing of symbols" {
	for archive in one apps events odd; do
		prints show -q "$generated/$archive.symbols.txt"
		grep ' total$' out >a
		prints show -q "$generated/$archive.summary.txt"
		grep ' total$' out >b
		same a b
	done
}

@test "all events are read, those of one name apart" {
	for event in 1:4136 2:2566 3:5058; do
		prints show -q -e ${event%:*} "$generated/events.symbols.txt"
		[ "$(awk '$2 == "total" { print $1 }' out)" = ${event#*:} ]
	done
}

@test "CPUs are told apart, thread groups added up" {
	sums threads.merged >all
	sums threads.cpus >a
	sums threads.tgids >b
	same all a
	same all b
	prints show -q --cpu=0 "$generated/threads.cpus.txt"
	grep -q '^ *5274 total$' out
	prints show -q --cpu=1 "$generated/threads.cpus.txt"
	grep -q '^ *10237 total$' out
}

@test "a listing of two profiles is not one of ours" {
	for listing in "$generated"/*.diff*.txt; do
		refuses '*a listing of two profiles*' show --from=opreport "$listing"
	done
}

@test "a listing cut by a threshold knows its total" {
	prints show -q -F json "$generated/apps.threshold.txt"
	grep -q '"total": *1653' out
	grep -q '"listed": *1082' out
}
