"""CUDA programs for gpu.py: the reproducers of must-fail kernels (`lockstep verify --repro`), and for must-verify kernels the
kernel with a host part that launches it with made-up inputs. Nothing here needs a GPU."""
import json
import pathlib
import re
import shlex
import subprocess

from judge_kernels import ANNOTATION, ROOT, first_lines

SIZES = re.compile(r"--(local[-_]size|block[-_]?[dD]im|num[-_]groups|grid[-_]?[dD]im)=(\[[^\]]*\]|\S+)")
KERNEL = re.compile(r"(?P<template>template\s*<[^;{}]*>\s*)?(?:extern\s+\"C\"\s+|static\s+|inline\s+)*__global__\s+(?:\[\[\w+\]\]\s*)?"
                    r"(?:static\s+|inline\s+)?(?:__launch_bounds__\s*\([^)]*\)\s*)?void\s+"
                    r"(?:__launch_bounds__\s*\([^)]*\)\s*)?(?P<name>\w+)\s*\((?P<parameters>[^{;]*?)\)\s*(?:/\*.*?\*/\s*)*\{")
LAUNCH = r"\b%s\s*<<<\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*\d+\s*)?(?:,[^>]*)?>>>"
BARRIER = re.compile(r"__sync|\bsync\s*\(|bar(?:rier)?\.|_sync\s*\(|pipeline|cuda::barrier|arrive")
BATCH = 12
# Where the tools of CUDA 13.0 report what PTX defines: racecheck takes no order from bar.arrive, synccheck wants all threads of a
# barrier with a number at one place, and takes a copy that arrives at a barrier for a second arrival of its thread.
UNKNOWN = {"barriers with numbers": re.compile(r"\bbar(?:rier)?\.(?:sync|arrive)[\w.]*\s+%?\w+\s*,"),
           "a copy at a barrier": re.compile(r"(?s)cuda::barrier.*memcpy_async")}
STATE = re.compile(r"^(?:static\s+)?__device__\s+(?:volatile\s+)?[\w:<>]+[^(){}]*;", re.M)  # what the first launch leaves
HOST = (pathlib.Path(__file__).parent / "gpu_host.h").read_text()


def sizes(text):
    """The block and the grid of the first lines, three numbers each, free ones small; None without any."""
    found = {}
    for line in first_lines(text):
        for name, value in SIZES.findall(line):
            found["block" if name[0] in "lb" else "grid"] = value.strip("[]").split(",")
    if "block" not in found:
        return None
    def three(values, free):
        return [free[len(values) - 1] if v.strip() == "*" else int(v) for v in values] + [1] * (3 - len(values))
    return three(found["block"], (64, 8, 4)), three(found.get("grid", ["1"]), (4, 2, 2))


def expectation(text):
    match = re.search(r"^// expect: (\w+)", text, re.M)
    return match[1] if match else ""


def sources():
    return sorted((ROOT / "kernels").rglob("*.cu"))


def is_shared(array, text):
    return bool(re.search(rf"__shared__[^;]*\b{re.escape(array.split('.')[0].split('[')[0])}\b", text))


def command_options(text):
    """Options of the first lines that a compiler needs: "-DN=4", "-std=c++17"."""
    words = [w for line in first_lines(text) if line.startswith(("//--", "//-D", "//-I")) for w in line[2:].split()]
    return [w for w in words if w.startswith(("-D", "-I"))] + ["-" + w.lstrip("-") for w in words if re.match(r"--?std=", w)]


def reproducers(lockstep, paths, folder, jobs):
    """Writes the reproducers of the files; entries for the manifest, and complaints."""
    entries, complaints = [], []
    for i in range(0, len(paths), BATCH): # a folder each: reproducers are named by the file alone, without its folder
        out = folder / f"{i // BATCH}"
        done = subprocess.run([lockstep, "verify", *(str(p.relative_to(ROOT)) for p in paths[i:i + BATCH]), "--repro", str(out),
                               "--jobs", str(jobs), "--timeout", "20", "--format", "json"], cwd=ROOT, capture_output=True, text=True)
        made, missing = confirmed(json.loads(done.stdout)["results"], out, folder)
        entries += made
        complaints += missing
    return entries, complaints


def confirmed(results, out, folder):
    """Of every kernel the first confirmed violation of each kind and array: entries, and complaints."""
    entries, complaints, heads = [], [], {}
    for text in sorted(out.glob("*.txt")):
        heads.setdefault(text.read_text().splitlines()[0], text)
    for result in results:
        kinds = set()
        for f in result["findings"]:
            key = (f["kind"], f.get("array", ""))
            if f.get("replay", {}).get("status") != "confirmed" or key in kinds:
                continue
            kinds.add(key)
            text = heads.get(f"{result['file']}: {result['kernel']}: {f['message']}")
            if text:
                entries.append(entry(result, f, text, folder))
            else:
                complaints.append(f"{result['file']}: {result['kernel']}: no reproducer of: {f['message']}")
    return entries, complaints


def entry(result, finding, text, folder):
    source = (ROOT / result["file"]).read_text(errors="replace")
    command = re.search(r"^nvcc (.*?) && ", text.read_text(), re.M)
    threads = [(a["thread"]["group"], a["thread"]["local"]) for a in finding["accesses"]]
    return {"file": result["file"], "kernel": result["kernel"], "kind": finding["kind"], "race": finding.get("race", ""),
            "array": finding.get("array", ""), "shared": is_shared(finding.get("array", "?"), source), "threads": threads,
            "message": finding["message"], "folder": str(text.parent.relative_to(folder.parent)),
            "program": text.with_suffix(".cu").name, "command": shlex.split(command[1]) if command else None}


def assumptions(text):
    """The annotations that Lockstep has built in: what a kernel requires ends the launch where it does not hold."""
    lines = []
    for name in sorted(set(ANNOTATION.findall(text))):
        trap = name.endswith(("requires", "assume", "assert")) and "candidate" not in name
        lines.append(f"#define {name}(...) " + (f"GPU_TRAP((__VA_ARGS__))" if trap else "" if name == "__axiom" else "((void)0)"))
    if "__builtin_assume" in text:
        lines.append("#define __builtin_assume(...) GPU_TRAP((__VA_ARGS__))")
    return "\n".join(lines)


def scalar_names(parameters):
    """The names of the parameters, in their order."""
    return [re.sub(r"\[.*", "", p).strip().split("*")[-1].split("&")[-1].split()[-1] if p.strip() else ""
            for p in re.sub(r"<[^<>]*>|/\*.*?\*/", "", parameters).split(",")]


def launcher(path, folder):
    """The program of a must-verify kernel file, or a reason why there is none."""
    text = path.read_text(errors="replace")
    kernels = [m for m in KERNEL.finditer(text) if not m["template"]]
    if not kernels:
        return "no kernel that can be named"
    mains, given = [], sizes(text)
    for m in kernels:
        launch = re.search(LAUNCH % m["name"], text)
        block, grid = given or ([int(launch[2]), 1, 1], [int(launch[1]), 1, 1]) if given or launch else (None, None)
        if not block:
            continue
        fixed = dict(re.findall(r"__(?:global_)?requires\s*\(\s*(\w+)\s*==\s*(\d+)\s*\)", text))
        values = ", ".join(fixed.get(n, "-1") for n in scalar_names(m["parameters"])) or "-1"
        mains.append(f"  gpu_run({m['name']}, \"{m['name']}\", dim3({grid[0]}, {grid[1]}, {grid[2]}), "
                     f"dim3({block[0]}, {block[1]}, {block[2]}), {{{values}}});")
    if not mains:
        return "no sizes"
    program = path.relative_to(ROOT / "kernels").as_posix().replace("/", "-")
    host_main = "#define main original_main\n" if re.search(r"\bmain\s*\(", text) else ""
    given_macros = size_macros(text, *given) if given else ""
    rounds = 1 if STATE.search(text) else 2
    (folder / program).write_text(
        f"#define GPU_ROUNDS {rounds}\n#define GPU_SMALL {int('extern __shared__' in text)}\n#define GPU_COOPERATIVE {int('this_grid' in text or 'grid_group' in text)}\n" + HOST +
        "#define GPU_TRAP(c) do { if (!c) __trap(); } while (0)\n" + given_macros + assumptions(text) +
        f"\n{host_main}#line 1 \"{path.name}\"\n{text}\n#undef main\nint main() {{\n" + "\n".join(mains) + "\n}\n")
    return {"file": str(path.relative_to(ROOT)), "kernel": ",".join(m["name"] for m in kernels), "kind": "verified",
            "unknown_to_tools": next((name for name, rule in UNKNOWN.items() if rule.search(text)), ""),
            "shared": "__shared__" in text, "barriers": bool(BARRIER.search(text)), "folder": folder.name, "program": program,
            "command": [*command_options(text), f"-I{path.parent}", program, "-o", program + ".out"]}


def size_macros(text, block, grid):
    return "".join(f"#define {name}_{d} {size}\n" for d in range(3)
                   for name, size in (("__LOCAL_SIZE", block[d]), ("__NUM_GROUPS", grid[d]), ("__GLOBAL_SIZE", block[d] * grid[d]))
                   if f"{name}_{d}" in text)


def prepare(lockstep, folder, chosen, jobs):
    """Writes all programs and manifest.json into the folder; the complaints."""
    paths = [p for p in sources() if chosen(str(p))]
    failing = [p for p in paths if expectation(p.read_text(errors="replace")) in ("race", "divergence", "assertion", "bounds")]
    entries, complaints = reproducers(lockstep, failing, folder / "repro", jobs)
    verified = folder / "verified"
    verified.mkdir(parents=True, exist_ok=True)
    for p in paths:
        text = p.read_text(errors="replace")
        if expectation(text) == "verified" and ("__shared__" in text or BARRIER.search(text)):
            made = launcher(p, verified)
            if isinstance(made, dict):
                entries.append(made)
            else:
                print(f"  not run: {p.relative_to(ROOT)}: {made}")
    (folder / "manifest.json").write_text(json.dumps(entries, indent=1))
    return complaints
