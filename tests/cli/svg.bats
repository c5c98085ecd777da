# -F svg: flame graphs and bars, as files of their own

load helper

chains=$real/perf
# of Debian's w3c-sgml-lib; it is older than role and aria-labelledby
dtd=/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-20110816/svg11.dtd

# is_svg [FILE]: well-formed, and of nothing but what a picture needs.
is_svg() {
	xmllint --noout "${1:-out}" 2>err || complain "not well-formed"
	[ "$(xmllint --xpath 'namespace-uri(/*)' "${1:-out}")" = \
		http://www.w3.org/2000/svg ] || complain "not SVG"
	[ "$(xmllint --xpath 'string(/*/@version)' "${1:-out}")" = 1.1 ] ||
		complain "not 1.1"
	# Nothing that could do anything, or that the 1.1 of it has not.
	[ "$(xmllint --xpath "count(//*[not(contains(
		' svg title desc style g rect text path ',
		concat(' ', local-name(), ' ')))])" "${1:-out}")" = 0 ] ||
		complain "other elements"
	[ ! -e "$dtd" ] || sed 's/ role="img" aria-labelledby="[^"]*"//' \
		"${1:-out}" | xmllint --noout --dtdvalid "$dtd" - 2>err ||
		complain "not what the DTD allows"
	! grep -qiE 'href|url\(|@import|onload|onclick|style="' "${1:-out}" ||
		complain "it asks for something"
}

# x XPATH: what ./out has there; elements are named without their namespace.
x() {
	xmllint --xpath "$(sed 's#//\([a-z]*\)#//*[local-name()="\1"]#g' <<<"$1")" out
}

@test "without chains there are bars, with names, changes and intervals" {
	listing base 542 schedule 17 old 90 same
	listing test 1084 schedule 40 new 90 same
	prints -F svg base test
	is_svg
	[ "$(x 'count(//g[starts-with(@class,"b ")])')" = 3 ]
	has '>+542 +100.0%'
	has '>+40 new'
	has '>-17 gone'
	has '>1 more row changed less<'
	lacks '>same<'
	has '^base 542, test 1,084: +542 +100.0%'
	has '^95% limits '
	# Gains to the right of losses.
	[ "$(x 'count(//g[starts-with(@class,"b m4")])')" = 2 ]
	[ "$(x 'count(//g[starts-with(@class,"b l4")])')" = 1 ]
}

@test "with chains there is a flame graph" {
	printf '%s\n' 'main;f;g 30' 'main;h 50' >base
	printf '%s\n' 'main;f;g 60' 'main;f;n 40' >test
	prints -q -F svg base test
	is_svg
	has '<title id="picture-title">Differential flame graph: base =&gt; test<'
	has '^base 30 (37.50%), test 60 (60.00%): +30 (+100.0%)</title>'
	has '^base 0 (0.00%), test 40 (40.00%): +40 (new)</title>'
	# What is gone has a graph of its own, where its callers are as well.
	has '>Only in base, on a scale of its own: 50 (62.50% of base)<'
	has '^base 50 (62.50%), test 0 (0.00%): -50 (gone)</title>'
	[ "$(x 'count(//g[contains(@class," new")])')" = 1 ]
	[ "$(x 'count(//g[contains(@class," gone")])')" = 1 ]
	has '>+ n<'
	has '>- h<'
}

# width NAME: of the frame with this label.
width() {
	x "string(//g[.//text[.='$1']]/*[local-name()='rect']/@width)"
}

@test "frames are as wide as --flame says" {
	printf '%s\n' 'm;f 30' 'm;h 90' >base
	printf '%s\n' 'm;f 60' 'm;h 60' >test
	prints -q -F svg base test
	[ "$(width f)" = 589.5 ] && [ "$(width h)" = 589.5 ] ||
		complain "$(width f)"
	prints -q -F svg --flame=test base test
	[ "$(width f)" = 589.5 ]
	prints -q -F svg --flame=base base test
	[ "$(width f)" = 294.5 ] && [ "$(width h)" = 884.5 ] ||
		complain "$(width f)"
	prints -q -F svg --flame=both base test
	[ "$(width f)" = 442.0 ] || complain "$(width f)"
	refuses '--flame: "wide" is none of test, base, both' \
		-F svg --flame=wide base test
}

@test "test is normalised in the flame graph as well" {
	printf '%s\n' 'm;f 30' 'm;h 90' >base
	printf '%s\n' 'm;f 60' 'm;h 180' >test
	prints -q -N total -F svg base test
	has '^base 30.0 (25.00%), test 30.0 (25.00%): 0.0 (+0.0%)</title>'
	# 4 frames, and the middle of the legend.
	[ "$(x 'count(//g[@class="f n"])')" = 5 ]
}

@test "all of a genuine recording" {
	[ -e "$chains/a-r1.folded.xz" ] || skip "there is no testdata/real/perf"
	for which in test base both; do
		prints -q -F svg --flame=$which "$chains"/a-r*.folded.xz \
			--vs "$chains"/b-r*.folded.xz
		is_svg
		[ "$(x 'count(//g[starts-with(@class,"f ")])')" -gt 300 ]
	done
	prints -q -F svg "$data"/perf/callgraph.data.xz \
		"$data"/perf/callgraph.data.xz
	is_svg
}

@test "one profile" {
	printf '%s\n' 'main;f;g 30' 'main;h 50' >base
	prints show -q -F svg base
	is_svg
	has '^30 (37.50%)</title>'
	listing l 542 schedule 17 old 90 same
	prints show -F svg l
	is_svg
	has '>542<'
}

@test "several tests stand one below the other" {
	listing base 542 schedule 90 same
	listing one 1084 schedule 90 same
	listing two 100 schedule 90 same
	prints -F svg base --vs one --vs two
	is_svg
	has '>base =&gt; one<'
	has '>base =&gt; two<'
	has '>+542 +100.0%'
	has '>-442 -81.5%'
}

@test "a comparison that is finished already" {
	prints -F svg "$data/listings/kernbench.txt"
	is_svg
	prints -F svg "$data/listings/perf-delta-abs.txt"
	is_svg
}

@test "rows by anything" {
	prints -q -g image -F svg "$data"/perf/callgraph.data.xz \
		"$data"/perf/callgraph.data.xz
	is_svg
	lacks 'Differential flame graph'
}

@test "names from strangers do nothing" {
	local bad=$'<script>alert(1)</script>"\'&amp;]]>-->\e[31m\u202e\uffff\x01'
	printf '%s;f 5\nmain;%s 90\n' "$bad" "$bad" >base
	printf '%s;f 50\nmain;%s 30\n' "$bad" "$bad" >test
	prints -q -F svg --base-label="$bad" base test
	is_svg
	lacks '<script'
	has '&lt;script&gt;'
	! grep -q $'[\x01\e\x7f]' out || complain "control characters"
	! grep -q $'\u202e' out || complain "direction marks"
	prints -q -F svg --flame=both -g symbol base test
	is_svg
	printf '%6d %s\n' 5 '<g>&"' 7 total >base
	printf '%6d %s\n' 9 '<g>&"' 9 total >test
	prints -q -F svg base test
	is_svg
	has '&lt;g&gt;&amp;&quot;'
}

@test "nothing to show is a picture too" {
	printf '%6d %s\n' 5 a 5 total >same
	prints -q -F svg same same
	is_svg
	has 'No row has a change to show'
	printf 'a;b 5\n' >chain
	prints -q -F svg chain chain
	is_svg
}

@test "-o with its suffix" {
	listing base 542 schedule
	prints -o picture.svg base base
	is_svg picture.svg
}

@test "a deep chain is drawn to a bound" {
	awk 'BEGIN { printf "main"; for (i = 0; i < 3000; i++) printf ";d%d", i
		print " 5" }' >deep
	prints -q -F svg deep deep
	is_svg
	[ "$(x 'string(/*/@height)')" -lt 4500 ]
	has 'too deep to be drawn'
}
