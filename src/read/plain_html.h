/*
 * plain_html.h - the text of a page, for plain.c
 */
#ifndef READ_PLAIN_HTML_H
#define READ_PLAIN_HTML_H

#include "diffprof/span.h"

/* Has HEAD tags of a page, or what HTML writes for a character? */
bool html_is_in(struct span head);
/* Of LEN bytes at TEXT, in place; how many are left: never more. */
size_t html_to_text(char *text, size_t len);

#endif
