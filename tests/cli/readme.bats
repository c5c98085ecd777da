# What README.md and diffprof.1 show is what is printed.

load helper

# The lines below "$ COMMAND": in README up to an empty one, in diffprof.1 up to
# the end of the display.
in_readme() {
	sed 's/^    //' "$tree/README.md" | below "$1" '^$'
}

in_manual() {
	sed 's/^\\&//' "$tree/diffprof.1" | below "$1" '^[.]Ed'
}

below() {
	awk -v command="\$ $1" -v end="$2" '
	$0 ~ end { on = 0 }
	on { print }
	index($0, command) == 1 { on = 1 }'
}

@test "README: what the mitigations cost" {
	in_readme 'diffprof -n 5 -m System.map ' >wanted
	prints -q -n 5 -m "$x86/System.map.xz" \
		"$real"/x86-mitigations/{base,test}.profile.xz
	[ -s wanted ]
	same wanted out
}

@test "README: five boots of each" {
	in_readme 'diffprof -F table -n 3 ' | sed 1d >wanted
	ln -s "$real"/x86-runs/*.profile.xz .
	prints -q -F table -n 3 -m "$x86/System.map.xz" \
		auto-r?.profile.xz --vs off-r?.profile.xz
	sed '1,/^$/d' out >got
	[ -s wanted ]
	same wanted got
}

@test "diffprof(1): its first two examples" {
	local base=$seeds/highpte-kernbench/base.prof
	local test=$seeds/highpte-kernbench/test.prof

	in_manual 'diffprof -n 3 base.prof' >wanted
	prints -q -n 3 "$base" "$test"
	[ -s wanted ]
	same wanted out
	in_manual 'diffprof -F table -n 1 base.prof' >wanted
	prints -q -F table -n 1 "$base" "$test"
	[ -s wanted ]
	same wanted out
}
