#include "../../src/read/opfile.h"

#include "opmade.h"

static const struct machine {
	const char *name;
	unsigned align, time;
	bool big_endian;
} machines[] = {
	{ "i386", 4, 4, false },
	{ "x86-64", 8, 8, false },
	{ "arm", 8, 4, false },
	{ "powerpc", 8, 4, true },
	{ "s390x", 8, 8, true },
	{ "big-endian with i386's rules", 4, 4, true },
};

#define NR_MACHINES (sizeof(machines) / sizeof(*machines))

static const unsigned versions[] = { 0x7,  0x8,	 0x9, 0x10,
				     0x11, 0x12, 0x13 };

#define NR_VERSIONS (sizeof(versions) / sizeof(*versions))

static void make(struct opmade *m, unsigned version,
		 const struct machine *machine)
{
	*m = (struct opmade){
		.version = version,
		.align = machine->align,
		.time = machine->time,
		.big_endian = machine->big_endian,
		.event = 0x79,
		.mask = 0x41,
		.count = 100000,
		.mtime = 1066000000,
	};
	opmade_node(m, 0x1152, 91);
	opmade_node(m, 0xc0de, UINT32_MAX);
	opmade_node(m, 0x1152, 1);
}

static void open_made(struct opmade *m, const char *what, struct opfile *file)
{
	struct error err;

	if (opfile_open(opmade_bytes(m), NULL, what, file, &err) < 0)
		check_failed(__FILE__, __LINE__, "%s", err.text);
}

static void check_file(struct opmade *m, const char *what)
{
	struct opfile file;

	open_made(m, what, &file);
	EXPECT_U64(what, file.version, m->version);
	EXPECT_U64(what, file.big_endian, m->big_endian);
	EXPECT_U64(what, file.is_kernel, m->is_kernel);
	EXPECT_U64(what, file.event, m->event);
	EXPECT_U64(what, file.mask, m->mask);
	EXPECT_U64(what, file.count, m->count);
	EXPECT_U64(what, file.mtime, m->mtime);
	EXPECT_U64(what, file.anon_start,
		   m->version >= 0x11 ? m->anon_start : 0);
	EXPECT_U64(what, file.damaged, false);
	EXPECT_U64(what, file.lost, 0);
	EXPECT_U64(what, file.nr, m->nr);
	for (uint32_t i = 0; i < m->nr; i++) {
		EXPECT_U64(what, opfile_node(&file, i).key, m->key[i]);
		EXPECT_U64(what, opfile_node(&file, i).count, m->value[i]);
	}
}

TEST(every_version_of_every_machine_is_read)
{
	for (size_t v = 0; v < NR_VERSIONS; v++)
		for (size_t k = 0; k < NR_MACHINES; k++) {
			struct opmade m;
			char what[80];

			snprintf(what, sizeof(what), "%#x of %s", versions[v],
				 machines[k].name);
			make(&m, versions[v], &machines[k]);
			check_file(&m, what);
			m.is_kernel = true;
			check_file(&m, what);
			m.is_kernel = false;
			m.anon_start = UINT64_C(0x7f3412345000);
			check_file(&m, what);
			m.size = 1024;
			check_file(&m, what);
			opmade_release(&m);
		}
}

TEST(the_header_sizes_are_those_that_oprofile_had)
{
	static const struct {
		unsigned version, i386, x86_64;
	} sizes[] = {
		{ 0x7, 128, 136 }, { 0x8, 128, 136 }, { 0x9, 64, 72 },
		{ 0x10, 64, 72 },  { 0x11, 76, 88 },  { 0x12, 80, 88 },
		{ 0x13, 64, 72 },
	};

	for (size_t i = 0; i < NR_VERSIONS; i++)
		for (size_t k = 0; k < 2; k++) {
			struct opmade m;
			struct opfile file;

			make(&m, sizes[i].version, &machines[k]);
			open_made(&m, "sizes", &file);
			EXPECT_U64(machines[k].name, file.layout.header,
				   k ? sizes[i].x86_64 : sizes[i].i386);
			opmade_release(&m);
		}
}

TEST(long_keys_are_whole)
{
	struct opmade m;

	make(&m, 0x13, &machines[1]);
	opmade_node(&m, UINT64_C(0xffffffff81001234), 5);
	check_file(&m, "an address");
	opmade_release(&m);
}

TEST(a_file_cut_anywhere_has_what_is_whole)
{
	for (size_t k = 0; k < NR_MACHINES; k++) {
		struct opmade m;
		struct opfile file;
		struct error err;

		make(&m, 0x11, &machines[k]);
		struct span all = opmade_bytes(&m);
		uint64_t size = all.len, whole = 0;

		for (size_t len = 0; len < size; len++) {
			struct span part = { all.ptr, len };

			if (opfile_open(part, NULL, "cut", &file, &err) < 0) {
				EXPECT_TRUE("before the nodes",
					    len < (m.align == 4 ? 76 : 88) +
							  32);
				continue;
			}
			EXPECT_U64("size", file.size, size);
			EXPECT_TRUE("damaged", file.damaged);
			EXPECT_U64("nodes", file.nr + file.lost, 3);
			EXPECT_TRUE("more", file.nr >= whole);
			whole = file.nr;
		}
		EXPECT_U64("all of them, without the index", whole, 3);
		opmade_release(&m);
	}
}

TEST(a_file_that_goes_on_is_damaged_but_read)
{
	struct opmade m;
	struct opfile file;
	struct error err;

	make(&m, 0x13, &machines[0]);
	struct span bytes = opmade_bytes(&m);
	opmade_reserve(&m, 3);
	bytes = (struct span){ m.out.data, bytes.len + 12 };
	EXPECT_OK(opfile_open(bytes, NULL, "long", &file, &err), err);
	EXPECT_TRUE("damaged", file.damaged);
	EXPECT_U64("nodes", file.nr, 3);
	EXPECT_U64("lost", file.lost, 0);
	opmade_release(&m);
}

TEST(more_nodes_than_there_is_room_for_are_missing)
{
	struct opmade m;
	struct opfile file;
	struct error err;

	make(&m, 0x13, &machines[1]);
	struct span bytes = opmade_bytes(&m);
	memset(m.out.data + 72 + 4, 0xff, 4);
	EXPECT_OK(opfile_open(bytes, NULL, "hostile", &file, &err), err);
	EXPECT_TRUE("damaged", file.damaged);
	EXPECT_U64("nodes", file.nr, 127);
	EXPECT_U64("lost", file.lost, UINT32_MAX - 128);
	opmade_release(&m);
}

TEST(a_size_of_all_ones_is_no_layout)
{
	struct opmade m;
	struct opfile file;
	struct error err;

	make(&m, 0x13, &machines[1]);
	struct span bytes = opmade_bytes(&m);
	memset(m.out.data + 72, 0xff, 4);
	EXPECT_FAIL(opfile_open(bytes, NULL, "bad", &file, &err), err,
		    ERR_FORMAT);
	EXPECT_HAS(err.text, "bad: a sample file of oprofile of version 0x13,");
	opmade_release(&m);
}

TEST(other_files_are_errors_that_say_so)
{
	struct opfile file;
	struct error err;

	EXPECT_FAIL(opfile_open(SPAN("hello\n"), NULL, "f", &file, &err), err,
		    ERR_FORMAT);
	EXPECT_HAS(err.text, "f: not a sample file of oprofile");
	EXPECT_FAIL(opfile_open(SPAN("DAE\n\x14\0\0\0....."), NULL, "f", &file,
				&err), err, ERR_FORMAT);
	EXPECT_HAS(err.text, "of version 0x14; those from 0x7 to 0x13");
	EXPECT_FAIL(opfile_open(SPAN("DAE\n\0\0\0\x6....."), NULL, "f", &file,
				&err), err, ERR_FORMAT);
	EXPECT_HAS(err.text, "of version 0x6;");
}

TEST(sniffing_needs_the_magic_and_a_version)
{
	EXPECT_TRUE("little", opfile_sniff(SPAN("DAE\n\x13\0\0\0")));
	EXPECT_TRUE("big", opfile_sniff(SPAN("DAE\n\0\0\0\x13")));
	EXPECT_TRUE("short", !opfile_sniff(SPAN("DAE\n\x13\0\0")));
	EXPECT_TRUE("text", !opfile_sniff(SPAN("DAE\nmon of 2003\n")));
	EXPECT_TRUE("none", !opfile_sniff(SPAN("")));
}

#define ABI                                                                    \
	"sizeof_double 8\nsizeof_u32 4\nsizeof_odb_key_t 8\n"                  \
	"sizeof_odb_node_t 16\nsizeof_struct_opd_header 96\n"                  \
	"offsetof_node_key 0\noffsetof_node_value 8\noffsetof_node_next 12\n"  \
	"offsetof_header_ctr_event 12\noffsetof_header_ctr_um 16\n"            \
	"offsetof_header_ctr_count 20\noffsetof_header_is_kernel 24\n"         \
	"offsetof_header_mtime 40\noffsetof_header_cg_to_is_kernel 48\n"       \
	"offsetof_header_anon_start 80\nlittle_endian 1\n"

TEST(a_layout_that_only_the_session_knows_is_read)
{
	struct opmade m;
	struct opfile file;
	struct opabi abi;
	struct error err;
	char bytes[96 + 32 + 128 * 20] = { 0 };

	EXPECT_TRUE("abi", opabi_parse(SPAN(ABI), &abi));
	make(&m, 0x13, &machines[1]);
	struct span made = opmade_bytes(&m);
	memcpy(bytes, made.ptr, 72);
	memcpy(bytes + 96, made.ptr + 72, made.len - 72);
	bytes[4] = 0x14;
	bytes[81] = 0x10;

	struct span all = { bytes, sizeof(bytes) };
	EXPECT_OK(opfile_open(all, &abi, "new", &file, &err), err);
	EXPECT_U64("version", file.version, 0x14);
	EXPECT_U64("start", file.anon_start, 0x1000);
	EXPECT_U64("nodes", file.nr, 3);
	EXPECT_U64("key", opfile_node(&file, 0).key, 0x1152);
	EXPECT_FAIL(opfile_open(all, NULL, "new", &file, &err), err,
		    ERR_FORMAT);
	opmade_release(&m);
}

TEST(a_session_that_describes_no_such_file_is_not_believed)
{
	static const struct {
		const char *what;
		struct span text;
	} cases[] = {
		{ "nothing", SPAN("") },
		{ "no number", SPAN("little_endian\n" ABI) },
		{ "too large", SPAN("sizeof_struct_opd_header 4096\n" ABI) },
		{ "too small", SPAN("sizeof_struct_opd_header 20\n" ABI) },
		{ "a key outside", SPAN("offsetof_node_key 12\n" ABI) },
		{ "a count outside", SPAN("offsetof_node_value 14\n" ABI) },
		{ "a start outside",
		  SPAN("offsetof_header_anon_start 90\n" ABI) },
		{ "an odd key", SPAN("sizeof_odb_key_t 6\n" ABI) },
	};
	struct opabi abi;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		EXPECT_TRUE(cases[i].what, !opabi_parse(cases[i].text, &abi));
}

TEST_MAIN
