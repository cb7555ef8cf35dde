// What variables have in the lanes of a warp, at a point of the walk (walk.h). Private to cost/walk/.
#pragma once

#include "cost/lanes/unknowns.h"
#include "cost/walk/walk_input.h"

namespace lockstep::cost {

struct Held { // what a variable has in some lanes
  Mask where = everybody;
  LaneValue value;     // of an integer
  Mask truth = nobody; // of a Boolean
};
using Environment = std::vector<std::vector<Held>>; // by variable, the newest last

// What the lanes of m have in v, an integer.
LaneValue value_in(const Environment &env, cfg::VarId v, Mask m, Masks &masks);

class LaneVariables {
public:
  LaneVariables(const WalkInput &input, Masks &masks, Unknowns &unknowns); // parameters have values, others none

  LaneValue value(cfg::VarId v, Mask m) const { return value_in(env_, v, m, masks_); }
  std::optional<Mask> truth(cfg::VarId v, Mask m) const; // none: not all lanes of m have it from one assignment
  void assign(cfg::VarId v, Mask m, Held held);
  void forget(cfg::VarId v, Mask m); // it has any value

  const Environment &environment() const { return env_; }
  void restore(Environment env) { env_ = std::move(env); }

private:
  const WalkInput &input_;
  Masks &masks_;
  Unknowns &unknowns_;
  Environment env_;
};

} // namespace lockstep::cost
