#!/usr/bin/env python3
"""Suites of many kernels: tests/suites.py --lockstep PROGRAM [--kernels N] [-k PART]

  formats    JUnit, SARIF, CSV and JSON of one run: well-formed, of the same kernels, with the same verdicts; file and
             kernel names of any bytes come through whole, and no byte of theirs is obeyed
  rows       the rows of a table are there before the run has ended, in the order of the files
  resume     the whole run is killed (SIGKILL) again and again and goes on with --resume: at the end each kernel has one
             result, the one that an undisturbed run gives
  workers    its workers are killed, at random: each kernel has one result, the others' are what they are
  torn       results of which the end was not written go on; damaged ones, those of other options, and those of a run that
             goes on are refused
  full       no space for the results, from the start (refused) or from some file on: told once, the report is there, and
             the run goes on when there is space
  shards     the parts of a suite have each file once

The last line is "suites: N passed, N failed, N skipped"."""
import argparse
import csv
import json
import os
import pathlib
import random
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

RIGHT = """//--local_size=64 --num_groups=1
__kernel void %s(__global int *a) { a[get_local_id(0)] = %d; }
"""
WRONG = """//--local_size=64 --num_groups=1
__kernel void %s(__global int *a) { a[get_local_id(0) / 2] = %d + get_local_id(0); }
"""
REFUSED = "//--local_size=64 --num_groups=1\n__kernel void %s(__global int *a) { a[0] = %d }\n"
ODD = ["a b.cl", "quote\"s'.cl", "<tag>&amp;.cl", "line\nend.cl", "tab\there.cl", "\x1b[31mred.cl", "comma,semi;.cl",
       "=formula.cl", "späße.cl", os.fsdecode(b"byte\xff.cl"), "per%20cent.cl", "]]>.cl", "\ufffe.cl"]


def fill(folder, count):
    folder.mkdir(parents=True)
    for i in range(count):
        text = (RIGHT, RIGHT, WRONG, RIGHT, REFUSED)[i % 5]
        (folder / f"k{i:03}.cl").write_text(text % (f"k{i}", i))


class Suites:
    def __init__(self, program, kernels):
        self.program, self.kernels = program, kernels

    def run(self, where, *arguments, **more):
        return subprocess.run([self.program, "suite", *arguments], cwd=where, capture_output=True, check=False, **more)

    def report(self, where, *arguments):
        done = self.run(where, *arguments, "--format", "json", "--no-cache")
        report = json.loads(done.stdout)
        return {(k["file"], k["kernel"]): k["verdict"] for k in report["results"]}, len(report["results"]), done

    # --- the tests: an exception is a failure ---
    def formats(self, where):
        fill(where / "d", 5)
        for i, name in enumerate(ODD):
            (where / "d" / name).write_text((RIGHT, WRONG)[i % 2] % (f"odd{i}", i))
        right, count, _ = self.report(where, "d")
        assert count == 5 + len(ODD), count
        texts = {}
        for form in ["junit", "sarif", "csv", "text"]:
            done = self.run(where, "d", "--format", form, "--no-cache")
            assert done.returncode == 2, (form, done)
            texts[form] = done.stdout
            if form != "csv":
                assert b"\x1b" not in done.stdout and b"line\nend" not in done.stdout, form
        cases = xml.etree.ElementTree.fromstring(texts["junit"]).findall("testsuite/testcase")
        kinds = {"failure": {"race"}, "error": {"error", "unknown", "unsupported"}}
        assert len(cases) == count, len(cases)
        for case in cases:
            verdict = right[(case.get("file"), case.get("name").replace("(no kernel)", ""))] if "\\x1b" not in case.get(
                "file") and "\ufffd" not in case.get("file") else None
            found = [(child.tag, child.get("type")) for child in case]
            if verdict is not None:
                expected = [] if verdict == "verified" else [(tag, verdict) for tag in kinds if verdict in kinds[tag]]
                assert found == expected, (case.get("file"), verdict, found)
        suites = xml.etree.ElementTree.fromstring(texts["junit"])
        assert int(suites.get("tests")) == count
        assert int(suites.get("failures")) == sum(v == "race" for v in right.values())
        rows = list(csv.DictReader(texts["csv"].decode().splitlines(keepends=True)))
        assert {(r["file"], r["kernel"]): r["verdict"] for r in rows} == right
        self.check_sarif(json.loads(texts["sarif"]), right)

    def check_sarif(self, sarif, right):
        assert sarif["version"] == "2.1.0" and len(sarif["runs"]) == 1
        run = sarif["runs"][0]
        rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
        prints = set()
        for result in run["results"]:
            assert rules[result["ruleIndex"]] == result["ruleId"], result
            assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
            prints.add(result["partialFingerprints"]["lockstep/v1"])
            related = [x["physicalLocation"] for x in result["relatedLocations"]]
            flows = result["codeFlows"][0]["threadFlows"]
            assert len(flows) == 2 and all(len(f["locations"]) == 1 for f in flows)
            for place in [result["locations"][0]["physicalLocation"], *related]:
                uri = place["artifactLocation"]["uri"]
                assert re.fullmatch(r"[A-Za-z0-9._~!$&'()*+,;=@/%-]+", uri), uri
                assert place["region"]["startLine"] >= 1 and place["region"]["startColumn"] >= 1
        assert len(prints) == len(run["results"]) == sum(v == "race" for v in right.values())
        told = run["invocations"][0]["toolExecutionNotifications"]
        assert len(told) == sum(v not in ("race", "verified") for v in right.values())

    def rows(self, where):
        fill(where / "d", 20)
        process = subprocess.Popen([self.program, "suite", "d", "--no-cache"], cwd=where, stdout=subprocess.PIPE)
        lines = [process.stdout.readline().decode() for _ in range(3)]
        assert process.poll() is None, "the run had ended when its first rows came"
        rest = process.stdout.read().decode()
        process.wait()
        names = re.findall(r"d/k(\d+)\.cl(?:: k\d+)?$", "".join(lines) + rest.split("\n\n")[0], re.M)
        assert names == sorted(names) and len(names) == 20, names

    def resume(self, where):
        fill(where / "d", self.kernels)
        whole, count, _ = self.report(where, "d")
        rng = random.Random(1)
        arguments = ["d", "--no-cache", "--results", "r", "--resume", "--format", "json"]
        kills = 0
        while True:
            process = subprocess.Popen([self.program, "suite", *arguments], cwd=where, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                out, _ = process.communicate(timeout=0.1 + rng.random() * 0.15 + kills * 0.02)
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills += 1
        assert kills > 1, "the run was over before it could be killed twice"
        kernels = json.loads(out)["results"]
        assert len(kernels) == count and {(k["file"], k["kernel"]): k["verdict"] for k in kernels} == whole
        lines = (where / "r").read_text().splitlines()
        files = [json.loads(line)["file"] for line in lines[1:]]
        assert len(files) == len(set(files)) == self.kernels, "a file was judged twice"
        return f"{kills} times killed"

    def workers(self, where):
        fill(where / "d", self.kernels)
        whole, count, _ = self.report(where, "d")
        rng = random.Random(2)
        process = subprocess.Popen([self.program, "suite", "d", "--no-cache", "--jobs", "2", "--format", "json"],
                                   cwd=where, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        killed = 0
        while process.poll() is None:
            time.sleep(0.1 + 0.2 * rng.random())
            children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True,
                                      check=False).stdout.split()
            if children and killed < 6:
                try:
                    os.kill(int(rng.choice(children)), signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
            if has_written(process):
                break
        out, _ = process.communicate()
        kernels = json.loads(out)["results"]
        files = {}
        for k in kernels:
            files.setdefault(k["file"], []).append(k)
        assert len(files) == self.kernels and all(len(of) == 1 for of in files.values()), "a result is lost or twice"
        lost = [k for k in kernels if k["verdict"] == "error" and "ended unexpectedly" in k["reason"]]
        assert len(lost) <= killed, (len(lost), killed)
        for k in kernels:
            if k not in lost:
                assert whole[(k["file"], k["kernel"])] == k["verdict"], k
        return f"{killed} killed, {len(lost)} kernels lost their work"

    def torn(self, where):
        fill(where / "d", 4)
        assert self.run(where, "d", "--results", "r", "--no-cache").returncode == 1
        text = (where / "r").read_bytes()
        again = self.run(where, "d", "--results", "r")
        assert again.returncode == 2 and b"is there already" in again.stderr, again
        for cut in [1, 10, len(text.splitlines(keepends=True)[-1]) + 3, len(text) - 5]:
            (where / "r").write_bytes(text[:-cut])
            done = self.run(where, "d", "--results", "r", "--resume", "--no-cache")
            assert done.returncode == 1 and b"4 kernels: 3 verified, 1 race" in done.stdout, done
            assert len((where / "r").read_bytes().splitlines()) == 5
        (where / "d" / "k002.cl").write_text(RIGHT % ("k2", 7))
        done = self.run(where, "d", "--results", "r", "--resume", "--no-cache")
        assert done.returncode == 0 and b"4 kernels: 4 verified" in done.stdout, done
        other = self.run(where, "d", "--results", "r", "--resume", "--strict-overflow")
        assert other.returncode == 2 and b"other options" in other.stderr, other
        (where / "r").write_bytes(text[:300] + b"\n" + text[300:])
        damaged = self.run(where, "d", "--results", "r", "--resume")
        assert damaged.returncode == 2 and b"is damaged" in damaged.stderr, damaged
        (where / "r").write_bytes(b"int main() { }\n")
        foreign = self.run(where, "d", "--results", "r", "--resume")
        assert foreign.returncode == 2 and b"holds no results" in foreign.stderr, foreign

    def full(self, where):
        fill(where / "d", 10)
        os.symlink("/dev/full", where / "none")
        done = self.run(where, "d", "--results", "none", "--no-cache")
        assert done.returncode == 2 and b"cannot be written" in done.stderr and not done.stdout, done

        def limit(): # of the size of files, as a disk that becomes full
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

        done = self.run(where, "d", "--results", "r", "--no-cache", preexec_fn=limit)
        assert done.stderr.count(b"--results: 'r' cannot be written") == 1, done
        assert b"10 kernels: 6 verified, 2 race, 2 error" in done.stdout and done.returncode == 2, done
        kept = len((where / "r").read_bytes().splitlines())
        assert 1 < kept < 11, kept
        done = self.run(where, "d", "--results", "r", "--resume", "--no-cache")
        assert b"10 kernels: 6 verified, 2 race, 2 error" in done.stdout, done
        assert len((where / "r").read_bytes().splitlines()) == 11

    def shards(self, where):
        fill(where / "d", 11)
        files = []
        for i in range(1, 4):
            files += [file for file, _ in self.report(where, "d", "--shard", f"{i}/3")[0]]
        assert sorted(files) == [f"d/k{i:03}.cl" for i in range(11)], files
        assert self.run(where, "d", "--shard", "4/3").returncode == 2
        one, _, _ = self.report(where, "d", "--filter", "k00[12].cl")
        assert sorted(file for file, _ in one) == ["d/k001.cl", "d/k002.cl"], one
        assert self.run(where, "d", "--filter", "nothing").returncode == 2


def has_written(process):
    """Has it written something? Its report comes at the end, and may be more than a pipe holds."""
    return bool(select.select([process.stdout], [], [], 0)[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--kernels", type=int, default=60)
    parser.add_argument("-k", default="")
    args = parser.parse_args()
    suites = Suites(str(pathlib.Path(args.lockstep).resolve()), args.kernels)
    passed = failed = skipped = 0
    for name in ["formats", "rows", "resume", "workers", "torn", "full", "shards"]:
        if args.k not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                said = getattr(suites, name)(pathlib.Path(folder))
                passed += 1
                print(f"{name}: passed{f' ({said})' if said else ''}", flush=True)
            except Exception as e:  # whatever it is, it is told, and the others go on
                failed += 1
                print(f"{name}: FAILED: {type(e).__name__}: {e}", flush=True)
    print(f"suites: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
