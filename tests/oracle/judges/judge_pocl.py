"""PoCL as a judge of `lockstep run`: every must-verify kernel runs on both with the same launch and inputs, and the final
buffers are compared (judge_inputs.py). Each run of PoCL is a process of its own.

A difference is a failure. A kernel that cannot be judged is listed with the reason and counted as skipped: what PoCL
cannot compile, what the interpreter does not model, inputs that the source language leaves undefined or that lead
outside a buffer, and results that depend on the schedule (seen by two schedules of the interpreter)."""
import json
import os
import pathlib
import struct
import subprocess
import time

import judge_inputs
import judge_kernels

SECONDS = 20
STANDARDS = ("-cl-std=CL1.2", "-cl-std=CL2.0")  # PoCL has no generic address space: the first one that compiles
SCHEDULES = ("in-order", "random:1:1")


FACTORS = (2, 16, 256)  # elements of a buffer for each thread
PADDING = 0xa5  # what the interpreter stores for bytes of a structure that nobody has given a value
THREADS = 1 << 14  # launches beyond this are not judged: the inputs of each thread are made one by one
# Kernels that PoCL itself gets wrong.
POCL_WRONG = {"own_copy": "PoCL 3.1 shares a struct parameter among the work-items of a group where the kernel has a loop"}
FORMATS = {"i8": "B", "i16": "H", "i32": "I", "i64": "Q", "f16": "e", "f32": "f", "f64": "d"}


class Difference(Exception):
    """The two do not agree."""


class Outside(Exception):
    """An access outside a buffer, which may be too short."""


class Pocl:
    """One process: compiles the kernel, tells its parameters, then runs it."""

    def __init__(self, program, source, kernel, standard, cache):
        options = " ".join(([] if any("std=" in o for o in kernel.options) else [standard]) + kernel.options
                           + [f"-I{judge_kernels.ROOT / kernel.path.parent}"])
        self.process = subprocess.Popen([program, source, kernel.name, options], stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                                        env={**os.environ, "POCL_CACHE_DIR": str(cache)})
        self.parameters = []
        for line in self.process.stdout:
            if not line.strip():
                break
            name, space, kind = line.rstrip("\n").split("\t")
            self.parameters.append((name.removeprefix("_cl_"), space, kind.strip()))
        else:  # the output ended without the empty line
            self.error = self.finish([])[1]
            return
        self.error = ""

    def finish(self, lines):
        try:
            _, err = self.process.communicate("".join(f"{line}\n" for line in lines), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return -1, f"no end within {SECONDS} s"
        return self.process.returncode, " ".join(err.split())[:200]


def compiled(program, source, kernel, cache):
    first = ""
    for standard in STANDARDS:
        pocl = Pocl(program, source, kernel, standard, cache)
        if not pocl.error:
            return pocl
        first = first or pocl.error
    raise judge_inputs.Unsuitable(f"PoCL: {first}")


def packed(array):
    """The bytes of an array as `lockstep run --format json` prints it."""
    code = FORMATS[array["type"]]
    values = [v for copy in array["copies"] for v in copy]
    if array["type"][0] == "f":
        return struct.pack(f"<{len(values)}{code}", *map(float, values))
    bits = 8 * struct.calcsize(code)
    return struct.pack(f"<{len(values)}{code}", *(v % 2**bits for v in values))


def interpret(lockstep, kernel, launch, arguments, arrays, schedule):
    local, groups, offset = launch
    command = [lockstep, "run", str(kernel.path), "--kernel", kernel.name, "--format", "json", "--semantics", "interleaving",
               "--schedule", schedule, "--local-size", ",".join(map(str, local)), "--num-groups", ",".join(map(str, groups)),
               "--global-offset", ",".join(map(str, offset))]
    for a in arguments:
        command += ["--arg", a]
    for a in arrays:
        command += ["--print", a]
    done = subprocess.run(command, cwd=judge_kernels.ROOT, capture_output=True, text=True, timeout=SECONDS)
    return done.returncode, json.loads(done.stdout) if done.stdout.startswith("{") else {}, done.stderr.strip()


def stores_padding(lockstep, kernel):
    command = [lockstep, "dump", str(kernel.path), "--kernel", kernel.name, "--stage", "compile"]
    return "padding" in subprocess.run(command, cwd=judge_kernels.ROOT, capture_output=True, text=True, timeout=SECONDS).stdout


def without_padding(ours, theirs):
    """Their bytes, but ours where these may be padding, which may be anything."""
    return bytes(a if a == PADDING else b for a, b in zip(ours, theirs)) + theirs[len(ours):]


def judge(lockstep, program, kernel, folder, cache, elements):
    launch = kernel.launch()
    local, groups, offset = launch
    if kernel.name in POCL_WRONG:
        raise judge_inputs.Unsuitable(POCL_WRONG[kernel.name])
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "kernel.cl"
    source.write_text(judge_kernels.plain_source(kernel, local, groups))
    pocl = compiled(program, str(source), kernel, cache)
    try:
        lines = [" ".join(",".join(map(str, v)) for v in ([a * b for a, b in zip(local, groups)], local, offset))]
        words, buffers = [], []
        for name, space, kind in pocl.parameters:
            if space == "local":
                lines.append(f"local:{16 * 4 * local[0] * local[1] * local[2]}")
            elif space == "private":
                data, more = judge_inputs.value(kernel, name, kind)
                lines.append(f"value:{data.hex()}")
                words += more
            elif not kind.endswith("*"):
                raise judge_inputs.Unsuitable(f"parameter '{name}' of type {kind}")
            else:
                data, _ = judge_inputs.contents(kernel, name, kind[:-1], elements)
                (folder / f"{name}.bin").write_bytes(data)
                lines.append(f"buffer:{folder}/{name}.bin:{folder}/{name}.out")
                words.append(f"{name}=@{folder}/{name}.bin")
                buffers.append((name, space, kind[:-1].strip()))
        compare(lockstep, pocl, kernel, launch, lines, words, buffers, folder)
    finally:
        if pocl.process.poll() is None:
            pocl.process.kill()
            pocl.process.communicate()


def compare(lockstep, pocl, kernel, launch, lines, words, buffers, folder):
    names = [name for name, space, _ in buffers if space == "global"]
    finals = []
    for schedule in SCHEDULES:
        status, report, error = interpret(lockstep, kernel, launch, words, names, schedule)
        finals.append(judged(status, report, error))
    for name, _, kind in buffers:
        if name in finals[0] and judge_inputs.difference(kind, finals[0][name], finals[1][name]):
            raise judge_inputs.Unsuitable(f"the contents of '{name}' depend on the schedule")
    status, error = pocl.finish(lines)
    if status != 0:
        raise Difference(f"PoCL ends with status {status}: {error}")
    for name, space, kind in buffers:
        if name not in finals[0]:
            continue
        found = (folder / f"{name}.out").read_bytes()
        if found != finals[0][name] and stores_padding(lockstep, kernel):
            found = without_padding(finals[0][name], found)
        if what := judge_inputs.difference(kind, finals[0][name], found):
            raise Difference(f"'{name}': {what}")


def judged(status, report, error):
    """The final arrays of an execution that is fit to be compared."""
    findings = report.get("findings", [])
    if any(f["kind"] == "bounds" for f in findings):
        raise Outside(findings[0]["message"])
    if any(f["kind"] in ("race", "divergence") for f in findings):
        raise judge_inputs.Unsuitable(f"with these inputs: {findings[0]['message']}")
    said = [d["message"] for d in report.get("diagnostics", []) if d["severity"] in ("error", "unsupported")]
    if said or not report:
        raise judge_inputs.Unsuitable(f"lockstep run: {said[0] if said else error}")
    if status != 0 or report["ending"] != "terminated":
        raise judge_inputs.Unsuitable(f"lockstep run ends as '{report['ending']}': {report['reason']}")
    return {name: packed(array) for name, array in report["memory"].items()}


def run(lockstep, program, kernels, pool, folder, verbose):
    cache = pathlib.Path(program).parent.parent / "pocl-cache"  # compiled kernels, for the next run
    cache.mkdir(exist_ok=True)

    def outcome(task):
        number, kernel = task
        local, groups, _ = kernel.launch()
        threads = local[0] * local[1] * local[2] * groups[0] * groups[1] * groups[2]
        start = time.monotonic()
        if threads > THREADS:
            return "not judged", f"a launch of {threads} threads"
        try:
            for factor in FACTORS:  # buffers that are long enough
                try:
                    judge(lockstep, program, kernel, folder / str(number), cache, factor * threads + 1024)
                    return "same", ""
                except Outside as e:
                    reason = f"reads or writes outside a buffer: {e}"
            return "not judged", reason
        except judge_inputs.Unsuitable as e:
            return "not judged", str(e)
        except Difference as e:
            if verbose:
                print(f"  DIFFERENT {kernel}: {e}", flush=True)
            return "different", str(e)
        except subprocess.TimeoutExpired:
            return "not judged", "lockstep run takes too long"
        finally:
            if verbose:
                print(f"  {time.monotonic() - start:6.1f} s  {kernel}", flush=True)

    passed, failures, skipped = 0, [], 0
    for kernel, (what, why) in zip(kernels, pool.map(outcome, enumerate(kernels))):
        passed += what == "same"
        if what == "different":
            failures.append(f"{kernel}: {why}")
        elif what == "not judged":
            skipped += 1
            print(f"  not judged: {kernel}: {why}")
    print(f"PoCL and lockstep run agree on the final buffers of {passed} kernels; {skipped} are not judged")
    return passed, failures, skipped
