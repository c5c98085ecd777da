#!/usr/bin/env bats
# Whose symbols the samples of a recording get.

load helper

perf=$data/perf
# What this machine has for itself is not to count.
export HOME=/nonexistent

# recording NAME: it alone, in the working directory.
recording() {
	cp "$perf/$1.data.xz" .
}

@test "the map and the program beside a recording name its samples" {
	recording plain
	cp "$perf"/{kallsyms,burn}.xz .
	prints show --top 4 plain.data.xz <<-\EOF
	   329 total
	   190 hot_half                                   4.8718
	    88 step                                       2.1463
	     8 read_zero                                  0.0385
	     6 _raw_spin_unlock_irqrestore                0.0938
	EOF
}

@test "a map that is named must be as long as the recorded kernel" {
	recording plain
	dp show -m "$x86/System.map.xz" plain.data.xz
	[ "$status" = 2 ]
	grep -q 'System.map.xz: text of 14687986 bytes, but the kernel that' err
}

@test "an image that is named must have the recorded build id" {
	recording plain
	dp show -k "$x86/vmlinux.syms.xz" plain.data.xz
	[ "$status" = 2 ]
	grep -q 'build id 01d2640d.*recorded on a kernel of build id 48dc540c' err
}

@test "another kernel's map beside a recording is passed over" {
	recording plain
	cp "$x86/System.map.xz" .
	dp show -v plain.data.xz
	[ "$status" = 0 ]
	! grep -q 'symbols of vmlinux are those of System.map' err
}

@test "modules loaded while perf ran are in kallsyms" {
	cp "$perf/i386/modules.data.xz" "$perf/i386/kallsyms.xz" .
	dp show modules.data.xz
	[ "$status" = 0 ]
	grep -q '^ *12 raid6_avx22_gen_syndrome \[raid6_pq\]' out
}

@test "an image without symbols is a reason to be careful" {
	recording plain
	cp "$perf/kallsyms.xz" .
	dp show --strict plain.data.xz
	[ "$status" = 2 ]
	grep -q '280 samples (85.1%) of /tmp/burn/burn have no symbol' err
}
