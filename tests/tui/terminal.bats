#!/usr/bin/env bats
# The terminal: its size, its colours, what becomes of it.

load helper

size_is() {
	[ "$(term display-message -p -t 0 '#{pane_width}x#{pane_height}')" = "$1" ]
}

resize() {
	term resize-window -t 0 -x "${1%x*}" -y "${1#*x}"
	until_so size_is "$1"
}

@test "any size, down to 1 x 1, and back" {
	local size
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	for size in 40x10 250x80 20x3 1x1 7x2 2x50 1x24 80x1; do
		resize $size
		keys Down
	done
	resize 80x24
	keys g
	screen_is first-80x24
	keys Enter
	seen "of it   base.profile.xz"
	resize 1x1
	resize 40x10
	seen "Esc:back"
	keys q
	ended 0
}

@test "signals that end it leave the terminal as it was" {
	local name
	for name in TERM INT HUP SEGV ABRT QUIT FPE; do
		rm -f after status
		browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
		kill -$name "$(cat pid)"
		ended $((128 + $(kill -l $name)))
		[ "$(term display-message -p -t 0 '#{alternate_on}')" = 0 ]
		[ "$(term display-message -p -t 0 '#{mouse_any_flag}')" = 0 ]
		[ "$(term display-message -p -t 0 '#{cursor_flag}')" = 1 ]
		teardown
	done
}

@test "an interrupt from the keyboard" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	keys C-c
	ended 130
}

@test "stopped, and gone on with" {
	LC_ALL=C.UTF-8 TERM=screen tmux -u -S "$socket" -f /dev/null \
		new-session -d -x 80 -y 24 \
		"exec env TERM=xterm-256color LC_ALL=C.UTF-8 PS1='ready ' bash --norc -i"
	term set-option -g status off
	seen ready
	type "stty -g >before; $DIFFPROF -i ${genuine[*]}"
	keys Enter
	seen q:quit
	screen_is first-80x24
	keys C-z
	seen Stopped
	type "stty -g >after; echo as it'  'was"
	keys Enter
	seen "as it  was"
	cmp before after
	type fg
	keys Enter
	seen q:quit
	screen_is first-80x24
	keys q
	gone q:quit
	type "stty -g >after; echo is'  'over"
	keys Enter
	seen "is  over"
	cmp before after
}

colours() {
	term capture-pane -e -p -t 0 | grep -c $'\033\[[0-9;]*[34]8;5' || true
}

@test "colours, where they are wanted and there are any" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	[ "$(colours)" -gt 5 ]
	keys q
	ended 0
	teardown
	NO_COLOR=1 browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	[ "$(colours)" = 0 ]
	keys q
	seen over
	teardown
	browse 80x24 xterm-256color C.UTF-8 --color=never "${genuine[@]}"
	[ "$(colours)" = 0 ]
	teardown
	browse 80x24 vt100 C.UTF-8 --color=always "${genuine[@]}"
	[ "$(colours)" = 0 ]
}

@test "a terminal that cannot show it gets one sentence" {
	local name
	for name in dumb nonsense ''; do
		rm -f after status
		begin 80x24 "$name" C.UTF-8 "$DIFFPROF" -i "${genuine[@]}"
		ended 2
		[ "$(wc -l <err)" = 1 ]
		grep -q "^diffprof: -i: .*TERM.*without -i a listing is printed$" err
		teardown
	done
}

@test "trouble with a profile is told without a screen" {
	begin 80x24 xterm-256color C.UTF-8 "$DIFFPROF" -i no such
	ended 2
	grep -q "^diffprof: no: No such file" err
	[ "$(wc -l <err)" = 1 ]
}

@test "names with control characters disturb nothing" {
	printf 'main;a\001b\177 5\nmain;\346\274\242\345\255\227 9\n' >base
	printf 'main;a\001b\177 7\nmain;e\314\201\314\201x 1\n' >test
	browse 80x24 xterm-256color C.UTF-8 base test
	screen_is strange-80x24
	keys q
	ended 0
	teardown
	rm after
	browse 120x24 vt100 C base test
	seen 'a\x01b\x7f'
	seen '\xe6\xbc\xa2'
	keys q
	ended 0
}

@test "the mouse goes to a row, opens it, and sorts" {
	browse 80x24 xterm-256color C.UTF-8 "${genuine[@]}"
	[ "$(term display-message -p -t 0 '#{mouse_any_flag}')" = 1 ]
	# A press at column 15 of line 3: the heading "percent".
	type $'\033[<0;15;3M\033[<0;15;3m'
	seen "by percent"
	type $'\033[<0;15;3M\033[<0;15;3m'
	seen "by percent, reversed"
	type $'\033[<0;40;9M\033[<0;40;9m'
	keys Enter
	seen "Esc:back"
}

@test "a recording says on a terminal how far it is" {
	"$DIFFPROF" record --force -q -o probe.prof -e cpu-clock --sampler=perf \
		-- true 2>refused || skip "$(head -n 1 refused)"
	# What it says goes to standard error, which here is a file but for this.
	begin 80x24 xterm-256color C.UTF-8 sh -c \
		'exec "$@" 2>/dev/tty' sh "$DIFFPROF" record -r 2 -o a.prof \
		-e cpu-clock --sampler=perf -- sleep 0.3
	seen "run 1 of 2: 0.3"
	seen "run 2 of 2: 0.3"
	ended 0
	[ -s a.prof ]
}
