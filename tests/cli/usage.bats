# Mistakes in use cost one line: what was wrong, and what to do next.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing a 100 f 50 g
	listing b 200 f 20 g
}

@test "no arguments at all: three lines of usage, status 2" {
	dp
	[ "$status" = 2 ]
	[ ! -s out ]
	[ "$(wc -l <err)" = 3 ]
	has '^usage: diffprof \[OPTION\]\.\.\. BASE TEST$' err
}

@test "one operand, or none" {
	refuses 'only one profile, a: *diffprof show a*' a
	refuses '*usage: diffprof \[OPTION\]... BASE TEST' -t 5
	refuses 'which profile*usage: diffprof show*' show
	refuses 'which profile*usage: diffprof show*' show -F csv
}

@test "three operands" {
	refuses '3 profiles: put --vs between*' a b a
}

@test "options that are not known" {
	refuses 'no option -x; see diffprof --help' -x a b
	refuses 'no option -x; see diffprof --help' -vx a b
	refuses 'no option -x; see diffprof --help' a b -x
	refuses '*--nonsense*diffprof --help' --nonsense a b
	refuses '*--nonsense*diffprof --help' a b --nonsense=3
	refuses 'no option *diffprof*--help' show -x a
	refuses 'no option *diffprof*--help' show --nonsense a
	refuses 'no option --vmlinx; did you mean --vmlinux?' --vmlinx=a a b
	refuses 'no option --base-ma-p; did you mean --base-map?' --base-ma-p a
	refuses 'no option --colums; did you mean --columns?' show --colums=a a
	refuses 'no option --colour; did you mean --color?' a b --colour=never
	refuses 'no option --xyzzy; see diffprof --help' --xyzzy a b
}

@test "an option may be short of letters, if it is the only one" {
	prints --min-d 60 a b
	[ "$(names)" = 'f total ...' ]
	prints --kee a b
	refuses '--min*: could be --min-delta, --min-percent' --min=5 a b
}

@test "options may follow operands, and -- ends them" {
	prints -t 60 a b
	mv out wanted
	prints a -t 60 b
	same wanted out
	prints a b -t60
	same wanted out
	prints -t 60 -- a b
	same wanted out
	cp a ./-x
	refuses 'no option -x*' -x b
	prints -- -x b
	prints ./-x b
}

@test "an option without its argument" {
	for option in -t -p -n -s -F -o -m -k -f -N --min-delta --min-percent \
		--top --sort --format --output --map --vmlinux --from \
		--normalize --work --idle --only --except --rename --section \
		--columns --color --base-label --test-label --ties --compat \
		--base-map --test-map --base-vmlinux --test-vmlinux \
		--base-from --test-from --base-section --test-section; do
		refuses "$option*argument*" a b $option
	done
}

@test "an argument for an option that takes none" {
	for option in --strict --vs --keep-clones --no-idle --assume-zero \
		--verbose --quiet --help --version; do
		refuses "$option=1: *" $option=1 a b
	done
}

# wrong OPTION VALUE...: none of these is a value; the sentence has both.
wrong() {
	local option=$1 value
	shift
	for value; do
		refuses "$option*\"$(printf %s "$value" |
			sed 's/[][\\*?]/\\&/g')\"*" "$option=$value" a b
	done
}

@test "numbers that are none" {
	wrong --min-delta x '' -1 nan inf 1e3 5x 0x10 ' 5' 1..2
	wrong --min-percent x '' -1 nan inf '5%%' %
	wrong --top x '' 0 -1 1.5 99999999999999999999
	wrong --section x '' 0 -1 1.5 99999999999999999999
	refuses '--*section: "0"*' --base-section=0 a b
	refuses '--*section: "0"*' --test-section=0 a b
}

@test "factors and work that are none" {
	wrong --normalize x '' 0 -1 nan inf 1e3 robustly Total
	wrong --work x '' 1 : 1: :1 0:1 1:0 -1:1 1:-1 1:2:3 a:b nan:1
}

@test "regular expressions that are none" {
	for option in --only --except --idle; do
		wrong $option '(' '[' '*(' 'a{2,1}'
	done
}

@test "words that are none of those there are" {
	wrong --sort x '' Delta count
	wrong --format x '' xml Classic
	wrong --from x '' perfect
	refuses '--*from: *"x"*' --base-from=x a b
	refuses '--*from: *"x"*' --test-from=x a b
	wrong --compat x '' readprofile2
	wrong --ties x '' perl
	wrong --color x '' yes
	wrong --columns x '' keys
	for list in , key, delta,,key; do
		refuses '--columns: no column ""*' --columns=$list a b
	done
	wrong --rename x '' = x= =x
}

@test "they are named with what there is" {
	refuses '*classic, table, markdown, mail, csv, json, html, svg, folded, pprof' -F x a b
	refuses '*delta, magnitude, percent, base, test, share, significance, sure, name*' -s x a b
	refuses '*count, share, load, address, name*' show -s x a
	refuses '*proc, *readprofile*' -f x a b
	refuses '*auto, always, never*' --color=x a b
	refuses '*name*perl58*' --ties=x a b
	refuses '*key*delta*percent*' --columns=x a b
}

@test "a mistake in a column is one in every format" {
	for format in classic table markdown csv json; do
		refuses '*"nonsense"*' --columns=key,nonsense -F $format a b
		refuses '*"nonsense"*' show --columns=nonsense -F $format a
	done
}

@test "files without a name" {
	refuses '--map: *' --map= a b
	refuses '--vmlinux: *' --base-vmlinux= a b
	refuses '--output: *' --output= a b
}

@test "--from: the format is what it is said to be, or an error" {
	prints -f readprofile a b
	prints --base-from=readprofile --test-from readprofile a b
	refuses 'a: *' -f proc -m a a b
	map map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	prints show -f proc -m map dump
	refuses 'dump: *' show -f readprofile dump
	refuses 'dump: *' --test-from=readprofile a dump
}

@test "the last of an option given twice counts" {
	prints -t 1000 -t 0 a b
	[ "$(names)" = 'f total g' ]
	prints -F csv -F classic a b
	[ "$(names)" = 'f total g' ]
}

@test "--help is for standard output, and every line fits" {
	prints --help
	silent
	has '^usage: diffprof \[OPTION\]\.\.\. BASE TEST$'
	has '^Exit status: 0'
	lacks '.\{80\}'
	prints show --help
	silent
	has '^usage: diffprof show'
	lacks '.\{80\}'
	# What is said of a comparison only is not said of one profile.
	lacks 'gains\|--fail\|magnitude\|; of show'
	has 'the first N rows$'
	prints a b --help
	lacks '; of show'
	has '^usage: '
}

@test "--help has a line for each format that --from takes" {
	prints --help
	refuses '--from: no format*' -f none a b
	for format in $(sed 's/.*there are //; s/,//g' err); do
		"$DIFFPROF" --help | grep -q "^  $format  *[^ ]" ||
			complain "--help does not say what $format is"
	done
	[ "$(sed 's/.*there are //' err | wc -w)" -ge 11 ]
}

@test "show behind an option is told to come first" {
	refuses 'show: no such file; as a command it comes first: diffprof show*' \
		-t 0 show a
	cp b show
	prints -q -t 0 a show
}

@test "completions offer what the options take" {
	local list option
	for option in -f -F -s 'show -s' -N -g --color; do
		# shellcheck disable=SC2086
		refuses '*' $option nothing a b
		list=$(sed 's/.*\(there are\|is none of\) //; s/, or a .*//
			s/,//g' err)
		[[ $list = *\ * ]] || complain "$option does not say what it takes"
		grep -q "'$list'" "$tree/completions/diffprof.bash" ||
			complain "$option: bash is not offered $list"
		grep -q "'($list)'" "$tree/completions/_diffprof" ||
			complain "$option: zsh is not offered $list"
		grep -q "echo $list\$" "$tree/completions/diffprof.fish" ||
			complain "$option: fish is not offered $list"
	done
}

@test "fish completes commands, options, and what they take" {
	command -v fish >/dev/null || skip "there is no fish"
	mkdir bin
	cp "$DIFFPROF" bin/diffprof
	offers() {
		PATH=$PWD/bin:$PATH fish -c \
			"source $tree/completions/diffprof.fish; complete -C'$1'" \
			>got 2>&1 || complain "fish failed: $(cat got)"
		diff <(cut -f1 got) - || complain "diffprof: $1"
	}
	offers 'diffprof sho' <<<show
	offers 'diffprof --base-l' <<<--base-label
	offers 'diffprof show --addresse' <<<--addresses
	offers 'diffprof --addresse' </dev/null
	offers 'diffprof -N ' <<<$'busy\nnone\nrobust\ntotal'
	offers 'diffprof show --sort=a' <<<--sort=address
}

@test "--version is one line" {
	prints --version
	[[ $(cat out) =~ ^diffprof\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
	prints show --version
	silent
}

@test "the browser needs a terminal, and is no format" {
	refuses "-i: standard output is no terminal; without -i a listing is printed" \
		-i a b
	refuses "-i: with --format nothing is shown*" -i -F csv a b
	refuses "-i: with --output nothing is shown*" -i -o x a b
	[ ! -e x ]
}
