#!/usr/bin/env python3
"""Times Lockstep, whole processes: generated families of kernels (families.py) and everything below kernels/.

  bench/bench.py [--runs N] [--family NAME]... [--quick]   print the table, write JSON and plots to build/bench/
  bench/bench.py --compare FILE                           beside it, how each ratio has changed since that run
  bench/bench.py --check                                  only the limits that the project sets itself; exit status 1 if broken
  bench/bench.py --docs                                   also writes docs/bench.md and docs/bench/*.svg

Each family runs with all tiers, with the watchdog tier alone, and with cvc5. A time is the smallest of N runs. Machines
differ and are noisy: what counts is the ratio to a trivial kernel, which is timed again before every family. A kernel that is
not verified ends the run; one that is out of time, its series."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import families
import plot

ROOT = pathlib.Path(__file__).resolve().parent.parent
WAYS = {"all tiers, Z3": [], "watchdog, Z3": ["--tier", "watchdog"], "all tiers, cvc5": ["--solver", "cvc5"]}
SECONDS = 10  # a series ends with the first kernel that takes longer


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = pathlib.Path(folder)

    def run(self, path, arguments=()):
        """Seconds of the whole process and its result."""
        start = time.monotonic()
        done = subprocess.run([self.options.lockstep, "verify", "--no-cache", "--jobs", "1", "--format", "json", *arguments, str(path)], cwd=ROOT,
                              capture_output=True, text=True, check=False)
        seconds = time.monotonic() - start
        try:
            return seconds, json.loads(done.stdout)["results"][0]
        except (json.JSONDecodeError, LookupError):
            sys.exit(f"bench.py: {self.options.lockstep} gave no result for {path}: {done.stderr.strip() or done.stdout.strip()}")

    def write(self, text):
        path = self.folder / "kernel.cl"
        path.write_text(text)
        return path

    def best(self, text, arguments=()):
        """The smallest time of several runs; None when it is out of time."""
        path = self.write(text)
        best = None
        for _ in range(self.options.runs):
            seconds, result = self.run(path, [*arguments, "--timeout", str(SECONDS)])
            if result["verdict"] == "unknown":
                return None
            if result["verdict"] != "verified":
                sys.exit(f"bench.py: expected verified, found {result['verdict']} for\n{text[:2000]}")
            best = seconds if best is None else min(best, seconds)
        return best

    def family(self, name):
        make, sizes, _ = families.FAMILIES[name]
        for way, arguments in WAYS.items():
            trivial = self.best(families.TRIVIAL, arguments)
            for size in sizes:
                if self.options.quick and size > 100:
                    break
                seconds = self.best(make(size), arguments)
                if seconds is None:
                    print(f"{'':10}{'> ' + str(SECONDS):>9} s  {name} {size}, {way}", flush=True)
                    break
                yield {"family": name, "size": size, "way": way, "seconds": round(seconds, 4), "ratio": round(seconds / trivial, 3)}
                if seconds > SECONDS / 2:
                    break

    def corpus(self, way, arguments):
        """Every kernel below kernels/, in one process: how long each takes, and which tier decides."""
        done = subprocess.run([self.options.lockstep, "suite", "kernels", "--no-cache", "--format", "json", *arguments], cwd=ROOT,
                              capture_output=True, text=True, check=False)
        results = [r for r in json.loads(done.stdout)["results"] if r["stages"]]
        times = sorted((r["seconds"], r["file"]) for r in results)
        stages = {s: statistics.median(r["stages"].get(s, 0) for r in results) for r in results for s in r["stages"]}
        tiers = {}
        for r in results:
            if r.get("tier"):
                tiers[r["tier"]] = tiers.get(r["tier"], 0) + 1
        return {"way": way, "kernels": len(times), "median": statistics.median(t for t, _ in times), "worst": times[-1][0],
                "slowest": [{"file": f, "seconds": t} for t, f in times[-5:][::-1]], "stages": stages, "tiers": tiers}

    def check(self):
        """The limits; how many are broken."""
        broken = 0
        print(f"{'kernel':<36}{'verdict':<12}{'whole s':>9}{'limit':>8}{'before Boogie s':>17}{'limit':>8}")
        for name, source, limit, limit_before in families.LIMITS:
            path = self.write(source) if "\n" in source else ROOT / source
            whole, before, verdict = [], [], ""
            for _ in range(self.options.runs):
                seconds, result = self.run(path)
                whole.append(seconds)
                before.append(sum(s for stage, s in result["stages"].items() if stage != "verify"))
                verdict = result["verdict"]
            w, b = statistics.median(whole), statistics.median(before)
            late = (limit and w > limit) or (limit_before and b > limit_before) or verdict != "verified"
            broken += bool(late)
            print(f"{name:<36}{verdict:<12}{w:>9.3f}{limit or '':>8}{b:>17.3f}{limit_before or '':>8}{'  <-- broken' if late else ''}",
                  flush=True)
        return broken


def series(rows, name):
    out = {}
    for r in rows:
        if r["family"] == name:
            out.setdefault(r["way"], []).append((r["size"], r["ratio"]))
    return out


def write_plots(rows, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in {r["family"]: None for r in rows}:
        title = name.replace("_", " ")
        (folder / f"{name}.svg").write_text(plot.svg(title, families.FAMILIES[name][2], "time, in trivial kernels", series(rows, name)))


def document(data):
    """docs/bench.md: ratios, since seconds are of one machine only."""
    rows, out = data["rows"], []
    out.append("# How fast Lockstep is\n\nWritten by `scripts/bench --docs`. Times are of whole processes, given as multiples of the time of a trivial kernel (one\n"
               "write a thread) on the same machine and in the same way; an exponent of 1 is linear growth. It is fitted on the sizes from a\n"
               "tenth of the largest on, and below 1 where the start of the process still dominates. A series ends where a kernel takes longer\n"
               f"than {SECONDS} s.\n")
    for name in {r["family"]: None for r in rows}:
        out.append(f"\n## {name.replace('_', ' ').capitalize()}: {families.FAMILIES[name][2]}\n\n![{name}](bench/{name}.svg)\n")
        every = series(rows, name)
        sizes = sorted({x for points in every.values() for x, _ in points})
        out.append("| | " + " | ".join(str(x) for x in sizes) + " | exponent |\n|---|" + "---:|" * (len(sizes) + 1))
        for way, points in every.items():
            of = dict(points)
            slope = plot.exponent(points)
            out.append(f"| {way} | " + " | ".join(f"{of[x]:.1f}" if x in of else "–" for x in sizes) + f" | {f'{slope:.2f}' if slope is not None else ''} |")
    if data["corpus"]:
        out.append("\n## Everything below kernels/\n\nIn one `suite` run; median and worst in trivial kernels, the parts of the median kernel's time, and which tier decided.\n\n"
                   "| | kernels | median | worst | slowest | Clang | emission and analyses | Boogie and solver | tiers |\n|---|---:|---:|---:|---|---:|---:|---:|---|")
        for c in data["corpus"]:
            all_stages = sum(c["stages"].values()) or 1
            clang, engine = c["stages"].get("compile", 0), c["stages"].get("verify", 0)
            out.append(f"| {c['way']} | {c['kernels']} | {c['median'] / data['trivial']:.2f} | {c['worst'] / data['trivial']:.0f} | "
                       f"`{c['slowest'][0]['file']}` | {clang / all_stages:.0%} | {(all_stages - clang - engine) / all_stages:.0%} | {engine / all_stages:.0%} | "
                       + ", ".join(f"{t} {n}" for t, n in sorted(c["tiers"].items())) + " |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", default=str(ROOT / "build/release/bin/lockstep"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--family", action="append", choices=list(families.FAMILIES), help="only this one; may be repeated")
    parser.add_argument("--quick", action="store_true", help="no size above 100, kernels/ left out")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--output", default=str(ROOT / "build/bench"), help="folder of bench.json and the plots")
    parser.add_argument("--compare", help="bench.json of an earlier run")
    options = parser.parse_args()
    if not pathlib.Path(options.lockstep).is_file():
        sys.exit(f"bench.py: there is no '{options.lockstep}': build it (scripts/build) or pass --lockstep FILE")
    saved = {}
    if options.compare:
        try:
            saved = {(r["family"], r["size"], r["way"]): r["ratio"] for r in json.loads(pathlib.Path(options.compare).read_text())["rows"]}
        except (OSError, ValueError, LookupError, TypeError) as e:
            sys.exit(f"bench.py: '{options.compare}' is no earlier run's bench.json ({e}): pass the file that such a run wrote")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        if options.check:
            return 1 if bench.check() else 0
        data = {"trivial": bench.best(families.TRIVIAL), "rows": [], "corpus": []}
        print(f"{'ratio':>10}{'seconds':>9}")
        for name in options.family or families.FAMILIES:
            for row in bench.family(name):
                data["rows"].append(row)
                was = saved.get((row["family"], row["size"], row["way"]))
                changed = f"  was {was:.2f}, x{row['ratio'] / was:.2f}" if was else ""
                print(f"{row['ratio']:>10.2f}{row['seconds']:>9.3f} s  {name} {row['size']}, {row['way']}{changed}", flush=True)
            for way, points in series(data["rows"], name).items():
                slope = plot.exponent(points)
                print(f"{'':10}exponent {slope:.2f}  {name}, {way}" if slope is not None else "", flush=True)
        if not options.family and not options.quick:
            for way, arguments in WAYS.items():
                c = bench.corpus(way, arguments)
                data["corpus"].append(c)
                print(f"{c['median'] / data['trivial']:>10.2f}{c['median']:>9.3f} s  median of {c['kernels']} kernels, {way}; worst {c['worst']:.2f} s: "
                      f"{c['slowest'][0]['file']}", flush=True)
    output = pathlib.Path(options.output)
    write_plots(data["rows"], output)
    (output / "bench.json").write_text(json.dumps(data, indent=1) + "\n")
    print(f"written: {output}/bench.json and a plot for each family")
    if options.docs:
        write_plots(data["rows"], ROOT / "docs/bench")
        (ROOT / "docs/bench.md").write_text(document(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
