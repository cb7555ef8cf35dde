#!/usr/bin/env python3
"""LLVM assembly and bitcode that is broken somewhere: an error or a verdict, never a crash and never longer than it may.

Files of the tree are changed at random (a line gone, twice or elsewhere; a name, type or number replaced by another of
the file; metadata with an operand less; of bitcode some bytes) and given to `lockstep verify`, many at a time. What ends a
worker process is told as an `error` and counted here: none may. The last line is "mutate_ir: N passed, N failed, N skipped"."""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = re.compile(r"%[\w.$-]+|@[\w.$-]+|![\w.]+|\bi\d+\b|\bptr(?: addrspace\(\d+\))?|\bfloat\b|\bdouble\b|\bhalf\b|"
                   r"<\d+ x \w+>|-?\b\d+\b|\b[a-z]\w+\b")
SECONDS = 5  # --timeout of a file


def change_text(text, rng):
    lines = text.splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        i = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            lines[i] = ""
        elif kind == 1:
            lines.insert(rng.randrange(len(lines)), lines[i])
        elif kind == 2:
            j = rng.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 3 and "!{" in lines[i]:  # an operand less
            lines[i] = re.sub(r"!\{[^,{}]*, ", "!{", lines[i], count=1)
        else:
            tokens = list(TOKEN.finditer(lines[i]))
            others = TOKEN.findall(lines[rng.randrange(len(lines))])
            if not tokens or not others:
                continue
            at = rng.choice(tokens)
            to = rng.choice((rng.choice(others), rng.choice(others), "null", "undef", "poison", "0", "-1",
                             str(rng.getrandbits(33)), "i1", "i129", "ptr addrspace(3)", ""))
            lines[i] = lines[i][:at.start()] + to + lines[i][at.end():]
        if not any(lines):
            lines = ["\n"]
    return "".join(lines)


def change_bytes(data, rng):
    data = bytearray(data)
    if rng.random() < 0.1:
        return bytes(data[:rng.randrange(1, len(data))])
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8) if rng.random() < 0.7 else rng.randrange(256)
    return bytes(data)


def sources(folder, lockstep):
    """Bitcode and assembly: what lies in the tree, and what the front end makes of some of its kernels."""
    found = [p.read_text() for p in sorted(ROOT.glob("kernels/**/*.ll")) + sorted(ROOT.glob("tests/**/*.ll"))]
    made = sorted(ROOT.glob("kernels/algorithms/*.cl"))[:12] + sorted(ROOT.glob("kernels/warps/*.cu"))[:12]
    for path in made:
        out = subprocess.run([lockstep, "dump", "--stage", "compile", path], capture_output=True, text=True, check=False)
        if out.returncode == 0:
            found.append(out.stdout)
            found.append(re.sub(r"(?m)^; lockstep: as compiled\n", "", out.stdout))
    assembler = shutil.which("llvm-as-19") or shutil.which("llvm-as")
    bitcode = []
    for i, text in enumerate(found if assembler else []):
        into = folder / f"{i}.bc"
        done = subprocess.run([assembler, "-", "-o", into], input=text, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            bitcode.append(into.read_bytes())
    return found, bitcode


def ask(files, lockstep, extra, jobs):
    command = [lockstep, "verify", *files, "--no-cache", "--format", "json", "--jobs", str(jobs), "--timeout", str(SECONDS),
               *extra]
    start = time.monotonic()
    most = (SECONDS + 2) * len(files) * 4
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=most, check=False, errors="replace")
        results = json.loads(done.stdout)["results"]
    except subprocess.TimeoutExpired:
        return {str(f): [f"no end after {most} s"] for f in files}, time.monotonic() - start
    except ValueError:
        return {str(f): [f"no report: {done.stderr[-300:]}"] for f in files}, time.monotonic() - start
    said = {str(f): [] for f in files}
    for r in results:
        said[r["file"]].append(f"{r['verdict']}: {r['reason']}")
    return said, time.monotonic() - start


def wrong(verdicts):
    if not verdicts:
        return "no answer"
    for v in verdicts:
        if re.match(r"error: .*(ended unexpectedly|internal error|invariant|said nothing|has no verdict)|no end|no report", v):
            return v
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--whole", action="store_true", help="to the verdict, not only to the normal form")
    parser.add_argument("--keep", help="a folder for the files that failed")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    passed, failed, slowest, verdicts = 0, 0, 0.0, {}
    extra = ["--no-replay"] if options.whole else ["--stop-after", "normalise"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        texts, bitcode = sources(folder, options.lockstep)
        for start in range(0, options.count, 50):
            files = []
            for n in range(start, min(start + 50, options.count)):
                as_bytes = bitcode and n % 3 == 0
                path = folder / f"m{n}.{'bc' if as_bytes else 'll'}"
                data = change_bytes(rng.choice(bitcode), rng) if as_bytes else change_text(rng.choice(texts), rng).encode()
                path.write_bytes(data)
                files.append(path)
            said, seconds = ask(files, options.lockstep, extra, options.jobs)
            slowest = max(slowest, seconds)
            for path in files:
                for v in said[str(path)]:
                    word = v.split(":")[0]
                    verdicts[word] = verdicts.get(word, 0) + 1
                if problem := wrong(said[str(path)]):
                    failed += 1
                    print(f"FAILED seed {options.seed} {path.name}: {problem}")
                    if options.keep:
                        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
                        shutil.copy(path, options.keep)
                else:
                    passed += 1
                path.unlink()
    counted = ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items()))
    print(f"reports: {counted}; the slowest 50 took {slowest:.1f} s")
    print(f"mutate_ir: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
