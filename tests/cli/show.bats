# show: one profile, or the sum of several, as readprofile(8) lists it.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	map map
	dump dump 4 0 0 0 5 0 0 0 0 0 0 0 7 0 0 0 9
}

@test "a dump, sorted by count, with load" {
	prints show -q -m map dump
	out_is <<-'EOF'
		    21 total                                      0.3281
		     9 *unknown*
		     7 g                                          0.2188
		     5 f                                          0.3125
	EOF
}

@test "--by-address: as readprofile prints it, the total last" {
	prints show -q --by-address -m map dump
	out_is <<-'EOF'
		     5 f                                          0.3125
		     7 g                                          0.2188
		     9 *unknown*
		    21 total                                      0.3281
	EOF
}

@test "--addresses: as readprofile -v prints it" {
	prints show -q --addresses --by-address -m map dump
	out_is <<-'EOF'
		ffffffff81000000 f                                             5   0.3125
		ffffffff81000010 g                                             7   0.2188
		     9 *unknown*
		0000000000000000 total                                        21   0.3281
	EOF
}

@test "--addresses without --by-address is sorted by count" {
	prints show -q --addresses -m map dump
	[ "$(awk '{ print $2 }' out | tr '\n' ' ')" = 'total *unknown* g f ' ]
}

@test "--compat=readprofile: the last slot goes to the next symbol" {
	prints show -q --compat=readprofile -m map dump
	out_is <<-'EOF'
		    12 total                                      0.1875
		     9 *unknown*
		     7 h                                          0.4375
		     5 g                                          0.1562
	EOF
}

@test "-s: each order, largest first" {
	while read -r order wanted; do
		prints show -q -s "$order" -m map dump
		got=$(awk '{ printf "%s ", $2 }' out)
		[ "$got" = "$wanted " ] || complain "-s $order: $got"
	done <<-'EOF'
		count total *unknown* g f
		share total *unknown* g f
		load total f g *unknown*
		address f g *unknown* total
		name *unknown* f g total
	EOF
}

@test "-n: so many rows, and the total" {
	prints show -q -n 2 -m map dump
	[ "$(awk '{ printf "%s ", $2 }' out)" = 'total *unknown* g ' ]
	prints show -q -n 1 -s load -m map dump
	[ "$(awk '{ printf "%s ", $2 }' out)" = 'total f ' ]
}

@test "--only and --except choose rows; the total stays that of all" {
	prints show -q --only '^[fg]$' -m map dump
	[ "$(awk '{ printf "%s ", $2 }' out)" = 'total g f ' ]
	has '^    21 total'
	prints show -q --except f -m map dump
	[ "$(awk '{ printf "%s ", $2 }' out)" = 'total *unknown* g ' ]
}

@test "several profiles are summed" {
	listing a 100 f 10 g
	listing b 20 g 3 h
	prints show a b
	[ "$(awk '{ printf "%s %s ", $1, $2 }' out)" = \
		'133 total 100 f 30 g 3 h ' ]
	prints show -q -m map dump dump dump
	has '^    63 total'
	has '^    15 f '
}

@test "a dump and a listing can be summed" {
	listing a 100 f
	prints show -q -m map dump a
	has '^   105 f '
	has '^   121 total'
}

@test "symbols of one name are one row; --by-address keeps them apart" {
	sed -i 's/ g$/ f/' map
	prints show -q -m map dump
	has '^    12 f '
	prints show -q --by-address -m map dump
	has '^     5 f '
	has '^     7 f '
}

@test "clones are one row; --keep-clones keeps them apart" {
	sed -i 's/ g$/ f.isra.0/' map
	prints show -q -m map dump
	has '^    12 f '
	prints show -q --keep-clones -m map dump
	has '^     5 f '
	has '^     7 f.isra.0 '
}

@test "the table has shares" {
	prints show -q -F table -m map dump
	out_is <<-'EOF'
		dump, 21 ticks

		count    share    load  symbol
		   21  100.00%  0.3281  total
		    9   42.86%       -  *unknown*
		    7   33.33%  0.2188  g
		    5   23.81%  0.3125  f
	EOF
}

@test "CSV has all members of a row, in this order" {
	prints show -q -F csv -m map dump
	tr -d '\r' <out >csv
	[ "$(head -n 1 csv)" = \
		'key,symbol,image,file,address,size,count,share,load,maintainers' ]
	has '^f,f,vmlinux,,0xffffffff81000000,16,5,0.23.*,0.3125,$' csv
	has '^\*unknown\*,.*,9,0.428' csv
}

@test "JSON has the profile and its rows" {
	prints show -q -F json -m map dump
	has '"diffprof": *1'
	has '"profile": *{'
	has '"total": *21'
	has '"address": *"0xffffffff81000000", *"size": *16, *"count": *5,'
}

@test "--columns chooses and orders" {
	prints show -q -F csv --columns=key,count -m map dump
	[ "$(tr -d '\r' <out | tr '\n' ' ')" = \
		'key,count total,21 *unknown*,9 g,7 f,5 ' ]
	prints show -q -F table --columns=symbol,load -m map dump
	has '^f  *0.3125$'
	refuses '*"nonsense"*key*count*' show -q -F table \
		--columns=count,nonsense -m map dump
}

@test "options of a comparison are not those of show" {
	for option in -t1 --min-delta=1 -p1 -N1 --work=1:1 --ties=name --vs \
		--rename=a=b --assume-zero --base-map=map --test-label=x; do
		refuses 'no option *; see diffprof*--help' \
			show $option -m map dump
	done
}

@test "show is a command in the first place only" {
	listing show 100 f
	prints ./show show
	[ "$(cat out)" = '         0     0.0% total' ]
	prints show ./show
	has '^   100 f '
	refuses 'which profile*' show
}
