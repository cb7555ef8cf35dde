// Accesses that are volatile by our mark only: LLVM keeps its hands off them while the pipeline runs
// (passes/protect.cpp).
#pragma once

#include "llvm/IR/Instruction.h"

namespace lockstep::frontend {

inline constexpr const char *protect_mark = "lockstep.kept"; // metadata, on what was not volatile before

void set_volatile(llvm::Instruction &load_or_store, bool value);
void mark_kept(llvm::Instruction &load_or_store); // protects a new one
bool is_kept(const llvm::Instruction &load_or_store);

} // namespace lockstep::frontend
