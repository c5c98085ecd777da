# perf.data, beside what perf itself says of it.

load helper

perf=$data/perf

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	xz -dc "$data/perf/burn.xz" >burn
	xz -dc "$data/perf/kallsyms.xz" >kallsyms
	for file in "$data"/perf/*.data.xz; do
		xz -dc "$file" >"$(basename "${file%.xz}")"
	done
}

# report FILE EVENT DSO: what perf report says of the EVENTth event in what
# matches DSO, as counts and names; what perf could not name is *unknown*.
report() {
	awk -v event="$2" -v dso="$3" '
	/^# Samples: / {
		first = last + 1
		last = first
		# A group has a column for each event.
		if (match($0, /\{ .* \}/))
			last += gsub(/, /, ", ", $0)
	}
	$1 ~ /%$/ && event >= first && event <= last {
		n = last - first + 1
		count = $(n + event - first + 1)
		if ($0 !~ dso)
			next
		name = $0
		sub(/.* \[.\] /, "", name)
		sub(/ +$/, "", name)
		if (name ~ /^0x[0-9a-f]+$/ || name == "[unknown]")
			name = "*unknown*"
		# Of two names of one place perf takes the other.
		sub(/^__pi_/, "", name)
		sum[name] += count
	}
	END {
		for (name in sum)
			if (sum[name])
				print sum[name], name
	}' "$1" | sort
}

# rows: of `-F csv --columns=count,key', likewise.
rows() {
	tr -d '\r"' <out | sed '1d; /,total$/d; s/,/ /' | sed 's/ \[.*\]$//' |
		awk '{ n = $1; sub(/^[0-9]+ /, ""); sum[$0] += n }
		END { for (name in sum) print sum[name], name }' | sort
}

# agrees FILE REPORT EVENT: diffprof and perf have the same samples of the
# kernel and of burn, and as many in all; the libraries are not here.
agrees() {
	report "$2" "$3" ' (burn|\\[kernel.kallsyms\\]) +\\[.\\] ' >wanted
	: >out
	if [ -s wanted ]; then
		prints show -q -m kallsyms -e "$3" --keep-clones -F csv \
			--image='^vmlinux$|/burn$' --columns=count,key "$1"
	fi
	rows >got
	same wanted got
	prints show -q -m kallsyms -e "$3" -F json "$1"
	report "$2" "$3" . | awk '{ n += $1 }
		END { printf "\"total\":%d,", n }' >wanted
	has "$(cat wanted)"
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
}

# Packing, pipes, and what happened to the file, change nothing.

@test "each recording has the samples that perf report has, by function" {
	for file in [!s]*.data s[!w]*.data; do
		name=${file%.data}
		case $name in
		bare) continue ;;
		esac
		events=$(sed -n 's/^# Samples: .* of events\{0,1\} //p' \
			"$perf/$name.report" | tr -cd ',\n' | awk '
			{ n += 1 + length($0) } END { print n }')
		for event in $(seq "$events"); do
			agrees "$file" "$perf/$name.report" "$event" ||
				complain "$name, event $event"
		done
	done
}

@test "so has a recording of the other byte order" {
	for file in "$perf"/swapped/*.data.xz; do
		name=$(basename "${file%.data.xz}")
		xz -dc "$file" >"swapped-$name"
		prints show -q -m kallsyms -F csv "$name.data"
		mv out wanted
		prints show -q -m kallsyms -F csv "swapped-$name"
		same wanted out
	done
}

# commands FILE: perf's samples by command and image.
commands() {
	awk '$1 ~ /%$/ {
		image = $0
		sub(/ *$/, "", image)
		sub(/.* /, "", image)
		comm = $0
		sub(/^ *[0-9.]+% +[0-9]+ +/, "", comm)
		sub(/ +[^ ]+ *$/, "", comm)
		print $2, image ": " comm
	}' "$1" | sort
}

# by_command: of `-g image,comm -F csv --columns=count,key'.
by_command() {
	tr -d '\r"' <out | sed '1d; /,total$/d; s/,/ /' |
		sed -E 's|^([0-9]+) /[^:]*/|\1 |
			s|^([0-9]+) vmlinux:|\1 [kernel.kallsyms]:|' | sort
}

@test "commands are those of the time" {
	for name in shell threads lost; do
		sed -E 's/ +\[[k.]\] .*//' "$perf/$name.report" |
			awk '$1 ~ /%$/ {
				n = $2
				sub(/^ *[0-9.]+% +[0-9]+ +/, "")
				sum[$0] += n
			}
			END { for (key in sum) print "0% " sum[key], key }' \
			>report
		commands report >wanted
		prints show -q -g image,comm -F csv --columns=count,key \
			"$name.data"
		by_command >got
		same wanted got
	done
}

@test "what was lost, cut and not finished is told, and the rest kept" {
	prints show lost.data
	notes 'lost.data: the kernel lost 563 samples while recording, 33'
	prints show killed.data
	notes 'killed.data: perf record was killed .* 2650 samples'
	prints show cut.data
	notes 'cut.data: the file ends '
	prints show cut-features.data
	notes 'cut-features.data: what perf wrote behind the samples'
	head -c 40000 zstd.data >packed
	prints show packed
	notes 'packed: the file ends'
	head -c 8000 plain.data >inside
	prints show inside
	notes 'inside: the file ends within the record at byte '
}

@test "a file without samples is refused" {
	refuses 'bare.data: *without a single sample' show bare.data
	head -c 60 plain.data >header
	refuses 'header: the file ends within its header' show header
}

@test "what perf records here and now is what perf reports" {
	command -v perf >/dev/null || skip 'perf is not installed (linux-perf)'
	perf record -q -e cpu-clock -a -o try -- true 2>why ||
		skip "perf may not record: $(head -n 1 why)"
	work='ls -lR /etc /usr/include/linux >/dev/null'
	perf record -q -e cpu-clock -F 999 -a -g -o here.data -- \
		sh -c "$work" 2>/dev/null
	perf record -q -z -e cpu-clock -F 999 -a -g -o here-z.data -- \
		sh -c "$work" 2>/dev/null
	perf record -q -e cpu-clock -F 999 -a -g -o - -- \
		sh -c "$work" >here-pipe.data 2>/dev/null
	# A directory with a file for each thread of perf, if it can.
	for how in '' -z; do
		perf record -q --threads $how -e cpu-clock -F 999 -a -g \
			-o here-threads$how.data -- sh -c "$work" 2>/dev/null ||
			rm -rf here-threads$how.data
	done
	for name in here*.data; do
		name=${name%.data}
		# perf cuts names of commands where its column ends.
		perf report -i $name.data --stdio -n --no-children -g none \
			--sort dso 2>/dev/null | awk '
			$1 ~ /%$/ {
				n += $2
				if ($3 == "[kernel.kallsyms]")
					kernel += $2
			}
			END { print n, kernel }' >wanted
		prints show -q -g image -F csv --columns=count,key $name.data
		tr -d '\r"' <out | awk -F, '
			$2 == "total" { n = $1 }
			$2 == "vmlinux" { kernel = $1 }
			END { print n, kernel }' >got
		same wanted got
	done
}

@test "what is no perf.data is called so when --from insists" {
	echo 'Every line is prose' >prose
	refuses 'prose: not a perf.data*' show -f perf prose
}
