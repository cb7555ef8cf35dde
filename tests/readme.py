#!/usr/bin/env python3
"""Runs the commands that the README and the documents show, and compares what they print.

In a fenced block marked `console`, a line `$ command` is a command; the lines below it, up to the next command, are
what it prints (`...` stands for any lines; seconds, thread ids, elements and steps for any such numbers). `# exit status N` on the command's line says how
it ends, 0 otherwise. Commands run at the top of the source tree, with `lockstep` on the search path.

The README's table of assumptions has every text of emit/assumptions.h."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUMBERS = re.compile(r"\d+\.\d+(?= s\b)|(?<=local id )\d+|(?<=group )\d+|(?<=\w\[)\d+(?=\]')|(?<=\(steps )\d+|(?<= and )\d+(?=\)$)", re.M)


def examples(path):
    for block in re.findall(r"^```console\n(.*?)^```", path.read_text(), re.M | re.S):
        command, shown = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, shown
                command, shown = line[2:], []
            else:
                shown.append(line)
        if command:
            yield command, shown


def pattern(shown):
    parts = []
    for line in shown:
        parts.append(r"(?:.*\n)*?" if line.strip() == "..." else
                     re.escape(NUMBERS.sub("0", line)) + "\n")
    return re.compile("".join(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    options = parser.parse_args()
    folder = pathlib.Path(options.lockstep).resolve().parent
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    count = [0, 0]
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for command, shown in examples(document):
            status = int(m[1]) if (m := re.search(r"# exit status (\d+)", command)) else 0
            done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True,
                                  check=False, timeout=120)
            said = done.stdout + done.stderr
            good = done.returncode == status and (not shown or pattern(shown).fullmatch(NUMBERS.sub("0", said)))
            count[0 if good else 1] += 1
            if not good:
                print(f"failed: {document.name}: {command}\nexit status {done.returncode}, it printed\n{said}")
    table = (ROOT / "README.md").read_text()
    for text in re.findall(r'"([^"]+)"', (ROOT / "emit/assumptions.h").read_text()):
        good = f"| {text} |" in table
        count[0 if good else 1] += 1
        if not good:
            print(f"failed: README.md: no line of the table of assumptions says '{text}'")
    print(f"readme: {count[0]} passed, {count[1]} failed, 0 skipped")
    return 1 if count[1] or not count[0] else 0


if __name__ == "__main__":
    sys.exit(main())
