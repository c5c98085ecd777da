#!/usr/bin/env bats
# files.bats - functions of one name, told apart by their source files

load helper

# Kernels of four functions of one counter each: see testdata/elf/files/make.sh.
two_kernels() {
	xz -dc "$data/elf/files/base.xz" >base.vmlinux
	xz -dc "$data/elf/files/test.xz" >test.vmlinux
	counters 1 2 4 8 0 >base.profile
	counters 3 5 7 8 0 >test.profile
}

# counters COUNT...: little-endian words behind that of the step
counters() {
	local word
	for word in 4 "$@"; do
		# shellcheck disable=SC2059
		printf "\\x$(printf %02x "$word")\\0\\0\\0"
	done
}

# rows OPTION...: the comparison's rows, sorted
rows() {
	prints -q -F csv --columns=key,file,base,test,status "$@" \
		base.profile test.profile
	tr -d '\r' <out | tail -n +2 | grep -v '^total,' | LC_ALL=C sort >rows
}

@test "static functions of one name are rows of their own, by file" {
	two_kernels
	rows --base-vmlinux=base.vmlinux --test-vmlinux=test.vmlinux
	printf '%s\n' 'init (a.c),a.c,1,0,gone' 'init (b.c),b.c,2,3,both' \
		'init (c.c),c.c,0,5,new' 'once,a.c,4,7,both' \
		'outer,,8,8,both' >want
	same rows want
}

@test "of one kernel as well" {
	two_kernels
	prints show -q -F csv --columns=key,count -k base.vmlinux base.profile
	has '^init (a.c),1'
	has '^init (b.c),2'
	prints show -q -F json -k base.vmlinux base.profile
	has '"key":"init (a.c)",.*"file":"a.c"'
}

@test "where one side does not know the files they are one row" {
	two_kernels
	for side in base test; do
		nm -n $side.vmlinux | sed 's/ A / T /' >$side.map
	done
	printf '%s\n' 'init,,3,8,both' 'once,a.c,4,7,both' 'outer,,8,8,both' >want
	rows --base-vmlinux=base.vmlinux --test-map=test.map
	same rows want
	sed -i 's/a.c/d.c/' want
	rows --base-map=base.map --test-vmlinux=test.vmlinux
	same rows want
	listing test 8 init 7 once 8 outer
	prints -q -F csv --columns=key,base,test -k base.vmlinux base.profile test
	has '^init,3,8'
}

@test "one of them with ticks keeps its name" {
	two_kernels
	counters 0 2 4 8 0 >base.profile
	counters 3 0 7 8 0 >test.profile
	rows --base-vmlinux=base.vmlinux --test-vmlinux=test.vmlinux
	printf '%s\n' 'init,b.c,2,3,both' 'once,a.c,4,7,both' \
		'outer,,8,8,both' >want
	same rows want
}

@test "readprofile tells nothing apart" {
	two_kernels
	prints show -q --compat=readprofile -k base.vmlinux base.profile
	lacks 'init ('
}
