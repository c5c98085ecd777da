#include "rows.h"

#include "diffprof/tasks.h"

/*
 * Rows are made in pieces, so many rows each; when as many pieces are there as
 * make a wave, they are put behind each other.  So the bytes of all rows are
 * never in memory twice.
 */
#define PIECE 128
#define WAVE ((size_t)32)

struct wave {
	const struct view *view;
	const void *const *rows;
	size_t nr;
	rows_put *put;
	const void *arg;
	struct outbuf piece[WAVE];
};

static void put_piece(void *data, size_t i)
{
	struct wave *wave = data;
	struct arena scratch = { 0 };
	size_t end = (i + 1) * PIECE;

	for (size_t k = i * PIECE; k < wave->nr && k < end; k++)
		wave->put(&wave->piece[i], wave->view, wave->rows[k], wave->arg,
			  &scratch);
	arena_release(&scratch);
}

void rows_print_some(struct outbuf *out, const struct view *view,
		     const void *const *rows, size_t nr, rows_put *put,
		     const void *arg)
{
	struct wave wave = { .view = view, .put = put, .arg = arg };

	for (size_t done = 0; done < nr; done += wave.nr) {
		wave.rows = rows + done;
		wave.nr = nr - done < WAVE * PIECE ? nr - done : WAVE * PIECE;
		tasks_run((wave.nr + PIECE - 1) / PIECE, true, put_piece,
			  &wave);
		for (size_t i = 0; i < WAVE; i++) {
			outbuf_bytes(out, wave.piece[i].data,
				     wave.piece[i].len);
			wave.piece[i].len = 0;
		}
		outbuf_drain(out);
	}
	for (size_t i = 0; i < WAVE; i++)
		outbuf_release(&wave.piece[i]);
}

void rows_print(struct outbuf *out, const struct view *view, rows_put *put,
		const void *arg)
{
	size_t total = 0;

	while (total < view->nr && view->rows[total] != view->total)
		total++;
	rows_print_some(out, view, view->rows, total, put, arg);
	if (total < view->nr)
		rows_print_some(out, view, view->rows + total + 1,
				view->nr - total - 1, put, arg);
	rows_print_some(out, view, view->uncertain, view->nr_uncertain, put,
			arg);
}
