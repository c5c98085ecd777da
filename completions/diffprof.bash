# shellcheck shell=bash
# bash completion for diffprof(1); the options come from diffprof --help

# The options of a command, one a line, with "=" where an argument follows.
_diffprof_options()
{
	"$1" ${2:+"$2"} --help 2>/dev/null |
		sed -n 's/^ \{2,6\}\(-[^ ].*\)/\1/p' |
		sed 's/^\(--[a-z-]*\), \(--[a-z-]*\): for one side$/\1= \2=/
			s/  .*//; s/\[=.*//' | tr -s ' ,' '\n' |
		sed -n 's/^\(--[a-z-]*=\).*/\1/p; t; s/^\(--*[A-Za-z-]*\)$/\1/p'
}

_diffprof_words()
{
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_diffprof()
{
	local cur prev words cword split command=
	local commands='show annotate record info merge'
	_init_completion -s -n : || return

	# A word is a command only in the first place.
	[[ $cword -gt 1 && " $commands " == *" ${words[1]-} "* ]] &&
		command=${words[1]}

	case $prev in
	-f | --from | --base-from | --test-from)
		_diffprof_words \
			'perf recording oprofile pprof opreport-xml proc perf-script perf-report opreport readprofile listing folded'
		return ;;
	-r | --runs | --warmup | --prepare | --cooldown | --live | --frequency)
		return ;;
	--sampler)
		_diffprof_words 'proc perf'
		return ;;
	-F | --format)
		[[ $command == record ]] && return
		if [[ $command == annotate ]]; then
			_diffprof_words 'classic csv json html'
		else
			_diffprof_words 'classic table markdown mail csv json html svg folded pprof'
		fi
		return ;;
	--context)
		_diffprof_words 'all'
		return ;;
	-s | --sort)
		if [[ $command == show ]]; then
			_diffprof_words 'count share load address name'
		else
			_diffprof_words \
				'delta magnitude percent base test share significance sure name'
		fi
		return ;;
	-N | --normalize)
		_diffprof_words 'none total busy robust'
		return ;;
	--color)
		_diffprof_words 'auto always never'
		return ;;
	--flame)
		_diffprof_words 'test base both'
		return ;;
	--ties)
		_diffprof_words 'name perl58'
		return ;;
	--compat)
		_diffprof_words 'readprofile'
		return ;;
	-g | --group-by)
		[[ $command == record ]] || _diffprof_words 'symbol image file dir line inline comm cpu'
		return ;;
	--weight)
		_diffprof_words 'period'
		return ;;
	--unit)
		_diffprof_words 'samples'
		return ;;
	-n | --top | -t | --min-delta | -p | --min-percent | --section | \
		--base-section | --test-section | --work | --idle | --only | \
		--except | --rename | --columns | --base-label | --test-label | \
		-e | --event | --image | --comm | --cpu | --noise | --fdr | \
		--fail-above | --fail-row-above)
		return ;;
	esac

	if [[ $split != true && $cur == -* ]]; then
		_diffprof_words "$(_diffprof_options "${words[0]}" "$command")"
		[[ ${COMPREPLY-} == *= ]] && compopt -o nospace
		return
	fi
	_filedir
	if [[ $cword == 1 ]]; then
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
			compgen -W "$commands" -- "$cur")
	fi
}

complete -F _diffprof diffprof
