#!/usr/bin/env python3
"""No input runs longer than its time limit, or takes more memory than its limit, by more than a little.

Each of these is verified, counted and bounded (`verify`, `perf`, `cost`) with --timeout and --memory; it must end within
two seconds more, with 500 MB more at the most, and with the exit status of an answer:

  graphs    random control-flow graphs (LLVM's IR) whose loop variables are assigned from each other in parallel
  mutants   kernels of kernels/ with random edits of their text
  large     IR of 50,000 instructions, 600 cases of a switch, kernels of 3,000 lines

    tests/budgets.py --lockstep build/release/bin/lockstep [--graphs N] [--mutants N] [--seed N] [--keep DIR]

The last line is "budgets: N passed, N failed, N skipped"."""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 3, 1500  # the limits
LATE, OVER = 2, 500  # that may be exceeded by so much
ANSWERS = {0, 1, 2, 3}
SIZES = ["--local-size", "64", "--num-groups", "2"]

HEAD = """target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"
declare spir_func i64 @_Z12get_local_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n, i32 %m) {
entry:
  %lid = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %lid to i32
"""


def graph(r):
    """Blocks that jump to any other; each has a phi of every variable, so that edges permute, shift and mix them."""
    end, width = r.randint(2, 9), r.randint(2, 6)
    targets = [sorted({r.randrange(1, end + 1) for _ in range(r.choice([1, 2, 2]))}) for _ in range(end)] + [[]]
    ways, todo = {0: [None]}, [0]  # who jumps to each block that is reached
    while todo:
        b = todo.pop()
        for t in targets[b]:
            if t not in ways:
                ways[t] = []
                todo.append(t)
            ways[t].append(b)
    text = HEAD + "  br label %b0\n"
    for b, came_from in sorted(ways.items()):
        text += f"b{b}:\n"
        for v in range(width):
            values = [f"[ {r.choice(['%t', '%n', '%m', str(r.randint(0, 9))])}, %entry ]" if p is None else
                      f"[ %{r.choice('vvvw')}{p}.{r.randrange(width)}, %b{p} ]" for p in came_from]
            text += f"  %v{b}.{v} = phi i32 {', '.join(values)}\n"
        if b == end:
            text += f"""  %i = zext i32 %v{b}.0 to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %{r.choice(['i', 'lid'])}
  store i32 %v{b}.{width - 1}, ptr addrspace(1) %p
  ret void
"""
            continue
        for v in range(width):
            op = r.choice(["add", "sub", "mul", "xor", "and", "lshr", "udiv", "urem"])
            text += f"  %w{b}.{v} = {op} i32 %v{b}.{r.randrange(width)}, {r.choice([f'%v{b}.{r.randrange(width)}', '3', '1', '%n'])}\n"
        if len(targets[b]) == 1:
            text += f"  br label %b{targets[b][0]}\n"
        else:
            text += f"  %c{b} = icmp {r.choice(['slt', 'ult', 'eq', 'ne'])} i32 %w{b}.0, %{r.choice(['n', 'm', f'v{b}.1'])}\n"
            text += f"  br i1 %c{b}, label %b{targets[b][0]}, label %b{targets[b][1]}\n"
    return text + "}\n"


def edited(text, r):
    for _ in range(r.randint(1, 4)):
        tokens = list(re.finditer(r"\w+|[<>=!+\-*/%&|^]=?", text))
        a, b = r.choice(tokens), r.choice(tokens)
        by = b[0] if r.random() < 0.7 else str(r.choice([0, 1, 2, 31, 255, 2**31 - 1, 2**32, 2**63]))
        text = text[:a.start()] + by + text[a.end():]
    return text


def large():
    chain = HEAD + "  %x0 = add i32 %t, 1\n" + "".join(
        f"  %x{i + 1} = {('add', 'mul', 'xor', 'sub')[i * 7 % 4]} i32 %x{i}, %{'nm'[i % 3 % 2]}\n" for i in range(50000))
    end = "  %p = getelementptr i32, ptr addrspace(1) %a, i64 %lid\n  store i32 %{}, ptr addrspace(1) %p\n  ret void\n}}\n"
    yield "chain.ll", chain + end.format("x50000")
    loads = "".join(f"  %q{i} = getelementptr i32, ptr addrspace(1) %b, i64 {i}\n  %l{i} = load i32, ptr addrspace(1) %q{i}\n"
                    f"  %y{i} = add i32 %l{i}, %m\n  %x{i + 1} = xor i32 %x{i}, %y{i}\n" for i in range(12500))
    yield "loads.ll", HEAD + "  %x0 = add i32 %t, 1\n" + loads + end.format("x12500")
    cases = "".join(f"    case {i}: v += {i % 31} * n; a[get_global_id(0)] = v; break;\n" for i in range(600))
    kernel = "__kernel void k(__global int *a, __global float *b, int n) {\n  int v = 0, g = get_global_id(0);\n"
    yield "cases.cl", kernel + "  switch (a[g] & 1023) {\n" + cases + "  }\n  a[g] = v;\n}\n"
    r, lines = random.Random(1), []
    for i in range(3000):
        lines.append(r.choice(["  v += a[g + %d] * %d;\n", "  if (n > %d) v = v * 2 + %d;\n", "  a[g * 3000 + %d] = v + %d;\n",
                               "  v = (v * %d + n) ^ %d;\n"]) % (i, i % 97))
    yield "lines.cl", kernel + "".join(lines) + "}\n"
    yield "nest.cl", (kernel + "".join(f"  for (int i{i} = 0; i{i} < n; i{i}++)\n" for i in range(60)) + "    v += " +
                      " ^ ".join(f"i{i}" for i in range(60)) + ";\n  a[g] = v;\n}\n")


def run(command):
    """Exit status (None: ended by us), seconds, peak of memory in MB, what was said."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        watch = threading.Timer(SECONDS + LATE + 20, lambda: os.killpg(process.pid, signal.SIGKILL))
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return process.returncode, time.monotonic() - start, usage.ru_maxrss / 1024, out.read().decode(errors="replace")


def inputs(options):
    r = random.Random(options.seed)
    for i in range(options.graphs):
        yield f"graph{options.seed}_{i}.ll", graph(r)
    files = sorted(p for p in (ROOT / "kernels").rglob("*") if p.suffix in (".cl", ".cu", ".hip", ".ll"))
    for i in range(options.mutants):
        p = r.choice(files)
        yield f"mutant{options.seed}_{i}_{p.name}", edited(p.read_text(), r)
    if options.large:
        yield from large()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", required=True, type=pathlib.Path)
    parser.add_argument("--graphs", type=int, default=60)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--large", type=int, default=1, help="0: without the large ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what fails")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    options = parser.parse_args()
    lockstep, failed, worst_time, worst_memory, exits = options.lockstep.resolve(), [], (0, ""), (0, ""), {}

    with tempfile.TemporaryDirectory() as folder:
        def judge(name, text, command):
            path = pathlib.Path(folder) / name
            path.write_text(text)
            words = [lockstep, command, path, "--timeout", str(SECONDS), "--memory", str(MEGABYTES)]
            header = re.search(r"^(//|;)--", text, re.M)
            words += [] if header else SIZES
            words += ["--no-cache"] if command == "verify" else []
            return name, command, text, run(list(map(str, words)))

        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            jobs = [pool.submit(judge, name, text, command) for name, text in inputs(options)
                    for command in (("verify", "perf", "cost") if not name.startswith("mutant") else ("verify",))]
            for job in concurrent.futures.as_completed(jobs):
                name, command, text, (status, seconds, megabytes, said) = job.result()
                exits[status] = exits.get(status, 0) + 1
                worst_time = max(worst_time, (seconds, f"{command} {name}"))
                worst_memory = max(worst_memory, (megabytes, f"{command} {name}"))
                problem = (f"exit status {status}" if status not in ANSWERS else
                           f"{seconds:.1f} s" if seconds > SECONDS + LATE else
                           f"{megabytes:.0f} MB" if megabytes > MEGABYTES + OVER else
                           "not parsed" if name.startswith("graph") and "expected" in said and status == 2 else "")
                if problem:
                    failed.append(name)
                    print(f"{command} {name}: {problem}\n  " + "\n  ".join(said.splitlines()[-3:]))
                    if options.keep:
                        options.keep.mkdir(parents=True, exist_ok=True)
                        (options.keep / name).write_text(text)
    print(f"limits: {SECONDS} s, {MEGABYTES} MB; longest {worst_time[0]:.1f} s ({worst_time[1]}), most {worst_memory[0]:.0f} MB "
          f"({worst_memory[1]}); by exit status: {dict(sorted(exits.items(), key=str))}")
    print(f"budgets: {len(jobs) - len(failed)} passed, {len(failed)} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
