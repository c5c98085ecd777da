load helper

# A kernel of 16 bytes of text and a dump of it with a step of 4: the last
# counter, of what lies outside, and three others.
#
#	0-3	main.c:12, inner.h:4, main.c:14, inner.h:5
#	4-7	inner.h:5 three times, main.c:16
#	8-11	main.c:20, main.c:21 three times
make_dumps() {
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump base.profile 4 10 4 4 5
	dump test.profile 4 20 4 0 5
}

# rows FORMAT-OPTIONS...: "key count, ..." of the listing of base
rows() {
	prints show -q -k vmlinux -F csv --columns=key,count "$@" base.profile
	tr -d '\r' <out | tail -n +2 | grep -v '^total,' | sort | tr ',\n' ' ,' |
		sed 's/,$//'
}

@test "a step is split over its lines by bytes, and nothing is lost" {
	make_dumps
	[ "$(rows -g line)" = "[unknown] 5,include/inner.h:4 3,\
include/inner.h:5 5,src/main.c:12 3,src/main.c:14 2,src/main.c:16 1,\
src/main.c:20 1,src/main.c:21 3" ]
	[ "$(rows -g file)" = "[unknown] 5,include/inner.h 8,src/main.c 10" ]
	[ "$(rows -g dir)" = "[unknown] 5,include 8,src 10" ]
	[ "$(rows -g inline)" = "*unknown* 5,inner 8,other 4,outer 6" ]
}

@test "keys can be put together" {
	make_dumps
	[ "$(rows -g symbol,file)" = "*unknown*: [unknown] 5,\
other: src/main.c 4,outer: include/inner.h 8,outer: src/main.c 6" ]
	[ "$(rows -g dir:1,inline)" = "[unknown]: *unknown* 5,\
include: inner 8,src: other 4,src: outer 6" ]
}

@test "a comparison by line" {
	make_dumps
	prints -q -k vmlinux -g line base.profile test.profile -t 1
	printf '%s\n' '         3    60.0% include/inner.h:5' \
		'         3   150.0% src/main.c:14' \
		'         2    66.7% include/inner.h:4' \
		'         2    66.7% src/main.c:12' \
		'        -1  -100.0% src/main.c:20' \
		'        -3  -100.0% src/main.c:21' >want
	grep -v total out >got
	same got want
}

@test "JSON has file and line, of a function where it is declared" {
	make_dumps
	prints -q -k vmlinux -g line -F json base.profile test.profile
	has '"key":"src/main.c:14",.*"file":"src/main.c","line":14,'
	prints -q -k vmlinux -g file -F json base.profile test.profile
	has '"key":"src/main.c",.*"file":"src/main.c","line":null,'
	prints -q -k vmlinux -g inline -F json base.profile test.profile
	has '"key":"inner",.*"symbol":"inner",.*"file":"include/inner.h","line":2,'
	prints -q -k vmlinux -F json base.profile test.profile
	has '"key":"outer",.*"file":null,"line":null,'
}

@test "what has no lines says so, and what to do" {
	make_dumps
	objcopy --strip-debug vmlinux stripped 2>/dev/null || skip "no objcopy"
	nm vmlinux >map
	prints -k vmlinux -g line base.profile test.profile
	mv out wanted
	# A vmlinux that lies beside and fits has them.
	prints -k stripped -g line base.profile test.profile
	same wanted out
	prints -m map -g line base.profile test.profile
	mv vmlinux elsewhere
	refuses "stripped: no DWARF*install its debug package*" -k stripped \
		-g line base.profile test.profile
	refuses "base.profile: *only a map*install its debug package*" -m map \
		-g file base.profile test.profile
	printf '  10 outer 0.1\n  10 total 0.1\n' >text
	refuses "text: *at which addresses*" -g file text text
	refuses "--group-by: no key \"dir:x\"*" -g dir:x text text
	refuses "--group-by: no key \"dir:0\"*" -g dir:0 text text
}

@test "of split DWARF the lines are right, and what is missing is said" {
	cp "$data/elf/foreign/text.c" .
	for version in 4 5; do
		gcc -gdwarf-$version -gsplit-dwarf -O1 -nostdlib -static \
			-fno-pic -no-pie -fno-asynchronous-unwind-tables \
			text.c -o split 2>/dev/null || skip "gcc cannot"
		[ -n "$(find . -name '*.dwo')" ] || skip "gcc makes no .dwo"
		at=$((0x$(nm split | awk '$3 == "work" { print $1 }') - \
			0x$(nm split | awk '$3 == "_stext" { print $1 }')))
		size=$((0x$(nm split | awk '$3 == "_etext" { print $1 }') - \
			0x$(nm split | awk '$3 == "_stext" { print $1 }')))
		counts=()
		for ((i = 0; i < size / 4; i++)); do
			counts+=($((i == at / 4 ? 9 : 0)))
		done
		# What comes last lies outside of the text.
		dump split.profile 4 "${counts[@]}"
		# The second run has them from the cache.
		for run in found kept; do
			prints show -g file -k split split.profile
			has '^ *9.* text.c$'
			notes 'split: functions of it are in .*\.dwo, which was not read' ||
				complain "DWARF $version, $run"
		done
		prints annotate -k split work split.profile split.profile
		notes 'split: functions of it are in .*\.dwo, which was not read'
		dp show --strict -g file -k split split.profile
		[ "$status" = 2 ]
		rm -f ./*.dwo
	done
}
