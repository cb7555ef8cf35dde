#!/usr/bin/env python3
"""Runs the commands that the README and the documents show, and compares what they print.

In a fenced block marked `console`, a line `$ command` is a command; the lines below it, up to the next command, are
what it prints (`...` stands for any lines; seconds, thread ids, elements and steps for any such numbers). `# exit status N` on the command's line says how
it ends, 0 otherwise. Other fenced blocks with a file's name behind their language (`c rows.cl`) are that file. The commands
of a document run in a folder that has its files and the source tree's kernels/, with `lockstep` on the search path; the
pages of docs/guide/ share their files.

The table of assumptions in docs/guide/what-verified-means.md has every text of cfg/ir/assumptions.h. The paths that
documents name are there, the pages and headings that they link to, and what docs/semantics.md says of where each rule
stands in the code, and the tests that it names. docs/decisions/README.md lists every decision."""
import argparse
import fnmatch
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


FOLDERS = ("bench|cfg|cost|device|docs|driver|emit|frontend|include|jobs|kernels|launch|library|predication|record|scripts|"
           "semantics|support|tests|verify")
SOURCE = r"[\w.*-]+(?:/[\w.*-]+)+\.(?:h|cpp|def|py|md)|[\w*-]+\.(?:cpp|def|py)"  # of sources and documents


def tracked():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=False).stdout.split()
    return [name for name in listed if (ROOT / name).is_file()]


def missing_paths(path, names):
    """Paths that are not there: from the root (`cfg/ir/expr.h`, `kernels/`), or in back quotes from one of the tree's
    folders on (`handover/held.cpp`, `twins/`). What begins with a folder that the tree has not is another's."""
    text = path.read_text()
    named = set(re.findall(rf"`((?:{FOLDERS})/[\w./*-]*)`", text))
    named |= set(re.findall(rf"(?<![\w./-])(?:{FOLDERS})/[\w./*-]+\.(?:h|cpp|def|py|md)\b", text))
    missing = {name for name in named if not list(ROOT.glob(name.rstrip("/")))}
    folders = {"/".join(name.split("/")[:at]) for name in names for at in range(1, name.count("/") + 1)}
    parts = {folder.split("/")[-1] for folder in folders}
    for name in set(re.findall(rf"`({SOURCE})`", text)) - named:
        ours = "/" not in name or name.split("/")[0] in parts
        if ours and not any(fnmatch.fnmatch("/" + there, "*/" + name) for there in names):
            missing.add(name)
    for name in set(re.findall(r"`([\w-]+(?:/[\w-]+)*)/`", text)):
        if not name.startswith("build/") and not any(("/" + folder).endswith("/" + name) for folder in folders):
            missing.add(name + "/")
    return sorted(missing)


def headings(path):
    """The anchors of a page: its headings as GitHub spells them."""
    found = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def broken_links(path):
    """Links to pages, or headings, of the tree that are not there."""
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S)):
        page, _, anchor = target.partition("#")
        there = path.parent / page if page else path
        if not target.startswith("http") and (not there.exists() or (anchor and anchor not in headings(there))):
            broken.append(f"the link to {target}")
    return broken


def unlisted_decisions():
    """Decisions that docs/decisions/README.md has no link to."""
    index = (ROOT / "docs/decisions/README.md").read_text()
    for page in sorted((ROOT / "docs/decisions").glob("*.md")):
        for heading in re.findall(r"^## (.*)$", page.read_text(), re.M) if page.name != "README.md" else []:
            if f"- [{heading}]({page.name}#" not in index:
                yield f"{page.name}: {heading}"


def option_texts():
    return "".join(p.read_text() for folder in ("driver/options", "jobs/input") for p in (ROOT / folder).glob("*.cpp"))


def missing_places(path):
    """Rows of tables headed `in the code`: file names (below semantics/simt/ where they have no folder), and what those
    files declare or define. Gives what is not there, and how many places were looked for."""
    missing, places = [], 0
    for table in re.findall(r"^\|[^|\n]*\| in the code \|\n\|[-|]+\|\n((?:\|.*\n)+)", path.read_text(), re.M):
        for row in table.splitlines():
            words = re.findall(r"`([^`]+)`", row.split("|")[2])
            names = [w for w in words if w.endswith((".h", ".cpp"))]
            found = [ROOT / n if "/" in n else next((ROOT / "semantics/simt").rglob(n), ROOT / n) for n in names]
            text = "".join(f.read_text() for f in found if f.is_file())
            missing += [str(f.relative_to(ROOT)) for f in found if not f.is_file()]
            for word in set(words) - set(names):
                there = option_texts() if word.startswith("--") else text
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


def run_examples(document, shown_files, environment, count):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "kernels").symlink_to(ROOT / "kernels")
        for name, text in shown_files.items():
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
    parser.add_argument("--only", help="documents whose path has this in it")
    options = parser.parse_args()
    folder = pathlib.Path(options.lockstep).resolve().parent
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    count = [0, 0]

    def tell(document, missing):
        count[1 if missing else 0] += 1
        for problem in missing:
            print(f"failed: {document}: {problem} is not there")

    names = tracked()
    guide = {}
    for page in sorted((ROOT / "docs/guide").glob("*.md")):
        guide |= files(page)
    for name in sorted(name for name in names if name.endswith(".md")):
        document = ROOT / name
        if options.only and options.only not in name:
            continue
        run_examples(document, guide if name.startswith("docs/guide/") else files(document), environment, count)
        places, looked_for = missing_places(document)
        if document.name == "semantics.md" and looked_for < 50:
            places.append(f"a table of the rules' places (it names {looked_for})")
        tell(name, missing_paths(document, names) + broken_links(document) + missing_tests(document) + places)
    tell("docs/decisions/README.md", list(unlisted_decisions()))
    assumptions = "docs/guide/what-verified-means.md"
    table = (ROOT / assumptions).read_text()
    texts = re.sub(r'"\s*\n\s*"', "", (ROOT / "cfg/ir/assumptions.h").read_text())  # a text may be cut into literals
    for text in re.findall(r'"([^"]+)"', texts):
        tell(assumptions, [] if f"| {text} |" in table else [f"a line of the table of assumptions that says '{text}'"])
    print(f"readme: {count[0]} passed, {count[1]} failed, 0 skipped")
    return 1 if count[1] or not count[0] else 0


if __name__ == "__main__":
    sys.exit(main())
