# Images that are not ELF, and debugging information that is not DWARF.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	for file in "$data"/elf/foreign/*.xz; do
		xz -dc "$file" >"$(basename "$file" .xz)"
	done
	# The text is 92 or 85 bytes; the counters are of work (0x20 or 0x1f)
	# and helper (0x10).
	dump base-64 4 0 0 0 0 7 0 0 1 40 1 0 0 0 0 0 0 0 0 0 0 0 2 5
	dump test-64 4 0 0 0 0 9 0 0 1 80 1 0 0 0 0 0 0 0 0 0 0 0 2 5
	dump base-32 4 0 0 0 0 7 0 0 0 40 1 0 0 0 0 0 0 0 0 0 0 5
	dump test-32 4 0 0 0 0 9 0 0 0 80 1 0 0 0 0 0 0 0 0 0 0 5
	"$DIFFPROF" info stabs.exe >/dev/null 2>err ||
		skip "$(sed 's/^diffprof: //' err)"
}

# rows OPTIONS...: "key base test, ..."
rows() {
	prints -q -t 0 -F csv --columns=key,base,test "$@"
	tr -d '\r' <out | tail -n +2 | grep -v '^total,' | sort | tr ',\n' ' ,' |
		sed 's/,$//'
}

@test "symbols of PE, and of ELF with stabs" {
	for image in stabs.exe dwarf.exe stabs-64; do
		[ "$(rows -k $image base-64 test-64)" = \
			'*unknown* 5 5,_start 2 2,helper 8 10,work 41 81' ]
	done
	[ "$(rows -k stabs-32 base-32 test-32)" = \
		'*unknown* 5 5,helper 7 9,work 41 81' ]
}

@test "lines of stabs and of PE" {
	for image in stabs-64 stabs.exe dwarf.exe; do
		[ "$(rows -g line -k $image base-64 test-64)" = "[unknown] 5 5,\
text.c:10 7 9,text.c:11 1 1,text.c:15 1 1,text.c:16 40 80,text.c:23 2 2" ] ||
			complain "of $image"
		[ "$(rows -g file -k $image base-64 test-64)" = \
			"[unknown] 5 5,text.c 51 93" ]
	done
	[ "$(rows -g file -k stabs-32 base-32 test-32)" = \
		"[unknown] 5 5,text.c 48 90" ]
}

@test "a function's lines by stabs" {
	prints annotate -q -F csv -k stabs-64 work base-64 test-64
	grep -q '^40.000,80.000,40,,text.c,16,text.c,16' out
}

@test "an image is none of a profile, and info says what it is" {
	prints info stabs.exe
	grep -q 'symbols of a kernel (-k)' out
	grep -q 'symbols  *4$' out
	refuses '*stabs.exe: *' stabs.exe base-64
}

@test "what libbfd cannot read is one sentence" {
	# The magic number and machine of an i386 kernel of 1995.
	{ printf '\013\001\144\000' && head -c 4092 /dev/zero; } >aout
	refuses 'aout: an a.out image, which libbfd reads no more; give its System.map with -m' \
		-k aout base-64 test-64
	# Of what libbfd thinks of its section alignment nobody is told.
	{ head -c 184 stabs.exe && printf '\3\0\0\0' && tail -c +189 stabs.exe; } >odd.exe
	dp info odd.exe
	! grep -v '^diffprof: ' err || complain 'libbfd has a say'
	head -c 3000 stabs.exe >cut.exe
	refuses 'cut.exe: *' -k cut.exe base-64 test-64
	strip -o bare.exe stabs.exe 2>/dev/null || skip 'strip does not know PE'
	refuses 'bare.exe: has no symbols; was it stripped?' \
		-k bare.exe base-64 test-64
}

@test "made here: stabs of this machine's compiler" {
	cp "$data/elf/foreign/text.c" .
	gcc -gstabs+ -O1 -nostdlib -static -fno-pic -no-pie \
		-fno-asynchronous-unwind-tables text.c -o own 2>/dev/null ||
		skip 'gcc has no stabs (since 13), or is for another machine'
	nm own | grep -q ' T work$'
	at=$((0x$(nm own | awk '$3 == "work" { print $1 }') - \
		0x$(nm own | awk '$3 == "_stext" { print $1 }')))
	size=$((0x$(nm own | awk '$3 == "_etext" { print $1 }') - \
		0x$(nm own | awk '$3 == "_stext" { print $1 }')))
	counts=()
	for ((i = 0; i < size / 4; i++)); do
		counts+=($((i == at / 4 ? 9 : 0)))
	done
	# What comes last lies outside of the text.
	dump own.profile 4 "${counts[@]}"
	prints show -q -g file -k own own.profile
	grep -q '^ *9.* text.c$' out
}
