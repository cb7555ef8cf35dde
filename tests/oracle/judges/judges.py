#!/usr/bin/env python3
"""Independent judges of Lockstep on the OpenCL kernels below kernels/:

  oclgrind   runs the reproducers of must-fail kernels and looks for data races (judge_oclgrind.py)
  pocl       runs must-verify kernels, whose final buffers must be those of `lockstep run` (judge_pocl.py)

  tests/oracle/judges/judges.py oclgrind --lockstep build/release/bin/lockstep [-k GLOB] [--all] [-v]
  tests/oracle/judges/judges.py pocl --lockstep build/release/bin/lockstep --pocl-run build/release/bin/pocl_run

Without --all each judge takes a fixed sample of the kernels, --sample of them, however many there are. The last line is
"<judge>: N passed, N failed, N skipped"; the exit status is 0 if none failed."""
import argparse
import concurrent.futures
import fnmatch
import os
import pathlib
import shutil
import sys
import tempfile

import judge_kernels
import judge_oclgrind
import judge_pocl



def spread(kernels, number):
    """At most so many of the kernels, in their order, at equal distances."""
    return [kernels[i * len(kernels) // number] for i in range(number)] if len(kernels) > number else kernels


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("judge", choices=("oclgrind", "pocl"))
    parser.add_argument("--lockstep", required=True, type=pathlib.Path)
    parser.add_argument("--pocl-run", type=pathlib.Path)
    parser.add_argument("-k", default="*", help="only kernels whose file matches")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sample", type=int, default=110, help="so many kernels, evenly spread")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the files of the runs in this folder")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    if args.judge == "oclgrind" and not shutil.which("oclgrind-kernel"):
        print("oclgrind-kernel is not installed (Debian: oclgrind)\noclgrind: 0 passed, 0 failed, 1 skipped")
        return 0
    if args.judge == "pocl" and not (args.pocl_run and args.pocl_run.exists()):
        print("pocl_run was not built (Debian: ocl-icd-opencl-dev, pocl-opencl-icd)\npocl: 0 passed, 0 failed, 1 skipped")
        return 0
    kernels = [k for k in judge_kernels.all_kernels() if fnmatch.fnmatch(str(k.path), f"*{args.k}*")]
    wanted = {"oclgrind": "race", "pocl": "verified"}[args.judge]
    kernels = [k for k in kernels if k.expect == wanted]
    whole = len(kernels)
    if not args.all and args.k == "*":
        kernels = spread(kernels, args.sample)
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        folder = args.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        lockstep = str(args.lockstep.resolve())
        if args.judge == "oclgrind":
            passed, failures, skipped = judge_oclgrind.run(lockstep, kernels, pool, folder.resolve(), args.v)
        else:
            passed, failures, skipped = judge_pocl.run(lockstep, str(args.pocl_run.resolve()), kernels, pool,
                                                       folder.resolve(), args.v)
    for f in failures:
        print(f"FAILED {f}")
    if len(kernels) < whole:
        print(f"a sample of {len(kernels)} of {whole} kernels; --all takes all")
    print(f"{args.judge}: {passed} passed, {len(failures)} failed, {skipped} skipped")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
