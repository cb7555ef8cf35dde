#!/usr/bin/env python3
"""Runs the tests that are files: one file is one test, nothing is registered by hand.

  golden     tests/golden/<stage>/*: input text; `// STAGE:` and `// ARGS:` in the first lines; the expected text of
             that stage stands in a comment at the end, `/* expected ... */`. `// PROGRAM: 2` takes the second text of
             the stage: a tier asks one program after the other. `// COMMAND: verify` expects what that command prints,
             without its times
  roundtrip  every .kir .pred .lks .bpl in the tree: print(parse(print(parse(x)))) == print(parse(x))
  kernels    `lockstep suite FOLDER --expect` for kernels/ and tests/bugs/ (what the oracle tests have found)
  open       tests/open/ (open_kernels.py): kernels whose verdict is not right yet must go on having it
  agreement  agreement.py: the same kernels with and without merging, by both tiers, by both solvers
  forms      forms.py: the text of a stage, given as the input, has the verdict of its source
  command    tests/command/*.test (command_test.py): a command line, its exit status and what it says

  tests/run.py golden --lockstep build/release/bin/lockstep [-k GLOB] [-j N] [--rebase]

--rebase writes the expectation of golden tests anew: read the diff before you commit it. The last line is
"<group>: N passed, N failed, N skipped"; the exit status is 0 if none failed.
"""
import argparse
import concurrent.futures
import difflib
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import agreement  # noqa: E402
import command_test  # noqa: E402
import forms  # noqa: E402
import open_kernels  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
STAGE_OF_SUFFIX = {".kir": "build_kernel", ".pred": "predicate", ".lks": "vectorise", ".bpl": "emit"}
EXPECTED = re.compile(r"\n/\* expected\n(.*)\*/\s*\Z", re.S)


def lockstep(binary, *arguments, cwd=ROOT, timeout=120):
    return subprocess.run([binary, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=timeout)


def header_keys(text):
    keys = {}
    for line in text.splitlines():
        if not line.startswith(("//", ";")):
            break
        if match := re.match(r"(?://|;)\s*([A-Z]+):\s*(.*)", line):
            keys.setdefault(match[1], []).append(match[2])
    return keys


def difference(expected, found):
    return "".join(difflib.unified_diff(expected.splitlines(True), found.splitlines(True), "expected", "found"))


# --- golden ---------------------------------------------------------------------------------------------------
def golden_tests():
    folder = ROOT / "tests/golden"
    return [p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix in
            {".cl", ".cu", ".hip", ".ll", *STAGE_OF_SUFFIX}]


def text_of_stage(dumped, stage, number):
    parts = re.split(r"^==== (\S+)(?: of \S+)?\n", dumped, flags=re.M)[1:]
    texts = [text for name, text in zip(parts[::2], parts[1::2]) if name == stage]
    return texts[number - 1] if number <= len(texts) else ""


def code_of(module):
    """A module's functions, without metadata and attributes, which name places and versions of tools."""
    functions = re.findall(r"^define .*?^}\n", module, re.M | re.S)
    code = "\n".join(re.sub(r"^    #dbg_.*\n", "", f, flags=re.M) for f in functions)
    return re.sub(r",? ![\w.]+ !\d+| #\d+(?=[ ,\n])", "", code)


def in_order(program):
    """A Boogie program with its declarations sorted: their order means nothing, and compilers differ in it."""
    lines = program.splitlines(True)
    kinds = ("type", "const", "function", "axiom")
    declared = [line for line in lines if line.split(" ", 1)[0] in kinds]
    declared.sort(key=lambda line: (kinds.index(line.split(" ", 1)[0]), line))
    return "".join(declared + [line for line in lines if line.split(" ", 1)[0] not in kinds])


def golden_output(folder, path, keys, binary):
    """What the command of a golden test says of the input that lies in `folder`."""
    stage, program = keys.get("STAGE", [path.parent.name])[0], keys.get("PROGRAM", [None])[0]
    command = keys.get("COMMAND", ["dump"])[0]
    arguments = " ".join(keys.get("ARGS", [])).split()
    if command == "dump" and program is None:
        arguments += ["--stage", stage]
    done = lockstep(binary, command, path.name, *arguments, cwd=folder)
    found = done.stdout
    if program is not None:
        found = text_of_stage(found, stage, int(program))
    elif stage == "compile":
        found = code_of(found)
    if stage == "emit":
        found = in_order(found)
    if done.returncode != 0 and (program is None or not found):  # a verdict is no part of a program
        found += f"exit status {done.returncode}\n{done.stderr}"
    return re.sub(r" \(\d+\.\d+ s\)$", "", found, flags=re.M).replace("*/", "* /")


def run_golden(path, binary, rebase):
    text = path.read_text()
    match = EXPECTED.search(text)
    source = text[:match.start() + 1] if match else text
    keys = header_keys(source)
    if "SKIP" in keys:
        return SKIPPED, keys["SKIP"][0]
    with tempfile.TemporaryDirectory() as folder:  # the input without its expectation, under its own name
        (pathlib.Path(folder) / path.name).write_text(source)
        found = golden_output(folder, path, keys, binary)
    if rebase:
        path.write_text(f"{source}/* expected\n{found}*/\n")
        return PASSED, ""
    if not match:
        return FAILED, "no expectation at the end of the file; --rebase writes one\n" + found
    return (PASSED, "") if match[1] == found else (FAILED, difference(match[1], found))


# --- roundtrip ------------------------------------------------------------------------------------------------
def roundtrip_tests():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=False).stdout.split("\n")
    if not any(listed):  # not a clone: everything but build trees
        listed = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if "build" not in p.parts]
    paths = (ROOT / name for name in listed if pathlib.PurePath(name).suffix in STAGE_OF_SUFFIX)
    return [p for p in sorted(paths) if p.is_file() and not p.name.startswith("bad_")]


def run_roundtrip(path, binary, _rebase):
    text = path.read_text()
    match = EXPECTED.search(text)
    stage = STAGE_OF_SUFFIX[path.suffix]
    printed = [text[:match.start() + 1] if match else text]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / path.name
        for _ in range(2):
            file.write_text(printed[-1])
            done = lockstep(binary, "dump", file.name, "--from", stage, "--stage", stage, cwd=folder)
            if done.returncode != 0:
                return FAILED, f"exit status {done.returncode}\n{done.stderr}"
            printed.append(done.stdout)
    return (PASSED, "") if printed[1] == printed[2] else (FAILED, difference(printed[1], printed[2]))


# --- kernels --------------------------------------------------------------------------------------------------
KERNEL = {".cl", ".cu", ".hip", ".ll", ".kir", ".clcpp", ".cpp", ".bc"}
BELONG_TOGETHER = {"programs", "parse"}  # files there call each other's kernels


def sampled(every):
    """The folder with kernels/ and tests/bugs, of whose kernels one in so many is there, by their names."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kernels."))

    def left_out(where, names):
        place = pathlib.Path(where).relative_to(ROOT)
        whole = place.parts[:1] != ("kernels",) or len(place.parts) < 2 or place.parts[1] in BELONG_TOGETHER
        return [n for n in names if not whole and pathlib.Path(n).suffix in KERNEL
                and hashlib.sha1(f"{place}/{n}".encode()).digest()[0] % every]

    for name in ("kernels", "tests/bugs"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    return folder


def run_kernels(binary, jobs, pattern, every):
    results = {}
    root = sampled(every) if every > 1 else ROOT
    for folder in ("kernels", "tests/bugs"):
        done = subprocess.run([binary, "suite", folder, "--expect", "--format", "json", "--jobs", str(jobs)], cwd=root,
                              capture_output=True, text=True, check=False)
        if not done.stdout:
            results[folder] = (FAILED, done.stderr)
            continue
        for r in json.loads(done.stdout)["results"]:
            name = f"{r['file']}: {r['kernel']}"
            if pattern and not fnmatch.fnmatch(name, f"*{pattern}*"):
                continue
            said = f"expected '{r['expected']}', found '{r['verdict']}': {r['reason']}"
            said += "".join(f"\n{f['file']}:{f['line']}: {f['message']}" for f in r["findings"])
            results[name] = (PASSED if r["as_expected"] else FAILED, said)
    if root != ROOT:
        shutil.rmtree(root)
    return results


# --------------------------------------------------------------------------------------------------------------
def run_files(paths, run, options):
    def one(path):
        try:
            return run(path, options.lockstep, options.rebase)
        except subprocess.TimeoutExpired as late:
            return FAILED, f"no end after {late.timeout} s"

    names = [str(p.relative_to(ROOT)) for p in paths]
    wanted = [(n, p) for n, p in zip(names, paths) if not options.k or fnmatch.fnmatch(n, f"*{options.k}*")]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return dict(zip([n for n, _ in wanted], pool.map(one, [p for _, p in wanted])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("group", choices=["golden", "roundtrip", "kernels", "command", "agreement", "forms", "open"])
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("-k", metavar="GLOB", help="only tests whose name holds this")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--rebase", action="store_true")
    parser.add_argument("--all", action="store_true", help="agreement, forms: all of kernels/, not a sample")
    parser.add_argument("--sample", type=int, default=64, help="agreement, forms: so many files")
    parser.add_argument("--every", type=int, default=1, help="kernels: a sample, one file in so many, by their names")
    parser.add_argument("--budget", type=float, default=1500, help="agreement: no new files after so many seconds")
    options = parser.parse_args()
    options.lockstep = str(pathlib.Path(options.lockstep).resolve())
    if options.group == "kernels":
        results = run_kernels(options.lockstep, options.jobs, options.k, options.every)
    elif options.group == "agreement":
        results = agreement.run(options.lockstep, options.jobs, options.k, options.all, options.sample, options.budget)
    elif options.group == "forms":
        results = forms.run(options.lockstep, options.jobs, options.k, options.all, options.sample)
    elif options.group == "open":
        complaints = open_kernels.run(options.lockstep, options.jobs)
        results = {n: (FAILED if said else PASSED, said) for n, said in complaints.items()}
    elif options.group == "golden":
        results = run_files(golden_tests(), run_golden, options)
    elif options.group == "roundtrip":
        results = run_files(roundtrip_tests(), run_roundtrip, options)
    else:
        results = run_files(sorted((ROOT / "tests/command").glob("*.test")), command_test.run, options)
    for name, (outcome, said) in results.items():
        if outcome != PASSED:
            print(f"{outcome}: {name}\n{said.rstrip()}")
    count = {o: sum(1 for r in results.values() if r[0] == o) for o in (PASSED, FAILED, SKIPPED)}
    print(f"{options.group}: {count[PASSED]} passed, {count[FAILED]} failed, {count[SKIPPED]} skipped")
    nothing_ran = not results and options.group != "open"  # that nothing is open is no mistake
    return 1 if count[FAILED] or nothing_ran else 0


if __name__ == "__main__":
    sys.exit(main())
