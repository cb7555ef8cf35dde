#!/usr/bin/env python3
"""The command by GPUVerify's command line (docs/gpuverify.md): exit statuses, messages and options, kernel by kernel.

    tests/gpuverify.py --command build/release/bin/lockstep-gpuverify [-k WORD]

The last line is "gpuverify: N passed, N failed, N skipped"."""
import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile

SIZES = "--local_size=64 --num_groups=4"
CUDA = "--blockDim=64 --gridDim=4"
OK, USAGE, CLANG, BUGLE, VCGEN, FAILED, TIMEOUT = 0, 1, 2, 4, 5, 6, 7
OWNER = "kernel void k(global int *a, int n) {\n  a[get_global_id(0)] = n;\n}\n"
SHIFT = """kernel void k(local int *a, global int *b) {
  int i = get_local_id(0);
  b[get_global_id(0)] = a[i + 1];
  a[i] = 1;
}
"""
ONE_CELL = "__global__ void k(int *a) {\n  a[3] = threadIdx.x;\n}\n"
LOADED = "kernel void k(global int *a, global const int *b) { a[0] = b[0]; }\n"
BACK = "kernel void k(global int *a) { int v = a[0]; a[0] = v; }\n"
BETWEEN = "kernel void k(global int *a) {\n  a[get_local_id(0)] = get_group_id(0);\n}\n"
INVARIANT = """kernel void k(global int *a, int n) {
  for (int i = 0; __invariant(%s), i < n; ++i)
    a[get_global_id(0)] = i;
}
"""
CELL = "kernel void k(global int *a, int x) {\n  a[x == 3 ? get_global_id(0) : 0] = get_local_id(0);\n}\n"
PAIR = "struct pair { int a; int b; };\nkernel void k(struct pair p, global int *c) {\n  __assert(p.a == 3 && p.b == 5);\n}\n"
TWO = "kernel void k(global int *a, global int *b) {\n  local int c[64];\n  a[0] = get_local_id(0);\n  b[get_global_id(0)] = 1;\n}\n"
ROUNDS = """kernel void k(local int *a) {
  int t = get_local_id(0), s = 0;
  for (int i = 1; i < 9; ++i) {
    s += a[(t + i) % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[t] = s;
  }
}
"""
LOOPS = """kernel void k(int n) {
  int i = 0;
  while (__invariant(i <= 10), i < 10)
    ++i;
  if (n == 1)
    while (i < 20)
      ++i;
  while (__invariant(i < 30), i < 30)
    ++i;
}
"""
LOOP_ENTRY = "kernel void k(int n) {\n  int i = n;\n  while (__invariant(i == n), i < 0)\n    ;\n  while (__invariant(i > 0), i < 9)\n    ++i;\n}\n"
ORIGIN = "float *f(float *);\nkernel void k(global float *a) {\n  float x = 0;\n%s  a[get_global_id(0)] = *f(&x);\n}\n"
NUMBER = "__global__ void k(int *a) {\n  size_t n = (size_t)a + 4;\n  int *b = (int *)n;\n  b[threadIdx.x] = threadIdx.x;\n}\n"
WIDE = "bool f() { return true; }\nkernel void k(global int *a, int n) {\n  for (int i = 0; i < n; ++i)\n    a[get_global_id(0)] = i;\n  __function_wide_invariant(%s);\n}\n"
LOGGED = "kernel void k(global int *a, global int *b) {\n  a[get_global_id(0) + 1] = 1;\n  b[get_global_id(0)] = 2;\n%s}\n"
SPECIFIED = "void __spec_f(local int *p) { __writes_to(p); }\nkernel void k(local int *a) {\n  __spec_f(a);\n  a[get_local_id(0)] = get_local_id(0);\n}\n"
SIZED = "kernel void k(global unsigned *c, size_t n, ptrdiff_t m) {\n  c[get_global_id(0)] = n + m;\n}\n"
TAKEN = "kernel void k(global unsigned *c, global int *a, unsigned n) {\n  volatile int x = __atomic_has_taken_value(c, 0, n);\n  a[%s] = get_local_id(0);\n}\n"
WRAPPED = """void meet() { barrier(CLK_LOCAL_MEM_FENCE); }
kernel void k(local int *a) {
  int t = get_local_id(0);
  for (int i = 0; i < 9; ++i) {
    meet();
    a[t] = t;
    meet();
  }
  if (a[0] == 22)
    for (int i = 0; i < 9; ++i) {
      meet();
      a[t] = t;
      meet();
    }
}
"""
RESULT = "__device__ char f(int i) {\n  __ensures(__return_val_int() == i);\n  return i;\n}\n"
NO_BODY_CALLED = "typedef float (*F)(float);\n__global__ void k(float *v, F f) {\n  v[threadIdx.x] = f(1);\n}\n"
# name, suffix, source, options, status, what the output must hold
CASES = [
    ("verified", "cl", OWNER, SIZES, OK,
     [r"^GPUVerify kernel analyser finished with 1 verified, 0 errors$", r"^Verified: .*kernel\.cl$",
      r"no data races between work groups", r"no barrier divergence"]),
    ("verified_cuda", "cu", "__global__ void k(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; }\n", CUDA, OK,
     [r"no data races within thread blocks"]),
    ("race", "cl", SHIFT, SIZES, FAILED,
     [r"kernel\.cl: error: possible read-write race on a\[\d+\]:\n\n"
      r"Write by work item \d+ with local id \d+ in work group \d+, .*kernel\.cl:4:8:\n  a\[i\] = 1;\n\n"
      r"Read by work item \d+ with local id \d+ in work group \d+, .*kernel\.cl:3:25:",
      r"finished with 0 verified, 1 error$"]),
    ("race_cuda", "cu", ONE_CELL, CUDA, FAILED,
     [r"possible write-write race on a\[3\]", r"Write by thread \d+ in thread block \d+ \(global id \d+\), .*kernel\.cu:2:8:"]),
    ("two_dimensions", "cl", "kernel void k(global int *a) { a[0] = get_local_id(1); }\n",
     "--local_size=[8,8] --num_groups=[2,2]", FAILED,
     [r"Write by work item \(\d+, \d+\) with local id \(\d+, \d+\) in work group \(\d+, \d+\)"]),
    ("rows", "cl", "kernel void k(global int *a) {\n  local int t[2][3][4];\n  t[1][2][3] = get_local_id(0);\n  a[get_global_id(0)] = "
     "t[0][0][0];\n}\n", SIZES, FAILED, [r"possible write-write race on t\[1\]\[2\]\[3\]:$"]),
    ("bytes", "cl", "struct pair { int x; int y; };\nkernel void k(global struct pair *a) { a[3].y = get_global_id(0); }\n", SIZES, FAILED,
     [r"possible write-write race on a\[3\] \(bytes 4\.\.7\):$"]),
    ("byte", "cl", "kernel void k(global int *a) { ((global char *)a)[14] = get_global_id(0); }\n", SIZES, FAILED,
     [r"possible write-write race on a\[3\] \(byte 2\):$"]),
    ("member", "cu", "struct s { float *p; };\nstruct t { s v; };\n__global__ void k(t q) { q.v.p[0] = threadIdx.x; }\n", CUDA, FAILED,
     [r"possible write-write race on q\.v\.p\[0\]:$"]),
    ("member_of_a_base", "cu", "struct e {};\nstruct s { float *p; };\nstruct t : e, s {};\n__global__ void k(t q) { q.p[0] = threadIdx.x; }\n",
     CUDA, FAILED, [r"possible write-write race on q\.p\[0\]:$"]),
    ("empty_rows", "cu", "__device__ int c[9][0][9];\n__global__ void k() { c[0][0][0] = threadIdx.x; }\n", CUDA, FAILED,
     [r"possible write-write race on c\[0\] \(0-sized array\):$"]),
    ("order_of_rounds", "cl", ROUNDS, SIZES, FAILED,
     [r"possible write-read race on a\[\d+\]:\n\nRead by .*kernel\.cl:4:10:\n.*\n\nWrite by .*kernel\.cl:6:10:"]),
    ("order_of_an_update", "cl", "kernel void k(local int *a) { a[get_local_id(0)] = atomic_inc(a + 5); }\n", SIZES, FAILED,
     [r"possible atomic-write race on a\[5\]:"]),
    ("divergence", "cl", "kernel void k(int n) {\n  if (get_local_id(0) > n)\n    barrier(CLK_LOCAL_MEM_FENCE);\n}\n", SIZES,
     FAILED, [r"kernel\.cl:3:5: error: barrier may be reached by non-uniform control flow\n  barrier\(CLK_LOCAL_MEM_FENCE\);"]),
    ("assertion", "cl", "kernel void k(int n) {\n  __assert(n != 12);\n}\n", SIZES, FAILED,
     [r"kernel\.cl:2:3: error: this assertion might not hold for work item \d+ with local id \d+ in work group \d+\n  __assert",
      r"Bitwise values of parameters of 'k':\n  n = 12"]),
    ("invariant_entry", "cl", INVARIANT % "i > 0", SIZES, FAILED, [r"kernel\.cl:2:\d+: error: loop invariant might not hold on entry for"]),
    ("invariant_round", "cl", INVARIANT % "i < 3", SIZES, FAILED,
     [r"kernel\.cl:2:\d+: error: loop invariant might not be maintained by the loop for"]),
    ("invariant_hint", "cl", INVARIANT % "i < 3", SIZES + " --invariants-as-candidates", OK, []),
    ("invariant_elsewhere", "cl", "kernel void k(global int *a) {\n  __invariant(1);\n  a[get_global_id(0)] = 1;\n}\n", SIZES, VCGEN,
     [r"kernel\.cl:2:3: user-specified invariant does not appear at loop head"]),
    ("invariant_of_two_blocks", "cl", INVARIANT % "i >= 0 && (n < 0 || i < n + 1)", SIZES, VCGEN,
     [r"kernel\.cl:2:\d+: user-specified invariant does not appear at loop head"]),
    ("invariant_or", "cl", INVARIANT % "i >= 0 || n < 0", SIZES, VCGEN, [r"user-specified invariant does not appear"]),
    ("invariant_choice", "cl", INVARIANT % "n < 0 ? i == 0 : i >= 0", SIZES, VCGEN, [r"user-specified invariant does not appear"]),
    ("invariant_of_one_block", "cl", INVARIANT % "i >= 0 & (n < 0 | i < n + 1)", SIZES, OK, []),
    ("invariant_of_implications", "cl", INVARIANT % "__implies(n > 0, __ite(i > 0, i <= n, i == 0))", SIZES, OK, []),
    ("invariant_of_two_blocks_hint", "cl", INVARIANT % "i >= 0 && n > 0", SIZES + " --invariants-as-candidates", OK, []),
    ("invariant_of_two_blocks_left_out", "cl", INVARIANT % "i >= 0 && n > 0", SIZES + " --no-annotations", OK, []),
    ("assertion_of_two_blocks", "cl", "kernel void k(int n) {\n  __assert(n < 3 || n > 2);\n}\n", SIZES, OK, []),
    ("function_wide", "cl", WIDE % "n == n", SIZES, OK, []),
    ("function_wide_call", "cl", WIDE % "f()", SIZES, BUGLE, [r"kernel\.cl:5:\d+: error: a function-wide invariant calls a function"]),
    ("loops_on_the_way", "cl", LOOPS, SIZES + " --cruncher-opt=/displayLoopAbstractions", FAILED,
     [r"On entry to loop headed at .*kernel\.cl:3:10:", r"After 0 or more iterations of loop headed at .*kernel\.cl:3:10:",
      r"^On taking back edge to head of loop at .*kernel\.cl:8:10:", r"\A(?!(.|\n)*kernel\.cl:6:)"]),
    ("loops_of_an_entry", "cl", LOOP_ENTRY, SIZES + " --boogie-opt=/displayLoopAbstractions", FAILED,
     [r"On entry to loop headed at .*kernel\.cl:3:10:", r"\A(?!(.|\n)*(back edge|headed at .*kernel\.cl:5:))"]),
    ("loops_not_asked", "cl", LOOPS, SIZES, FAILED, [r"\A(?!(.|\n)*loop headed at)"]),
    ("pointer_of_no_origin", "cl", ORIGIN % "", SIZES, FAILED, [r"kernel\.cl:4:\d+: error: possible null pointer access for work items"]),
    ("pointer_of_no_origin_and_more", "cl", ORIGIN % "  __array_snapshot(a, a);\n", SIZES, BUGLE, []),
    ("pointer_of_a_number", "cu", NUMBER, CUDA, FAILED, [r"kernel\.cu:4:18: error: possible null pointer access for threads"]),
    ("undeclared_function", "cl", "kernel void k(global int *a) {\n  a[0] = far (1);\n}\n", SIZES, CLANG,
     [r"kernel\.cl:2:10: error: implicit declaration of function 'far' is invalid in OpenCL"]),
    ("equality_and_atomics", "cl", "kernel void k(local int *a) { atomic_inc(a); }\n", SIZES + " --equality-abstraction", VCGEN,
     [r"^GPUVerify: error: --equality-abstraction cannot be used with atomics\."]),
    ("equality_without_atomics", "cl", OWNER, SIZES + " --equality-abstraction", OK, []),
    ("adversarial_and_atomics", "cl", "kernel void k(local int *a) { atomic_inc(a); }\n", SIZES + " --adversarial-abstraction", OK, []),
    ("check_arrays_logs", "cl", LOGGED % "  __assert(__no_write(a));\n", SIZES + " --verbose --vcgen-opt=/checkArrays:b", OK,
     [r"accesses to other arrays is not asked about", r"no failures of the assertions that were asked about",
      r"assuming that what annotations say of accesses to other arrays"]),
    ("check_arrays_logs_named", "cl", LOGGED % "  __assert(__no_write(b));\n", SIZES + " --vcgen-opt=/checkArrays:b", FAILED,
     [r"kernel\.cl:4:3: error: this assertion might not hold"]),
    ("check_arrays_logs_of_both", "cl", LOGGED % "  __assert(__no_write(a));\n  __assert(__no_write(b));\n",
     SIZES + " --vcgen-opt=/checkArrays:b", FAILED, [r"kernel\.cl:5:3: error", r"finished with 0 verified, 1 error$"]),
    ("check_arrays_logs_none", "cl", LOGGED % "  __assert(__no_write(a));\n", SIZES, FAILED, []),
    ("specified_write", "cl", SPECIFIED, SIZES, FAILED, [r"Write by work item .*, from external source location, specified at .*kernel\.cl:1:\d+:"]),
    ("sized_parameters", "cl", SIZED, SIZES, OK, []),
    ("sized_parameters_of_a_mistake", "cl", SIZED.replace("n + m", "p"), SIZES, CLANG, [r"undeclared identifier 'p'"]),
    ("taken_value", "cl", TAKEN % "get_global_id(0)", SIZES, OK, []),
    ("taken_value_means_nothing", "cl", TAKEN % "x == 7 ? 0 : get_global_id(0)", SIZES, FAILED, [r"possible write-write race on a\[0\]"]),
    ("intervals", "cl", WRAPPED, SIZES + " --debug", OK, [r"^Found 2 barrier interval\(s\)$"]),
    ("possible_sources", "cl", "kernel void k(local int *p, global int *q) {\n  int x = p[get_local_id(0)];\n  x += p[0];\n  x += p[1];\n"
     "  p[get_local_id(0)] = x;\n}\n", SIZES, FAILED,
     [r"Write by .*kernel\.cl:5:\d+:\n.*\n\nRead by work item \d+ with local id \d+ in work group \d+, possible sources are:\n"
      r"(.*kernel\.cl:3:\d+:\n  x \+= p\[0\];\n.*kernel\.cl:4:\d+:\n  x \+= p\[1\];\n|.*kernel\.cl:4:\d+:\n  x \+= p\[1\];\n.*kernel\.cl:3:)",
      r"\A(?!(.|\n)*kernel\.cl:2:)", r"finished with 0 verified, 1 error$"]),
    ("races_of_two_kinds", "cl", "kernel void k(local int *p) {\n  p[0] = get_local_id(0);\n  p[1] = p[0];\n}\n", SIZES, FAILED,
     [r"possible write-write race on p\[0\]", r"possible (write-read|read-write) race on p\[0\]", r"finished with 0 verified, [23] errors$"]),
    ("precondition", "cl", "int f(int x) {\n  __requires(x > 0);\n  return x;\n}\nkernel void k(global int *a) {\n"
     "  a[get_global_id(0)] = f(0);\n}\n", SIZES, FAILED,
     [r"kernel\.cl:6:25: error: a precondition for this call might not hold",
      r"kernel\.cl:2:3: note: this is the precondition that might not hold\n  __requires\(x > 0\);"]),
    ("postcondition", "cl", "int f(int x) {\n  __ensures(__return_val_int() > x);\n  return x;\n}\n"
     "kernel void k(global int *a, int n) {\n  a[get_global_id(0)] = f(n);\n}\n", SIZES, FAILED,
     [r"kernel\.cl:2:3: error: postcondition might not hold on all return paths"]),
    ("no_annotations", "cl", "kernel void k(int n) {\n  __assert(n != 12);\n}\n", SIZES + " --no-annotations", OK, []),
    ("only_requires", "cl", "kernel void k(int n) {\n  __requires(n == 1);\n  __assert(n != 1);\n}\n", SIZES + " --only-requires", OK, []),
    ("bounds", "cl", "kernel void k(global int *a) {\n  local int t[64];\n  t[get_local_id(0) + 1] = 1;\n}\n",
     SIZES + " --check-array-bounds", FAILED, [r"kernel\.cl:3:26: error: possible array out-of-bounds access on array t by work item"]),
    ("bounds_not_asked", "cl", "kernel void k(global int *a) {\n  local int t[64];\n  t[get_local_id(0) + 1] = 1;\n}\n", SIZES, OK, []),
    ("same_values", "cl", "kernel void k(global int *a) { a[0] = 1; }\n", SIZES, OK, []),
    ("same_values_asked", "cl", "kernel void k(global int *a) { a[0] = 1; }\n", SIZES + " --no-benign-tolerance", FAILED,
     [r"possible write-write race on a\[0\]"]),
    ("same_loaded", "cl", LOADED, SIZES, FAILED, [r"possible write-write race on a\[0\]"]),
    ("same_loaded_equality", "cl", LOADED, SIZES + " --equality-abstraction", OK, []),
    ("same_loaded_equality_asked", "cl", LOADED, SIZES + " --equality-abstraction --no-benign-tolerance", FAILED, []),
    ("unchanged_own", "cl", "kernel void k(global int *a) { a[0] = 1; int x = a[0]; a[get_global_id(0) + 1] = x; }\n", SIZES, OK, []),
    ("unchanged_back", "cl", BACK, SIZES + " --equality-abstraction", OK, [r"a write does not race with a read that finds what it stores"]),
    ("unchanged_back_adversarial", "cl", BACK, SIZES, FAILED, [r"race on a\[0\]"]),
    ("between_groups", "cl", BETWEEN, SIZES, FAILED, [r"possible write-write race on a\["]),
    ("only_intra_group", "cl", BETWEEN, SIZES + " --only-intra-group", OK, [r"no data races within work groups\n- no barrier"]),
    ("only_divergence", "cl", BETWEEN, SIZES + " --only-div", OK, [r"^Verified: .*\n- no barrier divergence"]),
    ("findbugs", "cl", BETWEEN, SIZES + " --findbugs", FAILED, [r"possible write-write race"]),
    ("findbugs_none", "cl", "kernel void k(global int *a, global int *b) {\n  __assert(a[0] == b[0] + get_global_size(0) * 0 || "
     "a[0] != b[0]);\n}\n", SIZES + " --loop-unwind=3", OK, [r"No defects were found while analysing: .*kernel\.cl"]),
    ("no_body", "cl", "void f(void);\nkernel void k(global int *a) { f(); a[get_global_id(0)] = 1; }\n", SIZES, OK, []),
    ("contradiction", "cl", "kernel void k(global int *a, int n) {\n  __requires(n < 5);\n  __requires(n > 5);\n  a[0] = 1;\n}\n", SIZES,
     OK, []),
    ("header_is_not_read", "cl", "//--local_size=1 --num_groups=1\n" + BETWEEN, SIZES, FAILED, []),
    ("syntax_error", "cl", "kernel void k(global int *a) {\n  b = 1;\n}\n", SIZES, CLANG, [r"kernel\.cl:2:3: error: use of undeclared identifier 'b'"]),
    ("barrier_invariant", "cl", "kernel void k(local int *a) {\n  int t = get_local_id(0);\n  a[t] = t;\n  __barrier_invariant_1(a[t] == t + 1, 0);\n"
     "  barrier(CLK_LOCAL_MEM_FENCE);\n}\n", SIZES, FAILED, [r"kernel\.cl:4:3: error: this barrier invariant might not hold"]),
    ("unsupported", "cl", "kernel void k(local int *a) {\n  local int before[8];\n  __array_snapshot(before, a);\n  a[get_local_id(0)] = 1;\n}\n", SIZES,
     BUGLE, [r"kernel\.cl:3:3: unsupported: .*__array_snapshot"]),
    ("insufficient_permission", "cl", "kernel void k(void) {\n  local int a[8];\n  int t = get_local_id(0);\n  a[t] = t;\n"
     "  __barrier_invariant_binary_1(a[(get_local_id(0) + 1) % 8] >= 0, 0, 1);\n  barrier(CLK_LOCAL_MEM_FENCE);\n}\n", "--local_size=8 --num_groups=2",
     FAILED, [r"kernel\.cl:5:3: error: this barrier invariant might not hold.*insufficient permission"]),
    ("no_kernel", "cl", "int f(int x) { return x; }\n", SIZES, BUGLE, [r"holds no kernel"]),
    ("csv", "cl", OWNER, SIZES + " --time-as-csv=it", OK, [r"^it,PASS,0,0,0,0,0,[\d.]+,[\d.]+$"]),
    ("csv_failed", "cl", BETWEEN, SIZES + " --time-as-csv it --silent", FAILED, [r"^it,FAIL\(6\),"]),
    ("error_limit", "cl", BETWEEN, SIZES + " --error-limit=0", FAILED, [r"finished with 0 verified, 1 error$"]),
    ("define", "cl", "kernel void k(global int *a) { a[get_global_id(0) * STRIDE] = get_local_id(0); }\n", SIZES + " -DSTRIDE=0", FAILED, []),
    ("no_meaning", "cl", OWNER, SIZES + " --math-int --race-instrumenter=original --boogie-opt /x --verbose", OK,
     [r"no meaning here: --math-int, --race-instrumenter, --boogie-opt"]),
    ("global_size", "cl", OWNER, "--local_size=64 --global_size=256", OK, []),
    ("any_size", "cl", OWNER, "--local_size=* --num_groups=*", OK, []),
    ("no_size", "cl", OWNER, "--local_size=64", USAGE, [r"COMMAND_LINE_ERROR error \(1\): number of work groups must be specified"]),
    ("no_block", "cu", ONE_CELL, "--gridDim=4", USAGE, [r"thread block size must be specified via --blockDim"]),
    ("both_sizes", "cl", OWNER, SIZES + " --global_size=256", USAGE,
     [r"argument --num_groups=: not allowed with argument --global_size="]),
    ("indivisible", "cl", OWNER, "--local_size=64 --global_size=100", USAGE,
     [r"Dimension 0 of global size does not divide by dimension 0 of local size"]),
    ("dimensions", "cl", OWNER, "--local_size=[8,8] --global_size=64", USAGE, [r"Dimensions of local and global size must match"]),
    ("two_abstractions", "cl", OWNER, SIZES + " --equality-abstraction --adversarial-abstraction", USAGE, [r"not allowed with"]),
    ("unknown_option", "cl", OWNER, SIZES + " --no-such-thing", USAGE, [r"unrecognized arguments: --no-such-thing"]),
    ("ambiguous_option", "cl", OWNER, SIZES + " --no-", USAGE, [r"ambiguous option: --no-"]),
    ("no_value", "cl", OWNER, SIZES + " --timeout", USAGE, [r"the following arguments are required: KERNEL"]),
    ("bad_number", "cl", OWNER, "--local_size=x --num_groups=4", USAGE, [r"invalid value: 'x'"]),
    ("values", "cl", CELL, SIZES + " --kernel-args=k,0x3", OK, []),
    ("values_others", "cl", CELL, SIZES + " --kernel-args=k,0x4", FAILED, [r"x = 4"]),
    ("values_any", "cl", CELL, SIZES + " --kernel-args=k,*", FAILED, []),
    ("values_of_members", "cl", PAIR, SIZES + " --kernel-args=k,0x0000000500000003", OK, []),
    ("values_of_other_members", "cl", PAIR, SIZES + " --kernel-args=k,0x0000000300000005", FAILED, [r"this assertion might not hold"]),
    ("values_too_many", "cl", CELL, SIZES + " --kernel-args=k,0x3,0x4", CLANG, [r"gives 2 values, the kernel has 1 parameters"]),
    ("values_too_wide", "cl", CELL, SIZES + " --kernel-args=k,0x100000000", CLANG, [r"is no number of the 4 bytes that the parameter 'x' has"]),
    ("only_log", "cl", BETWEEN, SIZES + " --only-log", OK, [r"^Verified: .*\n- no barrier divergence"]),
    ("only_log_assertion", "cl", "kernel void k(local int *a) {\n  a[0] = get_local_id(0);\n  __assert(!__write(a));\n}\n",
     SIZES + " --only-log", FAILED, [r"kernel\.cl:3:3: error: this assertion might not hold"]),
    ("check_arrays", "cl", TWO, SIZES + " --vcgen-opt=/checkArrays:b", OK, []),
    ("check_arrays_others", "cl", TWO, SIZES + " --vcgen-opt=/checkArrays:b,a", FAILED, [r"possible write-write race on a\[0\]"]),
    ("check_arrays_missing", "cl", TWO, SIZES + " --vcgen-opt=/checkArrays:a,ab,b", VCGEN,
     [r"^Array name 'ab' specified for restricted checking is not found$"]),
    ("no_invariants", "cl", OWNER, SIZES + " --infer-info", OK, [r"^Houdini assignment axiom: true$"]),
    ("result_of_another_type", "cu", RESULT, CUDA, BUGLE, [r"error: Type of __return_val function does not match return type"]),
    ("no_function", "cu", NO_BODY_CALLED, CUDA, FAILED, [r"kernel\.cu:3:20: error: possible null pointer access"]),
    ("array_sizes", "cl", OWNER, SIZES + " --kernel-arrays=k,64 --check-array-bounds", USAGE, [r"is not supported"]),
    ("json", "cl", OWNER, SIZES + " --json", USAGE, [r"lockstep verify --launches"]),
    ("version", "cl", OWNER, "--version", OK,
     [r"^lockstep-gpuverify \d", r"^local-revision\s+: \d+$", r"^llvm\s+: \d+\.\d", r"^bugle\s+: [0-9a-f]{40} ", r"^libclc\s+: .",
      r"^vcgen\s+: [0-9a-f]{40} ", r"^z3\s+: .", r"^cvc4\s+: ."]),
    ("help", "cl", OWNER, "--help", OK, [r"--only-divergence"]),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("-k", default="")
    args = parser.parse_args()
    failures, passed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name, suffix, source, options, status, wanted in CASES:
            if args.k not in name:
                continue
            file = pathlib.Path(folder) / f"kernel.{suffix}"
            file.write_text(source)
            got = subprocess.run([args.command, *options.split(), str(file)], capture_output=True, text=True, check=False)
            text = got.stderr + got.stdout
            wrong = [] if got.returncode == status else [f"status {got.returncode}, not {status}"]
            wrong += [f"nothing matches {w}" for w in wanted if not re.search(w, text, re.MULTILINE)]
            if wrong:
                failures.append(f"{name}: {'; '.join(wrong)}\n{text}")
            else:
                passed += 1
        endless = pathlib.Path(folder) / "endless.h"
        os.mkfifo(endless)
        (pathlib.Path(folder) / "kernel.cl").write_text('#include "endless.h"\n' + OWNER)
        late = subprocess.run([args.command, *SIZES.split(), "--timeout=1", str(pathlib.Path(folder) / "kernel.cl")],
                              capture_output=True, text=True, check=False, timeout=60) if args.k in "endless_header" else None
        if late and late.returncode == TIMEOUT and "--timeout" in late.stderr:
            passed += 1
        elif late:
            failures.append(f"endless_header: status {late.returncode}\n{late.stderr}")
        if args.k in "version_names_the_program":
            told = subprocess.run([args.command, "--version"], capture_output=True, text=True, check=False).stdout
            own = hashlib.sha1(pathlib.Path(args.command).read_bytes()).hexdigest()
            if len(re.findall(rf"^(?:bugle|vcgen)\s+: {own} ", told, re.MULTILINE)) == 2:
                passed += 1
            else:
                failures.append(f"version_names_the_program: {own} is not named\n{told}")
        missing = subprocess.run([args.command, *SIZES.split(), str(pathlib.Path(folder) / "none.cl")], capture_output=True,
                                 text=True, check=False)
        if args.k in "missing_file":
            if missing.returncode == CLANG and "none.cl" in missing.stderr:
                passed += 1
            else:
                failures.append(f"missing_file: status {missing.returncode}\n{missing.stderr}")
    for f in failures:
        print(f)
    print(f"gpuverify: {passed} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
