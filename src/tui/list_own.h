/*
 * list_own.h - what the files of the list have of each other
 */
#ifndef LIST_OWN_H
#define LIST_OWN_H

#include "list.h"

/* The rows of the comparison or listing behind VIEW, in no order of its own. */
size_t list_nr_source(const struct view *view);
const void *list_source(const struct view *view, size_t i);

/* Is ROW of VIEW shown with FILTER?  SCRATCH keeps its name. */
bool list_passes(const struct list *list, const struct view *view,
		 const void *row, const struct pattern *filter,
		 struct arena *scratch);

/* What SOURCE is a view of, as CHOOSE says, in ARENA. */
void list_make_view(const struct view *source,
		    const struct view_options *choose, struct arena *arena,
		    struct view *view);

/* To ROW, now or when it comes. */
void list_go_to(struct list *list, const void *row);

#endif
