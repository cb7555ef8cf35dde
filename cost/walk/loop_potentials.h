// Loops of a walk (walk.h) without a formula for their rounds: bounded by potentials (potentials.h). Private to
// cost/walk/.
//
// Sound because the warp goes round as long as some lane does, each lane at most as often as the potential of its own
// values says, and none of these is above the one of the largest forms.
#pragma once

#include "cost/potentials/loop_system.h"
#include "cost/walk/entered_loop.h"

namespace lockstep::cost {

class LoopPotentials {
public:
  LoopPotentials(const WalkInput &input, Masks &masks, std::set<std::string> &assumptions)
      : input_(input), masks_(masks), assumptions_(assumptions) {}

  // A loop that is walked for any round. Events of its entry stand in `depth` loops.
  void enter(const EnteredLoop &l, std::size_t depth) { entered_.push_back({&l, depth}); }
  void leave() { entered_.pop_back(); }
  // A bound of how often the back edges of the loop that was entered last are taken: in one run of it, or, where all
  // lanes go alike, of a loop around it, whose events stand in `depth` loops.
  struct Total {
    Expr count;
    std::size_t depth = 0;
  };
  std::optional<Total> total();

private:
  std::optional<Expr> in_one_run(const EnteredLoop &around, std::size_t l); // back edges of l

  struct Entered {
    const EnteredLoop *loop;
    std::size_t depth;
  };
  const WalkInput &input_;
  Masks &masks_;
  std::set<std::string> &assumptions_; // that bounds rest on
  std::vector<Entered> entered_;       // outermost first
  // By the loop around and the one inside.
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::pair<LoopSystem, Potential>>> potentials_;
};

} // namespace lockstep::cost
