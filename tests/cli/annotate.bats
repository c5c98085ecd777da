# annotate: where in a function its ticks fell.

load helper

# A kernel of two functions of 8 and 5 bytes, as lines.bats has it: a nop for each
# of the first three bytes, then "lea", and at 7 "ret".
#
#	0-3	main.c:12, inner.h:4, main.c:14, inner.h:5
#	4-7	inner.h:5 three times, main.c:16
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump base.profile 4 10 4 4 5
	dump test.profile 4 20 4 0 5
}

# sums: of base and test over all elements of the JSON in out, and the function's
sums() {
	awk -F'"base":|,"test":|,"delta":' '
		/"function":/ { print $2, $3 > "function" }
		/^    \{/ && /"delta":/ { base += $2; test += $3 }
		END { print base, test > "elements" }' out
	awk '{ print $1 + 0, $2 + 0 }' function >got
	same got elements
}

@test "lines, with those of inlined functions behind" {
	prints annotate -q -k vmlinux outer base.profile test.profile
	cat >want <<-\EOF
	outer of vmlinux
	base: base.profile, 14.0 ticks, vmlinux
	test: test.profile, 24.0 ticks, vmlinux

	    base     %    test     %   delta   line
	     6.0  42.9    11.0  45.8    +5.0   outer, src/main.c
	     2.5  17.9     5.0  20.8    +2.5     12
	     2.5  17.9     5.0  20.8    +2.5     14
	     1.0   7.1     1.0   4.2             16

	     8.0  57.1    13.0  54.2    +5.0   inlined inner, include/inner.h
	     2.5  17.9     5.0  20.8    +2.5      4
	     5.5  39.3     8.0  33.3    +2.5      5

	    14.0 100.0    24.0 100.0   +10.0   total
	EOF
	same out want
}

@test "the text of lines, from a tree" {
	prints annotate -q -k vmlinux --source="$data/elf/lines" --context=1 \
		outer base.profile test.profile
	sed -n '5,$p' out >got
	cat >want <<-\EOF
	    base     %    test     %   delta   line  source
	     6.0  42.9    11.0  45.8    +5.0   outer, src/main.c
	                                             ...
	                                         11  {
	     2.5  17.9     5.0  20.8    +2.5     12      __asm__ volatile(".globl mark..
	                                         13      x = middle(x);
	     2.5  17.9     5.0  20.8    +2.5     14      __asm__ volatile(".globl mark..
	                                         15      return x;
	     1.0   7.1     1.0   4.2             16  }

	     8.0  57.1    13.0  54.2    +5.0   inlined inner, include/inner.h
	                                             ...
	                                          3  {
	     2.5  17.9     5.0  20.8    +2.5      4      __asm__ volatile(".globl mark..
	     5.5  39.3     8.0  33.3    +2.5      5      return x + 1;

	    14.0 100.0    24.0 100.0   +10.0   total
	EOF
	same got want
	COLUMNS=110 prints annotate -q -k vmlinux --source="$data/elf/lines" \
		outer base.profile test.profile
	grep -q 'volatile(".globl mark_outer.nmark_outer: nop");$' out
}

@test "lines of a tree that changed are aligned by their text" {
	mkdir -p moved/src moved/include
	cp "$data/elf/lines/include/inner.h" moved/include
	# As if three lines had come before line 12, and 13 were another.
	sed 's/^int outer/\n\n\n&/; s/x = middle(x);/x = other(x);/' \
		"$data/elf/lines/src/main.c" >moved/src/main.c
	prints annotate -q -k vmlinux --base-source="$data/elf/lines" \
		--test-source=moved -F csv outer base.profile test.profile
	# Base's line 10 stands three lines further down in test.
	grep -q '^0.000,0.000,0,,src/main.c,10,src/main.c,13,int outer' out
	sums_of_csv 14 24
}

# sums_of_csv BASE TEST
sums_of_csv() {
	[ "$(tail -n +2 out | awk -F, '{ b += $1; t += $2 }
		END { print b, t }')" = "$1 $2" ]
}

@test "instructions, side by side" {
	prints annotate -q -k vmlinux --asm outer base.profile test.profile
	grep -q libopcodes err && skip "no libopcodes"
	sed -n '5,$p' out >got
	cat >want <<-\EOF
	   base  + instruction                      test  + instruction
	                src/main.c:12
	    2.5  0 nop                               5.0  0 nop
	                include/inner.h:4, inlined inner
	    2.5  1 nop                               5.0  1 nop
	                src/main.c:14
	    2.5  2 nop                               5.0  2 nop
	                include/inner.h:5, inlined inner
	    5.5  3 lea 0x1(%rdi,%rdi,2),%eax         8.0  3 lea 0x1(%rdi,%rdi,2),%eax
	                src/main.c:16
	    1.0  7 ret                               1.0  7 ret

	EOF
	same got want
}

@test "the ticks of all elements are those of the row" {
	local format
	for format in '' --asm; do
		prints annotate -q -k vmlinux $format -F json outer \
			base.profile test.profile
		sums
		prints annotate -q -k vmlinux $format -F csv outer \
			base.profile test.profile
		sums_of_csv 14 24
	done
	# Several runs, of unlike steps, normalised: sums of counts all the same.
	prints annotate -q -k vmlinux -F json -N 0.5 outer base.profile \
		test.profile --vs test.profile base.profile test.profile
	sums
}

@test "a step of several instructions is spread, and a note says so" {
	prints annotate -k vmlinux outer base.profile test.profile
	notes 'base.profile: nobody knows where in a step of 4 bytes'
	prints annotate --strict -k vmlinux other base.profile test.profile || :
}

@test "only one side has an image" {
	nm vmlinux >System.map
	mv vmlinux image
	prints annotate -m System.map --base-vmlinux=image -F json outer \
		base.profile test.profile
	notes 'no vmlinux of the kernel of test.profile was found.*test is not shown'
	grep -q '"base":5.5,"test":null,"delta":null' out
	sums
	prints annotate -q -m System.map --base-vmlinux=image outer \
		base.profile test.profile
	grep -q '^     5.5  39.3       -             -      5$' out
	grep -q '^  *24.0 100.0   +24.0   of no known line$' out
}

@test "what cannot be shown is one sentence that says what to give" {
	nm vmlinux >System.map
	mv vmlinux image
	refuses "no source lines of outer can be shown: no vmlinux of the kernel\
 of base.profile was found; give it with -k (--base-vmlinux for one side)" \
		annotate -m System.map outer base.profile test.profile
	objcopy -g image bare
	refuses "no source lines of outer can be shown: bare: no DWARF, which\
 tells source lines; --asm shows its instructions" \
		annotate -k bare outer base.profile test.profile
	prints annotate -q -k bare --asm outer base.profile test.profile
	grep -q '^    5.5  3 lea ' out
	objcopy --only-keep-debug bare symbols
	refuses "no instructions of outer can be shown: symbols: has neither*" \
		annotate -k symbols --asm outer base.profile test.profile
	printf '%s\n' '10 outer' '5 other' >base.txt
	refuses "base.txt: a profile of format readprofile that does not say at\
 which addresses its ticks are; where in outer they fell is known of*" \
		annotate -k image outer base.txt base.txt
}

@test "a function is named as the listing has it" {
	refuses "inner: no function of this name has ticks on either side" \
		annotate -k vmlinux inner base.profile test.profile
	refuses "oute: no function of this name has ticks on either side; one\
 has that is called outer" annotate -k vmlinux oute base.profile test.profile
	refuses "which profiles? usage: diffprof annotate*" \
		annotate outer base.profile
	refuses "which profiles? usage: diffprof annotate*" annotate
	prints annotate -q -k vmlinux 'outer [vmlinux]' base.profile test.profile
	[ "$(sed -n 1p out)" = "outer of vmlinux" ]
	objcopy --redefine-sym outer=outermost vmlinux image
	local name
	for name in outer outermost; do
		prints annotate -q --base-vmlinux=vmlinux --test-vmlinux=image \
			--rename=outer=outermost -F json $name base.profile \
			test.profile
		grep -q '"symbol":"outermost","base_symbol":"outer"' out
		grep -q '"base_line":12,.*"test_line":12,' out
		sums
	done
}

@test "bins of readprofile -b are steps; they say the same as the dump" {
	printf '%s\n' 'outer:' ' 01000000  10' ' 01000004  4' 'other:' \
		' 01000008  4' >base.txt
	prints annotate -q -k vmlinux -F csv outer base.profile test.profile
	cp out want
	dp annotate -q -k vmlinux -F csv outer base.txt test.profile
	[ "$status" = 0 ] || skip "not how readprofile has them"
	same out want
}

@test "samples of opreport -d are of single instructions" {
	cat >base.txt <<-\EOF
	CPU: P4, speed 2000 MHz (estimated)
	Counted CYCLES events (Cycles) with a unit mask of 0x00 (No unit mask) count 100000
	vma      samples  %        image name               symbol name
	01000000 10       71.4286  vmlinux                  outer
	  01000000 3        30.0000
	  01000004 5        50.0000
	  01000007 2        20.0000
	01000008 4        28.5714  vmlinux                  other
	  01000009 4        100.000
	EOF
	prints annotate -q -k vmlinux outer base.txt base.txt
	sed -n '6,$p' out >got
	cat >want <<-\EOF
	       5  50.0       5  50.0           outer, src/main.c
	       3  30.0       3  30.0             12
	       2  20.0       2  20.0             16

	       5  50.0       5  50.0           inlined inner, include/inner.h
	       5  50.0       5  50.0              5

	      10 100.0      10 100.0           total
	EOF
	same got want
}

@test "an archive of oprofile has its programs in it" {
	prints annotate -q --asm --context=0 hot_a "$data/oprofile/base" \
		"$data/oprofile/test"
	sed -n '5,$p' out >got
	cat >want <<-\EOF
	   base  + instruction                      test  + instruction
	...
	     91 19 pxor %xmm0,%xmm0                  214 19 pxor %xmm0,%xmm0
	...
	     56 29 movsd %xmm0,s(%rip)                87 29 movsd %xmm0,s(%rip)
	     10 31 add $0x1,%eax                      18 31 add $0x1,%eax

	EOF
	same got want
}

@test "a page is whole, and works without scripts" {
	prints annotate -q -k vmlinux --source="$data/elf/lines" \
		-o page.html outer base.profile test.profile
	grep -q '^<!DOCTYPE html>' page.html
	run ! grep -q '<script' page.html
	xmllint --html --noout page.html 2>errors || :
	[ -z "$(grep error errors | grep -v 'Tag .* invalid')" ]
	prints annotate -q -k vmlinux --asm -F html outer base.profile \
		test.profile
	grep -q '<td class=c>lea 0x1(%rdi,%rdi,2),%eax</td>' out
}

@test "formats are those of annotate" {
	refuses '--format: annotate has no format "table"; there are classic,*' \
		annotate -F table -k vmlinux outer base.profile test.profile
	refuses '--context: "x" is neither a number of lines nor "all"' \
		annotate --context=x -k vmlinux outer base.profile test.profile
	prints annotate -q -k vmlinux -o list.csv outer base.profile test.profile
	head -n 1 list.csv | grep -q '^base,test,delta,inlined,'
}

@test "two builds of a program: what changed is found" {
	command -v perf >/dev/null && command -v gcc >/dev/null || skip "no perf"
	mkdir base test
	cat >base/hot.c <<-\EOF
	#include <stdlib.h>
	volatile unsigned table[256];
	__attribute__((noinline)) unsigned churn(unsigned n)
	{
		unsigned sum = 0;
		for (unsigned i = 0; i < n; i++) {
			table[i & 255] += i;
			sum += table[i & 127];
		}
		return sum;
	}
	int main(int argc, char **argv)
	{
		return churn(strtoul(argv[argc - 1], 0, 10)) == 1;
	}
	EOF
	export HOME=$PWD
	gcc -O1 -g -o hot base/hot.c
	perf record -q -e cpu-clock:u -F 2000 -o base.data ./hot 100000000 \
		>/dev/null 2>&1 || skip "perf may not record"
	sed 's/sum += table.*/sum += table[i \& 127] % 7;/' base/hot.c \
		>test/hot.c
	gcc -O1 -g -o hot test/hot.c
	perf record -q -e cpu-clock:u -F 2000 -o test.data ./hot 100000000 \
		>/dev/null 2>&1
	[ -d .debug/.build-id ] || skip "perf keeps no builds"
	dp annotate -q -F csv churn base.data test.data
	[ "$status" = 0 ] || complain "annotate: $status"
	# The line that changed is on one side each, the one before on both.
	grep -q '^[1-9][0-9]*,0,-.*,base/hot.c,8,,,' out
	grep -q '^0,[1-9][0-9]*,[^-].*,,,test/hot.c,8,,.*% 7;' out
	grep -q '^[0-9]*,[0-9]*,.*,base/hot.c,7,test/hot.c,7,' out
	prints annotate -q --asm -F json churn base.data test.data
	sums
}

@test "perf script says how far into a function a sample fell" {
	cat >base.script <<-\EOF
	cc1 1 [000] 1.000001: 1 cycles: ffffffff81000003 outer+0x3 ([kernel.kallsyms])
	cc1 1 [000] 1.000002: 1 cycles: ffffffff81000003 outer+0x3 ([kernel.kallsyms])
	cc1 1 [000] 1.000003: 1 cycles: ffffffff81000007 outer+0x7 ([kernel.kallsyms])
	cc1 1 [000] 1.000004: 1 cycles: ffffffff81000007 outer+0x99 ([kernel.kallsyms])
	EOF
	prints annotate -q -k vmlinux outer base.script base.script
	sed -n '5,$p' out >got
	cat >want <<-\EOF
	    base     %    test     %   delta   line
	       1  25.0       1  25.0           outer, src/main.c
	       1  25.0       1  25.0             16

	       2  50.0       2  50.0           inlined inner, include/inner.h
	       2  50.0       2  50.0              5

	       1  25.0       1  25.0           of no known line
	       4 100.0       4 100.0           total
	EOF
	same got want
}
