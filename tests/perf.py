#!/usr/bin/env python3
"""Holds what `lockstep perf` counts against two judges.

Marks: every access on a line of tests/perf/*.cl that has a mark costs what the mark says (global memory: full requests).

  /*@sectors 4*/  /*@lines 1..2*/  /*@banks 8*/  /*@wavefronts 2*/       // target: NAME in a first line asks for that target

In a file with `// paper` in a first line, the rules of `--paper` report accesses on lines with /*@paper*/, and on no others.

Executions: what `lockstep run --observe memory` sees of the kernels in kernels/memory, with the arguments of their own marks
(requests.py), lies within the bounds, and no access is missing.

Hints: every line of tests/perf/hints/*.cl gets hints of the kinds that its marks name, and no others:

  /*@hint KIND*/  /*@hint KIND NAME*/

kernels/memory/NAME.cl is as the hint says: executed, the accesses marked /*@repaired KIND ARRAY*/ cost what it says.

Pads: of tiles of many sizes, written by rows and read by columns, each gets the pad that costs least over both, as sets of words
say, or none where nothing is less.

scripts/perf-suite prints its table for the programs in tests/perf/suite, one of which does not compile.

The last line is "perf: N passed, N failed, 0 skipped"."""
import argparse
import collections
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"/\*@(sectors|lines|banks|wavefronts) (\d+)(?:\.\.(\d+))?\*/")
OBSERVED = re.compile(r"^// observe (\S+) \S+?(?: (?:read|write|atomic))?(?: \((.*)\))?: ", re.MULTILINE)
HINT = re.compile(r"/\*@hint (\w+)(?: (\w+))?\*/")
REPAIRED = re.compile(r"/\*@repaired (\w+) (\w+)\*/")


class Tests:
    def __init__(self, lockstep):
        self.lockstep, self.passed, self.failed = lockstep, 0, 0

    def check(self, right, message):
        self.passed += right
        self.failed += not right
        if not right:
            print(message)

    def report(self, *words):
        done = subprocess.run([self.lockstep, *map(str, words), "--format", "json"], cwd=ROOT, capture_output=True,
                              text=True, timeout=120, check=False)
        return json.loads(done.stdout) if done.stdout else {"kernels": [], "accesses": []}

    def costs(self, path, target, *words):
        return [a for k in self.report("perf", path, "--target", target, *words)["kernels"] for a in k["accesses"]]

    def paper(self, path, text):
        said = collections.defaultdict(list)
        for a in self.costs(path, "nvidia", "--paper"):
            if "paper" in a:
                said[a["line"]].append(a["paper"])
        lines = text.splitlines()
        for number in sorted(set(said) | {n for n, line in enumerate(lines, 1) if "/*@paper*/" in line}):
            wanted = "/*@paper*/" in lines[number - 1]
            self.check(any(p["reported"] for p in said[number]) == wanted,
                       f"{path.relative_to(ROOT)}:{number}: {'not ' if wanted else ''}reported: {said[number]}")

    def marks(self, path):
        text = path.read_text()
        target = (re.findall(r"^// target: (\w+)$", text, re.M) or ["nvidia"])[0]
        if re.search(r"^// paper$", text, re.M):
            self.paper(path, text)
        accesses = self.costs(path, target) if MARK.search(text) else []
        for number, line in enumerate(text.splitlines(), 1):
            for what, least, most in MARK.findall(line):
                wanted = {"least": int(least), "most": int(most or least)}
                here = [a["full"][what] if what in ("sectors", "lines") else a["degree" if what == "banks" else what]
                        for a in accesses if a["line"] == number]
                self.check(bool(here) and all(h == wanted for h in here),
                           f"{path.relative_to(ROOT)}:{number}: {what}: {here}, not {wanted}")

    def executions(self, path):
        for target, arguments in sorted(set(OBSERVED.findall(path.read_text()))):
            given = [word for a in arguments.split() for word in ("--arg", a)]
            seen = self.report("run", path, "--observe", "memory", "--target", target, *given)["accesses"]
            costs = self.costs(path, target)
            for s in seen:
                where = f"{path.relative_to(ROOT)}:{s['line']}:{s['column']}: '{s['array']}' for {target} {arguments}"
                same = [c for c in costs if all(c[key] == s[key] for key in ("line", "column", "array"))]
                self.check(bool(same), f"{where}: no such access")
                for what in ("sectors", "lines", "wavefronts", "degree"):
                    bounds = [c[what] for c in same if what in c]
                    if bounds and s["requests"]["count"] and what in s["requests"]:
                        n = s["requests"][what]
                        self.check(min(b["least"] for b in bounds) <= n["least"] and
                                   n["most"] <= max(b["most"] for b in bounds), f"{where}: {what}: {n}, not in {bounds}")

    def hints(self, path):
        accesses = self.costs(path, "nvidia")
        for number, line in enumerate(path.read_text().splitlines(), 1):
            where = f"{path.relative_to(ROOT)}:{number}"
            given = [h for a in accesses if a["line"] == number for h in a.get("hints", [])]
            wanted = HINT.findall(line)
            kinds = sorted({h["kind"] for h in given})
            self.check(kinds == sorted(k for k, _ in wanted), f"{where}: hints {kinds}, not {wanted}")
            for kind, name in wanted:
                if name:
                    self.repaired(where, kind, ROOT / f"kernels/memory/{name}.cl",
                                  [h for h in given if h["kind"] == kind])

    def repaired(self, where, kind, path, given):
        marks = [(n, array) for n, line in enumerate(path.read_text().splitlines(), 1)
                 for k, array in REPAIRED.findall(line) if k == kind]
        seen = self.report("run", path, "--observe", "memory")["accesses"]
        for n, array in marks:
            for s in seen:
                if (s["line"], s["array"]) == (n, array):
                    marks = [m for m in marks if m != (n, array)]
                    for what, said in [(w, h[w]) for h in given for w in ("sectors", "wavefronts") if w in h]:
                        self.check(said["least"] <= s["requests"][what]["least"] and
                                   s["requests"][what]["most"] == said["most"],
                                   f"{where}: {kind}: {what} {said}, but {s['requests'][what]} in {path.name}")
        self.check(not marks and bool(given), f"{where}: {kind}: nothing to compare in {path.name}: {marks}")

    def pads(self):
        """Two accesses to each tile, by rows and by columns; `wanted` is what they take together, by sets of words."""
        with tempfile.TemporaryDirectory() as folder:
            for width, more, (kind, size) in itertools.product((8, 16, 32), range(4), (("float", 4), ("double", 8))):
                pitch, path = width + more, pathlib.Path(folder) / "tile.cl"
                path.write_text(f"//--local_size=[{width},{width}] --num_groups=1\n"
                                f"__kernel void tiles(__global const {kind} *in, __global {kind} *out) {{\n"
                                f"  __local {kind} tile[{width}][{pitch}];\n"
                                f"  const int x = get_local_id(0), y = get_local_id(1);\n"
                                f"  tile[y][x] = in[{width} * y + x];\n"
                                f"  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                f"  out[{width} * y + x] = tile[x][y];\n}}\n")

                def costs(pitch, width=width, size=size):
                    rows = wavefronts(width, size, lambda x, y: y * pitch + x)
                    return {"store": rows, "load": wavefronts(width, size, lambda x, y: x * pitch + y)}

                where = f"tile[{width}][{pitch}] of {kind}"
                now, least = sum(costs(pitch).values()), min(sum(costs(pitch + d).values()) for d in range(1, 33))
                tile = [a for a in self.costs(path, "nvidia") if a["array"] == "tile"]
                for a in tile:
                    self.check(a["wavefronts"]["most"] == costs(pitch)[a["kind"]], f"{where}: {a['kind']}: {a['wavefronts']}")
                given = [(a, h) for a in tile for h in a.get("hints", []) if h["kind"] == "pad"]
                self.check(bool(given) == (least < now), f"{where}: {now} wavefronts, {least} with a pad: {given}")
                for a, hint in given:
                    padded = costs(int(re.search(r"(\d+) elements long", hint["text"])[1]))
                    self.check(sum(padded.values()) == least and hint["wavefronts"]["most"] == padded[a["kind"]],
                               f"{where}: {a['kind']}: {hint}: {padded}, at least {least}")

    def suite(self):
        """scripts/perf-suite on programs as they lie in a suite."""
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "out.json"
            done = subprocess.run([ROOT / "scripts/perf-suite", ROOT / "tests/perf/suite", "--json", table],
                                  capture_output=True, text=True, check=False)
            self.check(done.returncode == 0 and len(done.stdout.splitlines()) == 5, f"perf-suite: {done.stdout}{done.stderr}")
            rows = {name: {c: n for c, n in row.items() if c != "seconds"}
                    for name, row in json.loads(table.read_text()).items()}
            wanted = {"broken": {"refused": 1},
                      "diffuse": {"places": 4, "over": 4, "wasteful": 4, "paper": 1, "kernels": 3},
                      "fields": {"places": 6, "over": 3, "wasteful": 2, "paper": 3, "false": 1, "open": 1, "kernels": 1}}
            self.check(rows == {name: {**dict.fromkeys(rows["broken"], 0), **row} for name, row in wanted.items()},
                       f"perf-suite: {rows}, not {wanted}")


def wavefronts(width, size, index):
    """The most that a warp of a square block takes, where a thread accesses its element of `size` bytes."""
    threads = [(x, y) for y in range(width) for x in range(width)]
    lanes, most = {4: 32, 8: 16}[size], 0
    for warp in range(0, len(threads), 32):
        total = 0
        for phase in range(warp, min(warp + 32, len(threads)), lanes):
            words = {index(x, y) * (size // 4) + i for x, y in threads[phase:phase + lanes] for i in range(size // 4)}
            total += max(collections.Counter(w % 32 for w in words).values())
        most = max(most, total)
    return most


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", required=True)
    tests = Tests(str(pathlib.Path(parser.parse_args().lockstep).resolve()))
    for path in sorted((ROOT / "tests/perf").glob("*.c[lu]")):
        tests.marks(path)
    for path in sorted((ROOT / "kernels/memory").glob("*.cl")):
        tests.executions(path)
    for path in sorted((ROOT / "tests/perf/hints").glob("*.cl")):
        tests.hints(path)
    tests.pads()
    tests.suite()
    print(f"perf: {tests.passed} passed, {tests.failed} failed, 0 skipped")
    return 1 if tests.failed or not tests.passed else 0


if __name__ == "__main__":
    sys.exit(main())
