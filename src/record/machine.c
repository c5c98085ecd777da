#include "machine.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "diffprof/input.h"
#include "diffprof/running.h"
#include "diffprof/textlines.h"

/* ---- files of the system ------------------------------------------------- */

static struct span trimmed(struct span text)
{
	while (text.len && (unsigned char)text.ptr[text.len - 1] <= ' ')
		text.len--;
	return span_trim(text);
}

/* All of the file PATH, unpacked, in ARENA; empty if there is none. */
static struct span read_file(struct arena *arena, const char *path)
{
	struct span text = SPAN(""), bytes;
	struct input in;
	struct error err;

	if (input_open(path, &in, &err) < 0)
		return text;
	if (input_data(&in, &bytes, &err) == 0)
		text = (struct span){
			arena_strndup(arena, bytes.ptr, bytes.len), bytes.len
		};
	input_close(&in);
	return text;
}

/* What stands behind KEY and SEP on a line of TEXT. */
static struct span value_of(struct span text, const char *key, char sep)
{
	struct textlines lines = textlines_begin(text);
	struct span line;

	while (textlines_next(&lines, &line)) {
		const char *at = line.len ? memchr(line.ptr, sep, line.len) :
					    NULL;

		if (!at)
			continue;
		struct span name = { line.ptr, (size_t)(at - line.ptr) };
		if (span_is(trimmed(name), key))
			return trimmed((struct span){
				at + 1, line.len - name.len - 1 });
	}
	return SPAN("");
}

/* ---- meta ---------------------------------------------------------------- */

void machine_put(struct outbuf *meta, const char *key, struct span value)
{
	if (!value.len)
		return;
	outbuf_printf(meta, "%s: ", key);
	for (size_t i = 0; i < value.len; i++)
		outbuf_char(meta, (unsigned char)value.ptr[i] < ' ' ?
					  ' ' :
					  value.ptr[i]);
	outbuf_char(meta, '\n');
}

struct describing {
	const char *root;
	struct outbuf *meta;
	struct arena arena;
};

static struct span system_file(struct describing *d, const char *path)
{
	return read_file(&d->arena,
			 arena_printf(&d->arena, "%s%s", d->root, path));
}

static void put_file(struct describing *d, const char *key, const char *path)
{
	machine_put(d->meta, key, trimmed(system_file(d, path)));
}

/* What /proc/cpuinfo calls the processor, on one architecture or another. */
static void put_cpu(struct describing *d)
{
	static const char *const keys[] = { "model name", "cpu",
					    "Processor",  "uarch",
					    "cpu model",  "vendor_id" };
	struct span text = system_file(d, "/proc/cpuinfo");

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct span value = value_of(text, keys[i], ':');

		if (!value.len)
			continue;
		machine_put(d->meta, "cpu", value);
		return;
	}
}

/*
 * How much memory there is, whatever this kernel keeps for itself of it: up to a
 * sixteenth of a power of two.
 */
static void put_memory(struct describing *d)
{
	uint64_t pages = (uint64_t)sysconf(_SC_PHYS_PAGES);
	uint64_t mib = pages * (uint64_t)sysconf(_SC_PAGESIZE) >> 20, unit = 1;

	while (16 * unit < mib)
		unit *= 2;
	outbuf_printf(d->meta, "memory: %" PRIu64 " MiB\n",
		      (mib + unit - 1) / unit * unit);
}

/* The governors of all CPUs, each once. */
static void put_governors(struct describing *d)
{
	char *all = NULL;

	for (long cpu = 0; cpu < sysconf(_SC_NPROCESSORS_CONF); cpu++) {
		struct span name = trimmed(system_file(
			d, arena_printf(&d->arena,
					"/sys/devices/system/cpu/cpu%ld/"
					"cpufreq/scaling_governor",
					cpu)));
		char *word = arena_strndup(&d->arena, name.ptr, name.len);

		if (*word && (!all || !strstr(all, word)))
			all = arena_printf(&d->arena, "%s%s%s", all ? all : "",
					   all ? ", " : "", word);
	}
	machine_put(d->meta, "governor", span_of(all));
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

#define VULNERABILITIES "/sys/devices/system/cpu/vulnerabilities"

/* "spectre_v1: Mitigation: ...; ...", of what affects the processor. */
static void put_mitigations(struct describing *d)
{
	struct dirent **entries;
	char *all = NULL;
	int nr = scandir(arena_printf(&d->arena, "%s" VULNERABILITIES, d->root),
			 &entries, is_visible, alphasort);

	if (nr < 0)
		return;
	for (int i = 0; i < nr; i++) {
		struct span value = trimmed(system_file(
			d, arena_printf(&d->arena, VULNERABILITIES "/%s",
					entries[i]->d_name)));

		if (value.len && !span_is(value, "Not affected"))
			all = arena_printf(&d->arena, "%s%s%s: %.*s",
					   all ? all : "", all ? "; " : "",
					   entries[i]->d_name, (int)value.len,
					   value.ptr);
		free(entries[i]);
	}
	free(entries);
	machine_put(d->meta, "mitigations", span_of(all ? all : "none"));
}

/* FNV-1a: only to see that two are the same. */
static uint64_t hash_of(struct span text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < text.len; i++)
		hash = (hash ^ (unsigned char)text.ptr[i]) *
		       UINT64_C(0x100000001b3);
	return hash;
}

static void put_config(struct describing *d, const char *release)
{
	const char *const places[] = {
		"/proc/config.gz",
		arena_printf(&d->arena, "/boot/config-%s", release),
		arena_printf(&d->arena, "/lib/modules/%s/config", release),
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		struct span config = system_file(d, places[i]);

		if (!config.len)
			continue;
		outbuf_printf(d->meta, "config: %016" PRIx64 "\n",
			      hash_of(config));
		machine_put(d->meta, "hz", value_of(config, "CONFIG_HZ", '='));
		return;
	}
}

static void put_date(struct describing *d)
{
	time_t now = time(NULL);
	char text[32];
	struct tm tm;

	if (gmtime_r(&now, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm))
		machine_put(d->meta, "date", span_of(text));
}

void machine_describe(const char *root, struct outbuf *meta)
{
	struct describing d = { .root = root, .meta = meta };
	struct utsname system;

	if (uname(&system) < 0)
		system = (struct utsname){ 0 };
	machine_put(meta, "release", span_of(system.release));
	machine_put(meta, "version", span_of(system.version));
	machine_put(meta, "build id",
		    span_of(running_build_id(&d.arena, root)));
	put_config(&d, system.release);
	put_file(&d, "boot", "/proc/cmdline");
	put_mitigations(&d);
	machine_put(meta, "host", span_of(system.nodename));
	machine_put(meta, "machine", span_of(system.machine));
	put_cpu(&d);
	outbuf_printf(meta, "cpus: %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
	put_memory(&d);
	put_governors(&d);
	put_file(&d, "load", "/proc/loadavg");
	put_date(&d);
	arena_release(&d.arena);
}

/* ---- symbols ------------------------------------------------------------- */

/* Of the text, or where it ends. */
static bool is_wanted(struct span type, struct span name)
{
	return type.len == 1 &&
	       (strchr("tTwW", type.ptr[0]) || span_is(name, "_etext") ||
		span_is(name, "_edata") || span_is(name, "_end"));
}

int machine_symbols(const char *root, struct outbuf *symbols,
		    struct error *err)
{
	struct arena arena = { 0 };
	char *path = arena_printf(&arena, "%s/proc/kallsyms", root);
	struct span text = read_file(&arena, path), line;
	struct textlines lines = textlines_begin(text);
	bool hidden = true;

	while (textlines_next(&lines, &line)) {
		struct span rest = line, addr, type, name;

		if (!span_word(&rest, &addr) || !span_word(&rest, &type) ||
		    !span_word(&rest, &name) || !is_wanted(type, name))
			continue;
		for (size_t i = 0; i < addr.len && hidden; i++)
			hidden = addr.ptr[i] == '0';
		outbuf_span(symbols, line);
		outbuf_char(symbols, '\n');
	}
	arena_release(&arena);
	if (!symbols->len)
		return fail(err, ERR_IO,
			    "/proc/kallsyms cannot be read, or has no symbols:"
			    " is the kernel built with CONFIG_KALLSYMS?");
	if (hidden)
		return fail(err, ERR_SYMBOLS,
			    "/proc/kallsyms hides its addresses; run as root,"
			    " with `sysctl kernel.kptr_restrict=1' or 0");
	return 0;
}

/* The build id of a module, which the kernel keeps as a note. */
static void put_build_id(struct describing *d, struct span module,
			 struct outbuf *modules)
{
	struct span note = system_file(
		d, arena_printf(&d->arena,
				"/sys/module/%.*s/notes/.note.gnu.build-id",
				(int)module.len, module.ptr));

	// Three sizes and "GNU" stand before it.
	if (note.len <= 16) {
		outbuf_char(modules, '-');
		return;
	}
	for (size_t i = 16; i < note.len; i++)
		outbuf_printf(modules, "%02x", (unsigned char)note.ptr[i]);
}

void machine_modules(const char *root, struct outbuf *modules)
{
	struct describing d = { .root = root };
	struct textlines lines =
		textlines_begin(system_file(&d, "/proc/modules"));
	struct span line;

	while (textlines_next(&lines, &line)) {
		struct span name, size, word, addr = SPAN("-");

		if (!span_word(&line, &name) || !span_word(&line, &size))
			continue;
		while (span_word(&line, &word))
			if (span_starts(word, "0x"))
				addr = word;
		outbuf_printf(modules, "%.*s %.*s %.*s ", (int)name.len,
			      name.ptr, (int)size.len, size.ptr, (int)addr.len,
			      addr.ptr);
		put_build_id(&d, name, modules);
		outbuf_char(modules, '\n');
	}
	arena_release(&d.arena);
}

/* ---- times of all CPUs --------------------------------------------------- */

void machine_times(const char *root, double *user, double *system)
{
	struct describing d = { .root = root };
	struct span text = system_file(&d, "/proc/stat"), word;
	double ticks = (double)sysconf(_SC_CLK_TCK);
	uint64_t value;

	// "cpu", then: user nice system idle iowait irq softirq
	*user = *system = 0;
	for (int i = -1; i < 7 && span_word(&text, &word); i++) {
		if (i < 0 || span_count(word, &value) != NUMBER_OK)
			continue;
		if (i < 2)
			*user += (double)value / ticks;
		else if (i == 2 || i > 4)
			*system += (double)value / ticks;
	}
	arena_release(&d.arena);
}
