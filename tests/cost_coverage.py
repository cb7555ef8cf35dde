#!/usr/bin/env python3
"""What `lockstep cost` knows of the kernels in kernels/ that must be verified, each with the launch of its first lines:
how many have an upper bound for every metric, how many of the affine ones (no access, test or trip of which depends on
what an array holds, and no loop without a formula) are exact, the time, and what stops the rest.

`--require BOUNDED,EXACT` fails below these shares (percent).
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
METRICS = ("sectors", "conflicts", "divwarps", "steps", "requests", "barriers")
VERIFIED = re.compile(r"^\s*(?://|#|;)\s*expect: verified\s*$", re.MULTILINE)
SUFFIXES = {".cl", ".cu", ".hip", ".ll", ".kir"}


def asked(lockstep, path, limit):
    command = [lockstep, "cost", str(path.relative_to(ROOT)), "--format", "json", "--jobs", "1",
               *(word for m in METRICS for word in ("--metric", m))]
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return path, time.monotonic() - start, None, f"takes longer than {limit} s"
    took = time.monotonic() - start
    try:
        return path, took, json.loads(done.stdout), done.stderr.strip()
    except ValueError:
        return path, took, None, done.stderr.strip() or f"ends with {done.returncode}"


def grouped(reason):
    """A reason without the names in it."""
    return re.sub(r"'[^']*'", "'...'", reason)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--folder", default="kernels", help="below the root")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a file")
    parser.add_argument("--require", metavar="BOUNDED,EXACT")
    parser.add_argument("--list", action="store_true", help="name the kernels, too")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="about each Nth file only")
    options = parser.parse_args()
    files = [p for p in sorted((ROOT / options.folder).rglob("*"))
             if p.suffix in SUFFIXES and "symbolic" not in p.parts
             and VERIFIED.search("\n".join(p.read_text(errors="replace").split("\n", 4)[:4]))]
    # kernels/symbolic is about verdicts: of indices of tensors with sizes as parameters little is known yet.
    if options.every > 1: # by their names, so that a new file moves no other one in or out
        files = [p for p in files if hashlib.sha256(str(p.relative_to(ROOT)).encode()).digest()[0] % options.every == 0]
    times, kernels, bounded, affine, exact = [], 0, 0, 0, 0
    without, inexact, slow, silent = (collections.defaultdict(set) for _ in range(4))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, took, report, said in pool.map(lambda p: asked(options.lockstep, p, options.limit), files):
            name = str(path.relative_to(ROOT))
            times.append((took, name))
            if report is None or not report["kernels"]:
                silent[grouped(said.split("\n")[0][:100].replace(name, "FILE"))].add(name)
                kernels += 1
                continue
            for kernel in report["kernels"]:
                kernels += 1
                where = f"{name} {kernel['kernel']}"
                if kernel["refused"]:
                    without[grouped(kernel["refused"])].add(where)
                    continue
                whys = {grouped(u["why"]) for m in kernel["metrics"] for u in m["unbounded"]
                        if m["grid"]["upper"] is None}
                bounded += not whys
                for why in whys:
                    without[why].add(where)
                if not kernel.get("affine", False):
                    continue
                affine += 1
                open_ones = [m["metric"] for m in kernel["metrics"] if not m["grid"]["exact"]]
                exact += not open_ones
                for m in open_ones:
                    inexact[m].add(where)
    times.sort()
    worst = times[-1]
    print(f"{len(files)} files, {kernels} kernels: {bounded} ({100 * bounded / kernels:.1f} %) have an upper bound for "
          f"every metric")
    print(f"of {affine} affine kernels {exact} ({100 * exact / max(1, affine):.1f} %) are exact in every metric")
    print(f"time of the command for a file: median {statistics.median(t for t, _ in times):.3f} s, 95 % "
          f"{times[int(0.95 * (len(times) - 1))][0]:.3f} s, most {worst[0]:.3f} s ({worst[1]})")
    for title, table in (("no upper bound", without), ("nothing is known", silent), ("affine, not exact", inexact)):
        for why, where in sorted(table.items(), key=lambda x: -len(x[1])):
            print(f"  {title}: {len(where):4d}  {why}  ({', '.join(sorted(where)) if options.list else min(where)})")
    if options.require:
        least_bounded, least_exact = map(float, options.require.split(","))
        good = kernels > 0 and 100 * bounded >= least_bounded * kernels and 100 * exact >= least_exact * affine
        print(f"cost coverage: {'kept' if good else 'not kept'}")
        return 0 if good else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
