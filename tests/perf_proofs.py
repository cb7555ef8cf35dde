#!/usr/bin/env python3
"""Witnesses and proofs of what `lockstep perf` counts.

Witnesses: bounds that `--witness` calls attained are seen again by `lockstep run --observe memory` with the launch and the
arguments of the run that is named.

Proofs: `--proof-dir` keeps a claim for each of these bounds, and says where it does not; `lockstep recheck` confirms them. The
claims mutated, one unit fewer, are refused: the kernel is verified no more, and a program whose bound is changed, with its
fingerprint, differs.

The last line is "perf_proofs: N passed, N failed, 0 skipped"."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WITNESSED = ["kernels/algorithms/transpose_naive.cl", "kernels/algorithms/transpose_tiled.cl"]
# Its claims are all proved.
PROVED = "tests/perf/proofs/small.cl"
ALL_PROVED = {("sectors", 1), ("lines", 1), ("sectors", 3), ("lines", 2), ("sectors", 8), ("lines", 4), ("lines", 8)}
UNPROVED = "kernels/algorithms/transpose_tiled.cl"  # accesses group memory, too


def fingerprint(text):
    """FNV-1a of 64 bits, as verify/result_cache.h has it."""
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return f"{value:016x}"


class Tests:
    def __init__(self, lockstep):
        self.lockstep, self.passed, self.failed = lockstep, 0, 0

    def check(self, right, message):
        self.passed += bool(right)
        self.failed += not right
        if not right:
            print(message)

    def run(self, *words):
        return subprocess.run([self.lockstep, *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=120,
                              check=False)

    def witnesses(self, path):
        attained = 0
        for kernel in json.loads(self.run("perf", path, "--witness", "--format", "json").stdout)["kernels"]:
            for number, run in enumerate(kernel["runs"]):
                if run["memory"] != "zeros":
                    continue
                words = [w for name, value in run["arguments"].items() for w in ("--arg", f"{name}={value}")]
                words += ["--local-size", ",".join(map(str, run["local_size"])),
                          "--num-groups", ",".join(map(str, run["num_groups"]))]
                done = self.run("run", path, "--kernel", kernel["kernel"], "--observe", "memory", "--format", "json", *words)
                seen = json.loads(done.stdout)["accesses"] if done.stdout else []
                self.check(seen, f"{path}: run {number}: {done.stderr}")
                for a in kernel["accesses"]:
                    same = [s["requests"] for s in seen if all(s[key] == a[key] for key in ("line", "column", "array"))]
                    for what, bounds in a.get("attained", {}).items():
                        for end, witness in bounds.items():
                            if witness["run"] != number or witness["start"] != 0:
                                continue
                            attained += 1
                            self.check(any(s[what][end] == a[what][end] for s in same),
                                       f"{path}:{a['line']}: {what}: {end} {a[what][end]} is not what was seen: {same}")
        self.check(attained, f"{path}: nothing is attained")

    def claims(self, path, folder):
        done = self.run("perf", path, "--proof-dir", folder, "--format", "json")
        return [c for k in json.loads(done.stdout)["kernels"] for a in k["accesses"] for c in a.get("claims", [])]

    def proofs(self, folder):
        claims = self.claims(PROVED, folder)
        self.check({(c["what"], c["most"]) for c in claims if c["proved"]} == ALL_PROVED, f"{PROVED}: {claims}")
        sectors = [c for c in claims if c["what"] == "sectors"]
        for other in folder.glob("*.lines.*.claim.json"):
            other.unlink()
        done = self.run("recheck", folder)
        self.check(done.returncode == 0 and f"{len(sectors)} confirmed" in done.stdout, done.stdout + done.stderr)
        for c in [c for c in sectors if c["most"] > 1]:
            text = (folder / f"{c['name']}.kir").read_text()
            fewer = text.replace(f"assert ule(count, {c['most']}:i32)", f"assert ule(count, {c['most'] - 1}:i32)")
            self.check(fewer != text, f"{c['name']}: no assertion of {c['most']}")
            mutated = folder / f"mutant{claims.index(c)}.kir"
            mutated.write_text(fewer)
            said = self.run("verify", mutated, "--timeout", "30")
            self.check(said.returncode == 1, f"{c['name']}: one fewer: {said.stdout}{said.stderr}")
        self.changed_program(folder, claims[0])

    def changed_program(self, folder, claim):
        """The bound of the kept program made one lower: refused for its fingerprint, and with a right one, too."""
        kept = next(folder.glob(f"*{claim['name']}.*.claim.json"))
        document = json.loads(kept.read_text())
        for other in folder.glob("*.claim.json"):
            if other != kept:
                other.unlink()
        changed = 0
        for program in document["programs"]:
            path = folder / f"{program['name']}.bpl"
            text = path.read_text()
            self.check(fingerprint(text) == program["fingerprint"], "the fingerprint is computed otherwise")
            fewer = re.sub(r'(\{:id "assert:\d+"\}[^;]*?)\b%d(bv32)?;' % claim["most"],
                           lambda m: f"{m[1]}{claim['most'] - 1}{m[2] or ''};", text)
            changed += fewer != text
            path.write_text(fewer)
            program["fingerprint"] = fingerprint(fewer)
        self.check(changed, f"{claim['name']}: no program has the bound")
        done = self.run("recheck", folder)
        self.check(done.returncode == 1 and "has been changed" in done.stdout, f"changed text: {done.stdout}{done.stderr}")
        kept.write_text(json.dumps(document))
        done = self.run("recheck", folder)
        self.check(done.returncode == 1 and "DIFFERS" in done.stdout and "has been changed" not in done.stdout,
                   f"changed text and fingerprint: {done.stdout}{done.stderr}")

    def unproved(self, folder):
        claims = self.claims(UNPROVED, folder)
        self.check(any(c["what"] == "wavefronts" and not c["proved"] and c["reason"] for c in claims), f"{UNPROVED}: {claims}")
        self.check(all(c["proved"] != ("reason" in c) for c in claims), f"{UNPROVED}: a claim without a reason: {claims}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", required=True)
    tests = Tests(str(pathlib.Path(parser.parse_args().lockstep).resolve()))
    for path in WITNESSED:
        tests.witnesses(path)
    with tempfile.TemporaryDirectory() as folder:
        tests.proofs(pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        tests.unproved(pathlib.Path(folder))
    print(f"perf_proofs: {tests.passed} passed, {tests.failed} failed, 0 skipped")
    return 1 if tests.failed or not tests.passed else 0


if __name__ == "__main__":
    sys.exit(main())
