// Sums that count: the assumption that a counter does not wrap around (passes/stride_counters.h) stands right in front
// of the statement that moves the counter on.
#pragma once

#include "cfg/ir/kernel.h"

namespace lockstep::cfg {

// A sum that an `assume.counter` right in front of the statement speaks of.
struct CountedSum {
  const ExprNode *sum = nullptr; // of the statement; null: none
  bool is_signed = false;
};
CountedSum counted_sum(const Stmt &assumption);           // in the assumption itself
CountedSum counted_sum(const Block &b, std::size_t stmt); // what the statement assigns

} // namespace lockstep::cfg
