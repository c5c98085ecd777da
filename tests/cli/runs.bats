# Several runs a side, several tests, directories.

load helper

runs=$real/x86-runs

# Maps are unpacked once.
setup_file() {
	export map=$BATS_FILE_TMPDIR/map
	xz -dc "$x86/System.map.xz" >"$map"
}

@test "runs of a side are summed; means and deltas are of one run" {
	prints -q -F csv -m "$map" \
		--columns=base,test,base_mean,test_mean,delta,key \
		"$runs"/auto-r*.profile.xz --vs "$runs"/off-r*.profile.xz
	tr -d '\r' <out >csv
	has '^16949,9797,3389.8,1959.4,-1430.4,total$' csv
	has '^470,0,94,0,-94,\*unknown\*$' csv
}

@test "mitigations cost most in syscall_enter_from_user_mode, over all runs" {
	prints -q -m "$map" "$runs"/auto-r*.profile.xz \
		--vs "$runs"/off-r*.profile.xz
	[ "$(tail -n 2 out)" = "$(cat <<-'EOF'
		      -293   -90.8% syscall_enter_from_user_mode
		     -1430   -42.2% total
	EOF
	)" ]
}

@test "the rows of a sum are the sums of the rows" {
	args=()
	for run in 1 2 3; do
		args+=("$runs/auto-r$run.profile.xz")
		prints show -q -F csv --columns=count,key -m "$map" \
			"${args[-1]}"
		cat out >>apart
	done
	prints show -q -F csv --columns=count,key -m "$map" "${args[@]}"
	awk -F, '{ rows[$2] += FILENAME == "out" ? $1 : -$1 }
		END { for (name in rows) if (rows[name]) exit 1 }' apart out
}

@test "the order of the runs does not matter" {
	prints -q -m "$map" "$runs"/auto-r{1,2}.profile.xz \
		--vs "$runs"/off-r{1,2}.profile.xz
	mv out wanted
	prints -q -m "$map" "$runs"/auto-r{2,1}.profile.xz \
		--vs "$runs"/off-r{2,1}.profile.xz
	same wanted out
}

@test "numbers of runs may differ" {
	listing a 100 f 10 g
	listing b 130 f 20 g
	listing c 140 f 40 g
	prints -t 0 a --vs b c
	out_is <<-'EOF'
		        55    50.0% total
		        35    35.0% f
		        20   200.0% g
	EOF
	prints -t 0 b c --vs a
	out_is <<-'EOF'
		       -20   -66.7% g
		       -35   -25.9% f
		       -55   -33.3% total
	EOF
}

@test "a symbol that one run lacks has 0 there" {
	listing a 100 f 10 g
	listing b 100 f
	listing c 100 f 30 g
	prints -t 0 -F csv --columns=base,test,delta,status,key a b --vs c
	tr -d '\r' <out >csv
	has '^10,30,25,both,g$' csv
}

@test "one cut run makes a row that it lacks uncertain" {
	listing a 100 f 10 g
	listing whole 100 f 10 g
	sed '$s/ 110 / 130 /; /g/d' whole >cut
	prints -F csv --columns=base,base_low,base_high,status,key a cut --vs a
	tr -d '\r' <out >csv
	has '^,10,40,uncertain,g$' csv
	has '^200,,,both,f$' csv
}

@test "--vs between two files is the same as none" {
	prints "$seeds"/highpte-sdet32/{base,test}.prof
	mv out wanted
	prints "$seeds/highpte-sdet32/base.prof" --vs \
		"$seeds/highpte-sdet32/test.prof"
	same wanted out
}

@test "each further --vs is another comparison with the same base" {
	listing a 100 f 10 g
	listing b 130 f 20 g
	listing c 40 f 40 g
	{
		echo b:
		"$DIFFPROF" a b
		echo
		echo c:
		"$DIFFPROF" a c
	} >wanted
	prints a --vs b --vs c
	same wanted out
}

@test "tests stand side by side in a table, their columns under their names" {
	listing a 100 f 10 g
	listing b 130 f 20 g
	listing c 40 f 40 g 50 new
	prints -F table a --vs b --vs c
	[ "$(grep -c '^base ' out)" = 1 ]
	has '^test: b, 150 ticks$'
	has '^test: c, 130 ticks$'
	has '^ *-* b -* *-* c -*$'
	has '^ 100  *130  *+30  *+30.0%  ~  *40  *-60  *-60.0%  +++  f$'
	has '^ *0  *.* 50  *+50  *-  +++  new$'
}

@test "tests in JSON are an array, in CSV a column" {
	listing a 100 f 10 g
	listing b 130 f 20 g
	listing c 40 f 40 g
	prints -F json a --vs b --vs c
	has '"comparisons": *\['
	[ "$(grep -c '"base": *{' out)" = 2 ]
	[ "$(grep -c '"test": *{' out)" = 2 ]
	prints -F csv --columns=delta,key a --vs b --vs c
	tr -d '\r' <out >csv
	has '^comparison,delta,key$' csv
	has '^b,30,f$' csv
	has '^c,-60,f$' csv
}

@test "several runs of several tests" {
	listing a 100 f
	listing b 130 f
	listing c 40 f
	listing d 60 f
	prints -t 0 a --vs b c --vs d
	[ "$(grep -c 'f$' out)" = 2 ]
	has '^       -15   -15.0% f$'
	has '^       -40   -40.0% f$'
}

@test "three files without --vs are an error that names it" {
	refuses '3 profiles: put --vs between*' a b c
}

@test "--vs with nothing before or behind it" {
	refuses 'no profile before --vs*' --vs a
	refuses 'no profile behind --vs*' a --vs
	refuses 'no profile behind --vs*' a --vs b --vs
}

# folder NAME FILE...: a directory with copies of these.
folder() {
	mkdir "$1"
	cp "${@:2}" "$1"
}

@test "a directory stands for its profiles, and the map in it is theirs" {
	folder auto "$map" "$runs"/auto-r[123].profile.xz
	folder off "$x86/vmlinux.syms.xz" "$runs"/off-r[12].profile.xz
	prints -q --base-map "$map" --test-vmlinux "$x86/vmlinux.syms.xz" \
		"$runs"/auto-r[123].profile.xz --vs "$runs"/off-r[12].profile.xz
	mv out wanted
	prints -q auto off
	same wanted out
	prints -q auto/ ./off//
	same wanted out
	prints -q auto --vs off
	same wanted out
}

@test "show sums a directory" {
	folder auto "$map" "$runs"/auto-r[123].profile.xz
	prints show -q auto
	has '^  9787 total '
}

@test "an option for maps is stronger than the directory's" {
	folder auto "$runs"/auto-r1.profile.xz
	map auto/map
	refuses '*another kernel*' show auto
	prints show -q -m "$map" auto
	has '^  2657 total '
}

@test "other files of a directory are named in a note" {
	mkdir dir
	listing dir/run1 100 f
	echo 'what was done' >dir/notes.txt
	: >dir/empty
	mkdir dir/sub
	listing dir/.hidden 1000 f
	prints show dir
	notes 'dir: 3 files are no profile: empty, notes.txt, sub'
	has '^   100 total '
}

@test "a recording that perf moved away is no run" {
	mkdir dir
	printf '2 f 0.1\n3 g 0.1\n5 total 0.1\n' >dir/perf.data
	printf '5 f 0.1\n5 g 0.1\n10 total 0.1\n' >dir/perf.data.old
	printf '1 f 0.1\n1 g 0.1\n2 total 0.1\n' >dir/other.old
	prints show dir
	has '^ *7 total'
	notes 'dir: perf.data.old is the recording before the last one'
}

@test "many other files are named in part" {
	mkdir dir
	listing dir/run1 100 f
	for number in 1 2 3 4 5 6 7 8 9; do
		echo prose >dir/prose$number
	done
	prints show dir
	notes 'dir: 9 files are no profile: prose1, .*, \.\.\.'
}

@test "one run in two forms is an error that names both" {
	folder dir "$map" "$runs"/auto-r1.{profile.xz,readprofile}
	refuses 'dir: auto-r1.profile.xz and auto-r1.readprofile *' show dir
	rm dir/auto-r1.readprofile
	xz -dc dir/auto-r1.profile.xz >dir/auto-r1.profile
	refuses 'dir: auto-r1.profile and auto-r1.profile.xz *' show dir
}

@test "runs that differ in their number only are runs" {
	mkdir dir
	listing dir/run.1 100 f
	listing dir/run.2 100 f
	listing dir/run-3.txt 100 f
	listing dir/profile-2.6.0 100 f
	listing dir/profile-2.6.1 100 f
	prints show dir
	silent
	has '^   500 total '
}

@test "a directory beside files" {
	mkdir dir
	listing dir/run1 100 f
	listing dir/run2 120 f
	listing run3 200 f
	prints show dir run3
	has '^   420 total '
	prints -t 0 dir run3 --vs run3
	has '^        60    42.9% f$'
}

@test "a FIFO, a link and a device in a directory do not stop it" {
	mkdir dir
	listing dir/run1 100 f
	listing other 200 f
	ln -s ../other dir/run2
	ln -s nothing dir/broken
	mkfifo dir/fifo
	ln -s /dev/zero dir/zero
	prints show dir
	has '^   300 total '
	notes 'dir: 3 files are no profile: broken, fifo, zero'
}

@test "a FIFO where a file of a session or a recording should be" {
	mkdir -p recording session/samples/current
	mkfifo recording/data recording/data.0 session/fifo
	listing recording/run1 100 f
	prints show recording
	has '^   100 total '
	refuses 'session: no profile*' show session
	cp -r "$data/oprofile/base" archive
	mkfifo archive/var/lib/oprofile/abi
	mkfifo 'archive/var/lib/oprofile/samples/current/{root}/fifo'
	prints show archive
	xz -dc "$data/perf/shell.data.xz" >threads
	mkdir run
	mv threads run/data
	mkfifo run/data.0
	refuses 'run/data.0: not a regular file' show run
}

@test "more runs than a process may have open files" {
	mkdir many
	for ((i = 0; i < 100; i++)); do
		echo '10 f 0.1' >"many/run$i.txt"
	done
	(
		ulimit -n 16
		prints show many
	)
	has '^ *1000 total'
}

@test "standard input is no directory, and - is no file of one" {
	mkdir ./-
	listing a 100 f
	prints show - <a
	has '^   100 total '
}

@test "a listing whose symbols have one letter is no map" {
	mkdir one
	printf '%s\n' '542 a 5.6458' '300 b 2.0000' '842 total 0.1000' >one/x
	prints show one
	has '^ *842 total'
}

@test "prose that looks like a line of a map does not make a map of a run" {
	mkdir runs
	for i in 1 2 3; do
		listing one 100 f 50 g
		{ echo 'Add a patch'; cat one; } >runs/r.$i
	done
	prints show runs
	has '^ *450 total'
}

@test "a run with other steps than its siblings is named" {
	map small.map
	dump a 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	dump b 8 1 3 5 7 9 11 13 15
	prints -F table -m small.map a b --vs a a
	notes 'b: this run has steps of 8 bytes, but a of 4: '
	prints -F table -m small.map a a --vs b b
	run ! grep -q 'this run has steps' err
}
