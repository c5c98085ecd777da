# diffprof - build, test, install
#
#	make			build/diffprof and build/libdiffprof.a
#	make help		the other targets
#
# Switches, alone or together, each with objects of its own under build/:
#
#	ASAN=1			AddressSanitizer and UBSan
#	DEBUG=1			no optimisation, all of the debugger's names
#	COVERAGE=1		gcov; `make COVERAGE=1 check' ends with a report
#	CC=clang		any other compiler
#	WERROR=1		warnings are errors
#
# A new file under src/, tests/ or man/ needs no line here.

SHELL := /bin/sh
.DELETE_ON_ERROR:
.SUFFIXES:

ifeq ($(origin CC),default)
CC := gcc
endif
AR ?= ar
PKG_CONFIG ?= pkg-config
PREFIX ?= /usr/local
DESTDIR ?=
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
# of each fuzz target
FUZZ_SECONDS ?= 3600

VERSION := $(shell sed -n 's/^\#define DIFFPROF_VERSION "\(.*\)"/\1/p' \
	include/diffprof/version.h)

# ---- configuration ---------------------------------------------------------

on = $(filter-out 0 no,$($(1)))
empty :=
space := $(empty) $(empty)
parts := $(filter-out gcc cc,$(notdir $(firstword $(CC)))) \
	$(if $(call on,ASAN),asan) $(if $(call on,DEBUG),debug) \
	$(if $(call on,COVERAGE),coverage) $(if $(call on,FUZZ),fuzz)
config := $(subst $(space),-,$(strip $(parts)))
B := build$(if $(config),/$(config))

PKGS := expat libdw libelf jansson liblzma libzstd zlib
# Used by its header alone; loaded when it is needed.
HEADER_PKGS := libxxhash libarchive ncursesw

CFLAGS ?= -O2 -g
CPPFLAGS ?=
LDFLAGS ?=

warnings := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wformat=2
ours := -std=gnu11 $(warnings) -D_GNU_SOURCE -Iinclude -pthread
ifneq ($(call on,WERROR),)
ours += -Werror
endif
link := -pthread

sanitize :=
ifneq ($(call on,ASAN)$(call on,FUZZ),)
sanitize := -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
override CFLAGS := -O1 -g
endif
ifneq ($(call on,FUZZ),)
sanitize += -fsanitize=fuzzer-no-link
endif
ifneq ($(call on,COVERAGE),)
override CFLAGS := -O0 -g
sanitize += --coverage -DCOVERAGE
endif
ifneq ($(call on,DEBUG),)
override CFLAGS := -Og -g3
endif

# Hostile input is this program's daily bread, so what the compiler and the
# linker can do against it is on.  Start-up does not suffer: bench/RESULTS.md.
ifeq ($(sanitize)$(call on,DEBUG),)
harden := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
	-fstack-clash-protection -fPIE
link += -pie -Wl,-z,relro,-z,now
# Where it was built is nobody's business, and the same sources make the same.
harden += -ffile-prefix-map=$(CURDIR)=.
else
harden :=
endif

ours += $(sanitize) $(harden)
link += $(sanitize) -Wl,--as-needed
libs = $(shell $(PKG_CONFIG) --libs $(PKGS)) -lbz2 -liberty -lRmath -lm
# The names of the shared libraries that the headers are those of: they are
# loaded when instructions are wanted, or an image that is not ELF.  One knows
# all machines, one our own.
so_name = $(notdir $(realpath $(shell $(CC) -print-file-name=$(1))))
opcodes_cflags = $(call opcodes_name,LIBOPCODES,$(or \
	$(call so_name,libopcodes-multiarch.so),$(call so_name,libopcodes.so))) \
	$(call opcodes_name,LIBOPCODES_ONE,$(call so_name,libopcodes.so))
opcodes_name = $(if $(filter lib%,$(2)),-D$(1)='"$(2)"')
bfd_cflags = $(call opcodes_name,LIBBFD,$(or \
	$(call so_name,libbfd-multiarch.so),$(call so_name,libbfd.so))) \
	$(call opcodes_name,LIBBFD_ONE,$(call so_name,libbfd.so))
lib_cflags = $(shell $(PKG_CONFIG) --cflags $(PKGS) $(HEADER_PKGS))

# A line a file; V=1 shows the whole commands, `make -s' nothing.
ifeq ($(call on,V)$(findstring s,$(firstword -$(MAKEFLAGS))),)
say = @printf '  %-5s %s\n' $(1) $@;
endif
compile = $(call say,CC)$(CC) $(ours) $(lib_cflags) $(CPPFLAGS) $(CFLAGS) \
	-MMD -MP -c -o $@ $<
linkit = $(call say,LINK)$(CC) $(link) $(CFLAGS) $(LDFLAGS) -o $@ \
	$(filter %.o %.a,$^) $(libs)

# ---- files -----------------------------------------------------------------

main := src/cli/main.c
sources := $(filter-out $(main),$(wildcard src/*/*.c))
assets := $(wildcard src/out/html/*.*)
objects := $(sources:%.c=$(B)/obj/%.o) $(B)/obj/assets.o
unit_sources := $(wildcard tests/unit/test_*.c)
unit_tests := $(unit_sources:tests/unit/%.c=$(B)/tests/%)
fuzz_sources := $(filter-out tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))
fuzz_names := $(fuzz_sources:tests/fuzz/%.c=%)
replays := $(fuzz_names:%=$(B)/tests/replay_%)
fuzzers := $(fuzz_names:%=$(B)/fuzz_%)
manuals := diffprof.1 $(wildcard man/*.[1-9])
scripts = $(wildcard .ci/run completions/*.bash tests/cli/*.bash \
	src/out/assets) \
	$(shell grep -lE '^\#!.*\<(ba)?sh$$' tests/* tests/fuzz/* tests/faults/* \
	tests/html/* tests/maintainers/* bench/* packaging/* debian/tests/* 2>/dev/null)

# Sanitizers have a malloc() of their own.
faults := $(if $(sanitize),,$(B)/faults.so)

PROGRAM := $(B)/diffprof
LIBRARY := $(B)/libdiffprof.a

.PHONY: all help demo deps deps-html deps-list check check-tools check-layers \
	check-dwarf check-explained check-html check-kernel check-maintainers \
	check-man check-foreign check-reproducible \
	unit-tests replays lint fuzz fuzzers bench simulation format \
	check-annotate install uninstall dist packages clean testdata-kernels FORCE

all: $(PROGRAM) $(LIBRARY)	## the program and its library (the default)

$(PROGRAM): $(B)/obj/src/cli/main.o $(LIBRARY)
	$(linkit)

$(LIBRARY): $(objects) $(B)/sources
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $(objects)

$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(compile)

$(B)/obj/src/sym/disasm.o: lib_cflags += $(opcodes_cflags)
$(B)/obj/src/sym/bfdchild.o: lib_cflags += $(bfd_cflags)

# Style sheets and scripts are files of their own, and become strings of C.
$(B)/assets.c: src/out/assets $(assets)
	@mkdir -p $(@D)
	$(call say,GEN)src/out/assets $(assets) >$@

$(B)/obj/assets.o: $(B)/assets.c $(B)/flags
	@mkdir -p $(@D)
	$(compile) -Isrc/out

$(unit_sources:%.c=$(B)/obj/%.o): | check-tools

check-tools:
	@$(PKG_CONFIG) --exists cmocka || { echo "make: there is no cmocka;" \
		"\`make deps' installs it" >&2; exit 1; }

$(B)/tests/test_%: $(B)/obj/tests/unit/test_%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(linkit) -lcmocka

$(B)/tests/replay_%: $(B)/obj/tests/fuzz/%.o $(B)/obj/tests/fuzz/replay.o \
		$(LIBRARY)
	@mkdir -p $(@D)
	$(linkit)

$(B)/faults.so: tests/faults/faults.c $(B)/flags
	$(call say,LINK)$(CC) -shared -fPIC -O1 $(warnings) -D_GNU_SOURCE -o $@ $<

$(B)/fuzz_%: $(B)/obj/tests/fuzz/%.o $(LIBRARY)
	$(linkit) -fsanitize=fuzzer

# Written anew when the compiler or the flags change, or the list of sources.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@command -v $(firstword $(CC)) >/dev/null || { echo "make: there is" \
		"no $(firstword $(CC)); \`make deps' installs what is missing" \
		>&2; exit 1; }
	@$(PKG_CONFIG) --exists --print-errors $(PKGS) $(HEADER_PKGS) || \
		{ echo "make: a library is missing; \`make deps' installs it" \
		>&2; exit 1; }
	$(call keep,$(CC) $(ours) $(CPPFLAGS) $(CFLAGS) $(link) $(LDFLAGS))

$(B)/sources: FORCE
	@mkdir -p $(@D)
	$(call keep,$(sources))

# Leave the file as old as it is unless its text changes.
keep = @echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@

.SECONDARY:
-include $(wildcard $(B)/obj/src/*/*.d $(B)/obj/tests/*/*.d)

help:	## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
		sort | awk -F '\t' '{ printf "%-14s %s\n", $$1, $$2 }'

# ---- what it is built and tested with --------------------------------------

DEPS_BUILD := gcc libc6-dev make pkg-config libdw-dev libelf-dev libjansson-dev \
	liblzma-dev libzstd-dev zlib1g-dev libbz2-dev libiberty-dev \
	libxxhash-dev libarchive-dev libncurses-dev libexpat1-dev r-mathlib \
	binutils-multiarch-dev
DEPS_CHECK := libcmocka-dev bats tmux mandoc xz-utils zstd bzip2 lz4 libdebuginfod1 fish \
	cmark-gfm libxml2-utils w3c-sgml-lib python3 python3-jsonschema sqlite3
DEPS_LINT := clang libclang-rt-14-dev llvm clang-tidy clang-format cppcheck \
	shellcheck
# what recordings are made with and compared to: tests skip what is not there
DEPS_PEERS := linux-perf
# the browser that `make check-html' drives
DEPS_HTML := chromium python3 tidy librsvg2-bin
DEPS = $(DEPS_BUILD) $(DEPS_CHECK) $(DEPS_LINT) $(DEPS_PEERS)

missing = $(shell for p in $(1); do dpkg-query -W -f '$${db:Status-Status}\n' \
	$$p 2>/dev/null | grep -qx installed || echo $$p; done)

# $(call install_missing,PACKAGES)
define install_missing
@command -v apt-get >/dev/null || { echo "This is not Debian; if the build" \
	"misses something, install what matches: $(1)"; exit 0; }; \
set -- $(call missing,$(1)); \
if [ $$# = 0 ]; then echo "No package is missing."; exit 0; fi; \
echo "These Debian packages are missing and will be installed: $$*"; \
if [ "$$(id -u)" = 0 ]; then root=; else root=sudo; fi; \
$$root apt-get update -qq && \
$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
	--no-install-recommends "$$@" </dev/null
endef

deps:	## install what is missing to build, test and lint (Debian 12)
	$(call install_missing,$(DEPS))

deps-html:	## install the browser for check-html (it is large)
	$(call install_missing,$(DEPS_HTML))

deps-list:	## the packages that `make deps' would install
	@for p in $(call missing,$(DEPS)); do echo $$p; done

real := testdata/real
demo_command := build/diffprof $(real)/x86-mitigations/base.profile.xz \
	$(real)/x86-mitigations/test.profile.xz \
	-m $(real)/kernels/6.1.0-57-cloud-amd64/System.map.xz

demo:	## install what is missing, build, compare two genuine kernels
	$(call install_missing,$(DEPS_BUILD) $(DEPS_CHECK))
	@echo "Building."
	@$(MAKE) --no-print-directory --silent CC=gcc ASAN= DEBUG= COVERAGE= all
	@echo '$$ $(demo_command)'
	@$(demo_command)

# ---- tests -----------------------------------------------------------------

unit-tests: $(unit_tests)

replays: $(replays)

check: all unit-tests replays $(faults)	## unit tests, command-line tests, layers, manual
	@tests/run $(B)
	$(if $(call on,COVERAGE),@tests/coverage $(B))

check-explained: all	## what --explain says of two genuine kernels (testdata-kernels)
	@tests/check-explained $(PROGRAM)

check-layers:	## includes go one way only
	@tests/check-layers

check-html: all	## the report in headless Chromium, by mouse and by keyboard
	@tests/html/run $(PROGRAM)

check-dwarf: $(B)/lines	## lines of genuine kernels, beside eu-addr2line
	@tests/check-dwarf $(B)/lines

check-maintainers: $(B)/ask	## MAINTAINERS of a genuine kernel, as its own script reads it
	@tests/maintainers/run $(B)/ask

$(B)/ask: $(B)/obj/tests/maintainers/ask.o $(LIBRARY)
	$(linkit)

check-kernel: all	## recording on genuine kernels in QEMU; not part of check
	@tests/check-kernel $(PROGRAM)

check-foreign:	## build and check on s390x and arm64, in chroots; as root
	@tests/check-foreign

check-reproducible:	## what is committed, built twice, is the same
	@tests/check-reproducible

check-man: all	## the manual agrees with --help, and mandoc has no complaint
	@tests/check-man $(PROGRAM) $(manuals)

fuzzers: $(fuzzers)

fuzz:	## each fuzz target for FUZZ_SECONDS, from the kept corpora
	@$(MAKE) --no-print-directory CC=clang FUZZ=1 fuzzers
	@tests/fuzz/run build/clang-fuzz $(FUZZ_SECONDS) $(fuzz_names)

lint:	## clang-tidy, cppcheck, shellcheck, layout: no findings allowed
	@tests/lint '$(ours) $(lib_cflags)' \
		$(sort $(sources) $(wildcard $(main))) -- $(scripts)

# Only these: what was laid out by hand and not touched stays as it is.
format:	## clang-format the lines changed since the last commit
	git clang-format --force HEAD -- src include tests bench

bench:	## ratios against readprofile, perf, perl and awk, side by side
	@$(MAKE) --no-print-directory all
	@bench/run build
	@bench/formats build
	@bench/recordings build
	@$(MAKE) --no-print-directory build/lines
	@bench/dwarf build
	@$(MAKE) --no-print-directory build/browsing
	@bench/browser build
	@bench/renames build
	@bench/outputs build

check-annotate: all	## annotations of genuine kernels, beside objdump's
	@tests/check-annotate $(PROGRAM)

testdata-kernels:	## Debian's kernels with DWARF, into a cache
	@tests/fetch-kernels

$(B)/simulation: $(B)/obj/bench/simulation.o $(LIBRARY)
	$(linkit)

$(B)/lines $(B)/inlines $(B)/browsing: $(B)/%: $(B)/obj/bench/%.o $(LIBRARY)
	$(linkit)

simulation: $(PROGRAM) $(B)/simulation	## how often verdicts are wrong
	$(B)/simulation
	bench/splits $(PROGRAM) testdata/real/x86-runs auto
	bench/splits $(PROGRAM) testdata/real/x86-runs off

# ---- outside the tree ------------------------------------------------------

install: all	## to PREFIX (/usr/local), under DESTDIR
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/diffprof
	for page in $(manuals); do \
		install -D -m 644 $$page \
		"$(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}" || exit 1; \
	done
	install -D -m 644 completions/diffprof.bash $(DESTDIR)$(BASHDIR)/diffprof
	install -D -m 644 completions/_diffprof $(DESTDIR)$(ZSHDIR)/_diffprof
	install -D -m 644 completions/diffprof.fish \
		$(DESTDIR)$(FISHDIR)/diffprof.fish

uninstall:	## what `make install' with the same PREFIX put there
	rm -f $(DESTDIR)$(BINDIR)/diffprof $(DESTDIR)$(BASHDIR)/diffprof \
		$(DESTDIR)$(ZSHDIR)/_diffprof \
		$(DESTDIR)$(FISHDIR)/diffprof.fish
	for page in $(manuals); do \
		rm -f "$(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}"; \
	done

dist:	## build/diffprof-VERSION.tar.xz of what is committed
	@mkdir -p build
	git archive --prefix=diffprof-$(VERSION)/ HEAD | \
		xz -9 >build/diffprof-$(VERSION).tar.xz

packages:	## a Debian and an RPM package of what is committed, checked
	@packaging/build-packages

clean:	## remove build/
	rm -rf build
