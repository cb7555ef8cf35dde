"""Oclgrind as a judge of races: `lockstep verify --repro` on every must-fail kernel, then `oclgrind-kernel --data-races`
on each simulator file, with the command that the reproducer's text names.

A simulator file that Oclgrind cannot read is a failure; so is a must-fail kernel without a reproducer. What Oclgrind
itself cannot run (it says FATAL ERROR: no generic address space, no C11 atomics; its LLVM 14 stops at an assertion of
its own, of an integer wider than 64 bits, say) is listed and skipped. How many races
it confirms is only printed: a reproducer's inputs are the counterexample's scalars and zeros."""
import json
import os
import pathlib
import re
import signal
import subprocess

import judge_kernels

COMMAND = re.compile(r"^oclgrind-kernel .*$", re.M)
SECONDS = 6


def reproduce(lockstep, kernels, folder):
    """Runs verify on the kernels' files; the findings' kinds by file and kernel."""
    files = sorted({str(k.path) for k in kernels})
    done = subprocess.run([lockstep, "verify", *files, "--repro", str(folder), "--format", "json"], cwd=judge_kernels.ROOT,
                          capture_output=True, text=True, timeout=600)
    if done.returncode not in (1, 2): # 2: another kernel of a file does not compile, say
        raise RuntimeError(f"lockstep verify --repro: exit status {done.returncode}: {done.stderr[:500]}")
    return {(r["file"], r["kernel"]): [f["kind"] for f in r["findings"]] for r in json.loads(done.stdout)["results"]}


def in_shell(command, folder):
    """A shell command, or None if it takes too long: then it and all that it started are killed."""
    with subprocess.Popen(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def judge(text_file):
    """One reproducer: (outcome, explanation)."""
    command = COMMAND.search(text_file.read_text())
    if not command:
        reason = re.search(r"^\((no file for Oclgrind.*)\)$", text_file.read_text(), re.M)
        return ("not run", reason[1]) if reason else ("failed", "neither a command for Oclgrind nor a reason")
    done = in_shell(command[0], text_file.parent)
    if done is None:
        return "unconfirmed", f"no end within {SECONDS} s"
    said = done.stdout + done.stderr
    if "data race" in said:
        return "confirmed", ""
    if "LLVM ERROR" in said:
        return "not run", "Oclgrind's compiler crashes"
    if assertion := re.search(r"/llvm/[^\n]*: Assertion `([^\n]*)' failed", said):
        return "not run", f"Oclgrind's LLVM stops at its own assertion: {assertion[1]}"
    if ambiguous := re.search(r"error: (call to '\w+' is ambiguous)", said):
        return "not run", f"Oclgrind's own headers: {ambiguous[1]}"
    if missing := re.search(r"fatal error: ('[^']*' file not found)", said):
        return "not run", missing[1]
    if fatal := re.search(r"OCLGRIND FATAL ERROR[^\n]*\n([^\n]*)", said):
        return "not run", fatal[1].strip()
    if done.returncode != 0:
        return "failed", " | ".join(said.strip().splitlines()[:4])
    if "divergence detected" in said:
        return "unconfirmed", "the threads diverge at a barrier first"
    if "Invalid read" in said or "Invalid write" in said:
        return "unconfirmed", "an access outside its array"
    return "unconfirmed", "no race with these inputs"


def run(lockstep, kernels, pool, folder, verbose):
    racy = [k for k in kernels if k.expect == "race"]
    kinds = reproduce(lockstep, racy, folder)
    tasks, failures = [], []
    for k in racy:
        found = kinds.get((str(k.path), k.name), [])
        races = [i + 1 for i, kind in enumerate(found) if kind == "race"]
        texts = [folder / f"{k.path.name}.{k.name}.{i}.txt" for i in races]
        if not races or not all(t.exists() for t in texts):
            failures.append(f"{k}: no race, or no reproducer of it")
        else:
            tasks.append((k, texts))
    outcomes = pool.map(lambda t: [judge(text) for text in t[1]], tasks)
    passed = skipped = confirmed = 0
    for (k, _), results in zip(tasks, outcomes):
        failed = [why for outcome, why in results if outcome == "failed"]
        if failed:
            failures.append(f"{k}: {failed[0]}")
        elif all(outcome == "not run" for outcome, _ in results):
            skipped += 1
            print(f"  not run: {k}: {results[0][1]}")
        else:
            passed += 1
            confirmed += any(outcome == "confirmed" for outcome, _ in results)
            if verbose and not any(outcome == "confirmed" for outcome, _ in results):
                print(f"  not confirmed: {k}: {results[0][1]}")
    share = 100 * confirmed / passed if passed else 0
    print(f"oclgrind confirms the race of {confirmed} of {passed} must-fail kernels ({share:.0f} %)")
    return passed, failures, skipped
