// The parts of the analysis of barriers of some threads: see order/named_barriers.h. Private to this folder.
#pragma once

#include "cfg/analysis/order/named_barriers.h"
#include "cfg/analysis/values/thread_ways.h"

#include <array>

namespace lockstep::cfg {

// What threads of a role come to: a sequence, a loop around another, a sequence.
struct BarrierSequence {
  std::vector<Point> before, body, behind;
  std::string loop; // what its number of rounds depends on; empty: there is no loop
  std::string missing;
  bool operator==(const BarrierSequence &) const = default;
};

// The edges that the thread with these local ids may take.
OpenEdges edges_open_to(const Kernel &k, const Launch &launch, const std::array<std::uint64_t, 3> &ids);
BarrierSequence barrier_sequence(const Kernel &k, const LoopForest &forest, const Induction &induction,
                                 const OpenEdges &open);

// Condition (3). Empty: it holds.
std::string rounds_missing(const Kernel &k, const std::vector<BarrierSequence> &roles);

} // namespace lockstep::cfg
