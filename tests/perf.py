#!/usr/bin/env python3
"""Counts of `lockstep perf` for the kernels in tests/perf/: every access on a line with a mark costs what the mark says.

  /*@sectors 4*/  /*@lines 1..2*/  /*@banks 8*/  /*@wavefronts 2*/

Global memory: of full requests. A first line `// target: NAME` asks for that target. The last line is
"perf: N passed, N failed, 0 skipped"."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "perf"
MARK = re.compile(r"/\*@(sectors|lines|banks|wavefronts) (\d+)(?:\.\.(\d+))?\*/")


def count(access, what):
    if what in ("sectors", "lines"):
        return access["full"][what]
    return access["degree" if what == "banks" else "wavefronts"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lockstep", required=True, type=pathlib.Path)
    args = parser.parse_args()
    passed, failed = 0, 0
    for path in sorted(FOLDER.glob("*.cl")):
        lines = path.read_text().splitlines()
        target = [m[1] for line in lines if (m := re.match(r"// target: (\w+)$", line))]
        command = [str(args.lockstep), "perf", str(path), "--format", "json"] + [w for t in target for w in ("--target", t)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        accesses = [a for k in json.loads(done.stdout)["kernels"] for a in k["accesses"]] if done.returncode == 0 else []
        for number, line in enumerate(lines, 1):
            for what, least, most in MARK.findall(line):
                here = [a for a in accesses if a["line"] == number]
                wanted = {"least": int(least), "most": int(most or least)}
                if here and all(count(a, what) == wanted for a in here):
                    passed += 1
                    continue
                failed += 1
                print(f"{path.name}:{number}: {what}: {[count(a, what) for a in here] or done.stderr[:200]}, not {wanted}")
    print(f"perf: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
