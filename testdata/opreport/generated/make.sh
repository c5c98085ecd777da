#!/bin/bash
# make.sh - make the archives again, and what opreport prints of them
#
# Needs opreport (oprofile 1.5), gcc, g++, nm, python3.  Paths get into some
# listings, so it is all done in /tmp/archives.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=/tmp/archives
export LC_ALL=C

# NAME, of which archives, options.  "{" stands for a comparison.
listings='
one.summary             one
one.symbols             one             -l
one.address             one             -l -w
one.lines               one             -l -g
one.accumulated         one             -l -a
one.details             one             -d
one.no-header           one             -l -n
one.address-lines       one             -l -w -g -a
one.xml                 one             -l -X
one.details-xml         one             -d -X
apps.summary            apps-base
apps.symbols            apps-base       -l
apps.test-symbols       apps-test       -l
apps.merged             apps-base       -l -m lib
apps.merged-all         apps-base       -l -m all
apps.own-only           apps-base       -l -x
apps.long-names         apps-base       -l -f
apps.mangled            apps-base       -l -D none
apps.smart              apps-base       -l -D smart
apps.global             apps-base       -d -%
apps.by-symbol          apps-base       -l -s symbol
apps.reversed           apps-base       -l -r
apps.threshold          apps-base       -l -t 5
apps.excluded           apps-base       -l -e main,unit
apps.everything         apps-base       -l -w -g -a -f
apps.details            apps-base       -d
apps.details-lines      apps-base       -d -g
apps.xml                apps-base       -l -X
apps.threshold-xml      apps-base       -l -X -t 5
apps.details-xml        apps-base       -d -X
apps.diff               apps-base,apps-test     -l
apps.diff-address       apps-base,apps-test     -l -w
apps.diff-lines         apps-base,apps-test     -l -g
apps.diff-accumulated   apps-base,apps-test     -l -a
apps.diff-threshold     apps-base,apps-test     -l -t 50
apps.diff-merged        apps-base,apps-test     -l -m lib
events.summary          events-base
events.symbols          events-base     -l
events.merged           events-base     -l -m unitmask
events.merged-all       events-base     -l -m all
events.details          events-base     -d
events.global           events-base     -d -%
events.accumulated      events-base     -l -a
events.xml              events-base     -l -X
events.diff             events-base,events-test -l
threads.summary         threads         -m tgid,tid
threads.cpus            threads         -l -m tgid,tid
threads.tgids           threads         -l -m cpu,tid
threads.merged          threads         -l -m all
threads.cpus-xml        threads         -l -X -m tgid,tid
threads.xml             threads         -l -X
calls.callgraph         calls           -c
calls.callgraph-address calls           -c -w
calls.callgraph-lines   calls           -c -g
calls.callgraph-global  calls           -c -%
calls.callgraph-xml     calls           -c -X
odd.summary             odd
odd.symbols             odd             -l
odd.details             odd             -d
odd.xml                 odd             -l -X
'

rm -rf $work
mkdir $work
cd $work
python3 "$here/samples.py" $work
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@1700000000 \
	-cf - ./* | xz -9e >"$here/archives.tar.xz"
rm -f "$here"/*.txt "$here"/*.stderr
while read -r name archives options; do
	[ -n "$name" ] || continue
	# shellcheck disable=SC2086
	case $archives in
	*,*) set -- $options "{" archive:$work/"${archives%,*}" "}" \
		"{" archive:$work/"${archives#*,}" "}" ;;
	*) set -- $options archive:$work/"$archives" ;;
	esac
	opreport "$@" >"$here/$name.txt" 2>"$name.stderr" ||
		echo "opreport ended with $?" >>"$name.stderr"
	sed -i '/^Using .* for samples directory\.$/d' "$name.stderr"
	[ ! -s "$name.stderr" ] || cp "$name.stderr" "$here/"
done <<<"$listings"
