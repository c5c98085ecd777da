# diffprofile.awk - two readprofile listings compared, as people used to do it
#
#	LC_ALL=C awk -f diffprofile.awk base.txt test.txt
#
# What `make bench' measures diffprof against: the same join, sums, cut-off,
# order and format, in the fewest steps that awk and sort need.

BEGIN { if (!key) key = 2 }
NR == FNR { base[$key] += $1; next }
{ test[$key] += $1 }

END {
	for (name in test)
		seen[name] = 1
	for (name in base)
		seen[name] = 1
	for (name in seen) {
		delta = test[name] - base[name]
		if (!delta)
			continue
		if (delta < 10 && delta > -10) {
			left_out = 1
			continue
		}
		percent = base[name] ? 100 * delta / base[name] : 0
		line = sprintf("%10d  %6.1f%% %s", delta, percent, name)
		if (delta > 0)
			print line | "sort -k1,1nr -k3"
		else
			losses[++nr] = line
	}
	close("sort -k1,1nr -k3")
	if (left_out) {
		print "..."
		fflush()
	}
	for (i = 1; i <= nr; i++)
		print losses[i] | "sort -k1,1nr -k3"
}
