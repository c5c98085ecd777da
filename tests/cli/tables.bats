# Tables for reading: columns, labels, width, colour; markdown for forges.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing a 100 f 50 g 10 h
	listing b 200 f 20 g 10 h 30 i
}

# on_terminal COMMAND...: its standard output is a terminal; ./out has it.
on_terminal() {
	command -v script >/dev/null || skip 'there is no script(1)'
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
		skip 'no pseudo-terminal can be had here'
	TERM=xterm script -qec "$*" /dev/null </dev/null |
		tr -d '\r' >out
}

@test "a table: what was compared, how, then the rows" {
	prints -F table a b
	out_is <<-'EOF'
		base: a, 160 ticks; test: b, 260 ticks
		not normalised; idle shown; noise: guessed from 4 rows (x1 + 2%), one run a side
		unchanged rows: +62.5% +- 55.7%

		base  test  delta  percent  95% limits        q  sig  symbol
		 160   260   +100   +62.5%  +29..+105%        -  +++  total
		 100   200   +100  +100.0%  +52..+166%  0.00041  +++  f
		   0    30    +30        -     +672%..  0.00041  +++  i
		  50    20    -30   -60.0%   -78..-29%   0.0066  ++   g
	EOF
}

@test "the total is the first row of a table, whatever its rank" {
	listing b 900 f 20 g
	prints -F table b a
	[ "$(sed -n 6p out | awk '{ print $NF }')" = total ]
	prints -F table -s name a b
	[ "$(sed -n 6p out | awk '{ print $NF }')" = total ]
}

@test "markdown: the same in a table of pipes" {
	prints -F markdown a b
	has '^base: `a`, 160 ticks; test: `b`, 260 ticks$'
	sed '1,/^| base/d' out >rows
	same rows - <<-'EOF'
		| ---: | ---: | ---: | ---: | ---: | ---: | :--- | :--- |
		| 160 | 260 | +100 | +62.5% | +29..+105% | - | `+++` | `total` |
		| 100 | 200 | +100 | +100.0% | +52..+166% | 0.00041 | `+++` | `f` |
		| 0 | 30 | +30 | - | +672%.. | 0.00041 | `+++` | `i` |
		| 50 | 20 | -30 | -60.0% | -78..-29% | 0.0066 | `++` | `g` |
	EOF
}

@test "--columns chooses and orders, in table, markdown and CSV" {
	prints -F table --columns=key,delta,base a b
	sed '1,4d' out >rows
	same rows - <<-'EOF'
		symbol  delta  base
		total    +100   160
		f        +100   100
		i         +30     0
		g         -30    50
	EOF
	prints -F markdown --columns=key,delta a b
	has '^| `f` | +100 |$'
	prints -F csv --columns=key,delta a b
	tr -d '\r' <out >csv
	has '^f,100$' csv
}

@test "every member of a row can be a column, and load" {
	prints -F csv a b
	members=$(head -n 1 out | tr -d '\r')
	[ "$(tr , '\n' <<<"$members" | wc -l)" = 35 ]
	prints -F csv --columns="$members" a b
	mv out by-name
	prints -F csv a b
	same out by-name
	for format in table markdown csv; do
		prints -F $format --columns="$members,load" a b
	done
	prints -F csv --columns=load,key a b
	tr -d '\r' <out >csv
	has '^0.01,f$' csv
}

@test "JSON has all members of a row, in the order of CSV" {
	prints -F csv a b
	members=$(head -n 1 out | tr -d '\r')
	prints -F json a b
	sed -n 's/^ *{"key":"f",/"key":"f",/p' out |
		grep -o '"[a-z_]*":' | tr -d '":' | paste -sd , >json
	[ "$(cat json)" = "$members" ]
	refuses '--columns: *' -F json --columns=key a b
}

@test "labels: what the user calls the sides" {
	prints -F table --base-label=before --test-label after a b
	has '^base: before (a), .*; test: after (b), '
	prints -F json --base-label=before a b
	has '"base": *{ *"label": *"before"'
	has '"test": *{ *"label": *"b"'
}

@test "labels: the kernel's release, else the file, else what tells them apart" {
	prints -q -F json -m "$x86/System.map.xz" \
		"$real"/x86-mitigations/{base,test}.profile.xz
	has '"label": *"base.profile.xz"'	# one release twice
	has '"kernel": *"6.1.0-57-cloud-amd64"'
	mkdir one two
	cp a one/prof
	cp b two/prof
	prints -F json one/prof two/prof
	has '"label": *"one/prof"'
	has '"label": *"two/prof"'
	prints -q -F json --base-map "$x86/System.map.xz" \
		--test-map "$i386/System.map.xz" \
		"$real"/x86-mitigations/base.profile.xz \
		"$real"/i386/base.profile.xz
	has '"label": *"6.1.0-57-cloud-amd64"'
	has '"label": *"6.1.0-50-686"'
}

@test "COLUMNS is the width of a table; long names are cut" {
	name=$(printf 'n%.0s' $(seq 100))
	listing a 100 f 50 "$name"
	listing b 200 f 120 "$name"
	for width in 40 60 80 132; do
		COLUMNS=$width prints -F table a b
		lacks ".\\{$((width + 1))\\}"
		has nnnn
	done
	COLUMNS=200 prints -F table a b
	has "$name"
	prints -F table a b
	has "$name"
}

@test "COLUMNS does not cut what is not a table" {
	name=$(printf 'n%.0s' $(seq 100))
	listing a 100 f 50 "$name"
	listing b 200 f 120 "$name"
	for format in classic csv json markdown; do
		COLUMNS=40 prints -F $format a b
		has "$name"
	done
}

@test "a nonsensical COLUMNS is no width" {
	prints -F table a b
	mv out wanted
	for columns in 0 -1 x '' 99999999999999999999; do
		COLUMNS=$columns prints -F table a b
		same wanted out
	done
}

escape=$(printf '\033')

@test "--color=always colours a table, and the signs stay" {
	prints -F table a b
	mv out plain
	prints -F table --color=always a b
	has "$escape\\["
	sed "s/$escape\\[[0-9;]*m//g" out >stripped
	same plain stripped
	has '+100'
	has '-30'
}

@test "nothing is coloured in a pipe, or with --color=never" {
	for option in --color=auto --color=never; do
		prints -F table $option a b
		lacks "$escape"
	done
	for format in classic markdown csv json; do
		prints -F $format --color=always a b
		lacks "$escape"
	done
}

@test "a table on a terminal is coloured" {
	on_terminal "'$DIFFPROF' -F table a b"
	has "$escape\\[31m"
}

@test "NO_COLOR, a dumb terminal and --color=never forbid it" {
	on_terminal "env NO_COLOR=1 '$DIFFPROF' -F table a b"
	lacks "$escape"
	on_terminal "env TERM=dumb '$DIFFPROF' -F table a b"
	lacks "$escape"
	on_terminal "'$DIFFPROF' -F table --color=never a b"
	lacks "$escape"
	on_terminal "env NO_COLOR=1 '$DIFFPROF' -F table --color=always a b"
	has "$escape"
	on_terminal "env NO_COLOR= '$DIFFPROF' -F table a b"
	has "$escape"
}

@test "-o is not coloured, though a terminal is there" {
	on_terminal "'$DIFFPROF' -F table -o file a b"
	lacks "$escape" file
}

@test "the classic listing on a terminal is the classic listing" {
	prints a b
	mv out wanted
	on_terminal "'$DIFFPROF' a b"
	same wanted out
}

@test "several runs: means, with a tenth" {
	prints -F table a --vs b b a
	has '^base/run  test/run  *+-  *delta  *percent  *95% limits  *q  *sig  *symbol$'
	has '^ *100.0  *166.7  *57.7  *+67  *+66.7%  .*  ~  *f$'
	has 'in 3 runs'
}

@test "several runs: how far they lie apart, as far as there is room" {
	listing c 110 f 50 long_names_need_room_for_themselves
	prints -F table a c --vs b b a
	has '^base/run  *+-  *test/run  *+-  *delta '
	has '^ *105.0  *7.1  *166.7  *57.7  *+62  *+58.7%  .*  f$'
	prints -F markdown a c --vs b
	has '^| base/run | +- | test/run | delta |'
	has '^| 105.0 | 7.1 | 200.0 | +95 |'
	COLUMNS=80 prints -F table a c --vs b b a
	has '^base/run  *+-  *test/run  *+-  *delta  *percent  sig  symbol$'
	COLUMNS=60 prints -F table a c --vs b b a
	has '^base/run  test/run  delta  percent  symbol$'
	# Normalised as the means are; nothing of one run, or of a cut one.
	prints -F csv -N 0.5 --columns=base_mean,base_sd,test_mean,test_sd,key \
		a c --vs b
	tr -d '\r' <out >csv
	has '^105,7\.07[0-9]*,100,,f$' csv
	prints -F csv --columns=base_sd,test_sd,key -N 0.5 b --vs a c
	tr -d '\r' <out >csv
	has '^,3\.53[0-9]*,f$' csv
	sed '/ f /d; s/ 160 / 250 /' c >cut
	prints -q -F csv --columns=base_sd,key a cut --vs b
	tr -d '\r' <out >csv
	has '^,f$' csv
}
