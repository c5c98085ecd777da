#!/usr/bin/env bats
# Sessions and archives of oprofile: what opreport says of them.

load helper

archives=$data/oprofile
printed=$data/opreport/generated

# Sums by symbol of one event, as "COUNT SYMBOL": of a listing of opreport that
# has columns of images and applications, which are one word each here, by the
# symbols of C, whose names are one word as well.
opreport_sums() {
	sed '1,/^samples/d' "$1" | awk -v column="$2" '
		/[(]/ { next }
		{ sum[$NF] += $column }
		END { for (name in sum) print sum[name], name }' |
		sort
}

# The same of what diffprof show printed as CSV.
diffprof_sums() {
	awk -F, 'NR > 2 && $2 !~ /[:*]/ { sum[$2] += $7 }
		END { for (name in sum) print sum[name], name }' out | sort
}

unpack() {
	[ -d "$1" ] || tar -xJf "$printed/archives.tar.xz" "./$1"
}

@test "two archives are compared" {
	prints -q -F classic -t 0 "$archives/base" "$archives/test"
	printf '%s\n' '       162   103.2% hot_a' \
		'       158    28.5% total' '         1     1.2% hot_c' \
		'        -5    -1.6% hot_b' >want
	same out want
}

@test "the second event is compared when asked for" {
	prints -q -t 0 -e DATA_MEM_REFS "$archives/base" "$archives/test"
	has '^        55   107.8% hot_a$'
	has '^        53    29.0% total$'
	has '^        -2    -1.9% hot_b$'
}

@test "every row of opreport is there" {
	for run in base test timer; do
		prints show -q -F csv "$archives/$run"
		diffprof_sums >got
		opreport_sums "$archives/$run.opreport.txt" 1 >want
		same got want
	done
	for run in base test; do
		prints show -q -F csv -e 2 "$archives/$run"
		diffprof_sums >got
		opreport_sums "$archives/$run.opreport.txt" 3 >want
		same got want
	done
}

@test "a timer has no rate" {
	prints show -q "$archives/timer"
	has '^   555 total$'
	prints -q -e 1 "$archives/base" "$archives/timer"
	has '^         0     0.0% total$'
}

@test "rows of opreport in many layouts are there" {
	for run in one:one apps-base:apps apps-test:apps.test- odd:odd; do
		unpack "${run%:*}"
		prints show -q -F csv "${run%:*}"
		diffprof_sums >got
		file=$printed/${run#*:}
		case $file in
		*-) file+=symbols.txt ;;
		*) file+=.symbols.txt ;;
		esac
		opreport_sums "$file" 1 | grep -v '/usr/bin/gone' >want
		same got want
	done
}

@test "events differ in their unit masks, and keep opreport's order" {
	unpack events-base
	for event in 1 2 3; do
		prints show -q -F csv -e $event events-base
		diffprof_sums | grep -v '^0 ' >got
		opreport_sums "$printed/events.symbols.txt" $((2 * event - 1)) |
			grep -v '^0 ' >want
		same got want
	done
}

@test "processors and applications are those of opreport" {
	unpack threads
	prints show -q -g cpu threads
	printf '%s\n' ' 15511 total' ' 10237 cpu 1' '  5274 cpu 0' >want
	same out want
	prints show -q -g comm threads
	has '^ 14475 burn$'
	has '^  1036 other app$'
}

@test "files of call graphs add nothing" {
	unpack calls
	prints show -v calls
	has '^  3672 total$'
	notes 'passed over [0-9]* files of call graphs'
}

@test "memory without a file has a name that other runs have too" {
	unpack odd
	prints show -q -F csv odd
	for name in anon heap vdso; do
		has ",\[$name\],.*,12,"
	done
	lacks 4711
	prints -q -t 0 odd odd
	lacks '[1-9]%'
}

@test "an image that is no more keeps its samples" {
	unpack odd
	prints show -F csv odd
	has '^\*unknown\* \[gone\],\*unknown\*,/usr/bin/gone,,,,1027,'
	notes '1027 samples.*/usr/bin/gone have no symbol'
}

@test "a session is found from above and from within" {
	for dir in . var/lib/oprofile/ var/lib/oprofile/samples \
		var/lib/oprofile/samples/current; do
		prints show -q "$archives/base/$dir"
		has '^   318 hot_b'
	done
	ln -s "$archives/base" link
	ln -s "$archives/base/var/lib/oprofile/samples/current" current
	prints show -q link
	has '^   318 hot_b'
	prints show -q current
	has '^   555 total'
	cd "$archives/base" || return
	"$DIFFPROF" show var/lib/oprofile >"$BATS_TEST_TMPDIR/out"
	cd "$BATS_TEST_TMPDIR" || return
	has '^   318 hot_b'
}

@test "a sample file alone is a profile" {
	file=$(find "$archives/base" -name 'CPU_CLK*')
	prints show "$file"
	silent
	has '^   318 hot_b'
	cp "$file" alone
	prints show alone
	has '^   555 \*unknown\*'
	notes 'do not name an image'
}

@test "packed sample files are read" {
	cp -r "$archives/base" base
	find base -name 'CPU_CLK*' | while read -r file; do
		gzip "$file"
		mv "$file.gz" "$file"
	done
	prints show -q base
	has '^   318 hot_b'
}

@test "archives in a directory are runs" {
	mkdir runs
	cp -r "$archives/base" runs/run.first
	cp -r "$archives/test" runs/run.second
	prints show -q runs
	has '^  1268 total$'
	prints -F json runs "$archives/test"
	has '"runs":2,'
	tar -cf runs/run.first.tar -C runs run.first
	mv runs/run.first runs/first
	mv runs/run.first.tar runs/first.tar
	refuses 'runs: first and first.tar look like one run in two forms*' \
		show runs
}

@test "an archive is no other format" {
	refuses '*/base: a directory of format oprofile, not readprofile*' \
		show --from=readprofile "$archives/base"
	mkdir empty
	refuses 'empty: no profile in this directory*' show empty
}

@test "a damaged file is named, and an error if strict" {
	cp -r "$archives/base" base
	file=$(find base -name 'CPU_CLK*')
	head -c 200 "$file" >cut
	cp cut "$file"
	prints show base
	notes 'base/var/.*CPU_CLK.*: ends at byte 200 of 2664'
	dp --strict show base
	[ "$status" = 2 ]
}

@test "an archive that somebody packed is read where it is" {
	tar -cf base.tar -C "$archives/base" .
	tar -cJf test.tar.xz -C "$archives" test
	prints -q -t 0 base.tar test.tar.xz
	prints -q -t 0 "$archives/base" "$archives/test"
	cp out want
	prints -q -t 0 base.tar test.tar.xz
	same out want
	prints -q -t 0 - test.tar.xz <base.tar
	same out want
	tar -cSf sparse.tar --format=gnu -C "$archives/base" .
	prints -q -t 0 sparse.tar test.tar.xz
	same out want
}

@test "a tar of several archives has to be unpacked" {
	refuses '*archives.tar.xz: several sessions*apps-base/var*threads/var*' \
		show "$printed/archives.tar.xz"
}

@test "a tar that is cut short is read as far as it goes" {
	tar -cf base.tar --sort=name -C "$archives/base" ./var ./usr
	head -c 16000 base.tar >cut.tar
	prints show cut.tar
	has '^   555 total'
	notes 'cut.tar: the tar ends within a file; what is whole'
}

@test "a tar of other files is no profile" {
	echo hello >hello
	tar -cf hello.tar hello
	refuses 'hello.tar: not a profile in any known format*' show hello.tar
}
