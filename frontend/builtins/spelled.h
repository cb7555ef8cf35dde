// The names of functions in messages are those that the user wrote. Internal to frontend/.
//
// What is inlined away or expanded before the lowering sees it is noted on the way, as "lockstep.spelled":
//   wrappers of our headers   on the calls inside, when the wrapper is inlined: `__shfl_down_sync` and not
//                             `__lockstep_shuffle_down_b32`
//   macros of our headers     on the function that the macro calls: `__reads_from` and not `__lockstep_reads_from`
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <string>

namespace lockstep::frontend {

// A function without debug information in a module that has some is a wrapper of our headers (they are `nodebug`). Its
// calls of functions of ours are the wrapper's to whoever calls it. To be called before it is inlined.
void note_wrapper(llvm::Function &f);

// `f` is called by the macro of this name.
void note_macro(llvm::Function &f, llvm::StringRef macro);

// The name of the called function, for a message: of a builtin as the user wrote it, of a function of the user's with
// its parameters.
std::string spelled(const llvm::CallBase &call);

} // namespace lockstep::frontend
