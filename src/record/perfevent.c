#include "perfevent.h"

#include <errno.h>
#include <stdio.h>

#include "diffprof/input.h"

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} events[] = {
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "stalled-cycles-frontend", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches", PERF_TYPE_SOFTWARE,
	  PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "alignment-faults", PERF_TYPE_SOFTWARE,
	  PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults", PERF_TYPE_SOFTWARE,
	  PERF_COUNT_SW_EMULATION_FAULTS },
};

#define NR_EVENTS (sizeof(events) / sizeof(*events))

/* The first word of the file PATH as a number. */
static bool read_number(const char *path, uint64_t *value)
{
	struct input in;
	struct span text, word;
	struct error err;

	if (input_open(path, &in, &err) < 0)
		return false;
	bool is_one = input_data(&in, &text, &err) == 0 &&
		      span_word(&text, &word);
	if (is_one && word.len && word.ptr[word.len - 1] == '\n')
		word.len--;
	is_one = is_one && span_count(word, value) == NUMBER_OK;
	input_close(&in);
	return is_one;
}

static int find_tracepoint(const char *name, const char *colon,
			   struct perf_event_attr *attr, struct error *err)
{
	static const char *const roots[] = { "/sys/kernel/tracing",
					     "/sys/kernel/debug/tracing" };
	char path[512];

	for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++) {
		uint64_t id;

		snprintf(path, sizeof(path), "%s/events/%.*s/%s/id", roots[i],
			 (int)(colon - name), name, colon + 1);
		if (!read_number(path, &id))
			continue;
		attr->type = PERF_TYPE_TRACEPOINT;
		attr->config = id;
		return 0;
	}
	return fail(err, ERR_IO,
		    "--event: %s: no such tracepoint under"
		    " /sys/kernel/tracing, or it may not be read; as root,"
		    " `mount -t tracefs none /sys/kernel/tracing'",
		    name);
}

int perfevent_find(const char *name, struct perf_event_attr *attr,
		   struct error *err)
{
	const char *colon = strchr(name, ':');
	struct span raw = { name + 1, strlen(name) - 1 };
	char known[512] = "";

	for (size_t i = 0; i < NR_EVENTS; i++)
		if (!strcmp(name, events[i].name)) {
			attr->type = events[i].type;
			attr->config = events[i].config;
			return 0;
		}
	if (colon)
		return find_tracepoint(name, colon, attr, err);
	uint64_t config;
	if (name[0] == 'r' && span_hex(raw, &config)) {
		attr->type = PERF_TYPE_RAW;
		attr->config = config;
		return 0;
	}
	for (size_t i = 0; i < NR_EVENTS; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known),
			 "%s%s", i ? ", " : "", events[i].name);
	return fail(err, ERR_USAGE,
		    "--event: no event \"%s\"; there are %s, rNNN (raw, in"
		    " hexadecimal), and tracepoints such as"
		    " sched:sched_switch",
		    name, known);
}

bool perfevent_is_clock(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE &&
	       (attr->config == PERF_COUNT_SW_CPU_CLOCK ||
		attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

#define SETCAP                                                                 \
	"setcap cap_perfmon,cap_syslog,cap_sys_ptrace+ep on the program"

static int not_allowed(struct error *err)
{
	uint64_t paranoid;

	if (!read_number("/proc/sys/kernel/perf_event_paranoid", &paranoid))
		return fail(err, ERR_IO,
			    "samples of the whole system are not allowed; run"
			    " as root, or as root give it CAP_PERFMON: " SETCAP);
	return fail(err, ERR_IO,
		    "samples of the whole system are not allowed:"
		    " kernel.perf_event_paranoid is %llu; run as root, or as"
		    " root give it CAP_PERFMON (" SETCAP "), or `sysctl"
		    " kernel.perf_event_paranoid=-1'",
		    (unsigned long long)paranoid);
}

int perfevent_refused(const char *name, int reason, struct error *err)
{
	switch (reason) {
	case EACCES:
	case EPERM:
		return not_allowed(err);
	case ENOSYS:
		return fail(err, ERR_IO,
			    "this kernel has no perf events; boot it with"
			    " profile=2 and record /proc/profile"
			    " (--sampler=proc)");
	case ENOENT:
	case EOPNOTSUPP:
	case ENODEV:
		return fail(err, ERR_IO,
			    "--event: this machine cannot sample %s; try"
			    " cpu-clock",
			    name);
	case EMFILE:
		return fail(err, ERR_IO,
			    "too many open files for a sampler on each CPU;"
			    " raise the limit: ulimit -n 65536");
	case EBUSY:
		return fail(err, ERR_IO,
			    "--event: %s is taken by somebody else, such as"
			    " the NMI watchdog (sysctl kernel.nmi_watchdog=0);"
			    " or try cpu-clock",
			    name);
	default:
		errno = reason;
		return fail_errno(err, "--event: %s", name);
	}
}
