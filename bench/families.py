"""Families of generated kernels: what bench.py measures time against size on. Every one of them is right."""


def kernel(body, arguments="__global int *a", local="64", groups="16", size=""):
    return f"//--local_size={local} --num_groups={groups}\n__kernel void k({arguments}) {{\n{size}{body}\n}}\n"


TRIVIAL = kernel("  a[get_global_id(0)] = 1;")
ROW = "  const int i = get_global_id(0);\n"


def own_cells(n):
    """docs/design.md 8: each thread owns n cells, writes each of them and reads them in another order."""
    return kernel("\n".join(f"  a[{n} * i + {j}] = a[{n} * i + {7 * j % n}] + {j};" for j in range(n)), size=ROW)


def scattered(n):
    """The same with cells that do not adjoin, so that their ranges do not merge into one."""
    cells = [j * j * 3 + j for j in range(n)]
    width = cells[-1] + 1
    return kernel("\n".join(f"  a[{width} * i + {cells[j]}] = a[{width} * i + {cells[7 * j % n]}] + {j};" for j in range(n)),
                  size=ROW)


def barriers(n):
    """n rounds over local memory, each with another shift, a barrier between them."""
    rounds = "\n".join(f"  t[(l + {j}) % 64] = {j};\n  barrier(CLK_LOCAL_MEM_FENCE);" for j in range(n))
    return kernel(f"  __local int t[64];\n  const int l = get_local_id(0);\n{rounds}\n  a[l] = t[l];", groups="1")


def distinct_barriers(n):
    """The same where no two rounds ask the same question: each has a stride of its own."""
    rounds = "\n".join(f"  t[l * {j + 1}] = {j};\n  barrier(CLK_LOCAL_MEM_FENCE);" for j in range(n))
    return kernel(f"  __local int t[{64 * n}];\n  const int l = get_local_id(0);\n{rounds}\n  a[l] = t[l];", groups="1")


def nesting(depth):
    head = "".join(f"for (int i{d} = 0; i{d} < 4; ++i{d}) " for d in range(depth))
    index = " + ".join(f"{4 ** d} * i{d}" for d in range(depth))
    return kernel(f"  const int g = get_global_id(0);\n  {head}\n    a[{4 ** depth} * g + {index}] = 1;", groups="4")


def straight(n):
    """n lines without a loop: arithmetic, conditions, reads of what nobody writes, one write at the end."""
    forms = ("x = x * {k} + s;", "s += in[i + {k}];", "if (s > {k}) s -= x;", "x ^= s >> {shift};")
    lines = "\n".join("  " + forms[j % 4].format(k=j + 3, shift=j % 7 + 1) for j in range(n))
    return kernel(f"  int s = i, x = 1;\n{lines}\n  a[i] = s + x;", "__global int *restrict a, __global const int *restrict in",
                  size=ROW)


def pointers(k):
    """Ten reads and writes through a pointer that is one of k arrays."""
    names = [f"a{j}" for j in range(k)]
    choose = "\n".join(f"  if (c == {j}) p = a{j};" for j in range(1, k))
    uses = "\n".join(f"  p[10 * i + {j}] += {j};" for j in range(10))
    return kernel(f"  __global int *p = a0;\n{choose}\n{uses}", ", ".join(f"__global int *{n}" for n in names) + ", int c", size=ROW)


def dimensions(d):
    """A tile in local memory, written, and read after a barrier, by threads of d dimensions."""
    shape = {1: (64, 1, 1), 2: (8, 8, 1), 3: (4, 4, 4)}[d]
    text = [",".join(str(s) for s in shape[:d]), ",".join(["4"] * d)]
    local = " + ".join(f"get_local_id({j}) * {[1, shape[0], shape[0] * shape[1]][j]}" for j in range(d))
    whole = " + ".join(f"get_global_id({j}) * {[1, shape[0] * 4, shape[0] * 4 * shape[1] * 4][j]}" for j in range(d))
    return kernel(f"  __local int t[64];\n  const int l = {local};\n  t[l] = l;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                  f"  a[{whole}] = t[63 - l];", local=f"[{text[0]}]", groups=f"[{text[1]}]")


# name: maker, sizes, what the size counts
FAMILIES = {
    "own_cells": (own_cells, (10, 30, 100, 300, 1000, 3000), "accesses a thread that merge"),
    "scattered": (scattered, (10, 30, 100, 300, 1000), "accesses a thread that do not merge"),
    "barriers": (barriers, (10, 30, 100, 300), "barriers in a row"),
    "distinct_barriers": (distinct_barriers, (10, 30, 100, 300), "barriers in a row, no two intervals alike"),
    "nesting": (nesting, (1, 2, 3, 4, 5), "nested loops"),
    "straight": (straight, (10, 30, 100, 300, 1000, 3000), "lines without a loop"),
    "pointers": (pointers, (1, 2, 4, 8), "arrays that a pointer may lead to"),
    "dimensions": (dimensions, (1, 2, 3), "thread dimensions"),
}

HALO = """//--local_size=[32,8] --num_groups=[4,4]
__kernel void halo(__global const int *in, __global int *out, int width) {
  __local int t[10][34];
  const int x = get_local_id(0), y = get_local_id(1);
  for (int r = y; r < 10; r += 8)
    for (int c = x; c < 34; c += 32)
      t[r][c] = in[(get_group_id(1) * 8 + r) * width + get_group_id(0) * 32 + c];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 128 + get_global_id(0)] = t[y][x] + t[y + 2][x + 2];
}
"""

SIMPLE = kernel("  const int i = get_global_id(0);\n  c[i] = a[i] + b[i];",
                "__global const float *a, __global const float *b, __global float *c")


def hundred_lines():
    """Code, branches and loops, barriers in between: a hundred lines."""
    part = ("  for (int k{0} = 0; k{0} < 8; ++k{0}) {{\n    if ((lid + k{0}) % 3 == 0)\n      s += t[(lid + k{0}) % 64];\n"
            "    else\n      s -= k{0};\n  }}\n  barrier(CLK_LOCAL_MEM_FENCE);\n  t[lid] = s + {0};\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n")
    body = "".join(part.format(i) for i in range(10))
    return kernel("  __local int t[64];\n  const int lid = get_local_id(0);\n  int s = 0;\n  t[lid] = lid;\n"
                  f"  barrier(CLK_LOCAL_MEM_FENCE);\n{body}  a[get_global_id(0)] = s;")


# name, source or file below the root, seconds for the whole process, seconds for everything before Boogie
LIMITS = [
    ("simple kernel", SIMPLE, 0.07, 0.06),
    ("scan", "kernels/paper/scan.cl", 0.07, 0.06),
    ("transpose", "kernels/algorithms/transpose_tiled.cl", 0.07, 0.06),
    ("reduction", "kernels/algorithms/reduce_sequential.cl", 0.07, 0.06),
    ("a hundred lines", hundred_lines(), None, 0.06),
    ("own cells, 300", own_cells(300), 0.12, None),
    ("own cells, 3000", own_cells(3000), 1.0, None),
    ("scattered, 300", scattered(300), 0.5, None),
    ("barriers, 100", barriers(100), 0.2, None),
    ("barriers, 300", barriers(300), 0.6, None),
    ("five nested loops", nesting(5), 0.15, None),
    ("3000 lines", straight(3000), 5.0, None),
    ("halo copy, strided loops", HALO, None, None),
    ("tiled matrix product, free width", "kernels/algorithms/matmul_tiled_free.cl", None, None),
]
