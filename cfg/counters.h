// Counters that stride by the launch's sizes:
//
//   for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
//
// If n is within a stride of the type's end, i wraps around and comes back as another thread's. Of launches whose sizes
// are free that is assumed not to happen (a listed assumption, as that a launch has fewer than 2^31 threads):
//
//   i := add(i, s);    ==>    assume.counter sle(i, add(i, s));
//                             i := add(i, s);
//
// where s is a product of launch sizes, one of them free, that is above 0 in i's type, of 32 bits at least, and a
// branch out of a loop around it compares i, signed; ule instead of sle, if unsigned. Sound because an assumption only
// leaves out executions, and results list it wherever it stands. Costs are bounded with this assumption for given
// sizes, too (`given`): without it no such loop is known to end.
#pragma once

#include "cfg/kernel.h"
#include "cfg/launch.h"
#include "support/result.h"

#include <optional>

namespace lockstep::cfg {

Kernel with_counters(Kernel k, const Launch &launch, support::Diagnostics &diags, bool given = false);

// A sum that an `assume.counter` right in front of the statement speaks of.
struct CountedSum {
  const ExprNode *sum = nullptr; // of the statement; null: none
  bool is_signed = false;
};
CountedSum counted_sum(const Stmt &assumption);           // in the assumption itself
CountedSum counted_sum(const Block &b, std::size_t stmt); // what the statement assigns

} // namespace lockstep::cfg
