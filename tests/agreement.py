"""Agreement tests: the same kernels asked in two ways, which must not contradict each other (run by run.py).

  merge    with merged accesses and without (--no-merge): the same verdict
  tiers    --tier pick against --tier watchdog: no "verified" against a violation that rests on no abstraction,
           or that the interpreter has confirmed; against one that rests on an abstraction (a false alarm) only for the
           kernels that agreement_known.txt lists, and for all of these, so that every change of that list is seen
  solvers  Z3 against cvc5: no "verified" against a violation

Without an answer (unknown, a time-out) there is nothing to contradict; between merged and not, only a time-out is no
answer, and such a kernel counts as skipped (without merging, time grows with the square of the accesses). The sample is
the same every time: the files whose names have the smallest hashes; --all takes every file. What the time budget does
not reach has failed: nothing is known of it.
"""
import concurrent.futures
import hashlib
import json
import pathlib
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".cl", ".cu", ".hip", ".ll", ".kir"}
VIOLATIONS = {"race", "divergence", "assertion", "bounds"}
CHUNK = 8  # files a process
LIMIT = 20  # seconds a kernel

KNOWN = pathlib.Path(__file__).with_name("agreement_known.txt")

WAYS = {"default": [], "unmerged": ["--no-merge"], "pick": ["--tier", "pick"], "watchdog": ["--tier", "watchdog"],
        "cvc5": ["--solver", "cvc5"]}


def sample(number):
    files = [p.relative_to(ROOT).as_posix() for p in (ROOT / "kernels").rglob("*") if p.suffix in SUFFIXES]
    files.sort(key=lambda name: hashlib.sha1(name.encode()).hexdigest())
    return files if number is None else files[:number]


def verify(binary, files, way):
    """The results by file and kernel."""
    done = subprocess.run([binary, "verify", *files, "--no-cache", "--jobs", "1", "--format", "json", "--timeout", str(LIMIT),
                           "--accept-conditions", "none", *WAYS[way]],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr}")
    return {(r["file"], r["kernel"]): r for r in json.loads(done.stdout)["results"]}


def exact(result):
    return any("abstraction" not in f or f.get("replay", {}).get("status") == "confirmed" for f in result["findings"])


def told(a, b):
    return f"'{a['verdict']}' ({a['reason']}) against '{b['verdict']}' ({b['reason']})"


def same(a, b):
    return "" if a["verdict"] == b["verdict"] else told(a, b)


def contradiction(a, b, needs_exact):
    for one, other in ((a, b), (b, a)):
        if one["verdict"] == "verified" and other["verdict"] in VIOLATIONS and (exact(other) or not needs_exact):
            return told(a, b)
    return ""


def false_alarm(a, b):
    return any(one["verdict"] == "verified" and other["verdict"] in VIOLATIONS and not exact(other)
               for one, other in ((a, b), (b, a)))


def tiers(a, b, known):
    """`known`: a false alarm of one of the two tiers is on the list."""
    if said := contradiction(a, b, True):
        return said
    if false_alarm(a, b):
        return "" if known else f"a false alarm that {KNOWN.name} does not list: {told(a, b)}"
    definite = all(r["verdict"] == "verified" or r["verdict"] in VIOLATIONS for r in (a, b))
    return f"{KNOWN.name} lists a false alarm, and there is none any more: {told(a, b)}" if known and definite else ""


def listed():
    lines = [line.partition("#")[0].strip() for line in KNOWN.read_text().splitlines()]
    return {line for line in lines if line}


COMPARISONS = {
    "merge": ("default", "unmerged", same),
    "tiers": ("pick", "watchdog", tiers),
    "solvers": ("default", "cvc5", lambda a, b: contradiction(a, b, False)),
}


def judges():
    """The judges themselves, on made-up results."""
    def made_up(verdict, **finding):
        findings = [finding] if verdict in VIOLATIONS else []
        return {"verdict": verdict, "reason": "", "findings": findings}

    proof, race, unknown = made_up("verified"), made_up("race"), made_up("unknown")
    alarm = made_up("race", abstraction="forgotten", replay={"status": "not reproduced"})
    seen = made_up("race", abstraction="forgotten", replay={"status": "confirmed"})
    cases = [("merge", proof, proof, True), ("merge", proof, race, False), ("merge", proof, unknown, False),
             ("solvers", proof, alarm, False), ("solvers", alarm, proof, False),
             ("solvers", unknown, proof, True), ("solvers", race, race, True)]
    results = {f"judge {i}: {name}": ("passed" if (COMPARISONS[name][2](a, b) == "") == fine else "failed", "")
               for i, (name, a, b, fine) in enumerate(cases)}
    of_tiers = [(proof, race, False, False), (race, proof, False, False), (proof, seen, True, False), (unknown, race, False, True),
                (alarm, proof, False, False), (alarm, proof, True, True), (proof, alarm, True, True),
                (proof, proof, True, False), (race, race, True, False), (proof, unknown, True, True)]
    for i, (a, b, known, fine) in enumerate(of_tiers):
        results[f"judge {i}: tiers"] = ("passed" if (tiers(a, b, known) == "") == fine else "failed", "")
    return results


def compare(binary, files, comparisons, known):
    results, answers = {}, {}
    for name in comparisons:
        first, second, judge = COMPARISONS[name]
        try:
            for way in (first, second):
                if way not in answers:
                    answers[way] = verify(binary, files, way)
        except (RuntimeError, ValueError) as problem:
            results.update({f"{name}: {file}": ("failed", str(problem)) for file in files})
            continue
        a, b = answers[first], answers[second]
        for file, kernel in sorted(a.keys() | b.keys()):
            if (file, kernel) in a and (file, kernel) in b:
                more = [f"{file}: {kernel}" in known] if name == "tiers" else []
                said = judge(a[file, kernel], b[file, kernel], *more)
                late = said and name == "merge" and b[file, kernel]["reason"].startswith("no answer within")
            else:
                said, late = "only one of the two runs has this kernel", False
            outcome = "skipped" if late else "failed" if said else "passed"
            results[f"{name}: {file}: {kernel}"] = (outcome, f"{first}, {second}: {said}")
    return results


def run(binary, jobs, pattern, everything, number, budget):
    files = [f for f in sample(None if everything or pattern else number) if not pattern or pattern in f]
    comparisons = list(COMPARISONS) if shutil.which("cvc5") else ["merge", "tiers"]
    chunks = [files[i:i + CHUNK] for i in range(0, len(files), CHUNK)]
    end, known = time.monotonic() + budget, listed()

    def one(chunk):
        if not everything and time.monotonic() > end:
            return {f"{name}: {file}": ("failed", f"not compared: the time budget of {budget:.0f} s is used up")
                    for name in comparisons for file in chunk}
        return compare(binary, chunk, comparisons, known)

    results = judges()
    for entry in known:
        if not (ROOT / entry.partition(":")[0]).is_file():
            results[f"{KNOWN.name}: {entry}"] = ("failed", "there is no such file")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(one, chunks):
            results.update(part)
    if len(comparisons) < len(COMPARISONS):
        results["solvers"] = ("skipped", "cvc5 is not installed")
    return results
