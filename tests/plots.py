#!/usr/bin/env python3
"""Draws the plots in docs/plots and holds the numbers beside them against those that are kept: bounds, executions and the
bounds of [MH21] (Fig. 8) for two kernels of its suite. `--update` writes them.

The last line is "plots: N passed, N failed, N skipped".
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs/plots"
WORDS = 6400


def plots(folder):
    """File, metric, options. Of the histogram the worst words have four like bytes, a step of 32 from thread to thread,
    so that all bytes of a warp are on one bank; the others are random."""
    worst, mixed, drawn = folder / "worst.txt", folder / "random.txt", random.Random(1)
    worst.write_text("\n".join(str(0x01010101 * (i * 32 % 256)) for i in range(WORDS)))
    mixed.write_text("\n".join(str(drawn.getrandbits(32)) for _ in range(WORDS)))
    yield ("add_sub_1", "sectors", "--at", "h=64", "--at", "groups.x=1", "--simulate", "--plot", "w=4:200:4",
           "--plot-also", "RaCuda=132*w")
    yield ("histogram_grid", "conflicts", "--at", "groups.x=1", "--arg", f"d=@{worst}", "--simulate", "--plot",
           f"n=0:{WORDS}:200", "--plot-also", f"random words:d=@{mixed}", "--plot-also", "RaCuda=112*(63+n)/64")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--update", action="store_true", help="keep what is drawn")
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kernel, metric, *words in plots(folder):
            out = KEPT if options.update else folder
            out.mkdir(exist_ok=True)
            done = subprocess.run([options.lockstep, "cost", f"kernels/cost/seed/{kernel}.cl", "--metric", metric, "--plot-to",
                                   str(out), *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
            problems = [] if done.returncode == 0 and "warning" not in done.stderr else [done.stderr.strip()]
            for suffix in ("csv", "svg"):
                file = f"{kernel}.{metric}.{suffix}"
                if not (out / file).is_file() or (out / file).read_text() != (KEPT / file).read_text():
                    problems.append(f"docs/plots/{file} is another (tests/plots.py --update)")
            rows = [line.split(",") for line in (out / f"{kernel}.{metric}.csv").read_text().splitlines()[1:]]
            for n, lower, upper, *seen in rows:
                series = seen[:-1]
                if "" in (lower, upper, *seen) or not all(int(lower) <= int(s) <= int(upper) for s in series):
                    problems.append(f"{kernel} at {n}: {lower}..{upper}, executed {series}")
            if not any(upper == seen[0] != "0" for _, _, upper, *seen in rows):
                problems.append(f"{kernel}: no execution reaches the bound")
            print("\n".join(problems), end="\n" if problems else "")
            failed += bool(problems)
            passed += not problems
    print(f"plots: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
