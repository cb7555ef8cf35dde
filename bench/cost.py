#!/usr/bin/env python3
"""Times `lockstep cost`, whole processes: the kernels of [MH21] and generated ones (nests of loops, long kernels, loops that
need a linear program).

  bench/cost.py [--runs N]   print the table: seconds (the smallest of N runs) and multiples of a trivial kernel
  bench/cost.py --check      exit status 1 if a kernel takes longer than the project allows itself: 1 s for [MH21]'s kernels
                             and nests of depth 8, 2 s for 900 lines, 0.2 s more than a trivial kernel for a linear program
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = "//--local_size=64 --num_groups=[*]\n"


def kernel(body, arguments="__global int *a, int n"):
    return f"{HEAD}__kernel void k({arguments}) {{\n  int i = get_global_id(0);\n{body}}}\n"


TRIVIAL = kernel("  a[i] = n;\n")


def nest(depth, bound, place):
    head = "".join(f"for (int j{d} = 0; j{d} < {bound(d)}; ++j{d}) {{ a[{place(d)}] += {d};\n" for d in range(depth))
    return kernel(head + "}" * depth + "\n")


def long_kernel(lines):
    """Accesses of many kinds, guards, and nests of up to three loops; always the same for so many lines."""
    draw = random.Random(lines)
    out, depth = ["  int t = get_local_id(0), s = 0;\n  __local int x[256];\n"], 0
    while len(out) < lines:
        one = draw.randrange(12)
        if one == 0 and depth < 3 and len(out) < lines - 20:
            out.append(f"  for (int k{depth} = 0; k{depth} < {draw.choice(['n', 'm', 'n / 2', '8'])}; ++k{depth}) {{\n")
            depth += 1
        elif one == 1 and depth > 0:
            out.append("  }\n")
            depth -= 1
        elif one == 2:
            out.append(f"  if (i + {draw.randrange(8)} < n) b[i] = s;\n")
        elif one < 5:
            out.append(f"  a[i + {draw.choice('nm')} * {draw.randrange(4)} + {draw.randrange(9)}] = s + c[{draw.choice(['i', 't', 's & 63'])}];\n")
        elif one < 7:
            out.append(f"  s += x[(t * {draw.choice('124')} + {draw.randrange(9)}) & 255];\n")
        elif one == 7:
            out.append(f"  x[t + {draw.choice(['0', 's & 63', 'i % 64'])}] = s;\n")
        else:
            out.append(f"  s += c[i * {draw.randrange(1, 4)} + {draw.choice(['0', 'n', 'i', 't'])} + {draw.randrange(64)}];\n")
    return kernel("".join(out) + "}" * depth, "__global int *a, __global int *b, __global const int *c, int n, int m")


def pointers(k):
    """k indices that share one limit, moved by data."""
    tests = "".join(f"    if (d[p{i}] > {i}) {{ ++p{i}; continue; }}\n" for i in range(k - 1))
    return kernel(f"  int {', '.join(f'p{i} = 0' for i in range(k))};\n  while ({' && '.join(f'p{i} < n' for i in range(k))}) {{\n{tests}"
                  f"    ++p{k - 1};\n  }}\n  a[i] = p0;\n", "__global int *a, __global const int *d, int n")


def cases():
    """Name, a file of the tree or a text, and the most seconds; None: only timed."""
    for path in sorted((ROOT / "kernels/cost/seed").glob("*.cl")):
        yield path.stem, path, 1
    for depth in (2, 4, 6, 8):
        limit = 1 if depth == 8 else None
        yield f"nest {depth}, to n", nest(depth, lambda d: "n", lambda d: f"i * 8 + j{d}"), limit
        yield f"nest {depth}, triangular", nest(depth, lambda d: f"j{d - 1}" if d else "n", lambda d: f"i + j{d}"), limit
        yield f"nest {depth}, some short", nest(depth, lambda d: "3" if d % 2 else "n", lambda d: f"i * 8 + j{d} * n"), limit
    for lines in (100, 300, 900):
        yield f"{lines} lines", long_kernel(lines), 2 if lines == 900 else None
    for k in (2, 3, 4):
        yield f"linear program, {k} indices", pointers(k), "program"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        def best(what):
            path = what
            if isinstance(what, str):
                path = pathlib.Path(folder) / "kernel.cl"
                path.write_text(what)
            times = []
            for _ in range(options.runs):
                start = time.monotonic()
                done = subprocess.run([options.lockstep, "cost", str(path)], cwd=ROOT, capture_output=True, text=True, check=False)
                times.append(time.monotonic() - start)
                if done.returncode not in (0, 1): # 1: a mark that is not met
                    sys.exit(f"cost.py: exit status {done.returncode} for {path}: {done.stderr.strip()}")
            return min(times), "no upper bound" in done.stdout

        trivial, _ = best(TRIVIAL)
        print(f"{'':30} {'s':>7} {'ratio':>7}\n{'trivial':30} {trivial:7.3f} {1:7.1f}")
        for name, what, limit in cases():
            seconds, open_ended = best(what)
            allowed = trivial + 0.2 if limit == "program" else limit
            late = allowed is not None and seconds > allowed
            broken += late
            print(f"{name:30} {seconds:7.3f} {seconds / trivial:7.1f}{'  no upper bound' if open_ended else ''}"
                  f"{f'  more than {allowed:.2f} s' if late else ''}", flush=True)
    return 1 if options.check and broken else 0


if __name__ == "__main__":
    sys.exit(main())
