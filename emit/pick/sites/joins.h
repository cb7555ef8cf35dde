// Branches of a barrier interval that make no difference: all their ways meet again with nothing that matters in
// between. (Control dependence as in program slicing, after Weiser and after Ferrante, Ottenstein and Warren, on the
// interval's acyclic graph.)
#pragma once

#include "cfg/analysis/graph/intervals.h"

#include <vector>

namespace lockstep::emit::pick {

inline constexpr int no_join = -1;

class Joins {
public:
  // `alive`: the nodes that a way may go through; an edge to any other node ends the way.
  Joins(const cfg::Interval &interval, const std::vector<bool> &alive);

  // The node where all ways that go on from node n meet first, if no way ends before and none of the nodes between the
  // two is in `matters`; otherwise no_join.
  int idle_branch(int n, const std::vector<bool> &matters) const;

  // The node where they meet first, whatever lies between.
  int meeting(int n) const {
    const int join = next_[static_cast<std::size_t>(n)];
    return join == end_ ? no_join : join;
  }

private:
  int meeting_point(int n, const std::vector<bool> &alive) const;

  const cfg::Interval &interval_;
  const cfg::Graph graph_;
  int end_;               // stands for the end of a way
  std::vector<int> next_; // immediate post-dominators
};

} // namespace lockstep::emit::pick
