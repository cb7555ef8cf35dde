// Which exchange has given a mask (named_lanes.h). Private to cfg/analysis/.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/values/group_ways.h"
#include "cfg/ir/kernel.h"

#include <optional>
#include <vector>

namespace lockstep::cfg {

// The barrier of a warp, or of those that a mask names, that the statement is; nullptr: it is none.
const Barrier *exchange_at(const Kernel &k, Point p);

class MaskGivers {
public:
  // `dominators`, `definitions` (the only ones: graph/definitions.h) and `group`: of the kernel.
  MaskGivers(const Kernel &k, const DominatorTree &dominators, const std::vector<std::optional<Point>> &definitions,
             GroupWays &group)
      : k_(k), dominators_(dominators), definitions_(definitions), group_(group) {}

  // The place of the ballot or match whose result the mask is, on every way to `at`.
  std::optional<Point> giver_of(const Expr &mask, Point at, unsigned lanes);

private:
  unsigned shifted_to_tile(const Expr &by, Point at, unsigned lanes);
  bool come_of_first_tile(Point at, unsigned tile, unsigned warp);
  bool gives(Point giver, Point at, unsigned lanes, unsigned warp);

  const Kernel &k_;
  const DominatorTree &dominators_;
  const std::vector<std::optional<Point>> &definitions_;
  GroupWays &group_;
};

} // namespace lockstep::cfg
