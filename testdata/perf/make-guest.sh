#!/bin/bash
# make-guest.sh [x86|i386|s390x]... - record perf.data of whole machines
#
# Boots Debian's kernels under QEMU (no KVM) with little more than perf, busybox
# and burn in them, records there, and keeps what that perf prints of it.  So
# nothing but the guest is in the files: -a sees every process.  The x86 kernel
# runs where KASLR put it; i386 has 32 bits; s390x is big-endian.
#
# Needs apt-get, dpkg-deb, cpio, gzip, xz, base64, readelf, perl, gcc,
# qemu-system-x86, qemu-system-misc, gcc-i686-linux-gnu, gcc-s390x-linux-gnu,
# libc6-dev-i386-cross and libc6-dev-s390x-cross.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-/tmp/burn-guests}
limit=${LIMIT:-600}	# seconds until a guest is given up
export LC_ALL=C

libraries='libbabeltrace1 libbz2-1.0 libc6 libcap2 libcrypt1 libdw1 libelf1
	libexpat1 libffi8 libgcc-s1 libglib2.0-0 liblzma5 libnuma1 libopencsd1
	libpcre2-8-0 libperl5.36 libpython3.11 libslang2 libstdc++6 libtinfo6
	libunwind8 libuuid1 libzstd1 zlib1g'

die() {
	echo "make-guest.sh: $*" >&2
	exit 1
}

of_guest() {
	case $1 in
	x86)
		arch=amd64 release=6.1.0-57-cloud-amd64 console=ttyS0
		compiler=gcc
		qemu='qemu-system-x86_64 -cpu Haswell-noTSX'
		;;
	i386)
		arch=i386 release=6.1.0-50-686 console=ttyS0
		compiler=i686-linux-gnu-gcc
		qemu='qemu-system-x86_64 -cpu Haswell-noTSX'
		libraries="$libraries libaudit1 libcap-ng0"
		;;
	s390x)
		arch=s390x release=6.1.0-50-s390x console=ttysclp0
		compiler=s390x-linux-gnu-gcc
		qemu='qemu-system-s390x -cpu max'
		libraries=${libraries/libunwind8/}
		;;
	*)
		die "there is no guest \"$1\""
		;;
	esac
	tree=$build/$arch/tree
	root=$build/$arch/root
	out=$build/$arch/out
}

# Package lists of its own: no foreign architecture is added to this machine.
unpack() {
	local state=$build/$arch/apt
	local apt=(apt-get -qq -o Dir::State::lists="$state/lists"
		-o Dir::Cache="$state" -o APT::Architecture="$arch"
		-o APT::Architectures::="$arch" -o APT::Sandbox::User=root)

	[ ! -e "$tree" ] || return 0
	mkdir -p "$state/lists/partial" "$state/archives/partial" \
		"$build/$arch/debs" "$tree.new"
	"${apt[@]}" update || true
	# shellcheck disable=SC2086
	(cd "$build/$arch/debs" && "${apt[@]}" download linux-perf \
		busybox-static linux-image-$release $libraries)
	for deb in "$build/$arch/debs"/*.deb; do
		dpkg-deb -x "$deb" "$tree.new"
	done
	mv "$tree.new" "$tree"
}

# needed FILE: the libraries it needs, and those that these need.
needed() {
	local library path

	readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' |
		while read -r library; do
			path=$(find "$tree/lib" "$tree/usr/lib" -name "$library" \
				-path '*linux-gnu*' | head -n 1)
			if [ -z "$path" ] || [ -e "$root/lib/$library" ]; then
				continue
			fi
			cp -L "$path" "$root/lib/"
			needed "$path"
		done
}

make_root() {
	local loader

	rm -rf "$root"
	mkdir -p "$root/bin" "$root/lib"
	cp "$(find "$tree" -path '*bin/busybox')" "$tree/usr/bin/perf" \
		"$root/bin/"
	needed "$root/bin/perf"
	loader=$(readelf -l "$root/bin/perf" |
		sed -n 's/.*interpreter: \(.*\)\]$/\1/p')
	mkdir -p "$root/${loader%/*}"
	cp -L "$(find "$tree" -name "${loader##*/}" | head -n 1)" \
		"$root/$loader"
	$compiler -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls \
		-pthread -Wl,--build-id -ffile-prefix-map="$here"=. \
		-o "$root/bin/burn" "$here"/burn*.c
	${compiler%gcc}strip --strip-debug "$root/bin/burn"
	for module in lib/raid6/raid6_pq crypto/xor fs/overlayfs/overlay; do
		install -D -m 644 -t "$root/lib/modules/$release/kernel/${module%/*}" \
			"$tree/lib/modules/$release/kernel/$module.ko"
	done
	guest_init >"$root/init"
	chmod +x "$root/init"
	(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) \
		>"$build/$arch/initrd"
}

guest_init() {
	cat <<'INIT'
#!/bin/busybox sh
export PATH=/bin HOME=/tmp LD_LIBRARY_PATH=/lib PAGER=cat
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /tmp /out
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
mount -t tracefs trace /sys/kernel/tracing
hostname guest
exec </dev/null
[ -c /dev/console ] && exec >/dev/console 2>&1
echo 0 >/proc/sys/kernel/kptr_restrict
cd /tmp
mods=/lib/modules/$(uname -r)/kernel
insmod $mods/fs/overlayfs/overlay.ko
mkdir lower upper scratch merged
cp /bin/perf lower
mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=scratch o merged
cat >work <<'EOT'
burn 30 &
dd if=/dev/zero of=/dev/null bs=1 count=20000
i=0; while [ $i -lt 500 ]; do : >merged/f$i; i=$((i + 1)); done
for i in 1 2 3 4 5 6; do ls -l merged >/dev/null; done
rm merged/f*
dd if=/dev/zero of=big bs=64k count=32
find /proc /sys -maxdepth 2 >/dev/null
wait
sleep 0.3
EOT
record() {
	echo "=====RECORD $1"
	name=$1
	shift
	perf record -q -N -o /out/$name.data "$@" >/out/$name.err 2>&1 </dev/null
}
record modules -a -e cpu-clock -F 199 \
	sh -c "insmod $mods/lib/raid6/raid6_pq.ko; insmod $mods/crypto/xor.ko"
record system -a -e cpu-clock -F 199 sh ./work
record system-callgraph -a -e cpu-clock -F 199 -g sh ./work
record system-two-events -a -e cpu-clock,page-faults -c 10000000 sh ./work
record plain -e cpu-clock -F 299 burn 120
record callgraph -e cpu-clock -F 299 -g burn 120
record zstd -z -e cpu-clock -F 999 -g burn 120
record group -e '{cpu-clock,task-clock}:S' -c 10000000 burn 100
record tracepoints -R -e sched:sched_switch -e syscalls:sys_enter_read \
	burn sleep 10
perf record -q -N -o - -e cpu-clock,task-clock -c 10000000 -g burn 100 \
	>/out/pipe.data 2>/out/pipe.err
cat /proc/kallsyms >/out/kallsyms
cat /proc/modules >/out/modules
for file in /out/*.data; do
	name=${file%.data}
	echo "=====REPORT $name"
	report="perf report -i $file --stdio -n --no-children -g none --sort"
	$report comm,dso,sym >$name.report 2>>$name.err
	$report sym >$name.sym.report 2>>$name.err
	perf script -i $file >$name.script 2>>$name.err
	perf script -i $file -F ip,sym,dso >$name.addresses 2>/dev/null
done
for f in version cmdline; do cat /proc/$f >/out/$f; done
echo; echo "=====BEGIN"
tar czf - -C /out . | base64
echo "=====END"
poweroff -f
INIT
}

boot() {
	local common="-m 1G -smp 2 -display none -monitor none -no-reboot
		-kernel $tree/boot/vmlinuz-$release -initrd $build/$arch/initrd
		-serial stdio"

	rm -rf "$out"
	mkdir -p "$out"
	# shellcheck disable=SC2086
	timeout "$limit" $qemu -accel tcg $common \
		-append "console=$console loglevel=1 panic=-1" \
		</dev/null >"$build/$arch/console" 2>"$build/$arch/qemu.err" ||
		die "$1: qemu ended with $?"
	grep -q '^=====END' "$build/$arch/console" ||
		die "$1: nothing came out of the guest; see $build/$arch/console"
	tr -d '\r' <"$build/$arch/console" |
		sed '1,/^=====BEGIN/d; /^=====END/,$d' | base64 -d |
		tar xmzf - -C "$out"
	[ -s "$out/system.data" ] || die "$1: no recording; see $out/*.err"
}

# As in make.sh, but which addresses are the kernel's is told by the dso.
needed_symbols() {
	sed -n 's/^ *\([0-9a-f]\{1,16\}\) .*(\[[^)]*\])$/\1/p' "$out"/*.addresses |
		awk '{ printf "%16s\n", $1 }' | tr ' ' 0 | sort -u >"$out/wanted"
	sort -s -k1,1 "$out/kallsyms" | perl -ne '
		BEGIN {
			open my $in, "<", shift or die;
			chomp(@want = <$in>);
		}
		my ($addr, undef, $name) = split;
		$addr = "0" x (16 - length $addr) . $addr;
		if ($addr ne $last) {
			my $hit = @want && $want[0] lt $addr;
			shift @want while @want && $want[0] lt $addr;
			print @at if $hit || $keep || $bound;
			$keep = $hit || $bound;
			($bound, $last, @at) = (0, $addr);
		}
		$bound ||= $name =~ /^(_text|_stext|_etext)$/;
		push @at, $_;
		END { print @at if $keep || @want }' "$out/wanted"
}

keep() {
	local guest=$1 name

	mkdir -p "$here/$guest"
	needed_symbols | xz -9e >"$here/$guest/kallsyms.xz"
	xz -9e -c "$root/bin/burn" >"$here/$guest/burn.xz"
	cp "$out/version" "$out/cmdline" "$out/modules" "$here/$guest/"
	for file in "$out"/*.data; do
		name=$(basename "$file" .data)
		xz -9e -c "$file" >"$here/$guest/$name.data.xz"
		xz -9e -c "$out/$name.script" >"$here/$guest/$name.script.xz"
		for report in "$name.report" "$name.sym.report"; do
			# A hint, another one each time.
			sed '/^# (Tip: /,$d' "$out/$report" >"$here/$guest/$report"
		done
	done
}

[ $# -gt 0 ] || set -- x86 i386 s390x
for guest in "$@"; do
	of_guest "$guest"
	unpack
	make_root
	boot "$guest"
	keep "$guest"
done
