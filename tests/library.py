#!/usr/bin/env python3
"""The installed tree: `cmake --install` into a folder of its own; the command runs from there, and the example of
docs/examples/library is built against it by find_package(Lockstep) and says what the command says.

The last line is "library: N passed, N failed, N skipped"."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Annotated code, for any compiler: `lockstep.h` makes the annotations vanish.
ANNOTATED = """#include <lockstep.h>
#include <assert.h>
DECLARE_UF_UNARY(f, int, int);
__axiom(f(1) == 2)
int count(int n) {
  __requires(n >= 0);
  __ensures(__return_val_int() == n);
  int i;
  for (i = 0; __invariant(0 <= i && i <= n), i < n; ++i)
    __barrier_invariant_2(i == __other_int(i), 1, 2);
  assert(i == n);
  return i;
}
int main(void) { return count(3) != 3; }
"""
KERNELS = {  # file: the verdicts of its kernels
    "one_owner.cl": ("__kernel void owner(__global int *a) { a[get_global_id(0)] = 1; }\n", {"owner": "verified"}),
    "one_cell.cu": ("__global__ void cell(int *a) { a[0] = threadIdx.x; }\n", {"cell": "race"}),
    "no_text.cl": ("__kernel void broken(\n", {"broken": "error"}),
}


def run(*words, **more):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False, **more)


def must(result):
    if result.returncode != 0:
        raise SystemExit(f"library: {' '.join(result.args)} failed:\n{result.stdout}{result.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="the build folder")
    args = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        prefix = folder / "installed"
        must(run("cmake", "--install", args.build, "--prefix", prefix))
        must(run("cmake", "-G", "Ninja", "-S", ROOT / "docs/examples/library", "-B", folder / "example",
                 f"-DCMAKE_PREFIX_PATH={prefix}"))
        must(run("cmake", "--build", folder / "example"))
        for name, (text, expected) in KERNELS.items():
            file = folder / name
            file.write_text(text)
            command = run(prefix / "bin/lockstep", "verify", file, "--format", "json", "--block-dim=64", "--grid-dim=2")
            found = {k["kernel"]: k["verdict"] for k in json.loads(command.stdout)["results"]}
            if found != expected:
                failures.append(f"{name}: the installed command says {found}, not {expected}")
            example = run(folder / "example/check_kernels", file, "--block-dim=64", "--grid-dim=2")
            lines = dict(line.split(": ", 1) for line in example.stdout.splitlines() if line[:1] != " ")
            if lines != expected:
                failures.append(f"{name}: the example says {lines}, not {expected}: {example.stderr}")
            if "error" not in expected.values() and ("sectors\n" not in example.stdout or "steps: at most" not in example.stdout):
                failures.append(f"{name}: no counts or bounds: {example.stdout}")
        for language, compiler in (("c", "cc"), ("c++", "c++")):
            (folder / "annotated").write_text(ANNOTATED)
            built = run(compiler, "-x", language, "-Wall", "-Werror", f"-I{prefix}/include", folder / "annotated", "-o",
                        folder / "annotated.out")
            if built.returncode != 0 or run(folder / "annotated.out").returncode != 0:
                failures.append(f"annotated code under lockstep.h, as {language}: {built.stderr}")
        wrong = run(folder / "example/check_kernels", folder / "one_owner.cl", "--blok-dim=64")
        if wrong.returncode != 2 or "unknown option '--blok-dim'" not in wrong.stderr:
            failures.append(f"a wrong option: status {wrong.returncode}, {wrong.stderr}")
    for f in failures:
        print(f)
    passed = 2 * len(KERNELS) + 3 - len(failures)
    print(f"library: {passed} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
