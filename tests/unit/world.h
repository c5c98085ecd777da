/*
 * world.h - a random kernel: its map, and a dump of its ticks
 *
 * All of it follows from a seed.  Symbols overlap, share addresses, lie outside
 * the text or are missing; some are of a kind that never owns a tick.  What the
 * map and the dump say is kept beside their text, so that a test can work out
 * what is to be read from them.
 */
#ifndef WORLD_H
#define WORLD_H

#include "check.h"
#include "diffprof/outbuf.h"
#include "random.h"

#define SYMBOLS_MAX 160
#define SLOTS_MAX 300

static bool once_in(struct random *r, unsigned times)
{
	return below(r, times) == 0;
}

struct made_symbol {
	uint64_t addr, size;
	const char *name;
	char type;
	bool of_module;
	bool is_text;		/* by its type; and of the kernel */
	bool owns;		/* may have ticks, if inside the text */
};

struct world {
	char what[40]; /* the seed, for whoever has to find the fault */
	struct random r;
	uint64_t stext, etext;
	uint32_t step, slots;
	bool big;		/* the order of the dump */
	bool no_step;		/* its step word is 0 */
	bool wide;		/* its words have 8 bytes */
	bool modern;		/* the last counter is text */
	bool has_sizes;
	struct made_symbol symbol[SYMBOLS_MAX];
	size_t nr;
	uint32_t count[SLOTS_MAX];
	uint64_t sum;
	struct outbuf map, dump;
};

static void make_geometry(struct world *w)
{
	w->step = (uint32_t)1 << below(&w->r, 17);
	w->slots =
		1 + (uint32_t)below(&w->r, once_in(&w->r, 4) ? 4 : SLOTS_MAX);
	w->stext = once_in(&w->r, 2) ? 0xffffffff81000000u : 0xc0100000u;
	w->etext = w->stext + (uint64_t)w->slots * w->step +
		   below(&w->r, w->step);
	w->big = once_in(&w->r, 2);
	w->no_step = w->big && once_in(&w->r, 3);
	w->wide = !w->big && once_in(&w->r, 4);
	w->modern = once_in(&w->r, 3);
}

static uint64_t make_address(struct world *w)
{
	uint64_t before = w->nr ? w->symbol[w->nr - 1].addr : w->stext;

	switch (below(&w->r, 5)) {
	case 0:
		return before;
	case 1:
		return before + 1 + below(&w->r, 80);
	case 2:
		return w->stext - 100 + below(&w->r, 200);
	case 3:
		return w->etext - 100 + below(&w->r, 200);
	default:
		return w->stext + below(&w->r, w->etext - w->stext);
	}
}

static void make_symbol(struct world *w)
{
	static const char *const names[] = {
		"schedule",
		"kmem_cache_alloc",
		"help",
		"total",
		"do_IRQ",
		"foo.cold",
		"foo.isra.0",
		"__pfx_foo",
		".text.lock.dcache",
		"_raw_spin_lock",
		"f",
		"__x86_return_thunk",
		"irq_entries_start",
	};
	static const char *const nobody[] = {
		"$x", "$d.7", ".L12", "__crc_f", "__kcfi_typeid_f",
		"__sched_text_start", "__cpuidle_text_end",
	};
	static const char text_types[] = "TTTtttWwi",
			  others[] = "DdRrBbAaVvU?N";
	struct made_symbol *sym = &w->symbol[w->nr];

	*sym = (struct made_symbol){ .addr = make_address(w) };
	bool is_text = !once_in(&w->r, 4);
	sym->type = is_text ?
			    text_types[below(&w->r, sizeof(text_types) - 1)] :
			    others[below(&w->r, sizeof(others) - 1)];
	sym->of_module = once_in(&w->r, 12);
	sym->is_text = is_text && !sym->of_module;
	sym->owns = sym->is_text;
	sym->name = names[below(&w->r, sizeof(names) / sizeof(*names))];
	if (once_in(&w->r, 8)) {
		sym->name = nobody[below(&w->r,
					 sizeof(nobody) / sizeof(*nobody))];
		sym->owns = false;
	}
	if (w->has_sizes && !once_in(&w->r, 4))
		sym->size = 1 + below(&w->r, once_in(&w->r, 3) ?
						     4 * w->step : 200);
	w->nr++;
}

static void shuffle(struct world *w)
{
	for (size_t i = w->nr - 1; i; i--) {
		size_t k = below(&w->r, i + 1);
		struct made_symbol sym = w->symbol[i];

		w->symbol[i] = w->symbol[k];
		w->symbol[k] = sym;
	}
}

static int by_address(const void *a, const void *b)
{
	const struct made_symbol *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

static bool is_inside(const struct world *w, const struct made_symbol *sym)
{
	return sym->addr >= w->stext && sym->addr < w->etext;
}

static void print_symbol(struct world *w, const struct made_symbol *sym)
{
	outbuf_printf(&w->map, "%016llx ", (unsigned long long)sym->addr);
	if (sym->size)
		outbuf_printf(&w->map, "%016llx ",
			      (unsigned long long)sym->size);
	outbuf_printf(&w->map, "%c %s%s\n", sym->type, sym->name,
		      sym->of_module ? "\t[module]" : "");
}

/*
 * In order, or in none.  A loader may stop behind _etext when all was in order
 * so far, so a map in no order begins with two lines that show it.
 */
static void print_map(struct world *w, char stext_type)
{
	struct made_symbol bound = { .addr = w->stext, .type = stext_type,
				     .name = "_stext" };
	struct made_symbol end = { .addr = w->etext, .type = "TDA"[w->nr % 3],
				   .name = "_etext" };
	bool in_order = once_in(&w->r, 2);
	size_t i = 0;

	if (in_order) {
		qsort(w->symbol, w->nr, sizeof(*w->symbol), by_address);
		for (; i < w->nr && w->symbol[i].addr < w->stext; i++)
			print_symbol(w, &w->symbol[i]);
		print_symbol(w, &bound);
		for (; i < w->nr && w->symbol[i].addr < w->etext; i++)
			print_symbol(w, &w->symbol[i]);
		print_symbol(w, &end);
	} else {
		outbuf_printf(&w->map, "%016llx T behind\n%016llx T before\n",
			      (unsigned long long)w->etext + 500,
			      (unsigned long long)w->stext - 500);
		print_symbol(w, &end);
		print_symbol(w, &bound);
		shuffle(w);
	}
	for (; i < w->nr; i++)
		print_symbol(w, &w->symbol[i]);
}

static void make_map(struct world *w)
{
	size_t nr = below(&w->r, once_in(&w->r, 4) ? 5 : SYMBOLS_MAX - 2);
	bool named_bound = once_in(&w->r, 2);

	w->has_sizes = once_in(&w->r, 2);
	while (w->nr < nr)
		make_symbol(w);
	// A text without any symbol is an error.
	w->symbol[w->nr++] = (struct made_symbol){
		.addr = w->stext + below(&w->r, w->etext - w->stext),
		.type = 't', .name = "last_resort", .is_text = true,
		.owns = true,
	};
	print_map(w, named_bound ? 'T' : 'A');
	// _stext names its bytes where nothing else does.
	if (named_bound)
		w->symbol[w->nr++] = (struct made_symbol){
			.addr = w->stext, .type = 'T', .name = "_stext",
			.is_text = true, .owns = true,
		};
	qsort(w->symbol, w->nr, sizeof(*w->symbol), by_address);
	w->has_sizes = false;
	for (size_t i = 0; i < w->nr; i++)
		w->has_sizes |= w->symbol[i].is_text && w->symbol[i].size;
}

static void print_word(struct world *w, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		outbuf_char(&w->dump,
			    (char)(word >> (w->big ? 24 - 8 * i : 8 * i)));
	if (w->wide)
		outbuf_bytes(&w->dump, "\0\0\0", 4);
}

static void make_dump(struct world *w)
{
	print_word(w, w->no_step ? 0 : w->step);
	for (size_t i = 0; i < w->slots; i++) {
		uint32_t count = 0;

		switch (below(&w->r, 4)) {
		case 0:
			count = 1 + (uint32_t)below(&w->r, 5);
			break;
		case 1:
			count = (uint32_t)below(&w->r, 65536);
			break;
		case 2:
			// Without a step only small counts tell the order.
			count = w->no_step ? 0 : (uint32_t)draw(&w->r);
			break;
		}
		w->count[i] = count;
		w->sum += count;
		print_word(w, count);
	}
}

static void world_init(struct world *w, uint64_t seed)
{
	memset(w, 0, sizeof(*w));
	snprintf(w->what, sizeof(w->what), "seed %#llx",
		 (unsigned long long)seed);
	w->r.state = seed;
	make_geometry(w);
	make_map(w);
	make_dump(w);
}

static void world_release(struct world *w)
{
	outbuf_release(&w->map);
	outbuf_release(&w->dump);
}

#endif
