#include "annotating.h"

int annotating_print(struct comparison *c, struct outbuf *out,
		     struct error *err)
{
	const struct options *opts = c->opts;
	struct annotated_options format = opts->annotated_format;
	const struct annotate_options options = {
		.base_source = options_side(opts, SIDE_BASE).source,
		.test_source = options_side(opts, SIDE_TEST).source,
		.instructions = format.instructions,
	};
	struct annotation *anns =
		arena_alloc(&c->arena, c->nr_views * sizeof(*anns));

	format.color = opts->format.color;
	format.width = opts->format.width;
	for (size_t i = 0; i < c->nr_views; i++) {
		const struct diff_row *row;

		if (annotate_find(&c->diffs[i], opts->symbol, &row, err) < 0 ||
		    annotate(&c->diffs[i], row, &options, &c->arena, &anns[i],
			     err) < 0)
			return -1;
		notes_join(&c->notes, &anns[i].notes);
	}
	if (opts->strict && comparison_refuse_doubts(&c->notes, err) < 0)
		return -1;
	opts->annotated->print(anns, c->nr_views, &format, out);
	return 0;
}
