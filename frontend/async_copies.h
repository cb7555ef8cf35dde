// Which wait ends which asynchronous copy (OpenCL's async_work_group_copy and wait_group_events): an analysis of LLVM's
// code, as events have no counterpart in the kernel IR.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <functional>
#include <string>

namespace lockstep::frontend {

bool is_event(const llvm::Type *type);

// Whether it is clear which events a wait waits for: a constant number of them, in a local variable.
bool is_clear_wait(const llvm::CallBase &wait);

// Why the copy started by `start` may go on beyond a barrier, or beyond its own next start: what must not be, for the
// copy to belong to one barrier interval. Empty if it cannot. `is_barrier` says which calls are barriers.
//
// The event of a copy is found through event arguments (a copy may join the event of an earlier one) and through local
// variables (the only store, or the last in straight-line code). Sound because a wait only counts if the event it waits for is surely this copy's.
std::string escapes_interval(const llvm::CallBase &start, const std::function<bool(const llvm::CallBase &)> &is_barrier);

} // namespace lockstep::frontend
