# shellcheck shell=bash disable=SC2034
# What the tests in a real terminal share: tmux is the terminal, whose keyboard is
# `keys' and whose screen is read.  Nothing here waits for a time to pass, but for
# what is to be seen, up to a minute.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
data=$tree/testdata
: "${DIFFPROF:=$tree/build/diffprof}"
unset COLUMNS LINES NO_COLOR TMUX MAILER

# A link of each test's directory, so that screens have no other paths.
real=real
map=$real/kernels/6.1.0-57-cloud-amd64/System.map.xz
genuine=(-m "$map" "$real/x86-mitigations/base.profile.xz"
	"$real/x86-mitigations/test.profile.xz")
runs=("$real"/x86-runs/auto-r{1,2,3}.profile.xz --vs
	"$real"/x86-runs/off-r{1,2,3}.profile.xz -m "$map")

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	ln -s "$data/real" real
	socket=$BATS_TEST_TMPDIR/tmux
	terminals=0
	ulimit -c 0
}

teardown() {
	tmux -S "$socket" kill-server 2>/dev/null || true
}

term() {
	tmux -S "$socket" "$@"
}

# begin SIZE TERM LOCALE COMMAND...: a terminal of SIZE (80x24), in which COMMAND
# runs; ./before and ./after are its settings, ./status how it ended.
begin() {
	local size=$1 type=$2 locale=$3
	shift 3
	# One that ends may still be there.
	terminals=$((terminals + 1))
	socket=$BATS_TEST_TMPDIR/tmux$terminals
	rm -f after status
	printf '%q ' "$@" >./words
	cat >script <<-'END'
		stty -g >before
		# The keyboard's signals are for the command.
		trap : INT QUIT
		sh -c 'echo $$ >pid; exec "$@"' sh "$@" 2>err
		echo $? >status
		stty -g >after
		echo "It is over."
		exec cat
	END
	LC_ALL=C.UTF-8 TERM=screen tmux -u -S "$socket" -f /dev/null \
		new-session -d -x "${size%x*}" -y "${size#*x}" \
		"exec env TERM=$type LC_ALL=$locale bash script $(cat words)"
	term set-option -g status off >/dev/null 2>&1 || true
}

# browse SIZE TERM LOCALE ARG...: the browser, until it is there.
browse() {
	begin "$1" "$2" "$3" "$DIFFPROF" -i "${@:4}"
	seen "q:quit"
}

screen() {
	term capture-pane -p -t 0 2>/dev/null
}

# until COMMAND...: try until COMMAND succeeds.
until_so() {
	local end=$((SECONDS + ${TUI_SECONDS:-60}))

	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.02
	done
}

# What is there, for whoever reads the failed test.
complain() {
	echo "$1"
	screen | sed 's/^/screen: /'
	[ ! -s err ] || sed 's/^/err: /' err | head -n 20
	return 1
}

shows() {
	screen | grep -qF -e "$1"
}

# seen TEXT: it is to be seen, sooner or later.
seen() {
	until_so shows "$1" || complain "it should show: $1"
}

hides() {
	! shows "$1"
}

# gone TEXT: it is not to be seen any more, sooner or later.
gone() {
	until_so hides "$1" || complain "it should not show: $1"
}

keys() {
	term send-keys -t 0 "$@"
}

type() {
	term send-keys -t 0 -l -- "$1"
}

same_screen() {
	screen | sed 's/ *$//' | cmp -s - "$1"
}

# screen_is NAME: the screen is that of testdata/screens/NAME, to the last blank.
# With SCREENS=keep in the environment it is kept as such.
screen_is() {
	if [ "${SCREENS-}" = keep ]; then
		sleep 1
		screen | sed 's/ *$//' >"$data/screens/$1"
	fi
	until_so same_screen "$data/screens/$1" || {
		screen | sed 's/ *$//' | diff "$data/screens/$1" - || true
		complain "the screen should be that of testdata/screens/$1"
	}
}

# ended STATUS: the command ends so, and the terminal is as it was.
ended() {
	until_so test -s after || complain "it does not end"
	[ "$(cat status)" = "$1" ] ||
		complain "it ended with $(cat status), not $1"
	cmp before after || complain "the terminal is not as it was"
	seen "It is over."
}
