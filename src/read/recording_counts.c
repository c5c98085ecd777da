#include "recording_counts.h"

#include "diffprof/textlines.h"

struct numbered_image {
	uint32_t object;
	name_id image;
};

struct counts_reading {
	const struct recording *rec;
	struct samples *s;
	struct profile *prof;
	unsigned event;
	uint32_t kernel;
	name_id unknown;
	/* By number, less 1. */
	name_id *comms;
	size_t nr_comms, cap_comms;
	struct numbered_image *images;
	size_t nr_images, cap_images;
	uint32_t *frames; /* of a chain, the leaf first */
	size_t nr_frames, cap_frames;
};

/* A number from 1 up to NR. */
static bool take_number(struct span word, size_t nr, size_t *number)
{
	uint64_t value;

	if (span_count(word, &value) != NUMBER_OK || !value || value > nr)
		return false;
	*number = (size_t)value;
	return true;
}

/* "1 make": the next number, and the rest of the line, which may be empty. */
static bool take_new(struct span *line, size_t last)
{
	struct span word;
	size_t number;

	if (!span_word(line, &word) || !take_number(word, last + 1, &number) ||
	    number != last + 1)
		return false;
	*line = span_trim(*line);
	return true;
}

static bool take_comm(struct counts_reading *r, struct span line)
{
	if (!take_new(&line, r->nr_comms))
		return false;
	line = recording_cell(line, &r->prof->arena);
	ARENA_ROOM(&r->prof->arena, r->comms, r->nr_comms, r->cap_comms);
	r->comms[r->nr_comms++] = names_intern(&r->prof->names, line);
	return true;
}

static bool take_image(struct counts_reading *r, struct span line)
{
	struct arena *arena = &r->prof->arena;
	struct numbered_image image;
	struct span id;

	if (!take_new(&line, r->nr_images) || !span_word(&line, &id))
		return false;
	struct span path = recording_cell(span_trim(line), arena);
	image.object = samples_object(r->s, OBJECT_USER);
	image.image = profile_image(r->prof, path);
	struct object *object = &r->s->objects[image.object];
	object->space = ADDRESS_FILE;
	object->image = image.image;
	object->path = arena_strndup(arena, path.ptr, path.len);
	if (!span_is(id, "-"))
		object->build_id = arena_strndup(arena, id.ptr, id.len);
	ARENA_ROOM(arena, r->images, r->nr_images, r->cap_images);
	r->images[r->nr_images++] = image;
	return true;
}

/* "1+2c450" or "1+". */
static bool take_place(struct counts_reading *r, struct span word,
		       const char *plus, uint32_t *frame)
{
	struct span number = { word.ptr, (size_t)(plus - word.ptr) };
	struct span offset = { plus + 1, word.len - number.len - 1 };
	uint64_t addr;
	size_t image;

	if (!take_number(number, r->nr_images, &image))
		return false;
	if (!offset.len)
		*frame = samples_frame_named(r->s, r->unknown,
					     r->images[image - 1].image, 0, 0);
	else if (span_hex(offset, &addr))
		*frame = samples_frame_at(r->s, r->images[image - 1].object,
					  addr);
	else
		return false;
	return true;
}

static bool take_frame(struct counts_reading *r, struct span word)
{
	const char *plus = memchr(word.ptr, '+', word.len);
	uint32_t frame;
	uint64_t addr;

	if (plus) {
		if (!take_place(r, word, plus, &frame))
			return false;
	} else if (span_hex(word, &addr)) {
		frame = samples_frame_at(r->s, r->kernel, addr);
	} else {
		return false;
	}
	ARENA_ROOM(&r->prof->arena, r->frames, r->nr_frames, r->cap_frames);
	r->frames[r->nr_frames++] = frame;
	return true;
}

static bool take_chain(struct counts_reading *r, struct span line,
		       uint32_t *node)
{
	struct span word;

	r->nr_frames = 0;
	while (span_word(&line, &word)) {
		if (!take_frame(r, word))
			return false;
		if (!r->s->keep_chains)
			break;
	}
	*node = NODE_ROOT;
	for (size_t i = r->nr_frames; i-- > 0;)
		*node = samples_node(r->s, *node, r->frames[i]);
	return r->nr_frames;
}

static bool take_key(struct counts_reading *r, struct span *line,
		     struct sample_key *key)
{
	struct span mode, cpu, comm;
	const char *letter;
	uint64_t number = 0;
	size_t command;

	if (!span_word(line, &mode) || !span_word(line, &cpu) ||
	    !span_word(line, &comm) || mode.len != 1)
		return false;
	letter = memchr(RECORDING_MODES, mode.ptr[0],
			sizeof(RECORDING_MODES) - 1);
	if (!letter)
		return false;
	key->mode = (uint8_t)(letter - RECORDING_MODES);
	if (!span_is(cpu, "-")) {
		if (span_count(cpu, &number) != NUMBER_OK || number > INT32_MAX)
			return false;
		key->cpu = (int32_t)number;
	}
	if (!span_is(comm, "-")) {
		if (!take_number(comm, r->nr_comms, &command))
			return false;
		key->comm = r->comms[command - 1];
	}
	return true;
}

/* What is wrong is the caller's to say, unless ERR has it. */
static bool take_samples(struct counts_reading *r, struct span line,
			 struct error *err)
{
	struct sample_key key = { .cpu = CPU_NONE,
				  .event = (uint16_t)r->event };
	struct span count, weight;
	uint64_t samples, stand_for;
	uint32_t index;

	return span_word(&line, &count) && span_word(&line, &weight) &&
	       span_count(count, &samples) == NUMBER_OK &&
	       span_count(weight, &stand_for) == NUMBER_OK &&
	       take_key(r, &line, &key) && take_chain(r, line, &key.node) &&
	       samples_add(r->s, &key, samples, stand_for, &index, err) == 0;
}

static bool take_line(struct counts_reading *r, struct span line,
		      struct error *err)
{
	struct span rest = line, word;

	if (!span_word(&rest, &word))
		return true;
	if (span_is(word, "comm"))
		return take_comm(r, rest);
	if (span_is(word, "image"))
		return take_image(r, rest);
	return take_samples(r, line, err);
}

int recording_counts_read(const struct recording *rec, const char *name,
			  struct span text, struct samples *samples,
			  unsigned event, uint32_t kernel, struct error *err)
{
	struct textlines lines = textlines_begin(text);
	struct counts_reading r = {
		.rec = rec,
		.s = samples,
		.prof = samples->prof,
		.event = event,
		.kernel = kernel,
		.unknown = names_intern(&samples->prof->names,
					SPAN(SYMBOL_UNKNOWN)),
	};
	struct span line;

	err->kind = ERR_NONE;
	while (textlines_next(&lines, &line)) {
		if (take_line(&r, line, err))
			continue;
		if (err->kind != ERR_NONE)
			return -1;
		return fail(err, ERR_FORMAT,
			    "%s: %s:%zu: neither a command, an image, nor"
			    " samples: \"%.*s\"",
			    rec->path, name, lines.lineno,
			    line.len < 60 ? (int)line.len : 60, line.ptr);
	}
	return 0;
}
