#!/usr/bin/env python3
"""Holds what `lockstep perf --shapes` says of a kernel's dependence on the block size against the marks in the first lines of
kernels/memory/shapes, and the marks against executions with blocks of two sizes:

  // independent: yes, as --local_size=16 --num_groups=16               the other launch
  // independent: no, as --local_size=16 --num_groups=16 (n=5)          the same, run with these arguments

What the two leave in `out` is the same, or it is not.

The last line is "shapes: N passed, N failed, 0 skipped"."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"^// independent: (yes|no), as (\S+ \S+)(?: \((.*)\))?$", re.MULTILINE)


def problems(lockstep, path):
    mark = MARK.search(path.read_text())
    if not mark:
        return ["no mark"]
    independent, other, arguments = mark[1] == "yes", mark[2].split(), (mark[3] or "").split()

    def report(*words):
        done = subprocess.run([lockstep, *map(str, words), "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              timeout=120, check=False)
        return json.loads(done.stdout)

    def contents(*sizes):
        given = [word for a in arguments for word in ("--arg", a)]
        seen = report("run", path, *sizes, *given, "--print", "out")
        return seen["memory"] if seen["exit_status"] == 0 else None

    out = []
    kernel = report("perf", path, "--shapes")["kernels"][0]
    if kernel["independent"] != independent:
        out.append(f"independent: {kernel['independent']}, {kernel['depends']}")
    if kernel["independent"] == bool(kernel["depends"]) or kernel["independent"] != bool(kernel["shapes"]):
        out.append("the report contradicts itself")
    here, there = contents(), contents(*other)
    if here is None or there is None:
        out.append("it does not run")
    elif (here == there) != independent:
        out.append(f"executions: {here} and {there}")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    lockstep = str(pathlib.Path(parser.parse_args().lockstep).resolve())
    passed, failed = 0, 0
    for path in sorted((ROOT / "kernels/memory/shapes").iterdir()):
        found = problems(lockstep, path)
        for problem in found:
            print(f"{path.relative_to(ROOT)}: {problem}")
        passed += not found
        failed += bool(found)
    print(f"shapes: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
