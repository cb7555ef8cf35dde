// Who can go on, and who goes next where warps take turns. Private to semantics/simt/.
//
// Who waits at a barrier, whose block is not there, or whose registers memory has not filled yet is never chosen.
#pragma once

#include "semantics/simt/barriers/block_barriers.h"
#include "semantics/simt/barriers/team_barriers.h"
#include "semantics/simt/schedule/resident_blocks.h"

namespace lockstep::semantics::simt {

class Scheduler {
public:
  Scheduler(const Core &core, const ResidentBlocks &blocks, const GridMemory &memory, const BlockBarriers &barriers,
            const TeamBarriers &teams)
      : core_(core), blocks_(blocks), memory_(memory), barriers_(barriers), teams_(teams) {}

  void start();
  std::vector<Unit> units() const; // that can go on, in order
  std::optional<Unit> next_in_order();
  void stepped(const Unit &u);
  Mask waiting(std::uint32_t w) const { return barriers_.waiting(w) | teams_.waiting(w); } // lanes at a barrier
  std::string waiting_text() const;                                                        // why nobody can go on

private:
  struct Turns { // of one warp
    std::uint64_t taken = 0;
    std::vector<std::uint64_t> last; // by lane: which of them it took last; with one program counter: empty
  };
  bool may_go(const Unit &u) const;
  void units_of_warp(std::uint32_t w, std::vector<Unit> &out) const;
  void groups_of_warp(std::uint32_t w, std::vector<Unit> &out) const;

  const Core &core_;
  const ResidentBlocks &blocks_;
  const GridMemory &memory_;
  const BlockBarriers &barriers_;
  const TeamBarriers &teams_;
  std::uint32_t cursor_ = 0; // the warp whose turn it was last
  std::vector<Turns> turns_;
};

} // namespace lockstep::semantics::simt
