/*
 * opreport_xml.c - what opreport --xml prints
 *
 *	<profile ...>
 *	<setup><eventsetup id="0" eventname="CPU_CLK_UNHALTED" unitmask="0"
 *	                   setupcount="100000"/></setup>
 *	<classes><class name="c0" cpu="0" event="0" mask="0"/></classes>
 *	<binary name="/usr/bin/ls">
 *	<count class="c0">176</count>
 *	<symbol idref="0"><count class="c0">26</count></symbol>
 *	<module name="/lib/libc.so.6"> ... </module>
 *	</binary>
 *	<symboltable>
 *	<symboldata id="0" name="main" startingaddr="081b6710" codelength="80"/>
 *	</symboltable>
 *	</profile>
 *
 * Classes are there when there are several events or CPUs.  With threads, modules
 * stand in <process name><thread> and not in a binary.  Counts in <callers> and
 * <callees> are of calls, and passed over.  With -d the same samples stand there
 * by address; details of a symbol have numbers, of which each image has a range:
 *
 *	<symbol idref="0" detaillo="0" detailhi="1"> ... </symbol>
 *	<detailtable><symboldetails id="0">
 *	<detaildata id="0" vmaoffset="081b6718"><count class="c0">4</count>
 */
#include "opreport_xml.h"

#include "diffprof/input.h"
#include "diffprof/reader.h"
#include "xml.h"

#define DEPTH_MAX 64

enum element {
	ELEMENT_OTHER,
	ELEMENT_PROFILE,
	ELEMENT_EVENT,
	ELEMENT_TIMER,
	ELEMENT_CLASS,
	ELEMENT_PROCESS,
	ELEMENT_IMAGE, /* a binary or module */
	ELEMENT_SYMBOL,
	ELEMENT_CALLS,
	ELEMENT_COUNT,
	ELEMENT_SYMBOLDATA,
	ELEMENT_DETAILS, /* of a symbol */
	ELEMENT_DETAIL,
};

struct state {
	struct opx x;
	enum element stack[DEPTH_MAX];
	size_t depth;
	size_t calls; /* callers and callees that are open */
	struct span app; /* the process */
	uint64_t symbol;
	uint64_t lo, hi; /* its details */
	bool has_range; /* which have not been told yet */
	struct opx_detail detail; /* that is open */
	bool details_valid, detail_valid;
	const struct opx_class *class; /* of the open count */
	char digits[32];
	size_t nr_digits;
};

static enum element element_of(const char *name)
{
	static const struct {
		const char *name;
		enum element element;
	} elements[] = {
		{ "count", ELEMENT_COUNT },
		{ "symbol", ELEMENT_SYMBOL },
		{ "symboldata", ELEMENT_SYMBOLDATA },
		{ "detaildata", ELEMENT_DETAIL },
		{ "symboldetails", ELEMENT_DETAILS },
		{ "callers", ELEMENT_CALLS },
		{ "callees", ELEMENT_CALLS },
		{ "module", ELEMENT_IMAGE },
		{ "binary", ELEMENT_IMAGE },
		{ "process", ELEMENT_PROCESS },
		{ "class", ELEMENT_CLASS },
		{ "eventsetup", ELEMENT_EVENT },
		{ "timersetup", ELEMENT_TIMER },
		{ "profile", ELEMENT_PROFILE },
	};

	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (!strcmp(name, elements[i].name))
			return elements[i].element;
	return ELEMENT_OTHER;
}

static struct span keep(struct arena *arena, struct span text)
{
	return (struct span){ arena_strndup(arena, text.ptr, text.len),
			      text.len };
}

/* The element that the innermost one is in. */
static enum element outer(const struct state *s)
{
	return s->depth > 1 ? s->stack[s->depth - 2] : ELEMENT_OTHER;
}

static bool is_number(xml_attributes attributes, const char *name,
		      uint64_t *value)
{
	return span_count(xml_attribute(attributes, name), value) == NUMBER_OK;
}

static int bad_number(const struct state *s, const struct xml *xml,
		      const char *what, struct span text, struct error *err)
{
	uint64_t unused;
	bool big = span_count(text, &unused) == NUMBER_TOO_BIG;

	return fail(err, big ? ERR_LIMIT : ERR_FORMAT, "%s:%zu: %s \"%.*s\" %s",
		    s->x.prof->path, xml_line(xml), what, (int)text.len,
		    text.ptr, big ? "does not fit in 63 bits" : "is no number");
}

static void open_event(struct state *s, xml_attributes attributes)
{
	struct opx *x = &s->x;
	struct opx_setup setup = {
		.id = keep(&x->scratch, xml_attribute(attributes, "id")),
		.name = keep(&x->scratch,
			     xml_attribute(attributes, "eventname")),
	};

	setup.has_mask = span_count(xml_attribute(attributes, "unitmask"),
				    &setup.mask) == NUMBER_OK;
	span_count(xml_attribute(attributes, "setupcount"), &setup.count);
	ARENA_ROOM(&x->scratch, x->setups, x->nr_setups, x->cap_setups);
	x->setups[x->nr_setups++] = setup;
}

static void open_timer(struct state *s, xml_attributes attributes)
{
	uint64_t rate = 0;

	span_count(xml_attribute(attributes, "rtcinterrupts"), &rate);
	s->x.timer = true;
	s->x.interrupts = (double)rate;
}

/* The command line, as it is told, says what may be left out. */
static void open_profile(struct state *s, xml_attributes attributes)
{
	static const struct {
		const char *option;
		enum opx_hidden hidden;
	} options[] = {
		{ "-t", OPX_SMALL },  { "--threshold", OPX_SMALL },
		{ "-e", OPX_CHOSEN }, { "--exclude-symbols", OPX_CHOSEN },
		{ "-i", OPX_CHOSEN }, { "--include-symbols", OPX_CHOSEN },
	};
	struct span title = xml_attribute(attributes, "title"), word;

	while (span_word(&title, &word))
		for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
			if (span_starts(word, options[i].option) &&
			    s->x.hidden < options[i].hidden)
				s->x.hidden = options[i].hidden;
}

static int open_class(struct state *s, xml_attributes attributes,
		      struct error *err)
{
	uint64_t cpu = UINT64_MAX;

	span_count(xml_attribute(attributes, "cpu"), &cpu);
	return opx_add_class(&s->x, xml_attribute(attributes, "name"),
			     xml_attribute(attributes, "event"),
			     xml_attribute(attributes, "mask"),
			     cpu <= INT32_MAX ? (int32_t)cpu : CPU_NONE, err);
}

static int open_symbol(struct state *s, const struct xml *xml,
		       xml_attributes attributes, struct error *err)
{
	struct span id = xml_attribute(attributes, "idref");

	if (!s->x.nr_containers)
		return fail(err, ERR_FORMAT,
			    "%s:%zu: a symbol that is in no binary or module",
			    s->x.prof->path, xml_line(xml));
	if (span_count(id, &s->symbol) != NUMBER_OK)
		return bad_number(s, xml, "idref", id, err);
	s->has_range = is_number(attributes, "detaillo", &s->lo) &&
		       is_number(attributes, "detailhi", &s->hi);
	return 0;
}

/* Of the details nothing is counted, so what is wrong there does no harm. */
static void open_details(struct state *s, xml_attributes attributes)
{
	s->details_valid = is_number(attributes, "id", &s->detail.symbol);
}

static void open_detail(struct state *s, xml_attributes attributes)
{
	s->detail_valid = outer(s) == ELEMENT_DETAILS && s->details_valid &&
			  is_number(attributes, "id", &s->detail.id) &&
			  span_hex(xml_attribute(attributes, "vmaoffset"),
				   &s->detail.addr);
}

static int open_symboldata(struct state *s, const struct xml *xml,
			   xml_attributes attributes, struct error *err)
{
	struct span id = xml_attribute(attributes, "id");
	struct span name = xml_attribute(attributes, "name");
	struct opx_symbol symbol = { .id = 0 };
	struct opx *x = &s->x;

	if (span_count(id, &symbol.id) != NUMBER_OK)
		return bad_number(s, xml, "id", id, err);
	symbol.name =
		name.len ? keep(&x->prof->arena, name) : SPAN(SYMBOL_UNKNOWN);
	span_hex(xml_attribute(attributes, "startingaddr"), &symbol.addr);
	span_count(xml_attribute(attributes, "codelength"), &symbol.size);
	ARENA_ROOM(&x->scratch, x->symbols, x->nr_symbols, x->cap_symbols);
	x->symbols[x->nr_symbols++] = symbol;
	return 0;
}

/* Is the open count one of a symbol, binary or module itself? */
static bool counts(const struct state *s)
{
	return s->x.nr_containers &&
	       (outer(s) == ELEMENT_SYMBOL || outer(s) == ELEMENT_IMAGE);
}

static int open_count(struct state *s, const struct xml *xml,
		      xml_attributes attributes, struct error *err)
{
	struct span name = xml_attribute(attributes, "class");

	s->nr_digits = 0;
	if (outer(s) == ELEMENT_DETAIL)
		s->class = opx_class(&s->x, name);
	if (!counts(s))
		return 0;
	s->class = opx_class(&s->x, name);
	if (!s->class)
		return fail(err, ERR_FORMAT,
			    "%s:%zu: a count of class \"%.*s\","
			    " which is not among its classes",
			    s->x.prof->path, xml_line(xml), (int)name.len,
			    name.ptr);
	return 0;
}

static void close_detail_count(struct state *s)
{
	struct span text = { s->digits, s->nr_digits };

	if (!s->detail_valid || !s->class ||
	    span_count(text, &s->detail.count) != NUMBER_OK)
		return;
	s->detail.event = s->class->event;
	opx_detail(&s->x, &s->detail);
}

static int close_count(struct state *s, const struct xml *xml,
		       struct error *err)
{
	const char *digits = s->digits;
	size_t len = s->nr_digits;
	uint64_t count;

	if (outer(s) == ELEMENT_DETAIL)
		close_detail_count(s);
	if (!counts(s))
		return 0;
	struct span text = { digits, len };
	if (span_count(text, &count) != NUMBER_OK)
		return bad_number(s, xml, "count", text, err);

	uint32_t class = (uint32_t)(s->class - s->x.classes);
	if (outer(s) == ELEMENT_IMAGE)
		return opx_state(&s->x, class, count, err);
	if (s->has_range)
		opx_range(&s->x, s->symbol, s->lo, s->hi);
	s->has_range = false;
	return opx_count(&s->x, s->symbol, class, count, err);
}

static int on_open(void *arg, const struct xml *xml, const char *name,
		   xml_attributes attributes, struct error *err)
{
	struct state *s = arg;
	enum element element = element_of(name);

	if (s->depth == DEPTH_MAX)
		return fail(err, ERR_FORMAT,
			    "%s:%zu: over %d elements, one in"
			    " the other",
			    s->x.prof->path, xml_line(xml), DEPTH_MAX);
	// Symbols, and modules around them, that call or are called.
	if (s->calls && element != ELEMENT_CALLS)
		element = ELEMENT_OTHER;
	s->stack[s->depth++] = element;
	switch (element) {
	case ELEMENT_EVENT:
		open_event(s, attributes);
		break;
	case ELEMENT_TIMER:
		open_timer(s, attributes);
		break;
	case ELEMENT_CLASS:
		return open_class(s, attributes, err);
	case ELEMENT_PROCESS:
		s->app = keep(&s->x.scratch, xml_attribute(attributes, "name"));
		break;
	case ELEMENT_IMAGE:
		if (!strcmp(name, "binary"))
			s->app = keep(&s->x.scratch,
				      xml_attribute(attributes, "name"));
		return opx_open(&s->x, xml_attribute(attributes, "name"),
				s->app, err);
	case ELEMENT_CALLS:
		s->calls++;
		break;
	case ELEMENT_SYMBOL:
		return open_symbol(s, xml, attributes, err);
	case ELEMENT_SYMBOLDATA:
		return open_symboldata(s, xml, attributes, err);
	case ELEMENT_DETAILS:
		open_details(s, attributes);
		break;
	case ELEMENT_DETAIL:
		open_detail(s, attributes);
		break;
	case ELEMENT_COUNT:
		return open_count(s, xml, attributes, err);
	case ELEMENT_PROFILE:
		open_profile(s, attributes);
		break;
	case ELEMENT_OTHER:
		break;
	}
	return 0;
}

static int on_close(void *arg, const struct xml *xml, struct error *err)
{
	struct state *s = arg;
	enum element element = s->stack[s->depth - 1];
	int failed = 0;

	if (element == ELEMENT_COUNT)
		failed = close_count(s, xml, err);
	else if (element == ELEMENT_IMAGE)
		failed = opx_close(&s->x, err);
	else if (element == ELEMENT_CALLS)
		s->calls--;
	else if (element == ELEMENT_SYMBOL)
		s->x.container[s->x.nr_containers - 1].nr_symbols++;
	s->depth--;
	return failed;
}

static void on_text(void *arg, struct span piece)
{
	struct state *s = arg;

	if (!s->depth || s->stack[s->depth - 1] != ELEMENT_COUNT)
		return;
	for (size_t i = 0; i < piece.len; i++) {
		char c = piece.ptr[i];

		// What is too long is no number either.
		if (!char_is_blank(c) && c != '\n' && c != '\r' &&
		    s->nr_digits < sizeof(s->digits))
			s->digits[s->nr_digits++] = c;
	}
}

/* ---- the file ------------------------------------------------------------ */

/* The XML in TEXT: what was said before it begins may stand in front. */
static struct span find_xml(struct span text, size_t *first)
{
	static const char *const starts[] = { "<?xml", "<profile" };
	const char *at = NULL;

	*first = 1;
	for (size_t i = 0; !at && i < sizeof(starts) / sizeof(*starts); i++)
		at = memmem(text.ptr, text.len, starts[i], strlen(starts[i]));
	if (!at)
		return (struct span){ text.ptr, 0 };
	for (const char *p = text.ptr; p < at; p++)
		*first += *p == '\n';
	return (struct span){ at, (size_t)(text.ptr + text.len - at) };
}

static bool has_profile(struct span text)
{
	size_t unused;
	struct span xml = find_xml(text, &unused);
	const char *at = memmem(xml.ptr, xml.len, "<profile", 8);

	// Others have an element of this name, but no schema of this kind.
	return at && memmem(at, (size_t)(xml.ptr + xml.len - at),
			    "schemaversion=", strlen("schemaversion="));
}

static int read_xml(struct input *in, const struct read_options *opts,
		    struct profile *prof, struct error *err)
{
	static const struct xml_calls calls = { on_open, on_close, on_text };
	struct state s = { .x.prof = prof };
	struct xml_end end;
	struct span data;
	size_t first;

	(void)opts;
	if (input_data(in, &data, err) < 0)
		return -1;
	struct span text = find_xml(data, &first);
	if (!text.len)
		return fail(err, ERR_FORMAT, "%s: no XML of opreport",
			    prof->path);
	if (first > 1)
		notes_add(&prof->notes, NOTE_DOUBT, "skipped", prof->path,
			  "%zu line%s in front of the XML and %s skipped",
			  first - 1, first == 2 ? " is" : "s are",
			  first == 2 ? "was" : "were");
	int failed = xml_parse(prof->path, text, first, &calls, &s, &end, err);
	while (!failed && s.x.nr_containers)
		failed = opx_close(&s.x, err);
	if (!failed)
		failed = opx_rows(&s.x, end.reason ? end.line : 0, err);
	arena_release(&s.x.scratch);
	return failed;
}

static bool sniff(struct input *in)
{
	return has_profile(in->head);
}

const struct reader reader_opreport_xml = {
	.name = "opreport-xml",
	.summary = "XML printed by opreport --xml",
	.sniff = sniff,
	.read = read_xml,
};
