# XML of opreport: testdata/opreport, against its text of the same samples.

load helper

listings=$data/opreport/generated

# rows FILE [ARG]...: the rows of a listing by name.
rows() {
	local file=$listings/$1.txt
	shift
	prints show -F csv --columns=key,count "$@" "$file"
	sort out
}

@test "XML and text of the same samples are the same rows" {
	while read -r xml text; do
		rows "$xml" >rows.xml
		rows "$text" >rows.text
		same rows.xml rows.text
	done <<-'END'
		one.xml one.symbols
		one.details-xml one.details
		apps.xml apps.symbols
		apps.details-xml apps.details
		odd.xml odd.symbols
		calls.callgraph-xml calls.callgraph
		threads.cpus-xml threads.cpus
	END
}

@test "each class is an event" {
	for event in 1 2 3; do
		rows events.xml -e $event >rows.xml
		rows events.symbols -e $event >rows.text
		same rows.xml rows.text
	done
	dp show -e 9 "$listings/events.xml.txt"
	[ "$status" = 2 ]
	has 'L2_IFETCH' err
}

@test "applications and processors" {
	rows apps.xml -g comm >rows.xml
	rows apps.symbols -g comm >rows.text
	same rows.xml rows.text
	rows threads.xml -g cpu >rows.xml
	rows threads.cpus -g cpu >rows.text
	same rows.xml rows.text
}

@test "what opreport was told to leave out is not there" {
	prints show "$listings/apps.threshold-xml.txt"
	notes 'told to leave symbols out'
	lacks total
}

@test "XML that is cut" {
	head -n 40 "$listings/one.xml.txt" >cut
	refuses 'cut:*before the table of symbols*' show cut
	head -n -2 "$listings/one.xml.txt" >cut
	prints show cut
	notes 'cut: ends early'
	mv out all
	prints show "$listings/one.xml.txt"
	same out all
}

@test "nothing else is read for it" {
	cat >entity <<-'END'
		<?xml version="1.0"?>
		<!DOCTYPE profile [<!ENTITY x SYSTEM "/etc/passwd">]>
		<profile schemaversion="3.1"><binary name="&x;"/></profile>
	END
	refuses 'entity:2: it declares a document type*' show entity
}
