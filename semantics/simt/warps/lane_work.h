// What an instruction does that leaves control flow alone: lanes compute, access memory, vote, come to barriers.
// Private to semantics/simt/.
//
// It changes registers, memory and barriers, and no program counter.
#pragma once

#include "semantics/simt/barriers/block_barriers.h"
#include "semantics/simt/barriers/team_barriers.h"
#include "semantics/simt/memory/warp_accesses.h"

namespace lockstep::semantics::simt {

class LaneWork {
public:
  LaneWork(Core &core, GridMemory &memory, WarpAccesses &accesses, BlockBarriers &barriers, TeamBarriers &teams)
      : core_(core), memory_(memory), accesses_(accesses), barriers_(barriers), teams_(teams) {}

  // The lanes whose guard holds; none if the machine stops.
  Mask guarded(const Unit &u, const Step &s) {
    return s.guard == no_guard ? u.lanes : holds(u, s.guard, u.lanes).value_or(0);
  }
  // By these lanes, one at least. The step is none for the branch machine.
  void run(const Unit &u, const Step &s, Mask by, Choices &choices);

private:
  void compute(const Unit &u, const Step &s, Mask by, Choices &choices);
  bool end_of_segment(ThreadIndex t, std::uint32_t end, Choices &choices);
  void vote(const Unit &u, const Vote &v, const Step &s, Mask by);
  std::optional<Mask> holds(const Unit &u, std::uint32_t segment, Mask lanes); // empty: the machine has stopped

  Core &core_;
  GridMemory &memory_;
  WarpAccesses &accesses_;
  BlockBarriers &barriers_;
  TeamBarriers &teams_;
};

} // namespace lockstep::semantics::simt
