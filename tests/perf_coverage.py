#!/usr/bin/env python3
"""What `lockstep perf` knows of the accesses in kernels/, each kernel with the launch of its first lines. Of those that a thread
makes, that some thread gets to, and the address of which does not come from memory: how many cost one number (exact), how many
hang on where the first lane's place lies alone (start), on the kind of warp or on few values (cases), on the value of a stride
or on the block's width, how many have bounds only, and of how many nothing but the range is known (trivial), which are listed.
And the time of the whole process for a file.

`--require SHARP,TRIVIAL` fails if less than SHARP percent are exact or open in the start alone, or more than TRIVIAL percent are
trivial; `--time MEDIAN,MOST` fails if processes take longer (seconds; the second for 95 %).
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".cl", ".cu", ".hip", ".ll", ".kir"}


def asked(lockstep, path, limit):
    """The report on a file (None: there is none), and the seconds that it took."""
    command = [lockstep, "perf", str(path.relative_to(ROOT)), "--format", "json", "--jobs", "1"]
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return path, time.monotonic() - start, None
    took = time.monotonic() - start
    return path, took, json.loads(done.stdout) if done.stdout.startswith("{") else None


def kind(access):
    """How much is known of the access; None: it is not among those that are asked for, and why."""
    if not access["reached"]:
        return None, "unreached"
    if access.get("open") == "copy":
        return None, "copies of a group"
    if access["from_memory"]:
        return None, "address from memory"
    if not access["understood"]:
        return "trivial", access["open"]
    if access["precision"] == "bounds" and "by_stride" in access:
        return "by stride", ""
    if "by_width" in access:
        return "by width", ""
    return access["precision"], ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--folder", default="kernels", help="below the root")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a file")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="about each Nth file only")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time; times are of use with one")
    parser.add_argument("--require", metavar="SHARP,TRIVIAL")
    parser.add_argument("--time", metavar="MEDIAN,MOST")
    parser.add_argument("--list", metavar="KIND", action="append", default=["trivial"], help="name the places of this kind")
    options = parser.parse_args()
    files = [p for p in sorted((ROOT / options.folder).rglob("*"))
             if p.suffix in SUFFIXES and "symbolic" not in p.parts]
    # kernels/symbolic is about verdicts: of indices of tensors with sizes as parameters little is known yet.
    if options.every > 1: # by their names, so that a new file moves no other one in or out
        files = [p for p in files if hashlib.sha256(str(p.relative_to(ROOT)).encode()).digest()[0] % options.every == 0]
    counts, left_out, listed, times = collections.Counter(), collections.Counter(), collections.defaultdict(list), []
    silent = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, took, report in pool.map(lambda p: asked(options.lockstep, p, options.limit), files):
            times.append((took, str(path.relative_to(ROOT))))
            if report is None:
                silent += 1
                continue
            for access in (a for k in report["kernels"] for a in k["accesses"]):
                what, why = kind(access)
                if what is None:
                    left_out[why] += 1
                    continue
                counts[what] += 1
                if what in options.list:
                    listed[what, why].append(f"{access['place']} {access['kind']} of '{access['array']}'")
    total = sum(counts.values())
    if not total:
        print("perf coverage: no access was counted")
        return 1
    share = {what: 100 * n / total for what, n in counts.items()}
    sharp, trivial = share.get("exact", 0) + share.get("start", 0), share.get("trivial", 0)
    print(f"{len(files)} files, {silent} without a report, {total} accesses: {sharp:.1f} % exact or open in the start alone, "
          f"{trivial:.1f} % trivial")
    for what, n in counts.most_common():
        print(f"  {what}: {n} ({share[what]:.1f} %)")
    print("not among these: " + ", ".join(f"{n} {re.sub('s$', '', why) if n == 1 else why}" for why, n in left_out.most_common()))
    median, most = statistics.median(t for t, _ in times), sorted(times)[int(0.95 * (len(times) - 1))][0]
    print(f"time of the process for a file: median {median:.3f} s, 95 % {most:.3f} s, most {max(times)[0]:.3f} s ({max(times)[1]})")
    for (what, why), places in sorted(listed.items()):
        print(f"{what}{', ' + why if why else ''}: {len(places)}")
        for place in places:
            print(f"  {place}")
    good = True
    if options.require:
        least, greatest = map(float, options.require.split(","))
        good = sharp >= least and trivial <= greatest
    if options.time:
        slow_median, slow = map(float, options.time.split(","))
        good = good and median <= slow_median and most <= slow
    print(f"perf coverage: {'kept' if good else 'not kept'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
