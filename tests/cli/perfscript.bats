# perf-script: what perf script prints.

load helper

perf=$data/perf

@test "a text of perf script is known, and counts samples by function" {
	xz -dc "$perf/callgraph.script.xz" >text
	prints show -F csv text
	grep -q '^"\?hot_half' out || complain "no hot_half"
	prints show -v -F json text
	grep -q '"format":"perf-script".*"event":"cpu-clock".*"total":331,' out ||
		complain "not 331 samples of cpu-clock"
}

@test "each recording's text has the samples of its report" {
	for name in plain callgraph period threads shell dwarf fields; do
		want=$(awk '$1 ~ /%$/ { n += $2 } END { print n }' \
			"$perf/$name.report")
		prints show -q -F json "$perf/$name.script.xz"
		grep -q "\"total\":$want," out ||
			complain "$name: not $want samples"
	done
}

@test "events, commands and CPUs can be chosen" {
	prints show -q -e task-clock -F json "$perf/two-events.script.xz"
	grep -q '"event":"task-clock"' out || complain "another event"
	prints show -q --kernel "$perf/callgraph.script.xz"
	! grep -q hot_half out || complain "hot_half is of user space"
	prints show -q -g comm "$perf/shell.script.xz"
	grep -q ' burn$' out || complain "no command"
}

@test "a text that was cut loses its last sample, with a note" {
	xz -dc "$perf/callgraph.script.xz" | head -c 5000 >text
	prints show text
	notes 'the last sample is not whole and was left out'
}

@test "quote marks and a TAB in front of all lines are not of commands" {
	printf 'my app (v2) 12 100.000001: 5 cycles: \n%s\n%s\n\n%s\n%s\n\n' \
		$'\t    55d0c0ffee10 foo+0x10 (/opt/app)' \
		$'\t    55d0c0ffee30 main (inlined)' \
		'kworker/0:1-eve 77 [003] 100.000002: 4 cycles: ' \
		$'\tffffffff81abcdef work+0x1f ([kernel.kallsyms])' >plain
	prints show -q -g comm,symbol plain
	out_is <<-'EOT'
		     2 total
		     1 kworker/0:1-eve: work
		     1 my app (v2): foo
	EOT
	mv out want
	for mark in '> ' '>> > ' $'\t' '| ' 'wli> ' '    ' ': '; do
		sed "s/^/$mark/" plain >quoted
		prints show -q -g comm,symbol quoted
		cmp out want
	done
}
