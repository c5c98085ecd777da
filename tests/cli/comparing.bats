# What is compared with what, and after which division.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	listing base 100 f 100 g 300 default_idle
	listing test 200 f 300 g 500 default_idle
}

# deltas OPTION...: "symbol delta" of all rows, on one line, by name.
deltas() {
	prints -t 0 -s name -F csv --columns=key,delta "$@" base test
	sed '1d; s/\r$//; s/,/ /' out | tr '\n' ' ' | sed 's/ $//'
}

# expect RESULT OPTION...
expect() {
	local wanted=$1 got
	shift
	got=$(deltas "$@")
	[ "$got" = "$wanted" ] || complain "$*: got $got, not $wanted"
}

@test "-N none: counts as they are; so it is without -N" {
	expect 'total 500 default_idle 200 f 100 g 200'
	expect 'total 500 default_idle 200 f 100 g 200' -N none
}

@test "-N total: test counts are brought to base's total" {
	expect 'total 0 default_idle -50 f 0 g 50' -N total
	expect 'total 0 default_idle -50 f 0 g 50' --normalize=total
}

@test "-N busy: to base's total without idle" {
	expect 'total -100 default_idle -100 f -20 g 20' -N busy
}

@test "-N FACTOR: test counts are multiplied by it" {
	expect 'total 0 default_idle -50 f 0 g 50' -N 0.5
	expect 'total 1500 default_idle 700 f 300 g 500' -N 2
	expect 'total 500 default_idle 200 f 100 g 200' -N 1
}

@test "--work: what was done during each profile divides" {
	expect 'total 0 default_idle -50 f 0 g 50' --work=10:20
	expect 'total 0 default_idle -50 f 0 g 50' --work 1.5:3
	expect 'total 500 default_idle 200 f 100 g 200' --work=7:7
}

@test "of -N and --work the last counts" {
	expect 'total 0 default_idle -50 f 0 g 50' --work=1:1 -N total
	expect 'total 500 default_idle 200 f 100 g 200' -N total --work=1:1
}

@test "the factor is told: in the table, markdown, JSON" {
	for format in table markdown; do
		prints -F $format -N busy base test
		has ' x 0\.4'
	done
	prints -F json -N busy base test
	has '"normalization": *{ *"how": *"busy", *"factor": *0.4,'
	prints -F json --work=10:20 base test
	has '"how": *"work", *"factor": *0.5,'
}

@test "normalised means are there beside the counts that were read" {
	prints -F csv --columns=base,test,base_mean,test_mean,key -N busy \
		base test
	tr -d '\r' <out >csv
	has '^100,200,100,80,f$' csv
	has '^500,1000,500,400,total$' csv
}

@test "a percentage is of base, from what was not rounded" {
	listing base 3 f
	listing test 1 f
	prints -t 0 -N 0.5 base test
	has '^        -2   -83.3% f$'
}

@test "there must be ticks to normalise by" {
	listing empty 0 f
	refuses '--normalize=total: empty has no ticks*' -N total empty base
	refuses '--normalize=busy: empty has no *ticks*' -N busy base empty
	refuses '--normalize=busy: base has no busy ticks*' \
		-N busy --idle=. base test
}

@test "--no-idle leaves idle out of the rows and the total" {
	expect 'total 300 f 100 g 200' --no-idle
	expect 'total 0 f -20 g 20' --no-idle -N busy
	prints show --no-idle base
	[ "$(names)" = '0.0000 0.0100 0.0100' ]
	has '^   200 total '
	lacks idle
}

@test "--idle says which symbols are idle" {
	expect 'total 400 default_idle 200 g 200' --no-idle '--idle=^f$'
	expect 'total 0 default_idle -50 f 0 g 50' -N busy '--idle=^f$'
	expect 'total 500 default_idle 200 f 100 g 200' '--idle=^f$'
}

@test "idle symbols of all architectures and eras are known" {
	idle='default_idle default_idle_call cpu_idle cpu_idle_loop do_idle
		poll_idle cpu_idle_poll mwait_idle mwait_idle_with_hints
		intel_idle intel_idle_irq intel_idle_ibrs acpi_idle_enter
		acpi_idle_do_entry acpi_safe_halt
		acpi_processor_ffh_cstate_enter native_safe_halt
		pv_native_safe_halt xen_safe_halt tdx_safe_halt amd_e400_idle
		c1e_idle apm_cpu_idle cpuidle_enter cpuidle_enter_state
		arch_cpu_idle cpu_do_idle cpu_v7_do_idle enabled_wait psw_idle
		power4_idle ppc6xx_idle snooze_loop r4k_wait
		r4k_wait_irqoff'
	args=()
	for name in $idle; do
		args+=(10 "$name")
	done
	listing all "${args[@]}" 5 busy
	prints show -F csv --columns=key --no-idle all
	[ "$(tr -d '\r' <out | tr '\n' ' ')" = 'key total busy ' ]
}

@test "what only sounds idle is not" {
	listing all 10 idle_cpu 10 do_idle_balance 10 default_idlex \
		10 xdefault_idle 10 can_stop_idle_tick 10 nohz_balance_enter_idle \
		10 cpu_idle_type
	prints show --no-idle all
	[ "$(wc -l <out)" = 8 ]
}

@test "a clone of an idle function is idle" {
	listing all 10 mwait_idle.constprop.0 10 poll_idle.cold 5 busy
	prints show --no-idle all
	has '^     5 total '
	prints show --no-idle --keep-clones all
	has '^     5 total '
}

@test "clones and parts are folded into their function" {
	listing base 100 f 20 f.isra.0 30 f.part.1 40 f.cold 7 f.constprop.0.isra.2
	listing test 200 f.constprop.3 5 __pfx_f 2 f.cold.17 1 f.lto_priv.0
	prints -t 0 base test
	out_is <<-'EOF'
		        11     5.6% f
		        11     5.6% total
	EOF
	prints -F json base test
	has '"parts": *\[[^]]*"f.isra.0"'
	has '"parts": *\[[^]]*"f.constprop.3"'
}

@test "hashes of a build are folded" {
	listing base 100 f.llvm.123456789 50 g.__uniq.9876543 10 __cfi_h
	listing test 110 f.llvm.987654321 40 g.__uniq.1234567 30 h.cfi_jt
	prints -t 0 base test
	[ "$(names)" = 'h total f g' ]
}

@test "--keep-clones: only hashes of a build are folded" {
	listing base 100 f 20 f.isra.0 50 g.llvm.123456789
	listing test 200 f 5 f.isra.1 60 g.llvm.987654321
	prints -t 0 --keep-clones base test
	[ "$(names)" = 'f total g f.isra.1 f.isra.0' ]
}

@test "a dot alone makes no clone" {
	listing base 100 .text.lock.dcache 20 .E_copy 10 f.d
	listing test 110 .text.lock.dcache 30 .E_copy 30 f.d
	prints -t 0 base test
	[ "$(names)" = 'total f.d .E_copy .text.lock.dcache' ]
}

@test "functions of one name are summed, on both sides" {
	listing base 100 help 50 help 10 f
	listing test 70 help 20 help 20 f 15 help
	prints -t 0 base test
	out_is <<-'EOF'
		        10   100.0% f
		       -35   -21.9% total
		       -45   -30.0% help
	EOF
}

@test "--rename pairs a name of base with one of test" {
	listing base 100 old_name 50 f
	listing test 160 new_name 50 f
	prints base test
	[ "$(names)" = 'new_name total old_name' ]
	prints --rename=old_name=new_name base test
	out_is <<-'EOF'
		        60    60.0% old_name => new_name
		        60    40.0% total
	EOF
	prints --rename old_name=new_name -F csv --columns=match,key base test
	has '^rename,"\{0,1\}old_name => new_name'
}

@test "--rename can be given again" {
	listing base 100 a 50 b 10 c
	listing test 160 x 20 y 10 c
	prints --rename=a=x --rename b=y base test
	has ' a => x$'
	has ' b => y$'
	[ "$(wc -l <out)" = 3 ]
}

@test "--rename of what neither side has is an error" {
	refuses '--rename=q=r: neither*' --rename=q=r base test
}

@test "modules are told apart, and their names are canonical" {
	printf '%s\n' '100 f [ext4] 0.1' '50 f 0.1' '20 g [snd-pcm] 0.1' \
		'170 total 0.1' >base
	printf '%s\n' '130 f [ext4] 0.1' '60 f 0.1' '50 g [snd_pcm] 0.1' \
		'240 total 0.1' >test
	prints base test
	out_is <<-'EOF'
		        70    41.2% total
		        30    30.0% f [ext4]
		        30   150.0% g [snd_pcm]
		        10    20.0% f
	EOF
}

@test "built in here and a module there is one row: it moved" {
	printf '%s\n' '100 f [ext4] 0.1' '100 total 0.1' >base
	printf '%s\n' '130 f 0.1' '130 total 0.1' >test
	prints -F csv --columns=status,match,delta,symbol base test
	has '^both,moved,30,f'
}

@test "new and gone rows say so; a new one has no percentage" {
	listing base 100 f 50 gone
	listing test 100 f 60 new
	prints -F csv --columns=status,percent,symbol base test
	tr -d '\r' <out >csv
	has '^new,,new$' csv
	has '^gone,-100,gone$' csv
	has '^both,0,f$' csv
	prints base test
	has '^        60     0.0% new$'
	prints -F table base test
	has ' +60  *-  .* +++  new$'
}

@test "*unknown* is a row, and is in the total" {
	listing base 100 f
	sed -i '$i\    30 *unknown*' base
	listing test 100 f
	sed -i '$i\    50 *unknown*' test
	prints base test
	out_is <<-'EOF'
		        20    66.7% *unknown*
		        20    15.4% total
	EOF
}

@test "large counts are exact" {
	listing base 9007199254740993 f 1 g
	listing test 9007199254740995 f 12 g
	prints -t 0 base test
	out_is <<-'EOF'
		        13     0.0% total
		        11  1100.0% g
		         2     0.0% f
	EOF
}

@test "a factor of any size gives numbers" {
	factor=$(printf '9%.0s' $(seq 300))
	for format in classic table csv json; do
		prints -F $format -N "$factor" base test
		lacks '[^a-z]\(inf\|nan\)'
		prints -F $format -N 0.000000000000000001 base test
		lacks '[^a-z]\(inf\|nan\)'
	done
}
