# vmlinuz: a kernel packed behind the code that unpacks it.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
}

# word VALUE BYTES: little-endian
word() {
	local i
	for ((i = 0; i < $2; i++)); do
		# shellcheck disable=SC2059
		printf "\\x$(printf %02x $(($1 >> 8 * i & 255)))"
	done
}

# bzimage PAYLOAD: a boot image of protocol 2.15 with one sector of setup,
# whose payload begins 16 bytes behind it
bzimage() {
	local size
	size=$(stat -c %s "$1")
	printf MZ
	head -c 495 /dev/zero
	word 1 1			# setup_sects
	head -c 12 /dev/zero
	word 0xaa55 2
	printf '\xeb\x6aHdrS'
	word 0x20f 2
	head -c 6 /dev/zero
	word 0x90 2			# kernel_version, from 0x200 on
	head -c 56 /dev/zero
	word 16 4
	word $((size + 4)) 4
	head -c 64 /dev/zero
	printf '6.1.0-test (me@host) #1 SMP\0'
	head -c 340 /dev/zero
	head -c 16 /dev/zero
	cat "$1"
	word "$(stat -c %s vmlinux)" 4	# as the kernel's Makefile has it
}

@test "a kernel with symbols is read through whatever it is packed with" {
	dump base.profile 4 10 4 4 5
	dump test.profile 4 20 4 0 5
	prints -k vmlinux base.profile test.profile
	mv out wanted
	for packer in gzip 'xz --check=crc32' zstd bzip2 'lz4 -l' 'xz -F lzma'; do
		# shellcheck disable=SC2086
		command -v ${packer%% *} >/dev/null || continue
		$packer -c <vmlinux >payload
		bzimage payload >vmlinuz
		prints -k vmlinuz base.profile test.profile
		same wanted out
		prints info vmlinuz
		grep -q ': boot image of a kernel$' out
		grep -q '^  kernel  *6\.1\.0-test$' out
		grep -q '^  symbols  *[1-9]' out
	done
}

@test "its kernel has no symbols, as a rule" {
	dump base.profile 4 10 4 4 5
	objcopy -S vmlinux bare 2>/dev/null || skip 'objcopy does not know it'
	gzip -c bare >payload
	bzimage payload >vmlinuz
	refuses 'vmlinuz: the kernel in a boot image has no symbols; give its System.map with -m, or the vmlinux of its debug package' \
		show -k vmlinuz base.profile
	prints info vmlinuz
	grep -q 'no symbols, which are in its System.map' out
	refuses 'vmlinuz: *' vmlinuz base.profile
}

@test "a boot image that is cut, old, or holds something else" {
	dump base.profile 4 10 4 4 5
	gzip -c vmlinux >payload
	bzimage payload >whole
	for size in 700 1040 1100 1500; do
		head -c $size whole >vmlinuz
		refuses 'vmlinuz: *' show -k vmlinuz base.profile
		refuses 'vmlinuz: *' info vmlinuz
	done
	head -c 2000 /dev/zero | gzip >payload
	bzimage payload >vmlinuz
	refuses 'vmlinuz: what is packed in this boot image is no ELF image' \
		show -k vmlinuz base.profile
	printf '\x89LZO and so on' >payload
	bzimage payload >vmlinuz
	refuses 'vmlinuz: its kernel is packed with lzo, which is not read here; give its System.map with -m' \
		show -k vmlinuz base.profile
	{ head -c 518 whole && word 0x207 2 && tail -c +521 whole; } >vmlinuz
	refuses 'vmlinuz: a boot image of before Linux 2.6.26, which does not say where its kernel is; give its System.map with -m' \
		show -k vmlinuz base.profile
}
