#!/usr/bin/env python3
"""Is every C++ file of the tree as clang-format (.clang-format, 120 columns) writes it?

  tests/check_format.py          names the files that are not
  tests/check_format.py --fix    formats them

Version 19 exactly: each version breaks some lines in a way of its own. Without it the test is skipped, and says so.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = "clang-format-19"


def sources():
    inside = (path.relative_to(ROOT) for ending in ("*.cpp", "*.h") for path in ROOT.rglob(ending))
    return sorted(str(path) for path in inside if path.parts[0] != "build")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true")
    fix = parser.parse_args().fix
    if not shutil.which(TOOL):
        print(f"{TOOL} is not installed\nformat: 0 passed, 0 failed, 1 skipped")
        return 0
    files = sources()
    if fix:
        return subprocess.run([TOOL, "-i", *files], cwd=ROOT).returncode
    told = subprocess.run([TOOL, "--dry-run", "--Werror", *files], cwd=ROOT, capture_output=True, text=True).stderr
    bad = {line.split(":")[0] for line in told.splitlines() if "[-Wclang-format-violations]" in line}
    for name in sorted(bad):
        print(f"{name}: not as clang-format writes it; tests/check_format.py --fix mends it")
    print(f"format: {len(files) - len(bad)} passed, {len(bad)} failed, 0 skipped")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
