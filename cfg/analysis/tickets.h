// Tickets: results of atomic counters. If a counter is only ever advanced by one constant stride, each thread that
// advances it gets a value of its own:
//
//   slot := atomic.add counter[0], 1          slot@1 != slot@2 for any two threads, whenever each took theirs
//
// (GPUVerify's "refined atomic abstraction".) Sound because (1) the variable is assigned by this atomic only; (2) every
// access to the counter that changes it is an addition of the same constant, or a plain store from which no path leads
// back behind an addition: such a store comes before every addition, or races with one, and that race is found on the
// counter itself; (3) it is assumed, and said in the result, that a counter is not advanced so often that its values
// come round again.
#pragma once

#include "cfg/kernel.h"

#include <vector>

namespace lockstep::cfg {

struct Ticket {
  VarId var;            // the result
  ArrayId counter;
  Expr offset;          // of the counter in its array: constants, parameters and launch quantities that all threads share
  std::uint64_t stride; // any two tickets of one counter are at least so far apart, the short or the long way round
  BlockId block;        // where it is taken
  std::uint32_t stmt;
};

std::vector<Ticket> tickets(const Kernel &k);

// Is the ticket surely taken when control is in front of the statement?
bool taken_before(const Kernel &k, const Ticket &t, BlockId block, std::uint32_t stmt);

} // namespace lockstep::cfg
