#!/usr/bin/env python3
"""Holds the source tree against its own rules: arrows between folders, where LLVM may be named, what comments cite,
house style.

A new arrow is a deliberate change of ARROWS, here and in the folder's CMake link edges."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# folder: the folders whose headers it may include (and what these may, in turn)
ARROWS = {
    "support": [],
    "cfg": ["support"],
    "device": ["cfg"],
    "frontend": ["cfg"],
    "predication": ["cfg"],
    "semantics": ["cfg", "predication", "device"],
    "emit": ["predication"],
    "verify": ["emit"],
    "cost": ["cfg", "device"],
    "record": [],  # loaded into other programs: nothing of ours
    "launch": ["cfg", "frontend"],
    "jobs": ["launch", "frontend", "verify", "semantics", "cost"],
    "driver": ["jobs"],
    "gpuverify": ["jobs"],
    "library": ["jobs", "include"],
    "include": [],  # what other programs see
}
# The same within folders that have rooms. Headers in the folder itself are every room's, and sources there use all.
FRONTEND_BASE = "setup builtins llvm"
ROOMS = {
    "cfg": {
        "ir": "",
        "analysis/graph": "ir",
        "analysis/values": "ir analysis/graph analysis/sharing",  # these three ask each other; files never in a circle
        "analysis/sharing": "ir analysis/graph analysis/values analysis/order",
        "analysis/order": "ir analysis/graph analysis/values analysis/sharing",
        "analysis": "ir analysis/graph analysis/values analysis/sharing analysis/order",
        "passes": "ir analysis/graph analysis/values analysis/sharing analysis/order analysis",
    },
    "frontend": {
        "setup": "",
        "builtins": "setup",
        "llvm": "builtins",
        "ptx": "builtins llvm",
        "passes": "builtins llvm ptx",
        "syntax": "",
        "broken": "setup syntax",
        "host/effects": "setup syntax broken",
        "host/facts": "syntax broken host/effects",
        "host/values": "broken host/effects host/facts",
        "host/launches": "setup syntax broken host/effects host/facts host/values",
        "clang": "setup syntax builtins llvm passes broken host/launches",
        "lower": "builtins llvm passes",
        "lower/builtins": "lower builtins llvm",
        "precompile": "setup",
    },
    "emit": {
        "boogie": "",
        "encode": "boogie",
        "terms": "boogie encode",
        "knowledge": "boogie encode terms",
        "pick/sites": "boogie encode terms knowledge",
        "pick/run": "boogie encode terms knowledge pick/sites",
        "pick/goals": "boogie encode terms knowledge pick/run",
        "pick/races": "boogie encode terms knowledge pick/sites pick/run pick/goals",
        "pick": "boogie encode terms knowledge pick/run pick/goals pick/races",
        "watchdog": "boogie encode terms knowledge",
    },
    "verify": {"engines": "", "cache": ""},
    "semantics": {
        "code": "",
        "observers": "code",
        "costs": "code observers",
        "machines": "code observers",
        "simt": "code observers costs machines",
    },
    "cost": {
        "formula": "",
        "requests": "",
        "claims": "requests",
        "certificate": "formula",  # of what finds bounds nothing, but what writes its findings down
        "lanes": "formula",
        "potentials": "",
        "walk": "formula requests lanes potentials",
        "bounds": "formula requests walk",
        "advice": "requests",
        "shapes": "requests",
        "gpudrano": "requests",
    },
    "jobs": {
        "input": "",
        "process": "",
        "proofs": "input",
        "counts": "",
        "report": "input counts",
        "pipeline": "input process proofs counts report",
    },
    "driver": {
        "options": "",
        "report": "",
        "repro": "report",
        "process": "options report repro",
        "project": "options",
        "proofs": "options",
        "run": "options report process",
        "perf": "options report process project proofs",
        "cost": "options report process project proofs run",
        "commands": "options report repro process project",
    },
}
ROOM_EXCEPTIONS = {
    "frontend/builtins/intrinsics.cpp": "lower",  # each row of the table names its handler
    "cost/certificate/certify.cpp": "requests bounds",
    "cost/certificate/certify.h": "bounds",
}
LONGEST = 450  # lines of a source file
LONG_FILES = {  # path: why it may be longer
    "frontend/builtins/intrinsics.def": "a table, a row for each function that is known",
}


def reachable(folder):
    seen, todo = {folder}, [folder]
    while todo:
        for next_folder in ARROWS[todo.pop()]:
            if next_folder not in seen:
                seen.add(next_folder)
                todo.append(next_folder)
    return seen


def room_of(path):
    folder, _, inner = path.rpartition("/")[0].partition("/")
    return max((r for r in ROOMS[folder] if inner == r or inner.startswith(r + "/")), key=len, default="")


def tracked(*suffixes):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=False).stdout.split("\n")
    if not any(listed):
        listed = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if "build" not in p.parts]
    return sorted(name for name in listed if name.endswith(suffixes) and (ROOT / name).is_file())


def check_source(name, text, problems):
    folder = name.split("/")[0]
    allowed = reachable(folder)
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}:{number}"
        if match := re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line):
            path = match[1]
            target = path.split("/")[0]
            if target == folder and folder in ROOMS:
                own, its = room_of(name), room_of(path)
                may = ROOMS[folder].get(own, "").split() + ROOM_EXCEPTIONS.get(name, "").split()
                if own and its and own != its and its not in may:
                    problems.append(f"{where}: {folder}/{own}/ may not include from {folder}/{its}/")
            if "/" in path and target in ARROWS and target not in allowed:
                problems.append(f"{where}: {folder} may not include from {target}")
            if target in ("llvm", "clang", "llvm-c", "clang-c") and folder != "frontend":
                problems.append(f"{where}: only frontend/ includes LLVM and Clang")
        if re.match(r"\s*using\s+namespace\b", line):
            problems.append(f"{where}: no `using namespace`")
        if re.search(r"(?<![\w.:>_])(?:std::)?exit\s*\(", line.split("//")[0]) and name != "driver/main.cpp":
            problems.append(f"{where}: no exit() below main")
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            problems.append(f"{where}: no unfinished marks; write an issue")
    if name.endswith(".h") and "#pragma once" not in text:
        problems.append(f"{name}: a header begins with #pragma once")
    if not text.startswith(("//", "/*")):
        problems.append(f"{name}: a file's head says what it does")


# Comments cite sections of docs/design.md and papers by the short names that it defines.
def check_citations(problems):
    page = (ROOT / "docs/design.md").read_text()
    sections = set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", page, re.M))
    papers = set(re.findall(r"^\| \[(\w+)\] \|", page, re.M))
    for name in tracked(".h", ".cpp", ".def", ".py", ".cs", ".cl", ".cu", ".kir", ".md", ".test"):
        for number, line in enumerate((ROOT / name).read_text(errors="replace").splitlines(), 1):
            for section in re.findall(r"docs/design\.md (\d+(?:\.\d+)?)", line):
                if section not in sections:
                    problems.append(f"{name}:{number}: docs/design.md has no section {section}")
            for paper in re.findall(r"\[([A-Z]{2,}\d\d|[A-Z][a-z]{2}\d\d)\]", line):
                if paper not in papers:
                    problems.append(f"{name}:{number}: docs/design.md names no paper [{paper}]")
            for page in re.findall(r"(?<![\w/.])docs/[\w/-]+\.(?:md|json)\b", line):
                if not (ROOT / page).is_file():
                    problems.append(f"{name}:{number}: {page} is not there")
            if re.search(r"\bDESIGN \d|lock-step [p]aper|\(H [0-9]|[n]otes on (?:cost|the text)|docs/design\.md, [a-z]", line):
                problems.append(f"{name}:{number}: cites what is not in the tree: write docs/design.md N, or [CDKQ13]")


def main():
    problems = []
    check_citations(problems)
    sources = [n for n in tracked(".h", ".cpp") if n.split("/")[0] in ARROWS and not n.startswith("frontend/include/")]
    for name in sources:
        check_source(name, (ROOT / name).read_text(), problems)
    for name in tracked(".h", ".cpp"): # of the tests, only the second interpretation of Clang's IR sees LLVM
        if name.startswith("tests/") and not name.startswith("tests/oracle/bytes/"):
            if re.search(r'^\s*#\s*include\s*[<"](llvm|clang)(-c)?/', (ROOT / name).read_text(), re.M):
                problems.append(f"{name}: of the tests, only tests/oracle/bytes/ includes LLVM")
    for name in tracked(".h", ".cpp", ".cs", ".py", ".sh", ".def"):
        lines = (ROOT / name).read_text(errors="replace").count("\n")
        if lines > LONGEST and name not in LONG_FILES:
            problems.append(f"{name}: {lines} lines, more than {LONGEST}: split it, or say in LONG_FILES why not")
    documented = (ROOT / "docs/dependencies.md").read_text() if (ROOT / "docs/dependencies.md").exists() else ""
    for line in (ROOT / "scripts/lib/packages.txt").read_text().splitlines():
        if line and not line.startswith("#") and f"`{line.split()[0]}`" not in documented:
            problems.append(f"docs/dependencies.md does not name the package {line.split()[0]}")
    for p in problems:
        print(p)
    print(f"layers: {1 if not problems else 0} passed, {1 if problems else 0} failed, 0 skipped")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
