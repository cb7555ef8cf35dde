#!/usr/bin/env python3
"""Adds up what a soak has seen, by generator and class: tests/soak_summary.py LOG...

Reads the lines "classes GENERATOR: N kernels, N known right, ..." that each command of the oracle ends with
(tests/oracle/classes.h), and "budgets: N passed, ...", likewise of radix and critic_finds; the logs of several soaks are added. Prints one table:

  kernels          and mutants, inputs, other comparisons
  verified         and no violation is known
  wrong verified   a violation is known: each is a failure
  refuted          a violation that an execution or arithmetic shows
  known right      by construction, or since executions that consult nothing from outside show no violation
  false alarms     violations reported of these, also where the answer hangs on memory that the kernel writes
  confirmed        those of them that say so: each is a failure
  open alarms      violations that no execution shows, of kernels of which no more is known
  unknown          no verdict; and those of them with a violation that is known
  agreed           comparisons that are not about a verdict (machines, bounds of costs, budgets)
  not judged       refused, not executable, nothing to compare
  failed           internal errors, comparisons that differ

The exit status is 1 if anything failed, or a generator that began did not come to its end ("soak: GENERATOR")."""
import pathlib
import re
import sys

LINE = re.compile(r"^classes (\w+): (.*)$", re.M)
BEGUN = re.compile(r"^soak: (\w+)$", re.M)
COUNTED = re.compile(r"^(budgets|radix|critic[ _]finds): (\d+) passed, (\d+) failed, (\d+) skipped$", re.M)
COLUMNS = [("kernels", "kernels"), ("verified", "verified"), ("wrong verified", "wrong verified"), ("refuted", "refuted"),
           ("known right", "known right"), ("alarms of right", "false alarms"),
           ("confirmed alarms of right", "confirmed"), ("open alarms", "open alarms"), ("unknown", "unknown"),
           ("unknown of wrong", "unknown, wrong"), ("agreed", "agreed"), ("not judged", "not judged"), ("failed", "failed")]
FAILURES = ["wrong verified", "confirmed alarms of right", "failed"]


def add(table, generator, counts):
    row = table.setdefault(generator, dict.fromkeys((name for name, _ in COLUMNS), 0))
    for name, n in counts.items():
        row[name] += n


def read(text, table):
    """Adds the log to the table; the generators that began more often than they ended."""
    open_ones = BEGUN.findall(text)
    for generator, counts in LINE.findall(text):
        add(table, generator, {name: int(n) for n, name in (part.split(" ", 1) for part in counts.split(", "))})
        if generator in open_ones:
            open_ones.remove(generator)
    for name, *numbers in COUNTED.findall(text):
        passed, failed, skipped = map(int, numbers)
        name = name.replace(" ", "_")
        add(table, name, {"kernels": passed + failed + skipped, "agreed": passed, "not judged": skipped, "failed": failed})
        if name in open_ones:
            open_ones.remove(name)
    return open_ones


def main(logs):
    table, open_ones = {}, []
    for log in logs:
        open_ones += read(pathlib.Path(log).read_text(errors="replace"), table)
    if not table:
        print("no generator has come to its end")
        return 1
    total = {name: sum(row[name] for row in table.values()) for name, _ in COLUMNS}
    print(f"{'generator':<12}" + "".join(f"{title:>{max(9, len(title) + 2)}}" for _, title in COLUMNS))
    for generator, row in [*table.items(), ("all", total)]:
        print(f"{generator:<12}" + "".join(f"{row[name]:>{max(9, len(title) + 2)},}" for name, title in COLUMNS))
    for generator in open_ones:
        print(f"{generator} did not come to its end")
    return 1 if open_ones or any(total[name] for name in FAILURES) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
