// What an access of a walk (walk.h) costs beyond what its pass issues: units of memory that its request touches,
// conflicts, equal addresses. Private to cost/walk/.
#pragma once

#include "cost/lanes/lane_count.h"
#include "cost/walk/counted_atoms.h"
#include "cost/walk/walk_input.h"

namespace lockstep::cost {

struct WalkedAccess {
  cfg::BlockId block;
  std::size_t stmt;
  const cfg::Array &array;
  const cfg::Expr &offset;
  std::uint64_t granules; // of a lane
  bool atomic = false;
};

class AccessCosts {
public:
  AccessCosts(const WalkInput &input, const CountedAtoms &atoms, const LaneCounter &counter)
      : input_(input), target_(input.options.requests.target), atoms_(atoms), counter_(counter) {}

  LaneCounter::Place place(const WalkedAccess &a, LaneValue offset) const;
  // What a lane costs at most, whatever its address, if it comes alone: units that its bytes can meet; of group memory
  // the words that may stand in one bank.
  std::map<cfg::Atom, std::uint64_t> of_one_lane(const LaneCounter::Place &p, cfg::Space space) const;
  // What metrics count of the request of the lanes m; asked again for the same, as in the round before, it is known.
  const std::map<cfg::Atom, CostBounds> &of_lanes(const WalkedAccess &a, Mask m, const LaneCounter::Place &place);

private:
  std::map<cfg::Atom, CostBounds> counted(Mask m, const LaneCounter::Place &place, cfg::Space space, bool atomic) const;

  struct Known { // of an access, the last time
    bool valid = false;
    Mask mask = nobody;
    LaneValue offset;
    std::map<cfg::Atom, CostBounds> costs;
  };
  const WalkInput &input_;
  const cfg::Target &target_;
  const CountedAtoms &atoms_;
  const LaneCounter &counter_;
  std::map<std::pair<cfg::BlockId, std::size_t>, Known> known_;
};

} // namespace lockstep::cost
