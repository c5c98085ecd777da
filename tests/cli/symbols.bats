# From addresses to symbols: which bytes are whose, and where maps are found.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	map map
}

# counts ARG...: "symbol count" of all rows but the total, by name.
counts() {
	prints show -s name -F csv --columns=key,count "$@"
	tr -d '\r"' <out | sed '1d; /^total,/d; s/,/ /' | tr '\n' ' '
}

# The 16 steps of the map, the last of them outside the text.
steps='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'

@test "a step belongs to the symbol that holds its addresses" {
	# shellcheck disable=SC2086
	dump dump 4 $steps
	[ "$(counts -m map dump)" = '*unknown* 16 f 10 g 68 h 42 ' ]
}

@test "a dump of either byte order, its step word 0 or not" {
	words() {
		# shellcheck disable=SC2059
		printf "$(printf '\\x0\\x0\\x0\\x%x' "$@")"
	}
	# shellcheck disable=SC2086
	words 4 $steps >big
	[ "$(counts -m map big)" = '*unknown* 16 f 10 g 68 h 42 ' ]
	# shellcheck disable=SC2086
	words 0 $steps >zero
	[ "$(counts -m map zero)" = '*unknown* 16 f 10 g 68 h 42 ' ]
}

@test "a step of several symbols is split by their bytes, and all is kept" {
	cat >map <<-'EOF'
		ffffffff81000000 T _stext
		ffffffff81000000 T a
		ffffffff81000004 t b
		ffffffff81000018 t c
		ffffffff81000040 T _etext
	EOF
	# a has 4 of 16 bytes, b 12 and then 8 of 16, c 8.
	dump dump 16 100 10 0 0
	[ "$(counts -m map dump)" = 'a 25 b 80 c 5 ' ]
	notes '110 of 110 ticks fell into steps of 16 bytes'
	# 1.75, 5.75 and 0.5: the largest remainders are rounded up.
	dump dump 16 7 1 0 0
	[ "$(counts -m map dump)" = 'a 2 b 6 ' ]
}

@test "no note when a hundredth of the ticks straddles, or less" {
	cat >map <<-'EOF'
		ffffffff81000000 T _stext
		ffffffff81000000 T a
		ffffffff81000004 t b
		ffffffff81000040 T _etext
	EOF
	dump dump 16 1 99 0 0
	counts -m map dump
	silent
	dump dump 16 1 98 0 0
	counts -m map dump
	notes '1 of 99 ticks'
}

@test "one symbol of several at an address, whatever their order" {
	for order in -n -r; do
		sort $order <<-'EOF' >map
			ffffffff81000000 T _stext
			ffffffff81000000 T _text
			ffffffff81000000 T __f
			ffffffff81000000 T f_long
			ffffffff81000000 T ff
			ffffffff81000000 t e
			ffffffff81000000 W d
			ffffffff81000040 T _etext
		EOF
		dump dump 4 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
		[ "$(counts -m map dump)" = 'ff 5 ' ]
	done
}

@test "kernels that name an address differently are paired by the other name" {
	sed 's/ g$/ f_old/' map >base.map
	{
		cat base.map
		echo 'ffffffff81000010 T f_new'
	} | sort >test.map
	dump dump 4 0 0 0 0 100 0 0 0 0 0 0 0 0 0 0 0
	prints -t 0 -F csv --columns=base,test,match,key --base-map base.map \
		--test-map test.map dump dump
	has '^100,100,alias,'
}

@test "marks of tools and symbols of data own nothing" {
	cat >>map <<-'EOF'
		ffffffff81000014 A __crc_g
		ffffffff81000018 t $x
		ffffffff8100001c t .L5
		ffffffff81000020 d data_in_text
		ffffffff81000024 R rodata_in_text
		ffffffff81000028 b bss_in_text
	EOF
	sort -o map map
	# shellcheck disable=SC2086
	dump dump 4 $steps
	[ "$(counts -m map dump)" = '*unknown* 16 f 10 g 68 h 42 ' ]
}

@test "_etext counts whatever its letter" {
	for letter in A D R t B; do
		sed "s/ T _etext/ $letter _etext/" map >other
		# shellcheck disable=SC2086
		dump dump 4 $steps
		[ "$(counts -m other dump)" = '*unknown* 16 f 10 g 68 h 42 ' ]
	done
}

@test "text before the first symbol is *unknown*" {
	cat >map <<-'EOF'
		ffffffff81000000 A _stext
		ffffffff81000020 T g
		ffffffff81000040 T _etext
	EOF
	dump dump 16 3 4 5 0
	[ "$(counts -m map dump)" = '*unknown* 7 g 5 ' ]
}

@test "addresses of a 32-bit kernel" {
	sed 's/^ffffffff81/c1/; s/^00000000//' map >map32
	# shellcheck disable=SC2086
	dump dump 4 $steps
	[ "$(counts -m map32 dump)" = '*unknown* 16 f 10 g 68 h 42 ' ]
}

@test "kallsyms: modules are not of the text" {
	{
		cat map
		printf 'ffffffff81000010 t g_of_module\t[ext4]\n'
		printf 'ffffffffc0000000 t other\t[ext4]\n'
	} >kallsyms
	# shellcheck disable=SC2086
	dump dump 4 $steps
	[ "$(counts -m kallsyms dump)" = '*unknown* 16 f 10 g 68 h 42 ' ]
}

@test "the last counter is text from 6.11 on, *unknown* before" {
	# shellcheck disable=SC2086
	dump dump 4 $steps
	for release in 6.10.3 6.1.0-57-amd64 2.6.0 5.15; do
		cp map "System.map-$release"
		[ "$(counts -m "System.map-$release" dump)" = \
			'*unknown* 16 f 10 g 68 h 42 ' ]
		notes '16 ticks of the last counter'
	done
	for release in 6.11.0 6.12.117+deb12 7.0; do
		cp map "System.map-$release"
		[ "$(counts -m "System.map-$release" dump)" = \
			'f 10 g 68 h 58 ' ]
		silent
	done
}

@test "a comparison across that change says so" {
	# shellcheck disable=SC2086
	dump dump 4 $steps
	cp map System.map-6.1.0
	cp map System.map-6.12.0
	prints --base-map System.map-6.1.0 --test-map System.map-6.12.0 \
		dump dump
	notes '6.1.0 counts ticks outside .* 6.12.0 does not'
	prints -m System.map-6.1.0 dump dump
	lacks 'does not' err
}

@test "--base-map and --test-map: each side has its own" {
	# shellcheck disable=SC2086
	dump dump 4 $steps
	sed 's/ g$/ G/' map >other
	prints -q --base-map map --test-map other dump dump
	[ "$(names)" = 'G total g' ]
	prints -q -m map --test-map other dump dump
	[ "$(names)" = 'G total g' ]
	prints -q --test-map map -m other dump dump
	[ "$(names)" = 'g total G' ]
}

@test "--base-vmlinux and --test-vmlinux, and an image beside a map" {
	xz -dc "$x86/System.map.xz" >x86.map
	dumps=("$real"/x86-mitigations/{base,test}.profile.xz)
	prints -q -m x86.map "${dumps[@]}"
	mv out wanted
	ln -s "$x86/vmlinux.syms.xz" image.xz
	for options in '-k image.xz' \
		'--base-vmlinux image.xz --test-map x86.map' \
		'--base-map x86.map --test-vmlinux image.xz' \
		'-m x86.map -k image.xz'; do
		# shellcheck disable=SC2086
		prints -q $options "${dumps[@]}"
		same wanted out
	done
}

@test "an image given as a map, and a map given as an image" {
	dumps=("$real"/x86-mitigations/{base,test}.profile.xz)
	prints -q -m "$x86/System.map.xz" "${dumps[@]}"
	mv out wanted
	prints -q -m "$x86/vmlinux.syms.xz" "${dumps[@]}"
	same wanted out
	prints -q -k "$x86/System.map.xz" "${dumps[@]}"
	same wanted out
}

@test "symbols beside a dump are found: of its name, or of any" {
	# shellcheck disable=SC2086
	dump base.profile 4 $steps
	for name in base.map base.System.map base.kallsyms System.map \
		System.map-6.1.0 kallsyms; do
		mkdir dir
		cp base.profile dir
		cp map "dir/$name"
		[ "$(counts dir/base.profile)" = \
			'*unknown* 16 f 10 g 68 h 42 ' ]
		prints show -v dir/base.profile
		has "$name" err
		rm -r dir
	done
}

@test "what was found beside a dump is told with -v only" {
	# shellcheck disable=SC2086
	dump base.profile 4 $steps
	sed -i '$d' map
	cp map base.map
	prints show base.profile
	lacks 'base\.map' err
	prints show -v base.profile
	notes 'base\.map'
}

@test "a map beside a dump that does not fit is passed over" {
	# shellcheck disable=SC2086
	dump base.profile 4 $steps
	sed 's/81000040/81000080/' map >System.map-6.1.0
	cp map System.map-6.2.0
	[ "$(counts base.profile)" = '*unknown* 16 f 10 g 68 h 42 ' ]
	mv System.map-6.2.0 other
	refuses 'base.profile: *-m*-k*' show base.profile
}

@test "several runs of one kernel share the map beside them" {
	for i in 1 2; do
		cp "$real/x86-runs/auto-r$i.profile.xz" base$i.profile.xz
	done
	cp "$x86/System.map.xz" base.map.xz
	prints show base1.profile.xz base2.profile.xz
	has '^ *6380 total'
}
