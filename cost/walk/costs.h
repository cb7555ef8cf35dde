// What a walk (walk.h) records: of each event the atoms of device/atoms.def that it counts, weighed by each metric.
// Private to cost/walk/.
//
// Sound because a metric is a sum of atoms with weights that are not negative, so bounds of the atoms, weighed, are
// bounds of it. What a pass issues whatever its lanes have (operands, operations, tests) is counted as the machines
// count it (semantics/costs/trace_costs.h) and weighs as often as the pass takes place.
#pragma once

#include "cfg/analysis/sharing/warp_parts.h"
#include "cost/walk/access_costs.h"
#include "cost/walk/event_log.h"
#include "cost/walk/lane_evaluator.h"

namespace lockstep::cost {

struct EventCost {
  CostBounds issued;         // how often `each` is
  cfg::AtomCounts each = {}; // operands and operations, assignments, tests, requests, barriers
  std::map<cfg::Atom, CostBounds> others = {};
  bool splits_only = false, issue = false;
  std::map<cfg::Atom, std::uint64_t> of_lane = {}; // of `others`: what a lane costs that comes alone, at most
};

using Ways = std::vector<std::pair<cfg::BlockId, Mask>>; // out of a block: where to, and which lanes

class CostRecorder {
public:
  CostRecorder(const WalkInput &input, const Masks &masks, LaneEvaluator &values, std::set<std::string> &assumptions,
               EventLog &log)
      : input_(input), values_(values), assumptions_(assumptions), log_(log), atoms_(input.options),
        counter_(masks, input.lanes()), accesses_(input, atoms_, counter_),
        parts_(input.kernel, input.analyses.loops, input.uniform, input.order) {}

  void issue(cfg::BlockId b, Mask m); // all that a block costs once for each pass
  void assignment(cfg::BlockId b, std::size_t i, Mask m, const cfg::Expr &value);
  void access(const WalkedAccess &a, Mask m, cfg::AtomCounts work); // `work`: beside the request and its offset
  // Of the group or of less; by `all` lanes that there are, or by others.
  void barrier(cfg::BlockId b, std::size_t i, Mask m, bool all, bool of_group);
  void branch(cfg::BlockId b, Mask m, const Ways &ways, bool splits = true);
  void splits(cfg::BlockId b, Mask m, CostBounds splits); // of a branch
  // How many of the ways are taken, less 1.
  CostBounds number_of_splits(const std::vector<Mask> &ways) { return counter_.splits(ways); }

private:
  void record(cfg::BlockId b, std::size_t i, Mask m, EventCost cost);
  void come_apart(cfg::BlockId b, Mask m, EventCost &cost);

  const WalkInput &input_;
  LaneEvaluator &values_;
  std::set<std::string> &assumptions_;
  EventLog &log_;
  const CountedAtoms atoms_;
  LaneCounter counter_;
  AccessCosts accesses_;
  const cfg::WarpParts parts_;
};

} // namespace lockstep::cost
