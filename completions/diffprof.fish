# fish completion for diffprof(1); the options come from diffprof --help

# Is the command line one of this command, "" being a comparison?
function __diffprof_is
    set -l words (commandline -opc)
    set -l commands $argv[2..]
    if contains -- "$words[2]" $commands
        test "$words[2]" = "$argv[1]"
    else
        test -z "$argv[1]"
    end
end

# What an option takes that calls its argument so, and is no file.
function __diffprof_values
    switch "$argv[2] $argv[1]"
        case '* FORMAT'
            echo perf recording oprofile pprof opreport-xml proc perf-script perf-report opreport readprofile listing folded
        case 'annotate NAME'
            echo classic csv json html
        case 'record NAME'
            echo proc perf
        case '* NAME'
            echo classic table markdown mail csv json html svg folded pprof
        case '* HOW'
            echo none total busy robust
        case '* WHICH'
            echo test base both
        case '* WHEN'
            echo auto always never
        case '* ORDER'
            echo name perl58
        case '* KEYS'
            echo symbol image file dir line inline comm cpu
        case 'show COLUMN'
            echo count share load address name
        case '* COLUMN'
            echo delta magnitude percent base test share significance sure name
        case '* readprofile' '* period' '* samples'
            echo $argv[1]
    end
end

# One option of --help: the command, what it is called, takes and does.
function __diffprof_add
    set -l is "__diffprof_is '$argv[1]' $argv[6..]"
    set -l spec -c diffprof -n $is -l $argv[3] -d "$argv[5]"
    test -n "$argv[2]"; and set -a spec -s $argv[2]
    switch "$argv[4]"
        case ''
            complete $spec
        case FILE DIR
            complete $spec -r -F
        case '*'
            set -l values (__diffprof_values "$argv[4]" "$argv[1]")
            complete $spec -x -a "$values"
    end
end

function __diffprof_load
    set -l program (command -s diffprof); or return
    set -l commands ($program --help | string replace -rf '^ +diffprof ([a-z]+) .*' '$1')
    for name in '' $commands
        set -l arg
        $program $name --help | while read -d \n -l line
            set -l sides (string match -ar '(?<=--)[a-z-]+' -- $line)
            if string match -qr ': for one side$' -- $line
                for side in $sides
                    __diffprof_add "$name" '' $side "$arg" 'for one side' $commands
                end
                continue
            end
            set -l parts (string replace -rf '^ {2,6}(?:-([A-Za-z]), )?--([a-z-]+)(?:=(\S+))?(?: +(\S.*))?$' '$1\t$2\t$3\t$4' -- $line)
            or continue
            set parts (string split \t -- $parts)
            set arg $parts[3]
            __diffprof_add "$name" "$parts[1]" $parts[2] "$arg" "$parts[4]" $commands
        end
    end
    complete -c diffprof -n 'test (count (commandline -opc)) = 1' -a "$commands" -d command
end

__diffprof_load
functions -e __diffprof_load __diffprof_add
