#!/usr/bin/env python3
"""Random indices of mixed radix with sizes as parameters, some of them broken, against what small sizes show.

Each kernel takes its threads' numbers apart into digits (quotients and remainders by products of sizes, nested or not, or an id for
each digit), and puts these together again in some order, with other radices (Horner's scheme, products written out, strides,
paddings, pairs). One in two has a mistake: a digit twice or left out, two sizes confused, a radix that is too small or a parameter by itself, no guard. The
truth for given sizes is arithmetic: two threads store to one element. Sizes are tried at random.

  disagreement   `verified`, and sizes that meet the condition that the verdict rests on, if any, make two threads collide;
                 or a condition that is told is met by such sizes
  false alarm    a violation of a kernel without a mistake; a confirmed one is a disagreement
  open           no verdict within the time limit

The exit status is 1 if there is a disagreement, or where fewer than a quarter are verified or shown to race: then nothing was
tested."""
import argparse
import collections
import concurrent.futures
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PER_FILE = 8
NAMES = "abcd"


def takes_ids(seed):
    """Has each digit an id of its own? Of all kernels of a file, as they are launched together."""
    return random.Random(seed // PER_FILE).random() < 0.3


class Kernel:
    """One kernel: its text in OpenCL C, and a function from sizes to whether two threads collide."""

    def __init__(self, name, seed):
        r = self.r = random.Random(seed)
        self.name, self.seed = name, seed
        self.type = r.choice(["int", "int", "int", "uint", "long"])
        self.sizes = list(NAMES[:r.choice([2, 2, 3, 3, 4])])
        self.broken = r.random() < 0.5
        self.mistake = r.choice(["twice", "lost", "confused", "small", "unguarded", "decomposed", "pitch", "pitch"]) if self.broken else "none"
        self.by_ids = takes_ids(seed)
        if self.by_ids:
            self.sizes = self.sizes[:3]
        self.pair = r.random() < 0.2
        self.lines, self.code = [], []  # in C, in Python
        self.decompose()
        self.compose()

    def let(self, name, value):
        self.lines.append(f"  {self.type} {name} = {value};")
        self.code.append(f"{name} = {value.replace('/', '//').replace(f'({self.type})', '')}")

    def product(self, names):
        return " * ".join(names) if names else "1"

    def decompose(self):
        r, sizes = self.r, self.sizes
        digits = [f"d{n}" for n in range(len(sizes))]
        guarded = self.mistake != "unguarded"
        if self.by_ids:
            for n, d in enumerate(digits):
                self.let(d, f"({self.type})get_global_id({n})")
            self.guard = " && ".join(f"{d} < {s}" for d, s in zip(digits, sizes)) if guarded else ""
            if not guarded and r.random() < 0.5:  # all but one
                self.guard = " && ".join(f"{d} < {s}" for d, s in list(zip(digits, sizes))[:-1])
            self.digits = digits
            return
        self.let("i", f"({self.type})get_global_id(0)")
        self.guard = f"i < {self.product(sizes)}" if guarded else ""
        radices = list(sizes)
        if self.mistake == "decomposed" and len(set(radices)) > 1:
            at = r.randrange(1, len(radices))
            radices[at] = r.choice([s for s in sizes if s != radices[at]])
        style = r.choice(["quotients", "nested", "chained"])
        if style == "quotients":  # of the whole number
            for n, d in enumerate(digits):
                below = radices[n + 1:]
                whole = "i" if not below else f"i / ({self.product(below)})" if len(below) > 1 else f"i / {below[0]}"
                self.let(d, whole if n == 0 else f"{whole} % {sizes[n]}")
        elif style == "nested":  # from the last digit on
            rest = "i"
            for n in reversed(range(len(digits))):
                if n == 0:
                    self.let(digits[n], rest)
                else:
                    self.let(digits[n], f"{rest} % {radices[n]}")
                    self.let(f"r{n}", f"{rest} / {radices[n]}")
                    rest = f"r{n}"
        else:  # from the first digit on
            rest = "i"
            for n, d in enumerate(digits):
                below = radices[n + 1:]
                if not below:
                    self.let(d, rest)
                else:
                    self.let(d, f"{rest} / ({self.product(below)})")
                    self.let(f"r{n}", f"{rest} - {d} * ({self.product(below)})")
                    rest = f"r{n}"
        self.digits = digits

    def compose(self):
        r = self.r
        order = list(range(len(self.sizes)))
        r.shuffle(order)
        digits = [self.digits[n] for n in order]
        radices = [self.sizes[n] for n in order]
        if self.mistake == "twice":
            digits[r.randrange(len(digits))] = r.choice(self.digits)
        elif self.mistake == "lost":
            digits[r.randrange(len(digits))] = "0"
        elif self.mistake == "confused" and len(set(radices)) > 1:
            at = r.randrange(1, len(radices))
            radices[at] = r.choice(self.sizes)
        elif self.mistake == "small":
            at = r.randrange(1, len(radices))
            radices[at] = f"({radices[at]} - 1)"
        elif self.mistake == "pitch":  # a radix that is a parameter by itself
            radices[r.randrange(1, len(radices))] = "p"
        for n in range(1, len(radices)):
            if r.random() < 0.15:
                radices[n] = f"({radices[n]} + {r.randint(1, 4)})"
        style = r.choice(["horner", "expanded", "strides"])
        if style == "horner":
            index = digits[0]
            for d, radix in zip(digits[1:], radices[1:]):
                index = f"({index}) * {radix} + {d}"
        else:
            terms = []
            for n, d in enumerate(digits):
                below = radices[n + 1:]
                if below and style == "strides":
                    self.let(f"s{n}", self.product(below))
                    terms.append(f"{d} * s{n}")
                else:
                    terms.append(f"{d} * ({self.product(below)})" if below else d)
            r.shuffle(terms)
            index = " + ".join(terms)
        self.let("at", f"{index}")

    def text(self):
        params = ", ".join(f"{self.type} {s}" for s in self.sizes + ["p"] * (self.mistake == "pitch"))
        who = "get_global_id(0)" if not self.by_ids else \
            " + 1000 * ".join(f"get_global_id({n})" for n in range(len(self.sizes)))
        store = f"out[{'2 * at' if self.pair else 'at'}] = {who};"
        if self.pair:
            store = f"{{ {store} out[2 * at + 1] = 0 - {who}; }}"
        out = [f"kernel void {self.name}(global long *out, {params}) {{"] + self.lines
        out.append(f"  if ({self.guard}) {store}" if self.guard else f"  {store}")
        return "\n".join(out + ["}"])

    def collides(self, sizes, threads):
        """Do two threads store to one element? None: something divides by zero."""
        program = self.compiled()
        seen = {}
        ids = itertools.product(*(range(t) for t in threads)) if self.by_ids else ((t,) for t in range(threads[0]))
        for thread in ids:
            scope = dict(sizes)
            scope["get_global_id"] = lambda n, thread=thread: thread[n]
            try:
                exec(program, {}, scope)  # of texts that this file makes
            except ZeroDivisionError:
                return None
            if scope["stores"] and seen.setdefault(scope["at"], thread) != thread:
                return True
        return False

    def compiled(self):
        if not hasattr(self, "program"):
            guard = self.guard.replace("&&", "and").replace("/", "//") if self.guard else "True"
            self.program = compile("\n".join(self.code + [f"stores = {guard}"]), self.name, "exec")
        return self.program

    def total(self, sizes):
        out = 1
        for s in sizes.values():
            out *= s
        return out

    def trials(self, number):
        """Sizes and threads at random, small."""
        r = random.Random(self.seed + 1)
        for _ in range(number):
            sizes = {s: r.choice([1, 1, 2, 2, 3, 4, 5, 6]) for s in self.sizes}
            pitch = r.choice([0, 1, 2, 3, 4, 5, 6, 7, 8])
            if self.by_ids:
                threads = [r.choice([1, 2, 3, 5, 7]) for _ in self.sizes]
            else:
                threads = [min(400, self.total(sizes) + r.choice([0, 3]))]
            yield sizes | {"p": pitch}, threads


def meets(text, sizes, threads):
    """Is the condition met? None: it speaks of more than the kernel's sizes."""
    python = text.replace("(long)", "").replace("&&", "and").replace("||", "or")
    if re.search(r"get_", python):
        return None
    try:
        return bool(eval(python, {}, dict(sizes)))
    except NameError:
        return None


def judge(lockstep, folder, seeds, timeout):
    kernels = [Kernel(f"k{n}", seed) for n, seed in enumerate(seeds)]
    path = folder / f"radix_{seeds[0]}.cl"
    path.write_text("\n\n".join(k.text() for k in kernels) + "\n")
    launch = "*,*,*" if takes_ids(seeds[0]) else "*"
    command = [lockstep, "verify", str(path), "--local-size", launch, "--num-groups", launch, "--format", "json", "--jobs", "1",
               "--timeout", str(timeout), "--accept-conditions", "all"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    path.unlink()
    try:
        results = {r["kernel"]: r for r in json.loads(answer.stdout)["results"]}
    except (ValueError, KeyError):
        return [(k, "error", answer.stderr.strip()[:200]) for k in kernels]
    return [(k, *decide(k, results.get(k.name))) for k in kernels]


def decide(kernel, result):
    if result is None:
        return "error", "no result"
    verdict = result["verdict"]
    if verdict not in ("verified", "race"):
        return ("open", result["reason"][:80]) if verdict == "unknown" else ("error", f"{verdict}: {result['reason']}")
    condition = result.get("condition")
    accepted = verdict == "verified"
    text = condition["text"] if condition else None
    shown = None
    for sizes, threads in kernel.trials(60):
        inside = True if text is None else meets(text, sizes, threads)
        if inside is None or (text is None and not accepted):
            inside = False
        collides = kernel.collides(sizes, threads)
        if collides:
            shown = (sizes, threads)
        if collides and inside:
            return "disagreement", f"{verdict}{' if ' + text if text else ''}, and {sizes} with {threads} threads collide"
    if accepted:
        return ("verified if" if text else "verified"), text or ""
    if shown:
        return "race, shown", text or ""
    if kernel.broken:
        return "race", text or ""
    confirmed = [f for f in result["findings"] if (f.get("replay") or {}).get("status") == "confirmed"]
    if not confirmed:
        return "false alarm", text or ""
    sizes = {s: int(confirmed[0]["values"].get(s, 0)) for s in kernel.sizes}
    if any(not 0 < v <= 64 for v in sizes.values()):
        return "race of large sizes", text or ""
    threads = [v + 1 for v in sizes.values()] if kernel.by_ids else [4 * kernel.total(sizes) + 4]
    return ("race of small sizes", "") if kernel.collides(sizes, threads) else ("disagreement", f"no race of {sizes}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--count", type=int, default=48, help="kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=2, help="seconds for a kernel")
    parser.add_argument("--print", action="store_true", help="the kernel of the seed")
    parser.add_argument("-v", action="store_true", help="a line for each kernel")
    options = parser.parse_args()
    if options.print:
        launch = "[*,*,*]" if takes_ids(options.seed) else "*"
        print(f"//--local_size={launch} --num_groups={launch}\n" + Kernel("k", options.seed).text())
        return 0
    counts, by_mistake, failed = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        first = options.seed - options.seed % PER_FILE
        starts = range(first, first + options.count, PER_FILE)
        batches = [list(range(s, min(s + PER_FILE, first + options.count))) for s in starts]
        for done in pool.map(lambda b: judge(options.lockstep, pathlib.Path(folder), b, options.timeout), batches):
            for kernel, said, remark in done:
                counts[said] += 1
                by_mistake[f"{kernel.mistake}: {said}"] += 1
                bad = said in ("disagreement", "error")
                failed += bad
                if bad or options.v:
                    print(f"seed {kernel.seed} ({kernel.mistake}): {said}: {remark}", flush=True)
    for said, n in sorted(counts.items()):
        print(f"{n:8}  {said}")
    if options.v:
        for said, n in sorted(by_mistake.items()):
            print(f"{n:8}  {said}")
    told = sum(n for said, n in counts.items() if said.startswith("verified") or said == "race, shown")
    if 4 * told < sum(counts.values()):
        print(f"only {told} of {sum(counts.values())} kernels have a verdict that was compared")
        failed += 1
    print(f"radix: {options.count - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
