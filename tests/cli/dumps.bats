# Raw dumps of kernels that really ran, against what testdata/real/README.md
# says of them and what readprofile(8) printed.

load helper

# run, folder of its kernel, sum, last counter
runs='
x86-mitigations/base		x86	8469	0
x86-mitigations/base-boot	x86	676	14
x86-mitigations/test		x86	6424	0
x86-runs/auto-r1		x86	2657	55
x86-runs/auto-r2		x86	3723	115
x86-runs/auto-r3		x86	3407	99
x86-runs/auto-r4		x86	3001	90
x86-runs/auto-r5		x86	4161	111
x86-runs/off-r1			x86	1742	0
x86-runs/off-r2			x86	1501	0
x86-runs/off-r3			x86	2073	0
x86-runs/off-r4			x86	1930	0
x86-runs/off-r5			x86	2551	0
x86-kaslr/run			x86	2902	0
x86-modules/6.1			x86	1422	38
x86-modules/6.1-boot		x86	538	13
x86-smp/run			x86	6545	205
i386/base			i386	3693	0
i386/base-boot			i386	8116	5
i386/test			i386	3711	0
s390x/base			s390x	4146	0
s390x/base-boot			s390x	1933	0
s390x-loaded/base		s390x	2852	0
s390x-loaded/loaded		s390x	6799	0
'

# each FUNCTION [REGEX]: call FUNCTION for each run (that matches) with
# run, kernel, sum and last in variables of these names; all must succeed.
each() {
	local run kernel sum last seen=0

	while read -r run kernel sum last; do
		[ -n "$run" ] || continue
		[[ $run =~ ${2:-.} ]] || continue
		kernel=$plain/$kernel
		"$1"
		seen=$((seen + 1))
	done <<<"$runs"
	[ "$seen" -gt 0 ]
}

# rows ARG...: the rows of a run, one "count,symbol" a line, in ./out.
rows() {
	prints show -F csv --columns=count,key "$@" "$real/$run.profile.xz"
}

# Unpacked once, and every run read once with map and once with image: what
# the tests look at is in $plain/RUN.{map,image}.{csv,err}.
setup_file() {
	export plain=$BATS_FILE_TMPDIR
	for kernel in x86 i386 s390x; do
		xz -dc "${!kernel}/System.map.xz" >"$plain/$kernel.map"
		xz -dc "${!kernel}/vmlinux.syms.xz" >"$plain/$kernel.vmlinux"
	done
	cd "$plain" || return
	read_both() {
		mkdir -p "${run%/*}"
		rows -m "$kernel.map"
		mv out "$run.map.csv"
		mv err "$run.map.err"
		rows -k "$kernel.vmlinux"
		mv out "$run.image.csv"
		mv err "$run.image.err"
	}
	each read_both
}

# Does FILE add up to the sum of the dump, in its total and in its rows?
adds_up() {
	tr -d '\r' <"$1" | awk -F, -v want="$sum" '
		NR > 1 && $2 == "total" { total = $1; next }
		NR > 1 { rows += $1 }
		END { exit total != want || rows != want }' ||
		complain "$1: does not add up to $sum"
}

@test "the list of runs is that of the files" {
	list() {
		echo "$run.profile.xz"
	}
	each list | sort >listed
	(cd "$real" && printf '%s\n' */*.profile.xz) | sort >there
	same there listed
}

@test "every dump gives the sum of its README, with System.map" {
	check() {
		adds_up "$plain/$run.map.csv"
	}
	each check
}

@test "every dump gives the sum of its README, with the image's symbols" {
	check() {
		adds_up "$plain/$run.image.csv"
	}
	each check
}

@test "the last counter of 6.1 is *unknown*, with a note of what it may be" {
	check() {
		unknown=$(value '*unknown*' "$plain/$run.map.csv")
		if [ "$last" = 0 ]; then
			[ "$unknown" = none ]
		else
			[ "$unknown" = "$last" ]
			has "note.*: $last ticks of the last counter are \*unknown\*" \
				"$plain/$run.map.err"
		fi
	}
	each check
}

@test "map and image agree on every row but for the straddling ticks" {
	check() {
		# No note: no more than a hundredth of the ticks straddle.
		noted=$(sed -n 's/.*: \([0-9]*\) of [0-9]* ticks fell.*/\1/p' \
			"$plain/$run.map.err")
		awk -F, -v most="$((2 * ${noted:-$((sum / 100))}))" '
			{ rows[$2] += FILENAME ~ /map.csv$/ ? $1 : -$1 }
			END {
				for (name in rows)
					apart += rows[name] < 0 ? -rows[name] : rows[name]
				exit apart > most
			}' "$plain/$run.map.csv" "$plain/$run.image.csv" ||
			complain "$run: rows are over $noted ticks apart"
	}
	each check
}

@test "at 4-byte steps map and image give the same rows" {
	check() {
		same "$plain/$run.map.csv" "$plain/$run.image.csv"
	}
	each check 'mitigations|kaslr|modules|i386|s390x'
}

@test "a note counts the straddling ticks of 64-byte steps" {
	check() {
		has "$run.profile.xz: [0-9]* of $sum ticks fell into steps of 64 bytes" \
			"$plain/$run.map.err"
	}
	each check x86-runs
}

@test "--compat=readprofile: readprofile's own listing, to the byte" {
	check() {
		prints show -q --compat=readprofile --by-address \
			-m "$kernel.map" "$real/$run.profile.xz"
		wanted=$real/$run.readprofile
		[ ! -e "$wanted-fixed" ] || wanted=$wanted-fixed
		same "$wanted" out
	}
	each check
}

@test "--compat=readprofile --addresses: that of readprofile -v, to the byte" {
	compared=0
	check() {
		[ -e "$real/$run.readprofile-v" ] || return 0
		prints show -q --compat=readprofile --by-address --addresses \
			-m "$kernel.map" "$real/$run.profile.xz"
		same "$real/$run.readprofile-v" out
		compared=$((compared + 1))
	}
	each check
	[ "$compared" = 3 ]
}

@test "readprofile names the wrong symbols; without --compat they are right" {
	prints show -q --by-address -m "$plain/x86.map" \
		"$real/x86-runs/auto-r1.profile.xz"
	has ' syscall_enter_from_user_mode '
	has ' clear_page_erms '
	lacks ' syscall_enter_from_user_mode ' \
		"$real/x86-runs/auto-r1.readprofile"
}

# by_kallsyms RUN: the rows by kallsyms of that boot are those by System.map.
by_kallsyms() {
	run=$1
	rows -m "$real/$run.kallsyms.xz"
	same "$plain/$run.map.csv" out
}

@test "kallsyms of a kernel moved by KASLR gives the rows of System.map" {
	xz -dc "$real/x86-kaslr/run.kallsyms.xz" >kallsyms
	[ "$(grep -m 1 ' _stext$' kallsyms)" != \
		"$(grep -m 1 ' _stext$' "$plain/x86.map")" ]
	by_kallsyms x86-kaslr/run
}

@test "kallsyms with modules gives the rows of System.map" {
	xz -dc "$real/x86-modules/6.1.kallsyms.xz" >kallsyms
	has '\[raid6_pq\]' kallsyms
	by_kallsyms x86-modules/6.1
}

@test "kallsyms of i386 and s390x gives the rows of System.map" {
	by_kallsyms i386/base
	by_kallsyms s390x/base
}

@test "packed or not, a dump with its map or image is the same" {
	for run in x86-mitigations/base s390x/base; do
		kernel=${run%%[-/]*}
		xz -dc "$real/$run.profile.xz" >plain.profile
		prints show -F csv --columns=count,key plain.profile \
			-m "${!kernel}/System.map.xz"
		same "$plain/$run.map.csv" out
		prints show -F csv --columns=count,key plain.profile \
			-k "${!kernel}/vmlinux.syms.xz"
		same "$plain/$run.image.csv" out
	done
}

@test "mitigations cost most in syscall_enter_from_user_mode" {
	for symbols in --map="$plain/x86.map" --vmlinux="$plain/x86.vmlinux"
	do
		prints "$symbols" "$real"/x86-mitigations/{base,test}.profile.xz
		[ "$(tail -n 1 out)" = '     -2045   -24.1% total' ]
		[ "$(grep -v total out | tail -n 1)" = \
			'      -713   -91.2% syscall_enter_from_user_mode' ]
	done
}

@test "JSON of a dump says which kernel it is of" {
	prints -q -F json -k "$plain/x86.vmlinux" \
		"$real"/x86-mitigations/{base,test}.profile.xz
	has "$(cat "$x86/build-id")"
	has '"format": *"proc"'
}

# by_nm OPTION FORM: the rows by what nm prints are those of FORM.
by_nm() {
	local option=$1 form=$2

	command -v nm >/dev/null || skip 'there is no nm'
	check() {
		nm "$option" "$kernel.vmlinux" >nm.txt
		rows -m nm.txt
		same "$plain/$run.$form.csv" out
	}
	each check 'auto-r[12]|i386/base'
}

@test "nm -n gives the rows of System.map" {
	by_nm -n map
}

@test "nm -S, in no order, gives the rows of the image: it has sizes" {
	by_nm -S image
}

@test "what readprofile printed is read back: sum, total and *unknown*" {
	check() {
		for form in readprofile readprofile-v readprofile-b \
			readprofile-a.xz readprofile-fixed; do
			file=$real/$run.$form
			# It took the step of s390x for 0, and printed nothing.
			[ -e "$file" ] && [ ! -e "$file-fixed" ] || continue
			prints show -F csv --columns=count,key "$file"
			silent
			adds_up out
		done
	}
	each check
}

@test "all forms of one listing have the same rows" {
	for run in x86-mitigations/base i386/base s390x/base; do
		plain=$real/$run.readprofile
		[ ! -e "$plain-fixed" ] || plain=$plain-fixed
		prints show -F csv --columns=count,key "$plain"
		grep -v '^0,' out >plain.csv
		for form in v a.xz; do
			prints show -F csv --columns=count,key \
				"$real/$run.readprofile-$form"
			grep -v '^0,' out >other.csv
			same plain.csv other.csv
		done
	done
}

@test "a listing printed by show is read back as it was" {
	prints show -q -m "$plain/x86.map" "$real/x86-smp/run.profile.xz"
	mv out listing.txt
	prints show listing.txt
	silent
	same listing.txt out
}
