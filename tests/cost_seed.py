#!/usr/bin/env python3
"""Holds the bounds of `lockstep cost` against the figures of [MH21] for its kernels (Tables 4 to 7): per warp never
above the published bound where that is one (8 divides N), and over the grid equal to the totals that the published GPU
profiles show. The seed counts other steps: where it has a bound of them, which is above what a simulation shows, ours is
exact, so it is as tight as any; where it has none, ours is there.

`--table` prints, for the largest values of each kernel, [MH21]'s bound of a warp, ours, the ratio and the time of the
command (median of five, one metric a command).
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEED = "kernels/cost/seed/"
# file; values of parameters and sizes; ids of the warps that are looked at
# then by metric: [MH21]'s bound of a warp (None: it has none, or counts otherwise), and the total of the grid (None: an
# interval; EXACT: any number, lower and upper bound alike)
ROWS = []
EXACT = "exact"


def row(file, values, **metrics):
    ROWS.append((file, values, metrics))


for m in (1, 10):
    n = 32 * m
    sizes = {"n": n, "groups.x": m, "groups.y": m}
    row(SEED + "product_tiled.cl", sizes, sectors=(4 + Fraction(10 * (31 + n), 32), n**3 // 128 + n**2 // 8),
        conflicts=(31 * (31 + n), 0), divwarps=(0, 0))
    row(SEED + "product_untiled.cl", sizes, sectors=(15 * (31 + n), 13 * n**3 // 32), conflicts=(0, 0),
        divwarps=(31 + n, None))
    row(SEED + "product_transposed.cl", sizes, sectors=(4 + Fraction(10 * (31 + n), 32), n**3 // 128 + n**2 // 8),
        conflicts=(Fraction(1023 * (31 + n), 32), 31 * n**3 // 1024), divwarps=(0, 0))
for g in (64,):
    row("kernels/cost/reduce_modulo.cl", {"groups.x": g}, sectors=(5, 33 * g), conflicts=(None, 0),
        divwarps=(257, 48 * g))
    row("kernels/cost/reduce_strided.cl", {"groups.x": g}, sectors=(5, 33 * g), conflicts=(23715, 105 * g),
        divwarps=(257, 6 * g))
    row("kernels/cost/reduce_halving.cl", {"groups.x": g}, sectors=(5, 33 * g), conflicts=(None, 0),
        divwarps=(None, 6 * g))
    row(SEED + "reduce_short.cl", {"groups.x": g}, sectors=(5, 33 * g), conflicts=(0, 0),
        divwarps=(Fraction(259, 2), 5 * g))
    row(SEED + "reduce_pairs.cl", {"groups.x": g}, sectors=(9, 65 * g), conflicts=(None, 0), divwarps=(None, 6 * g))
    row(SEED + "reduce_pairs_short.cl", {"groups.x": g}, sectors=(9, 65 * g), conflicts=(0, 0),
        divwarps=(Fraction(261, 2), 5 * g))
for n in (1000, 1024):
    groups = -(-n // 64)
    row(SEED + "vector_sum.cl", {"n": n, "groups.x": groups},
        sectors=(12, 12 * (n // 32) + 3 * (-(-(n % 32) // 8))), conflicts=(0, 0), divwarps=(1, int(n % 32 != 0)))
for w in (4, 1024):
    row(SEED + "add_sub_0.cl", {"w": w, "groups.x": 1}, sectors=(132 * w, 66 * w), conflicts=(0, 0), divwarps=(w, w))
    row(SEED + "add_sub_1.cl", {"w": w, "groups.x": 1}, sectors=(132 * w, 130 * w), conflicts=(0, 0), divwarps=(0, 0))
for w, h in ((36, 8), (1024, 1024)):
    period = 8 // {0: 8, 4: 4, 2: 2, 6: 2}.get(w % 8, 1)
    even = 2 * -(-h // 2)
    lost = even - -(-even // period)
    row(SEED + "add_sub_2.cl", {"w": w, "h": h, "groups.x": 1}, sectors=(14 * (h + 1), 12 * even + 2 * lost),
        conflicts=(0, 0), divwarps=(0, 0))
    row(SEED + "add_sub_3.cl", {"w": w, "h": h, "groups.x": 1}, sectors=(4 + 10 * (h + 1), 4 + 8 * even + 2 * lost),
        conflicts=(0, 0), divwarps=(0, 0))


for g in (64,):
    for crunch in (0, 100):
        row(SEED + "mandelbrot.cl", {"crunch": crunch, "groups.x": g}, sectors=(None, 32 * g), conflicts=(0, 0),
            divwarps=(None, None), steps=(None, None))
for n in (64, 6400, 64000):
    row(SEED + "histogram_grid.cl", {"n": n, "groups.x": 1}, sectors=(Fraction(2870 + 5 * (63 + n), 64), n // 8 + 32),
        conflicts=(Fraction(56 * (63 + n), 64), None), divwarps=(0, 0), steps=(None, None))
    row(SEED + "histogram_grid.cl", {"n": n, "groups.x": 240}, sectors=(None, n // 8 + 32 * 240), conflicts=(None, None))
for n, m in ((5, 3), (100, 7)):
    row(SEED + "spread_work.cl", {"n": n, "m": m, "groups.x": 1}, conflicts=(0, 0), divwarps=(n, n), steps=(None, EXACT))
    row(SEED + "spread_work_shared.cl", {"n": n, "m": m, "groups.x": 1}, conflicts=(0, 0), divwarps=(2 * n, 2 * n),
        steps=(None, EXACT))


def bounds(lockstep, file, values, metrics):
    """By metric: the highest bound of the warps that are looked at (None: none), and the grid's bounds."""
    ids = [dict(zip(("group.x", "group.y", "group.z", "warp.x", "warp.y", "warp.z", "warp"), chosen))
           for chosen in ((0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 3, 0, 1))[:2 if "groups.x" in values and
                                                                               values["groups.x"] > 1 else 1]]
    highest, grids = {}, {}
    for chosen in ids:
        command = [lockstep, "cost", file, "--format", "json", *(w for m in metrics for w in ("--metric", m)),
                   *(w for n, v in (values | chosen).items() for w in ("--at", f"{n}={v}"))]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
        for m in json.loads(done.stdout)["kernels"][0]["metrics"]:
            top = m["warp"]["upper_value"]
            highest[m["metric"]] = (None if top is None or highest.get(m["metric"], 0) is None
                                    else max(highest.get(m["metric"], 0), Fraction(top)))
            grids[m["metric"]] = (m["grid"]["lower_value"], m["grid"]["upper_value"])
    return highest, grids


def check(lockstep, file, values, metrics):
    """How many claims hold, and lines about the others."""
    good, lines = 0, []
    highest, grids = bounds(lockstep, file, values, metrics)
    for metric, (seed, total) in metrics.items():
        ours, (low, high) = highest[metric], grids[metric]
        wrong = []
        if seed is not None and (ours is None or ours > seed):
            wrong.append(f"{ours} for a warp, [MH21] has {seed}")
        if ours is None:
            wrong.append("no bound for a warp")
        if total == EXACT and low != high:
            wrong.append(f"{low}..{high} for the grid, not exact")
        if total not in (None, EXACT) and not (low == high == str(total)):
            wrong.append(f"{low}..{high} for the grid, {total} are published")
        good += not wrong
        lines += [f"{file}: {metric}: {values}: {', '.join(wrong)}"] if wrong else []
    return good, lines


def seconds(command):
    took = []
    for _ in range(5):
        start = time.monotonic()
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=60)
        took.append(time.monotonic() - start)
    return statistics.median(took)


def table(lockstep):
    last = {file: (values, metrics) for file, values, metrics in ROWS if "groups.x" in values}
    print("| kernel | at | metric | seed, a warp | ours, a warp | seed / ours | grid | s |\n|---|---|---|---|---|---|---|---|")
    for file, (values, metrics) in last.items():
        published = metrics
        metrics = {m: metrics.get(m, (None, None)) for m in ("sectors", "conflicts", "divwarps", "steps")}
        highest, grids = bounds(lockstep, file, values, metrics)
        at = ", ".join(f"{n} = {v}" for n, v in values.items())
        for metric in metrics:
            seed, ours, (low, high) = metrics[metric][0], highest[metric], grids[metric]
            ratio = "–" if seed is None or ours is None else "0 / 0" if seed == ours == 0 else \
                "∞" if ours == 0 else f"{float(seed / ours):.2f}"
            shown = "none, or counted otherwise" if seed is None and metric in published else "–" if seed is None else f"{float(seed):g}"
            took = seconds([lockstep, "cost", file, "--metric", metric])
            print(f"| {pathlib.Path(file).stem} | {at} | {metric} | {shown} | {ours} | {ratio} | "
                  f"{f'{low} exact' if low == high else f'{low}..{high}'} | {took:.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--table", action="store_true", help="print the figures, too")
    options = parser.parse_args()
    if options.table:
        table(options.lockstep)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for good, wrong in pool.map(lambda r: check(options.lockstep, *r), ROWS):
            passed, failed = passed + good, failed + len(wrong)
            for line in wrong:
                print(line)
    print(f"cost_seed: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
