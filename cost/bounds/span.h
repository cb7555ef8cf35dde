// The span of a group: the sum, over the intervals between its barriers, of what its dearest warp costs in latencies
// ([MH21], Section 5: at a barrier every warp's span becomes the largest). With the work W and the span S, P issue
// slots take at most W/P + S (its Theorem 2).
//
// A walk is cut into stretches (walk.h): at barriers of the group, and where loops with such barriers are entered and
// left. From above: for each stretch, each time it is run, the most over all warps. From below: of stretches that may
// lie in one interval, the most over warps of one, and the least of the others.
//
// Sound because barriers are reached by all threads of a group or by none (else no span is bounded but by the work), so
// the warps' runs of a stretch lie in one interval; a sum of maxima is at least the maximum of the sums, and that is at
// least what one warp costs. No two runs of stretches of which the most counts from below lie in one interval.
#pragma once

#include "cost/bounds/event_sums.h"

#include <set>

namespace lockstep::cost {

class Spans {
public:
  // `aligned`: all barriers of the group are known to be reached together.
  Spans(std::size_t metrics, bool aligned);
  // A walk of one warp, or of those that `numbers` name. Of a group, each warp is added once.
  void add(const Walked &walked, const std::vector<Rounds> &numbers);
  // Of a group, over the symbols of `groups`.
  MetricBounds of_group();
  static Bounds longest(const Bounds &of_group, const std::vector<Rounds> &groups);

private:
  using Variants = std::vector<std::vector<Bounds>>; // by stretch: of each warp, or of several alike
  std::optional<std::vector<Rounds>> loops_within(const Event &e, const Stretch &s, const Walked &w) const;
  bool like_the_first(const Walked &walked) const;
  void vary(const Bounds &b, const std::vector<Rounds> &numbers, std::vector<Bounds> &to) const;
  std::vector<std::set<std::size_t>> successors() const;
  std::set<std::size_t> behind(std::size_t i, const std::vector<std::set<std::size_t>> &successors) const;
  std::vector<bool> chosen(const Variants &of_metric, const std::vector<std::set<std::size_t>> &successors) const;

  bool aligned_;
  EventSums sums_;
  std::vector<Stretch> stretches_;          // of the first walk
  std::vector<std::vector<Rounds>> rounds_; // around each
  std::vector<Variants> variants_;          // by metric
  std::vector<Bounds> works_;               // by metric: latencies of all warps
  bool first_ = true;
};

// What the dearest of some warps costs, from below by the most of them, or by the least.
Bounds dearest(const std::vector<Bounds> &of_warps, bool most_below);
// An expression that is never below (above) `e` for any value of `symbol` from 0 to count - 1.
std::optional<Expr> most_over(const Expr &e, const std::string &symbol, const Expr &count);
std::optional<Expr> least_over(const Expr &e, const std::string &symbol, const Expr &count);

} // namespace lockstep::cost
