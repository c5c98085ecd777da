# Listings in mail: quoted, cut to pieces by remarks, several in one file.

load helper

# A mail of two genuine listings, quoted differently, with prose around them.
two_listings() {
	cat <<-'EOF'
		From: somebody
		Subject: Re: pgcl-2.6.0-test5-bk3-17

		On Tuesday somebody else wrote:
		> The kernel compile, 16 of 32 done:
		>
	EOF
	sed 's/^/> /' "$seeds/pgcl/pgcl-kernel-compile.prof"
	cat <<-'EOF'

		Interesting. And this is dbench with 32 clients, 3 times:

	EOF
	sed 's/^/>> /' "$seeds/pgcl/pgcl-dbench32.prof"
	printf '%s\n' '' '-- ' 'somebody, 42'
}

# The rows of the file alone.
alone() {
	prints show -q "$seeds/pgcl/pgcl-$1.prof"
	mv out alone
}

@test "several listings are an error that lists them" {
	two_listings >mail
	refuses 'mail: holds 2 listings*--section*1 at line *22 rows*2 at line *22 rows*' \
		show mail
	refuses 'mail: holds 2 listings*' mail "$seeds/pgcl/pgcl-dbench32.prof"
}

@test "the lines it names are those where they begin" {
	two_listings >mail
	dp show mail
	for number in 1 2; do
		line=$(sed "s/.*$number at line \([0-9]*\).*/\1/" err)
		sed -n "${line}p" mail | grep -q ' total '
	done
}

@test "--section=N takes one of them" {
	two_listings >mail
	alone kernel-compile
	prints show -q --section=1 mail
	same alone out
	alone dbench32
	prints show -q --section 2 mail
	same alone out
}

@test "--base-section and --test-section compare two of one mail" {
	two_listings >mail
	prints -q "$seeds"/pgcl/pgcl-{kernel-compile,dbench32}.prof
	mv out wanted
	prints -q --base-section=1 --test-section=2 mail mail
	same wanted out
	prints -q --section=1 --test-section=2 mail mail
	same wanted out
}

@test "there is no listing 0, nor one more than there are" {
	two_listings >mail
	refuses 'mail: --section=3, but it holds 2*' show --section=3 mail
	refuses '--section: "0" *' show --section=0 mail
	refuses '*--section=2*1 listing*' show --section=2 \
		"$seeds/pgcl/pgcl-dbench32.prof"
	for file in perf/shell.data.xz perf/shell.script.xz oprofile/base \
		folded/base.annotated.folded; do
		refuses '*--section=2*1 listing*' show --section=2 \
			"$data/$file"
		prints show --section=1 "$data/$file"
	done
}

@test "--section=1 of a file with one listing is that listing" {
	alone dbench32
	prints show -q --section=1 "$seeds/pgcl/pgcl-dbench32.prof"
	same alone out
}

@test "the same listing pasted twice is one" {
	alone dbench32
	{
		cat "$seeds/pgcl/pgcl-dbench32.prof"
		echo
		echo '> it was:'
		sed 's/^/> > /' "$seeds/pgcl/pgcl-dbench32.prof"
	} >mail
	prints show -q mail
	same alone out
}

@test "a mail that quotes itself still holds two" {
	two_listings >mail
	two_listings | sed 's/^/> /' | cat - mail >reply
	alone dbench32
	prints show -q --section=2 reply
	same alone out
	refuses 'reply: holds 2 listings*' show reply
}

@test "a note counts the lines that were skipped" {
	{
		echo 'Here it is:'
		cat "$seeds/highpte-sdet32/base.prof"
		echo 'What do you think?'
	} >mail
	prints show mail
	notes 'mail: 2 lines are no row'
	prints show "$seeds/highpte-sdet32/base.prof"
	silent
}

# The differential listing that the tests below must not change.
base=$seeds/highpte-sdet32/base.prof
test=$seeds/highpte-sdet32/test.prof
wanted=$seeds/highpte-sdet32/expected.diff

@test "quote marks of every kind are not part of a listing" {
	for mark in '> ' '>> ' '> > ' '>>>' '| ' 'wli> ' '>|> ' '   ' '> 	'; do
		sed "s/^/$mark/" "$base" >quoted
		prints -q quoted "$test"
		same "$wanted" out
	done
}

@test "line ends of DOS, blanks at the end, tabs, a byte order mark" {
	sed 's/$/\r/' "$base" >dos
	prints dos "$test"
	same "$wanted" out
	sed 's/$/   /' "$base" >blanks
	prints blanks "$test"
	same "$wanted" out
	sed 's/  */\t/g' "$base" >tabs
	prints tabs "$test"
	same "$wanted" out
	{
		printf '\357\273\277'
		cat "$base"
	} >bom
	prints bom "$test"
	same "$wanted" out
}

@test "decimal commas" {
	sed 's/\.\([0-9]*\)$/,\1/' "$base" >commas
	prints commas "$test"
	same "$wanted" out
}

@test "thousands parted by commas" {
	sed -E ':a; s/^( *)([0-9]+)([0-9]{3})([, ])/\1\2,\3\4/; ta' "$base" >parted
	grep -q '^ *[0-9]*,[0-9]* ' parted
	prints parted "$test"
	same "$wanted" out
}

@test "no end of the last line" {
	head -c -1 "$base" >unended
	prints unended "$test"
	same "$wanted" out
}

@test "rows that mail has wrapped before the load" {
	awk '{ print $1, $2; print $3 }' "$base" >wrapped
	prints -q wrapped "$test"
	same "$wanted" out
}

@test "sorted in any way, the total first, last or in its place" {
	for order in -n -nr '-k 2' '-k 3n' '-k 3nr'; do
		# shellcheck disable=SC2086
		sort $order "$base" >sorted
		prints sorted "$test"
		same "$wanted" out
	done
}

@test "remarks between the rows cut one listing, not into several" {
	awk 'NR % 100 == 50 { print ""; print "(a remark)"; print "" }
		{ print "> " $0 }' "$base" >remarks
	prints -q remarks "$test"
	same "$wanted" out
}
