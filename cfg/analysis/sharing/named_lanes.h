// Whom the mask of a Gather names (cfg/ir/kernel.h), and that all of them come.
//
// A mask is known in two ways. It is the same function of ids, sizes and constants for all threads that come: then each
// thread's is computed (thread_ways.h). Or it is what an exchange has given: the votes of a warp's threads, or who has
// brought an equal value. Then those that it names have met at that exchange, the *giver*, and have got the same mask.
//
//   Own    each thread names itself and nobody else
//   Tile   each names the threads of its aligned tile of `lanes`; that all of a tile come is left to the proofs
//   Rest   all of the warp but those that turn to their end (warp_teams.h); likewise
//   Class  others; all whom the mask names come together, as often and with the same mask
//
// Sound because of a Class the threads run in lock step from the giver (or the entry) to the Gather: every branch on
// the way that they may decide differently joins before it (uniformity.h). What is the same for them is what is the
// same for the warp, the mask, what they have brought equally, and the condition that they have voted for, as long as
// nothing of which it is made has changed. A thread that is not named does not come: it has not voted for the condition
// that leads there, or its ids lead elsewhere. What a tile has voted is the mask of a warp's threads if all who pass it
// are of the warp's first tile.
//
// A LanesOf is made here alone; whoever takes a Gather for a barrier of the warp has to bring one.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::cfg {

class LanesOf {
public:
  enum class Kind : std::uint8_t { Own, Tile, Rest, Class };
  Kind kind() const { return kind_; }
  unsigned lanes() const { return lanes_; } // that meet: of the tile, or the warp
  // Class: the giver, if there is one; and per block, do only threads run it that are named (since the giver), those of
  // a warp by one mask? Empty: that is not known of any.
  const std::optional<Point> &giver() const { return giver_; }
  const std::vector<bool> &only() const { return only_; }

private:
  friend class LaneFinder;
  LanesOf(Kind kind, unsigned lanes, std::optional<Point> giver = {}, std::vector<bool> only = {})
      : kind_(kind), lanes_(lanes), giver_(giver), only_(std::move(only)) {}
  Kind kind_;
  unsigned lanes_;
  std::optional<Point> giver_;
  std::vector<bool> only_;
};

// Of each Gather with a mask: whom it names, or what is not known of that.
using NamedLanes = std::map<Point, std::variant<LanesOf, std::string>>;
NamedLanes named_lanes(const Kernel &k, const LoopForest &forest, const Launch &launch);

} // namespace lockstep::cfg
