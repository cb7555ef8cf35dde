// Atomic operations, their scopes and their memory orders (builtins/atomics.cpp, builtins/fences.cpp).
#pragma once

#include "frontend/lower/handlers.h"

#include "llvm/Support/AtomicOrdering.h"

namespace lockstep::frontend {

// The old value; empty if not wanted.
cfg::Expr atomic(Context &cx, cfg::AtomicOp op, const Pointer &p, const Scalar &s, std::vector<cfg::Expr> operands,
                 bool wants_old, const llvm::Value *name, cfg::AtomicScope scope, cfg::Order order = {},
                 bool acquires_failing = false, bool all_spaces = false);

cfg::AtomicScope scope_of(Context &cx, const llvm::Instruction &i); // of an atomic instruction
cfg::AtomicScope scope_of(Context &cx, const Call &c,
                          unsigned n); // of an OpenCL builtin whose argument n, if there, says it
cfg::AtomicScope warp_scope(const Source &in);

cfg::Order order_of(llvm::AtomicOrdering order);
bool orders_all_spaces(const Source &in, const llvm::Instruction &i); // of an atomic instruction
cfg::Order cl_order(const Call &c, unsigned n); // of an OpenCL builtin whose argument n, if it is explicit, says it

} // namespace lockstep::frontend
