/* test_perfevent.c - events by name, and why the kernel refuses one */
#include "../../src/record/perfevent.h"

#include <errno.h>

#include "check.h"

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} known[] = {
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "r01c2", PERF_TYPE_RAW, 0x1c2 },
};

TEST(events_have_names)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct perf_event_attr attr = { 0 };
		struct error err;

		EXPECT_OK(perfevent_find(known[i].name, &attr, &err), err);
		EXPECT_U64(known[i].name, attr.type, known[i].type);
		EXPECT_U64(known[i].name, attr.config, known[i].config);
	}
}

TEST(an_unknown_one_is_told_what_there_is)
{
	struct perf_event_attr attr = { 0 };
	struct error err;

	EXPECT_FAIL(perfevent_find("cycels", &attr, &err), err, ERR_USAGE);
	EXPECT_HAS(err.text, "no event \"cycels\"; there are cycles, ");
	EXPECT_FAIL(perfevent_find("rate", &attr, &err), err, ERR_USAGE);
	EXPECT_FAIL(perfevent_find("sched:nothing", &attr, &err), err, ERR_IO);
	EXPECT_HAS(err.text, "no such tracepoint");
}

static const struct {
	int reason;
	const char *advice;
} refusals[] = {
	{ EACCES, "CAP_PERFMON" },
	{ EPERM, "run as root" },
	{ ENOSYS, "boot it with profile=2" },
	{ ENOENT, "cannot sample cycles; try cpu-clock" },
	{ EOPNOTSUPP, "cannot sample cycles; try cpu-clock" },
	{ EMFILE, "ulimit -n" },
	{ EBUSY, "nmi_watchdog" },
	{ EINVAL, "--event: cycles: Invalid argument" },
};

TEST(a_refusal_says_what_to_do)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		struct error err;

		EXPECT_FAIL(perfevent_refused("cycles", refusals[i].reason,
					      &err),
			    err, ERR_IO);
		EXPECT_HAS(err.text, refusals[i].advice);
	}
}

TEST_MAIN
