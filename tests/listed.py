#!/usr/bin/env python3
"""Nothing is dropped: of each kernel in kernels/, `lockstep perf` lists the accesses to shared arrays that stand in the kernel's own
text (--dump-dir, stage split_accesses), each array's loads, stores and atomics as often as they stand there, each at a place that the
source has; of asynchronous copies at least one. And each hint that it gives costs less than the access does now.

The last line is "listed: N passed, N failed, N skipped": files; skipped ones have no kernel that is counted."""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".cl", ".cu", ".hip", ".ll", ".kir"}
NAME = r"(`[^`]*`|[\w.$@?]+)"
STRING = r'"(?:[^"\\]|\\.)*"'
ARRAY = re.compile(rf"  array {NAME} : \S+ (global|group|constant|private)\b(.*)")
LOAD = re.compile(rf"(?:{NAME}, )*{NAME} := {NAME}\[")
STORE = re.compile(rf"{NAME}\[")
ATOMIC = re.compile(rf"(?:{NAME} := )?atomic (?:(?:thread|group|acquire|release|failing|everywhere) )*\w+ {NAME}\[")


def accesses(text):
    """Of one kernel's text: how often each array is accessed, by kind, and what asynchronous copies access."""
    spaces, shown = {}, {}
    found, copies = collections.Counter(), set()
    for line in text.splitlines():
        if array := ARRAY.match(line):
            name, space, rest = array.groups()
            source = re.search(rf" ({STRING})", rest)
            spaces[name] = space
            shown[name] = json.loads(source[1]) if source else name.strip("`")
            continue
        statement = line.strip()
        quiet = statement.startswith("quiet ")
        statement = re.sub(r"^(?:(?:quiet|fresh|incoherent) )*", "", statement)
        for kind, pattern in (("atomic", ATOMIC), ("load", LOAD), ("store", STORE)):
            if match := pattern.match(statement):
                name = match[match.lastindex]
                break
        else:
            continue
        if spaces.get(name, "private") == "private":
            continue
        if quiet:
            copies.add((kind, shown[name]))
        else:
            found[kind, shown[name]] += 1
    return found, copies


def is_there(access):
    """Has the source the place? What a function does where it begins has its line and no column."""
    place = re.fullmatch(r"(.+?):(\d+)(?::(\d+))?", access["place"])
    if not place:
        return False
    path, line, column = ROOT / place[1], int(place[2]), int(place[3] or 1)
    lines = path.read_text(errors="replace").splitlines() if path.is_file() else []
    return 0 < line <= len(lines) and 0 < column <= len(lines[line - 1]) + 1


def problems(lockstep, path):
    """None: nothing of the file is counted."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([lockstep, "perf", str(path.relative_to(ROOT)), "--format", "json", "--jobs", "1", "--dump-dir",
                               folder], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
        report = json.loads(done.stdout) if done.stdout.startswith("{") else None
        if report is None or not report["kernels"] or report["refused"]:
            return None
        texts = [p.read_text() for p in pathlib.Path(folder).glob("*-split_accesses*.kir")]
    out = []
    wanted, listed, copies = collections.Counter(), collections.Counter(), set()
    for text in texts:
        found, copied = accesses(text)
        wanted.update(found)
        copies |= copied
    for kernel in report["kernels"]:
        for a in kernel["accesses"]:
            listed[a["kind"], a["array"]] += 1
            if path.suffix not in (".kir", ".ll") and not is_there(a):  # of these, the text says where
                out.append(f"{a['kind']} of '{a['array']}': no place: {a['place']}")
            cost = a.get("wavefronts") or a.get("full", {}).get("sectors")
            for hint in a.get("hints", []):
                after = hint.get("wavefronts") or hint["sectors"]
                if hint["kind"] != "vector" and not after["most"] < cost["most"]: # that one is of several accesses
                    out.append(f"{a['place']}: a hint ({hint['kind']}) of {after} for {cost}")
    if len(texts) != len(report["kernels"]):
        out.append(f"{len(texts)} kernels, {len(report['kernels'])} of them counted")
    for key in sorted(set(wanted) | set(listed) | copies):
        if not (0 < listed[key] <= wanted[key] + 1 if key in copies else listed[key] == wanted[key]):
            out.append(f"{key[0]} of '{key[1]}': {wanted[key]} in the kernel, {listed[key]} listed")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--folder", default="kernels", help="below the root")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="about each Nth file only")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    lockstep = str(pathlib.Path(options.lockstep).resolve())
    files = [p for p in sorted((ROOT / options.folder).rglob("*")) if p.suffix in SUFFIXES]
    if options.every > 1: # by their names, so that a new file moves no other one in or out
        files = [p for p in files if hashlib.sha256(str(p.relative_to(ROOT)).encode()).digest()[0] % options.every == 0]
    passed, failed, skipped = 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, found in zip(files, pool.map(lambda p: problems(lockstep, p), files)):
            passed += found == []
            failed += bool(found)
            skipped += found is None
            for problem in found or []:
                print(f"{path.relative_to(ROOT)}: {problem}")
    print(f"listed: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
