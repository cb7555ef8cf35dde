// What a thread has surely found in the cells of an array that others post to: see found.cpp.
#pragma once

#include "cfg/analysis/order/handover/group_flow.h"

#include <set>

namespace lockstep::cfg {

struct Found {                // by an atomic that looks at a cell
  Point look;                 // which one
  Expr cell;                  // null: its variables have other values now
  std::vector<VarId> values;  // variables that hold what was found
  std::vector<bool> possible; // per write of the array: may it have been that? At the end: what was there at the start
  Acquired acquired;
  bool by_leader = false; // not the thread itself, but the one that looks for its group has found it
};

// Rules of a GroupFlow, for looks that cover the scope.
class FoundPosts {
public:
  using State = std::vector<Found>;
  FoundPosts(const Subject &subject, ArrayId array, AtomicScope scope);
  void step(State &now, Point p) const;
  void learn(State &now, const std::vector<Fact> &known) const;
  static bool meet(State &to, const State &from);
  void hear(State &now, const std::vector<State> &leaders) const;

  std::vector<Point> writes, looks; // of the array

private:
  std::optional<std::uint64_t> constant_of(std::size_t write) const;

  const Subject &subject_;
  const ArrayId array_;
  const AtomicScope scope_;
  std::set<Point> from_start_; // looks that may find what was there at the start
};

} // namespace lockstep::cfg
