#!/usr/bin/env python3
"""An NVIDIA GPU and compute-sanitizer as judges of the CUDA kernels below kernels/:

  must-fail    the reproducer of each confirmed violation is compiled by nvcc and run; then racecheck looks at races in shared
               memory, synccheck at divergence, memcheck at accesses outside, and an assertion must end the plain run
  must-verify  kernels with shared memory or barriers are launched with made-up inputs under racecheck and synccheck

  tests/oracle/judges/gpu.py --lockstep build/release/bin/lockstep [-k GLOB] [--all] [-v]
  tests/oracle/judges/gpu.py prepare FOLDER --lockstep ...    writes the programs, where there is no GPU
  tests/oracle/judges/gpu.py run FOLDER --seconds 280         compiles and runs them, where there is no Lockstep

A reproducer that nvcc does not compile, and an error that a tool reports of a must-verify kernel, fail. What a tool confirms
is counted only: racecheck sees shared memory alone, and every tool only the run that it looks at. Without --all a sample is
taken. The last line is "gpu: N passed, N failed, N skipped"; results.json in the folder says what each tool said."""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import gpu_programs

SAMPLE = 60
PLAIN_SECONDS, TOOL_SECONDS, COMPILE_SECONDS = 10, 30, 120
HAZARDS = re.compile(r"RACECHECK SUMMARY: \d+ hazards? displayed \((\d+) errors?, (\d+) warnings?\)")
ERRORS = re.compile(r"ERROR SUMMARY: (\d+) errors?")


def command(words, folder, seconds):
    """(exit status, or None for a time-out, and what was said)."""
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            said = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]
    return process.returncode, said


def tools(entry):
    if entry["kind"] == "verified":
        return ["racecheck"] * entry["shared"] + ["synccheck"] * entry["barriers"]
    return {"race": ["racecheck"] * entry["shared"], "divergence": ["synccheck"], "bounds": ["memcheck"]}.get(entry["kind"], [])


def reported(tool, said):
    """The errors that a tool reports; None if it did not come to its end."""
    if tool == "racecheck":
        match = HAZARDS.search(said)
    else:
        match = ERRORS.search(said)
    return int(match[1]) if match else None


def run_one(entry, folder, arch, deadline):
    """Compiles and runs one program; what is found is put into the entry."""
    if time.monotonic() > deadline:
        return entry
    where = folder / entry["folder"]
    if entry["command"] is None:
        return entry | {"compile": "no command for nvcc"}
    status, said = command(["nvcc", f"-arch={arch}", "-lineinfo", *(w for w in entry["command"] if w != "-lineinfo")], where,
                           COMPILE_SECONDS)
    entry = entry | {"compile": "" if status == 0 else said[-3000:] or f"exit status {status}",
                     "warnings": sorted(set(re.findall(r"warning[^:]*: (.*)", said)))[:5]}
    if status != 0:
        return entry
    program = "./" + entry["command"][-1]
    status, said = command([program], where, PLAIN_SECONDS)
    entry["plain"] = {"status": status, "said": said[-300:]}
    if entry["kind"] == "verified" and status != 0:
        return entry
    entry["tools"] = {}
    for tool in tools(entry):
        more = ["--racecheck-report", "all"] if tool == "racecheck" else []
        status, said = command(["compute-sanitizer", "--tool", tool, *more, program], where, TOOL_SECONDS)
        warned = HAZARDS.search(said)
        entry["tools"][tool] = {"status": status, "errors": reported(tool, said),
                                "warnings": int(warned[2]) if warned and tool == "racecheck" else 0, "said": said[:2500]}
    (where / entry["command"][-1]).unlink(missing_ok=True)
    return entry


def verdict(e):
    """How a program ended, in words."""
    if "compile" not in e:
        return "not reached in time"
    if e["compile"]:
        return "does not compile"
    plain = e["plain"]
    # A hazard between threads of one warp is a warning: an error of a program that does not run in lock step.
    warned = e["kind"] == "race"
    found = [t for t, r in e["tools"].items() if r["errors"] or (warned and r["warnings"])] if "tools" in e else []
    if e["kind"] == "verified":
        if plain["status"] != 0:
            return "not judged: no end" if plain["status"] is None else "not judged: the plain run fails"
        if found and e.get("unknown_to_tools"):
            return "not judged: " + e["unknown_to_tools"]
        unread = [t for t, r in e["tools"].items() if r["errors"] is None]
        return "contradicted by " + ", ".join(found) if found else "not judged: the tool has no end" if unread else "agrees"
    if found:
        return f"confirmed by {found[0]}"
    if e["kind"] == "assertion":
        return "confirmed by the plain run" if plain["status"] not in (0, None) else "not shown: the plain run ends well"
    if plain["status"] is None:
        return "confirmed: no end" if e["kind"] == "divergence" else "not shown: no end"
    if plain["status"] != 0:
        return "confirmed by the plain run" if e["kind"] in ("bounds", "divergence") else "not shown: the plain run fails"
    if e["kind"] == "race" and not e["shared"]:
        return "not shown: not in shared memory"
    return "not shown: the tool reports nothing"


def run(folder, arch, seconds, jobs, kinds):
    entries = [e for e in json.loads((folder / "manifest.json").read_text()) if not kinds or e["kind"] in kinds]
    random.Random(1).shuffle(entries)
    deadline = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        entries = list(pool.map(lambda e: run_one(e, folder, arch, deadline), entries))
    entries = [e | {"verdict": verdict(e)} for e in entries]
    (folder / "results.json").write_text(json.dumps(entries, indent=1))
    return entries


def tell(entries, complaints, verbose):
    table = collections.Counter((e["kind"], e["verdict"]) for e in entries)
    for (kind, text), number in sorted(table.items()):
        print(f"  {number:4} {kind}: {text}")
    failed = list(complaints)
    for e in entries:
        name = f"{e['file']}: {e['kernel']}: {e['verdict']}"
        if e["verdict"].startswith("contradicted") or (e["verdict"] == "does not compile" and e["kind"] != "verified"):
            failed.append(name)
        elif verbose and not e["verdict"].startswith(("agrees", "confirmed")):
            print(f"  {name}")
    for f in failed:
        print(f"FAILED {f}")
    passed = sum(e["verdict"].startswith(("agrees", "confirmed", "not shown")) for e in entries)
    print(f"gpu: {passed} passed, {len(failed)} failed, {len(entries) - passed - (len(failed) - len(complaints))} skipped")
    return 1 if failed or not passed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("step", nargs="?", choices=("both", "prepare", "run"), default="both")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--lockstep", type=pathlib.Path)
    parser.add_argument("-k", default="*", help="only files that match")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--arch", default="native")
    parser.add_argument("--kind", action="append", default=[], help="only programs of this kind: race, verified, ...")
    parser.add_argument("--seconds", type=float, default=3600, help="start nothing after so many")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    if args.step != "prepare" and not (shutil.which("nvcc") and shutil.which("compute-sanitizer")):
        print("nvcc or compute-sanitizer is not installed\ngpu: 0 passed, 0 failed, 1 skipped")
        return 0
    complaints = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = (args.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        if args.step != "run":
            names = [str(p) for p in gpu_programs.sources() if fnmatch.fnmatch(str(p), f"*{args.k}*")]
            chosen = set(names if args.all or args.k != "*" else names[:: max(1, len(names) // SAMPLE)])
            complaints = gpu_programs.prepare(str(args.lockstep.resolve()), folder, chosen.__contains__, args.j)
        if args.step == "prepare":
            print("\n".join(complaints))
            return 1 if complaints else 0
        return tell(run(folder, args.arch, args.seconds, args.j, args.kind), complaints, args.v)


if __name__ == "__main__":
    sys.exit(main())
