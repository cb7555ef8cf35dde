// Loads through a cache that nothing keeps up to date: what marks them between the source and the kernel IR.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::frontend {

// Declared by our headers: gives its argument, and says that what is loaded from there is loaded incoherently.
inline constexpr const char *incoherent_mark = "__lockstep_incoherent";

// The metadata of a load that is known to be one.
inline constexpr const char *incoherent_metadata = "lockstep.incoherent";

llvm::Value *incoherent_address(llvm::IRBuilder<> &b, llvm::Value *address); // what is loaded from there is incoherent
bool is_incoherent(const llvm::LoadInst &load);                              // behind the passes

} // namespace lockstep::frontend
