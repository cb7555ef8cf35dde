// Teams in lock step: see team_steps.h.
#include "cfg/analysis/sharing/team_steps.h"

#include "support/sound.h"

namespace lockstep::cfg {

namespace {
UniformityOptions at_barriers_of_team(unsigned lanes, const Launch &launch, const Places &bare) {
  return {UniformityLevel::Team, lanes, launch, true, &bare, true};
}
} // namespace

const Uniformity &TeamSteps::of_team(unsigned lanes) {
  auto at = of_team_.find(lanes);
  if (at == of_team_.end())
    at = of_team_.emplace(lanes, uniformity(k_, forest_, at_barriers_of_team(lanes, launch_, bare()))).first;
  return at->second;
}

const Places &TeamSteps::bare() {
  if (!bare_)
    bare_ = bare_loads_of_some(k_, launch_); // lanes that a mask names are some
  return *bare_;
}

bool TeamSteps::comes_in_step(const Kernel &part, const LoopForest &forest, const Places &bare, BlockId b,
                              unsigned lanes) const {
  const Uniformity u = uniformity(part, forest, at_barriers_of_team(lanes, launch_, bare));
  return support::sound("named_lanes.in_step", u.block_uniform[b]);
}

} // namespace lockstep::cfg
