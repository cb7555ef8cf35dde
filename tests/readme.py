#!/usr/bin/env python3
"""Runs the commands that the README and the documents show, and compares what they print.

In a fenced block marked `console`, a line `$ command` is a command; the lines below it, up to the next command, are
what it prints (`...` stands for any lines; seconds, thread ids, elements and steps for any such numbers). `# exit status N` on the command's line says how
it ends, 0 otherwise. Other fenced blocks with a file's name behind their language (`c rows.cl`) are that file. The commands
of a document run in a folder that has its files and the source tree's kernels/, with `lockstep` on the search path.

The README's table of assumptions has every text of cfg/ir/assumptions.h. What the documents name by its path is there,
and what docs/semantics.md says of where each rule stands in the code, and the tests that it names."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUMBERS = re.compile(r"\d+\.\d+(?= s\b)|(?<=  )\d+\.\d\d(?=  \S)|(?<=local id )\d+|(?<=group )\d+|(?<=\w\[)\d+(?=\]')|(?<=\(steps )\d+|(?<= and )\d+(?=\)$)", re.M)


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


def files(path):
    """Name to text, of the files that the document shows."""
    return dict(re.findall(r"^```\w+ ([\w.-]+\.\w+)\n(.*?)^```", path.read_text(), re.M | re.S))


def pattern(shown):
    parts = []
    for line in shown:
        parts.append(r"(?:.*\n)*?" if line.strip() == "..." else
                     re.escape(NUMBERS.sub("0", line)) + "\n")
    return re.compile("".join(parts))


FOLDERS = "bench|cfg|docs|driver|emit|frontend|kernels|predication|record|scripts|semantics|support|tests|verify"
HISTORY = {"decisions.md"}  # names files as they were


def missing_paths(path):
    """What stands in back quotes, has a slash, and is a path below the top folders, but not there."""
    named = set(re.findall(rf"`((?:{FOLDERS})/[\w./*-]*)`", path.read_text()))
    return sorted(name for name in named if not list(ROOT.glob(name.rstrip("/"))))


def missing_places(path):
    """Rows of tables headed `in the code`: file names (of semantics/simt/ where they have no folder), and what those
    files declare or define. Gives what is not there, and how many places were looked for."""
    missing, places = [], 0
    for table in re.findall(r"^\|[^|\n]*\| in the code \|\n\|[-|]+\|\n((?:\|.*\n)+)", path.read_text(), re.M):
        for row in table.splitlines():
            words = re.findall(r"`([^`]+)`", row.split("|")[2])
            names = [w for w in words if w.endswith((".h", ".cpp"))]
            found = [ROOT / (n if "/" in n else f"semantics/simt/{n}") for n in names]
            text = "".join(f.read_text() for f in found if f.is_file())
            missing += [str(f.relative_to(ROOT)) for f in found if not f.is_file()]
            for word in set(words) - set(names):
                there = "".join(p.read_text() for p in (ROOT / "driver").glob("*option*.cpp")) if word.startswith("--") else text
                if not re.search(rf"(?<![\w-]){re.escape(word.split('::')[-1])}(?![\w-])", there):
                    missing.append(f"{word} (of {', '.join(names) or 'the options'})")
            places += len(words)
    return missing, places


def missing_tests(path):
    """What stands in back quotes as `Suite.Name` is a GoogleTest below tests/unit/."""
    named = set(re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", path.read_text()))
    known = set()
    for source in (ROOT / "tests/unit").rglob("*.cpp"):
        known |= {".".join(m) for m in re.findall(r"^TEST(?:_[FP])?\((\w+), (\w+)\)", source.read_text(), re.M)}
    return sorted(f"the test {name}" for name in named - known)


def run_examples(document, environment, count):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "kernels").symlink_to(ROOT / "kernels")
        for name, text in files(document).items():
            pathlib.Path(folder, name).write_text(text)
        for command, shown in examples(document):
            status = int(m[1]) if (m := re.search(r"# exit status (\d+)", command)) else 0
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                                  check=False, timeout=120)
            said = done.stdout + done.stderr
            good = done.returncode == status and (not shown or pattern(shown).fullmatch(NUMBERS.sub("0", said)))
            count[0 if good else 1] += 1
            if not good:
                print(f"failed: {document.name}: {command}\nexit status {done.returncode}, it printed\n{said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    options = parser.parse_args()
    folder = pathlib.Path(options.lockstep).resolve().parent
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    count = [0, 0]
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        run_examples(document, environment, count)
        missing = [] if document.name in HISTORY else missing_paths(document) + missing_tests(document)
        places, looked_for = missing_places(document)
        missing += places
        if document.name == "semantics.md" and looked_for < 50:
            missing.append(f"a table of the rules' places (it names {looked_for})")
        count[1 if missing else 0] += 1
        for name in missing:
            print(f"failed: {document.name}: {name} is not there")
    table = (ROOT / "README.md").read_text()
    for text in re.findall(r'"([^"]+)"', (ROOT / "cfg/ir/assumptions.h").read_text()):
        good = f"| {text} |" in table
        count[0 if good else 1] += 1
        if not good:
            print(f"failed: README.md: no line of the table of assumptions says '{text}'")
    print(f"readme: {count[0]} passed, {count[1]} failed, 0 skipped")
    return 1 if count[1] or not count[0] else 0


if __name__ == "__main__":
    sys.exit(main())
