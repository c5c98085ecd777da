# One recording told by several tools: whatever they call things, rows pair.

load helper

perf=$data/perf

# alike ARG... BASE TEST: no row but what aliases leave changed, and none is new
# or gone.
alike() {
	prints -q -F csv -t0 --columns=key,base,test,status "$@"
	awk -F , 'NR > 1 && ($(NF - 2) != $(NF - 1) || $NF ~ /new|gone/)' out |
		tr -d '\r' >changed
	[ ! -s changed ] || {
		cat changed
		complain "$*"
	}
}

@test "perf.data, perf script and perf report of one recording are alike" {
	local n
	for n in plain callgraph shell pipe zstd dwarf threads two-events \
		kernel; do
		[ -e "$perf/$n.data.xz" ] || continue
		alike -m "$perf/kallsyms.xz" "$perf/$n.data.xz" \
			"$perf/$n.script.xz"
		alike -m "$perf/kallsyms.xz" "$perf/$n.data.xz" "$perf/$n.report"
		alike -m "$perf/kallsyms.xz" "$perf/$n.script.xz" \
			"$perf/$n.sym.report"
	done
}

@test "two names of one address are one row" {
	prints -q -F csv -t0 --columns=key,match -m "$perf/kallsyms.xz" \
		"$perf/kernel.data.xz" "$perf/kernel.script.xz"
	has '__pi_memcpy,alias'
}

@test "perf script and what it was folded to are alike" {
	local n
	for n in a-r1 b-r1; do
		[ -e "$real/perf/$n.script.xz" ] || continue
		alike "$real/perf/$n.script.xz" "$real/perf/$n.folded.xz"
	done
}

@test "oprofile's files, opreport's text and its XML are alike" {
	alike "$data/oprofile/base" "$data/oprofile/base.opreport.txt"
	alike "$data/oprofile/test" "$data/oprofile/test.opreport.txt"
	local made=$data/opreport/generated form
	xz -dc "$made/archives.tar.xz" | tar -x
	for form in symbols xml details address-lines accumulated no-header; do
		alike one "$made/one.$form.txt"
	done
}

@test "a kernel's raw profile goes with what other tools say of it" {
	local raw=$real/x86-mitigations/base.profile.xz map=$x86/System.map.xz
	prints show -q -F csv --columns=count,symbol -m "$map" "$raw"
	awk -F , 'NR > 2 { sub(/\r/, ""); print "k;" $2 "_[k] " $1 }' out |
		grep -v 'unknown' >same.folded
	prints -q -F csv -t0 --columns=symbol,base,test -m "$map" "$raw" same.folded
	awk -F , 'NR > 2 && $1 != "*unknown*" && $2 + 0 != $3 + 0' out |
		tr -d '\r' >changed
	[ ! -s changed ] || complain "$(cat changed)"
}

@test "where one side has only the kernel, only the kernel is compared" {
	local raw=$real/x86-mitigations/base.profile.xz map=$x86/System.map.xz
	prints -F json -m "$map" "$raw" "$perf/plain.script.xz"
	notes 'has samples of the kernel alone'
	has '"code":"formats-differ"'
	lacks '"key":"hot_half"'
}
