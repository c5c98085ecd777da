# Where the output goes: whole, or not at all.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing base 100 f 50 g 10 h
	listing test 150 f 20 g 10 h 30 i
	prints base test
	mv out wanted
}

@test "the listing that the tests below write" {
	prints base test
	out_is <<-'EOF'
		        50    50.0% f
		        50    31.2% total
		        30     0.0% i
		       -30   -60.0% g
	EOF
}

@test "-o writes a file and prints nothing" {
	prints -o file base test
	[ ! -s out ]
	silent
	same wanted file
	prints --output=file2 base test
	same wanted file2
	prints base -ofile3 test
	same wanted file3
}

@test "-o - is standard output" {
	prints -o - base test
	same wanted out
}

@test "the suffix of -o chooses the format" {
	for pair in csv:csv json:json md:markdown table:table txt:classic \
		diff:classic; do
		prints -F "${pair#*:}" base test
		mv out by-format
		prints -o "file.${pair%:*}" base test
		same by-format "file.${pair%:*}"
	done
}

@test "another suffix, or none, is classic" {
	for name in file file.prof csv .csv.old; do
		prints -o $name base test
		same wanted $name
	done
}

@test "-F is stronger than the suffix" {
	prints -F classic -o file.csv base test
	same wanted file.csv
}

@test "a new file has the mode that umask leaves" {
	umask 027
	prints -o file base test
	[ "$(stat -c %a file)" = 640 ]
}

@test "-o over a file replaces it and keeps its mode" {
	echo old >file
	chmod 604 file
	prints -o file base test
	same wanted file
	[ "$(stat -c %a file)" = 604 ]
}

@test "-o over a link writes what it points to" {
	mkdir dir
	echo old >dir/file
	ln -s dir/file link
	prints -o link base test
	[ -L link ]
	same wanted dir/file
}

@test "-o never overwrites an input" {
	cp test wanted-input
	ln -s test link
	for path in base test ./test link; do
		dp -o $path base test
		[ "$status" = 2 ]
		grep -q "$path: is one of the inputs" err
	done
	same wanted-input test
}

# spared FILE ARG...: -o FILE is refused, and FILE is as it was.
spared() {
	local file=$1
	shift
	cp "$file" wanted-input
	refuses "$file: is one of the inputs*" "$@" -o "$file"
	same wanted-input "$file"
}

@test "-o spares what was read without being named" {
	mkdir dir
	cp base dir
	spared dir/base dir test
	cp "$x86/System.map.xz" dir/System.map-6.1.0-57-cloud-amd64.xz
	cp "$real/x86-mitigations/base.profile.xz" dir/base
	spared dir/System.map-6.1.0-57-cloud-amd64.xz show dir
	cp -r "$data/oprofile/base" session
	sample=$(find session -path '*{root}*' -type f -print -quit)
	spared "$sample" show session
}

@test "-o spares the times of the runs" {
	printf '%s\n' 'elapsed 10.5' >times
	printf '%s\n' 'elapsed 11.5' >more
	spared more --base-times=times --test-times=more base test
}

@test "-o replaces what was only looked at" {
	mkdir dir
	cp base dir
	prints show -F json -o dir/json dir
	prints show -F json -o dir/json dir
}

@test "-o to a pipe or a device writes there" {
	mkfifo fifo
	cat fifo >got &
	prints -o fifo base test
	wait
	same wanted got
	[ -p fifo ]
	prints -o /dev/null base test
	[ -c /dev/null ]
}

# Nothing but what was there: the old file as it was, no other beside it.
old_file_stays() {
	[ "$(cat file)" = old ] || complain 'the old file is gone'
	[ "$(echo file*)" = file ] || complain 'something was left'
}

@test "trouble leaves the old file, and nothing beside it" {
	echo old >file
	refuses 'gone: *' -o file base gone
	old_file_stays
	refuses '*' -o file --strict base "$seeds/pgcl/pgcl-sdet32.prof"
	old_file_stays
	refuses '*' -o file -F csv --columns=nonsense base test
	old_file_stays
	refuses '*' -o file --no-such-option base test
	old_file_stays
}

@test "trouble makes no new file" {
	refuses 'gone: *' -o file base gone
	[ ! -e file ]
	refuses '*' -o file.csv --columns=nonsense base test
	[ ! -e file.csv ]
}

@test "a full disk leaves the old file, and nothing beside it" {
	echo old >file
	status=0
	# With nothing else to write to: even its complaint goes to a pipe.
	said=$(
		trap '' XFSZ
		ulimit -f 0
		"$DIFFPROF" -o file base test 2>&1
	) || status=$?
	[ "$status" = 2 ]
	# So does gcov's, where coverage is measured.
	said=$(grep -v '^profiling:' <<<"$said")
	[[ $said = 'diffprof: '*'file: File too large' ]]
	old_file_stays
}

@test "/dev/full as standard output is an error" {
	for args in 'base test' '-F table base test' '-F csv base test' \
		'-F json base test' '-F markdown base test' 'show base' \
		--help --version; do
		status=0
		# shellcheck disable=SC2086
		"$DIFFPROF" $args >/dev/full 2>err || status=$?
		[ "$status" = 2 ]
		[ "$(cat err)" = \
			'diffprof: standard output: No space left on device' ]
	done
}

@test "very many rows leave as they are made, and are the same" {
	for side in base test; do
		awk -v side=$side 'BEGIN {
			for (i = 1; i <= 40000; i++)
				printf "%d f%d\n", side == "base" ? 2 * i : 3 * i, i
			printf "%d total\n", (side == "base" ? 1 : 1.5) * 1600040000
		}' >many.$side
	done
	for format in json csv table markdown html; do
		prints -t 0 -F $format -o file many.base many.test
		mv err notes
		prints -t 0 -F $format many.base many.test
		[ "$(wc -c <out)" -gt 2000000 ]
		cmp out file || complain "$format is not what -o writes"
		same err notes
		# Together the rows stay whole, and so do the notes.
		"$DIFFPROF" -t 0 -F $format many.base many.test >both 2>&1
		grep -v '^diffprof: ' both | cmp - file
		[ -s notes ]
		grep '^diffprof: ' both | cmp - notes
	done
	status=0
	"$DIFFPROF" -t 0 -F csv many.base many.test >/dev/full 2>err || status=$?
	[ $status = 2 ]
	[ "$(grep -v 'note: ' err)" = \
		'diffprof: standard output: No space left on device' ]
}

@test "/dev/full as -o is an error" {
	refuses '/dev/full: No space left on device' -o /dev/full base test
	[ -c /dev/full ]
}

@test "a closed standard output is an error" {
	status=0
	"$DIFFPROF" base test >&- 2>err || status=$?
	[ "$status" = 2 ]
	has 'standard output' err
}

@test "a folder that is not there, or not to be written to, is an error" {
	refuses 'gone/file: No such file*' -o gone/file base test
	mkdir dir
	refuses 'dir: Is a directory' -o dir base test
	refuses 'base/file: Not a directory' -o base/file base test
	refuses '--output: *no name*' -o '' base test
}

@test "a closed pipe ends quietly, by the signal" {
	awk 'BEGIN { for (i = 20000; i > 0; i--) print i, "symbol" i, 0.5 }' \
		>long
	for args in 'show -q long' 'show -q -F json long' '-q -t 0 long base'
	do
		set +e
		# Whatever the signal does to whoever runs the tests.
		# shellcheck disable=SC2086
		env --default-signal=PIPE "$DIFFPROF" $args 2>err |
			head -n 1 >out
		ends=("${PIPESTATUS[@]}")
		set -e
		[ "${ends[0]}" = 141 ]
		silent
		[ "$(wc -l <out)" = 1 ]
	done
}

@test "a pipe that is closed before anything is written ends quietly too" {
	set +e
	env --default-signal=PIPE "$DIFFPROF" base test 2>err | true
	ends=("${PIPESTATUS[@]}")
	set -e
	[ "${ends[0]}" = 141 ] || [ "${ends[0]}" = 0 ]
	silent
}

@test "the same input gives the same bytes" {
	for format in classic table markdown csv json; do
		prints -F $format base test
		mv out first
		prints -F $format base test
		same first out
	done
}

@test "-o on a link to nothing makes what it points to" {
	ln -s target link
	prints -o link base test
	[ -L link ]
	same wanted target
}

@test "-o on links in a circle is trouble" {
	ln -s b a
	ln -s a b
	dp -o a base test
	[ "$status" = 2 ]
	grep -q 'a: Too many levels of symbolic links' err
}

@test "--columns is for outputs that have some" {
	dp --columns=base base test
	[ "$status" = 2 ]
	[ ! -s out ]
}

@test "-o /dev/stdout goes on in the file behind it" {
	echo before >log
	"$DIFFPROF" -q -o /dev/stdout base test >>log
	{ echo before; cat wanted; } >both
	same both log
}

@test "a file over the limit of its size is trouble, and leaves nothing" {
	mkdir small
	seq 3000 | sed 's/.*/10 symbol_& 0.1000/' >many
	status=0
	(ulimit -f 8; exec "$DIFFPROF" -q -F json -o small/file many base) \
		2>err || status=$?
	[ "$status" = 2 ]
	grep -q 'File too large' err
	[ -z "$(ls -A small)" ]
}
