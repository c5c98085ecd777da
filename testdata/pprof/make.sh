#!/bin/bash
# make.sh - let Go's runtime write profiles again, and its pprof read them
#
# Needs go (1.19).  Paths get into profiles, so it is all done in /tmp/burn-go.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=/tmp/burn-go
export LC_ALL=C TZ=UTC HOME=$work GOCACHE=$work/cache GOFLAGS=-trimpath
export GOTOOLCHAIN=local PPROF_TMPDIR=$work

# show NAME OPTION... FILE: standard output of pprof.
show() {
	local name=$1
	shift
	go tool pprof "$@" >"$here/$name.txt" 2>"$work/stderr" ||
		{ cat "$work/stderr" >&2; exit 1; }
}

rm -rf $work "$here"/*.txt
mkdir $work
cp "$here"/main.go "$here"/go.mod $work/
cd $work
go build -o burn .
for side in base test; do
	./burn . $side
done
go tool pprof -proto base.cpu.pb.gz test.cpu.pb.gz >merged.cpu.pb.gz 2>/dev/null
go tool pprof -proto -diff_base=base.cpu.pb.gz test.cpu.pb.gz \
	>difference.cpu.pb.gz 2>/dev/null
go tool pprof -proto -tagfocus=kind=hash base.cpu.pb.gz >hash.cpu.pb.gz \
	2>/dev/null
gzip -dc base.cpu.pb.gz >unpacked.cpu.pb
cp ./*.pb.gz unpacked.cpu.pb "$here/"

for name in base.cpu test.cpu merged.cpu difference.cpu hash.cpu; do
	show $name.samples -top -nodecount=0 -nodefraction=0 \
		-sample_index=samples $name.pb.gz
	show $name.cpu -top -nodecount=0 -nodefraction=0 -unit=ns \
		-sample_index=cpu $name.pb.gz
done
for name in base.heap test.heap; do
	show $name.raw -raw $name.pb.gz
	for value in alloc_objects alloc_space inuse_objects inuse_space; do
		show $name.$value -top -nodecount=0 -nodefraction=0 \
			-unit=B -sample_index=$value $name.pb.gz
	done
done
show diff.cpu -top -nodecount=0 -nodefraction=0 -unit=ns \
	-diff_base=base.cpu.pb.gz test.cpu.pb.gz
show diff.samples -top -nodecount=0 -nodefraction=0 -sample_index=samples \
	-diff_base=base.cpu.pb.gz test.cpu.pb.gz
show base.cpu.raw -raw base.cpu.pb.gz
show base.cpu.traces -traces -unit=ns base.cpu.pb.gz
show base.cpu.lines -top -lines -nodecount=0 -nodefraction=0 -unit=ns \
	base.cpu.pb.gz
show base.cpu.tags -tags base.cpu.pb.gz
