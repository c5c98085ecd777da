# diffprof-tutorial(7): its commands run, in their order, and print what it shows.
# With TUTORIAL=DIR in the environment what they print is kept there.

load helper

page=$tree/man/diffprof-tutorial.7

# stub NAME: a command whose body is standard input.
stub() {
	printf '#!/bin/sh\n' >"bin/$1"
	cat >>"bin/$1"
	chmod +x "bin/$1"
}

# What stands in for a machine that one may boot: /proc is ./proc, and
# `readprofile -r' lets it be as the next kernel left it.
machine() {
	mkdir -p bin proc
	ln -s "$DIFFPROF" bin/diffprof
	: | stub make
	: | stub less
	stub sendmail <<<'exec cat >sent'
	stub readprofile <<-'END'
		if [ -e proc/reset ]; then next=test; else next=base; fi
		: >proc/reset
		exec cp proc/$next.profile proc/profile
	END
	stub perf <<-'END'
		# record -a -g -o FILE -- COMMAND
		exec cp "proc/$5" "$5"
	END
	local side
	for side in base test; do
		xz -dc "$real/x86-mitigations/$side.profile.xz" \
			>proc/$side.profile
	done
	xz -dc "$x86/System.map.xz" >proc/kallsyms
	xz -dc "$data/perf/x86/system.data.xz" >proc/base.data
	xz -dc "$data/perf/x86/system-callgraph.data.xz" >proc/test.data
}

# Three boots of each kernel, and one of a third; two versions' maps.
more_runs() {
	local i
	for i in 1 2 3; do
		xz -dc "$real/x86-runs/auto-r$i.profile.xz" >base$i.profile
		xz -dc "$real/x86-runs/off-r$i.profile.xz" >test$i.profile
	done
	xz -dc "$real/x86-runs/off-r4.profile.xz" >third.profile
	xz -dc "$x86/System.map.xz" >third.map
	cp third.map System.map-6.1
	sed 's/ memset_erms$/ memset_fast_string/' third.map >System.map-6.2
}

# The small kernels: two in which a function is inlined or not, and one of two
# functions with its tree.
small_kernels() {
	command -v gcc >/dev/null || skip "there is no gcc"
	cat >kernel.c <<-'C'
	#define OUT __attribute__((noinline, noclone))
	#define IN static inline __attribute__((always_inline))
	volatile int sink;
	HELPER void set_bits(int x) { sink += x; sink *= x; }
	OUT void open_it(void) { set_bits(3); }
	OUT void close_it(void) { set_bits(5); }
	#ifdef ONLY
	OUT void old_way(void) { sink++; }
	#endif
	void (*volatile kept[])(void) = { open_it, close_it };
	C
	set -- -O1 -g -nostdlib -static -Wl,-e,open_it \
		-Wl,--defsym,_stext=open_it -Wl,--defsym,_etext=_end kernel.c
	gcc -DHELPER=OUT -DONLY -o vmlinux-6.1 "$@"
	gcc -DHELPER=IN -o vmlinux-6.2 "$@"
	listing base.readprofile 500 set_bits 300 old_way 200 open_it 90 close_it
	listing test.readprofile 600 open_it 150 close_it

	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump one.profile 4 100 40 40 50
	dump two.profile 4 200 40 0 50
	mkdir linux
	cp -r "$data/elf/lines/src" "$data/elf/lines/include" linux
	printf '%s\t%s\n' 'ALL OF IT' '' M: 'Jo Doe <jo@example.org>' \
		L: linux-mm@example.org S: Maintained F: src/ '' '' \
		'THE REST' '' L: linux-kernel@example.org F: '*' F: '*/' |
		sed 's/[[:blank:]]*$//' >linux/MAINTAINERS
}

# in_terminal COMMAND: the first screen of the browser
in_terminal() {
	local end=$((SECONDS + 60)) socket=$BATS_TEST_TMPDIR/tmux

	LC_ALL=C.UTF-8 TERM=screen tmux -S "$socket" -f /dev/null new-session \
		-d -x 72 -y 16 "exec env TERM=vt100 LC_ALL=C sh -c '$1'"
	tmux -S "$socket" set-option -g status off
	until tmux -S "$socket" capture-pane -p | grep -q 'Enter:open'; do
		[ $SECONDS -lt $end ] || break
		sleep 0.05
	done
	tmux -S "$socket" capture-pane -p | sed 's/ *$//'
	tmux -S "$socket" send-keys q
	until ! tmux -S "$socket" has-session 2>/dev/null; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.05
	done
}

# perform COMMAND: run it as the page's reader would.
perform() {
	case $1 in
	*' -i '*) in_terminal "$1" ;;
	'diffprof record '*)
		# Nobody but root may, and not on every machine.
		sh -c "$1" || {
			grep -q 'perf_event\|profile' err
			diffprof merge -q -o base.prof base?.profile
		} ;;
	*) sh -c "$1" ;;
	esac
}

@test "each command runs, and prints what the page shows" {
	machine
	more_runs
	small_kernels
	PATH=$PWD/bin:$PATH
	"$tree/tests/page-commands" "$page" commands
	local one command
	for one in commands/*.command; do
		one=${one%.command}
		command=$(sed 's, /proc/, proc/,' "$one.command")
		perform "$command" >"$one.got" 2>err ||
			complain "it ended with $?: $command"
		[ -z "${TUTORIAL-}" ] || {
			mkdir -p "$TUTORIAL"
			cp "$one.got" "$TUTORIAL"
		}
		[ ! -s "$one.shown" ] || same "$one.shown" "$one.got"
	done
	# There is a mail to those whose function it is, and a page.
	has '^To: Jo Doe <jo@example.org>' sent
	has '<!DOCTYPE html>' report.html
	has '<svg ' changes.svg
	[ -e commands/30.command ]
}

@test "whatever option the page names there is" {
	dp annotate --help
	mv out annotate
	prints --help
	sed -n 's/^\.Fl -\([a-z-]*\).*/--\1/p' "$page" | sort -u >options
	[ -s options ]
	while read -r option; do
		cat annotate out | grep -q -e "$option\b" ||
			complain "there is no $option"
	done <options
}
