// The lowering of one function: the parts that work on it. LLVM's instructions become statements and expression trees
// of the kernel IR.
//
//   source.h      what is lowered             builder.h    the kernel under construction
//   values.h      LLVM's values as pieces     arrays.h     the arrays that keep objects
//   addresses.h   address arithmetic          memory.h     loads and stores      moves.h  memcpy and the like
//   control.h     blocks, phis, terminators   copies.h     asynchronous copies
//   access_logs.h what annotations say of accesses
//   instructions.h   one function for each instruction; function.cpp goes through them
//   handlers.h      one for each row of intrinsics.def; what builtins give to the others: copying.h, atomics.h,
//                   warps.h, barriers.h, heap.h
//
// A part knows those in front of it. What has no state of its own is a function.
#pragma once

#include "frontend/lower/control.h"
#include "frontend/lower/memory/access_logs.h"
#include "frontend/lower/memory/copies.h"
#include "frontend/lower/memory/moves.h"

#include <memory>

namespace lockstep::frontend {

struct Votes { // of a ballot: the thread's own, how many there are, and how many of lower lanes (null: not needed)
  unsigned lanes;
  cfg::Expr vote, all, before;
};

// What instructions and builtins are lowered with.
struct Context {
  Context(const Source &source, support::Diagnostics &diags);
  Context(const Context &) = delete;

  const Source &in;
  Builder out;
  Values values;
  Arrays arrays;
  Addresses addresses;
  Memory memory;
  Moves moves;
  Control control;
  AccessLogs logs;
  std::unique_ptr<AsyncCopies> group_copies; // none: null
  std::unique_ptr<OwnCopies> own_copies;     // likewise

  // Of single builtins.
  std::map<std::pair<std::uint64_t, unsigned>, cfg::VarId> held; // of locals: by number and width
  std::optional<cfg::AtomicScope> next_scope;         // of the next atomic instruction, said by __lockstep_scope
  std::map<const llvm::Value *, Votes> votes;         // of the ballots
  std::map<const llvm::Value *, cfg::ArrayId> images; // that are written
  std::map<cfg::ArrayId, std::uint64_t> heap_blocks;  // arrays of blocks from the heap: the bytes of each
  std::map<std::pair<cfg::ArrayId, bool>, std::vector<cfg::Expr>> allowed; // reads, or writes, in a contract
  unsigned allocations = 0;                                                // calls that allocate, in loops
  std::optional<cfg::VarId> barriers_met;                                  // reducing ones, in loops
  unsigned reductions = 0;
};

} // namespace lockstep::frontend
