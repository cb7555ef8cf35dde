#!/usr/bin/env python3
"""Counts the tests of ctest runs by kind, from their JUnit reports: tests/summary.py BUILD_FOLDER...

Unit tests are counted by GoogleTest, which says at the end how many passed, failed and were skipped; the tests that are files are counted by run.py, whose last line says how many there
were, and by the oracle, which adds remarks: they are printed, too. The last line is "N passed, N failed, N skipped"."""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

UNITS = re.compile(r"^\[ +(PASSED|FAILED|SKIPPED) +\] (\d+) tests?[,.]", re.M)
COUNTS = re.compile(r"^\s*(\w+): (\d+) passed, (\d+) failed, (\d+) skipped$((?:\n  \S.*)*)", re.M)


def add(table, kind, passed, failed, skipped):
    row = table.setdefault(kind, [0, 0, 0])
    for i, n in enumerate((passed, failed, skipped)):
        row[i] += n


def main(folders):
    table, remarks = {}, []
    for folder in folders:
        report = pathlib.Path(folder) / "tests.xml"
        if not report.exists():
            print(f"{report} is missing: ctest did not run to its end")
            return 1
        for case in xml.parse(report).getroot().iter("testcase"):
            status = case.get("status")
            text = "".join(case.itertext())
            said, units = COUNTS.search(text), dict(UNITS.findall(text))
            if units:
                passed, failed, skipped = (int(units.get(word, 0)) for word in ("PASSED", "FAILED", "SKIPPED"))
                add(table, "unit", passed, failed or status == "fail", skipped)
            elif said:
                add(table, said[1], *map(int, said.groups()[1:4]))
                remarks += [f"{said[1]}: {line.strip()}" for line in said[5].strip("\n").split("\n") if line]
                if status == "fail" and said[3] == "0":
                    add(table, said[1], 0, 1, 0)
            elif case.get("name", "").startswith("unit:") and status in ("run", "fail"):
                add(table, "unit", 0, 1, 0)  # it ended before GoogleTest counted
            else:
                add(table, case.get("name", "other"), status == "run", status == "fail", status not in ("run", "fail"))
    for kind, (passed, failed, skipped) in sorted(table.items()):
        print(f"{kind:<12}{passed:>5} passed{failed:>5} failed{skipped:>5} skipped")
    for remark in remarks:
        print(remark)
    passed, failed, skipped = (sum(row[i] for row in table.values()) for i in range(3))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
