/* test_machine.c - what is known of a machine, from the files of one made up */
#include "../../src/record/machine.h"

#include "diffprof/recording.h"

#include "tree.h"

static struct span fact_in(const struct outbuf *meta, const char *key)
{
	static struct arena arena;
	const struct fact *facts;
	size_t nr = recording_facts((struct span){ meta->data, meta->len },
				    &arena, &facts);

	return fact_find(facts, nr, key);
}

TEST(a_machine_is_described_by_its_files)
{
	struct tree w;
	struct outbuf meta = { 0 };

	tree_begin(&w);
	tree_put(&w, "/proc/cmdline",
		 SPAN("root=/dev/vda quiet\n"));
	tree_put(&w, "/proc/cpuinfo",
		 SPAN("processor\t: 0\nmodel name\t: Some CPU\n\nprocessor\t: 1\n"));
	tree_put(&w, "/proc/config.gz",
		 SPAN("# of 6.1\nCONFIG_HZ=250\n"));
	tree_put(&w, "/proc/loadavg",
		 SPAN("0.50 0.25 0.10 1/99 4711\n"));
	tree_put(&w, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
		 SPAN("powersave\n"));
	tree_put(&w, "/sys/devices/system/cpu/vulnerabilities/meltdown",
		 SPAN("Not affected\n"));
	tree_put(&w, "/sys/devices/system/cpu/vulnerabilities/spectre_v1",
		 SPAN("Mitigation: barriers\n"));
	machine_describe(w.root, &meta);
	EXPECT_SPAN("boot", fact_in(&meta, "boot"),
		    SPAN("root=/dev/vda quiet"));
	EXPECT_SPAN("cpu", fact_in(&meta, "cpu"), SPAN("Some CPU"));
	EXPECT_SPAN("hz", fact_in(&meta, "hz"), SPAN("250"));
	EXPECT_U64("config", fact_in(&meta, "config").len, 16);
	EXPECT_SPAN("load", fact_in(&meta, "load"),
		    SPAN("0.50 0.25 0.10 1/99 4711"));
	EXPECT_SPAN("governor", fact_in(&meta, "governor"), SPAN("powersave"));
	EXPECT_SPAN("mitigations", fact_in(&meta, "mitigations"),
		    SPAN("spectre_v1: Mitigation: barriers"));
	EXPECT_TRUE("release", fact_in(&meta, "release").len);
	EXPECT_TRUE("cpus", fact_in(&meta, "cpus").len);
	EXPECT_TRUE("date", fact_in(&meta, "date").len);
	outbuf_release(&meta);
	tree_end(&w);
}

TEST(what_is_not_there_is_left_out)
{
	struct tree w;
	struct outbuf meta = { 0 };

	tree_begin(&w);
	machine_describe(w.root, &meta);
	EXPECT_TRUE("boot", !fact_in(&meta, "boot").ptr);
	EXPECT_TRUE("hz", !fact_in(&meta, "hz").ptr);
	EXPECT_TRUE("governor", !fact_in(&meta, "governor").ptr);
	EXPECT_TRUE("mitigations", !fact_in(&meta, "mitigations").ptr);
	outbuf_release(&meta);
	tree_end(&w);
}

TEST(a_value_stays_on_its_line)
{
	struct outbuf meta = { 0 };

	machine_put(&meta, "command", SPAN("echo 'a\nboot: b'"));
	struct span text = { meta.data, meta.len };
	EXPECT_SPAN("line", text, SPAN("command: echo 'a boot: b'\n"));
	outbuf_release(&meta);
}

TEST(symbols_are_those_of_the_text)
{
	struct tree w;
	struct outbuf symbols = { 0 };
	struct error err;

	tree_begin(&w);
	tree_put(&w, "/proc/kallsyms",
		 SPAN("0000000000000000 A per_cpu_start\n"
		  "ffffffff81000000 T _stext\n"
		  "ffffffff81000010 t one\n"
		  "ffffffff81000020 D _etext\n"
		  "ffffffff82000000 d data\n"
		  "ffffffffc0000000 t two\t[ext4]\n"));
	EXPECT_OK(machine_symbols(w.root, &symbols, &err), err);
	struct span got = { symbols.data, symbols.len };
	EXPECT_SPAN("symbols", got,
		    SPAN("ffffffff81000000 T _stext\n"
			 "ffffffff81000010 t one\n"
			 "ffffffff81000020 D _etext\n"
			 "ffffffffc0000000 t two\t[ext4]\n"));
	outbuf_release(&symbols);
	tree_end(&w);
}

TEST(hidden_addresses_are_an_error_that_says_what_to_do)
{
	struct tree w;
	struct outbuf symbols = { 0 };
	struct error err;

	tree_begin(&w);
	EXPECT_FAIL(machine_symbols(w.root, &symbols, &err), err, ERR_IO);
	EXPECT_HAS(err.text, "CONFIG_KALLSYMS");
	tree_put(&w, "/proc/kallsyms",
		 SPAN("0000000000000000 T _stext\n0000000000000000 t one\n"));
	EXPECT_FAIL(machine_symbols(w.root, &symbols, &err), err, ERR_SYMBOLS);
	EXPECT_HAS(err.text, "kernel.kptr_restrict");
	outbuf_release(&symbols);
	tree_end(&w);
}

TEST(modules_have_their_build_ids)
{
	static const char note[] = "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0\x12\x34\x56";
	struct tree w;
	struct outbuf modules = { 0 };

	tree_begin(&w);
	tree_put(&w, "/proc/modules",
		 SPAN("ext4 737280 1 - Live 0xffffffffc0000000\n"
		  "jbd2 8192 0 ext4, Live 0xffffffffc0100000 (E)\n"));
	tree_put(&w, "/sys/module/ext4/notes/.note.gnu.build-id",
		 (struct span){ note, sizeof(note) - 1 });
	machine_modules(w.root, &modules);
	struct span got = { modules.data, modules.len };
	EXPECT_SPAN("modules", got,
		    SPAN("ext4 737280 0xffffffffc0000000 123456\n"
			 "jbd2 8192 0xffffffffc0100000 -\n"));
	outbuf_release(&modules);
	tree_end(&w);
}

TEST(times_of_all_cpus)
{
	struct tree w;
	double user, system, tick = 1.0 / (double)sysconf(_SC_CLK_TCK);

	tree_begin(&w);
	tree_put(&w, "/proc/stat",
		 SPAN("cpu  10 20 300 9000 50 6 7 0 0 0\n"));
	machine_times(w.root, &user, &system);
	EXPECT_TRUE("user", user > 29.9 * tick && user < 30.1 * tick);
	EXPECT_TRUE("system", system > 312.9 * tick && system < 313.1 * tick);
	tree_end(&w);
}

TEST_MAIN
