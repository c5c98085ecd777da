#include "../../src/read/opname.h"

#include "diffprof/profile.h"

#include "check.h"

/* "app|image|anon|event|count|mask|cpu" and what else there is. */
static char *told(const char *path, struct arena *arena)
{
	struct opname n;

	if (!opname_parse(span_of(path), arena, &n))
		return arena_strdup(arena, "no");
	return arena_printf(arena, "%.*s|%.*s|%.*s|%.*s|%llu|%.*s|%d%s%s%s",
			    (int)n.app.len, n.app.ptr, (int)n.image.len,
			    n.image.ptr, (int)n.anon.len, n.anon.ptr,
			    (int)n.event.len, n.event.ptr,
			    (unsigned long long)n.count, (int)n.mask.len,
			    n.mask.ptr, (int)n.cpu, n.callgraph ? " calls" : "",
			    n.flat ? " flat" : "",
			    n.anon_start ? arena_printf(arena, " %llx",
							(unsigned long long)
							n.anon_start) : "");
}

static const struct {
	const char *what, *path, *told;
} cases[] = {
	{ "an application",
	  "{root}/bin/ls/{dep}/{root}/bin/ls/CYCLES.100000.0.all.all.all",
	  "/bin/ls|/bin/ls||CYCLES|100000|0|-1" },
	{ "a library, behind folders",
	  "/var/lib/oprofile/samples/current/{root}/bin/ls/{dep}/{root}"
	  "/lib/libc.so.6/L2_RQSTS.500.65.12.13.3",
	  "/bin/ls|/lib/libc.so.6||L2_RQSTS|500|65|3" },
	{ "slashes that are doubled",
	  "s/{root}//bin/ls/{dep}/{root}//bin/ls//TIMER.0.0.all.all.all",
	  "/bin/ls|/bin/ls||TIMER|0|0|-1" },
	{ "the kernel alone", "{kern}/vmlinux/{dep}/{kern}/vmlinux/A.1.0.all.all.0",
	  "vmlinux|vmlinux||A|1|0|0" },
	{ "a module in an application",
	  "{root}/bin/ls/{dep}/{kern}/ext4/A.1.0.all.all.all",
	  "/bin/ls|ext4||A|1|0|-1" },
	{ "a kernel with a path",
	  "{root}/bin/ls/{dep}/{root}/boot/vmlinux-6.1/A.1.0.all.all.all",
	  "/bin/ls|/boot/vmlinux-6.1||A|1|0|-1" },
	{ "a region",
	  "{root}/bin/ls/{dep}/{anon:[heap]}/17.0x7f00.0x7fff/A.1.0.17.17.all",
	  "/bin/ls|17.0x7f00.0x7fff|[heap]|A|1|0|-1 7f00" },
	{ "a region of no kind",
	  "{root}/bin/ls/{dep}/{anon}/17.0x7f00.0x7fff/A.1.0.17.17.all",
	  "/bin/ls|17.0x7f00.0x7fff|anon|A|1|0|-1 7f00" },
	{ "calls",
	  "{root}/bin/ls/{dep}/{root}/bin/ls/{cg}/{root}/lib/c.so/A.1.0.all.all.all",
	  "/bin/ls|/bin/ls||A|1|0|-1 calls" },
	{ "calls from a region",
	  "{root}/bin/ls/{dep}/{anon:anon}/17.0x1.0x2/{cg}/{kern}/vmlinux"
	  "/A.1.0.all.all.all",
	  "/bin/ls|17.0x1.0x2|anon|A|1|0|-1 calls 1" },
	{ "an event with a dot",
	  "{root}/b/{dep}/{root}/b/INST.ANY.1.0.all.all.all",
	  "/b|/b||INST.ANY|1|0|-1" },
	{ "a count that is not one",
	  "{root}/b/{dep}/{root}/b/A.-100.0.all.all.all", "/b|/b||A|0|0|-1" },
	{ "before 0.6", "samples/}usr}sbin}syslogd#0",
	  "/usr/sbin/syslogd|/usr/sbin/syslogd|||0||-1 flat" },
	{ "before 0.6, a library", "}bin}ls}}}lib}libc-2.1.2.so#1",
	  "/bin/ls|/lib/libc-2.1.2.so|||0||-1 flat" },
	{ "before 0.6, no counter", "}bin}ls", "no" },
	{ "before 0.6, an odd counter", "}bin}ls#a", "no" },
	{ "five parts", "{root}/b/{dep}/{root}/b/A.1.0.all.all", "no" },
	{ "an empty part", "{root}/b/{dep}/{root}/b/A.1.0..all.all", "no" },
	{ "no dep", "{root}/b/A.1.0.all.all.all", "no" },
	{ "no image", "{root}/b/{dep}/A.1.0.all.all.all", "no" },
	{ "an image of no bytes", "{root}/b/{dep}/{root}/A.1.0.all.all.all",
	  "no" },
	{ "no application", "{root}/{dep}/{root}/b/A.1.0.all.all.all", "no" },
	{ "no called image",
	  "{root}/b/{dep}/{root}/b/{cg}/A.1.0.all.all.all", "no" },
	{ "a region without addresses",
	  "{root}/b/{dep}/{anon:anon}/17/A.1.0.all.all.all", "no" },
	{ "a root that is a file", "a/{root}", "no" },
	{ "an event alone", "A.1.0.all.all.all", "no" },
	{ "nothing", "", "no" },
	{ "slashes", "///", "no" },
};

TEST(paths_tell_image_application_and_event)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *got = arena_printf(&arena, "%s: %s", cases[i].what,
					 told(cases[i].path, &arena));

		EXPECT_TEXT(got, arena_printf(&arena, "%s: %s", cases[i].what,
					      cases[i].told));
	}
	arena_release(&arena);
}

TEST(a_path_tells_where_its_session_ends)
{
	struct arena arena = { 0 };
	struct opname name;

	opname_parse(SPAN("s/current/{kern}/a/{dep}/{kern}/a/A.1.0.1.1.all"),
		     &arena, &name);
	EXPECT_U64("start", name.start, strlen("s/current/"));
	opname_parse(SPAN("s/current/}bin}ls#0"), &arena, &name);
	EXPECT_U64("flat", name.start, strlen("s/current/"));
	arena_release(&arena);
}

TEST(an_event_is_told_without_its_folders)
{
	struct arena arena = { 0 };
	struct opname name;

	EXPECT_TRUE("no image", !opname_parse(SPAN("x/CYCLES.7.1.all.all.2"),
					      &arena, &name));
	EXPECT_SPAN("event", name.event, SPAN("CYCLES"));
	EXPECT_U64("count", name.count, 7);
	EXPECT_U64("cpu", name.cpu, 2);
	arena_release(&arena);
}

TEST_MAIN
