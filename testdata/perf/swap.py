#!/usr/bin/env python3
"""swap.py PERF.DATA TWIN - the same recording as a big-endian machine has it

Reads a little-endian perf.data file (not of pipe mode, not compressed) and
writes its big-endian twin: header, attributes, ids, every record by its type
and its event's sample_type, and those features that are numbers and strings
of a known layout; the others are left out.  What is bytes to perf itself (raw
data of tracepoints, copies of the stack) stays as it is.
"""
import struct
import sys

KEPT_FEATURES = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 21}
SAMPLE_ID_ALL = 1 << 18
MMAP2_BUILD_ID = 1 << 14
(IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU, PERIOD, STREAM_ID, RAW, BRANCH,
 REGS_USER, STACK_USER, WEIGHT, DATA_SRC, IDENTIFIER, TRANSACTION, REGS_INTR,
 PHYS_ADDR, AUX, CGROUP, DATA_PAGE, CODE_PAGE, WEIGHT_STRUCT) = (
     1 << bit for bit in range(25))


class Twin:
    """A little-endian span on one side, what was made of it on the other."""

    def __init__(self, data):
        self.data, self.at, self.out = data, 0, bytearray()

    def left(self):
        return len(self.data) - self.at

    def words(self, kinds):
        """Swap fields, a letter of struct each; gives them as a tuple."""
        found = struct.unpack_from("<" + kinds, self.data, self.at)
        self.out += struct.pack(">" + kinds, *found)
        self.at += struct.calcsize("<" + kinds)
        return found

    def word(self, kind="Q"):
        return self.words(kind)[0]

    def copy(self, size):
        self.out += self.data[self.at:self.at + size]
        self.at += size

    def rest(self, kind="Q"):
        self.words("%d%s" % (self.left() // struct.calcsize("<" + kind), kind))

    def string(self):
        self.copy(self.word("I"))

    def bits(self):
        """A bit-field of 64: the first field is at the top of the first byte."""
        for byte in self.data[self.at:self.at + 8]:
            self.out.append(int("{:08b}".format(byte)[::-1], 2))
        self.at += 8
        return struct.unpack_from("<Q", self.data, self.at - 8)[0]


class Attr:
    def __init__(self, twin):
        end = twin.at + struct.unpack_from("<I", twin.data, twin.at + 4)[0]
        _, _, _, _, self.sample_type, self.read_format = twin.words("IIQQQQ")
        self.flags = twin.bits()
        _, _, _, _, self.branch, self.regs_user, _, _, self.regs_intr = (
            twin.words("IIQQQQIiQ"))
        if end - twin.at >= 8:
            twin.words("IHH")
        if end - twin.at >= 8:
            twin.words("II")
        while twin.at < end:
            twin.word()


def read_values(twin, attr):
    group, per_event = attr.read_format & 8, 1 + bool(attr.read_format & 4) + (
        bool(attr.read_format & 16))
    count = twin.word() if group else 1
    twin.words("%dQ" % bin(attr.read_format & 3).count("1"))
    if group:
        twin.words("%dQ" % (count * per_event))
    else:
        twin.words("%dQ" % (per_event - 1))


def sample(twin, attr):
    kind = attr.sample_type
    for bit in (IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD):
        if kind & bit:
            twin.words("II" if bit in (TID, CPU) else "Q")
    if kind & READ:
        read_values(twin, attr)
    if kind & CALLCHAIN:
        twin.words("%dQ" % twin.word())
    if kind & RAW:
        twin.copy(twin.word("I"))
    if kind & BRANCH:
        count = twin.word()
        if attr.branch & 1 << 17:
            twin.word()
        for _ in range(count):
            twin.words("QQ")
            twin.bits()
    if kind & REGS_USER and twin.word():
        twin.words("%dQ" % bin(attr.regs_user).count("1"))
    if kind & STACK_USER:
        size = twin.word()
        if size:
            twin.copy(size)
            twin.word()
    if kind & WEIGHT_STRUCT:
        twin.words("IHH")
    for bit in (WEIGHT, DATA_SRC, TRANSACTION):
        if kind & bit:
            twin.word()
    if kind & REGS_INTR and twin.word():
        twin.words("%dQ" % bin(attr.regs_intr).count("1"))
    for bit in (PHYS_ADDR, CGROUP, DATA_PAGE, CODE_PAGE):
        if kind & bit:
            twin.word()
    if kind & AUX:
        twin.copy(twin.word())


def trailer_size(attr):
    if not attr.flags & SAMPLE_ID_ALL:
        return 0
    return 8 * bin(attr.sample_type & (TID | TIME | ID | STREAM_ID | CPU |
                                       IDENTIFIER)).count("1")


def trailer(twin, attr):
    if not attr.flags & SAMPLE_ID_ALL:
        return
    for bit in (TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER):
        if attr.sample_type & bit:
            twin.words("II" if bit in (TID, CPU) else "Q")


def mmap2(twin, misc):
    twin.words("IIQQQ")
    if misc & MMAP2_BUILD_ID:
        twin.copy(24)
    else:
        twin.words("IIQQ")
    twin.words("II")


def cpu_map(twin):
    kind = twin.word("H")
    if kind == 0:
        twin.words("%dH" % twin.word("H"))
    elif kind == 2:
        twin.words("BBHH")
    else:
        raise SystemExit("swap.py: a map of processors of kind %d" % kind)


# Fields before a name or nothing; a trailer follows these types.
KERNEL = {1: "IIQQQ", 2: "QQ", 3: "II", 4: "IIIIQ", 5: "QQQ", 6: "QQQ",
          7: "IIIIQ", 8: "II", 11: "QQQ", 12: "II", 13: "Q", 14: "", 15: "II",
          16: "II", 17: "QIHH", 18: "HHI", 19: "Q"}


def record(data, attrs):
    """One record, header and all.  ATTRS: by id, and None for the first."""
    twin = Twin(data)
    kind, misc, _ = twin.words("IHH")
    attr = attrs[None]
    if kind == 9:
        at = {IDENTIFIER: 8}.get(attr.sample_type & IDENTIFIER, 8 + 8 * bin(
            attr.sample_type & (IP | TID | TIME | ADDR)).count("1"))
        if attr.sample_type & (IDENTIFIER | ID):
            attr = attrs[struct.unpack_from("<Q", data, at)[0]]
        sample(twin, attr)
    elif kind == 10:
        mmap2(twin, misc)
    elif kind in KERNEL:
        twin.words(KERNEL[kind])
        if kind == 8:
            read_values(twin, attr)
        if kind == 16:
            twin.words("%dQ" % (2 * twin.word()))
    elif kind == 69:
        twin.words("%dQ" % (4 * twin.word()))
    elif kind == 73:
        for _ in range(twin.word()):
            twin.word()
            twin.copy(16)
    elif kind == 74:
        cpu_map(twin)
    elif kind == 78:
        if twin.words("QQ")[0] == 3:
            cpu_map(twin)
    elif kind == 79:
        twin.words("6Q" if twin.left() >= 48 else "3Q")
    elif kind not in (68, 82):
        raise SystemExit("swap.py: a record of type %d" % kind)
    if kind < 64 and kind != 9:
        twin.copy(twin.left() - trailer_size(attr))
        trailer(twin, attr)
    twin.copy(twin.left())
    return bytes(twin.out)


def event_descriptions(twin):
    count = twin.words("II")[0]
    for _ in range(count):
        Attr(twin)
        ids = twin.word("I")
        twin.string()
        twin.words("%dQ" % ids)


def feature(bit, data):
    twin = Twin(data)
    if bit == 2:
        while twin.left():
            start = twin.at
            size = twin.words("IHH")[2]
            twin.word("I")
            twin.copy(start + size - twin.at)
    elif bit in (3, 4, 5, 6, 8, 9):
        twin.string()
    elif bit == 7:
        twin.words("II")
    elif bit in (10, 21):
        twin.rest()
    elif bit == 11:
        for _ in range(twin.word("I")):
            twin.string()
    elif bit == 12:
        event_descriptions(twin)
    elif bit == 17:
        for _ in range(twin.word("I")):
            twin.string()
            twin.words("II")
    twin.copy(twin.left())
    return bytes(twin.out)


def swap(data):
    (magic, size, attr_size, attrs_at, attrs_size, data_at, data_size, types,
     types_size, *bitmap) = struct.unpack_from("<8s12Q", data)
    if magic != b"PERFILE2" or data_size == 0:
        raise SystemExit("swap.py: no whole little-endian perf.data file")
    features = [bit for bit in range(256)
                if bitmap[bit // 64] >> bit % 64 & 1]
    kept = [0] * 4
    for bit in features:
        if bit in KEPT_FEATURES:
            kept[bit // 64] |= 1 << bit % 64
    out = bytearray(data[:data_at])
    out[:size] = struct.pack(">8s12Q", b"2ELIFREP", size, attr_size, attrs_at,
                             attrs_size, data_at, data_size, types, types_size,
                             *kept)
    attrs = {}
    for at in range(attrs_at, attrs_at + attrs_size, attr_size):
        twin = Twin(data[at:at + attr_size])
        attr = Attr(twin)
        ids_at, ids_size = twin.words("QQ")
        out[at:at + attr_size] = twin.out
        twin = Twin(data[ids_at:ids_at + ids_size])
        for _ in range(ids_size // 8):
            attrs[twin.word()] = attr
        out[ids_at:ids_at + ids_size] = twin.out
        attrs.setdefault(None, attr)
    at = data_at
    while at < data_at + data_size:
        length = struct.unpack_from("<H", data, at + 6)[0]
        out += record(data[at:at + length], attrs)
        at += length
    table = data_at + data_size
    sections = []
    for number, bit in enumerate(features):
        place, length = struct.unpack_from("<QQ", data, table + 16 * number)
        if bit in KEPT_FEATURES:
            sections.append(feature(bit, data[place:place + length]))
    place = len(out) + 16 * len(sections)
    for section in sections:
        out += struct.pack(">QQ", place, len(section))
        place += len(section)
    return bytes(out) + b"".join(sections)


def main():
    with open(sys.argv[1], "rb") as source:
        twin = swap(source.read())
    with open(sys.argv[2], "wb") as target:
        target.write(twin)


main()
