#include "choose.h"

/* So many are named in the error. */
#define NAMED_MAX 12

int choose_section(struct profile *prof, unsigned wanted,
		   const struct choice *choices, size_t nr, size_t *chosen,
		   struct error *err)
{
	const char *list = "";

	if (wanted > nr)
		return fail(err, ERR_USAGE,
			    "%s: --section=%u, but it holds %zu"
			    " listing%s",
			    prof->path, wanted, nr, nr == 1 ? "" : "s");
	if (wanted || nr == 1) {
		*chosen = wanted ? wanted - 1 : 0;
		return 0;
	}
	for (size_t i = 0; i < nr && i < NAMED_MAX; i++)
		list = arena_printf(&prof->arena,
				    "%s%s%zu at line %zu (%zu rows)", list,
				    i ? ", " : "", i + 1, choices[i].lineno,
				    choices[i].rows);
	return fail(err, ERR_USAGE,
		    "%s: holds %zu listings; choose with --section, or"
		    " --base-section and --test-section: %s%s",
		    prof->path, nr, list, nr > NAMED_MAX ? ", ..." : "");
}
