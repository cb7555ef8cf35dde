// Chains of an interval's nodes: who comes to one of them has come to the one before, and surely comes to the next,
// with any ways between the two. (Control equivalence, after Ferrante, Ottenstein and Warren: the first dominates the
// second, which post-dominates it.)
//
// Sound because every way to a node goes through its dominators, so that what is done at one of these is done wherever
// the node is come to. That a thread surely comes to the next node is no condition of soundness: it makes a site that
// stands at the one before no coarser.
#pragma once

#include "cfg/analysis/graph/intervals.h"

#include <optional>
#include <vector>

namespace lockstep::emit::pick {

// Between a node and the one before it in its chain.
struct Link {
  int before = 0;
  std::vector<int> between; // nodes on the ways from one to the other
};

class Chains {
public:
  Chains(const cfg::Kernel &k, const cfg::Interval &interval);
  // To the node before; nothing for the first of a chain, or where something between the two (a loop, an assumption)
  // may keep a thread from coming.
  std::optional<Link> link(int node) const;

private:
  bool surely_passes(int node) const;

  const cfg::Kernel &k_;
  const cfg::Interval &interval_;
  const cfg::Graph graph_;
  const std::vector<cfg::Node> dominator_; // immediate ones
  std::vector<int> meeting_;               // post-dominators; -1: none
};

} // namespace lockstep::emit::pick
