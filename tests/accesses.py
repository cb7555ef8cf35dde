#!/usr/bin/env python3
"""Holds the tables of docs/accesses.md, row by row and for warps of 32 and of 64 lanes, against three judges: sets of bytes that
are made here from the row's first column, the bounds of `lockstep perf`, and the requests of `lockstep run --observe memory` with
the arguments of the kernel's own marks. What a row calls repaired is less wasteful. No kernel of kernels/memory wants a row
for its name alone, but there are at least 60.

The last line is "accesses: N passed, N failed, 0 skipped"."""
import argparse
import collections
import itertools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/accesses.md"
KERNELS = ROOT / "kernels/memory"
TARGETS = {"nvidia": (32, 32, 128), "mi200": (64, 64, 64), "mi300": (64, 128, 128)}  # lanes, bytes of a sector, of a line
SIZES = {"char": 1, "short": 2, "float": 4, "double": 8, "float4": 16}
PHASES = {1: 32, 2: 32, 4: 32, 8: 16, 16: 8}  # lanes that group memory serves together, by the bytes of each
ACCESS = re.compile(r"(?:(\d+)x(\d+): )?`(?:if \((.*?)\) )?(?:for \((.*?)\) )?(char|short|float4|float|double) a\[(.*)\]`")
OBSERVED = re.compile(r"^// observe \S+ \S+?(?: (?:read|write|atomic))?(?: \((.*)\))?: ", re.MULTILINE)
INDICES = [lambda t: 0, lambda t: t, lambda t: 8 * t, lambda t: 32 * t]  # what a host may pass as idx
FREE = {"n": range(600), "w": range(1, 70), "idx": INDICES}


def reversed_bits(t):
    return int(f"{t:08b}"[::-1], 2)


def python(text):
    return re.sub(r"(?<!/)/(?!/)", "//", text)


class Row:
    def __init__(self, cells):
        self.access, self.kernel, self.cells = cells[0], cells[1].strip("`"), cells[2:]
        x, y, guard, loop, kind, index = ACCESS.match(self.access).groups()
        self.block = (int(x or 256), int(y or 1))
        self.bytes = SIZES[kind]
        self.index = compile(python(index), self.access, "eval")
        self.guard = compile(python(guard or "True"), self.access, "eval")
        self.rounds = re.fullmatch(r"k < (.*)", loop) if loop else None
        self.strides = re.fullmatch(r"i = t; i < n; i \+= (\d+)", loop) if loop else None
        self.fixed = {name: int(value) for name, value in re.findall(r"`(\w) = (\d+)`", self.access)}
        words = set(re.findall(r"\w+", index + " " + (guard or "") + " " + (loop or ""))) - set(self.fixed)
        self.free = {name: values for name, values in FREE.items() if name in words}

    def requests(self, lanes, **chosen):
        """The bytes where each lane's access begins, None where it is not there, one list for each request."""
        threads = [(x, y) for y in range(self.block[1]) for x in range(self.block[0])]
        free = {name: [chosen[name]] if name in chosen else values for name, values in self.free.items()}
        rounds = range(256) if self.rounds else range(3) if self.strides else [0]
        for values in itertools.product(*free.values()):
            names = {**dict(zip(free, values)), **self.fixed, "max": max, "reversed": reversed_bits}
            for k in rounds:
                for begin in range(0, len(threads), lanes):
                    request = [self.place({**names, "t": x, "x": x, "y": y, "k": k}) for x, y in threads[begin:begin + lanes]]
                    if any(p is not None for p in request):
                        yield request

    def place(self, names):
        if self.rounds and not names["k"] < eval(self.rounds[1], {}, names):
            return None
        if self.strides:
            names["i"] = names["t"] + names["k"] * int(self.strides[1])
            if names["i"] >= names["n"]:
                return None
        return eval(self.index, {}, names) * self.bytes if eval(self.guard, {}, names) else None


def units(request, size, unit):
    return len({(p + i) // unit for p in request if p is not None for i in range(size)})


def banks(request, size):
    """Wavefronts, the degree, and the wavefronts that would do."""
    counts = []
    for begin in range(0, len(request), PHASES[size]):
        words = {(p + i) // 4 for p in request[begin:begin + PHASES[size]] if p is not None for i in range(size)}
        if words:
            counts.append(max(collections.Counter(word % 32 for word in words).values()))
    return sum(counts), max(counts), len(counts)


def span(numbers):
    numbers = set(numbers)
    return min(numbers), max(numbers)


def read(cell, **names):
    """4, 4..5, or a formula."""
    if re.fullmatch(r"\d+(\.\.\d+)?", cell):
        numbers = [int(n) for n in cell.split("..")]
    else:
        numbers = [eval(cell, {"min": min}, names)]
    return numbers[0], numbers[-1]


class Tests:
    def __init__(self, lockstep):
        self.lockstep, self.passed, self.failed = lockstep, 0, 0
        self.rows = collections.defaultdict(list)
        group = False
        for line in TABLE.read_text().splitlines():
            group = group or line == "## Group memory"
            cells = [c.strip() for c in line.strip("|").split(" | ")] if ACCESS.search(line) else []
            if cells:
                row = Row([c.rstrip(" |") for c in cells])
                self.rows["group" if group else "global"].append(row)

    def check(self, right, message):
        self.passed += right
        self.failed += not right
        if not right:
            print(message)

    def report(self, *words):
        done = subprocess.run([self.lockstep, *map(str, words), "--format", "json"], cwd=ROOT, capture_output=True, text=True,
                              timeout=120, check=False)
        return json.loads(done.stdout)

    def costs(self, kernel, target, space):
        """The load that a row is about."""
        report = self.report("perf", KERNELS / f"{kernel}.cl", "--target", target, "--paper")
        return next(a for a in report["kernels"][0]["accesses"] if a["kind"] == "load" and a["space"] == space and
                    (a["array"] == "a" or space == "group"))

    def seen(self, row, target, access):
        """What executions show, one for each set of arguments that the kernel's marks name."""
        path = KERNELS / f"{row.kernel}.cl"
        for arguments in sorted(set(OBSERVED.findall(path.read_text()))):
            given = dict(a.split("=") for a in arguments.split())
            if any(given.get(name) != str(value) for name, value in row.fixed.items()):
                continue
            words = [word for a in arguments.split() for word in ("--arg", a)]
            for s in self.report("run", path, "--observe", "memory", "--target", target, *words)["accesses"]:
                if (s["line"], s["column"], s["array"]) == (access["line"], access["column"], access["array"]):
                    yield given, s["requests"]

    def of_global(self, row):
        paper, sectors, lines, ideal, lines_mi200, lines_mi300, repaired = row.cells
        for target, (lanes, sector, line) in TARGETS.items():
            where = f"{row.access}, {row.kernel} for {target}"
            wanted = {"lines": {"nvidia": lines, "mi200": lines_mi200, "mi300": lines_mi300}[target]}
            if target == "nvidia":
                wanted["sectors"] = sectors
            access = self.costs(row.kernel, target, "global")
            strides = [w for w in FREE["w"] if "w" in row.free]
            for what, cell in wanted.items():
                unit = line if what == "lines" else sector
                if strides:
                    for w in strides:
                        own = span(units(r, row.bytes, unit) for r in row.requests(lanes, w=w))
                        self.check(own == read(cell, w=w), f"{where}: {what} for w = {w}: {own}, not {cell}")
                        piece = [p for p in access["by_stride"]["pieces"]
                                 if p["from"] <= w <= p.get("to", w) and (w - p["from"]) % p["every"] == 0]
                        found = [tuple(p["full"][what].values()) for p in piece]
                        self.check(found == [own], f"{where}: perf has {what} {found} for w = {w}, not {cell}")
                else:
                    own = span(units(r, row.bytes, unit) for r in row.requests(lanes))
                    self.check(own == read(cell), f"{where}: {what}: {own}, not {cell}")
                    found = tuple(access[what].values())
                    self.check(found == own, f"{where}: perf has {what} {found}, not {cell}")
                for given, requests in self.seen(row, target, access):
                    least, most = requests[what]["least"], requests[what]["most"]
                    names = {name: int(value) for name, value in given.items() if name == "w"}
                    lo, hi = read(cell, **names)
                    self.check(lo <= least and most <= hi, f"{where}: seen {what} {least}..{most} with {given}, not {cell}")
            if target == "nvidia":
                chosen = {"w": 1} if strides else {}
                own = span(-(-units(r, row.bytes, 1) // 32) for r in row.requests(lanes, **chosen))
                self.check(own == read(ideal), f"{where}: ideal: {own}, not {ideal}")
                if "ideal" in access and not strides:
                    self.check(access["ideal"]["most"] == own[1], f"{where}: perf has {access['ideal']}, not {ideal}")
                self.check(access["paper"]["reported"] == (paper == "P"), f"{where}: {access['paper']}, not {paper}")
                if repaired:
                    self.less(row, access, repaired.strip("`"))

    def less(self, row, access, repaired):
        waste = []
        for a in (access, next(a for a in self.report("perf", KERNELS / f"{repaired}.cl")["kernels"][0]["accesses"]
                               if a["kind"] == "load" and a["space"] == access["space"])):
            waste.append(a["wavefronts"]["most"] - a["phases"] if a["space"] == "group" else
                         a["full"]["sectors"]["most"] - a["ideal"]["least"])
        self.check(waste[1] < waste[0], f"{row.access}: {repaired} wastes {waste[1]}, {row.kernel} {waste[0]}")

    def of_group(self, row):
        repaired = row.cells[6]
        for target, (lanes, _, _) in TARGETS.items():
            where = f"{row.access}, {row.kernel} for {target}"
            cells = row.cells[:3] if lanes == 32 else row.cells[3:6]
            own = [span(numbers) for numbers in zip(*(banks(r, row.bytes) for r in row.requests(lanes)))]
            access = self.costs(row.kernel, target, "group")
            degree = tuple(access["degree"].values())
            for name, value in row.fixed.items():
                degree = self.of_value(access, name, value)
            for what, numbers, cell in zip(("wavefronts", "degree", "ideal"), own, cells):
                most = max(numbers)
                self.check((most, most) == read(cell), f"{where}: {what}: {numbers}, not {cell}")
            self.check(degree == read(cells[1]), f"{where}: perf has a degree of {degree}, not {cells[1]}")
            if not row.fixed:
                found = tuple(access["wavefronts"].values())
                self.check(found == read(cells[0]), f"{where}: perf has wavefronts {found}, not {cells[0]}")
                self.check(access["phases"] == int(cells[2]), f"{where}: perf has phases {access['phases']}, not {cells[2]}")
            for given, requests in self.seen(row, target, access):
                for what, cell in (("wavefronts", cells[0]), ("degree", cells[1])):
                    self.check(requests[what]["most"] == int(cell), f"{where}: seen {what} {requests[what]} with {given}, not {cell}")
            if repaired and target == "nvidia":
                self.less(row, access, repaired.strip("`"))

    @staticmethod
    def of_value(access, name, value):
        """The degree for a value of a variable, which has none if `perf` does not answer by it."""
        for one in access.get("by_value", []):
            if one["values"] == f"{name} = {value}":
                return tuple(one["degree"].values())
        for p in access.get("by_stride", {}).get("pieces", []):
            if p["from"] <= value <= p.get("to", value) and (value - p["from"]) % p["every"] == 0:
                return tuple(p["degree"].values())
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    tests = Tests(str(pathlib.Path(parser.parse_args().lockstep).resolve()))
    for row in tests.rows["global"]:
        tests.of_global(row)
    for row in tests.rows["group"]:
        tests.of_group(row)
    kernels = len(list(KERNELS.glob("*.c[lu]")))
    tests.check(kernels >= 60, f"kernels/memory has {kernels} kernels")
    print(f"accesses: {tests.passed} passed, {tests.failed} failed, 0 skipped")
    return 1 if tests.failed or not tests.passed else 0


if __name__ == "__main__":
    sys.exit(main())
