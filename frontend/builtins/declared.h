// Who declares a function that has no body: the rows of intrinsics.def hold for what they mean, not for whatever has
// the same name. A user's `extern __device__ void barrier(int)`, `Big::exp()` or `prefetch(__global int *)` is a
// function of his.
//
// Kept as an attribute of the function, "lockstep.declared".
//   Source: set after code generation, from the syntax tree (compile_clang.cpp). A builtin of OpenCL is declared by
//   Clang's
//     table (implicitly) or by its opencl-c-base.h; a function of ours stands in a header of ours; what Clang has no
//     declaration for, the code generator has made.
//   LLVM IR: set when it is read. A builtin of OpenCL has a symbol that Clang's own table declares for that name and
//   target
//     (opencl_symbols.h), in a module for SPIR or one that says it was OpenCL; __lockstep_* and llvm.* are reserved
//     names; the few functions of device libraries are named below.
#pragma once

#include "llvm/IR/Function.h"

namespace lockstep::frontend {

enum class Declared {
  ByUser,     // or by nobody we know
  OpenCl,     // a builtin of OpenCL
  Lockstep,   // by our headers: __lockstep_*
  Library,    // called by generated code: vprintf, __assertfail
  Target,     // llvm.*
  AsFunction, // of its arguments and nothing else: mathematical functions of our CUDA headers, DECLARE_UF_*, device
              // libraries
};

Declared declared(const llvm::Function &f);
void set_declared(llvm::Function &f, Declared by);
bool takes_and_gives_numbers(const llvm::FunctionType &type); // vectors included; no pointers, no aggregates

// A function that our headers define, of which the program wrote no part; an attribute likewise, "lockstep.ours". What
// nobody marked is the program's.
bool is_text_of_our_headers(const llvm::Function &f);
void mark_text_of_our_headers(llvm::Function &f);

void mark_declared_in_ir(llvm::Module &module); // of a module that has been read

} // namespace lockstep::frontend
