/*
 * xml.h - the elements of an XML text, one after another
 *
 * Nothing outside of the text is ever read, and a text that declares a document
 * type, which is where entities would come from, is refused: nothing that is
 * read here has one.
 */
#ifndef READ_XML_H
#define READ_XML_H

#include <stddef.h>

#include "diffprof/error.h"
#include "diffprof/span.h"

/* Names and values, in turn, ended by NULL. */
typedef const char *const *xml_attributes;

struct xml;

/* Called with ARG; what fails ends the parsing. */
struct xml_calls {
	int (*open)(void *arg, const struct xml *xml, const char *name,
		    xml_attributes attributes, struct error *err);
	int (*close)(void *arg, const struct xml *xml, struct error *err);
	/* A piece of the text between two tags. */
	void (*text)(void *arg, struct span piece);
};

/* How a text ended. */
struct xml_end {
	const char *reason; /* NULL: as it should; else not all is there */
	size_t line;
};

/*
 * Parse TEXT, whose first line is line FIRST of the file PATH.  Fails with
 * ERR_FORMAT where it is no XML; where it only ends too early, END says so.
 */
int xml_parse(const char *path, struct span text, size_t first,
	      const struct xml_calls *calls, void *arg, struct xml_end *end,
	      struct error *err);

/* The line of the file at which the parser is. */
size_t xml_line(const struct xml *xml);

/* The value of attribute NAME; no bytes if there is none. */
struct span xml_attribute(xml_attributes attributes, const char *name);

#endif
