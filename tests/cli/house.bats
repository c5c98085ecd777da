# The checks of the house itself: each must be able to fail.

bats_require_minimum_version 1.5.0

house=$BATS_TEST_DIRNAME/../..

# A tree of two stages in which nothing is wrong.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	mkdir -p include/diffprof src/base src/out
	echo '#define A 1' >include/diffprof/a.h
	echo '#include "diffprof/a.h"' >include/diffprof/z.h
	echo '#include "diffprof/a.h"' >src/base/a.c
	printf '%s\n' '#include "diffprof/z.h"' '#include "diffprof/a.h"' \
		>src/out/z.c
}

@test "check-layers has nothing to say of a tidy tree" {
	run -0 "$house/tests/check-layers" .
	[ "$output" = 'check-layers: 4 includes in 4 files go one way' ]
}

# What `check-layers' says first, when FILE ends with LINE.
says() {
	echo "$2" >>"$1"
	run -1 "$house/tests/check-layers" .
	[ "${lines[0]}" = "$3" ] || {
		echo "got:    ${lines[0]}"
		echo "wanted: $3"
		return 1
	}
}

@test "check-layers: no include of a later stage" {
	says src/base/a.c '#include "diffprof/z.h"' \
		"src/base/a.c:2: base must not know diffprof/z.h, which is out's"
}

@test "check-layers: nor by a header" {
	says include/diffprof/a.h '#include "diffprof/z.h"' \
		"include/diffprof/a.h:2: base must not know diffprof/z.h, which is out's"
}

@test "check-layers: nor through a header without a stage" {
	echo '#include "diffprof/z.h"' >include/diffprof/types.h
	says src/base/a.c '#include "diffprof/types.h"' \
		"src/base/a.c:2: base must not know diffprof/types.h, which is out's"
}

@test "check-layers: no file of another folder" {
	says src/out/z.c '#include "../base/private.h"' \
		'src/out/z.c:3: not a header of its own folder: ../base/private.h'
}

@test "check-layers: no header that is not there" {
	says src/out/z.c '#include "diffprof/gone.h"' \
		'src/out/z.c:3: there is no diffprof/gone.h'
}

@test "check-layers: its own header first" {
	printf '%s\n' '#include <stdio.h>' '#include "diffprof/a.h"' \
		>src/base/a.c
	says src/base/a.c '' \
		'src/base/a.c:1: its own header, diffprof/a.h, comes first'
}

@test "check-layers: a library has one door" {
	says src/out/z.c '#include <lzma.h>' \
		'src/out/z.c:3: lzma.h belongs behind src/base/unpack'
}

@test "check-layers: only cli prints and exits" {
	says src/out/z.c 'void f(void) { exit(2); }' \
		'src/out/z.c:3: only src/cli writes to stderr, prints or exits'
	[ "${#lines[@]}" = 2 ]
}

@test "check-layers: not even by another name" {
	for text in 'fprintf(stderr, "no")' 'printf("no")' 'puts("no")' \
		'perror("no")' 'abort()' '_exit(1)' 'write(STDERR_FILENO, t, 1)'
	do
		echo '#include "diffprof/z.h"' >src/out/z.c
		says src/out/z.c "void f(void) { $text; }" \
			'src/out/z.c:2: only src/cli writes to stderr, prints or exits'
	done
}

@test "check-layers: comments and strings may speak of it" {
	cat >>src/out/z.c <<-'EOF'
		/* exit(2) and
		 * stderr */
		const char *text = "exit(2) of printf(";	// to stderr
		int outbuf_printf(int x);
	EOF
	run -0 "$house/tests/check-layers" .
}

@test "check-layers: no stage that is not known" {
	mkdir src/misc
	says src/misc/b.c 'int b;' 'src/misc/b.c: no stage is called misc'
}

# A program with two options, and its manual.
program() {
	cat >diffprof <<-'EOF'
		#!/bin/sh
		cat <<EOT
		usage: diffprof [OPTION]... BASE TEST
		  -n, --top=N            at most N rows, --all or not
		      --base-map=FILE, --test-map=FILE
		                         symbols of one side
		EOT
	EOF
	chmod +x diffprof
	mkdir -p tree/tests tree/man
	cp "$house/tests/check-man" tree/tests
	cat >tree/diffprof.1 <<-'EOF'
		.Dd December 1, 2026
		.Dt DIFFPROF 1
		.Os
		.Sh NAME
		.Nm diffprof
		.Nd compare kernel profiles
		.Sh OPTIONS
		.Bl -tag -width Ds
		.It Fl n , Fl -top Ns = Ns Ar N
		Rows.
		.It Fl -base-map Ns = Ns Ar FILE , Fl -test-map Ns = Ns Ar FILE
		Symbols.
		.El
	EOF
}

@test "check-man has nothing to say when both agree" {
	program
	run -0 tree/tests/check-man diffprof
	[ "$output" = 'check-man: 4 options, 1 pages: all agree' ]
}

@test "check-man: an option without an entry" {
	program
	sed -i 's/^  -n/  -v\n  -n/' diffprof
	run -1 tree/tests/check-man diffprof
	[ "$output" = '-v is in --help, but has no entry in diffprof.1' ]
}

@test "check-man: an entry without an option" {
	program
	sed -i 's/-top/-most/' tree/diffprof.1
	run -1 tree/tests/check-man diffprof
	[ "${lines[0]}" = '--top is in --help, but has no entry in diffprof.1' ]
	[ "${lines[1]}" = '--most has an entry in diffprof.1, but is not in --help' ]
}

@test "check-man: a format without a paragraph, and not at --from" {
	program
	sed -i 's/^EOT/\nFormats:\n  folded     one a line\n\nEOT/' diffprof
	printf '.Ss folded: one a line\n' >tree/man/diffprof-formats.5
	run -1 tree/tests/check-man diffprof
	[ "${lines[0]}" = 'folded is in --help, but not at --from in diffprof.1' ]
	: >tree/man/diffprof-formats.5
	run -1 tree/tests/check-man diffprof
	[ "${lines[0]}" = 'folded is in --help, but has no paragraph in man/diffprof-formats.5' ]
}

@test "check-man: notes that are not described, or not as what they are" {
	program
	mkdir tree/src
	cat >tree/src/a.c <<-'EOF'
		notes_add(notes, NOTE_DOUBT, "skipped", path, "3 lines");
		notes_add(notes, given ? NOTE_HINT : NOTE_DOUBT,
			  "moved", NULL, "rows moved");
		notes_add(notes, NOTE_INFO, "found", path, "symbols");
		if (n->level == NOTE_INFO)
			puts("quiet");
	EOF
	printf '.It %s\n' 'found +' moved zapped | sed '1i .Ss Notes
		$a .Ss CSV' >tree/man/diffprof-json.5
	run -1 tree/tests/check-man diffprof
	[ "${lines[0]}" = 'a note of src, but not of man/diffprof-json.5: skipped' ]
	[ "${lines[1]}" = 'a note of man/diffprof-json.5, but not of src: zapped' ]
	sed -i 's/zapped/skipped +/' tree/man/diffprof-json.5
	run -1 tree/tests/check-man diffprof
	[ "${lines[0]}" = 'a note of src, but not of man/diffprof-json.5: skipped' ]
	[ "${lines[1]}" = 'a note of man/diffprof-json.5, but not of src: skipped +' ]
	sed -i 's/skipped +/found/' tree/man/diffprof-json.5
	run -1 tree/tests/check-man diffprof
	[ "${lines[0]}" = 'the notes of man/diffprof-json.5 are in disorder at found' ]
}

@test "check-man: what mandoc warns of" {
	program
	echo '.Xx' >>tree/man/diffprof-json.5
	run -1 tree/tests/check-man diffprof
	[[ $output = *'diffprof-json.5'* ]]
}

@test "check-man: no manual, no program" {
	program
	rm tree/diffprof.1
	run -1 tree/tests/check-man diffprof
	[ "$output" = 'check-man: there is no diffprof.1' ]
	run -1 tree/tests/check-man nothing
	[[ $output = 'check-man: there is no '*'nothing to ask for --help' ]]
}

# A tree with one unit test, which prints TAP, and nothing else that can fail.
runner() {
	mkdir -p tree/tests/unit tree/build/tests
	cp "$house/tests/run" tree/tests
	: >tree/tests/unit/test_one.c
	printf '#!/bin/sh\n' | tee tree/tests/check-layers \
		>tree/tests/check-man
	{
		echo '#!/bin/sh'
		cat
	} >tree/build/tests/test_one
	chmod +x tree/tests/check-* tree/build/tests/test_one
}

@test "check counts what passed" {
	runner <<-'EOF'
		printf '1..2\nok 1 - a\nok 2 - b\n# ok - test_one.c\n'
	EOF
	run -0 tree/tests/run build
	[ "${lines[-1]}" = '4 passed, 0 failed, 0 skipped' ]
}

@test "check shows what failed and why" {
	runner <<-'EOF'
		printf '1..2\nok 1 - a\n# got 1, not 2\nnot ok 2 - b\n# here\n'
		exit 1
	EOF
	run -1 tree/tests/run build
	[ "${lines[0]}" = '  FAILED: unit: one: b' ]
	[ "${lines[1]}" = '    # got 1, not 2' ]
	[ "${lines[2]}" = '    # here' ]
	[ "${lines[-1]}" = '3 passed, 1 failed, 0 skipped' ]
}

@test "check gives the reason of a skip" {
	runner <<-'EOF'
		printf '1..3\nok 1 - a\n# no disk\nnot ok 2 # SKIP b\n'
		printf 'ok 3 c # skip no tape\n'
	EOF
	run -0 tree/tests/run build
	[ "${lines[0]}" = '  skipped: unit: one: b: no disk' ]
	[ "${lines[1]}" = '  skipped: unit: one: c: no tape' ]
	[ "${lines[-1]}" = '3 passed, 0 failed, 2 skipped' ]
}

@test "check fails when a program ends before its tests do" {
	runner <<-'EOF'
		printf '1..2\nok 1 - a\n'
		echo 'sanitizer: trouble' >&2
		exit 86
	EOF
	run -1 tree/tests/run build
	[ "${lines[0]}" = '  FAILED: unit: one: ended with status 86 after 1 of 2 tests' ]
	[ "${lines[1]}" = '    sanitizer: trouble' ]
	[ "${lines[-1]}" = '3 passed, 1 failed, 0 skipped' ]
}

@test "check fails when all tests pass and the program does not" {
	runner <<-'EOF'
		printf '1..1\nok 1 - a\n'
		exit 86
	EOF
	run -1 tree/tests/run build
	[ "${lines[-1]}" = '3 passed, 1 failed, 0 skipped' ]
}

@test "check fails when a program prints nothing" {
	runner </dev/null
	run -1 tree/tests/run build
	[ "${lines[-1]}" = '2 passed, 1 failed, 0 skipped' ]
}

@test "check fails with a layer or a manual" {
	runner <<-'EOF'
		printf '1..1\nok 1 - a\n'
	EOF
	echo 'echo no good; exit 1' >>tree/tests/check-man
	run -1 tree/tests/run build
	[ "${lines[-1]}" = '2 passed, 1 failed, 0 skipped' ]
	[[ $output = *'no good'* ]]
}
