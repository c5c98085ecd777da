# difffolded.pl - two folded files put side by side, as people used to do it
#
#	perl difffolded.pl base.folded test.folded [plain]
#
# What `make bench' measures diffprof against: the counts of each stack are
# hashed, one file after the other, and a line "stack base test" printed for
# each.  As the script that is in use does it: a regular expression takes the
# lines apart, and each stack has a hash of its two counts.  With "plain" as a
# third argument, in the fewest steps that perl needs.

use strict;
use warnings;

my (%both, %base, %test);

sub fill {
	my ($side, $path) = @_;

	open my $file, '<', $path or die "$path: $!\n";
	while (<$file>) {
		chomp;
		my ($stack, $count) = /^(.*)\s+?(\d+(?:\.\d*)?)$/;
		$both{$stack}{$side} += $count;
	}
}

sub fill_plain {
	my ($counts, $path) = @_;

	open my $file, '<', $path or die "$path: $!\n";
	while (<$file>) {
		my $at = rindex $_, ' ';
		$counts->{substr $_, 0, $at} += substr $_, $at + 1;
	}
}

if (defined $ARGV[2]) {
	fill_plain(\%base, $ARGV[0]);
	fill_plain(\%test, $ARGV[1]);
	for my $stack (keys %base) {
		print $stack, ' ', $base{$stack}, ' ',
			delete $test{$stack} // 0, "\n";
	}
	for my $stack (keys %test) {
		print $stack, ' 0 ', $test{$stack}, "\n";
	}
} else {
	fill(1, $ARGV[0]);
	fill(2, $ARGV[1]);
	for my $stack (keys %both) {
		my $base = $both{$stack}{1} // 0;
		my $test = $both{$stack}{2} // 0;
		print "$stack $base $test\n";
	}
}
