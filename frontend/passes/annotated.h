// Reading annotations of a function as Clang left it, once they are straight (spec.cpp). Internal to frontend/passes/.
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

struct Clause {
  std::vector<llvm::Instruction *> region; // from begin to end, both included
  llvm::CallInst *says = nullptr;
  std::string what; // the function that `says` calls
};

std::string annotation_name(const llvm::Instruction &i); // of a call of one of ours; empty: it is none
Clause read_clause(llvm::Instruction &begin);
bool is_frame(const Clause &a); // __writes_to, __reads_from

// Does a call of this name ask the log of writes (of reads), or of either?
bool asks_log(const std::string &name, bool writes);
bool asks_log(const std::string &name);
bool speaks_of_accesses(const Clause &a);

// Accesses through a parameter, which is the pointer that is loaded from `local`.
struct Access {
  const llvm::Value *pointer = nullptr, *local = nullptr;
  bool writes = false;
};
// Those that __writes_to, __reads_from and postconditions about accesses allow in a contract. What says that there are
// none allows none.
std::vector<Access> allowed_by(const Clause &a);

const llvm::Value *local_of(const llvm::Value *pointer); // from which it is loaded; null: it is another pointer
// Is what the parameter leads to no other parameter's, so that contracts can speak of what it holds? The source says so
// (restrict), and callers are held to it.
bool is_apart(const llvm::Argument &parameter, const std::vector<Clause> &contract);
bool holds_pointers(const llvm::Type *type);
// What the source says that the pointer in the local leads to. Null: it does not say.
const llvm::DIType *led_to(const llvm::Value &local);
bool may_hold_pointers(const llvm::DIType *type);
// How accesses to it are made: bytes, if the type is no number.
llvm::Type *cell_type(const llvm::DIType *type, llvm::LLVMContext &context);

// Of an instruction that stands for a parameter in a function whose parameters are arbitrary (own_functions.cpp).
inline constexpr const char *parameter_metadata = "lockstep.parameter";
// Of a store in front of a return: what is returned, in a function that has become a kernel.
inline constexpr const char *result_metadata = "lockstep.result";

} // namespace lockstep::frontend
