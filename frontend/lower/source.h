// What is lowered, and what is known of it beforehand: the function, its launch, where its pointers lead, how the
// arrays are cut into granules, which blocks are in loops. Does not change while the kernel is made.
#pragma once

#include "cfg/ir/kernel.h"
#include "frontend/llvm/points_to.h"
#include "frontend/lower/debug.h"
#include "frontend/lower/memory/layout.h"
#include "frontend/module.h"

#include <optional>
#include <set>
#include <string>

namespace lockstep::frontend {

inline constexpr ObjectId raw_object = 0xffffffff;     // what a pointer of unknown origin leads to
inline const cfg::Type which_type = cfg::int_type(32); // which object

struct Source {
  // `lock_step`: so many threads run in lock step; 0: each by itself.
  Source(const llvm::Function &f, Dialect dialect, const Options &options, const PassedBuffers &passed,
         unsigned lock_step);

  std::string hint(const llvm::Value *v) const;              // a name for it
  cfg::Expr index_width(cfg::Expr e) const;                  // sign-extended or truncated to the pointer width
  unsigned granule_of(const Targets &t) const;               // bytes
  std::optional<cfg::Space> space_of(const Object &o) const; // empty: not modelled

  const llvm::Function &function;
  const llvm::DataLayout &target;
  Dialect dialect;
  const Options &options;
  const cfg::Launch &launch;
  unsigned lock_step;
  DebugInfo debug;
  const PassedBuffers &passed;
  PointsTo points_to;
  Layout layout;
  unsigned pointer_bits;
  cfg::Type pointer_type;
  std::set<const llvm::BasicBlock *> loop_heads, loop_blocks, on_every_way; // the last: from the entry to an end
  bool all_pass(const llvm::BasicBlock *b) const; // does each thread that ends execute it, and exactly once?
  const llvm::BasicBlock *second_entry = nullptr; // of a loop with several (irreducible control flow)
};

} // namespace lockstep::frontend
