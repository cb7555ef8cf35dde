#!/usr/bin/env python3
"""A mutation test of soundness: what each "Sound because ..." rests on is left out, and some test must fail.

The conditions have names in the code, where support/sound.h lets the test programs (and no product) leave them out:

    if (support::unsound("facts.read", written_[l.array]))
      return;

`tests/soundness/table` says, sentence by sentence, which conditions hold it and which test misses each. A test is

    unit_cfg FILTER        a GoogleTest of a unit test program; passes, and fails without the condition
    kernel FILE OPTIONS    `lockstep verify OPTIONS FILE`: the verdict is the one that the file expects; without the
                           condition it is another
    bounds NAME            tests/bounds.py for a kernel of kernels/cost: executions lie within its bounds; without the
                           condition one does not

All tests are run with every condition in place, then each once more without its condition. One that ends in a crash or an
internal error without it counts, and is counted apart. It is a failure as well if a sentence in the sources is missing in
the table, or one in the table in the sources; if a name is asked for nowhere, or has no test; if fewer than nine of ten
sentences are held; if the product could leave something out.

Adding a condition: write `support::sound("FILE.WHAT", condition)`, or `support::unsound("FILE.WHAT", exception)`, where it
bites, run `build/release/bin/unit_FOLDER` and `lockstep_unsound suite kernels --expect` with LOCKSTEP_LEFT_OUT=FOLDER.WHAT to see
what fails; if nothing does, write a kernel (kernels/soundness/, with its twin) or a unit test. Then the table's lines.

    tests/soundness/run.py --bin build/release/bin [-k WORD] [-j N]

The last line is "soundness: N passed, N failed, N skipped"."""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ["support", "device", "cfg", "frontend", "predication", "semantics", "emit", "verify", "cost", "launch", "jobs",
           "driver"]
SENTENCE = re.compile(r"\bSound [a-z]+\b,? ")
SEAM_CALL = re.compile(r'support::(?:left_out|sound|unsound)\(\s*(?:"([^"]+)")?')
SEAM = "support/sound.h"  # names the form of the sentence, and is none
SWITCH = "LOCKSTEP_LEFT_OUT"
LEAST_HELD = 0.9
LIMIT = 120  # seconds for one test


class Sentence:
    def __init__(self, file, words, line):
        self.file, self.words, self.line = file, words, line
        self.ids, self.unheld = [], ""

    def __str__(self):
        return f"{self.file}: {self.words}"


def read_table(problems):
    sentences, tests = [], collections.OrderedDict()
    for number, line in enumerate((ROOT / "tests/soundness/table").read_text().splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not line.startswith(" "):
            file, _, beginning = line.partition(": ")
            sentences.append(Sentence(file, beginning, number))
        elif not sentences:
            problems.append(f"table:{number}: a condition without a sentence")
        elif words[0] == "unheld":
            sentences[-1].unheld = " ".join(words[1:])
        elif words[0] == "=":
            sentences[-1].ids.append(words[1])
        else:
            sentences[-1].ids.append(words[0])
            if words[0] in tests:
                problems.append(f"table:{number}: {words[0]} stands there twice")
            tests[words[0]] = words[1:]
    for s in sentences:
        if bool(s.ids) == bool(s.unheld):
            problems.append(f"table:{s.line}: '{s}' needs conditions, or a reason why it has none")
        problems += [f"table:{s.line}: {i} has no test" for i in s.ids if i not in tests]
    return sentences, tests


def read_sources(problems):
    """The sentences, as (file, text from its first word on), and the names that are asked for."""
    found, asked = [], set()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = str(path.relative_to(ROOT))
            if path.suffix not in (".cpp", ".h", ".cs") or name == SEAM or "/bin/" in name or "/obj/" in name:
                continue
            text = path.read_text(errors="replace")
            flat = re.sub(r"\s*\n\s*//+ ?", " ", text)
            found += [(name, flat[m.end():m.end() + 200]) for m in SENTENCE.finditer(flat)]
            for m in SEAM_CALL.finditer(text):
                if m[1]:
                    asked.add(m[1])
                else:
                    problems.append(f"{name}: the seam takes a name, in quotes: {text[m.start():m.end() + 40]}")
    return found, asked


def compare(sentences, tests, problems):
    found, asked = read_sources(problems)
    for file, text in found:
        n = sum(s.file == file and text.startswith(s.words) for s in sentences)
        if n != 1:
            short = " ".join(text.split()[:8])
            problems.append(f"{file}: 'Sound ... {short} ...' stands {n} times in tests/soundness/table; once is right")
    for s in sentences:
        if not any(file == s.file and text.startswith(s.words) for file, text in found):
            problems.append(f"table:{s.line}: no such sentence any more: '{s}'")
    problems += [f"table: {i} is asked for nowhere in the sources" for i in tests if i not in asked]
    problems += [f"table: {i} is asked for in the sources and has no line" for i in sorted(asked) if i not in tests]


def run(command, leave_out=""):
    environment = {k: v for k, v in os.environ.items() if k not in (SWITCH, "LOCKSTEP_CACHE")}
    if leave_out:
        environment[SWITCH] = leave_out
    try:
        done = subprocess.run(list(map(str, command)), cwd=ROOT, env=environment, capture_output=True, text=True,
                              errors="replace", timeout=LIMIT, check=False)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return 124, f"no answer in {LIMIT} s"


def expectation(file):
    """Of a file with several results: the one that is no proof."""
    words = re.findall(r"^(?://|;) expect(?: [^:\n]+)?: *(\w+)", (ROOT / file).read_text(), re.M)
    return next((w for w in words if w != "verified"), words[0] if words else None)


def verdict(file, output):
    match = (re.search(rf"^{re.escape(file)}: (?:[^:\n]+: )?(\w[\w ]*) \([0-9.]+ s\)$", output, re.M) or
             re.search(rf"^{re.escape(file)}: [^:\n]+: (error): .* \([0-9.]+ s\)$", output, re.M))
    return match[1] if match else "nothing"


VIOLATIONS = ("race", "divergence", "assertion")  # of several, the first that is found within the time is told


def is_as_expected(answer, expected, leave_out):
    return answer == expected or (not leave_out and answer in VIOLATIONS and expected in VIOLATIONS)


class Outcome:
    def __init__(self, passed, crashed=False, skipped=False, says=""):
        self.passed, self.crashed, self.skipped, self.says = passed, crashed, skipped, says


def try_test(test, folder, leave_out=""):
    program, *rest = test
    if program == "kernel" and not (ROOT / rest[0]).is_file():
        return Outcome(False, says="no such file")
    if program == "kernel":
        status, output = run([folder / "lockstep_unsound", "verify", "--no-cache", *rest[1:], rest[0]], leave_out)
        answer = verdict(rest[0], output)
        crashed = status not in (124, 0, 1, 2) and answer in ("error", "nothing")
        return Outcome(is_as_expected(answer, expectation(rest[0]), leave_out), crashed, says=answer)
    if program == "bounds":
        status, output = run([sys.executable, ROOT / "tests/bounds.py", "--lockstep", folder / "lockstep_unsound", "-k",
                              rest[0], "--launches", "8"], leave_out)
        return Outcome(status == 0, says="passes" if status == 0 else "fails")
    status, output = run([folder / program, f"--gtest_filter={rest[0]}", "--gtest_brief=1"], leave_out)
    if status == 0 and "[  SKIPPED ]" in output:
        return Outcome(True, skipped=True, says="skipped")
    if status == 0 and not re.search(r"\[  PASSED  \] [1-9]", output):
        return Outcome(False, says="no such test")
    failed = "[  FAILED  ]" in output
    return Outcome(status == 0, status != 0 and not failed, says="passes" if status == 0 else "fails" if failed else "crashes")


def check_product(folder, problems):
    """The switch's name is in the test programs and not in the product."""
    if SWITCH.encode() in (folder / "lockstep").read_bytes():
        problems.append("the product can leave conditions out")
    if SWITCH.encode() not in (folder / "lockstep_unsound").read_bytes():
        problems.append("lockstep_unsound cannot leave conditions out")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where the programs are")
    parser.add_argument("-k", default="", help="only conditions whose name has this word in it")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="tests at a time")
    parser.add_argument("--every", type=int, default=1, help="of the conditions a sample, one in so many, by their names")
    options = parser.parse_args()
    folder, start, problems = options.bin.resolve(), time.time(), []
    sentences, tests = read_table(problems)
    compare(sentences, tests, problems)
    check_product(folder, problems)
    tests = {i: t for i, t in tests.items() if options.k in i
             and hashlib.sha1(i.encode()).digest()[0] % options.every == 0}

    complete, missed, crashed, skipped = list(map(tuple, tests.values())), [], [], []
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        whole = {t: pool.submit(try_test, t, folder) for t in dict.fromkeys(complete)}
        without = {i: pool.submit(try_test, tuple(t), folder, i) for i, t in tests.items()}
        for i, t in tests.items():
            right, wrong = whole[tuple(t)].result(), without[i].result()
            if right.skipped:
                skipped.append(i)
            elif not right.passed:
                problems.append(f"{i}: with all conditions in place, {' '.join(t)}: {right.says}")
            elif wrong.passed:
                missed.append(i)
                problems.append(f"{i}: nothing fails when it is left out: {' '.join(t)} is as it should be")
            elif wrong.crashed:
                crashed.append(i)
    for p in problems:
        print(p)
    if not options.k:
        held = [s for s in sentences if s.ids and not any(i in missed for i in s.ids)]
        share = len(held) / len(sentences)
        print(f"{len(held)} of {len(sentences)} sentences are held ({share:.0%}), by {len(tests) - len(missed)} conditions")
        for s in sentences:
            if s.unheld:
                print(f"  unheld: {s}: {s.unheld}")
        if crashed:
            print(f"  found by a crash or an internal error: {', '.join(crashed)}")
        if share < LEAST_HELD:
            problems.append("too few sentences are held")
    print(f"{time.time() - start:.0f} s")
    print(f"soundness: {max(0, len(tests) - len(skipped) - len(problems))} passed, {len(problems)} failed, {len(skipped)} skipped")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
