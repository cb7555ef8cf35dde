#!/usr/bin/env python3
"""How long Lockstep takes: whole processes, the median of several runs, against the limits that the project sets itself.

  bench/run.py [--runs N] [--lockstep BIN] [--check] [--corpus]

--check exits with 1 where a limit is broken or a verdict is wrong; --corpus also measures every kernel below kernels/ and
prints the split per stage. Run it on a machine with nothing else to do: bench/results.md keeps what was measured."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows(n):
    """The kernel of DESIGN 6: n literal reads and writes a thread, each thread in its own row."""
    steps = "".join(f"  a[{n}*i + {j}] = a[{n}*i + {7 * j % n}] + {j};\n" for j in range(n))
    return ("//--local_size=64 --num_groups=16\n__kernel void rows(__global int *a) {\n"
            f"  const int i = get_global_id(0);\n{steps}}}\n")


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

SIMPLE = """//--local_size=64 --num_groups=16
__kernel void add(__global const float *a, __global const float *b, __global float *c) {
  const int i = get_global_id(0);
  c[i] = a[i] + b[i];
}
"""


def hundred_lines():
    """Straight-line code, branches and loops, a barrier in between: a hundred lines."""
    part = ("  for (int k{0} = 0; k{0} < 8; ++k{0}) {{\n    if ((lid + k{0}) % 3 == 0)\n      s += t[(lid + k{0}) % 64];\n"
            "    else\n      s -= k{0};\n  }}\n  barrier(CLK_LOCAL_MEM_FENCE);\n  t[lid] = s + {0};\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n")
    body = "".join(part.format(i) for i in range(10))
    return ("//--local_size=64 --num_groups=16\n__kernel void hundred(__global int *out) {\n  __local int t[64];\n"
            "  const int lid = get_local_id(0);\n  int s = 0;\n  t[lid] = lid;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
            f"{body}  out[get_global_id(0)] = s;\n}}\n")


# name, source or path, limit of the whole in seconds, limit of everything before Boogie
CASES = [
    ("simple kernel", SIMPLE, 0.15, 0.06),
    ("100 lines", hundred_lines(), None, 0.06),
    ("scan (Fig. 1a), 256 threads", "kernels/paper/scan.cl", 0.15, 0.06),
    ("rows, n = 10", rows(10), 0.3, None),
    ("rows, n = 30", rows(30), None, None),
    ("rows, n = 100", rows(100), None, None),
    ("rows, n = 300", rows(300), 3.0, None),
    ("2-D halo copy, strided loops", HALO, None, None),
    ("tiled matrix product, free width", "kernels/algorithms/matmul_tiled_free.cl", None, None),
]


def measure(binary, path, runs):
    """Median seconds of the whole process, median seconds before Boogie, and the verdict."""
    whole, before, verdict = [], [], ""
    for _ in range(runs):
        start = time.monotonic()
        done = subprocess.run([binary, "verify", path, "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              check=False)
        whole.append(time.monotonic() - start)
        result = json.loads(done.stdout)["results"][0]
        verdict = result["verdict"]
        before.append(sum(s for stage, s in result["stages"].items() if stage != "verify"))
    return statistics.median(whole), statistics.median(before), verdict


def corpus(binary):
    done = subprocess.run([binary, "suite", "kernels", "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    results = [r for r in json.loads(done.stdout)["results"] if r["stages"]]
    print(f"\n{len(results)} kernels\n{'stage':<20}{'median ms':>12}{'p90 ms':>12}{'worst ms':>12}  worst kernel")
    for stage in sorted({s for r in results for s in r["stages"]}) + ["whole kernel"]:
        rows_of = sorted((r["stages"].get(stage, 0) if stage != "whole kernel" else r["seconds"], r["file"])
                         for r in results if stage in r["stages"] or stage == "whole kernel")
        times = [t * 1000 for t, _ in rows_of]
        print(f"{stage:<20}{statistics.median(times):>12.2f}{times[int(len(times) * .9)]:>12.2f}{times[-1]:>12.2f}"
              f"  {rows_of[-1][1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--corpus", action="store_true")
    options = parser.parse_args()
    broken = 0
    print(f"{'kernel':<36}{'verdict':<12}{'whole s':>9}{'limit':>8}{'before Boogie s':>17}{'limit':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, source, limit, limit_before in CASES:
            path = source
            if "\n" in source:
                path = str(pathlib.Path(folder) / "kernel.cl")
                pathlib.Path(path).write_text(source)
            whole, before, verdict = measure(options.lockstep, path, options.runs)
            late = (limit and whole > limit) or (limit_before and before > limit_before) or verdict != "verified"
            broken += bool(late)
            print(f"{name:<36}{verdict:<12}{whole:>9.3f}{limit or '':>8}{before:>17.3f}{limit_before or '':>8}"
                  f"{'  <-- broken' if late else ''}")
    if options.corpus:
        corpus(options.lockstep)
    return 1 if broken and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
