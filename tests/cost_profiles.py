#!/usr/bin/env python3
"""Holds the formulas of `lockstep cost` against measurements of a GPU: the profiles that were released with [MH21], of
those kernels whose counts caches do not change (cost_profiles.txt). Each figure must be the formula's value, number for
number; a figure of an input whose contents the formula does not know must lie within the bounds.

The last line is "cost_profiles: N passed, N failed, N skipped"."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows():
    """File, values of parameters and sizes, and by metric how it compares ("=", or "in" its bounds) with which figure."""
    for line in (ROOT / "tests/cost_profiles.txt").read_text().splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        file, values, *figures = words
        yield file, values, [(f.partition("=")[0].rstrip("~"), "in" if "~" in f else "=", int(f.partition("=")[2])) for f in figures]


def judged(lockstep, row):
    file, values, figures = row
    command = [lockstep, "cost", file, "--at", values, "--format", "json"]
    for metric, _, _ in figures:
        command += ["--metric", metric]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    wrong = []
    try:
        kernel = json.loads(found.stdout)["kernels"][0]
        for entry, (metric, how, figure) in zip(kernel["metrics"], figures):
            bounds = [None if v is None else Fraction(v) for v in (entry["grid"]["lower_value"], entry["grid"]["upper_value"])]
            low, high = bounds
            fine = low == high == figure if how == "=" else None not in bounds and low <= figure <= high
            if entry["metric"] != metric or not fine:
                wrong.append(f"{file} {values}: {metric}: measured {figure}, bounds {low}..{high}")
    except (ValueError, KeyError, IndexError, TypeError) as problem:
        wrong.append(f"{file} {values}: {problem!r}: {found.stderr.strip()}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    options = parser.parse_args()
    every = list(rows())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda row: judged(options.lockstep, row), every))
    for wrong in results:
        for line in wrong:
            print(line)
    failed = sum(bool(wrong) for wrong in results)
    print(f"cost_profiles: {len(every) - failed} passed, {failed} failed, 0 skipped")
    return 0 if every and failed == 0 else 1


sys.exit(main())
