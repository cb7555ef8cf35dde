// What a kernel costs: for each metric, for a warp, a group, the grid and each place, expressions that the cost is
// never below and never above (docs/design.md 13).
//
// Sound because every warp of a group is walked (walk.h), either each by itself or all by a symbol for its number,
// where the group's shape makes their ids alike; the sums are identities (sums.h). Groups have a symbol for their
// number, or, if there are few, each its number. Of groups of any size every warp is one of lanes * w ... below the
// number of threads; the ids of its lanes are known where groups have one dimension. Lower bounds hold of executions
// that end.
#pragma once

#include "cost/bounds/event_sums.h"

namespace lockstep::cost {

struct PlaceCost {
  cfg::BlockId block = 0;
  std::size_t stmt = 0;
  support::Origin origin;
  std::string what; // "load of 'a'", "branch"
  MetricBounds grid;
};

struct Unbounded { // why a metric has no upper bound
  support::Origin origin;
  std::string why;
  bool operator<(const Unbounded &o) const { return std::tuple(origin.str(), why) < std::tuple(o.origin.str(), o.why); }
};

struct WalkOf { // of a warp, or of several: those that the numbers name
  WarpShape shape;
  std::vector<Rounds> numbers;
  Walked walked;
};

struct KernelBounds {
  std::string refused; // not empty: nothing is known, for this reason
  bool affine = false; // bounds/follows_from_ids.h
  MetricBounds warp;   // over warp.x, warp.y, warp.z, or `warp`, and group.x ...
  MetricBounds group;  // over group.x, group.y, group.z
  MetricBounds grid;
  // If wanted (span.h): of a group, over group.x ...; of the group that has the longest.
  MetricBounds span, longest_span;
  Metrics metrics; // of which all this is, in this order
  std::vector<PlaceCost> places;
  std::set<std::string> assumptions;
  std::vector<std::set<Unbounded>> unbounded; // by metric
  std::array<Expr, 3> groups, local_sizes;    // numbers, or symbols: "groups.x", "local.x", ...
  std::size_t statements = 0;                 // that were walked for it
  std::vector<WalkOf> walks;                  // what all this is the sum of, if it was to be kept (certify.h)
  std::set<std::string> without_sign;         // as wished
};

struct CostWishes {
  Metrics metrics = all_metrics();
  bool in_bounds = true; // accesses stay within arrays of known size, which bounds those that are not understood
  bool spans = false;
  bool keep_walks = false;
  std::set<std::string> without_sign = {}; // unsigned parameters, by their names in the kernel IR; others are signed
};

KernelBounds kernel_cost(const cfg::Kernel &k, const cfg::Analyses &a, const coalescing::Options &options,
                         const CostWishes &wishes = {});
std::optional<std::size_t> index_of(const Metrics &metrics, std::string_view name);

} // namespace lockstep::cost
