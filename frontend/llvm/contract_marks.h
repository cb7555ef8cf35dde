// What is written on functions whose contracts stand for them, and on the kernels of their bodies
// (passes/own_functions.cpp). Internal to frontend/.
#pragma once

#include "llvm/IR/Function.h"

#include <string>
#include <string_view>

namespace lockstep::frontend {

inline constexpr const char *own_function_mark = "lockstep-own-function";
inline constexpr const char *contract_mark = "lockstep-contract"; // with the symbol of its kernel
inline constexpr const char *no_contract_mark = "lockstep-no-contract";
// What a call says, in a function that has become its contract, in front of the symbol of its kernel.
inline constexpr std::string_view contract_prefix = "__lockstep_contract_of_";

// A kernel that has been made of a function's body: every thread runs it once, with any arguments.
inline bool is_own_function(const llvm::Function &f) { return f.hasFnAttribute(own_function_mark); }
// Has the function become its contract, which is what its callers are judged with?
inline bool stands_for_its_body(const llvm::Function &f) { return f.hasFnAttribute(contract_mark); }
inline std::string kernel_of_body(const llvm::Function &f) {
  return f.getFnAttribute(contract_mark).getValueAsString().str();
}
// Why a recursive function has no contract that stands for it; empty: nothing is known of that.
inline std::string why_no_contract(const llvm::Function &f) {
  return f.getFnAttribute(no_contract_mark).getValueAsString().str();
}
inline std::string function_of_kernel(const std::string &kernel) { // "f (function)": "f"
  return kernel.substr(0, kernel.rfind(" (function"));
}

} // namespace lockstep::frontend
