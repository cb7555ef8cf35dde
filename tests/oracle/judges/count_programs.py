"""CUDA programs for counts.py: kernels below kernels/ with the launches of their first lines, and beside them what Lockstep counts.

A kernel in OpenCL C becomes CUDA by the macros of opencl_as_cuda.h; what is counted is the program that nvcc compiles. Nothing
here needs a GPU."""
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys

from gpu_programs import KERNEL, LAUNCH, command_options, expectation, scalar_names, sizes
from judge_kernels import ANNOTATION, ROOT

sys.path.insert(0, str(ROOT / "tests"))
from costs import RUNS, launches  # noqa: E402

OPENCL = (pathlib.Path(__file__).parent / "opencl_as_cuda.h").read_text()
# In this order, for a run that ends early: kernels that are made to be counted come first.
MADE = ("cost/wide", "cost/banks", "cost/atomics")
FOLDERS = (*MADE, "cost", "memory", "bytes", "algorithms", "free_sizes", "programs", "loops",
           "corners", "atomics", "warps")
NOT_PLAIN = re.compile(r"__constant|image2d|sampler_t|\bpipe\b|__local[^;(){}=]*\*|\bhalf\b|async_work|work_group_|sub_group_"
                       r"|#include \"")
OBSERVED = re.compile(r"^// observe nvidia \S+(?: \w+)? \(([^)]*)\):", re.M)
OPENCL_KERNEL = re.compile(r"\b__kernel\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?void\s+(?P<name>\w+)\s*"
                           r"\((?P<parameters>[^{;]*?)\)\s*(?:/\*.*?\*/\s*)*\{", re.S)
SCALAR = re.compile(r'^  param (\S+) : ([if]\d+|bool)(?: "(\w+)")?;', re.M)
ARRAY = re.compile(r'^  array (\S+) : ([if]\d+|bool)\[(\d*)\] global.* param(?: elements (\d+))?(?: "(\w+)")?;', re.M)
REQUIRED = re.compile(r"__(?:global_)?requires\s*\(\s*(\w+)\s*==\s*(\d+)\s*\)")
AS_RUN = {"load": "read", "store": "write"}  # what `perf` calls the kinds of `run`
LARGEST, MOST_STEPS, CONTENTS = 4096, 4000000, 2048
FAMILIES = [(space, kind) for space in ("global", "local") for kind in ("read", "write", "atomic")]


def program_text(path):
    """A text that both Lockstep and nvcc take for CUDA; None if it is more than a plain kernel."""
    text = path.read_text(errors="replace")
    if NOT_PLAIN.search(re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)) or (path.suffix == ".cl" and "__kernel" not in text):
        return None
    empty = "".join(f"#define {name}(...)" + ("\n" if name == "__axiom" else " ((void)0)\n")
                    for name in sorted(set(ANNOTATION.findall(text))))
    head = f"#ifdef COUNTED_BY_GPU\n{empty}#endif\n" if empty else ""
    return head + (OPENCL if path.suffix == ".cl" else "") + f'#line 1 "{path.name}"\n{text}\n'


def launches_of(text, name, block, grid, most):
    """Launches to count: ((block, grid), {parameter: what --arg says}), at most so many, drawn with a fixed seed."""
    def size(word):
        numbers = [int(n) for n in word.strip("[]").split(",")]
        return numbers + [1] * (3 - len(numbers))
    found = []
    for runs in RUNS.findall(text):
        for launch in launches(runs):
            given = dict(w for w in launch if w[0] != "--arg")
            arguments = dict(a.split("=", 1) for w, a in launch if w == "--arg")
            if all(known(v) for v in arguments.values()):
                found.append((size(given["--local-size"]), size(given["--num-groups"]), arguments))
    for words in OBSERVED.findall(text):
        arguments = dict(a.split("=", 1) for a in words.split() if "=" in a)
        if block and all(known(v) for v in arguments.values()):
            found.append((block, grid, arguments))
    if not found and block:
        found = [(block, grid, {})]
    if not found:
        literal = re.search(LAUNCH % name, text)
        found = [([int(literal[2]), 1, 1], [int(literal[1]), 1, 1], {})] if literal else []
    large = [f for f in found if f[0][0] * f[0][1] * f[0][2] >= 32] or found
    return random.Random(1).sample(large, min(most, len(large)))


def known(value):
    """Contents that the GPU can have too: numbers that are not large."""
    if re.fullmatch(r"(zero|iota):\d+", value):
        return True
    return all(re.fullmatch(r"-?\d+", n) and abs(int(n)) <= LARGEST for n in value.split(","))


def numbers(value, type_):
    """The elements that --arg makes of a value."""
    kind, _, count = value.partition(":")
    if kind in ("zero", "iota"):
        most = 1 << int(type_[1:]) if type_[0] == "i" else LARGEST
        return [i % most if kind == "iota" else 0 for i in range(int(count))]
    return [int(n) for n in value.split(",")]


def answer(command):
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "no end"
    return done.stdout, (done.stderr.strip().splitlines() or [""])[0]


def arguments_of(lockstep, common, names, text, threads, given):
    """(words for Lockstep, values for the GPU in the order of the parameters), or a reason."""
    kernel, problem = answer([lockstep, "dump", *common, "--stage", "build_kernel"])
    if not kernel:
        return problem or "not compiled"
    scalars = {shown or name: type_ for name, type_, shown in SCALAR.findall(kernel) if not name.startswith("address.")}
    arrays = {shown or name: (type_, elements) for name, type_, extent, elements, shown in ARRAY.findall(kernel)}
    required = dict(REQUIRED.findall(text))
    words, values = [], []
    unknown = (set(scalars) | set(arrays)) - set(names)
    if unknown:
        return f"parameters that are not understood: {', '.join(sorted(unknown))}"
    for name in names:
        if name in arrays:
            type_, elements = arrays[name]
            if name in given:
                contents = numbers(given[name], type_)
            elif type_ == "i32" and not elements: # small numbers: where they are places, no place is far
                contents = [(i * 7 + i // 5) % 8 for i in range(CONTENTS)]
            else:
                contents = []
            if elements and contents:
                return "contents of structures"
            if contents:
                words += ["--arg", f"{name}=" + ",".join(map(str, contents))]
            values.append({"array": type_, "contents": contents})
        elif name in scalars:
            number = int(given.get(name, required.get(name, threads)))
            words += ["--arg", f"{name}={number}"]
            values.append({"scalar": scalars[name], "value": number})
        else:
            values.append({"unused": True})
    return words, values


def counted(accesses):
    """Of each family the requests, and the sectors or wavefronts."""
    out = {}
    for space, kind in FAMILIES:
        requests = [a["requests"] for a in accesses if (a["space"], a["kind"]) == (space, kind) and a["requests"]["count"]]
        unit = "sectors" if space == "global" else "wavefronts"
        out[f"{space} {kind}"] = [sum(r["count"] for r in requests), sum(round(r["count"] * r[unit]["average"]) for r in requests)]
    return out


def bounds(lockstep, command, accesses):
    """What `lockstep perf` bounds the same numbers by, for as many requests; None where it has no answer for some access."""
    said, _ = answer([lockstep, "perf", *command, "--format", "json"])
    try:
        found = [a for k in json.loads(said)["kernels"] for a in k["accesses"]]
    except (TypeError, ValueError, KeyError):
        return None
    by_place = {}
    for a in found:
        by_place.setdefault((a["line"], a["column"], a["array"], AS_RUN.get(a["kind"], a["kind"])), []).append(a)
    out = {f"{space} {kind}": [0, 0] for space, kind in FAMILIES}
    for a in accesses:
        unit = {"global": "sectors", "local": "wavefronts"}.get(a["space"])
        if not unit or not a["requests"]["count"]:
            continue
        mine = by_place.get((a["line"], a["column"], a["array"], a["kind"]))
        if not mine:
            return None
        bound = mine.pop(0).get(unit)
        if not bound or bound.get("most") is None:
            return None
        sums = out[f"{a['space']} {a['kind']}"]
        sums[0] += a["requests"]["count"] * bound["least"]
        sums[1] += a["requests"]["count"] * bound["most"]
    return out


def entry(lockstep, folder, path, match, launch, number):
    """A row of the manifest, or a reason why there is none."""
    block, grid, given = launch
    text = path.read_text(errors="replace")
    program = folder / f"{path.relative_to(ROOT / 'kernels').with_suffix('').as_posix().replace('/', '-')}-{path.suffix[1:]}.cu"
    program.write_text(program_text(path))
    shapes = ["--local-size", ",".join(map(str, block)), "--num-groups", ",".join(map(str, grid))]
    options = command_options(text)
    common = [str(program), "--kernel", match["name"], *shapes, *options]
    threads = block[0] * grid[0]
    made = arguments_of(lockstep, common, scalar_names(match["parameters"]), text, threads, given)
    if isinstance(made, str):
        return made
    words, values = made
    run = [lockstep, "run", *common, "--wrap", "--max-steps", str(MOST_STEPS), "--format", "json", *words, "--observe"]
    memory, problem = answer([*run, "memory"])
    try:
        memory = json.loads(memory)
        if memory["ending"] != "terminated":
            return f"not executed: {memory['ending']} {memory['reason']}"
    except (TypeError, ValueError, KeyError):
        return problem or "not executed"
    cost, _ = answer([*run, "cost", "--metric", "requests", "--metric", "sectors", "--metric", "wavefronts"])
    try:
        metrics = {m["name"]: [m["total"], m["at_post_dominators"]] for m in json.loads(cost)["costs"]["metrics"]}
    except (TypeError, ValueError, KeyError):
        metrics = {}
    counts = counted(memory["accesses"])
    shown = {k: v if len(v) < 40 else v[:37] + "..." for k, v in given.items()}
    return {"file": str(path.relative_to(ROOT)), "kernel": match["name"], "number": number,
            "launch": f"{block} x {grid}" + "".join(f", {k}={v}" for k, v in shown.items()), "program": program.name,
            "block": block, "grid": grid, "dynamic": 32768 if "extern __shared__" in text else 0, "arguments": values,
            "options": [o for o in options if o.startswith(("-D", "-std"))], "counts": counts, "cost": metrics,
            "perf": bounds(lockstep, common, memory["accesses"])}


def differs(e):
    """Does --observe cost count something else than --observe memory?"""
    counts, total = e["counts"], lambda space, i: sum(v[i] for k, v in e["counts"].items() if k.startswith(space))
    wanted = {"requests": total("", 0), "sectors": total("global", 1), "wavefronts": total("local", 1)}
    return [f"{e['file']}: {e['kernel']} ({e['launch']}): {name}: --observe cost {seen[0]}, --observe memory {wanted[name]}"
            for name, seen in e["cost"].items() if seen[0] != wanted[name]] if counts else []


def chosen_files(pattern):
    seen = []
    for folder in FOLDERS:
        for path in sorted((ROOT / "kernels" / folder).rglob("*.c[lu]")):
            if path not in seen and path.match(pattern) and not path.stem.endswith("_bad"):
                seen.append(path)
    return seen


def tasks(pattern):
    """(path, its kernel, a launch) of all that is counted, and files that are not, with the reason."""
    found, skipped = [], []
    for path in chosen_files(pattern):
        text = path.read_text(errors="replace")
        if expectation(text) not in ("verified", "race"):
            continue
        plain = program_text(path)
        rule = KERNEL if path.suffix == ".cu" else OPENCL_KERNEL
        kernels = [m for m in rule.finditer(text if plain else "") if not m.groupdict().get("template")]
        if len(kernels) != 1:
            skipped.append({"file": str(path.relative_to(ROOT)),
                            "why": f"{len(kernels)} kernels" if plain else "not a plain kernel"})
            continue
        of = launches_of(text, kernels[0]["name"], *(sizes(text) or (None, None)),
                         2 if str(path.parent.relative_to(ROOT / "kernels")) in MADE else 1)
        if not of:
            skipped.append({"file": str(path.relative_to(ROOT)), "why": "no sizes"})
        found += [(path, kernels[0], launch) for launch in of]
    return found, skipped


def prepare(lockstep, folder, pattern, jobs, chosen=lambda path: True):
    """Writes programs and manifest.json into the folder; the complaints."""
    folder.mkdir(parents=True, exist_ok=True)
    found, skipped = tasks(pattern)
    found = [t for t in found if chosen(str(t[0].relative_to(ROOT)))]
    skipped = [s for s in skipped if chosen(s["file"])]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        made = list(pool.map(lambda t: entry(lockstep, folder, *t[1], t[0]), enumerate(found)))
    entries = [e for e in made if isinstance(e, dict)]
    skipped += [{"file": str(t[0].relative_to(ROOT)), "why": e} for t, e in zip(found, made) if isinstance(e, str)]
    (folder / "manifest.json").write_text(json.dumps({"entries": entries, "skipped": skipped}, indent=1))
    return [line for e in entries for line in differs(e)]
