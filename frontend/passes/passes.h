// The pass pipeline between Clang's -O0 module and build_kernel. docs/decisions/frontend.md says why these passes.
//
// What it promises about every kernel function afterwards:
//   - No call of a defined function is left, and no defined function but kernels, except under a refusal (below) and
//     functions whose address is kept in memory.
//   - Locals whose address does not escape are SSA values; others are still allocas. A local starts with arbitrary
//   bytes:
//     what is read before it is written is `freeze undef`, one arbitrary value for each time its life starts.
//   - Every load from, store to, and atomic on global, group or constant memory that the source executes is there, in
//     its place, under its branch: none is removed, added, moved, split or merged, volatile or not. (Reads of constants
//     with an initialiser, which nobody writes, may be folded.) Copies of aggregates between memory and locals touch
//     every byte (byte_cover.h), with equal debug locations; copies between two places in memory stay llvm.memcpy.
//   - Where bounds are checked, a local with an access that may lie outside of it is still an alloca, and the access is
//     there (bounds.cpp).
//   - nsw, nuw and inbounds are as Clang emitted them, nothing that carries them is executed where the source does not
//     execute it, and no simplification has used them. In LLVM IR that somebody else has made they stand only where
//     overflow is undefined; of poison nothing is left (poison.cpp).
//   - A specification region (__lockstep_spec_begin .. end) lies in one block and has no side effect. One about two
//   threads
//     speaks of variables that the other thread holds, not of values of the place (held.cpp).
//   - The control-flow graph is reducible. Pure conditional expressions are selects.
//   - Innermost loops of at most a few rounds that do nothing but compute are written out.
//   - By-value aggregate parameters of kernels are one parameter per member, and per piece of padding, where they are
//   small.
//   - An instruction that could not be brought into this form carries !lockstep.refused !{!"reason", i32 topic}:
//     build_kernel refuses the kernel, citing the reason.
// Internal to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "support/diagnostic.h"

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

#include <string>

namespace lockstep::frontend {

inline constexpr const char *padding_attribute =
    "lockstep.padding"; // of a parameter: bytes of one that no member names
// On an operation whose one user is a selection: it is evaluated where the selection chooses it, and nowhere else.
inline constexpr const char *lazy_metadata = "lockstep.lazy";
// On an operation that gives some value where its operands leave its result undefined in the source languages.
inline constexpr const char *unspecified_metadata = "lockstep.unspecified";
// Of a load or store of a part of a memory location (bit_fields.h): how many bytes of it lie in front, how many it has.
inline constexpr const char *location_metadata = "lockstep.location";
inline constexpr const char *refusal_metadata = "lockstep.refused";
// The first reason stays.
void refuse(llvm::Instruction &instruction, const std::string &reason, support::Topic topic = support::Topic::Other);
std::string refusal(const llvm::Instruction &instruction); // empty: none
support::Topic refusal_topic(const llvm::Instruction &instruction);

// Whole numbers wrap around: no operation promises otherwise (Options::wraps).
void drop_overflow_marks(llvm::Module &module);

// Where a module comes from.
enum class Made : std::uint8_t {
  FromSource, // by Clang, just now: nothing has been moved in it
  Elsewhere,  // LLVM IR that somebody else has made, and perhaps optimised
  AsCompiled  // by these passes before: what it promises is said in calls of ours
};
enum class Bounds : std::uint8_t { Assumed, Checked }; // Checked: accesses outside of locals are findings
struct Pipeline {
  Made made = Made::FromSource;
  Bounds bounds = Bounds::Assumed;
  Annotations annotations = Annotations::Kept;
};
void run_passes(llvm::Module &module, const Pipeline &pipeline);
void repair_clang_output(llvm::Module &module); // passes/repair.cpp; before anything else

} // namespace lockstep::frontend
