#include "xml.h"

#include <expat.h>

/* The parser takes an int; a call for each of these costs nothing. */
#define PIECE ((size_t)1 << 20)

struct xml {
	XML_Parser parser;
	const struct xml_calls *calls;
	void *arg;
	size_t first;
	bool failed;
	bool whole; /* the outermost element is closed */
	unsigned depth;
	struct error *err;
	const char *path;
};

size_t xml_line(const struct xml *xml)
{
	return xml->first + XML_GetCurrentLineNumber(xml->parser) - 1;
}

struct span xml_attribute(xml_attributes attributes, const char *name)
{
	for (; attributes[0]; attributes += 2)
		if (!strcmp(attributes[0], name))
			return span_of(attributes[1]);
	return (struct span){ "", 0 };
}

static void stop(struct xml *xml)
{
	xml->failed = true;
	XML_StopParser(xml->parser, XML_FALSE);
}

static void on_open(void *arg, const XML_Char *name,
		    const XML_Char **attributes)
{
	struct xml *xml = arg;

	// Calls that were on their way may still come behind a stop.
	xml->depth++;
	if (!xml->failed &&
	    xml->calls->open(xml->arg, xml, name, attributes, xml->err) < 0)
		stop(xml);
}

static void on_close(void *arg, const XML_Char *name)
{
	struct xml *xml = arg;

	(void)name;
	xml->whole |= --xml->depth == 0;
	if (!xml->failed && xml->calls->close(xml->arg, xml, xml->err) < 0)
		stop(xml);
}

static void on_text(void *arg, const XML_Char *text, int len)
{
	struct xml *xml = arg;

	if (!xml->failed)
		xml->calls->text(xml->arg, (struct span){ text, (size_t)len });
}

static void on_doctype(void *arg, const XML_Char *name, const XML_Char *system,
		       const XML_Char *public, int internal)
{
	struct xml *xml = arg;

	(void)name;
	(void)system;
	(void)public;
	(void)internal;
	if (xml->failed)
		return;
	fail(xml->err, ERR_FORMAT,
	     "%s:%zu: it declares a document type, which such a file does not",
	     xml->path, xml_line(xml));
	stop(xml);
}

/* Does the text only lack its end? */
static bool is_cut(enum XML_Error code)
{
	return code == XML_ERROR_NO_ELEMENTS ||
	       code == XML_ERROR_UNCLOSED_TOKEN ||
	       code == XML_ERROR_PARTIAL_CHAR ||
	       code == XML_ERROR_UNCLOSED_CDATA_SECTION;
}

static int ended(struct xml *xml, bool last, struct xml_end *end)
{
	enum XML_Error code = XML_GetErrorCode(xml->parser);

	if (xml->failed)
		return -1;
	end->line = xml_line(xml);
	if (xml->whole)
		return 0; // Whatever stands behind it.
	if (!last || !is_cut(code))
		return fail(xml->err, ERR_FORMAT, "%s:%zu: %s", xml->path,
			    end->line, XML_ErrorString(code));
	end->reason = "it ends before its outermost element does";
	return 0;
}

int xml_parse(const char *path, struct span text, size_t first,
	      const struct xml_calls *calls, void *arg, struct xml_end *end,
	      struct error *err)
{
	struct xml xml = { .calls = calls,
			   .arg = arg,
			   .first = first,
			   .err = err,
			   .path = path };
	int status = 0;

	xml.parser = XML_ParserCreate(NULL);
	if (!xml.parser)
		return fail(err, ERR_LIMIT, "%s: no memory for its XML", path);
	XML_SetUserData(xml.parser, &xml);
	XML_SetElementHandler(xml.parser, on_open, on_close);
	XML_SetCharacterDataHandler(xml.parser, on_text);
	XML_SetStartDoctypeDeclHandler(xml.parser, on_doctype);
	*end = (struct xml_end){ .reason = NULL };
	for (bool last = false; !last;) {
		size_t len = text.len < PIECE ? text.len : PIECE;

		last = len == text.len;
		if (XML_Parse(xml.parser, text.ptr, (int)len, last) !=
		    XML_STATUS_OK) {
			status = ended(&xml, last, end);
			break;
		}
		text.ptr += len;
		text.len -= len;
	}
	XML_ParserFree(xml.parser);
	return status;
}
