# opreport.awk - two opreport -l listings of N rows, made from a System.map
#
#	awk -v n=100000 -v side=base -f opreport.awk System.map >base.txt
#	awk -v n=100000 -v side=test -f opreport.awk System.map >test.txt
#
# Laid out as opreport does it with image and application names, largest count
# first.  Names are the map's own functions, with a number behind them from the
# second time round, in one of a few images; counts fall as those of kernels do,
# and in test each is up to a fifth more or less.  One name in twenty is on one
# side only.  The same every time.

# Park and Miller's generator: its products fit in a double.
function random()
{
	state = state * 16807 % 2147483647
	return state / 2147483647
}

$2 ~ /^[tTwW]$/ && !($3 in seen) {
	seen[$3] = 1
	name[names++] = $3
}

END {
	state = 20030409
	images = split("vmlinux vmlinux|vmlinux cc1|libc-2.36.so cc1|" \
		"libc-2.36.so make|ext4.ko ext4|Xorg Xorg", image, "|")
	for (i = 0; i < n; i++) {
		count[i] = int(n / (i + 1) * 4) + int((n - i) / 500) + 1
		change = random()
		apart[i] = random()
		where[i] = 1 + int(images * random() ^ 3)
		if (side == "test")
			count[i] += int(count[i] * (change - 0.5) * 0.4)
		total += count[i]
	}
	print "CPU: Intel Sandy Bridge microarchitecture, speed 2900 MHz" \
		" (estimated)"
	print "Counted CPU_CLK_UNHALTED events (Clock cycles when not halted)" \
		" with a unit mask of 0x00 (No unit mask) count 100000"
	print "samples  %        image name               app name" \
		"                 symbol name"
	for (i = 0; i < n; i++) {
		symbol = name[i % names]
		if (i >= names)
			symbol = symbol "_" int(i / names)
		if (apart[i] < 0.05)
			symbol = symbol "_" side
		split(image[where[i]], part, " ")
		percent = sprintf("%.4f", 100 * count[i] / total)
		printf "%-8d %-8s %-24s %-24s %s\n", count[i], percent,
			part[1], part[2], symbol
	}
}
