// Regions of joins in a kernel's control-flow graph (place.h says what they are): which of them an edge enters, and
// which edges leave one for its join.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "semantics/simt/program/place.h"

namespace lockstep::semantics::simt {

struct JoinRegion {
  cfg::Node join = 0;
  std::vector<bool> blocks;
};

using Enters = std::vector<std::size_t>; // regions, outer first

class JoinRegions {
public:
  JoinRegions(const cfg::Kernel &k, Placement placement); // Placement::None: there are none

  const cfg::Graph &graph() const { return graph_; } // of the whole kernel
  bool reached(cfg::BlockId b) const { return reached_[b]; }
  cfg::Node join(std::size_t region) const { return regions_[region].join; }

  bool syncs(cfg::BlockId from, cfg::BlockId to) const; // does the edge leave a region for its join?
  bool is_joined(cfg::BlockId to) const;                // does one of the edges to the block?
  // Regions that `to` is in and `from` (no block: the entry) is not.
  Enters enters(std::optional<cfg::BlockId> from, cfg::BlockId to) const;
  // What lanes enter together behind the sync of a join: the same from wherever they come (a region that one of the
  // region's blocks is in and the join is in, too, has all of it).
  Enters after_sync(cfg::BlockId join) const;
  // By block: what all of its edges enter, so that it can be entered at the block's head; nothing where they differ.
  std::vector<std::optional<Enters>> entered_at_heads(const cfg::Kernel &k) const;

private:
  bool inside(std::size_t region, cfg::BlockId b) const { return regions_[region].blocks[b]; }

  cfg::Graph graph_;
  std::vector<bool> reached_;
  std::vector<JoinRegion> regions_; // innermost joins first
};

bool only_returns(const cfg::Kernel &k, cfg::BlockId b);

} // namespace lockstep::semantics::simt
