#!/usr/bin/env python3
"""Holds what `lockstep run --observe memory` counts against the marks in the first lines of kernels/memory:

  // observe TARGET ARRAY: sectors 4, lines 1..2          numbers of the first access to the array, as the report has them
  // observe TARGET ARRAY (n=1 w=2): sectors 4            the same, with these arguments
  // observe TARGET ARRAY read: degree 2                  of the first read
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"^// observe (\S+) (\S+?)(?: (read|write|atomic))?(?: \((.*)\))?: (.*)$", re.MULTILINE)
NUMBER = re.compile(r"(sectors|lines|ideal|wavefronts|degree|words|lanes on one address) (\d+(?:\.\.\d+)?)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    options = parser.parse_args()
    passed, failed = 0, 0
    for path in sorted((ROOT / "kernels/memory").glob("*.cl")):
        for target, array, kind, arguments, text in MARK.findall(path.read_text()):
            given = [word for argument in arguments.split() for word in ("--arg", argument)]
            done = subprocess.run([options.lockstep, "run", path, "--observe", "memory", "--target", target, *given],
                                  cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
            lines = [line for line in done.stdout.split("\n") if f"{kind} of '{array}': " in line]
            seen = dict(NUMBER.findall(lines[0].split(";")[0])) if lines else {}
            wanted = dict(NUMBER.findall(text))
            if done.returncode == 0 and wanted and all(seen.get(name) == number for name, number in wanted.items()):
                passed += 1
                continue
            failed += 1
            print(f"{path.relative_to(ROOT)}: for {target}: {text} wanted, seen: {lines or done.stdout + done.stderr}")
    print(f"requests: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
