// What one request or branch costs, counted with plain sets, against a claim that is an expression (checker.h).
//
// Sound because every value of what conditions and offsets depend on falls into a case that counts like it (cases.h): a
// stride that is larger than what lanes access keeps them apart, and its remainder says where. With lanes of which a
// condition is not known, lower counts are of those that surely come along, upper ones of those that may.
#pragma once

#include "cost/certificate/lanes.h"
#include "device/metrics.h"
#include "device/targets.h"

namespace lockstep::cost::certificate {

struct Place {
  PerLane offset; // granules
  cfg::Space space;
  long granule, bytes, align;
  std::optional<std::uint64_t> extent; // granules
};

struct Event {
  LaneMask lanes;
  std::optional<Place> place;
  std::vector<LaneMask> ways; // of a branch
  cfg::AtomCounts each;       // whoever comes along
  bool atomic = false, issue = false;
  std::optional<Expr> splits; // not counted: at most so many
};

// Is the claim at most, and at least, what is counted, in all cases? Empty: yes; else why not.
std::string compare(const LaneConditions &conditions, const cfg::Target &target, const Event &e,
                    const cfg::Metric &metric, const Expr &lower, const std::optional<Expr> &upper);

} // namespace lockstep::cost::certificate
