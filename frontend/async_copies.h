// Which wait ends which asynchronous copy (OpenCL's async_work_group_copy and wait_group_events): an analysis of LLVM's
// code, as events have no counterpart in the kernel IR.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::frontend {

bool is_event(const llvm::Type *type);

// The events that a wait or a start gets: one list, or a choice between two (a `select` of pointers or of events).
struct Choice {
  const llvm::Value *condition = nullptr; // nullptr: no choice
  std::vector<Choice> arms;               // then and else
  std::vector<const llvm::CallBase *> events; // the calls that made them; nullptr: none (an event argument of 0)
};
// Empty if that is not clear.
std::optional<Choice> events_of(const llvm::CallBase &wait_or_start);

// How far the copy started by `start` may go on: `crossed` are the barriers that may be passed before it is surely waited
// for. `is_barrier` says which calls are barriers.
//
// The event of a copy is found through event arguments (a copy may join the event of an earlier one) and through local
// variables (the only store, or the last in straight-line code). Sound because a wait only counts if the event it waits for is surely this copy's.
struct Extent {
  std::string refusal; // not empty: that cannot be said, as it may be started again, or not have been, at such a barrier
  std::vector<const llvm::CallBase *> crossed;
};
Extent extent_of_copy(const llvm::CallBase &start, const std::function<bool(const llvm::CallBase &)> &is_barrier);

} // namespace lockstep::frontend
