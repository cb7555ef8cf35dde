#!/usr/bin/env python3
"""The counters of an NVIDIA GPU as a judge of what Lockstep says that memory accesses cost: requests and sectors of global
memory, requests and wavefronts of shared memory, of `lockstep run --observe memory`, `--observe cost` and `perf`.

  tests/oracle/judges/counts.py --lockstep build/release/bin/lockstep [-k PATTERN] [-v]
  tests/oracle/judges/counts.py prepare FOLDER --lockstep ...    writes the programs and what Lockstep counts
  tests/oracle/judges/counts.py run FOLDER --seconds 150         compiles them by nvcc, runs them under ncu, and compares
  tests/oracle/judges/counts.py record FOLDER                    keeps what was counted there in counted.json
  tests/oracle/judges/counts.py recorded --lockstep ...          compares with what counted.json says, without a GPU

Lockstep counts the accesses of the source. nvcc may merge, widen or drop some, so a kernel that differs is compiled again with
less optimisation, and agrees if one of the ways agrees in all numbers; the table says which. It also agrees if the totals are
those of lanes that come together at immediate post-dominators only. Any other kernel fails, unless the file counts_known says
why. The last line is "counts: N passed, N failed, N skipped"; results.json in the folder
has all numbers."""
import argparse
import collections
import concurrent.futures
import csv
import ctypes
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from gpu import command

WAYS = {"O3": [], "O1": ["-Xcicc", "-O1", "-Xptxas", "-O1"], "G": ["-G"]}
BATCH, BATCH_SECONDS, COMPILE_SECONDS = 40, 90, 60
GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}"
METRICS = {f"global {kind}": [[GLOBAL.format(unit, op) for op in ops] for unit in ("requests", "sectors")]
           for kind, ops in (("read", ["ld"]), ("write", ["st"]), ("atomic", ["red", "atom"]))}
METRICS |= {f"local {kind}": [[f"smsp__inst_executed_op_shared_{op}_pred_on_any"],
                              [f"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{op}"]]
            for kind, op in (("read", "ld"), ("write", "st"), ("atomic", "atom"))}
HERE = pathlib.Path(__file__).parent
RECORD = HERE / "counted.json"


def known_reasons():
    """Why a GPU's numbers are known to be others, by file."""
    lines = (HERE / "counts_known").read_text().splitlines()
    return dict(text.split(": ", 1) for text in lines if text and not text.startswith("#"))


def compile_one(folder, entry, way, arch):
    """What nvcc complains about."""
    made = folder / f"{entry['program']}.{way}.cubin"
    status, said = command(["nvcc", "-cubin", f"-arch={arch}", "-DCOUNTED_BY_GPU", "-w", *entry["options"], *WAYS[way],
                            entry["program"], "-o", made.name], folder, COMPILE_SECONDS)
    return "" if status == 0 else said[-1500:] or f"exit status {status}"


def compile_all(folder, entries, way, arch, jobs):
    programs = {e["program"]: e for e in entries}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        said = dict(zip(programs, pool.map(lambda e: compile_one(folder, e, way, arch), programs.values())))
    for e in entries:
        e["problem"] = "does not compile: " + said[e["program"]] if said[e["program"]] else ""
    return [e for e in entries if not e["problem"]]


def metrics():
    """Those of our metrics that this GPU and this ncu have."""
    wanted = sorted({m for pair in METRICS.values() for names in pair for m in names})
    done = subprocess.run(["ncu", "--query-metrics"], capture_output=True, text=True, check=False)
    known = set(re.findall(r"^(\w+)", done.stdout, re.M))
    return [m for m in wanted if m in known] if known & set(wanted) else wanted


def rows(text):
    """The kernels that ncu tells of, a mapping from the names of metrics to numbers each."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return []
    out = []
    for row in csv.DictReader(io.StringIO("\n".join(lines[start:]))):
        if not row["ID"]:  # the row of units
            continue
        values = {name.removesuffix(".sum"): float(v.replace(",", "")) for name, v in row.items()
                  if name and name.endswith(".sum") and re.fullmatch(r"[\d,.]+", v or "")}
        out.append((row["Kernel Name"], values))
    return out


def ncu(folder, batch, way, names):
    """(what was said, the kernels that ncu tells of) of one run of ncu."""
    log = folder / f"ncu-{way}.csv"
    log.unlink(missing_ok=True)
    status, said = command(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--kernel-name-base", "function",
                            "--clock-control", "none", "--cache-control", "none", "--log-file", str(log),
                            "--metrics", ",".join(m + ".sum" for m in names),
                            sys.executable, str(pathlib.Path(__file__).with_name("count_launch.py")), str(folder), way,
                            *(str(e["number"]) for e in batch)], folder, BATCH_SECONDS)
    told = log.read_text(errors="replace") if log.exists() else ""
    found = rows(told)
    if "ERR_NVGPUCTRPERM" in said + told:
        raise PermissionError("ncu may not read the counters of this GPU (ERR_NVGPUCTRPERM)")
    if not found:
        print(f"ncu, exit status {status}: {said[-2000:]}\n{told[-2000:]}")
    return said, found


def profile(folder, entries, way, names, deadline):
    """Counts the entries, in batches; what is seen is put into them."""
    waiting = list(entries)
    while waiting and time.monotonic() < deadline:
        batch = waiting[:BATCH]
        said, found = ncu(folder, batch, way, names)
        by_number = {e["number"]: e for e in batch}
        done = [int(n) for n in re.findall(r"^COUNTED (\d+)", said, re.M)]
        for n, (kernel, values) in zip(done, found):
            if by_number[n]["kernel"] in kernel:
                by_number[n].setdefault("seen", {})[way] = values
        failed = re.search(r"^FAILED (\d+) (.*)", said, re.M)
        if failed or not done:
            ended = int(failed[1]) if failed else batch[0]["number"]
            by_number[ended]["problem"] = f"does not run: {failed[2]}" if failed else "not counted"
            done.append(ended)
        waiting = [e for e in waiting if e["number"] not in done]


def numbers(values):
    """What the GPU counted, by family; None for a number that it has no counter for."""
    def total(names):
        known = [values[n] for n in names if n in values]
        return round(sum(known)) if known else None
    if set(values) & set(METRICS):  # from counted.json
        return {family: values.get(family, [0, 0]) for family in METRICS}
    return {family: [total(names) for names in pair] for family, pair in METRICS.items()}


def at_post_dominators(e, way):
    """Are the GPU's totals those of `--observe cost` for lanes that come together at immediate post-dominators only?"""
    seen = numbers(e["seen"][way])
    wanted = {name: pair[1] for name, pair in e["cost"].items()}
    unknown = [None in n for n in seen.values()]
    return bool(wanted) and not any(unknown) and wanted == {
        "requests": sum(n[0] for n in seen.values()), "sectors": sum(n[1] for f, n in seen.items() if f.startswith("global")),
        "wavefronts": sum(n[1] for f, n in seen.items() if f.startswith("local"))}


def differences(e, way):
    """(family, what, Lockstep's, the GPU's) of numbers that differ."""
    seen = numbers(e["seen"][way])
    if way == "G":  # accesses without an address space: there is no counter for those of shared memory alone
        seen = {family: [None, n[1]] if family.startswith("local") else n for family, n in seen.items()}
    return [(family, i, ours, theirs) for family, pair in e["counts"].items()
            for i, (ours, theirs) in enumerate(zip(pair, seen[family])) if theirs is not None and ours != theirs]


def judge(folder, arch, seconds, jobs):
    manifest = json.loads((folder / "manifest.json").read_text())
    deadline = time.monotonic() + seconds
    entries, names, reasons = manifest["entries"], metrics(), known_reasons()
    left = entries
    for way in WAYS:
        compiled = compile_all(folder, left, way, arch, jobs)
        print(f"-{way}: {len(compiled)} of {len(left)} compiled, {deadline - time.monotonic():.0f} s left", flush=True)
        profile(folder, compiled, way, names, deadline)
        left = [e for e in left if e.get("seen") and all(differences(e, w) for w in e["seen"])]
        for e in entries:
            e["verdict"] = verdict(e, reasons)
        (folder / "results.json").write_text(json.dumps({"metrics": names, "entries": entries, "skipped": manifest["skipped"]}))
    return entries, manifest["skipped"]


def verdict(e, reasons):
    for way in WAYS:
        if way in e.get("seen", {}) and not differences(e, way):
            return "agrees" if way == "O3" else f"agrees with -{way}"
    if not e.get("seen"):
        return "not judged: " + (e.get("problem") or "not reached in time").split(":")[0]
    if any(at_post_dominators(e, way) for way in e["seen"]):
        return "agrees where lanes come together at post-dominators"
    return "known: " + reasons[e["file"]] if e["file"] in reasons else "differs"


def line(e, way):
    told = [f"{family} {('requests', 'sectors' if family.startswith('global') else 'wavefronts')[i]} {ours}, GPU {theirs}"
            for family, i, ours, theirs in differences(e, way)]
    return f"{e['file']} ({e['launch']}), -{way}: " + "; ".join(told)


def outside(e):
    """Bounds of `perf` that a GPU's number lies outside of, where it made as many requests."""
    ways = [w for w in WAYS if w in e.get("seen", {})]
    if not e.get("perf") or not ways or not e["verdict"].startswith("agrees"):
        return []
    wrong = []
    for family, (low, high) in e["perf"].items():
        fitting = [numbers(e["seen"][w])[family] for w in ways]
        fitting = [n[1] for n in fitting if n[0] == e["counts"][family][0] and n[1] is not None]
        if fitting and not any(low <= n <= high for n in fitting):
            wrong.append(f"{e['file']} ({e['launch']}): perf: {family} {low}..{high}, GPU {fitting}")
    return wrong


def tell(entries, skipped, complaints, verbose):
    for text, number in sorted(collections.Counter(e["verdict"] for e in entries).items()):
        print(f"  {number:4} {text}")
    for text, number in sorted(collections.Counter(s["why"].split(":")[0] for s in skipped).items()):
        print(f"  {number:4} no program: {text}")
    failed = list(complaints)
    for e in entries:
        seen = e.get("seen", {})
        if e["verdict"] == "differs":
            failed += [line(e, way) for way in seen]
        elif verbose or not e["verdict"].startswith("agrees"):
            for text in [line(e, way) for way in seen if differences(e, way)] or [f"{e['file']}: {e['verdict']}"] * (not seen):
                print(f"  {text}")
        failed += outside(e)
    for f in failed:
        print(f"FAILED {f}")
    passed = sum(e["verdict"].startswith("agrees") for e in entries)
    wrong = sum(e["verdict"] == "differs" or bool(outside(e)) for e in entries) + len(complaints)
    left = len(skipped) + sum(e["verdict"].startswith(("not", "known")) for e in entries)
    print(f"counts: {passed} passed, {wrong} failed, {left} skipped")
    return 1 if wrong or not passed else 0


def fingerprint(folder, e):
    """Of the program that is counted, without its comments."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", (folder / e["program"]).read_text(), flags=re.S)
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def record(folder):
    """Writes counted.json from what was counted in the folder."""
    rows_of = []
    for e in json.loads((folder / "results.json").read_text())["entries"]:
        seen = {way: {f: n for f, n in numbers(v).items() if any(n)} or {"global read": [0, 0]}
                for way, v in e.get("seen", {}).items()}
        if seen:
            rows_of.append(json.dumps({"file": e["file"], "launch": e["launch"], "text": fingerprint(folder, e), "seen": seen}))
    RECORD.write_text("[\n" + ",\n".join(rows_of) + "\n]\n")


def recorded(folder, lockstep, pattern, jobs):
    """Entries as `judge` has them, with what counted.json says that a GPU saw."""
    import count_programs
    said = {(r["file"], r["launch"]): r for r in json.loads(RECORD.read_text())}
    files = {file for file, _ in said}
    complaints = count_programs.prepare(lockstep, folder, pattern, jobs, lambda path: path in files)
    manifest, reasons = json.loads((folder / "manifest.json").read_text()), known_reasons()
    for e in manifest["entries"]:
        row = said.get((e["file"], e["launch"]))
        if row and row["text"] == fingerprint(folder, e):
            e["seen"] = row["seen"]
        else:
            e["problem"] = "changed since it was counted" if row else "this launch was not counted"
        e["verdict"] = verdict(e, reasons)
    return manifest["entries"], manifest["skipped"], complaints


def missing():
    """Why nothing can be counted here; empty if it can."""
    if not (shutil.which("nvcc") and shutil.which("ncu")):
        return "nvcc or ncu is not installed"
    try:
        return "there is no NVIDIA GPU" if ctypes.CDLL("libcuda.so.1").cuInit(0) else ""
    except OSError:
        return "there is no driver of an NVIDIA GPU"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("step", nargs="?", choices=("both", "prepare", "run", "record", "recorded"), default="both")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--lockstep", type=pathlib.Path)
    parser.add_argument("-k", default="*", help="only files that match")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--arch", default="native")
    parser.add_argument("--seconds", type=float, default=600, help="start nothing after so many")
    parser.add_argument("-v", action="store_true", help="also tell what a way of compiling changes")
    args = parser.parse_args()
    if args.step == "record":
        return record(args.folder.resolve())
    why = missing() if args.step in ("both", "run") else ""
    if why:
        print(f"{why}\ncounts: 0 passed, 0 failed, 1 skipped")
        return 0
    complaints = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = (args.folder or pathlib.Path(temporary)).resolve()
        if args.step == "recorded":
            entries, skipped, complaints = recorded(folder, str(args.lockstep.resolve()), args.k, args.j)
            return tell(entries, skipped, complaints, args.v)
        if args.step != "run":
            import count_programs  # needs the tree and Lockstep; `run` needs neither
            complaints = count_programs.prepare(str(args.lockstep.resolve()), folder, args.k, args.j)
        if args.step == "prepare":
            print("\n".join(complaints))
            return 1 if complaints else 0
        try:
            entries, skipped = judge(folder, args.arch, args.seconds, args.j)
        except PermissionError as error:
            print(f"{error}\ncounts: 0 passed, 0 failed, 1 skipped")
            return 0
        return tell(entries, skipped, complaints, args.v)


if __name__ == "__main__":
    sys.exit(main())
