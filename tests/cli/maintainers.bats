# --maintainers: whom the rows concern, by a source tree's MAINTAINERS

load helper

# A kernel of three functions, a dump of it, and the tree it could be of.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	xz -dc "$data/elf/lines/kernel.xz" >vmlinux
	dump 10 4 4 5 >base.profile
	dump 20 4 0 5 >test.profile
	mkdir tree
	printf '%s\t%s\n' 'ALL OF IT' '' M: 'Some One <one@example.org>' \
		L: list@example.org F: src/ '' '' 'THE MAIN FILE' '' \
		M: 'Łukasz Other <other@example.org>' S: Supported \
		F: src/main.c '' '' 'THE REST' '' L: all@example.org F: '*' \
		F: '*/' | sed 's/[[:blank:]]*$//' >tree/MAINTAINERS
}

dump() {
	local word
	for word in 4 "$@"; do
		# shellcheck disable=SC2059
		printf "\\x$(printf %02x "$word")\\0\\0\\0"
	done
}

@test "a column of people, the most specific first" {
	prints -q -k vmlinux -t 1 --maintainers --source=tree -F csv \
		--columns=key,file,maintainers base.profile test.profile
	tr -d '\r' <out >csv
	has '^outer,src/main.c,"Łukasz Other <other@example.org>, Some One <one@example.org>, list@example.org"$' csv
	has '^total,,$' csv
	prints -q -k vmlinux -t 1 --maintainers --source=tree -F table \
		base.profile test.profile
	has ' symbol *maintainers$'
	has ' outer *Łukasz Other <other@example.org>, Some'
	prints -q -k vmlinux --maintainers --source=tree -F json \
		base.profile test.profile
	has '"maintainers":\["\\u0141ukasz Other <other@example.org>","Some One <one@example.org>","list@example.org"\]'
	prints show -q -k vmlinux --maintainers --source=tree -F json base.profile
	has '"key":"outer",.*"file":"src/main.c",.*"maintainers":\["'
}

@test "nobody is asked for unless it is wanted" {
	prints -q -k vmlinux -F json --source=tree base.profile test.profile
	lacks '"maintainers":\['
	has '"maintainers":null'
	prints -q -k vmlinux -F table base.profile test.profile
	lacks maintainers
}

@test "files that are keys, and those of no section" {
	prints -q -k vmlinux -t 1 -g file --maintainers --source=tree -F csv \
		--columns=key,maintainers base.profile test.profile
	tr -d '\r' <out >csv
	has '^src/main.c,"Łukasz' csv
	has '^include/inner.h,all@example.org$' csv
}

@test "the image of a kernel may lie beside its profile" {
	mv vmlinux base.vmlinux
	cp base.vmlinux test.vmlinux
	prints -q -t 1 --maintainers --test-source=tree -F csv \
		--columns=key,maintainers base.profile test.profile
	has '^outer,"Łukasz'
}

@test "a symbol table that names files will do" {
	objcopy --remove-section='.debug*' vmlinux bare 2>/dev/null ||
		skip "no objcopy"
	mkdir tree/src
	touch tree/src/main.c
	prints -k bare -t 1 --maintainers --source=tree -F csv \
		--columns=key,file base.profile test.profile
	grep -q '^outer,src/main.c' out || notes 'the source file is not known'
}

@test "what is missing is said" {
	printf '  10 outer 0.1\n  10 total 0.1\n' >a
	printf '  30 outer 0.1\n  30 total 0.1\n' >b
	refuses '--maintainers: where is the source tree*--source names it' \
		--maintainers a b
	refuses '--source: nowhere: No such file or directory' \
		--maintainers --source=nowhere a b
	refuses '--source: a is no directory*' --maintainers --source=a a b
	mkdir empty
	refuses 'empty/MAINTAINERS: No such file or directory' \
		--maintainers --source=empty a b
	echo hello >empty/MAINTAINERS
	refuses 'empty/MAINTAINERS: no "F:" or "M:" line*' \
		--maintainers --source=empty a b
	prints --maintainers --source=tree a b
	notes 'of 1 of 1 rows the source file is not known*'
}

@test "functions of modules, whose images are below --modules" {
	command -v gcc >/dev/null || skip "there is no gcc"
	mkdir -p modules/kernel/fs
	cp -r "$data/elf/lines/src" "$data/elf/lines/include" .
	gcc -O1 -g -Iinclude -fdebug-prefix-map="$PWD=." -c \
		-o modules/kernel/fs/my-mod.ko src/main.c
	# Another of that name, without lines, and one that is no image.
	mkdir modules/kernel/old
	objcopy --strip-debug modules/kernel/fs/my-mod.ko \
		modules/kernel/old/my_mod.ko
	echo no image >modules/kernel/old/my_mod.ko.xz
	cat >base <<-EOF
	CPU: P4 / Xeon, speed 1993 MHz (estimated)
	Counted GLOBAL_POWER_EVENTS events (time during which processor is not stopped) with a unit mask of 0x01 (mandatory) count 100000
	samples  %        image name               app name                 symbol name
	30       60.0000  my_mod.ko                my_mod                   outer
	20       40.0000  vmlinux                  vmlinux                  schedule
	EOF
	sed "s/^30 /50 /" base >test
	prints -q -t 0 --maintainers --source=tree --modules=modules -F csv \
		--columns=symbol,image,file,maintainers base test
	tr -d '\r' <out >csv
	has '^outer,my_mod,src/main.c,"Łukasz' csv
	has '^schedule,vmlinux,,$' csv
	prints -q -t 0 --maintainers --source=tree --modules=tree -F csv \
		--columns=symbol,image,file,maintainers base test
	tr -d '\r' <out >csv
	has '^outer,my_mod,,$' csv
}
