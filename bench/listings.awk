# listings.awk - two readprofile listings of N rows, made from a System.map
#
#	awk -v n=100000 -v side=base -f listings.awk System.map >base.txt
#	awk -v n=100000 -v side=test -f listings.awk System.map >test.txt
#
# Names are the map's own functions, with a number behind them from the second
# time round; counts are skewed as those of kernels are (a few symbols have most
# of the ticks), and in test each is up to a fifth more or less.  One name in
# twenty is on one side only.  The same every time.

# Park and Miller's generator: its products fit in a double.
function random()
{
	state = state * 16807 % 2147483647
	return state / 2147483647
}

# Compiler clones would be summed by one and not by the other.
$2 ~ /^[tTwW]$/ && $3 !~ /\./ && !($3 in seen) {
	seen[$3] = 1
	name[names++] = $3
}

END {
	state = 20030409
	for (i = 0; i < n; i++) {
		# Both sides draw the same numbers.
		count = int(2 / (random() + 1e-6) ^ 0.9)
		change = random()
		size = 16 * int(1 + 100 * random() ^ 3)
		apart = random()
		if (side == "test")
			count += int(count * (change - 0.5) * 0.4)
		symbol = name[i % names]
		if (i >= names)
			symbol = symbol "_" int(i / names)
		if (apart < 0.05)
			symbol = symbol "_" side
		printf "%6d %-40s %8.4f\n", count, symbol, count / size
		total += count
		text += size
	}
	printf "%6d %-40s %8.4f\n", total, "total", total / text
}
