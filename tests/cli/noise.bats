# What is a change and what is noise: verdicts, markers, -S, -s, --noise, --fdr.

load helper

highpte=$data/seed-cases/highpte-sdet32

# rows KEY...: `symbol: value,...' of the members, from JSON.
members() {
	local list=$1
	shift
	prints -F csv --columns="$list,symbol" "$@"
	tr -d '\r' <out >csv
}

@test "the example of the manual: six rows of highpte, one run a side" {
	prints -F table "$highpte/base.prof" "$highpte/test.prof"
	has '^noise: guessed from 112 rows (x1 + 2%), one run a side$'
	has '^unchanged rows: -0.8% +- 2.2%$'
	has '+11\.\.+36%  *0\.033  +  *page_remove_rmap$'
	has '+2\.\.+31%  *0\.43  ~  *page_add_rmap$'
	has '+51\.\.+151%  *0\.014  +  *kmem_cache_free$'
	has '+72\.\.+470%  *0\.033  +  *kmap_atomic$'
	has '  *0\.078  ~  *kmap_atomic_to_page$'
	has '-87\.\.-51%  *0\.033  +  *pte_alloc_one$'
	has ' -  \.  *default_idle$'
}

@test "-S shows only what is more or less, in every format, and the total" {
	prints -S "$highpte/base.prof" "$highpte/test.prof"
	[ "$(names)" = 'total page_remove_rmap kmem_cache_free kmap_atomic ... pte_alloc_one' ] ||
		complain "$(names)"
	prints -S --fdr=0.02 "$highpte/base.prof" "$highpte/test.prof"
	[ "$(names)" = 'total kmem_cache_free ...' ] || complain "$(names)"
	prints -S -F csv --columns=symbol "$highpte/base.prof" \
		"$highpte/test.prof"
	[ "$(wc -l <out)" = 6 ]
}

@test "what is hidden stays in the family: q does not depend on what is shown" {
	members q "$highpte/base.prof" "$highpte/test.prof"
	all=$(value page_remove_rmap csv)
	members q --only=page_remove -n 1 "$highpte/base.prof" \
		"$highpte/test.prof"
	[ "$all" = "$(value page_remove_rmap csv)" ]
}

@test "classic is the same whether or not anything was tested" {
	prints -q "$highpte/base.prof" "$highpte/test.prof"
	mv out wanted
	prints -q --noise=3 --fdr=0.2 "$highpte/base.prof" "$highpte/test.prof"
	same wanted out
}

@test "-s significance: by how sure; -s sure: by the least it can be" {
	listing a 1000 big 20 clear 500 noise 5 few
	listing b 1200 big 90 clear 510 noise 60 few
	prints -s significance a b
	[ "$(names)" = 'few clear total big noise' ] || complain "$(names)"
	prints -F csv -s sure --columns=delta_low,symbol a b
	[ "$(sed 's/.*,//' out | tr -d '\r' | tr '\n' ' ')" = \
		'symbol total big clear few noise ' ] || complain order
}

@test "--noise: a factor instead of a guess; p is what binomial counts give" {
	listing a 100 f 1000 g
	listing b 150 f 1000 g
	members p,phi --noise=1 a b
	grep -q '^0\.0015[0-9]*,1,f$' csv
	members p,phi --noise=4 a b
	grep -q '^0\.11[0-9]*,4,f$' csv
	prints -F json --noise=4 a b
	has '"noise": {"how":"given","g":4.0,"df":null}'
	prints -F table --noise=4 a b
	has '; noise: x4, as asked'
}

@test "robust: the rows that did not change are equal" {
	listing a 100 a 200 b 300 c 400 d 100 e
	listing b 200 a 400 b 600 c 800 d 900 e
	prints -F json -N robust a b
	has '"how":"robust","factor":0.5,"factor_se":0.0[0-9]*'
	members verdict,percent -N robust a b
	has '^noise,0,c$' csv
	has '^more,350,e$' csv
	prints -F table -N robust a b
	has '^normalised to equal unchanged rows: test x 0.5;'
}

@test "several runs: their own noise, in the header and in JSON" {
	for run in 1 2 3; do
		listing a$run $((100 + run)) f $((50 + 40 * (run % 2))) wild
		listing b$run $((150 - run)) f $((40 + 60 * (run % 3))) wild
	done
	prints -F table a1 a2 a3 --vs b1 b2 b3
	has '; noise: 3+3 runs, 4 df$'
	members verdict a1 a2 a3 --vs b1 b2 b3
	has '^more,f$' csv
	has '^noise,wild$' csv
	prints -F json a1 a2 a3 --vs b1 b2 b3
	has '"noise": {"how":"repeats","g":null,"df":4.0}'
}

@test "runs that are all alike: the total has a p and no limits" {
	listing a 100 f 50 g
	members p,ratio_low,ratio_high,delta_low,delta_high a a --vs a a
	has '^1,,,,,total$' csv
}

@test "untested rows have no z, p and q, which is not 1" {
	listing a 4 few 1000 default_idle 20 f
	listing b 5 few 2000 default_idle 20 f
	members z,p,q,verdict a b
	has '^,,,unknown,few$' csv
	has '^,,,unknown,default_idle$' csv
	has '^0,1,1,noise,f$' csv
}

@test "a row that says 0 on both sides is in JSON and CSV, nowhere else" {
	printf '     0 none 0.0\n     9 f 0.1\n' >a
	printf '     0 none 0.0\n    30 f 0.1\n' >b
	members verdict,ratio,base,status a b
	has '^unknown,,0,both,none$' csv
	prints -t 0 a b
	lacks none
	prints -F table -t 0 a b
	lacks none
}

@test "what noise cannot be is refused" {
	listing a 4 f
	refuses '--noise: "0.5" is not a factor of 1 or more' --noise=0.5 a a
	refuses '--noise: "x" is not*' --noise=x a a
	refuses '--fdr: "1" is not between 0 and 1' --fdr=1 a a
	refuses '--fdr: "0" is not between 0 and 1' --fdr=0 a a
}

# near CSV COLUMN GOLDEN FIELD: two columns agree, symbol by symbol.
near() {
	awk -F, -v column="$2" -v field="$4" '
		NR == FNR { got[$NF] = $column; next }
		$field != "-" && $field != "inf" {
			off = got[$2] - $field
			size = $field < 0 ? -$field : $field
			rows++
			if (off < 0)
				off = -off
			if (got[$2] == "" || off > 1e-5 * size + 1e-9) {
				print $2 ": " got[$2] ", not " $field
				exit 1
			}
		}
		END { if (!rows) exit 1 }' "$1" "$3"
}

@test "golden values of repeated runs, whose exposures are work a run" {
	golden=$BATS_TEST_DIRNAME/../../testdata/statistics-golden.csv
	for family in repsA repsB repsC repsD; do
		grep "^reps,[^,]*,$family," "$golden" >rows
		prior=$(grep "^prior,$family," "$golden")
		rm -f base-* test-*
		awk -F, '{
			for (side = 3; side <= 4; side++) {
				runs = split($(side + 1), run, ";")
				for (i = 1; i <= runs; i++)
					printf "%6d %-20s 0.1\n", run[i], $2 \
						>(side == 3 ? "base-" : "test-") i
			}
		}' rows
		work=$(cut -d, -f4 <<<"$prior" | tr ';' ,):$(
			cut -d, -f5 <<<"$prior" | tr ';' ,)
		members phi,ratio_low,z,p,q --assume-zero --work="$work" \
			base-* --vs test-*
		near csv 1 rows 9
		near csv 2 rows 11
		near csv 3 rows 16
		near csv 4 rows 17
		near csv 5 rows 18
	done
	refuses '--work: 2 amounts for 5 runs of *' --work=1,2:3 base-* --vs test-*
	refuses '--work: "1,,2:3" is not BASE:TEST*' --work=1,,2:3 base-* --vs test-*
	refuses '--work: "1,0:3" is not BASE:TEST*' --work=1,0:3 base-* --vs test-*
	refuses '--work: "1e308,1e308:3" is not*' --work=1e308,1e308:3 base-* --vs test-*
}
