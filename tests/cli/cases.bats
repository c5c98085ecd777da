# testdata/cases: each folder says in expect.tsv what is to be read from its
# files (testdata/cases/README.md).  A new folder is found by itself.

load helper

# Run FUNCTION in each case: in $here, with ./expect from expect.tsv.
each() {
	local here

	for here in "$data"/cases/*/; do
		here=${here%/}
		"$1"
	done
}

# The files that KIND... of expectations are about.
files() {
	awk -F '\t' -v kinds=" $* " 'index(kinds, " " $1 " ") { print $2 }' \
		"$here/expect.tsv" | sort -u
}

# needs FILE [SIDE-]: the option for the map that FILE needs, in ${map[@]}.
needs() {
	map=()
	case $1 in
	*.profile)
		map=("--$2map=$here/System.map")
		[ -e "$here/System.map" ] ||
			map=("--$2map=$here/${1%.profile}.map")
		;;
	esac
}

# Each file is read twice, as show lists it and by address; each pair is
# compared.  What the tests look at is $read/CASE/FILE.{csv,rows}, and diff.*.
setup_file() {
	export read=$BATS_FILE_TMPDIR
	read_case() {
		cd "$read" || return
		mkdir "${here##*/}"
		cd "${here##*/}" || return
		files rows sum distinct total unknown top sym >list
		while read -r file; do
			show "$file" >"$file.csv"
			show "$file" --by-address >"$file.rows"
		done <list
		[ -n "$(files diff)" ] || return 0
		for suffix in txt profile; do
			[ -e "$here/base.$suffix" ] || continue
			set -- "$here"/{base,test}."$suffix"
			needs "base.$suffix" base-
			set -- "${map[@]}" "$@"
			needs "test.$suffix" test-
			set -- "${map[@]}" "$@"
			compare -F csv --columns=base,test,percent,symbol \
				"$@" >diff.csv
			compare -t 0.5 "$@" >diff.txt
		done
	}
	show() {
		needs "$1"
		prints show -q -F csv --keep-clones --columns=count,symbol \
			"${map[@]}" "$here/$1" "${@:2}"
		tr -d '\r' <out
	}
	compare() {
		prints -q --assume-zero --keep-clones "$@"
		tr -d '\r' <out
	}
	each read_case
}

# expect PROGRAM KIND...: run the awk PROGRAM on each expectation of KIND; it
# calls want(VALUE, WHAT) for what must be VALUE.  In of[NAME] are the counts
# of the file, in nr its rows, in sum their sum; total and *unknown* apart.
expect() {
	local program=$1
	shift
	files "$@" >list
	while read -r file; do
		awk -F '\t' -v case="${here##*/}" -v file="$file" \
			-v kinds=" $* " '
		function want(value, what) {
			if (value == got)
				return
			print case ": " file ": " what ": got " got ", not " value
			bad = 1
		}
		FNR == 1 { part++ }
		part < 3 && FNR > 1 {
			at = index($0, ",")
			count = substr($0, 1, at - 1)
			name = substr($0, at + 1)
			if (name == "total")
				total = count
			else if (name == "*unknown*")
				unknown = count
			else if (part == 1) {
				of[name] += count
				sum += count
				distinct++
			} else
				nr++
		}
		part == 3 && index(kinds, " " $1 " ") && $2 == file {
			'"$program"'
			seen++
		}
		END { exit bad || !seen }' "$read/${here##*/}/$file.csv" \
			"$read/${here##*/}/$file.rows" "$here/expect.tsv"
	done <list
}

@test "there are cases" {
	count() {
		seen=$((${seen:-0} + 1))
	}
	each count
	[ "$seen" -ge 9 ]
}

@test "no case has an expectation that nobody looks at" {
	known='rows sum distinct total unknown top sym diff'
	# These follow from the sums, which are wrong with another step or order.
	known+=' bucket-step byte-order buckets'
	check() {
		cut -f 1 "$here/expect.tsv" | sort -u |
			while read -r kind; do
				[[ " $known " = *" $kind "* ]] || echo "$kind"
			done
	}
	[ -z "$(each check)" ]
}

@test "every file of every case: its rows, their sum, distinct names" {
	check() {
		# A sum may be that of all ticks.
		expect 'got = $1 == "rows" ? nr : $1 == "sum" ? sum : distinct
			if ($1 == "sum" && got + unknown == $3)
				got = $3
			want($3, $1)' rows sum distinct
	}
	each check
}

@test "every file of every case: its total" {
	check() {
		# readprofile leaves *unknown* out of its total.
		expect 'got = total == $3 + unknown ? $3 : total
			want($3, "total")' total
	}
	each check
}

@test "every file of every case: its *unknown*" {
	check() {
		expect 'got = unknown; want($3, "unknown")' unknown
	}
	each check
}

@test "every file of every case: its largest rows" {
	check() {
		expect 'got = of[$5]; want($4, $5)' top
	}
	each check
}

@test "every dump of every case: its symbols" {
	check() {
		expect 'got = of[$4]; want($3, $4)' sym
	}
	each check
}

@test "every pair of every case: base, test and percentage of each row" {
	check() {
		[ -n "$(files diff)" ] || return 0
		awk -F '\t' -v case="${here##*/}" '
		FNR == NR {
			if (split($0, cell, ",") == 4) {
				base[cell[4]] += cell[1]
				test[cell[4]] += cell[2]
				percent[cell[4]] = sprintf("%.1f%%", cell[3])
			}
			next
		}
		$1 != "diff" { next }
		{ seen++ }
		base[$7] != $5 || test[$7] != $6 || percent[$7] != $4 ||
		test[$7] - base[$7] != $3 {
			print case ": " $7 ": got " base[$7] ", " test[$7] ", " \
				percent[$7]
			bad = 1
		}
		END { exit bad || !seen }' "$read/${here##*/}/diff.csv" \
			"$here/expect.tsv"
	}
	each check
}

@test "every pair of every case: the listing, and nothing but it" {
	check() {
		[ -e "$here/expected-diff.txt" ] || return 0
		# These lists are of symbols.
		grep -v -F '*unknown*' "$read/${here##*/}/diff.txt" >listing
		same "$here/expected-diff.txt" listing
	}
	each check
}
