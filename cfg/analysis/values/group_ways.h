// The threads of a group with their ways (thread_ways.h), followed once and not before somebody asks. Private to
// cfg/analysis/.
#pragma once

#include "cfg/analysis/values/thread_ways.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::cfg {

struct FollowedThread {
  LocalIds ids;
  ThreadWays ways;
  bool comes_to(BlockId b) const { return ways.at[b].has_value(); } // perhaps
};

class GroupWays {
public:
  GroupWays(const Kernel &k, const Launch &launch) : k_(k), launch_(launch) {}

  // In the order of their linear local ids; none: they are not known.
  const std::vector<FollowedThread> &threads();
  // What the expression is worth to the thread in front of the statement, where it may come; nothing: not known.
  std::optional<std::uint64_t> value_before(const FollowedThread &t, Point at, const Expr &e) const {
    return cfg::value_before(k_, launch_, t.ids, t.ways, at.first, at.second, e);
  }

private:
  const Kernel &k_;
  const Launch &launch_;
  std::optional<std::vector<FollowedThread>> threads_;
};

} // namespace lockstep::cfg
