#!/usr/bin/env python3
"""Measures what each rule for candidate invariants (emit/watchdog/candidates.def) is worth, and writes docs/candidates.md.

  scripts/rules [--timeout S] [--stdout]

Every kernel below kernels/ runs with the watchdog tier alone. A rule is needed by a kernel that is verified with all rules,
but not without that one."""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCKSTEP = ROOT / "build/release/bin/lockstep"
HEAD = """# Candidate invariants

A loop in the watchdog tier needs an invariant. Lockstep proposes formulas by the rules below (`emit/watchdog/candidates.def`), and
Houdini, in Boogie, keeps those that hold on entry and are kept by every iteration, all of them together. A formula that does not
hold costs time and nothing else: what Houdini keeps, it has proved. Rules of stage 1 are cheap and often suffice; those of stage
2 are proposed if a goal is still open. What a kernel's proof used is in its JSON result (`invariants`).

The table is written by `scripts/rules` from the kernels that were below `kernels/` then (how many, stands below it) with
`--tier watchdog` (most of them need no invariant at all in the tier before, *pick*): how many formulas were proposed, how many
hold, in how many verified kernels some hold, and how many of these are no longer verified if the rule is left out, it alone.
Rules can stand in for one another: that each of some rules is needed by no kernel does not say that all of them together are
not. `--without-rule`, given once for each, leaves out several.
"""


def rules():
    text = (ROOT / "emit/watchdog/candidates.def").read_text()
    return [(name, int(stage), doc) for stage, name, doc in re.findall(r'^RULE\((\d+), (\w+), "(.*)"\)$', text, re.M)]


def suite(folder, timeout, without=None):
    command = [LOCKSTEP, "suite", folder, "--tier", "watchdog", "--no-replay", "--no-cache", "--timeout", str(timeout), "--format", "json"]
    done = subprocess.run(command + (["--without-rule", without] if without else []), cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["results"]
    except (json.JSONDecodeError, LookupError):
        sys.exit(f"rules.py: lockstep suite gave no results: {done.stderr.strip()}")


def needed(rule, users, timeout):
    """Of the kernels `users`, (file, kernel), those that are not verified without the rule."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for i, file in enumerate(sorted({f for f, _ in users})):
            link = pathlib.Path(folder) / f"{i}{pathlib.Path(file).suffix}"
            link.write_bytes((ROOT / file).read_bytes())
            names[link.name] = file
        lost = []
        for r in suite(folder, timeout, rule):
            who = names[pathlib.Path(r["file"]).name], r.get("kernel")
            if who in users and r["verdict"] != "verified":
                lost.append(who)
        return sorted(lost)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--stdout", action="store_true", help="print the text instead of writing it")
    options = parser.parse_args()
    proposed, held, users = collections.Counter(), collections.Counter(), collections.defaultdict(set)
    results = suite("kernels", options.timeout)
    for r in results:
        proposed.update(r.get("candidates", {}))
        held.update(r.get("invariants", {}))
        if r["verdict"] == "verified":
            for rule in r.get("invariants", {}):
                users[rule].add((r["file"], r["kernel"]))
    lines = ["| rule | stage | what it says | proposed | hold | verified kernels | needed by | for example |", "|---|---:|---|---:|---:|---:|---:|---|"]
    unneeded = 0
    for name, stage, doc in rules():
        lost = needed(name, users[name], options.timeout) if users[name] else []
        example = f"`{lost[0][0]}`" if lost else ""
        unneeded += not lost
        lines.append(f"| `{name}` | {stage} | {doc} | {proposed[name]} | {held[name]} | {len(users[name])} | {len(lost)} | {example} |")
        print(lines[-1], file=sys.stderr, flush=True)
    inferred = sum(1 for r in results if r.get("candidates"))
    tail = f"\n{len(results)} kernels, {inferred} of them with candidates; {sum(proposed.values())} formulas proposed, {sum(held.values())} hold. " \
           f"{unneeded} of {len(rules())} rules are needed by no kernel when they are left out one at a time.\n"
    text = HEAD + "\n" + "\n".join(lines) + "\n" + tail
    if options.stdout:
        print(text, end="")
    else:
        (ROOT / "docs/candidates.md").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
