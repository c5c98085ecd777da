# Which samples: by mode, image, command, CPU; what rows are; which event.

load helper

perf=$data/perf
shell=$perf/shell.data.xz

# total ARG...: how many samples show lists, and the sum of its rows.
total() {
	prints show -q -F csv --columns=key,count -m "$perf/kallsyms.xz" "$@"
	tr -d '\r' <out | awk -F , 'NR > 1 {
		if ($1 == "total") total = $NF; else sum += $NF
	} END { if (total != sum) print "rows " sum; print total }'
}

@test "the kernel's samples and those of programs are all there are" {
	local n
	for n in plain shell callgraph threads; do
		all=$(total "$perf/$n.data.xz")
		[ "$(($(total --kernel "$perf/$n.data.xz") +
			$(total --user "$perf/$n.data.xz")))" = "$all" ]
		[ "$(total --kernel --user "$perf/$n.data.xz")" = "$all" ]
	done
}

@test "--comm and its complement add up, as do rows of -g comm" {
	all=$(total "$shell")
	prints show -q -F csv -g comm --columns=key,count "$shell"
	[ "$(wc -l <out)" -gt 3 ]
	tr -d '\r' <out | awk -F , 'NR > 2 { sum += $2 } END { print sum }' >sum
	[ "$(cat sum)" = "$all" ]
	tr -d '\r' <out | awk -F , 'NR > 2 { print $1, $2 }' |
		while read -r comm count; do
			[ "$(total "--comm=^$comm\$" "$shell")" = "$count" ]
		done
}

@test "--cpu takes a list; -g cpu lists them all" {
	local data=$perf/x86/system.data.xz
	prints show -q -F csv -g cpu --columns=key,count "$data"
	out_is < <(printf '%s\r\n' key,count total,675 'cpu 0,340' 'cpu 1,335')
	prints show -q -F csv --cpu=0-3,1000 --columns=key,count "$data"
	has '^total,675'
	prints show -q -F csv --cpu=1 --columns=key,count "$data"
	has '^total,335'
	refuses '*no sample passes --cpu; its last CPU is 1' show --cpu=2 "$data"
}

@test "--image: modules by bare name, programs by path" {
	prints show -q -F csv -g image --columns=key,count "$shell"
	has '^vmlinux,'
	tr -d '\r' <out | awk -F , 'NR > 2 { print $1, $2 }' |
		while read -r image count; do
			[ "$(total "--image=^${image//[/\\[}\$" "$shell")" = "$count" ]
		done
}

@test "comm and symbol together: keys, and no symbol in JSON" {
	prints show -q -F json -g comm,symbol "$shell"
	has '"key":"[^"]*: [^"]*","symbol":null'
}

@test "two profiles grouped by command are compared by it" {
	prints -q -F csv -t0 -g comm --columns=key,base,test "$shell" "$shell"
	[ "$(tr -d '\r' <out | awk -F , 'NR > 1 && $2 != $3' | wc -l)" = 0 ]
}

@test "the event is one both have; the others are named" {
	prints -F json "$perf/two-events.data.xz" "$perf/two-events.data.xz"
	notes 'there are also'
	has '"code":"other-events"'
	prints show -q -e 2 -F json "$perf/two-events.data.xz"
	two=$(grep -o '"event":"[^"]*"' out)
	prints show -q -e 1 -F json "$perf/two-events.data.xz"
	[ "$(grep -o '"event":"[^"]*"' out)" != "$two" ]
	refuses '--event: no event "nonesuch" in *; there are *' \
		-e nonesuch "$perf/two-events.data.xz" "$shell"
}

@test "--weight=period sums periods; the samples behind them are tested" {
	prints -q -F json --weight=period "$perf/plain.data.xz" \
		"$perf/callgraph.data.xz"
	# Periods of a clock are times.
	has '"event":"cpu-clock[^"]*","unit":"ns"'
	has '"verdict":"\(more\|less\|noise\)"'
	total=$(awk '$1 == "plain" { print $4 }' "$perf/totals.tsv")
	[ -z "$total" ] || has "\"total\":$total"
}

@test "what a profile does not know cannot be asked of it" {
	listing l 5 schedule
	refuses 'l: a profile of format readprofile that does not say which commands*' \
		show --comm=x l
	refuses 'l: * which CPUs*' show --cpu=1 l
	refuses 'l: * which commands*' show -g comm l
	refuses 'l: a profile without periods*' show --weight=period l
	refuses '--cpu: "1-0"*' show --cpu=1-0 l
	refuses '--group-by: no key "color"*' show -g color l
	refuses '--group-by: cpu is there twice*' show -g cpu,cpu l
}

@test "rates that differ are made up for, with a note" {
	prints -F json "$perf/plain.data.xz" "$perf/rates.data.xz"
	rate=$(grep -o '"rate":[0-9.]*' out | head -n 1)
	[ "$rate" != '"rate":1.0' ] || skip "these were sampled at one rate"
	notes 'sampled at different rates'
}
