# -F mail: what people post about a comparison

load helper

kernbench=$seeds/highpte-kernbench

# Every line is ASCII and has 72 columns at most, but those of the head.
plain() {
	sed '1,/^$/!b' out >/dev/null
	! LC_ALL=C grep -q '[^ -~]' out || complain 'it is not plain ASCII'
	[ "$(awk '{ if (length > n) n = length } END { print n }' "${1:-out}")" -le 72 ] ||
		complain "a line is over 72 columns"
	! grep -q ' $' "${1:-out}" || complain 'a blank at the end of a line'
}

# The body of a mail with a head.
body() {
	sed '1,/^$/d' out
}

@test "what was compared, and the classic listing to the byte" {
	prints -F mail "$kernbench/base.prof" "$kernbench/test.prof"
	plain
	[ "$(head -n 1 out)" = 'base: base.prof, 16264 ticks' ]
	has '^not normalised; idle shown$'
	sed '1,/^$/d' out | sed '/^$/,$d' >rows
	same rows "$kernbench/expected.diff"
	# A footnote, with its mark where it belongs.
	has '^unchanged rows: .* \[1\]$'
	has '^\[1\] page_add_rmap +18.5% is within noise'
}

@test "it can be read back" {
	prints -F mail "$kernbench/base.prof" "$kernbench/test.prof"
	mv out mail
	prints -q mail
	same out "$kernbench/expected.diff"
}

@test "the table of times, in 72 columns" {
	printf '%s\n' 'Elapsed System User CPU' 'base 45.71 113.92 564.96 1485' \
		'test 46.14 118.8 564.4 1481' >times
	prints -q -F mail --times=times --base-label=2.5.72-mm2 \
		--test-label='kärnel of a very long name indeed' -n 1 \
		"$kernbench/base.prof" "$kernbench/test.prof"
	plain
	has '^                             Elapsed      System        User         CPU$'
	has '^              2.5.72-mm2       45.71      113.92      564.96     1485.00$'
	has '^karnel of a very long ..       46.14      118.80      564.40     1481.00$'
}

@test "a cut listing: uncertain rows apart, notes with their sides" {
	# A longer path would have its lines folded elsewhere.
	cp "$seeds"/pgcl/pgcl-sdet*.prof .
	prints -q -F mail pgcl-sdet32.prof pgcl-sdet128.prof
	plain
	has '^base: pgcl-sdet32.prof, 4605683 ticks, .* \[2\]$'
	has '^test: pgcl-sdet128.prof, .* \[3\]$'
	has '^base 11256, test 0..61356: kmap_atomic$'
	has '^\[2\] .*pgcl-sdet32.prof: shows'
}

@test "command and machine, as a recording knows them" {
	pack() {
		rm -rf rec
		mkdir -p rec/1
		cp "$real/s390x/base.profile.xz" rec/1/profile.xz
		cp "$s390x/System.map.xz" rec/symbols.xz
		printf 'elapsed: 1\nuser: 1\nsystem: 1\nexit: 0\n' >rec/1/times
		printf '%s\n' 'diffprof recording: 1' 'hz: 250' 'machine: s390x' \
			'cpus: 4' "cpu: $2" 'command: make -j4 vmlinux' \
			'host: secret' >rec/meta
		tar -cf "$1.prof" -C rec .
	}
	pack base z15
	pack test z15
	prints -q -F mail base.prof test.prof
	plain
	has '^command: make -j4 vmlinux$'
	has '^machine: s390x, 4 CPUs, z15$'
	lacks secret
	pack test 'z16 with much cache'
	prints -q -F mail base.prof test.prof
	has '^machine of base.prof: s390x, 4 CPUs, z15$'
	has '^machine of test.prof: s390x, 4 CPUs, z16 with much cache$'
}

@test "several tests follow each other; one profile is listed" {
	listing a 100 f 50 g
	listing b 200 f 20 g
	listing c 300 f 20 g
	prints -q -F mail a --vs b --vs c
	plain
	[ "$(grep -c '^test: ' out)" = 2 ]
	has '^b:$'
	has '^c:$'
	prints show -q -F mail a
	[ "$(head -n 1 out)" = 'profile: a, 150 ticks' ]
	has '^ *100 f'
}

@test "names are shown, and cut, as what they are" {
	printf '    20 sch\xc3\xa9dule\xe2\x80\xae 0.1\n' >a
	printf '    60 sch\xc3\xa9dule\xe2\x80\xae 0.1\n' >b
	printf '    50 %s 0.1\n' "$(printf 'x%.0s' {1..100})" >>b
	prints -q -F mail a b
	plain
	has ' sch\\xc3\\xa9dule\\xe2\\x80\\xae$'
	has ' 0.0% x*\.\.$'
}

@test "a head as other programs read it" {
	command -v python3 >/dev/null || skip 'no python3'
	prints -q --to='Łukasz X. <a@example.org>,"Lee, Q" <c@example.org>' \
		--to=list@example.org --subject=$'höh\r\nBcc: evil@example.org' \
		"$kernbench/base.prof" "$kernbench/test.prof"
	python3 - <<-'EOF'
		import email, email.policy
		m = email.message_from_file(open('out'), policy=email.policy.default)
		to = [(a.display_name, a.addr_spec) for a in m['To'].addresses]
		assert to == [('Łukasz X.', 'a@example.org'), ('Lee, Q', 'c@example.org'),
		              ('', 'list@example.org')], to
		assert m['Subject'] == 'höh Bcc: evil@example.org', m['Subject']
		assert sorted(m.keys()) == ['Content-Transfer-Encoding', 'Content-Type',
		                            'MIME-Version', 'Subject', 'To'], m.keys()
		assert m.get_content_charset() == 'us-ascii'
		assert m.get_content().startswith('base: base.prof'), m.get_content()
		assert not m.defects
	EOF
	body >text
	plain text
	prints -q --subject=x -F mail "$kernbench/base.prof" "$kernbench/test.prof"
	[ "$(head -n 1 out)" = 'Subject: x' ]
	prints -q --to=a@b.org "$kernbench/base.prof" "$kernbench/test.prof"
	has '^Subject: profiles of base.prof and test.prof$'
}

@test "addresses that are none" {
	for address in x '' 'a@b c@d' '-oQ@b' 'a@b,x' $'a@b\nBcc: c@d'; do
		refuses '--to: "*" is no address*' --to="$address" a b
	done
	refuses '--subject: *' --subject=' ' a b
	refuses '--to: is of a mail, and --format=csv is none' \
		-F csv --to=a@b a b
	refuses '--columns: a mail has*' -F mail --columns=key \
		"$kernbench/base.prof" "$kernbench/test.prof"
}

# A kernel of three functions and the tree it could be of.
with_tree() {
	local word n
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	for n in '100 40 40 50 base' '900 40 0 50 test'; do
		# shellcheck disable=SC2086
		set -- $n
		for word in 4 "$1" "$2" "$3" "$4"; do
			# shellcheck disable=SC2059
			printf "\\x$(printf %02x $((word & 255)))\\x$(printf %02x $((word >> 8)))\\0\\0"
		done >"$5.profile"
	done
	mkdir tree
	printf '%s\n' 'THE MAIN FILE' 'M:	Łukasz Other <other@example.org>' \
		'R:	Re Viewer <re@example.org>' 'L:	list@example.org' \
		'F:	src/main.c' '' 'THE REST' 'L:	all@example.org' 'F:	*' \
		'F:	*/' >tree/MAINTAINERS
}

@test "whom the rows that changed concern" {
	with_tree
	prints -q -k vmlinux -F mail --source=tree base.profile test.profile
	plain
	has '^Whom the rows that changed concern, by MAINTAINERS:$'
	has '^  To: Lukasz Other <other@example.org>$'
	has '^  Cc: "\?Re Viewer"\? <re@example.org>$'
	has '^  Cc: all@example.org$'
	prints -q -k vmlinux --subject=x --source=tree base.profile test.profile
	has '^To: =?UTF-8?Q?=C5=81ukasz_Other?= <other@example.org>$'
	has '^Cc: Re Viewer <re@example.org>, list@example.org, all@example.org$'
	lacks '^Whom'
	prints -q -k vmlinux --to=me@example.org --source=tree base.profile \
		test.profile
	has '^To: me@example.org$'
	grep -A 2 '^Cc: ' out | tr -d '\n' | grep -q 'other@example.org>.*list@'
	# Nobody is written to about noise.
	prints -q -k vmlinux --subject=x --source=tree base.profile base.profile
	lacks '^To:'
	lacks '^Cc:'
}
