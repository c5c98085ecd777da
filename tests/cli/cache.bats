load helper

# The kernel of lines.bats, with a build id, and two dumps; the second was sampled
# where the first was not.
make_dumps() {
	command -v objcopy >/dev/null || skip "no objcopy"
	xz -dc "$data/elf/lines/kernel.xz" >plain
	printf '\4\0\0\0\24\0\0\0\3\0\0\0GNU\0%s' "twenty bytes of an id" |
		head -c 36 >note
	objcopy --add-section .note.gnu.build-id=note plain vmlinux
	dump base.profile 4 10 4 0 5
	dump test.profile 4 20 0 6 5
	cache=$XDG_CACHE_HOME/diffprof
}

# lines PROFILE OPTION...: the rows by line and by inlined function, in ./got
lines() {
	local profile=$1
	shift
	prints show -q -k vmlinux -F json -g line,inline "$@" "$profile"
	mv out got
}

# right PROFILE: with the cache as it is, the same as without.
right() {
	lines "$1" --no-cache
	mv got want
	lines "$1"
	same got want
}

@test "the second run has what the first one found, in a private file" {
	make_dumps
	right base.profile
	[ "$(stat -c %a "$cache" "$cache"/*)" = "700
600" ]
	[[ $(ls "$cache") = lines-*-* ]]
	before=$(sha256sum "$cache"/*)
	right base.profile
	[ "$(sha256sum "$cache"/*)" = "$before" ]
}

@test "what was not asked for before is found and added" {
	make_dumps
	right base.profile
	size=$(stat -c %s "$cache"/*)
	right test.profile
	[ "$(stat -c %s "$cache"/*)" -gt "$size" ]
	right base.profile
	prints -q -k vmlinux -F json -g line base.profile test.profile
	mv out got
	prints -q -k vmlinux -F json -g line --no-cache base.profile test.profile
	same out got
}

@test "the cache is used: an answer that was changed in it is seen" {
	make_dumps
	right base.profile
	# Only its contents tell that DWARF was not asked: break the DWARF, which
	# is not looked at to tell one image from another.
	at=$(readelf -SW vmlinux | awk '{
		sub(/^ *\[ *[0-9]+\]/, "") } $1 == ".debug_info" { print $4 }')
	printf '\xff\xff' | dd of=vmlinux bs=1 seek=$((16#$at)) conv=notrunc \
		2>/dev/null
	lines base.profile
	same got want
	! "$DIFFPROF" show -q -k vmlinux -F json -g line,inline --no-cache \
		base.profile >got || ! cmp -s got want
}

@test "--no-cache makes nothing, and uses nothing" {
	make_dumps
	lines base.profile --no-cache
	[ ! -e "$XDG_CACHE_HOME" ]
}

@test "a damaged file is ignored and replaced" {
	make_dumps
	right base.profile
	file=$(echo "$cache"/*)
	cp "$file" good
	size=$(stat -c %s good)
	for ((i = 0; i < size; i += 5)); do
		cp good "$file"
		byte=$(dd if=good bs=1 skip=$i count=1 2>/dev/null | xxd -p)
		# shellcheck disable=SC2059
		printf "\\x$(printf %02x $((0x$byte ^ 1 + RANDOM % 255)))" |
			dd of="$file" bs=1 seek=$i conv=notrunc 2>/dev/null
		lines base.profile
		same got want
		cmp "$file" good
	done
	for ((i = 0; i < size; i += 37)); do
		head -c $i good >"$file"
		lines base.profile
		same got want
		cmp "$file" good
	done
	cat good good >"$file"
	lines base.profile
	same got want
	cmp "$file" good
}

@test "what others could have put there is neither read nor written" {
	make_dumps
	right base.profile
	file=$(echo "$cache"/*)
	cp "$file" good
	# A link to a file, whose target stays as it is.
	echo precious >target
	ln -sf "$PWD/target" "$file"
	right base.profile
	[ "$(cat target)" = precious ]
	[ ! -L "$file" ]
	# What would keep a reader waiting.
	rm "$file"
	mkfifo "$file"
	right base.profile
	cmp "$file" good
	# A file, a directory, that everybody may write to.
	chmod 666 "$file"
	right base.profile
	[ "$(stat -c %a "$file")" = 600 ]
	rm "$file"
	chmod 777 "$cache"
	right base.profile
	[ -z "$(ls "$cache")" ]
	# A link to a directory.
	rmdir "$cache"
	mkdir elsewhere
	ln -s "$PWD/elsewhere" "$cache"
	right base.profile
	[ -z "$(ls elsewhere)" ]
}

@test "a directory in the place of the file is left alone" {
	make_dumps
	right base.profile
	file=$(echo "$cache"/*)
	rm "$file"
	mkdir "$file"
	right base.profile
	[ "$(ls "$cache")" = "$(basename "$file")" ]
}

@test "without a place there is no cache, and nothing is said" {
	make_dumps
	lines base.profile
	mv got want
	for place in XDG_CACHE_HOME=relative XDG_CACHE_HOME= \
		XDG_CACHE_HOME=/proc/nothing; do
		env -u XDG_CACHE_HOME HOME=/nonexistent "$place" "$DIFFPROF" \
			show -q -k vmlinux -F json -g line,inline \
			base.profile >got 2>err
		same got want
		[ ! -s err ] || complain "there are notes"
	done
	env -u XDG_CACHE_HOME -u HOME "$DIFFPROF" show -q -k vmlinux -F json \
		-g line,inline base.profile >got
	same got want
	[ ! -e relative ]
	mkdir home
	env -u XDG_CACHE_HOME HOME="$PWD/home" "$DIFFPROF" show -q -k vmlinux \
		-F json -g line,inline base.profile >got
	same got want
	[[ $(ls home/.cache/diffprof) = lines-* ]]
}

@test "an image without a build id has no file" {
	make_dumps
	mv plain vmlinux
	lines base.profile
	[ ! -e "$cache" ] || [ -z "$(ls "$cache")" ]
}

@test "another image of the same build id has another file" {
	make_dumps
	right base.profile
	objcopy --add-section .comment.more=note vmlinux other
	mv other vmlinux
	right base.profile
	[ "$(ls "$cache" | wc -l)" = 2 ]
}

@test "many at once leave one whole file" {
	make_dumps
	right test.profile
	mv want want.test
	right base.profile
	rm -r "$XDG_CACHE_HOME"
	for i in 1 2 3 4 5 6 7 8; do
		for side in base test; do
			"$DIFFPROF" show -q -k vmlinux -F json -g line,inline \
				$side.profile >$side.$i &
		done
	done
	wait
	for i in 1 2 3 4 5 6 7 8; do
		same base.$i want
		same test.$i want.test
	done
	[[ $(ls "$cache") = lines-*-* ]]
	right base.profile
	right test.profile
}

@test "of more than 256 MB the oldest go" {
	make_dumps
	mkdir -p "$cache"
	chmod 700 "$cache"
	for i in 1 2 3; do
		truncate -s 100M "$cache/lines-$i"
		touch -d "2020-01-0$i" "$cache/lines-$i"
	done
	truncate -s 500M "$cache/precious"
	echo left >"$cache/new-1"
	touch -d 2020-01-01 "$cache/new-1"
	right base.profile
	[ ! -e "$cache/lines-1" ]
	[ -e "$cache/lines-2" ]
	[ -e "$cache/lines-3" ]
	[ -e "$cache/precious" ]
	[ ! -e "$cache/new-1" ]
}
