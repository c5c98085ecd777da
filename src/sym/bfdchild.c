#include "bfdchild.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diffprof/outbuf.h"
#include "diffprof/symtab.h"
#include "srcpath.h"

#define GET_LIBRARY "install binutils-multiarch"

/* The first byte of what the child writes; but for GOOD a sentence follows. */
enum { GOOD = 'g', NO_LIBRARY = 'l', NOT_KNOWN = 'n' };

/* So that it stays behind one door, and optional. */
#if defined(LIBBFD) && __has_include(<bfd.h>)

/* bfd.h wants a program that was configured. */
#define PACKAGE "diffprof"
#define PACKAGE_VERSION "1"
#include <bfd.h>
#include <dlfcn.h>

/* ---- in the child: the library ------------------------------------------- */

/* What is used of the library that is no macro. */
struct library {
	void *handle;
	unsigned (*init)(void);
	void (*set_error_handler)(void (*)(const char *, va_list));
	bfd *(*openr_iovec)(const char *name, const char *target,
			    void *(*open)(bfd *abfd, void *of), void *of,
			    file_ptr (*pread)(bfd *abfd, void *stream, void *to,
					      file_ptr len, file_ptr at),
			    int (*close)(bfd *abfd, void *stream),
			    int (*stat)(bfd *abfd, void *stream,
					struct stat *st));
	bool (*check_format_matches)(bfd *abfd, bfd_format format,
				     char ***matching);
	bfd_error_type (*get_error)(void);
	const char *(*errmsg)(bfd_error_type error);
};

static void be_silent(const char *fmt, va_list args)
{
	(void)fmt, (void)args;
}

#define LOAD(lib, member, name)                                                \
	(((lib)->member = (__typeof__((lib)->member))dlsym((lib)->handle,      \
							   name)) != NULL)

static bool load(struct library *lib)
{
	static const char *const names[] = {
		LIBBFD,
#ifdef LIBBFD_ONE
		LIBBFD_ONE, // knows the images of our own machine
#endif
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		lib->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (lib->handle && LOAD(lib, init, "bfd_init") &&
		    LOAD(lib, set_error_handler, "bfd_set_error_handler") &&
		    LOAD(lib, openr_iovec, "bfd_openr_iovec") &&
		    LOAD(lib, check_format_matches,
			 "bfd_check_format_matches") &&
		    LOAD(lib, get_error, "bfd_get_error") &&
		    LOAD(lib, errmsg, "bfd_errmsg")) {
			lib->init();
			lib->set_error_handler(be_silent);
			return true;
		}
	}
	return false;
}

/* ---- in the child: the image --------------------------------------------- */

struct image {
	struct library lib;
	struct span file;
	bfd *abfd;
	asymbol **symbols;
	long nr;
	FILE *out;
};

static void *open_file(bfd *abfd, void *of)
{
	(void)abfd;
	return of;
}

static file_ptr read_file(bfd *abfd, void *stream, void *to, file_ptr len,
			  file_ptr at)
{
	const struct span *file = stream;

	(void)abfd;
	if (len < 0 || at < 0 || (size_t)at >= file->len)
		return 0;
	if ((size_t)len > file->len - (size_t)at)
		len = (file_ptr)(file->len - (size_t)at);
	memcpy(to, file->ptr + at, (size_t)len);
	return len;
}

static int stat_file(bfd *abfd, void *stream, struct stat *st)
{
	const struct span *file = stream;

	(void)abfd;
	*st = (struct stat){ .st_size = (off_t)file->len };
	return 0;
}

/* Of several formats that it could be, the first is taken. */
static bool open_as(struct image *image, const char *target)
{
	char **matching = NULL, *first;

	image->abfd = image->lib.openr_iovec("image", target, open_file,
					     &image->file, read_file, NULL,
					     stat_file);
	if (!image->abfd)
		return false;
	if (image->lib.check_format_matches(image->abfd, bfd_object, &matching))
		return true;
	if (image->lib.get_error() != bfd_error_file_ambiguously_recognized ||
	    !matching || !matching[0] || target)
		return false;
	first = strdup(matching[0]);
	return first && open_as(image, first);
}

static bool read_symbols(struct image *image)
{
	long size = bfd_get_symtab_upper_bound(image->abfd);

	if (size < 0 || (size_t)size > 64 * image->file.len + 64)
		return false;
	image->symbols = malloc((size_t)size + sizeof(asymbol *));
	if (!image->symbols)
		return false;
	image->nr = bfd_canonicalize_symtab(image->abfd, image->symbols);
	return image->nr >= 0;
}

static bool is_code(const asection *section)
{
	return (bfd_section_flags(section) & (SEC_ALLOC | SEC_CODE)) ==
	       (SEC_ALLOC | SEC_CODE);
}

/* A name of code, and not of a section, a file or for debuggers. */
static bool names_code(const asymbol *symbol)
{
	const flagword no = BSF_DEBUGGING | BSF_SECTION_SYM | BSF_FILE;

	return symbol->name && symbol->name[0] && symbol->section &&
	       is_code(symbol->section) && !(symbol->flags & no);
}

static void put(struct image *image, const void *data, size_t size)
{
	fwrite(data, 1, size, image->out);
}

static void put_text(struct image *image, const char *text)
{
	put(image, text, strlen(text) + 1);
}

static void put_number(struct image *image, uint64_t number, size_t size)
{
	uint32_t small = (uint32_t)number;

	put(image, size == 4 ? (void *)&small : (void *)&number, size);
}

static void put_symbols(struct image *image)
{
	for (asection *s = image->abfd->sections; s; s = s->next) {
		if (!is_code(s))
			continue;
		put_number(image, bfd_section_vma(s), 8);
		put_number(image, bfd_section_vma(s) + bfd_section_size(s), 8);
	}
	put_number(image, 0, 8);
	put_number(image, 0, 8);
	for (long i = 0; i < image->nr; i++) {
		const asymbol *symbol = image->symbols[i];
		char binding = symbol->flags & BSF_WEAK	 ? BIND_WEAK :
			       symbol->flags & BSF_LOCAL ? BIND_LOCAL :
							   BIND_GLOBAL;

		// The bounds may be of any section.
		if (symbol->name && !names_code(symbol)) {
			if (strcmp(symbol->name, "_etext") != 0 &&
			    strcmp(symbol->name, "_stext") != 0)
				continue;
			binding = BIND_END;
		}
		if (!symbol->name)
			continue;
		put_number(image, bfd_asymbol_value(symbol), 8);
		put(image, &binding, 1);
		put_text(image, symbol->name);
	}
	put_number(image, 0, 8);
	put(image, "", 1);
	put(image, "", 1);
}

/* ---- in the child: lines ------------------------------------------------- */

static asection *section_at(const struct image *image, uint64_t addr)
{
	for (asection *s = image->abfd->sections; s; s = s->next)
		if (is_code(s) && addr >= bfd_section_vma(s) &&
		    addr - bfd_section_vma(s) < bfd_section_size(s))
			return s;
	return NULL;
}

struct place {
	const char *file, *function;
	unsigned line;
};

static bool find_place(const struct image *image, uint64_t addr,
		       struct place *place)
{
	asection *section = section_at(image, addr);

	*place = (struct place){ 0 };
	return section && bfd_find_nearest_line(image->abfd, section,
						image->symbols,
						addr - bfd_section_vma(section),
						&place->file, &place->function,
						&place->line);
}

/* So many functions all over the image are asked for their files. */
#define SAMPLES 512

/* The directory that they share: where the sources lie. */
static void put_root(struct image *image)
{
	long step = image->nr / SAMPLES + 1;
	struct arena arena = { 0 };
	const char *root = NULL;
	struct place place;

	for (long i = 0; i < image->nr; i += step) {
		if (!names_code(image->symbols[i]) ||
		    !find_place(image, bfd_asymbol_value(image->symbols[i]),
				&place) ||
		    !place.file || place.file[0] != '/')
			continue;
		const char *path = srcpath_join(&arena, NULL, place.file);
		const char *slash = strrchr(path, '/');
		const char *dir = arena_strndup(&arena, path,
						(size_t)(slash - path));
		root = root ? srcpath_common(&arena, root, dir) : dir;
	}
	put_text(image, root ? root : "");
}

/* Functions at one address, each inlined into the next. */
#define DEPTH_MAX 64

static void put_places(struct image *image, uint64_t addr)
{
	struct place place[DEPTH_MAX];
	uint32_t nr = find_place(image, addr, &place[0]);

	while (nr && nr < DEPTH_MAX &&
	       bfd_find_inliner_info(image->abfd, &place[nr].file,
				     &place[nr].function, &place[nr].line))
		nr++;
	put_number(image, nr, 4);
	for (uint32_t i = 0; i < nr; i++) {
		put_number(image, place[i].line, 4);
		put_text(image, place[i].file ? place[i].file : "");
		put_text(image, place[i].function ? place[i].function : "");
	}
}

static void answer(struct image *image, enum bfd_question question,
		   const uint64_t *addrs, size_t nr)
{
	char first = GOOD;

	if (!load(&image->lib)) {
		first = NO_LIBRARY;
		put(image, &first, 1);
		put_text(image, LIBBFD);
		return;
	}
	if (!open_as(image, NULL) || !read_symbols(image)) {
		first = NOT_KNOWN;
		put(image, &first, 1);
		put_text(image, image->lib.errmsg(image->lib.get_error()));
		return;
	}
	put(image, &first, 1);
	if (question == BFD_SYMBOLS) {
		put_symbols(image);
		return;
	}
	put_root(image);
	for (size_t i = 0; i < nr; i++)
		put_places(image, addrs[i]);
}

#else

struct image {
	struct span file;
	FILE *out;
};

static void answer(struct image *image, enum bfd_question question,
		   const uint64_t *addrs, size_t nr)
{
	static const char text[] = { NO_LIBRARY, 'l', 'i', 'b', 'b',
				     'f',	 'd', '\0' };

	(void)question, (void)addrs, (void)nr;
	fwrite(text, 1, sizeof(text), image->out);
}

#endif

/* ---- the child ----------------------------------------------------------- */

#if defined(__SANITIZE_ADDRESS__)
#define HAS_LIMITS false
#elif defined(__has_feature)
#define HAS_LIMITS !__has_feature(address_sanitizer)
#else
#define HAS_LIMITS true
#endif

static void limit(int resource, rlim_t most)
{
	struct rlimit now;

	if (getrlimit(resource, &now) < 0)
		return;
	if (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most)
		now.rlim_cur = most;
	setrlimit(resource, &now);
}

static _Noreturn void be_child(int fd, struct span file,
			       enum bfd_question question,
			       const uint64_t *addrs, size_t nr)
{
	static const int faults[] = { SIGBUS, SIGSEGV, SIGFPE,	SIGILL,
				      SIGABRT, SIGINT, SIGTERM, SIGHUP };
	struct image image = { .file = file };
	// What cannot be written to is as silent; a sandbox may allow no more.
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		signal(faults[i], SIG_DFL);
	for (int i = STDIN_FILENO; i <= STDERR_FILENO && nothing >= 0; i++)
		dup2(nothing, i);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, 60);
	// Sanitizers take terabytes that are none.
	if (HAS_LIMITS)
		limit(RLIMIT_DATA, (rlim_t)4 << 30);

	image.out = fdopen(fd, "w");
	if (!image.out)
		_exit(1);
	answer(&image, question, addrs, nr);
	_exit(fflush(image.out) ? 1 : 0);
}

/* ---- who asks ------------------------------------------------------------ */

#define ANSWER_MAX ((size_t)1 << 30)

/* All that comes, as far as it goes. */
static void listen_to(int fd, struct outbuf *out)
{
	while (out->len < ANSWER_MAX) {
		ssize_t n = read(fd, outbuf_room(out, 65536), 65536);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		outbuf_wrote(out, (size_t)n);
	}
}

static int judge(const char *path, struct span all, struct arena *arena,
		 struct span *answer, struct error *err)
{
	char first = all.len ? all.ptr[0] : '\0';
	char *text = arena_strndup(arena, all.ptr + (all.len > 0),
				   all.len - (all.len > 0));

	*answer = (struct span){ text, all.len - (all.len > 0) };
	switch (first) {
	case GOOD:
		return 0;
	case NO_LIBRARY:
		return fail(err, ERR_SYMBOLS,
			    "%s: is read by %s, which is not there; "
			    GET_LIBRARY, path, text);
	case NOT_KNOWN:
		return fail(err, ERR_SYMBOLS,
			    "%s: libbfd cannot read it: %s", path, text);
	default:
		return fail(err, ERR_SYMBOLS,
			    "%s: libbfd did not come to an end with it; it is"
			    " damaged, or too large", path);
	}
}

int bfdchild_ask(const char *path, struct span file, enum bfd_question question,
		 const uint64_t *addrs, size_t nr, struct arena *arena,
		 struct span *answer, struct error *err)
{
	struct outbuf out = { 0 };
	int fds[2], failed;
	pid_t child;

	if (pipe2(fds, O_CLOEXEC) < 0)
		return fail_errno(err, "%s: a pipe to libbfd", path);
	child = fork();
	if (child < 0) {
		fail_errno(err, "%s: a process for libbfd", path);
		close(fds[0]);
		close(fds[1]);
		return -1;
	}
	if (!child)
		be_child(fds[1], file, question, addrs, nr);
	close(fds[1]);
	listen_to(fds[0], &out);
	close(fds[0]);
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	failed = judge(path, (struct span){ out.data, out.len }, arena, answer,
		       err);
	outbuf_release(&out);
	return failed;
}
