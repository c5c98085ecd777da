#include "scriptcounts.h"

static int event_of(struct script_counts *c, struct span name, size_t lineno,
		    unsigned *index, struct error *err)
{
	struct profile *prof = c->samples->prof;

	if (c->nr_events && span_eq(name, c->event)) {
		*index = c->event_id;
		return 0;
	}
	name_id id = names_intern(&prof->names, name);

	if (id >= c->cap_event_of) {
		size_t cap = 2 * (size_t)id + 64;

		c->event_of = arena_grow(c->scratch, c->event_of,
					 c->cap_event_of * sizeof(uint32_t),
					 cap * sizeof(uint32_t));
		memset(c->event_of + c->cap_event_of, 0,
		       (cap - c->cap_event_of) * sizeof(uint32_t));
		c->cap_event_of = cap;
	}
	if (!c->event_of[id]) {
		if (c->nr_events == UINT16_MAX)
			return fail(err, ERR_LIMIT,
				    "%s:%zu: more than %d events", prof->path,
				    lineno, UINT16_MAX);
		ARENA_ROOM(c->scratch, c->events, c->nr_events, c->cap_events);
		c->events[c->nr_events++] = (struct script_event){ 0 };
		name = name.len ? name : SPAN("");
		c->event_of[id] = profile_event(prof, name, NULL) + 1;
	}
	c->event = name;
	c->event_id = *index = c->event_of[id] - 1;
	return 0;
}

static name_id comm_of(struct script_counts *c, struct span comm)
{
	if (!c->samples->keep_comm)
		return NAME_NONE;
	if (!span_eq(comm, c->comm)) {
		c->comm = comm;
		c->comm_id = names_intern(&c->samples->prof->names, comm);
	}
	return c->comm_id;
}

static void note_period(struct script_counts *c, unsigned index,
			const struct script_head *head)
{
	struct script_event *event = &c->events[index];
	struct event *counted = &c->samples->prof->events[index];

	if (head->has_period)
		counted->weight_unit = event_period_unit(counted);
	if (!event->nr++)
		event->period = head->period;
	event->varies |= !head->has_period || head->period != event->period;
}

int script_count(struct script_counts *c, const struct script_head *head,
		 struct script_chain *chain, size_t lineno, struct error *err)
{
	unsigned event = 0;

	if (event_of(c, head->event, lineno, &event, err) < 0)
		return -1;
	const struct sample_key key = {
		.node = chain->node,
		.comm = comm_of(c, head->comm),
		.cpu = c->samples->keep_cpu ? head->cpu : CPU_NONE,
		.event = (uint16_t)event,
		.mode = chain->mode,
	};

	note_period(c, event, head);
	c->nowhere += chain->nowhere;
	if (chain->counted && chain->key.comm == key.comm &&
	    chain->key.cpu == key.cpu && chain->key.event == key.event)
		return samples_again(c->samples, chain->sample, 1, head->period,
				     err);
	chain->counted = true;
	chain->key = key;
	return samples_add(c->samples, &key, 1, head->period, &chain->sample,
			   err);
}

void script_counts_settle(const struct script_counts *c)
{
	struct profile *prof = c->samples->prof;

	for (size_t i = 0; i < prof->nr_events; i++) {
		struct event *event = &prof->events[i];
		const struct script_event *seen = &c->events[i];

		event->total = event->listed;
		event->has_total = true;
		// What all samples stand for alike is the period asked for.
		if (event->rate_kind == RATE_UNKNOWN && seen->nr > 1 &&
		    !seen->varies && seen->period) {
			event->rate_kind = RATE_PERIOD;
			event->rate = (double)seen->period;
		}
	}
}
