#!/usr/bin/env python3
"""Holds what `lockstep run --observe cost` counts against the marks in kernels/cost:

  /*@cost METRIC = FORMULA*/        of the whole grid, in parameters and in threads, warps, groups, local (threads of a group)
  /*@cost METRIC = LOW..HIGH*/      between the two, both of which some launch reaches
  /*@cost METRIC = FORMULA if CONDITION and CONDITION*/   the condition is for `lockstep cost`: launches meet it
  // published (n=320): sectors 84, divwarps 0     what [MH21]'s authors measured of warp 0 of group 0, which runs alone

Formulas have + - * / ( ), ceil, floor, min, max, clamp(x, low, high), gcd, log2, % and [condition], which is 1 or 0. The
launches are those of the file's line `// runs:`, --launches of them (default 12) drawn with a fixed seed; the two counters
have to agree in each. `runs` has parts behind semicolons: `local` and `groups` with sizes, `name` with values (5 or
1..9), `name=contents` with ways to fill arrays as --arg has them, or name=steps:STEP:MODULO:COUNT[:FIRST].
"""
import argparse
import itertools
import json
import math
import pathlib
import random
import re
import subprocess
import sys
from fractions import Fraction

ENOUGH = 12  # launches, that both ends of a formula be reached
ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"/\*@cost (\S+) = (.*?)(?: if .*?)?\*/")
PUBLISHED = re.compile(r"^// published \((.*?)\): (.*)$", re.MULTILINE)
RUNS = re.compile(r"^// runs: (.*)$", re.MULTILINE)
FUNCTIONS = {"ceil": math.ceil, "floor": math.floor, "min": min, "max": max, "log2": lambda x: max(int(x), 1).bit_length() - 1,
             "gcd": lambda a, b: math.gcd(int(a), int(b)), "clamp": lambda x, low, high: max(low, min(x, high))}


def value(formula, names):
    python = re.sub(r"\[", "int(", formula).replace("]", ")")
    return eval(python, {"__builtins__": {"int": int}}, FUNCTIONS | names)  # formulas of this repository only


def contents(argument):
    steps = re.fullmatch(r"(\w+)=steps:(\d+):(\d+):(\d+)(?::(\d+))?", argument)
    if not steps:
        return argument
    step, modulo, count, first = (int(n or 0) for n in steps.groups()[1:])
    return f"{steps[1]}=" + ",".join(str((first + step * i) % modulo) for i in range(count))


def launches(runs):
    ways = []
    for part in runs.split(";"):
        words = part.split()
        if "=" in words[0]:
            ways.append([[("--arg", contents(w))] for w in words])
            continue
        name, values = words[0], []
        for v in words[1:]:
            low, dots, high = v.partition("..")
            values += [str(n) for n in range(int(low), int(high) + 1)] if dots else [v]
        option = {"local": "--local-size", "groups": "--num-groups"}.get(name)
        ways.append([[(option, v) if option else ("--arg", f"{name}={v}")] for v in values])
    return [list(itertools.chain(*choice)) for choice in itertools.product(*ways)]


def product(size):
    return math.prod(int(n) for n in re.findall(r"\d+", size))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("-k", default="*", help="files whose name matches")
    parser.add_argument("--launches", type=int, default=ENOUGH, help="of each file")
    options = parser.parse_args()
    drawn = random.Random(1)
    passed, failed = 0, 0
    for path in sorted((ROOT / "kernels/cost").rglob(options.k + ".c[lu]")):
        text = path.read_text()
        marks = MARK.findall(text)
        metrics = [word for metric in dict(marks) for word in ("--metric", metric)]
        every = [launch for runs in RUNS.findall(text) for launch in launches(runs)]
        reached = {m: set() for m in marks}
        for launch in drawn.sample(every, min(len(every), options.launches)):
            command = [options.lockstep, "run", str(path.relative_to(ROOT)), "--observe", "cost", "--format", "json",
                       "--wrap", *metrics, *itertools.chain(*launch)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
            given = dict(launch)
            names = {n: Fraction(v) for word, a in launch if word == "--arg"
                     for n, v in [a.split("=")] if re.fullmatch(r"-?\d+", v)}
            names["local"] = Fraction(product(given["--local-size"]))
            names["groups"] = Fraction(product(given["--num-groups"]))
            names["threads"] = names["local"] * names["groups"]
            names["warps"] = names["groups"] * math.ceil(names["local"] / 32)
            try:
                costs = json.loads(done.stdout)["costs"]
                seen = {m["name"]: {Fraction(m[t], m["denominator"]) for t in ("total", "at_post_dominators")}
                        for m in costs["metrics"]}
                agree = costs.get("counters_agree", True)
            except (ValueError, KeyError):
                seen, agree = {}, True
            for mark in marks:
                metric, formula = mark
                low, _, high = formula.partition("..")
                low, high = value(low, names), value(high or low, names)
                if agree and metric in seen and low <= min(seen[metric]) and max(seen[metric]) <= high:
                    passed += 1
                    reached[mark] |= {end for end, at in (("low", low), ("high", high)) if at in seen[metric]}
                    continue
                failed += 1
                print(f"{path.relative_to(ROOT)}: {metric} = {formula}: {low}..{high} wanted, "
                      f"{seen.get(metric, done.stderr)} seen{'' if agree else ' (the counters disagree)'}: "
                      f"{' '.join(command[1:])}")
        for arguments, numbers in PUBLISHED.findall(text):
            wanted = dict(pair.split() for pair in numbers.split(", "))
            given = itertools.chain(*(("--arg", a) for a in arguments.split()))
            done = subprocess.run([options.lockstep, "run", str(path.relative_to(ROOT)), "--observe", "cost", "--format",
                                   "json", "--wrap", "--max-steps", "100000000", "--num-groups", "1", *given],
                                  cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
            metrics_seen = json.loads(done.stdout).get("costs", {}).get("metrics", [])
            seen = {m["name"]: str(m["first"]) for m in metrics_seen}
            for metric, number in wanted.items():
                good = seen.get(metric) == number
                passed, failed = passed + good, failed + (not good)
                if not good:
                    print(f"{path.relative_to(ROOT)}: published for {arguments}: {metric} {number}, {seen or done.stderr} seen")
        for mark, ends in reached.items() if options.launches >= ENOUGH else ():
            for end in sorted({"low", "high"} - ends):
                failed += 1
                print(f"{path.relative_to(ROOT)}: {mark[0]} = {mark[1]}: no launch reaches the {end} end")
    print(f"costs: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
