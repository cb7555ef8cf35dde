#!/usr/bin/env python3
"""Times `lockstep verify` on generated families of kernels and on the kernels whose speed is promised.

  bench/families.py [--lockstep PATH] [--runs N] [--json FILE] [--compare FILE]

Every time is that of a whole process, the smallest of N runs. Machines differ and are noisy: what counts is the ratio to the
first row (a trivial kernel, timed in the same run), and with --compare the ratio to a saved run, again relative to its
first row. Nothing here is a test; the verdicts are checked all the same, and a wrong one ends the run."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

TRIVIAL = """//--local_size=64 --num_groups=16
__kernel void trivial(__global int *a) { a[get_global_id(0)] = 1; }
"""


def straight(n):
    """DESIGN 6: each thread owns n cells and reads them in another order; n literal reads and writes."""
    body = "\n".join(f"  a[{n} * i + {j}] = a[{n} * i + {7 * j % n}] + {j};" for j in range(n))
    return f"//--local_size=64 --num_groups=16\n__kernel void own_cells(__global int *a) {{\n  const int i = get_global_id(0);\n{body}\n}}\n"


def scattered(n):
    """The same with cells that do not adjoin."""
    cells = [(j * j * 3 + j) for j in range(n)]
    width = cells[-1] + 1
    body = "\n".join(f"  a[{width} * i + {cells[j]}] = a[{width} * i + {cells[7 * j % n]}] + {j};" for j in range(n))
    return f"//--local_size=64 --num_groups=16\n__kernel void scattered(__global int *a) {{\n  const int i = get_global_id(0);\n{body}\n}}\n"


def barriers(n):
    body = "\n".join(f"  t[(l + {j}) % 64] = {j};\n  barrier(CLK_LOCAL_MEM_FENCE);" for j in range(n))
    return f"//--local_size=64 --num_groups=1\n__kernel void rounds(__global int *a) {{\n  __local int t[64];\n  const int l = get_local_id(0);\n{body}\n  a[l] = t[l];\n}}\n"


def nested(depth):
    head = "".join(f"for (int i{d} = 0; i{d} < 4; ++i{d}) " for d in range(depth))
    index = " + ".join(f"{4 ** d} * i{d}" for d in range(depth))
    return (f"//--local_size=64 --num_groups=4\n__kernel void nest(__global int *a) {{\n  const int g = get_global_id(0);\n"
            f"  {head}\n    a[{4 ** depth} * g + {index}] = 1;\n}}\n")


def rows():
    yield "trivial", TRIVIAL, None
    for n in (10, 30, 100, 300):
        yield f"own cells, {n} accesses", straight(n), None
    for n in (10, 30, 100):
        yield f"scattered cells, {n} accesses", scattered(n), None
    for n in (10, 30, 100):
        yield f"{n} barriers", barriers(n), None
    for d in (1, 2, 3):
        yield f"{d} nested loops", nested(d), None
    for name in ("algorithms/halo_copy", "algorithms/matmul_tiled_free", "paper/scan", "algorithms/transpose", "algorithms/reduce_sequential"):
        for path in sorted((ROOT / "kernels").glob(name + ".c[lu]")):
            yield str(path.relative_to(ROOT)), None, path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json")
    parser.add_argument("--compare")
    options = parser.parse_args()
    saved = {}
    if options.compare:
        old = json.loads(pathlib.Path(options.compare).read_text())["rows"]
        saved = {r["name"]: r["ratio"] for r in old}
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for i, (name, text, path) in enumerate(rows()):
            if path is None:
                path = pathlib.Path(folder) / f"k{i}.cl"
                path.write_text(text)
            best = None
            for _ in range(options.runs):
                start = time.monotonic()
                done = subprocess.run([options.lockstep, "verify", "--format", "json", str(path)], capture_output=True, text=True)
                seconds = time.monotonic() - start
                verdicts = {r["verdict"] for r in json.loads(done.stdout)["results"]}
                if verdicts != {"verified"}:
                    sys.exit(f"{name}: expected verified, found {', '.join(sorted(verdicts))}")
                best = seconds if best is None else min(best, seconds)
            out.append({"name": name, "seconds": round(best, 4), "ratio": round(best / out[0]["seconds"], 2) if out else 1.0})
            was = f"  was {saved[name]:7.2f}" if name in saved else ""
            print(f"{out[-1]['ratio']:8.2f}  {best:8.3f} s  {name}{was}", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"rows": out}, indent=1) + "\n")


if __name__ == "__main__":
    main()
