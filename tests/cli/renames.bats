#!/usr/bin/env bats
# renames.bats - functions under another name: -M, --find-renames

load helper

# symbols FILE NAME: a map of fifteen functions, of which the eighth is NAME.
symbols() {
	local i addr=0 name
	{
		echo 'ffffffff81000000 T _stext'
		for i in a b c d e f g "$2" h i j k l m n; do
			name=$i
			[ "$i" = "$2" ] || name=fn_$i
			printf 'ffffffff81%06x T %s\n' $addr "$name"
			addr=$((addr + 64 + ${#addr} * 16))
		done
		printf 'ffffffff81%06x T _etext\n' $addr
	} >"$1"
}

two_kernels() {
	symbols base.map old_name
	symbols test.map old_name_locked
	listing base 10 old_name 7 fn_a
	listing test 40 old_name_locked 7 fn_a
}

@test "a function under another name is one row with its score" {
	two_kernels
	prints -M --base-map=base.map --test-map=test.map base test
	has '^  *30   300.0% old_name => old_name_locked ([0-9]*%)$'
	lacks '^  *-10'
	notes '1 function of base taken for new one of test: old_name => '
	prints --find-renames -F csv --columns=match,status,key \
		--base-map=base.map --test-map=test.map base test
	has '^similar,both,old_name => old_name_locked'
	prints -M -F table --base-map=base.map --test-map=test.map base test
	has ' score  symbol$'
}

@test "without -M nobody looks for it" {
	two_kernels
	prints --base-map=base.map --test-map=test.map base test
	has '^  *40     0.0% old_name_locked$'
	has '^  *-10  -100.0% old_name$'
}

@test "a score that is too low is not enough" {
	two_kernels
	prints -M100 --base-map=base.map --test-map=test.map base test
	has '^  *-10  -100.0% old_name$'
	silent
}

@test "what the listing prints it reads again" {
	two_kernels
	prints -qM --base-map=base.map --test-map=test.map base test
	mv out listing
	prints -F csv --columns=match,key listing
	has '^similar,old_name => old_name_locked'
	prints -t0 listing
	same listing out
}

@test "a function without ticks is not gone" {
	symbols base.map old_name
	symbols test.map old_name
	sed -i 's/fn_g$/fn_g_locked/' test.map
	listing base 10 old_name 20 fn_a
	listing test 40 fn_g_locked 20 fn_a
	prints -M --base-map=base.map --test-map=test.map base test
	has '^  *40     0.0% fn_g_locked$'
	has '^  *-10  -100.0% old_name$'
}

@test "--rename goes before" {
	two_kernels
	prints -M --rename=old_name=fn_a --base-map=base.map \
		--test-map=test.map base test
	has '     0.0% old_name_locked$'
	lacks 'old_name => old_name_locked'
}

@test "names alone are not enough" {
	two_kernels
	prints -M base test
	has '^  *-10  -100.0% old_name$'
	notes 'does not know those of base and test: nothing was paired'
	prints -M --base-map=base.map base test
	notes 'does not know those of test: nothing was paired'
	refuses '*--find-renames needs to know all*' --strict -M base test
}

@test "groups are not paired" {
	two_kernels
	prints -M -g image --base-map=base.map --test-map=test.map base test
	notes 'these are groups: nothing was paired'
}

@test "what is no percentage" {
	refuses '--find-renames: "x" is not a percentage up to 100' -Mx a b
	refuses '--find-renames: "101" is*' --find-renames=101 a b
	refuses '--find-renames: "-1" is*' --find-renames=-1 a b
}

@test "raw dumps of a genuine kernel, a hot function renamed in its map" {
	xz -dc "$x86/System.map.xz" >base.map
	sed 's/ memset_erms$/ memset_fast_string/' base.map >test.map
	prints -M --base-map=base.map --test-map=test.map -t1 \
		"$real/x86-mitigations/base.profile.xz" \
		"$real/x86-mitigations/test.profile.xz"
	has ' memset_erms => memset_fast_string ([0-9]*%)$'
	prints -M -m base.map -t1 -F csv --columns=match,key \
		"$real/x86-mitigations/base.profile.xz" \
		"$real/x86-mitigations/test.profile.xz"
	lacks '^similar'
}

@test "recordings, a function renamed in the kallsyms of one" {
	xz -dc "$data/perf/kallsyms.xz" >base.map
	xz -dc "$data/perf/callgraph.data.xz" >base.data
	prints show -q -m base.map --kernel -F csv --columns=symbol base.data
	hot=$(tr -d '\r' <out | sed -n 3p)
	sed "s/ $hot\$/ ${hot}_locked/" base.map >test.map
	prints -M -q -t0 --kernel --base-map=base.map --test-map=test.map \
		base.data base.data
	has " $hot => ${hot}_locked ([0-9]*%)\$"
}

@test "a finished comparison has nothing to look for" {
	printf '        12    10.0%% a\n' >listing
	refuses '*--find-renames*' -M listing
}
