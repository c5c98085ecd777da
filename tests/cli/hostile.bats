# Names come from strangers.  They are read, and shown so that neither a
# terminal nor a spreadsheet nor a web page takes them for a command.

load helper

# Nothing that a terminal could obey: C0, DEL, C1, marks of direction.
harmless() {
	local file bad='[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]'
	bad+='|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]'
	for file in "${@:-out}"; do
		if LC_ALL=C grep -aqP "$bad" "$file"; then
			complain "$file has control characters"
		fi
	done
}

nasty() {
	printf '%6s %b 0.1000\n' 100 'a\0b' 90 'c\033[31md' 80 'x\177y' \
		70 'bell\007' 60 'c1\0302\0205' 50 'raw\0205' \
		40 'turn\0342\0200\0256' 30 'bad\0377\0376' 20 '\b\b\b'
}

@test "control characters of a listing are escaped, in every text output" {
	nasty >nasty
	listing other 100 f
	for format in classic table markdown csv; do
		prints show -F $format nasty
		harmless out err
		prints -t 0 -F $format nasty other
		harmless out err
		prints -t 0 -F $format other nasty
		harmless out err
	done
}

@test "they are shown as \\x1b" {
	nasty >nasty
	prints show -q nasty
	out_is <<-'EOF'
		   100 a\x00b                                     0.1000
		    90 c\x1b[31md                                 0.1000
		    80 x\x7fy                                     0.1000
		    70 bell\x07                                   0.1000
		    60 c1\xc2\x85                                 0.1000
		    50 raw\x85                                    0.1000
		    40 turn\xe2\x80\xae                           0.1000
		    30 bad\xff\xfe                                0.1000
		    20 \x08\x08\x08                               0.1000
	EOF
}

@test "UTF-8 that is whole and harmless stays as it is" {
	printf '%s\n' '10 größe 0.1000' '5 関数 0.1000' >utf8
	prints show -q utf8
	has ' größe '
	has ' 関数 '
}

@test "control characters of a map are escaped" {
	map map
	sed -i "s/ f\$/ f$(printf '\033')[1m/; s/ g\$/ g$(printf '\177')/" map
	printf 'ffffffff81000038 T h\0i\n' | sort - map >unordered
	mv unordered map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	prints show -m map dump
	harmless out err
	has ' f\\x1b\[1m '
	has ' g\\x7f '
	has ' h\\x00i '
}

@test "--only and --except see a name to its end, NUL or not" {
	nasty >nasty
	prints show -q --only 'b$' nasty
	[ "$(wc -l <out)" = 1 ]
	has '^   100 a\\x00b '
	prints show -q --except '^a' nasty
	lacks 'x00'
	[ "$(wc -l <out)" = 8 ]
}

@test "two symbols that differ in a control character are two rows" {
	printf '%6s %b 0.1000\n' 10 'a\001' 5 'a\002' >two
	prints show -F csv --columns=count,symbol two
	[ "$(value 'a\x01')" = 10 ]
	[ "$(value 'a\x02')" = 5 ]
}

@test "control characters of a file name are escaped, in notes and errors" {
	name=$(printf 'a\033[2Jb')
	refuses '*a\\x1b\[2Jb: No such file*' show "$name"
	harmless err
	echo '10 f 0.1000' >"$name"
	prints show "$name"
	notes 'a\\x1b\[2Jb: '
	harmless err
	for format in classic table markdown csv; do
		prints -F $format "$name" "$name" --vs "$name"
		harmless out err
	done
}

@test "control characters of an option are escaped in its error" {
	bad=$(printf 'a\033[2Jb')
	for option in --format --sort --color --ties --from --normalize \
		--work --section --top --min-delta --min-percent --compat \
		--columns --rename --map; do
		dp $option="$bad" a b
		[ "$status" = 2 ]
		harmless err
	done
	dp "--$bad" a b
	harmless err
}

@test "JSON escapes what it must, and is one text" {
	nasty >nasty
	printf '5 quote"back\\slash 0.1000\n' >>nasty
	prints show -F json nasty
	harmless out
	has 'quote\\"back\\\\slash'
}

@test "markdown: a name cannot end its cell or become a tag" {
	printf '%s\n' '100 a|b 0.1000' '90 <b>x</b> 0.1000' \
		'80 `tick` 0.1000' '70 [l](u) 0.1000' >names
	prints show -q -F markdown names
	has '| `a\\|b` |'
	has '| `<b>x</b>` |'
	has '| `` `tick` `` |'
}

@test "CSV: a cell never starts a formula, and quotes are doubled" {
	printf '%s\n' '100 =1+1 0.1000' '90 @SUM(A1) 0.1000' '80 +1 0.1000' \
		'70 -1 0.1000' '60 a"b,c 0.1000' >formula
	prints show -q -F csv --columns=symbol,count formula
	lacks '^"\{0,1\}[=@+-]'
	has '^"a""b,c",60'
}

@test "CSV ends its lines as RFC 4180 says" {
	listing listing 100 f
	prints show -F csv listing
	[ "$(grep -c "$(printf '\r')\$" out)" = "$(wc -l <out)" ]
}

@test "a name of a megabyte" {
	name=$(head -c 1048576 /dev/zero | tr '\0' n)
	{
		echo "  100 $name 0.1000"
		echo '   50 f 0.1000'
	} >long
	listing other 100 f
	for format in classic table markdown csv json; do
		prints show -F $format long
		has nnnnnnnn
		prints -F $format long other
	done
	prints show -F classic long
	[ "$(wc -c <out)" -gt 1048576 ]
	COLUMNS=60 prints show -q -F table long
	lacks '.\{61\}'
}

@test "a name of a megabyte in a map" {
	name=$(head -c 1048576 /dev/zero | tr '\0' n)
	{
		map /dev/stdout | sed '/ h$/,$d'
		echo "ffffffff81000030 T $name"
		echo 'ffffffff81000040 T _etext'
	} >map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	prints show -m map dump
	[ "$(wc -c <out)" -gt 1048576 ]
}

@test "a line of a megabyte that is no row, and ten thousand blank lines" {
	{
		head -c 1048576 /dev/zero | tr '\0' '>'
		printf '%10000s' '' | tr ' ' '\n'
		echo '   50 f 0.1000'
	} >odd
	prints show odd
	has '^ *50 f '
}

@test "NUL bytes between the lines of a listing and a map" {
	listing listing 100 f 50 g
	printf '\0\0\0\n' | cat listing - listing >nul
	prints show nul
	has '^ *100 f '
	map map
	printf '\0\0\0\n' >>map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	prints show -m map dump
}

@test "a symbol called total, or *unknown*, in a map" {
	sed 's/ g$/ total/; s/ f$/ *unknown*/' <(map /dev/stdout) >map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	prints show -F csv --columns=count,key -m map dump
	tr -d '\r' <out | awk -F, 'NR == 2 { total = $1 }
		NR > 2 { rows += $1 }
		END { exit rows != 136 || total != 136 }'
}

@test "a hundred thousand symbols at one address" {
	{
		map /dev/stdout | grep -v etext
		awk 'BEGIN { for (i = 0; i < 100000; i++)
			printf "ffffffff81000010 t s%d\n", i }'
		echo 'ffffffff81000040 T _etext'
	} >map
	dump dump 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
	prints show -m map dump
	has '^ *136 total'
}

@test "a page, mail and another system's text are what they were" {
	local text file=$data/cases/55-generated-perf-diff/delta-abs.txt
	prints -q -F csv -t 0 "$file"
	mv out plain
	{
		echo '<html><body><pre>'
		sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' "$file"
		echo '</pre></body></html>'
	} >page
	sed 's/  /\xc2\xa0 /g' "$file" >blanks
	iconv -f utf8 -t utf16 "$file" >wide
	sed 's/^/\x1b[32m/; s/$/\x1b[m/' "$file" >colours
	for text in page blanks wide colours; do
		prints -F csv -v -t 0 $text
		grep -q 'made of the text was undone' err || complain "$text"
		cmp out plain
	done
}
