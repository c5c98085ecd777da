#!/usr/bin/env bats
# The browser, on profiles of genuine kernels, in a terminal.

load helper

@test "the first screen, 80 x 24" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	screen_is first-80x24
	keys q
	ended 0
}

@test "the first screen, 40 x 10, of a vt100 without UTF-8" {
	browse 40x10 vt100 C "${genuine[@]}"
	screen_is first-40x10
	keys q
	ended 0
}

@test "the first screen, 250 x 80, of several runs" {
	browse 250x80 tmux-256color C.UTF-8 "${runs[@]}"
	screen_is first-250x80
	keys q
	ended 0
}

@test "every terminal that is known shows it and is as it was" {
	local name
	for name in vt100 linux xterm xterm-256color screen screen-256color \
		tmux-256color; do
		rm -f after status
		browse 80x24 $name C "${genuine[@]}"
		screen_is first-80x24-ascii
		keys Down
		keys q
		ended 0
		teardown
	done
}

@test "moving, by line, by page, to the ends" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	keys G
	seen its_return_thunk
	gone memset_erms
	keys g
	seen memset_erms
	keys NPage
	gone memset_erms
	keys PPage
	seen memset_erms
	keys End
	seen its_return_thunk
	keys Home Down j
	seen memset_erms
	keys Enter
	seen "of it   base.profile.xz"
	screen_is detail-80x24
	keys Escape
	seen memset_erms
}

@test "searching as one types, the next one, the one before" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type /
	seen Search:
	type page_remove
	seen page_remove_rmap
	keys Enter
	seen q:quit
	type /
	type no_such_function
	seen "not found"
	keys Escape
	gone Search:
	keys n
	seen "nothing was searched for"
}

@test "filtering, and writing what is left" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type f
	seen Filter:
	type "^(mm|page)_"
	keys Enter
	seen "filter: ^(mm|page)_"
	gone memset_erms
	type w
	seen "Write to"
	type left.csv
	keys Enter
	seen "written to left.csv"
	keys F
	gone filter:
	keys g
	seen memset_erms
	keys q
	ended 0
	"$DIFFPROF" -q -F csv -t 0 --only "^(mm|page)_" "${genuine[@]}" >want
	cmp want left.csv
}

@test "what is written is what would be printed" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	for name in x.txt x.json x.md; do
		type w
		seen "Write to"
		keys C-u
		type $name
		keys Enter
		seen "written to $name"
	done
	type w
	keys Enter
	seen "write over it?"
	type n
	seen "not written"
	type w
	keys C-u
	type x.nothing
	keys Enter
	seen "no format goes by .nothing"
	keys q
	ended 0
	"$DIFFPROF" -q -t 0 "${genuine[@]}" >want
	cmp want x.txt
	"$DIFFPROF" -q -F json -t 0 "${genuine[@]}" >want
	cmp want x.json
	"$DIFFPROF" -q -F markdown -t 0 "${genuine[@]}" >want
	cmp want x.md
}

@test "a report of what is left, with the chains of all" {
	browse 80x24 xterm-256color C.UTF-8 "$real/perf/a-r1.folded.xz" \
		--vs "$real/perf/b-r1.folded.xz"
	type f
	seen Filter:
	type spin
	keys Enter
	seen "filter: spin"
	for name in x.html x.svg x.folded; do
		type w
		seen "Write to"
		keys C-u
		type $name
		keys Enter
		seen "written to $name"
	done
	keys q
	ended 0
	local args=("$real/perf/a-r1.folded.xz" --vs "$real/perf/b-r1.folded.xz")
	"$DIFFPROF" -q -F html -t 0 --only spin "${args[@]}" >want
	cmp want x.html
	"$DIFFPROF" -q -F svg "${args[@]}" >want
	cmp want x.svg
	"$DIFFPROF" -q -F folded "${args[@]}" >want
	cmp want x.folded
}

@test "an input is not written over" {
	xz -dc "$real/x86-mitigations/base.profile.xz" >base
	browse 80x24 xterm-256color C.UTF-8 -m "$map" base \
		"$real/x86-mitigations/test.profile.xz"
	type w
	seen "Write to"
	type base
	keys Enter
	seen "is one of the inputs"
	cmp base <(xz -dc "$real/x86-mitigations/base.profile.xz")
}

@test "sorting, the other way, by another measure" {
	browse 100x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type s
	seen "by magnitude"
	type s
	seen "by percent"
	screen_is percent-100x24
	type S
	seen "by percent, reversed"
	type d
	type d
	seen "share+-"
	type d
	seen "equal unchanged rows"
	type d
	seen "not normalised"
}

@test "noise and idle rows, hidden and shown" {
	browse 80x24 xterm-256color C.UTF-8 "${runs[@]}"
	type z
	seen "noise hidden"
	type z
	seen "noise is shown again"
	type i
	seen "idle left out"
	type i
	seen "idle shown"
}

@test "rows by image, and what cannot be had" {
	browse 80x24 xterm-256color C.UTF-8 "$real/perf/a-r1.folded.xz" \
		--vs "$real/perf/b-r1.folded.xz"
	type b
	seen "a profile of format folded"
	type bb
	seen "rows are by image"
	seen "[unknown]"
	type b
	gone "rows are by image"
}

@test "marks are what is written" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type y
	seen "1 marked"
	type y
	seen "2 marked"
	type w
	seen "Write to"
	type two.txt
	keys Enter
	seen "2 marked rows written to two.txt"
	[ "$(wc -l <two.txt)" = 4 ]
	grep -q "^       395    63.5% memset_erms$" two.txt
}

@test "a mail is shown, and sent after a yes" {
	printf '#!/bin/sh\nprintf "%%s\\n" "$@" >%s/args\ncat >%s/mail\n' \
		"$PWD" "$PWD" >mailer
	chmod +x mailer
	MAILER=$PWD/mailer browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type m
	seen "Subject: diffprof: base.profile.xz -> test.profile.xz"
	screen_is mail-80x24
	keys Enter
	seen "To:"
	type mm@example.org
	keys Enter
	seen "Send this mail?"
	type n
	seen "not sent"
	[ ! -e mail ]
	keys Enter
	seen "To: mm@example.org"
	keys Enter
	seen "Send this mail?"
	type y
	seen "sent to mm@example.org"
	keys q
	ended 0
	grep -q "memset_erms$" mail
	[ "$(cat args)" = "-s
diffprof: base.profile.xz -> test.profile.xz
--
mm@example.org" ]
}

@test "a mailer that is not there" {
	MAILER=/no/such/mailer browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type m
	seen Subject
	keys Enter
	seen "To:"
	type x
	keys Enter
	seen "Send this"
	type y
	seen "there is no such mailer"
}

@test "callers and callees of a function, where there are chains" {
	browse 100x40 xterm-256color C.UTF-8 "$real/perf/a-r1.folded.xz" \
		--vs "$real/perf/b-r1.folded.xz"
	keys Enter
	seen "Callers, and what went through them"
	screen_is callers-100x40
	keys Escape
	seen q:quit
	keys q
	ended 0
}

# dump COUNT...: a raw profile of little-endian words behind that of the step.
dump() {
	local word
	for word in 4 "$@"; do
		# shellcheck disable=SC2059
		printf "\\x$(printf %02x "$word")\\0\\0\\0"
	done
}

@test "source lines and instructions with the ticks of both sides" {
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump 10 4 4 5 >base.profile
	dump 20 4 0 5 >test.profile
	browse 100x40 xterm-256color C.UTF-8 -k vmlinux \
		--source="$data/elf/lines" base.profile test.profile
	keys Enter
	seen "Source lines"
	screen_is lines-100x40
	type a
	seen "Instructions"
	screen_is instructions-100x40
	type /lea
	keys Enter
	seen q:quit
	keys Escape
	seen "by delta"
	keys q
	ended 0
}

@test "whom a row concerns, by the tree's MAINTAINERS" {
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump 10 4 4 5 >base.profile
	dump 20 4 0 5 >test.profile
	mkdir tree
	printf '%s\n' 'MAIN' 'M:	Some One <one@example.org>' \
		'L:	list@example.org' 'F:	src/' >tree/MAINTAINERS
	browse 100x40 xterm-256color C.UTF-8 -k vmlinux --source=tree \
		base.profile test.profile
	keys Enter
	seen "src/main.c concerns Some One <one@example.org>, list@example.org"
	keys q
	ended 0
}

@test "help and notes" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	type '?'
	screen_is help-80x24
	keys q
	gone Keys
	type '!'
	seen "hint: "
	keys q
	seen memset_erms
	keys q
	ended 0
}

@test "several tests" {
	browse 80x24 xterm-256color C.UTF-8 -m "$map" \
		"$real"/x86-runs/auto-r1.profile.xz --vs \
		"$real"/x86-runs/off-r1.profile.xz --vs \
		"$real"/x86-runs/off-r2.profile.xz
	seen "test 1 of 2"
	keys Tab
	seen "test 2 of 2"
	seen "-> off-r2.profile.xz"
}

@test "one profile" {
	begin 80x24 xterm-256color C.UTF-8 "$DIFFPROF" show -i -m "$map" \
		"$real/x86-mitigations/base.profile.xz"
	seen "by count"
	screen_is show-80x24
	keys Enter
	seen "a byte, in"
	keys q
	ended 0
}

@test "a finished comparison" {
	"$DIFFPROF" -q "${genuine[@]}" >mail.txt
	browse 80x24 xterm-256color C.UTF-8 mail.txt
	seen "a finished comparison"
	type sd
	keys Enter
	seen "the text that it is from does not say"
}

@test "a profile from standard input, keys from the terminal" {
	xz -dc "$real/x86-mitigations/base.profile.xz" >base
	begin 80x24 xterm-256color C.UTF-8 sh -c 'cat base | "$@"' sh \
		"$DIFFPROF" -i -m "$map" - \
		"$real/x86-mitigations/test.profile.xz"
	seen memset_erms
	type i
	seen "idle left out"
	keys q
	ended 0
}

# All of ./shown, in its order, is on the screen, with more between.
shows_all() {
	screen | sed 's/ *$//' | diff - shown >differ
	! grep -q '^>' differ
}

@test "the screen that README shows" {
	ln -s "$real"/perf/[ab]-r1.folded.xz .
	sed -n '/^    \$ diffprof -i /,/^$/s/^    //p' "$tree/README.md" |
		grep -v -e '^\$' -e '^\.\.\.$' >shown
	[ "$(wc -l <shown)" -gt 6 ]
	browse 80x24 xterm-256color C.UTF-8 a-r1.folded.xz b-r1.folded.xz
	until_so shows_all || complain "README shows: $(grep '^>' differ)"
	keys q
	ended 0
}

@test "the next event, and rows by image, of recordings" {
	local events="$data/perf/x86/system-two-events.data.xz"
	browse 100x24 xterm-256color C.UTF-8 "$events" "$events"
	screen | head -n 2 >first
	keys e
	until_so differs || complain "it shows the same event"
	keys e
	until_so same_head || complain "the first event does not come again"
	# Files and directories are not known here: it says so, and goes on.
	keys b
	seen "no DWARF"
	keys Up
	gone "no DWARF"
	keys b
	seen "no DWARF"
	keys b
	seen "  vmlinux"
	gone "vfs_read"
	keys q
	ended 0
}

# The title and the line below it are those of ./first, or are not.
same_head() {
	screen | head -n 2 | cmp -s - first
}

differs() {
	! same_head
}

@test "one profile: its rows, and who called them" {
	begin 100x30 xterm-256color C.UTF-8 "$DIFFPROF" show -i \
		"$real/perf/a-r1.folded.xz"
	seen "q:quit"
	type /
	type do_syscall
	keys Enter
	keys Enter
	seen "19.00% of it"
	seen "Callers, and what went through them"
	seen " 2229  entry_SYSCALL_64_after_hwframe"
	seen " 730  ksys_read"
	keys q
	ended 0
}
