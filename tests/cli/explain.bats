# What became of functions that only one side has ticks of: --explain.

load helper

# kernel NAME DEFINES: an image whose helper() is inlined, or is not.
kernel() {
	command -v gcc >/dev/null || skip "there is no gcc"
	cat >kernel.c <<-'C'
	#define OUT __attribute__((noinline, noclone))
	#define IN static inline __attribute__((always_inline))
	volatile int sink;
	HELPER void helper(int x) { sink += x; sink *= x; }
	OUT void outer(void) { helper(3); }
	OUT void other(void) { helper(5); }
	#ifdef ONLY
	OUT void only(void) { sink++; }
	#endif
	OUT void quiet(void) { sink--; }
	void (*volatile kept[])(void) = { outer, other, quiet };
	C
	gcc -O1 -g -nostdlib -static -Wl,-e,outer -Wl,--defsym,_stext=outer \
		-Wl,--defsym,_etext=_end -o "$1" "${@:2}" kernel.c
}

two_kernels() {
	kernel a '-DHELPER=OUT' -DONLY
	kernel b '-DHELPER=IN'
	listing base 50 helper 20 outer 9 other 30 only
	listing test 60 outer 15 other 12 quiet
}

@test "a function that is inlined now, one that is not there, one that was quiet" {
	two_kernels
	prints -t 0 --explain -F csv --columns=symbol,explanation \
		--base-vmlinux=a --test-vmlinux=b base test
	has '^helper,"inlined into outer, other"'
	has '^only,not in test'
	has '^quiet,"in base too, without ticks"'
	has '^outer,.\?$'
	notes '*helper is gone: inlined into outer, other*'
}

@test "the other way it is no longer inlined" {
	two_kernels
	prints -t 0 --explain -F json --base-vmlinux=b --test-vmlinux=a test base
	has '"explanation": \?"no longer inlined into outer, other"'
	has '"explanation": \?"not in test"'
	prints -t 0 -F table --explain --base-vmlinux=b --test-vmlinux=a test base
	has 'what became of it$'
}

@test "without the images it says which is missing" {
	two_kernels
	refuses '--explain: needs the vmlinux of base*--base-vmlinux' \
		--explain base test
	refuses '--explain: needs the vmlinux of test*--test-vmlinux' \
		--explain --base-vmlinux=a base test
	objcopy --strip-debug a c
	refuses 'c: no DWARF*' --explain --base-vmlinux=c --test-vmlinux=b \
		base test
}
