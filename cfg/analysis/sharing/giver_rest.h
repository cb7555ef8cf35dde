// What is left of a kernel for those who have met at the giver of a mask (named_lanes.h). Private to cfg/analysis/.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/mask_givers.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/analysis/values/voted.h"
#include "cfg/ir/kernel.h"

#include <optional>
#include <vector>

namespace lockstep::cfg {

// Blocks that cannot be reached say nothing.
void empty_unreachable(Kernel &k);

// The kernel from a place on: block 0 holds what stands behind the place, block 1 is where ways end that lead back to
// it, or round a loop that holds it; the others follow.
struct Rest {
  Kernel k;
  Point from;
  static BlockId of(BlockId b) { return b + 2; }
  BlockId ahead(BlockId b) const { return b == from.first ? 0 : of(b); }        // where ways from the place enter it
  BlockId origin(BlockId own) const { return own == 0 ? from.first : own - 2; } // the kernel's block; not of block 1
  Places places(const Places &of_kernel) const;
};

class GiverRest {
public:
  // `definitions`: the only ones (graph/definitions.h).
  GiverRest(const Kernel &k, const LoopForest &forest, const std::vector<std::optional<Point>> &definitions,
            MaskGivers &givers, Point giver);

  bool is_ballot() const { return exchange_.op == ExchangeOp::Ballot; } // else a match
  bool all_named() const { return !is_ballot() || vote_.always(); }     // nobody can have voted otherwise
  Rest of_named();                                                      // for those whom the mask names
  Rest of_others() { return rest(false); }                              // of a ballot: for those whom it does not name

private:
  bool changes_vote(BlockId b, std::uint32_t from) const;
  bool changed_before(BlockId b) const;
  Block decided(BlockId b, std::optional<bool> voted) const;
  Rest rest(std::optional<bool> voted);
  void meet_by_mask(Rest &rest);
  void bring(Rest &rest) const;

  const Kernel &k_;
  const LoopForest &forest_;
  MaskGivers &givers_;
  const Point giver_;
  const Exchange &exchange_;
  const Voted vote_;
};

} // namespace lockstep::cfg
