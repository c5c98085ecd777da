#include "diffprof/reader.h"

#include <stdio.h>

/* In the order in which they are tried: the surest signs first. */
const struct reader *const readers[] = {
	&reader_perf,
	&reader_oprofile,
	&reader_pprof,
	&reader_proc,
	&reader_perf_script,
	&reader_perf_report,
	&reader_opreport,
	&reader_readprofile,
	&reader_listing,
	&reader_folded,
	NULL,
};

const struct reader *reader_find(const char *name)
{
	for (size_t i = 0; readers[i]; i++)
		if (!strcmp(readers[i]->name, name))
			return readers[i];
	return NULL;
}

int reader_choose(struct input *in, const struct reader **reader,
		  struct error *err)
{
	char tried[256] = "";

	for (size_t i = 0; readers[i]; i++) {
		if (readers[i]->sniff(in)) {
			*reader = readers[i];
			return 0;
		}
		snprintf(tried + strlen(tried), sizeof(tried) - strlen(tried),
			 "%s%s", i ? ", " : "", readers[i]->name);
	}
	return fail(err, ERR_FORMAT,
		    "%s: not a profile in any known format (tried %s)",
		    in->path, tried);
}

const struct reader *reader_of_directory(const char *path)
{
	for (size_t i = 0; readers[i]; i++)
		if (readers[i]->sniff_directory &&
		    readers[i]->sniff_directory(path))
			return readers[i];
	return NULL;
}
