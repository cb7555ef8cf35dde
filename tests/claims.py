#!/usr/bin/env python3
"""What `lockstep perf --proof-dir --witness` claims of the kernels in kernels/memory, every N-th of them.

Each access has a proved claim, or a reason that is one of NONE. Each exact number of a file not in UNSEEN is one that an
execution has shown. A claim in which one number is changed is not proved: the most sectors, lines or words less one, the
least plus one (where the claim was exact), one thread's distance, and the residues that its start may have.
`lockstep recheck` confirms a claim, and does not one whose answer was changed.

  tests/claims.py --lockstep BIN [--every N]

The last line is "claims: N passed, N failed, 0 skipped"."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NONE = ["the threads' offsets are not at constant distances", "the count rests on which threads of the warp take part",
        "the offset depends on what memory holds", "no thread gets here", "the size of a block is not known",
        "which threads set at several places, each to its own value"]
UNSEEN = {"constants.cl",         # executions count words there, not sectors
          "product_swapped.cl",   # its loop goes round more often than is executed
          "shape_turns_by_block.cu"}  # its groups wait for each other: not executed in lock step


class Tests:
    def __init__(self, lockstep):
        self.lockstep, self.passed, self.failed = lockstep, 0, 0

    def check(self, right, message):
        self.passed += bool(right)
        if not right:
            self.failed += 1
            print("failed: " + message)

    def run(self, *words):
        return subprocess.run([self.lockstep, *map(str, words)], capture_output=True, text=True, cwd=ROOT, timeout=300)

    def verified(self, text, folder):
        path = pathlib.Path(folder) / "changed.kir"
        path.write_text(text)
        return self.run("verify", path, "--no-replay", "--no-cache").returncode == 0


def changes(text):
    """(what, changed text) of a claim: each must be refused. A bound that is not attained may be less."""
    exact = " to " not in text.splitlines()[0]
    lines = text.splitlines()
    for i, line in enumerate(lines):
        def changed(new):
            return "\n".join(lines[:i] + [new] + lines[i + 1:]) + "\n"
        if match := re.fullmatch(r"(  assert ule\(.*, )(\d+)(:i32\) \"at most .*\";)", line):
            if exact:
                yield "most", changed(f"{match[1]}{int(match[2]) - 1}{match[3]}")
        elif match := re.fullmatch(r"(  assert ule\()(\d+)(:i32, .*\) \"at least .*\";)", line):
            if exact:
                yield "least", changed(f"{match[1]}{int(match[2]) + 1}{match[3]}")
        elif match := re.fullmatch(r"(  assert eq\(.*, )(\d+)(:i\d+\)\) \"the offset of thread 1 .*\";)", line):
            yield "distance", changed(f"{match[1]}{int(match[2]) + 1}{match[3]}")
        elif '"where the first one starts"' in line:
            if "lor(" not in line and (match := re.fullmatch(r"(.*eq\(srem\(.*\), )0(:i64\).*)", line)):
                yield "residue", changed(f"{match[1]}1{match[2]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    tests = Tests(str(pathlib.Path(args.lockstep).resolve()))
    files = sorted(ROOT.glob("kernels/memory/**/*.c[lu]"))[:: args.every]
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        proofs = pathlib.Path(folder) / "proofs"
        for file in files:
            found = tests.run("perf", file.relative_to(ROOT), "--witness", "--proof-dir", proofs, "--format", "json")
            report = json.loads(found.stdout)
            for kernel in report["kernels"]:
                for access in kernel["accesses"]:
                    claim, place = access["claim"], f"{file.name}:{access['line']}: '{access['array']}'"
                    known = any(reason in claim.get("reason", "") for reason in NONE)
                    tests.check(claim["proved"] or (known and "file" not in claim), f"{place}: {claim}")
                    counts["proved" if claim["proved"] else "none"] = counts.get("proved" if claim["proved"] else "none", 0) + 1
                    bound = access.get("full", {}).get("sectors") or access.get("wavefronts")
                    if bound and bound["least"] == bound["most"] and file.name not in UNSEEN:
                        tests.check("most" in access["seen"] and access["seen"]["most"]["number"] == bound["most"],
                                    f"{place}: no execution shows {bound['most']}")
                    if claim["proved"]:
                        text = pathlib.Path(claim["file"]).read_text()
                        for what, changed in changes(text):
                            tests.check(not tests.verified(changed, folder), f"{place}: proved with another {what}")
                            counts[what] = counts.get(what, 0) + 1
        one = pathlib.Path(folder) / "one"
        small = pathlib.Path(folder) / "k.cl"
        small.write_text("__kernel void k(__global int *a) { a[2 * get_global_id(0)] = 1; }\n")
        tests.run("perf", small, "--local-size", 4, "--num-groups", 2, "--proof-dir", one)
        again = tests.run("recheck", one)
        tests.check(again.returncode == 0 and " 0 differ" in again.stdout, f"recheck: {again.stdout}{again.stderr}")
        kept = next(one.glob("*.claim.json"))
        kept.write_text(kept.read_text().replace('"proved"', '"refuted"', 1))
        tests.check(tests.run("recheck", one).returncode != 0, "recheck: an answer was changed")
    print("claims: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    print(f"claims: {tests.passed} passed, {tests.failed} failed, 0 skipped")
    sys.exit(tests.failed > 0)


main()
