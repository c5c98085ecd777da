# Debug files from a server, by build id: one of our own, on this machine.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	for tool in python3 objcopy readelf; do
		command -v $tool >/dev/null || skip "there is no $tool"
	done
	[ -n "$(find /usr/lib /lib -name 'libdebuginfod.so.1' 2>/dev/null |
		head -n 1)" ] || skip 'there is no libdebuginfod.so.1'
	# The build id is of no consequence, but there has to be one.
	id=0123456789abcdef0123456789abcdef01234567
	xz -dc "$data/elf/lines/kernel.xz" >plain
	{
		printf '\4\0\0\0\24\0\0\0\3\0\0\0GNU\0'
		printf "$(echo $id | sed 's/../\\x&/g')"
	} >note
	objcopy --add-section .note.gnu.build-id=note \
		--set-section-flags .note.gnu.build-id=noload,readonly plain \
		full 2>/dev/null || skip 'objcopy does not know the image'
	python3 - full <<-'EOF'
		# objcopy adds a section of data; a note is another type.
		import struct, sys
		with open(sys.argv[1], 'r+b') as f:
		    d = bytearray(f.read())
		    at, = struct.unpack_from('<Q', d, 40)
		    size, nr, names = struct.unpack_from('<HHH', d, 58)
		    table, = struct.unpack_from('<Q', d, at + names * size + 24)
		    for i in range(nr):
		        name, = struct.unpack_from('<I', d, at + i * size)
		        end = d.index(0, table + name)
		        if d[table + name:end] == b'.note.gnu.build-id':
		            struct.pack_into('<I', d, at + i * size + 4, 7)
		    f.seek(0)
		    f.write(d)
	EOF
	readelf -n full 2>/dev/null | grep -q $id || skip 'no note was made'
	objcopy --strip-debug full vmlinux
	mkdir -p www/buildid/$id
	cp full www/buildid/$id/debuginfo
	dump base.profile 4 10 4 4 5
	dump test.profile 4 20 4 0 5
	export DEBUGINFOD_CACHE_PATH=$PWD/client DEBUGINFOD_TIMEOUT=20
	unset DEBUGINFOD_URLS
}

teardown() {
	[ -z "${server:-}" ] || kill "$server" 2>/dev/null || :
}

serve() {
	local i
	python3 -u - >port 2>requests <<-'EOF' &
		import functools, http.server as h
		handler = functools.partial(h.SimpleHTTPRequestHandler,
		                            directory='www')
		server = h.HTTPServer(('127.0.0.1', 0), handler)
		print(server.server_port, flush=True)
		server.serve_forever()
	EOF
	server=$!
	for ((i = 0; i < 100; i++)); do
		[ ! -s port ] || break
		sleep 0.1
	done
	url=http://127.0.0.1:$(cat port)
}

@test "without DEBUGINFOD_URLS nobody is asked, and no library loaded" {
	serve
	for urls in unset ''; do
		[ "$urls" = unset ] || export DEBUGINFOD_URLS=$urls
		status=0
		LD_DEBUG=files "$DIFFPROF" -g line -k vmlinux base.profile \
			test.profile >out 2>err || status=$?
		[ $status = 2 ]
		grep -q 'vmlinux: no DWARF' err
		! grep -q debuginfod err || complain 'the library was loaded'
	done
	[ ! -s requests ]
	[ ! -e client ]
}

@test "lines of a stripped vmlinux come from the server, and stay" {
	serve
	prints -g file -k full base.profile test.profile
	mv out wanted
	export DEBUGINFOD_URLS=$url
	prints -g file -k vmlinux base.profile test.profile
	same wanted out
	grep -q "GET /buildid/$id/debuginfo " requests
	kill "$server"
	wait "$server" 2>/dev/null || :
	prints -g file -k vmlinux base.profile test.profile
	same wanted out
	[ "$(grep -c debuginfo requests)" = 1 ]
}

@test "a server that does not have it, and one that is not there" {
	serve
	rm -r www/buildid
	export DEBUGINFOD_URLS=$url
	refuses '*vmlinux: no DWARF*' -g line -k vmlinux base.profile \
		test.profile
	export DEBUGINFOD_URLS=http://127.0.0.1:1
	refuses '*vmlinux: no DWARF*' -g line -k vmlinux base.profile \
		test.profile
}
