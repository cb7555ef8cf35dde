// The functions that the front end gives a meaning: one row of intrinsics.def each, found by who declares the function
// (declared.h), its (demangled) base name and its type.
#pragma once

#include "frontend/builtins/declared.h"

#include "llvm/IR/InstrTypes.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::frontend {

struct Context;

// One call of a function of the table.
struct Call {
  const llvm::CallBase &inst;
  std::string name;                // base name: "vload4", "__lockstep_atomic_add_i32", "llvm.nvvm.barrier0"
  std::vector<std::string> params; // demangled types, where the symbol is mangled
  int detail = 0;                  // of the row
};

struct Intrinsic {
  std::string_view name; // a trailing '*' matches any rest
  Declared from;
  std::string_view signature;
  void (*handler)(Context &, const Call &);
  int detail;
};

// The row of a function without a body; nullptr if it has none. Sound because a row is given only to the function that
// it means: who declares it and what type it has are checked, not its name alone.
const Intrinsic *find_intrinsic(const llvm::Function *f);
bool is_builtin(const llvm::Function *f, std::string_view name); // the function that the row of this very name means

// Takes a symbol apart. `_Z6vload4mPU3AS1Kf` is {"vload4", {"unsigned long", "float const AS1*"}}.
struct Symbol {
  std::string name;
  std::vector<std::string> params;
};
Symbol demangle_symbol(std::string_view symbol);
std::string readable(std::string_view symbol);       // demangled in full, for messages
std::string qualified_name(std::string_view symbol); // with classes and namespaces, without parameters: "db::select"

bool is_unsigned(std::string_view type);      // "unsigned int vector[4]"
unsigned scalar_bytes(std::string_view type); // of the number in "float const AS1*": 4; 0 if there is none

// The scalars that a call reads or writes behind its pointer argument (lower/memory/layout.h).
struct AccessedScalar {
  unsigned bytes = 0; // 0: none
  bool floating = false;
};
AccessedScalar accessed_scalar(const llvm::CallBase &call, unsigned argument);

// async_work_group_copy and the like: what is behind the second argument goes behind the first.
bool copies_between_arguments(const llvm::CallBase &call);
const llvm::Value *copied_bytes(const llvm::CallBase &call,
                                unsigned argument); // at it, where an argument says; else nullptr

bool only_computes(const Intrinsic &known); // a value, of ids, sizes and arguments, and does nothing else
bool allocates(const llvm::CallBase &call);
bool frees(const llvm::CallBase &call);
std::array<bool, 3> asked_dimensions(const llvm::CallBase &call); // of whose ids or sizes it may be a call
bool prints(const llvm::CallBase &call);                          // a printf whose arguments are seen (printed.h)

// What `detail` means for the handlers that read it.
enum Annotation { // Owed: by a caller, or to one
  Requires,
  Assumed,
  Asserted,
  LoopInvariant,
  Owed,
  InvariantOfBarrier,
  CandidateInvariant
};
enum AccessLogQuestion { LogTouched, LogNone, LogImplies, LogOffset, LogOfWrites }; // LogOfWrites: added to the others
enum PairQuestion { PairOther, PairUniform, PairDistinct, PairAll, PairExclusive };
enum NumberedBarrier { BarrierSync, BarrierArrive };
enum Reduction { ReduceCount, ReduceAnd, ReduceOr };
enum AtomicDetail { // cfg::AtomicOp by value, and flags
  ImpliedOne = 100, // the operand is 1
  BySign = 200,     // Min, Max: unsigned ones where the type is
};
enum IntegerFunction {
  Fn_abs,
  Fn_abs_diff,
  Fn_add_sat,
  Fn_sub_sat,
  Fn_hadd,
  Fn_rhadd,
  Fn_mul_hi,
  Fn_mad_hi,
  Fn_mad24,
  Fn_mul24,
  Fn_mad_sat,
  Fn_rotate,
  Fn_upsample,
  Fn_clz,
  Fn_ctz,
  Fn_popcount
};
enum FloatClass { IsNan, IsInf, IsFinite, IsNormal, SignBit };
enum Quantity {
  GlobalId,
  LocalId,
  GroupId,
  GlobalSize,
  LocalSize,
  NumGroups,
  GlobalOffset,
  GlobalLinearId,
  LocalLinearId,
  GlobalIdWithoutOffset // of no row
};

} // namespace lockstep::frontend
