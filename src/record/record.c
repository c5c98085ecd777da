#include "diffprof/record.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "diffprof/pack.h"
#include "diffprof/recording.h"
#include "child.h"
#include "machine.h"
#include "procprofile.h"
#include "sampling.h"

#define PROFILE "/proc/profile"
/* How often is looked at the samplers. */
#define TICK_MS 100

struct recorder {
	const struct record_request *request;
	struct notes *notes;
	bool by_proc;
	struct sampling sampling;
	struct procprofile proc;
	struct pollfd *fds; /* of the samplers */
	struct outbuf symbols, counted; /* of the run */
	struct outbuf meta, runs; /* of the file; a tar without its end */
	unsigned whole; /* runs in it */
	int status; /* the first that is not 0, as a shell has it */
	int signal; /* that came before there was anything to keep; or 0 */
	struct child child; /* the last that ran */
	struct arena arena;
};

static void tell(struct recorder *r, enum record_step step, unsigned run,
		 unsigned runs, double start)
{
	const struct record_request *request = r->request;

	if (request->tell)
		request->tell(request->arg,
			      &(struct record_state){
				      .step = step,
				      .run = run,
				      .runs = runs,
				      .elapsed = child_clock() - start,
				      .samples = r->sampling.tally.samples,
				      .lost = r->sampling.lost,
			      });
}

static bool interrupted(void)
{
	int first;

	return signals_came(&first) != 0;
}

/* ---- samplers ------------------------------------------------------------ */

/* What only perf can do. */
static bool wants_perf(const struct record_request *request)
{
	return request->event || request->frequency || request->chains ||
	       request->user;
}

static int open_sampler(struct recorder *r, struct error *err)
{
	const struct record_request *request = r->request;
	const struct sampling_options opts = {
		.event = request->event,
		.frequency = request->frequency,
		.chains = request->chains,
		.user = request->user,
	};

	r->by_proc = request->sampler ? !strcmp(request->sampler, "proc") :
					!wants_perf(request) &&
						procprofile_exists(PROFILE);
	if (r->by_proc && wants_perf(request))
		return fail(err, ERR_USAGE,
			    "--sampler=proc: /proc/profile knows no --event,"
			    " --frequency, -g or --user; take --sampler=perf"
			    " for these");
	if (r->by_proc)
		return procprofile_begin(&r->proc, PROFILE, err);
	if (sampling_open(&r->sampling, &opts, err) < 0)
		return -1;
	r->fds = arena_zalloc(&r->arena,
			      r->sampling.rings.nr * sizeof(*r->fds));
	for (size_t i = 0; i < r->sampling.rings.nr; i++)
		r->fds[i] = (struct pollfd){ .fd = r->sampling.rings.ring[i].fd,
					     .events = POLLIN };
	return 0;
}

static int begin_sampling(struct recorder *r, struct error *err)
{
	if (r->by_proc)
		return procprofile_begin(&r->proc, PROFILE, err);
	sampling_begin(&r->sampling);
	return 0;
}

static int end_sampling(struct recorder *r, struct error *err)
{
	r->counted.len = 0;
	if (r->by_proc)
		return procprofile_end(&r->proc, &r->counted, err);
	if (sampling_end(&r->sampling, err) < 0)
		return -1;
	tally_print(&r->sampling.tally, &r->counted);
	return 0;
}

/* ---- runs ---------------------------------------------------------------- */

/* Wait a little, or for a signal; take what the samplers have if SAMPLED. */
static int wait_a_little(struct recorder *r, bool sampled, double left,
			 struct error *err)
{
	int milliseconds = left * 1000 < TICK_MS ? (int)(left * 1000) + 1 :
						   TICK_MS;

	signals_wait(r->fds, sampled && !r->by_proc ? r->sampling.rings.nr : 0,
		     milliseconds);
	return sampled && !r->by_proc ? sampling_take(&r->sampling, err) : 0;
}

/* Whoever is asked a second time is not asked any more. */
static void end_child(const struct child *child)
{
	int first;

	if (signals_came(&first) > 1)
		kill(child->pid, SIGKILL);
	else if (signals_came(&first) && first != SIGINT)
		kill(child->pid, first);
}

/* Run WORDS to its end. */
static int run_command(struct recorder *r, char *const *words, bool sampled,
		       const struct record_state *state, struct error *err)
{
	struct child *child = &r->child;
	unsigned seen = 0;
	int first;

	if (child_start(child, words, err) < 0)
		return -1;
	if (sampled && begin_sampling(r, err) < 0) {
		kill(child->pid, SIGKILL);
		return -1;
	}
	if (child_go(child, words[0], err) < 0)
		return -1;
	while (!child_has_ended(child)) {
		if (wait_a_little(r, sampled, 1, err) < 0)
			return -1;
		if (signals_came(&first) > seen) {
			seen = signals_came(&first);
			end_child(child);
		}
		tell(r, state->step, state->run, state->runs, child->start);
	}
	return sampled ? end_sampling(r, err) : 0;
}

/* The system as it is, for a time. */
static int run_live(struct recorder *r, const struct record_state *state,
		    struct error *err)
{
	struct child *c = &r->child;
	double user, system;

	*c = (struct child){ .pid = 0 };
	machine_times("", &c->user, &c->system);
	if (begin_sampling(r, err) < 0)
		return -1;
	c->start = child_clock();
	while ((c->elapsed = child_clock() - c->start) < r->request->live &&
	       !interrupted()) {
		if (wait_a_little(r, true, r->request->live - c->elapsed,
				  err) < 0)
			return -1;
		tell(r, state->step, state->run, state->runs, c->start);
	}
	if (end_sampling(r, err) < 0)
		return -1;
	machine_times("", &user, &system);
	c->user = user - c->user;
	c->system = system - c->system;
	return 0;
}

/* --prepare, by the shell. */
static int prepare(struct recorder *r, struct error *err)
{
	const char *const words[] = { "sh", "-c", r->request->prepare, NULL };
	const struct record_state state = { .step = RECORD_PREPARING };

	if (!r->request->prepare)
		return 0;
	if (run_command(r, (char *const *)words, false, &state, err) < 0)
		return -1;
	if (child_exit_status(r->child.status) && !interrupted())
		return fail(err, ERR_USAGE, "--prepare: \"%s\" ended with %d",
			    r->request->prepare,
			    child_exit_status(r->child.status));
	return 0;
}

static void cool_down(struct recorder *r, unsigned run)
{
	double start = child_clock(), left;
	struct error unused;

	while ((left = r->request->cooldown + start - child_clock()) > 0 &&
	       !interrupted()) {
		tell(r, RECORD_COOLING, run, r->request->runs, start);
		wait_a_little(r, false, left, &unused);
	}
}

/* ---- the file ------------------------------------------------------------ */

#define PACKED_FROM 4096

/* Add a file to the tar, packed if it is large. */
static int put_file(struct outbuf *tar, const char *name, struct span bytes,
		    struct error *err)
{
	char path[USTAR_PATH_MAX + 1];
	struct outbuf packed = { 0 };
	uint64_t now = (uint64_t)time(NULL);

	if (bytes.len < PACKED_FROM) {
		ustar_put(tar, name, bytes, now);
		return 0;
	}
	if (pack_zstd(bytes, &packed, err) < 0)
		return -1;
	snprintf(path, sizeof(path), "%s.zst", name);
	ustar_put(tar, path, (struct span){ packed.data, packed.len }, now);
	outbuf_release(&packed);
	return 0;
}

static struct span bytes_of(const struct outbuf *text)
{
	return (struct span){ text->data, text->len };
}

/* Add the run that has just ended to the file, as the NRth. */
static int put_run(struct recorder *r, unsigned nr, struct error *err)
{
	const struct child *c = &r->child;
	struct outbuf times = { 0 };
	char name[32];

	outbuf_printf(&times, "elapsed: %.6f\nuser: %.6f\nsystem: %.6f\n",
		      c->elapsed, c->user, c->system);
	if (c->elapsed > 0)
		outbuf_printf(&times, "cpu: %.2f\n",
			      100 * (c->user + c->system) / c->elapsed);
	outbuf_printf(&times, "exit: %d\n", child_exit_status(c->status));
	if (!r->by_proc)
		outbuf_printf(&times, "samples: %llu\nlost: %llu\n",
			      (unsigned long long)r->sampling.tally.samples,
			      (unsigned long long)r->sampling.lost);
	snprintf(name, sizeof(name), "%u/times", nr);
	int failed = put_file(&r->runs, name, bytes_of(&times), err);
	outbuf_release(&times);
	snprintf(name, sizeof(name), "%u/%s", nr,
		 r->by_proc ? "profile" : "counts");
	return failed ? -1 :
			put_file(&r->runs, name, bytes_of(&r->counted), err);
}

/* A word as a shell would take it. */
static void put_word(struct outbuf *out, const char *word)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "abcdefghijklmnopqrstuvwxyz"
				    "0123456789_-+=./:,@%";

	if (*word && !word[strspn(word, plain)]) {
		outbuf_text(out, word);
		return;
	}
	outbuf_char(out, '\'');
	for (; *word; word++)
		if (*word == '\'')
			outbuf_text(out, "'\\''");
		else
			outbuf_char(out, *word);
	outbuf_char(out, '\'');
}

static void describe(struct recorder *r)
{
	const struct record_request *request = r->request;
	struct outbuf *meta = &r->meta, command = { 0 };

	outbuf_printf(meta, RECORDING_KEY ": %d\n", RECORDING_VERSION);
	for (char *const *word = request->command; word && *word; word++) {
		if (word != request->command)
			outbuf_char(&command, ' ');
		put_word(&command, *word);
	}
	machine_put(meta, "command", bytes_of(&command));
	outbuf_release(&command);
	if (!request->command)
		outbuf_printf(meta, "live: %g\n", request->live);
	machine_describe("", meta);
	outbuf_printf(meta, "sampler: %s\n", r->by_proc ? "proc" : "perf");
	if (r->by_proc)
		return;
	outbuf_printf(meta, "event: %s\nweight: period\n%s: %llu\n",
		      r->sampling.event,
		      r->sampling.attr.freq ? "frequency" : "period",
		      (unsigned long long)r->sampling.attr.sample_freq);
	outbuf_printf(meta, "user: %s\n", request->user ? "yes" : "no");
}

static int make_file(struct recorder *r, struct outbuf *file,
		     struct error *err)
{
	struct outbuf modules = { 0 };

	machine_modules("", &modules);
	int failed = put_file(file, "meta", bytes_of(&r->meta), err);
	if (!failed)
		failed = put_file(file, "symbols", bytes_of(&r->symbols), err);
	if (!failed)
		failed = put_file(file, "modules", bytes_of(&modules), err);
	outbuf_bytes(file, r->runs.data, r->runs.len);
	ustar_end(file);
	outbuf_release(&modules);
	return failed;
}

/* ---- all of it ----------------------------------------------------------- */

static int warm_up(struct recorder *r, struct error *err)
{
	const struct record_request *request = r->request;

	for (unsigned i = 1; i <= request->warmup && request->command; i++) {
		const struct record_state state = { RECORD_WARMING, i,
						    request->warmup, 0, 0, 0 };

		if (interrupted())
			return 0;
		if (prepare(r, err) < 0 ||
		    run_command(r, request->command, false, &state, err) < 0)
			return -1;
	}
	return 0;
}

static int run_once(struct recorder *r, unsigned run, struct error *err)
{
	const struct record_request *request = r->request;
	const struct record_state state = { RECORD_RUNNING, run, request->runs,
					    0, 0, 0 };

	if (run > 1)
		cool_down(r, run);
	if (prepare(r, err) < 0)
		return -1;
	if (interrupted())
		return 0;
	if ((request->command ? run_command(r, request->command, true, &state,
					    err) :
				run_live(r, &state, err)) < 0)
		return -1;
	tell(r, RECORD_RAN, run, request->runs, r->child.start);
	if (!r->status)
		r->status = child_exit_status(r->child.status);
	// What was live is whole whenever it ends.
	if (interrupted() && request->command && r->whole)
		return 0;
	if (put_run(r, r->whole + 1, err) < 0)
		return -1;
	r->whole++;
	return 0;
}

static int run_all(struct recorder *r, struct error *err)
{
	const struct record_request *request = r->request;

	if (warm_up(r, err) < 0)
		return -1;
	for (unsigned run = 1; run <= request->runs && !interrupted(); run++)
		if (run_once(r, run, err) < 0)
			return -1;
	if (!r->whole) {
		signals_came(&r->signal);
		return fail(err, ERR_IO, "interrupted before the first run");
	}
	if (r->whole < request->runs)
		notes_add(r->notes, NOTE_DOUBT, "interrupted", NULL,
			  "interrupted; %u of %u runs are whole, and kept",
			  r->whole, request->runs);
	else if (interrupted() && request->command)
		notes_add(r->notes, NOTE_DOUBT, "interrupted", NULL,
			  "the run was interrupted; what there is of it is"
			  " kept");
	return 0;
}

static int work(struct recorder *r, struct outbuf *file, struct error *err)
{
	// What is missing is said before anything has run.
	if (open_sampler(r, err) < 0 ||
	    machine_symbols("", &r->symbols, err) < 0)
		return -1;
	describe(r);
	signals_hold();
	int failed = run_all(r, err);
	// A command that still runs is not ours to wait for.
	if (failed && r->child.pid > 0)
		kill(r->child.pid, SIGTERM);
	signals_release();
	if (failed)
		return -1;
	// Modules may have been loaded meanwhile.
	r->symbols.len = 0;
	return machine_symbols("", &r->symbols, err) < 0 ?
		       -1 :
		       make_file(r, file, err);
}

int record(const struct record_request *request, struct outbuf *file,
	   struct notes *notes, int *status, struct error *err)
{
	struct recorder r = { .request = request, .notes = notes };
	int failed = work(&r, file, err);

	*status = !failed ? r.status : r.signal ? 128 + r.signal : 0;
	sampling_close(&r.sampling);
	procprofile_release(&r.proc);
	outbuf_release(&r.symbols);
	outbuf_release(&r.counted);
	outbuf_release(&r.meta);
	outbuf_release(&r.runs);
	arena_release(&r.arena);
	return failed;
}
