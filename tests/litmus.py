#!/usr/bin/env python3
"""Litmus tests: each file of kernels/litmus runs on the machine of warps with asynchronous memory, all executions.

    // run: --local-size 1 --num-groups 2       how it is started
    // allowed: r1=0, r2=1                       an outcome that must be reached; its names are arrays, or NAME_out
    // forbidden: r1=1, r2=0                     what no outcome may agree with

Every outcome that is reached must be allowed. A file without `allowed` lines, or one that is not explored whole, fails."""
import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def head(path):
    found = {"run": [], "allowed": [], "forbidden": []}
    for line in path.read_text(encoding="utf-8").splitlines():
        key, colon, rest = line.removeprefix("//").strip().partition(":")
        if line.startswith("//") and colon and key in found:
            found[key].append(rest.strip())
    return found


def outcome_of(text):
    return {k.strip(): int(v) for k, v in (part.split("=") for part in text.split(","))}


def check(binary, path):
    said = head(path)
    allowed = [outcome_of(a) for a in said["allowed"]]
    forbidden = [outcome_of(f) for f in said["forbidden"]]
    if not allowed:
        return ["no 'allowed' line"]
    text = path.read_text(encoding="utf-8")
    array_of = {n: f"{n}_out" if f"array {n}_out " in text else n for o in allowed + forbidden for n in o}
    shown = [w for a in sorted(set(array_of.values())) for w in ("--print", a)]
    done = subprocess.run(
        [binary, "run", str(path), "--memory-model", "asynchronous", "--semantics", "simt", "--schedule", "exhaustive",
         "--format", "json", *said["run"][0].split(), *shown], capture_output=True, text=True, check=False, timeout=120)
    if done.returncode != 0:
        return [f"exit status {done.returncode}: {done.stdout}{done.stderr}"]
    report = json.loads(done.stdout)
    if not report["complete"]:
        return ["not explored whole"]
    reached = [{n: o[array_of[n]][0] for n in array_of} for o in report["warps"]["outcomes"]]

    def agrees(o, pattern):
        return all(o[n] == v for n, v in pattern.items())

    wrong = [f"{o} is reached, but forbidden" for o in reached for f in forbidden if agrees(o, f)]
    wrong += [f"{o} is reached, but not allowed" for o in reached if not any(agrees(o, a) for a in allowed)]
    wrong += [f"{a} is allowed, but never reached" for a in allowed if not any(agrees(o, a) for o in reached)]
    return [f"{w} ({report['warps']['explored']})" for w in wrong]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("-k", default="*")
    parser.add_argument("--times", action="store_true", help="how long each took")
    options = parser.parse_args()
    files = [p for p in sorted((ROOT / "kernels/litmus").iterdir()) if fnmatch.fnmatch(p.name, f"*{options.k}*")]
    failed = 0
    for path in files:
        start = time.monotonic()
        wrong = check(options.lockstep, path)
        if options.times:
            print(f"{time.monotonic() - start:6.2f} s  {path.name}")
        failed += bool(wrong)
        for w in wrong:
            print(f"{path.relative_to(ROOT)}: {w}")
    print(f"{len(files) - failed} of {len(files)} litmus tests as stated")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
