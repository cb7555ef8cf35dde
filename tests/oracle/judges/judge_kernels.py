"""The OpenCL kernels below kernels/ as the judges need them: source, first lines, launch, expectation per kernel."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
SIZE = re.compile(r"--(local_size|num_groups|global_size|global_offset)=(\S+)")
KERNEL = re.compile(r"\b(?:__)?kernel\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?void\s+(\w+)\s*\(", re.S)
ANNOTATION = re.compile(r"\b(__(?:global_|candidate_|function_wide_)*(?:requires|ensures|assume|assert|invariant)"
                        r"|__barrier_invariant\w*|__read_permission|__write_permission|__requires_fresh_array|__array_snapshot"
                        r"|__reads_from|__writes_to|__axiom)\s*\(")


@dataclasses.dataclass
class Kernel:
    path: pathlib.Path  # relative to the root
    name: str
    text: str           # of the file
    expect: str         # "verified", "race", ...
    sizes: dict         # "local_size" -> ["64", "*"], as written
    options: list       # of the first lines, for Clang: "-DN=4"

    def __str__(self):
        return f"{self.path}: {self.name}"

    def launch(self, free_local=8, free_groups=2):
        """Group size and number of groups in three dimensions; free ones become small."""
        def three(values, otherwise):
            values = [otherwise if v == "*" else int(v) for v in values]
            return values + [1] * (3 - len(values))
        local = three(self.sizes.get("local_size", ["1"]), free_local)
        if "global_size" in self.sizes:
            groups = [max(1, g // l) for g, l in zip(three(self.sizes["global_size"], free_local * free_groups), local)]
        else:
            groups = three(self.sizes.get("num_groups", ["1"]), free_groups)
        offset = [int(v) for v in self.sizes.get("global_offset", [])]
        return local, groups, offset + [0] * (3 - len(offset))


def first_lines(text):
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line)
    return lines


def read(path):
    text = path.read_text(errors="replace")
    sizes, options, expectations = {}, [], {}
    for line in first_lines(text):
        if line.startswith("//--") or line.startswith("//-D"):
            for name, value in SIZE.findall(line):
                sizes[name] = value.strip("[]").split(",")
            options += re.findall(r"(-[DI]\S+)", line)
            options += [f"-cl-std={s}" for s in re.findall(r"--?(?:cl-)?std=(\S+)", line)]
        if match := re.match(r"// expect(?: (\w+))?: (\w+)", line):
            expectations[match[1]] = match[2]
    return [Kernel(path.relative_to(ROOT), name, text, expectations.get(name, expectations.get(None, "")), sizes, options)
            for name in KERNEL.findall(text)]


def all_kernels():
    """Every OpenCL kernel below kernels/, in a fixed order."""
    return [k for path in sorted((ROOT / "kernels").rglob("*.cl")) for k in read(path)]


def plain_source(kernel, local, groups):
    """The source for a compiler that knows nothing of Lockstep: its macros given, its annotations empty."""
    lines = []
    for d in range(3):
        for name, size in (("LOCAL", local[d]), ("NUM_GROUPS", groups[d]), ("GLOBAL", local[d] * groups[d])):
            macro = f"__{name}_{d}" if name == "NUM_GROUPS" else f"__{name}_SIZE_{d}"
            lines.append(f"#define {macro} {size}")
    for name in sorted(set(ANNOTATION.findall(kernel.text))):
        lines.append(f"#define {name}(...)" + ("" if name == "__axiom" else " ((void)0)"))
    return "\n".join(lines) + f'\n#line 1 "{kernel.path.name}"\n' + kernel.text
