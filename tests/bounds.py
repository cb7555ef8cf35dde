#!/usr/bin/env python3
"""Holds the bounds of `lockstep cost` against executions of the kernels in kernels/cost (tests/costs.py tells of their
heads): for each launch drawn, lower <= seen <= upper for each metric, where warps come together by the sort order and where
they do so at immediate post-dominators, and equality where the bounds say `exact`; also by the bounds for groups of any size. Marks
/*@cost METRIC = FORMULA*/ without `..` ask for exact bounds, unless a line `// loose: METRIC ...: why` says why not yet.
"""
import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
from fractions import Fraction

from costs import MARK, ROOT, RUNS, launches

METRICS = ("sectors", "conflicts", "divwarps", "steps", "requests", "barriers", "lines", "bytes_moved", "bytes_used", "words",
           "same")
LOOSE = re.compile(r"^// loose: ([\w ]+):", re.MULTILINE)


def answer(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"problem": done.stderr.strip()}


def groups_of(size):
    return dict(zip(("groups.x", "groups.y", "groups.z"), size.strip("[]").split(",")))


def check(lockstep, path, launch, marks, loose):
    """Lines that tell what is wrong, and (metric, lower, seen, upper) of all metrics."""
    file = str(path.relative_to(ROOT))
    given = dict((w, a) for w, a in launch if w != "--arg")
    # Parameters; of arrays, `name=5` says what they hold.
    numbers = {p.split()[0] for p in RUNS.search(path.read_text())[1].split(";") if "=" not in p}
    values = [a for w, a in launch if w == "--arg" and a.split("=")[0] in numbers and re.fullmatch(r"\w+=-?\d+", a)]
    at = values + [f"{n}={v}" for n, v in groups_of(given["--num-groups"]).items()]
    metrics = [word for m in METRICS for word in ("--metric", m)]
    seen = answer([lockstep, "run", file, "--observe", "cost", "--format", "json", "--wrap", *metrics,
                   *itertools.chain(*launch)])
    free = ",".join("*" for _ in given["--num-groups"].split(","))
    asked = ["--format", "json", "--local-size", given["--local-size"], *metrics,
             *itertools.chain(*(("--at", a) for a in at))]
    bounds = answer([lockstep, "cost", file, *asked, "--num-groups", free])
    # How many steps there are depends on what the compiler makes of the sizes that are given.
    sized = answer([lockstep, "cost", file, *asked, "--num-groups", given["--num-groups"]])
    # And with groups of any size, at this one.
    stars = ",".join("*" for _ in given["--local-size"].split(","))
    local = [f"{n.replace('groups', 'local')}={v}" for n, v in groups_of(given["--local-size"]).items()]
    any_size = answer([lockstep, "cost", file, "--format", "json", "--local-size", stars, "--num-groups", free, *metrics,
                       *itertools.chain(*(("--at", a) for a in at + local))])
    where = f"{file}: {' '.join(itertools.chain(*launch))}"
    if "problem" in seen or "problem" in bounds:
        return [f"{where}: {seen.get('problem', '')} {bounds.get('problem', '')}"], []
    # Where lanes come together by the sort order, and at immediate post-dominators.
    both = {m["name"]: [Fraction(m[t], m["denominator"]) for t in ("total", "at_post_dominators")]
            for m in seen["costs"]["metrics"]}
    wrong, found = [], []
    if not bounds["kernels"] or bounds["kernels"][0]["refused"]:
        return [f"{where}: no bounds: {bounds['kernels']}"], []
    free_too = any_size.get("kernels") and any_size["kernels"][0]["metrics"] or []
    for entry in bounds["kernels"][0]["metrics"] + sized["kernels"][0]["metrics"] + free_too:
        grid, name = entry["grid"], entry["metric"]
        if name == "steps" and entry not in sized["kernels"][0]["metrics"]:
            continue
        lower = Fraction(grid["lower_value"]) if grid["lower_value"] is not None else None
        upper = Fraction(grid["upper_value"]) if grid["upper_value"] is not None else None
        if lower is None or lower > min(both[name]) or (grid["upper"] is not None and upper is None) or (
                upper is not None and upper < max(both[name])):
            wrong.append(f"{where}: {name}: {' and '.join(map(str, both[name]))} seen, {lower}..{upper} "
                         f"({grid['lower']}..{grid['upper']})")
        if name in marks and not grid["exact"] and name not in loose and entry in bounds["kernels"][0]["metrics"]:
            wrong.append(f"{where}: {name}: {grid['lower']}..{grid['upper']} should be exact")
        found.append((name, lower, max(both[name]), upper))
    return wrong, found


def passed_over(line):
    """Is it about a metric that a line `// loose:` of its file gives up?"""
    file, metric = re.match(r"([^:]*):\d+: error: /\*@cost (\w+) ", line).groups()
    return metric in {word for words in LOOSE.findall((ROOT / file).read_text()) for word in words.split()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("-k", default="*", help="files whose name matches")
    parser.add_argument("--launches", type=int, default=3, help="of each file")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="executions of each Nth file only")
    options = parser.parse_args()
    files = sorted((ROOT / "kernels/cost").rglob(options.k + ".c[lu]"))
    drawn, jobs = random.Random(1), []
    for path in files:
        if hashlib.sha256(str(path.relative_to(ROOT)).encode()).digest()[0] % options.every:
            continue
        text = path.read_text()
        marks = {m for m, formula in MARK.findall(text) if ".." not in formula}
        loose = {word for words in LOOSE.findall(text) for word in words.split()}
        every = [launch for runs in RUNS.findall(text) for launch in launches(runs)]
        for launch in drawn.sample(every, min(len(every), options.launches)):
            jobs.append((options.lockstep, path, launch, marks, loose))
    failed, exact, bounded, metrics = 0, 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for wrong, found in pool.map(lambda job: check(*job), jobs):
            failed += bool(wrong)
            for line in wrong:
                print(line)
            metrics += len(found)
            exact += sum(lower == upper for _, lower, _, upper in found)
            bounded += sum(upper is not None for _, _, _, upper in found)
    # The command holds the marks itself, for all values.
    said = answer([options.lockstep, "cost", *(str(f.relative_to(ROOT)) for f in files), "--format", "json"])
    told = [line for line in said["failures"] if not passed_over(line)]
    for line in told:
        print(line)
    failed += len(told)
    print(f"{len(jobs)} launches, {failed} failed; of {metrics} bounds {exact} are equal, {bounded} have an upper one")
    return 1 if failed or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
