"""Inputs for the judges' runs: the same bytes for every runner, from the kernel's name; and how two buffers compare."""
import math
import re
import struct
import zlib

# Scalars that the default (5, or 0.25) does not suit: what a kernel requires of them, or what keeps its accesses inside.
SCALARS = {
    "bitonic_step": {"j": 4, "k": 8},
    "box_filter": {"w": 40, "h": 20, "r": 2},
    "chunked_map": {"n": 5000},
    "dot_product": {"n": 2000},
    "early_return": {"n": 50},
    "vector_add": {"n": 16000},
    "gather": {"n": 1000},
    "histogram": {"n": 1000},
    "k_means": {"k": 4, "n": 1000},
    "monte_carlo": {"n": 20},
    "mandelbrot": {"x0": -1.5, "y0": -1.0, "step": 0.0078125, "limit": 20},
    "merge_path": {"na": 500, "nb": 400},
    "radix_count": {"shift": 2, "n": 1000},
    "red_black": {"colour": 1},
    "requires_equal": {"pitch": 64},
    "requires_offset": {"offset": 100},
    "saxpy": {"n": 4000},
    "stencil_2d.cl": {"pitch": 300},
    "string_match": {"length": 3, "n": 900},
    "vacuous": {"n": 7},
    "struct_by_value": {"shape.width": 20, "shape.height": 11},
    "rotate_by": {"k": 1000},
    "matmul_naive_free.cl": {"n": 40},
    "matmul_tiled_free.cl": {"n": 64},
    "normalise_rows": {"rows": 1000, "cols": 7},
    "matrix_vector": {"rows": 1000, "cols": 7},
    "spmv": {"rows": 900, "width": 6},
}
# Contents of arrays are below 60; smaller where a kernel multiplies or counts with them.
LARGEST = {"uniform_load": 6, "assume_entry": 8}
# Values whose type PoCL does not describe: struct-module formats of their members, by the names `lockstep run` takes.
STRUCTS = {
    "struct Window": [("w.first", "i"), ("w.length", "i")],
    "struct Shape": [("shape.width", "i"), ("shape.height", "i")],
}
BASE = {"char": ("b", 1), "uchar": ("B", 1), "bool": ("B", 1), "short": ("h", 2), "ushort": ("H", 2), "int": ("i", 4),
        "uint": ("I", 4), "long": ("q", 8), "ulong": ("Q", 8), "size_t": ("Q", 8), "half": ("e", 2), "float": ("f", 4),
        "double": ("d", 8), "atomic_int": ("i", 4), "atomic_uint": ("I", 4)}
TYPE = re.compile(r"^(?:unsigned )?(\w+?)(\d*)$")


class Unsuitable(Exception):
    """The kernel cannot be judged; the text says why."""


def element(type_name):
    """(struct format of a component, its bytes, components read, components stored), or None for what is no scalar or vector."""
    name = type_name.strip()
    name = {"unsigned int": "uint", "unsigned char": "uchar", "unsigned short": "ushort", "unsigned long": "ulong"}.get(name, name)
    match = TYPE.match(name)
    if not match or match[1] not in BASE:
        return None
    form, size = BASE[match[1]]
    count = int(match[2] or 1)
    return form, size, count, 4 if count == 3 else count


def noise(seed, i):
    x = (seed * 0x9E3779B97F4A7C15 + i * 0xBF58476D1CE4E5B9 + 1) & (2**64 - 1)
    x ^= x >> 31
    x = x * 0x94D049BB133111EB & (2**64 - 1)
    return x >> 33


def contents(kernel, name, type_name, count):
    """`count` elements: small numbers, so that they may serve as indices and nothing overflows; floats without rounding."""
    seed = zlib.crc32(f"{kernel.path}/{kernel.name}/{name}".encode())
    form, size, _, stored = element(type_name) or ("i", 4, 8, 8)  # a struct: room for 32 bytes
    values = (noise(seed, i) for i in range(count * stored))
    if form in "efd":
        return struct.pack(f"<{count * stored}{form}", *(v % 64 / 8 - 2 for v in values)), size
    return struct.pack(f"<{count * stored}{form}", *(v % LARGEST.get(kernel.name, 60) for v in values)), size


def scalar(kernel, name, form):
    for key in (kernel.path.name, kernel.name):
        if name in SCALARS.get(key, {}):
            return SCALARS[key][name]
    return 0.25 if form in "efd" else 5


def value(kernel, name, type_name):
    """A parameter passed by value: its bytes, and `--arg` words for lockstep run."""
    if type_name in STRUCTS:
        members = STRUCTS[type_name]
        numbers = [scalar(kernel, member, form) for member, form in members]
        data = struct.pack("<" + "".join(form for _, form in members), *numbers)
        return data, [f"{member}={n}" for (member, _), n in zip(members, numbers)]
    kind = element(type_name)
    if not kind:
        raise Unsuitable(f"parameter '{name}' of type {type_name} is passed by value")
    form, _, count, stored = kind
    number = scalar(kernel, name, form)
    data = struct.pack(f"<{stored}{form}", *([number] * stored))
    return data, [f"{name}={number}"] if count == 1 else [f"{name}.{i}={number}" for i in range(count)]


def difference(type_name, expected, found):
    """None if the two buffers agree: bit for bit, floats within a relative tolerance."""
    if expected == found:
        return None
    if len(expected) != len(found):
        return f"{len(expected)} bytes and {len(found)}"
    kind = element(type_name)
    form, size = kind[:2] if kind else ("B", 1)
    count = len(expected) // size
    for i, (a, b) in enumerate(zip(struct.unpack(f"<{count}{form}", expected), struct.unpack(f"<{count}{form}", found))):
        if form in "efd":
            if a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 1e-6 + 1e-4 * max(abs(a), abs(b)):
                continue
        elif a == b:
            continue
        if kind and kind[2] == 3 and i % 4 == 3:
            continue  # the unused fourth component of a vector of three
        return f"component {i} is {a} in lockstep run and {b} in PoCL"
    return None
