#include "recorder.h"

#include <stdio.h>
#include <unistd.h>

#include "diffprof/record.h"

/* ---- progress, on a terminal --------------------------------------------- */

struct progress {
	bool shown; /* a line that is to be overwritten */
	double next; /* when it is worth another one, by the clock of the step */
	unsigned run;
	bool alone; /* nobody else writes to the terminal */
};

static void clear(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}

static void ran(const struct record_state *s)
{
	fprintf(stderr, "diffprof: run %u of %u: %.2f s", s->run, s->runs,
		s->elapsed);
	if (s->samples)
		fprintf(stderr, ", %llu samples",
			(unsigned long long)s->samples);
	if (s->lost)
		fprintf(stderr, ", %llu lost", (unsigned long long)s->lost);
	fputc('\n', stderr);
}

static void show(void *arg, const struct record_state *s)
{
	static const char *const words[] = {
		[RECORD_PREPARING] = "preparing",
		[RECORD_WARMING] = "warming up",
		[RECORD_COOLING] = "cooling down",
		[RECORD_RUNNING] = "recording",
	};
	struct progress *p = arg;

	if (s->step == RECORD_RAN) {
		clear(p);
		ran(s);
		p->next = 0;
		return;
	}
	// The command has the terminal for itself.
	if (!p->alone && s->step != RECORD_COOLING)
		return;
	if (s->elapsed < p->next && s->run == p->run)
		return;
	clear(p);
	fprintf(stderr, "diffprof: %s, run %u of %u, %.0f s", words[s->step],
		s->run, s->runs, s->elapsed);
	fflush(stderr);
	p->shown = true;
	p->run = s->run;
	p->next = s->elapsed + 1;
}

/* ---- the file ------------------------------------------------------------ */

static const char *directory_of(const char *path, struct arena *arena)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return ".";
	return arena_strndup(arena, path, slash == path ? 1 :
					  (size_t)(slash - path));
}

static int check_file_free(const struct options *opts, struct error *err)
{
	const char *path = opts->output_path;

	if (!path)
		return fail(err, ERR_USAGE,
			    "where to? give the file of the recording with -o");
	if (!access(path, F_OK)) {
		if (!opts->record.force)
			return fail(err, ERR_USAGE,
				    "%s: is there already; --force replaces it",
				    path);
		return access(path, W_OK) < 0 ? fail_errno(err, "%s", path) : 0;
	}
	struct arena arena = { 0 };
	const char *directory = directory_of(path, &arena);
	int failed = access(directory, W_OK) < 0 ?
			     fail_errno(err, "%s: cannot write to %s", path,
					directory) :
			     0;

	arena_release(&arena);
	return failed;
}

static int write_file(const struct options *opts, const struct outbuf *file,
		      struct error *err)
{
	const char *path = opts->output_path;
	struct arena arena = { 0 };

	// Whoever made it meanwhile keeps it, and so are the runs kept.
	if (!opts->record.force && !access(path, F_OK))
		path = arena_printf(&arena, "%s.%d", path, (int)getpid());
	int failed = outbuf_write(file, path, err);
	if (!failed && path != opts->output_path)
		failed = fail(err, ERR_IO,
			      "%s: somebody made it meanwhile; the recording is"
			      " %s",
			      opts->output_path, path);
	arena_release(&arena);
	return failed;
}

static char **command_of(const struct options *opts, struct arena *arena)
{
	const struct group *words = &opts->groups[0];
	char **command;

	if (!words->nr)
		return NULL;
	command = arena_zalloc(arena, (words->nr + 1) * sizeof(*command));
	for (size_t i = 0; i < words->nr; i++)
		command[i] = arena_strdup(arena, words->paths[i]);
	return command;
}

int recorder_run(const struct options *opts, struct notes *notes,
		   int *status, struct error *err)
{
	const struct record_options *o = &opts->record;
	struct progress progress = {
		.alone = !opts->groups[0].nr || !isatty(STDOUT_FILENO),
	};
	struct arena arena = { 0 };
	struct outbuf file = { 0 };
	const struct record_request request = {
		.command = command_of(opts, &arena),
		.live = o->live,
		.runs = o->runs ? o->runs : 1,
		.warmup = o->warmup,
		.prepare = o->prepare,
		.cooldown = o->cooldown,
		.sampler = o->sampler,
		.event = o->event,
		.frequency = o->frequency,
		.chains = o->chains,
		.user = o->user,
		.tell = !opts->quiet && isatty(STDERR_FILENO) ? show : NULL,
		.arg = &progress,
	};
	int failed = -1;

	if (o->live > 0 && request.command)
		fail(err, ERR_USAGE, "--live: the system is recorded without a"
				     " command; `timeout %g COMMAND' records a"
				     " command for so long",
		     o->live);
	else
		failed = check_file_free(opts, err);
	if (!failed)
		failed = record(&request, &file, notes, status, err);
	clear(&progress);
	if (!failed)
		failed = write_file(opts, &file, err);
	outbuf_release(&file);
	arena_release(&arena);
	return failed;
}
