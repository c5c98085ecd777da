#!/usr/bin/env python3
"""samples.py DIR - archives of sample files, as oparchive leaves them

Makes DIR/NAME for each archive below: the programs in work.cc, shared.c and
../../perf/burn.c, built here, and sample files (format 0x13, little-endian)
with samples at their functions.  Which functions have how many is made up, and
the same every time for the same programs; what opreport prints of them is not.

A sample file is a header of 72 bytes, a descriptor of 32 (number of nodes and
of used ones, node 0 being none), nodes of 16 (key, count, next in its bucket),
and as many hash buckets of 4.  The key is an offset in the image; in call
graphs, that of the caller times 2^32 plus that of the called.
"""
import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MTIME = 1700000000
CPU_PIII = 2
SAMPLES = "var/lib/oprofile/samples/current"
BURN, OTHER = "/usr/local/bin/burn", "/usr/local/bin/other app"
LIBRARY, GONE = "/usr/local/lib/libshared.so.1", "/usr/bin/gone"
CLOCK = ("CPU_CLK_UNHALTED", 100000, 0, 0x79)
FETCH_ALL = ("L2_IFETCH", 500, 15, 0x28)
FETCH_MISS = ("L2_IFETCH", 500, 1, 0x28)


def sample_file(path, event, counts, anon=0):
    """Write COUNTS, {key: count}, as a sample file."""
    size = 128
    while size <= len(counts) + 1:
        size *= 2
    nodes, buckets = [(0, 0, 0)], [0] * size
    for key, count in sorted(counts.items()):
        folded = (key >> 32 ^ key) & 0xffffffff
        bucket = (folded ^ folded >> 8) & (size - 1)
        nodes.append((key, count, buckets[bucket]))
        buckets[bucket] = len(nodes) - 1
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(struct.pack("<4s6I4xdQI4xQQ", b"DAE\n", 0x13, CPU_PIII,
                              event[3], event[2], event[1], 0, 863.195,
                              MTIME, 0, anon, 0))
        out.write(struct.pack("<II24x", size, len(nodes)))
        for node in nodes + [(0, 0, 0)] * (size - len(nodes)):
            out.write(struct.pack("<QII", *node))
        out.write(struct.pack("<%dI" % size, *buckets))


def build(root):
    """The programs, below ROOT; their functions, {image: [(offset, size)]}."""
    burn = os.path.join(HERE, "../../perf")
    flags = ["-O1", "-g", "-fno-inline", "-Wl,--build-id=none",
             "-ffile-prefix-map=%s=/src" % HERE,
             "-ffile-prefix-map=%s=/src" % os.path.realpath(burn)]
    commands = {
        LIBRARY: ["gcc", "-shared", "-fPIC", HERE + "/shared.c"],
        BURN: ["gcc", "-pthread", os.path.realpath(burn) + "/burn.c",
               os.path.realpath(burn) + "/burn_other.c"],
        OTHER: ["g++", HERE + "/work.cc", root + LIBRARY],
    }
    functions = {}
    for image, command in commands.items():
        os.makedirs(os.path.dirname(root + image), exist_ok=True)
        subprocess.run(command + flags + ["-o", root + image], check=True)
        os.utime(root + image, (MTIME, MTIME))
        functions[image] = []
        names = subprocess.run(["nm", "-S", "-n", root + image],
                               stdout=subprocess.PIPE, check=True, text=True)
        for line in names.stdout.splitlines():
            word = line.split()
            if len(word) == 4 and word[2] in "tTwW" and word[3][:2] != "_i":
                functions[image].append((int(word[0], 16), int(word[1], 16)))
    functions[GONE] = [(0x1000, 0x100), (0x2000, 0x80)]
    return functions


class Made:
    """One archive, and the numbers it is made of."""

    def __init__(self, root, seed):
        self.root, self.state = root, seed
        self.functions = build(root)

    def random(self, n):
        self.state = self.state * 16807 % 2147483647
        return self.state % n

    def counts(self, image, scale):
        """Samples at two places of most functions of IMAGE."""
        made = {}
        for offset, size in self.functions[image]:
            for at in (0, self.random(size)):
                count = scale * self.random(40) // (1 + self.random(20))
                if count:
                    made[offset + at] = made.get(offset + at, 0) + count
        return made

    def put(self, app, image, event, scale, who="all.all.all"):
        path = "%s/%s/{root}%s/{dep}/{root}%s/%s.%d.%d.%s" % (
            self.root, SAMPLES, app, image, *event[:3], who)
        sample_file(path, event, self.counts(image, scale))

    def put_anon(self, app, name, start, end, event):
        path = "%s/%s/{root}%s/{dep}/{anon:%s}/4711.0x%x.0x%x/%s.%d.%d.%s" % (
            self.root, SAMPLES, app, name, start, end, *event[:3],
            "all.all.all")
        sample_file(path, event, {0x10: 7, 0x24: 5}, anon=start)

    def put_calls(self, app, caller, called, event):
        made = {}
        for from_, _ in self.functions[caller]:
            to = self.functions[called]
            to = to[self.random(len(to))][0]
            count = self.random(30)
            if count:
                made[(from_ + 4) << 32 | to] = count
        path = "%s/%s/{root}%s/{dep}/{root}%s/{cg}/{root}%s/%s.%d.%d.%s" % (
            self.root, SAMPLES, app, caller, called, *event[:3],
            "all.all.all")
        sample_file(path, event, made)


def apps(root, seed, events, scale=1, who=("all.all.all",)):
    made = Made(root, seed)
    for event in events:
        for one in who:
            made.put(BURN, BURN, event, 40 * scale, one)
            made.put(BURN, LIBRARY, event, 5 * scale, one)
            made.put(OTHER, OTHER, event, 9 * scale, one)
            made.put(OTHER, LIBRARY, event, 12 * scale, one)
    return made


def main():
    top = os.path.abspath(sys.argv[1])
    apps(top + "/apps-base", 11, [CLOCK])
    apps(top + "/apps-test", 12, [CLOCK])
    apps(top + "/events-base", 21, [CLOCK, FETCH_ALL, FETCH_MISS])
    apps(top + "/events-test", 22, [CLOCK, FETCH_ALL, FETCH_MISS])
    apps(top + "/threads", 31, [CLOCK],
         who=("100.100.0", "100.100.1", "100.101.1", "200.200.0"))
    calls = apps(top + "/calls", 41, [CLOCK])
    calls.put_calls(BURN, BURN, BURN, CLOCK)
    calls.put_calls(BURN, BURN, LIBRARY, CLOCK)
    calls.put_calls(OTHER, OTHER, LIBRARY, CLOCK)
    odd = apps(top + "/odd", 51, [CLOCK])
    odd.put(GONE, GONE, CLOCK, 30)
    odd.put_anon(BURN, "anon", 0x7f0012340000, 0x7f0012360000, CLOCK)
    odd.put_anon(BURN, "[vdso]", 0x7ffd11110000, 0x7ffd11112000, CLOCK)
    odd.put_anon(OTHER, "[heap]", 0x555500001000, 0x555500022000, CLOCK)
    made = Made(top + "/one", 61)
    made.put(BURN, BURN, CLOCK, 40)


main()
