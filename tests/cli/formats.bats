# What is printed, as other programs read it: JSON by its schema, CSV by Python
# and sqlite3, Markdown by cmark-gfm, folded stacks by their grammar.

load helper

# Listings with names that want escaping everywhere.
hostile() {
	printf '%8d %s 0.1\n' 100 'plain' 50 'semi;colon,comma' 40 'quo"te' \
		30 '=1+1' 31 '@at' 32 '-minus' 33 '+plus' 20 'pi|pe\back' \
		21 '`tick`' 22 '<script>' 23 '*star*_under_' 24 '中文名字' >a
	printf '%8d %s 0.1\n' 200 'plain' 150 'semi;colon,comma' 140 'quo"te' \
		130 '=1+1' 131 '@at' 132 '-minus' 133 '+plus' 120 'pi|pe\back' \
		121 '`tick`' 122 '<script>' 123 '*star*_under_' 124 '中文名字' >b
	for file in a b; do
		awk '{ n += $1 } END { print n, "total", "0.1" }' $file >total
		cat total >>$file
	done
}

# valid FILE...: each is JSON as the schema has it.
valid() {
	python3 - "$data/json/diffprof.schema.json" "$@" <<-'EOF'
		import json, sys
		import jsonschema
		schema = json.load(open(sys.argv[1]))
		v = jsonschema.Draft7Validator(schema)
		jsonschema.Draft7Validator.check_schema(schema)
		bad = False
		for path in sys.argv[2:]:
		    errors = sorted(v.iter_errors(json.load(open(path))), key=str)
		    for e in errors[:3]:
		        deep = sorted(e.context or [e], key=lambda c: -len(c.absolute_path))
		        for c in deep[:2]:
		            print(path, list(c.absolute_path), c.message[:300])
		        bad = True
		sys.exit(bad)
	EOF
}

@test "JSON is as its schema says" {
	python3 -c 'import jsonschema' 2>/dev/null ||
		skip 'no python3-jsonschema'
	local nr=0
	json() {
		nr=$((nr + 1))
		if [ "$1" = show ] || [ "$1" = annotate ]; then
			prints "$1" -q "${@:2}"
		else
			prints -q "$@"
		fi
		mv out $nr.json
	}
	hostile
	json -F json a b
	json -F json a --vs b --vs a
	json show -F json a
	json -F json "$seeds/pgcl/pgcl-sdet32.prof" "$seeds/pgcl/pgcl-sdet128.prof"
	json -F json "$seeds/highpte-kernbench/posted.diff"
	json -F json -m "$x86/System.map.xz" \
		"$real/x86-mitigations/base.profile.xz" \
		"$real/x86-mitigations/test.profile.xz"
	json -F json -M -N robust "$real"/x86-runs/auto-r{1,2,3}.profile.xz --vs \
		"$real"/x86-runs/off-r{1,2,3}.profile.xz -m "$x86/System.map.xz"
	json -F json --weight=period "$data/perf/plain.data.xz" \
		"$data/perf/callgraph.data.xz"
	json show -F json -g comm "$data/perf/plain.data.xz"
	json show -F json --addresses -m "$x86/System.map.xz" \
		"$real/x86-mitigations/base.profile.xz"
	printf '%s\n' 'Elapsed System User' '1 2 3' >t1
	printf '%s\n' 'Elapsed System User' '1 2 3' '2 3 4' >t2
	json -F json --base-times=t2 --test-times=t1 a b
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	printf '\4\0\0\0\12\0\0\0\4\0\0\0\4\0\0\0\5\0\0\0' >base.profile
	printf '\4\0\0\0\24\0\0\0\4\0\0\0\0\0\0\0\5\0\0\0' >test.profile
	json annotate -F json -k vmlinux outer base.profile test.profile
	json annotate -F json --asm -k vmlinux outer base.profile test.profile
	json -F json -g line -k vmlinux base.profile test.profile
	json -F json --explain -k vmlinux base.profile test.profile
	valid ./*.json || complain 'JSON is not as its schema says'
	# It does say something.
	sed 's/"status":"both"/"status":"sure"/' 1.json >wrong.json
	! valid wrong.json >/dev/null || complain 'the schema takes anything'
}

@test "CSV is read back by Python with equal values" {
	command -v python3 >/dev/null || skip 'no python3'
	hostile
	for options in '' '-g image' '-S'; do
		# shellcheck disable=SC2086
		prints -q -t 0 -F csv $options a b
		mv out csv
		# shellcheck disable=SC2086
		prints -q -t 0 -F json $options a b
		python3 - <<-'EOF' || complain "with ${options:-no options}"
			import csv, json
			d = json.load(open('out'))
			with open('csv', newline='') as f:
			    rows = list(csv.DictReader(f, strict=True))
			want = [d['total']] + d['rows']
			assert len(rows) == len(want), (len(rows), len(want))
			for got, row in zip(rows, want):
			    assert list(got) == list(row)
			    for name, value in row.items():
			        text = got[name]
			        # What would be a formula begins with an apostrophe.
			        if text[:1] == "'" and text[1:2] in '=+-@':
			            text = text[1:]
			        if value is None:
			            assert text == '', (name, text)
			        elif isinstance(value, list):
			            assert text == ', '.join(value) or text == ' '.join(value)
			        elif isinstance(value, (int, float)):
			            assert float(text) == value, (name, text, value)
			        else:
			            assert text == value, (name, text, value)
		EOF
	done
}

@test "CSV is read back by sqlite3 with equal values" {
	command -v sqlite3 >/dev/null || skip 'no sqlite3'
	hostile
	prints -q -t 0 -F csv --columns=key,base,test,delta,percent a b
	mv out rows.csv
	sqlite3 -batch :memory: '.mode csv' '.import rows.csv t' '.mode list' \
		'.separator "\t"' 'select key, base + 0, test + 0, delta + 0 from t' \
		>got
	prints -q -t 0 -F csv --columns=base,test,delta a b
	[ "$(wc -l <got)" = "$(($(wc -l <out) - 1))" ]
	tr -d '\r' <out | sed 1d | tr , '\t' >want
	cut -f 2- got >numbers
	same numbers want
	for name in 'semi;colon,comma' 'quo"te' "'=1+1" "'@at" "'-minus" \
		"'+plus" 'pi|pe\back' 中文名字; do
		cut -f 1 got | grep -qxF -e "$name" || complain "no $name"
	done
}

@test "Markdown is a table on forges" {
	command -v cmark-gfm >/dev/null || skip 'no cmark-gfm'
	hostile
	printf '%s\n' 'Elapsed System User' 'base 1 2 3' 'test 2 3 4' >times
	prints -q -F markdown --times=times --base-label='a|b`c' a b
	cmark-gfm -e table <out >html
	[ "$(grep -c '<table>' html)" = 2 ]
	# A row each, whose cells are as many as the head has.
	sed '1,/<\/table>/d' html >rows
	[ "$(grep -c '<tr>' rows)" = 14 ]
	[ "$(grep -c '<t[hd][ >]' rows)" = $((14 * $(grep -c '<th[ >]' rows))) ]
	for name in 'semi;colon,comma' 'quo&quot;te' '=1+1' 'pi|pe\back' \
		'`tick`' '&lt;script&gt;' '*star*_under_' 中文名字 -minus; do
		grep -qF "<code>$name</code>" rows || complain "no $name"
	done
	! grep -q '<em>\|<script\|<strong>' html || complain 'a name acts'
	grep -q '<code>a|b`c</code>' html
}

@test "Markdown of several, and of one profile" {
	command -v cmark-gfm >/dev/null || skip 'no cmark-gfm'
	hostile
	prints -q -F markdown a --vs b --vs a
	cmark-gfm -e table <out >html
	[ "$(grep -c '<h3>' html)" = 2 ]
	prints show -q -F markdown a
	cmark-gfm -e table <out >html
	[ "$(grep -c '<table>' html)" = 1 ]
}

@test "folded stacks as flamegraph.pl and inferno take them" {
	for file in "$real"/perf/a-r1.folded.xz "$data/perf/callgraph.data.xz"; do
		[ -e "$file" ] || continue
		prints show -q -F folded "$file"
		# Frames, a blank, a count; no frame is empty.
		! grep -vqE '^[^;]+(;[^;]+)* [0-9]+$' out ||
			complain "$(grep -vE '^[^;]+(;[^;]+)* [0-9]+$' out | head -n 1)"
		prints -q -F folded "$file" "$file"
		! grep -vqE '^[^;]+(;[^;]+)* [0-9]+ [0-9]+$' out || complain two
	done
	hostile
	prints -q -F folded a b
	! grep -vqE '^[^;]+(;[^;]+)* [0-9]+ [0-9]+$' out || complain hostile
}

@test "wide characters are two columns of a table, no blank ends a line" {
	hostile
	for format in table 'table --color=always'; do
		# shellcheck disable=SC2086
		prints -q -t 0 -F $format --columns=key,base,test a b
		! grep -q ' $' out || complain 'a blank at the end of a line'
	done
	prints -q -t 0 -F table --columns=key,base a b
	python3 - <<-'EOF' || skip 'no python3'
		import unicodedata
		ends = set()
		for line in open('out', encoding='utf-8').read().split('\n\n')[-1].splitlines():
		    ends.add(sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1
		                 for c in line))
		assert len(ends) == 1, ends
	EOF
	for width in 40 60 80; do
		COLUMNS=$width prints -q -t 0 -F table a b
		python3 - $width <<-'EOF' || complain "over $width columns"
			import sys, unicodedata
			for line in open('out', encoding='utf-8').read().split('\n\n')[-1].splitlines():
			    n = sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1
			            for c in line)
			    assert n <= int(sys.argv[1]), (n, line)
		EOF
	done
}
