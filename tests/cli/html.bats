# -F html: the report as text; tests/html has it in a browser

load helper

# is_page [FILE]: HTML that a parser takes, that asks for nothing, and whose
# policy names what it has.
is_page() {
	local file=${1:-out} what
	# xmllint knows the elements of HTML 4 only.
	xmllint --html --noout "$file" 2>&1 | grep 'error :' |
		grep -vE 'Tag (header|main|section|nav|footer|output|svg|g|rect|text|path|desc|details|summary|noscript|figure|title) invalid|htmlParseEntityRef|already defined|Unexpected end tag : (p|th|td|tr)' >err || true
	[ ! -s err ] || complain "not well-formed"
	for what in style script; do
		[ "sha256-$(sed -n "/<$what>/,/<\/$what>/p" "$file" |
			awk -v tag="$what" '
			{ sub("^.*<" tag ">", ""); if (sub("</" tag ">.*$", "")) {
				printf "%s", $0; exit } print }' |
			sha256sum | cut -c -64 | tr a-f A-F | basenc --base16 -d |
			base64)" = "$(grep -o "$what-src 'sha256-[^']*" "$file" |
			head -n 1 | cut -d "'" -f 2)" ] || complain "the sum of $what"
	done
	grep -q "content=\"default-src 'none'; " "$file" || complain "no policy"
	# Outside of the style sheet and the script.
	sed '/<style>/,/<\/style>/d; /<script>/,/<\/script>/d
		s/\([a-gi-z]=\)"[^"]*"/\1""/g' "$file" >rest
	! grep -qiE '<(link|img|iframe|object|embed|form|base)\b' rest &&
		! grep -qiE '<[^>]* (on[a-z]+=|style=|src=|href="?[^#"])' rest ||
		complain "it asks for something, or acts"
}

# cells NAME: what the row of the table has, cells apart by a blank.
cells() {
	sed -n "s/^<tr[^>]*><th scope=row>$1\(<td>\| <i>\)/\1/p" out |
		sed 's/<[^>]*>/ /g; s/^ *//; s/ *$//' | tr -s ' '
}

@test "a comparison has its sides, its bars, its rows" {
	listing base 542 schedule 17 old 90 same
	listing test 1084 schedule 40 new 90 same
	prints -F html base test
	is_page
	has '<h1>base → test</h1>'
	has '<th scope="row">total</th><td>649 ticks</td><td>1,214 ticks</td>'
	has '^<p class="how">not normalised; idle shown; noise: guessed'
	[ "$(cells schedule | cut -d ' ' -f 1-4)" = '542 1084 +542 +100.0%' ]
	[ "$(cells new | cut -d ' ' -f 1-4)" = 'new 0 40 +40' ]
	[ "$(cells old | cut -d ' ' -f 1-4)" = 'gone 17 0 -17' ]
	[ "$(grep -c '^<tr.*scope=row' out)" = 5 ]
	grep -A2 '^<tr class=t>' out >/dev/null
	has '<svg .*role="img" aria-label="Largest changes'
	has '>+542 +100.0%'
}

@test "times and notes" {
	listing base 542 schedule
	listing test 1084 schedule
	printf '%s\n' 'Elapsed System' 'base 10 5' 'base 10.5 5.2' \
		'test 12 6' 'test 12.5 6.1' >times
	prints -q -F html --times=times base test
	is_page
	has '<h3>Times</h3>'
	has '<th scope="row">Elapsed</th><td>10.25</td>'
	has '<li class="doubt"><strong>Doubt:</strong> '
}

@test "what the script opens is data" {
	listing base 542 schedule.isra.0 17 old
	listing test 1084 schedule 40 new
	prints -q -F html base test
	sed -n '/id="c1-data">/,/<\/script>/p' out |
		sed 's/.*id="c1-data">//; s/<\/script>.*//' >data
	python3 -c '
import json
d = json.load(open("data"))
assert d["both"] and len(d["rows"]) == 3, d
assert d["rows"][0][4]["parts"] == ["schedule", "schedule.isra.0"], d
assert d["rows"][1][4]["what"].startswith("New"), d
assert d["rows"][2][4]["what"].startswith("Gone"), d
assert d["frames"] == [], d' || complain "$(cat data)"
}

@test "call chains are data too, and a picture without a script" {
	printf '%s\n' 'main;f;g 30' 'main;h 50' >base
	printf '%s\n' 'main;f;g 60' 'main;f;n 40' >test
	prints -q -F html base test
	is_page
	has '<noscript>'
	has '>+ n</text>'
	sed -n '/id="c1-data">/,/<\/script>/p' out |
		sed 's/.*id="c1-data">//; s/<\/script>.*//' >data
	python3 -c '
import json
d = json.load(open("data"))
f = [d["frames"][i:i + 6] for i in range(0, len(d["frames"]), 6)]
told = ["%s %d %s" % (d["names"][a >> 1], b, c) for a, b, *c in f]
assert told == ["all 0 [80, 100, 0, 0]", "main 1 [80, 100, 0, 0]",
	"f 2 [30, 100, 0, 0]", "g 3 [30, 60, 30, 60]", "n 3 [0, 40, 0, 40]",
	"h 2 [50, 0, 50, 0]"], told
g = [r for r in d["rows"] if r[-1]["through"] == [30, 60]][0][-1]
assert [[d["names"][n], *c] for n, *c in g["callers"]] == [["f", 30, 60]], g' ||
		complain "$(cat data)"
}

@test "uncertain rows are apart" {
	prints -q -F html "$seeds"/pgcl/pgcl-sdet{32,128}.prof
	is_page
	has 'id="c1-uncertain"'
	has '[0-9]\.\.[0-9]'
}

@test "one profile" {
	listing l 542 schedule 17 old
	prints show -F html l
	is_page
	has '<h1>l</h1>'
	[ "$(cells schedule)" = '542 96.96% 0.0100' ] || complain "$(cells schedule)"
	printf '%s\n' 'main;f;g 30' 'main;h 50' >chains
	prints show -q -F html chains
	is_page
	has '>Flame graph<'
}

@test "several tests are sections" {
	listing base 542 schedule
	listing one 600 schedule
	listing two 700 schedule
	prints -q -F html base --vs one --vs two
	is_page
	has '<section id="c1" '
	has '<section id="c2" '
	has '<a href="#c2">base → two</a>'
}

@test "a comparison that is finished already" {
	prints -q -F html "$data/listings/kernbench.txt"
	is_page
	prints -q -F html "$data/listings/perf-delta-abs.txt"
	is_page
}

@test "columns are those that were asked for, the name in front" {
	listing base 542 schedule
	listing test 600 schedule
	prints -q -F html --columns=delta,key base test
	[ "$(cells schedule)" = '+58' ] || complain "$(cells schedule)"
}

@test "names from strangers do nothing" {
	local bad=$'</script><script>alert(1)</script><b onclick=x>"\'&lt:\x1bX\u202e\uffff'
	printf '%s;f 5\nmain;%s 90\n' "$bad" "$bad" >base
	printf '%s;f 50\nmain;%s 30\nmain;new%s 3\n' "$bad" "$bad" "$bad" >test
	prints -q -F html --base-label="$bad" base test
	is_page
	[ "$(grep -o '<script' out | wc -l)" = 2 ] || complain "scripts"
	[ "$(grep -o '</script' out | wc -l)" = 2 ] || complain "ends of scripts"
	lacks '<b onclick'
	! grep -q $'[\x1b\x7f]' out || complain "control characters"
	! grep -q $'\u202e' out || complain "direction marks"
}

@test "the suffix of -o" {
	listing base 542 schedule
	prints -q -o page.html base base
	is_page page.html
	prints -q -o page.htm base base
	same page.html page.htm
}

@test "ten thousand rows are less than 3 MB" {
	awk 'BEGIN { for (i = 0; i < 10000; i++)
		printf "%6d function_with_a_name_%d 0.1\n", 1 + i * i % 997, i }' >base
	awk '{ $1 += NR % 13; print }' base >test
	prints -q -F html base test
	[ "$(wc -c <out)" -lt 3000000 ] || complain "$(wc -c <out)"
}

@test "colours are those of the pictures" {
	local style=$tree/src/out/html
	grep -oE '^\.picture \.[a-z][1-5]? rect \{ fill: #[0-9a-f]*' \
		"$style/picture.css" | sed 's/.* //' | sort -u |
		while read -r color; do
			grep -q "$color" "$style/report.css" ||
				complain "$color is not in report.css"
		done
}

@test "what became of a row is told" {
	listing base 90 'old"<' 500 f
	listing test 80 new 500 f
	prints -q -F html '--rename=old"<=new' base test
	is_page
	has '"what":"Paired as --rename says: base has it as old\\"\\u003c\."'
}

@test "with an image, the rows that changed most have their lines" {
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump base.profile 4 10 4 4 5
	dump test.profile 4 20 4 0 5
	prints -q -F html -k vmlinux base.profile test.profile
	is_page
	sed -n '/id="c1-data">/,/<\/script>/p' out |
		sed 's/.*id="c1-data">//; s/<\/script>.*//' >data
	python3 -c '
import json
d = json.load(open("data"))
rows = [r[-1] for r in d["rows"] if r and isinstance(r[-1], dict) and "lines" in r[-1]]
assert len(rows) == 2, d
lines = {"%s:%d" % (l[1], l[2]): (l[3], l[4]) for r in rows for l in r["lines"]}
assert lines["src/main.c:21"] == (3, 0), lines
sums = [sum(l[i] for l in r["lines"]) + r["rest"][i - 3] for r in rows for i in (3, 4)]
assert sorted(sums) == [0, 4, 14, 24], (sums, rows)' || complain "$(cat data)"
	prints -q -F html base.profile test.profile -m <(nm vmlinux)
	lacks '"lines"'
}
