#!/usr/bin/env python3
"""Does the critic find what it is given back? Conditions of tests/soundness/table are left out one by one, and
`oracle critic` has to come, from must-verify kernels alone, to a kernel that is verified and that an execution refutes.
It counts only if nothing is wrong with that kernel while nothing is left out; else it is a mistake of its own.

`tests/soundness/critic` says of each condition what is to be expected:

    ID  finds             the critic finds it within ten minutes
    ID  misses            executions could show it; the critic's changes do not come there
    ID  cannot  WHY       no execution of a changed kernel can show it

`finds` is what this test holds the critic to. `misses` and `cannot` are no cover: whoever changes such a rule has the
rule's own must-fail kernel, and nothing beyond it.

    tests/critic_finds.py --bin build/release/bin --seconds 600            all that are said to be found
    tests/critic_finds.py --bin build/release/bin --seconds 20 -k held     those with this word in their names
    tests/critic_finds.py --bin build/release/bin --misses --seconds 90    those that are said to be missed, instead

A line each: name, found or not, mutants, seconds, the change. The last line is "critic finds: N passed,
N failed, N skipped"."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATES = ("finds", "misses", "cannot")


def read_states(problems):
    states = {}
    for number, line in enumerate((ROOT / "tests/soundness/critic").read_text().splitlines(), 1):
        words = line.split(None, 2)
        if not words or line.startswith("#"):
            continue
        if len(words) < 2 or words[1] not in STATES or (words[1] == "cannot") != (len(words) == 3):
            problems.append(f"tests/soundness/critic:{number}: neither 'ID finds', 'ID misses' nor 'ID cannot WHY'")
        elif words[0] in states:
            problems.append(f"tests/soundness/critic:{number}: {words[0]} stands there twice")
        else:
            states[words[0]] = words[1]
    return states


def conditions_with_kernels():
    lines = (ROOT / "tests/soundness/table").read_text().splitlines()
    words = [line.split() for line in lines if line.startswith("  ")]
    return {w[0] for w in words if len(w) > 2 and w[1] == "kernel"}, {w[0] for w in words}


class Found:
    def __init__(self):
        self.found, self.mutants, self.seconds, self.what, self.also = False, 0, 0.0, "", []


def is_mistake(oracle, condition, file):
    """With nothing left out, too."""
    seed = file.stem.rpartition("_")[2]
    command = [oracle, "critic", "--rule", condition, "--kernel", file, "--unchanged", "--seed", seed, "--count", "1"]
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True, errors="replace",
                          timeout=120, check=False)
    return "1 passed, 0 failed" not in done.stdout


def ask(folder, condition, seed, seconds, save):
    result, start = Found(), time.time()
    while not result.found and time.time() - start < seconds:
        rest = max(1, int(seconds - (time.time() - start)))
        with tempfile.TemporaryDirectory() as place:
            command = [folder / "oracle", "critic", "--rule", condition, "--seed", seed + result.mutants, "--seconds", rest,
                       "--first", "--save", place]
            done = subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, "LOCKSTEP_LEFT_OUT": condition},
                                  capture_output=True, text=True, errors="replace", timeout=rest + 120, check=False)
            count = re.search(r"rules, (\d+) mutants", done.stdout)
            mistake = re.search(r"^[^\n]*?: (WRONG|ERROR): (.*?)\ncritic: ", done.stdout, re.M | re.S)
            if not count or count[1] == "0":
                result.what = done.stdout.strip()[:200] + done.stderr.strip()[:200]
                break
            result.mutants += int(count[1])
            for file in sorted(pathlib.Path(place).iterdir()) if mistake else []:
                if mistake[1] == "WRONG" and not is_mistake(folder / "oracle", condition, file):
                    result.found, result.what = True, " ".join(mistake[2].split())
                else:
                    result.also.append(" ".join(mistake[0].split()))
                    condition_folder = save / "also" if save else None
                    if condition_folder:
                        condition_folder.mkdir(parents=True, exist_ok=True)
                        shutil.copy(file, condition_folder)
                if save and result.found:
                    (save / condition).mkdir(parents=True, exist_ok=True)
                    shutil.copy(file, save / condition)
    result.seconds = time.time() - start
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="where the programs are")
    parser.add_argument("-k", default="", help="only conditions whose name has one of these words in it (a,b,...)")
    parser.add_argument("--seconds", type=int, default=600, help="for each condition")
    parser.add_argument("--seed", type=int, default=1, help="the first mutant's")
    parser.add_argument("--misses", action="store_true", help="those that are said to be missed")
    parser.add_argument("--save", type=pathlib.Path, help="folder for what is found")
    parser.add_argument("-j", type=int, default=1, help="conditions at a time")
    options = parser.parse_args()
    problems = []
    states = read_states(problems)
    with_kernel, known = conditions_with_kernels()
    problems += [f"tests/soundness/critic: {i} is no condition" for i in states if i not in known]
    problems += [f"tests/soundness/critic: {i} has no kernel to start from" for i, s in states.items()
                 if s != "cannot" and i not in with_kernel]
    wanted = "misses" if options.misses else "finds"
    chosen = [i for i, s in states.items() if s == wanted and any(word in i for word in options.k.split(","))]
    passed, start = 0, time.time()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        asked = {i: pool.submit(ask, options.bin.resolve(), i, options.seed, options.seconds, options.save) for i in chosen}
        for i, future in asked.items():
            r = future.result()
            print(f"{i:28} {'found' if r.found else 'NOT FOUND':9} {r.mutants:6} mutants {r.seconds:6.1f} s  {r.what}",
                  flush=True)
            passed += r.found
            problems += [f"{i}: a mistake with nothing left out: {also}" for also in r.also]
            if not r.found and not options.misses:
                problems.append(f"{i}: left out, and the critic does not find it in {options.seconds} s")
    for p in problems:
        print(p)
    processor = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.time() - start:.0f} s, {processor.ru_utime + processor.ru_stime:.0f} s of the processor")
    print(f"critic finds: {passed} passed, {len(problems)} failed, {len(states) - len(chosen)} skipped")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
