// The slice of a lock-step program that a question is about: variables and arrays that can influence it, blocks that
// lead to it, and what the loops do to these. Private to emit/watchdog.
#pragma once

#include "emit/watchdog/relevance.h"

#include <set>
#include <vector>

namespace lockstep::emit::watchdog {

struct LoopInfo {
  lk::Loop loop;
  std::size_t kernel_loop = 0; // the same loop of the kernel, by its number in the forest
  cfg::BlockId kernel_head = 0;
  std::set<cfg::VarId> assigned;    // variables, lock-step numbering, relevant ones only
  std::set<cfg::VarId> carried;     // those of them whose value at the head is read
  std::vector<bool> before;         // per block: control can go from there to the head
  std::vector<lk::BlockId> entries; // blocks outside with an edge to the head
};

struct Slice {
  Relevance relevant;
  std::vector<bool> leads; // per block: to something asked about
  std::vector<LoopInfo> loops;

  const LoopInfo *headed_by(lk::BlockId b) const; // null: none
};

// `live_at_entry`: of the lock-step program (lockstep_liveness.h).
Slice slice_for(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q,
                const std::vector<std::vector<bool>> &live_at_entry);

} // namespace lockstep::emit::watchdog
