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

# chooses LABEL: FILE of "FILE event N" or "FILE section N", and its option.
chooses() {
	chosen=()
	file=$1
	case $1 in
	*' event '*) file=${1% event *} chosen=(-e "${1##* }") ;;
	*' section '*) file=${1% section *} chosen=("--section=${1##* }") ;;
	esac
}

# Each file is read twice, as show lists it and by address; each pair is
# compared.  What the tests look at is $read/CASE/FILE.{csv,rows}, and for the
# event that the expectations of a pair name, or none, diff*.{csv,txt}.
setup_file() {
	export read=$BATS_FILE_TMPDIR
	read_case() {
		cd "$read" || return
		mkdir "${here##*/}"
		cd "${here##*/}" || return
		files rows sum distinct total unknown top sym >list
		while read -r label; do
			chooses "$label"
			show "$file" "${chosen[@]}" >"$label.csv"
			show "$file" "${chosen[@]}" --by-address >"$label.rows"
		done <list
		[ -n "$(files diff)" ] || return 0
		for suffix in txt profile; do
			[ -e "$here/base.$suffix" ] || continue
			set -- "$here"/{base,test}."$suffix"
			needs "base.$suffix" base-
			set -- "${map[@]}" "$@"
			needs "test.$suffix" test-
			set -- "${map[@]}" "$@"
			files diff >list
			while read -r label; do
				chooses ": $label"
				event=${chosen[1]}
				compare -F csv "${chosen[@]}" "$@" \
					--columns=base,test,percent,symbol \
					>"diff$event.csv"
				compare -t 0.5 "${chosen[@]}" "$@" \
					>"diff$event.txt"
			done <list
		done
	}
	show() {
		needs "$1"
		prints show -q -F csv --keep-clones \
			--columns=count,symbol,image "${map[@]}" "$here/$1" "${@:2}"
		tr -d '\r' <out
	}
	compare() {
		prints -q --assume-zero --keep-clones "$@"
		tr -d '\r' <out
	}
	each read_case
}

# For awk: the cells of a line of CSV, some of them in quotes.
unquote='
	function cells(line, cell,   i, c, n, quoted) {
		split("", cell)
		n = 1
		for (i = 1; i <= length(line); i++) {
			c = substr(line, i, 1)
			if (c == "\"" && quoted && substr(line, i + 1, 1) == c)
				cell[n] = cell[n] substr(line, i++, 1)
			else if (c == "\"")
				quoted = !quoted
			else if (c == "," && !quoted)
				cell[++n] = ""
			else
				cell[n] = cell[n] c
		}
		return n
	}'

# expect PROGRAM KIND...: run the awk PROGRAM on each expectation of KIND; it
# calls want(VALUE, WHAT) for what must be VALUE.  In of[NAME] are the counts
# of the file, in nr its rows, in sum their sum; total and *unknown* apart.  A
# report by image has images for names.
expect() {
	local program=$1
	shift
	files "$@" >list
	while read -r file; do
		awk -F '\t' -v case="${here##*/}" -v file="$file" \
			-v kinds=" $* " "$unquote"'
		function want(value, what) {
			if (value == got)
				return
			print case ": " file ": " what ": got " got ", not " value
			bad = 1
		}
		FNR == 1 { part++ }
		part < 3 && FNR > 1 {
			cells($0, cell)
			count = cell[1]
			name = cell[2] == "" ? cell[3] : cell[2]
			if (name == "total")
				total = count
			else if (name == "*unknown*")
				unknown = count
			else if (part == 1) {
				distinct += !(name in of)
				of[name] += count
				sum += count
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
	known='rows sum distinct total unknown top sym diff row per-image-app'
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

# grouped KEYS KIND PROGRAM: run the awk PROGRAM on each expectation of KIND; in
# of[KEY] are the counts that show -g KEYS lists.
grouped() {
	files "$2" >list
	while read -r label; do
		chooses "$label"
		prints show -q -F csv --keep-clones -g "$1" \
			--columns=count,key "$here/$file"
		tr -d '\r' <out >groups
		awk -F '\t' -v case="${here##*/}" -v kind="$2" -v label="$label" \
			"$unquote"'
		FNR == NR {
			cells($0, cell)
			of[cell[2]] += cell[1]
			next
		}
		$1 != kind || $2 != label { next }
		{
			seen++
			'"$3"'
		}
		of[key] != count {
			print case ": " key ": got " of[key] ", not " count
			bad = 1
		}
		END { exit bad || !seen }' groups "$here/expect.tsv"
	done <list
}

@test "every file of every case: rows by application, image and symbol" {
	check() {
		# Of images, only modules are named behind a symbol.
		grouped comm,symbol row 'count = $3; key = $6 ": " $7
			if (!(key in of))
				key = key " [" $5 "]"'
		grouped comm,image per-image-app \
			'count = $3; key = $5 ": " $4
			sub(/: no-vmlinux$/, ": vmlinux", key)'
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
		files diff >list
		while read -r label; do
			chooses ": $label"
			awk -F '\t' -v case="${here##*/}" -v label="$label" \
				"$unquote"'
			FNR == NR {
				if (cells($0, cell) == 4 && FNR > 1) {
					base[cell[4]] += cell[1]
					test[cell[4]] += cell[2]
					percent[cell[4]] = sprintf("%.1f%%",
								   cell[3])
					if (cell[4] != "total") {
						base["rows"] += cell[1]
						test["rows"] += cell[2]
					}
				}
				next
			}
			$1 != "diff" || $2 != label { next }
			{
				seen++
				# What is cut is left out of the sum of rows.
				if ($7 == "total" && base["rows"] == $5 &&
				    test["rows"] == $6)
					next
			}
			base[$7] != $5 || test[$7] != $6 || percent[$7] != $4 ||
			test[$7] - base[$7] != $3 {
				print case ": " $7 ": got " base[$7] ", " \
					test[$7] ", " percent[$7]
				bad = 1
			}
			END { exit bad || !seen }' \
				"$read/${here##*/}/diff${chosen[1]}.csv" \
				"$here/expect.tsv"
		done <list
	}
	each check
}

@test "every pair of every case: the listing, and nothing but it" {
	check() {
		for expected in "$here"/expected-diff*.txt; do
			[ -e "$expected" ] || continue
			event=${expected##*/expected-diff}
			event=${event#-event}
			cp "$expected" expected
			# These lists are of symbols, and that total is of rows.
			grep -v -F '*unknown*' \
				"$read/${here##*/}/diff${event%.txt}.txt" >listing
			if ! cmp -s expected listing; then
				sed -i '/% total$/d' expected listing
			fi
			same expected listing
		done
	}
	each check
}
