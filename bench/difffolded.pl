# difffolded.pl - two folded files put side by side, as people used to do it
#
#	perl difffolded.pl base.folded test.folded
#
# What `make bench' measures diffprof against: a hash of the counts of each
# stack, filled from one file and then the other, and a line "stack base test"
# for each.  A regular expression takes the lines apart, as in the script that
# is in use; with a third argument, "rindex", the fewest steps that perl needs.

use strict;
use warnings;

my (%base, %test);

sub fill {
	my ($counts, $path) = @_;

	open my $file, '<', $path or die "$path: $!\n";
	if (defined $ARGV[2]) {
		while (<$file>) {
			my $at = rindex $_, ' ';
			$counts->{substr $_, 0, $at} += substr $_, $at + 1;
		}
		return;
	}
	while (<$file>) {
		my ($stack, $count) = /^(.*)\s+?(\d+(?:\.\d*)?)$/ or next;
		$counts->{$stack} += $count;
	}
}

fill(\%base, $ARGV[0]);
fill(\%test, $ARGV[1]);
for my $stack (keys %base) {
	print $stack, ' ', $base{$stack}, ' ', delete $test{$stack} // 0, "\n";
}
for my $stack (keys %test) {
	print $stack, ' 0 ', $test{$stack}, "\n";
}
