#include "diffprof/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files: Landlock ----------------------------------------------------- */

/* What headers of Linux 6.1 do not have yet. */
#define FS_TRUNCATE (1ULL << 14)
#define NET_BIND_TCP (1ULL << 0)
#define NET_CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define SCOPE_SIGNAL (1ULL << 1)

/* Of struct landlock_ruleset_attr, as far as a version of the kernel knows it. */
struct ruleset {
	uint64_t files;
	uint64_t network; /* from version 4 on */
	uint64_t scoped; /* from version 6 on */
};

#define MAKING                                                                 \
	(LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |        \
	 LANDLOCK_ACCESS_FS_WRITE_FILE)
#define CHANGING                                                               \
	(MAKING | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | \
	 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |          \
	 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |         \
	 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static void allow(int ruleset, int fd, uint64_t access)
{
	const struct landlock_path_beneath_attr rule = {
		.allowed_access = access,
		.parent_fd = fd,
	};

	// A pipe has no place among files, and needs no rule.
	if (fd >= 0)
		syscall(__NR_landlock_add_rule, ruleset,
			LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

static bool restrict_files(const struct sandbox *box)
{
	long version = syscall(__NR_landlock_create_ruleset, NULL, 0,
			       LANDLOCK_CREATE_RULESET_VERSION);
	struct ruleset rules = { .files = CHANGING };
	size_t size = sizeof(rules.files);
	uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE;
	uint64_t making = MAKING;

	if (version < 1)
		return false;
	if (version >= 2) // it was forbidden always before
		rules.files |= LANDLOCK_ACCESS_FS_REFER;
	if (version >= 3) {
		rules.files |= FS_TRUNCATE;
		writing |= FS_TRUNCATE;
		making |= FS_TRUNCATE;
	}
	if (version >= 4) {
		rules.network =
			box->network ? 0 : NET_BIND_TCP | NET_CONNECT_TCP;
		size = offsetof(struct ruleset, scoped);
	}
	if (version >= 6) {
		rules.scoped = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
		size = sizeof(rules);
	}
	int fd = (int)syscall(__NR_landlock_create_ruleset, &rules, size, 0);
	if (fd < 0)
		return false;
	for (unsigned i = 0; i < box->nr_directories; i++)
		allow(fd, box->directories[i], making);
	allow(fd, box->tree,
	      making | LANDLOCK_ACCESS_FS_MAKE_DIR |
		      LANDLOCK_ACCESS_FS_REMOVE_DIR);
	allow(fd, box->file, writing);
	bool held = syscall(__NR_landlock_restrict_self, fd, 0) == 0;
	close(fd);
	return held;
}

/* ---- system calls: seccomp ----------------------------------------------- */

#if defined(__x86_64__) && !defined(__ILP32__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define OUR_ARCH AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#elif defined(__s390x__)
#define OUR_ARCH AUDIT_ARCH_S390X
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OUR_ARCH AUDIT_ARCH_PPC64LE
#elif defined(__riscv) && __riscv_xlen == 64
#define OUR_ARCH AUDIT_ARCH_RISCV64
#endif

#ifdef OUR_ARCH

/*
 * AddressSanitizer looks for leaks with ptrace().  Landlock does not let it
 * reach another process anyhow.
 */
#if defined(__SANITIZE_ADDRESS__)
#define LEAKS_ARE_SOUGHT
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEAKS_ARE_SOUGHT
#endif
#endif

/* Whatever reaches out of the process and is not the business of a reader. */
static const uint32_t denied[] = {
	__NR_execve,
	__NR_execveat,
#ifndef LEAKS_ARE_SOUGHT
	__NR_ptrace,
#endif
	__NR_process_vm_readv,
	__NR_process_vm_writev,
	__NR_kcmp,
#ifdef __NR_pidfd_getfd
	__NR_pidfd_getfd,
#endif
	__NR_bpf,
	__NR_perf_event_open,
	__NR_userfaultfd,
	__NR_io_uring_setup,
	__NR_add_key,
	__NR_request_key,
	__NR_keyctl,
	// Names, modes and owners, of which Landlock has nothing.
#ifdef __NR_chmod
	__NR_chmod,
	__NR_chown,
	__NR_lchown,
#endif
	__NR_fchmodat,
	__NR_fchownat,
	__NR_setxattr,
	__NR_lsetxattr,
	__NR_removexattr,
	__NR_lremovexattr,
	__NR_truncate, // not before Linux 6.2
	__NR_open_by_handle_at,
	__NR_mount,
	__NR_umount2,
	__NR_pivot_root,
	__NR_chroot,
	__NR_unshare,
	__NR_setns,
#ifdef __NR_fsopen
	__NR_fsopen,
	__NR_move_mount,
	__NR_open_tree,
#endif
	// For root, who may be the one that runs this.
	__NR_init_module,
	__NR_finit_module,
	__NR_delete_module,
#ifdef __NR_kexec_load
	__NR_kexec_load,
#endif
#ifdef __NR_kexec_file_load
	__NR_kexec_file_load,
#endif
#ifdef __NR_iopl
	__NR_iopl,
	__NR_ioperm,
#endif
	__NR_reboot,
	__NR_swapon,
	__NR_swapoff,
	__NR_settimeofday,
	__NR_clock_settime,
	__NR_sethostname,
};

static const uint32_t denied_network[] = {
#ifdef __NR_socketcall
	__NR_socketcall,
#endif
#ifdef __NR_socket
	__NR_socket,
	__NR_connect,
	__NR_bind,
	__NR_listen,
#endif
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define LOAD(member)                                                           \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS,                                     \
		 offsetof(struct seccomp_data, member))
#define LOW_HALF (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0)

/*
 * A call of a list jumps to the last instruction.  A jump reaches 255
 * instructions, so lists are short enough.
 */
struct program {
	struct sock_filter code[16 + COUNT(denied) + COUNT(denied_network)];
	unsigned short nr;
};

static void emit(struct program *p, struct sock_filter instruction)
{
	p->code[p->nr++] = instruction;
}

/* The value loaded is VALUE: refuse. */
static void refuse(struct program *p, uint16_t test, uint32_t value)
{
	emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value,
					     0xff, 0));
}

static void compose(struct program *p, bool network)
{
	emit(p, (struct sock_filter)LOAD(arch));
	// A program of another architecture is no program of ours.
	emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
					     OUR_ARCH, 0, 0xff));
	emit(p, (struct sock_filter)LOAD(nr));
#ifdef __x86_64__
	refuse(p, BPF_JGE, 0x40000000); // x32
#endif
	for (size_t i = 0; i < COUNT(denied); i++)
		refuse(p, BPF_JEQ, denied[i]);
	for (size_t i = 0; i < COUNT(denied_network) && !network; i++)
		refuse(p, BPF_JEQ, denied_network[i]);
	// Typing into the terminal from which this was started.
	emit(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
					     __NR_ioctl, 0, 2));
	emit(p, (struct sock_filter)BPF_STMT(
			BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, args[1]) + LOW_HALF));
	refuse(p, BPF_JEQ, TIOCSTI);
	emit(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
					     SECCOMP_RET_ALLOW));
	emit(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
					     SECCOMP_RET_ERRNO | EPERM));
	for (unsigned short i = 0; i + 1 < p->nr; i++) {
		struct sock_filter *jump = &p->code[i];
		uint8_t distance = (uint8_t)(p->nr - 2 - i);

		if (jump->jt == 0xff)
			jump->jt = distance;
		if (jump->jf == 0xff)
			jump->jf = distance;
	}
}

static bool restrict_calls(const struct sandbox *box)
{
	struct program program = { .nr = 0 };

	compose(&program, box->network);
	const struct sock_fprog filter = { program.nr, program.code };
	// Without the flag old kernels slow a process down that has a filter.
	return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
		       SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

#else

static bool restrict_calls(const struct sandbox *box)
{
	(void)box;
	return false;
}

#endif

unsigned sandbox_enter(const struct sandbox *box)
{
	unsigned held = 0;

	// Neither is to be had without.
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return 0;
	// Files first: the filter need not let the calls through for that.
	if (restrict_files(box))
		held |= SANDBOX_FILES;
	if (restrict_calls(box))
		held |= SANDBOX_CALLS;
	return held;
}
