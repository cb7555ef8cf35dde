// Do the threads of a team come to a block of a kernel, or of what is left of it, in lock step? Private to
// cfg/analysis/.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <map>
#include <optional>

namespace lockstep::cfg {

class TeamSteps {
public:
  TeamSteps(const Kernel &k, const LoopForest &forest, const Launch &launch)
      : k_(k), forest_(forest), launch_(launch) {}

  // Of the whole kernel, for teams of so many lanes.
  const Uniformity &of_team(unsigned lanes);
  // The loads of the kernel that may read what nobody has written.
  const Places &bare();
  // `part`: the kernel, or what is left of it; `bare`: its loads that may read what nobody has written.
  bool comes_in_step(const Kernel &part, const LoopForest &forest, const Places &bare, BlockId b, unsigned lanes) const;

private:
  const Kernel &k_;
  const LoopForest &forest_;
  const Launch &launch_;
  std::map<unsigned, Uniformity> of_team_; // by lanes
  std::optional<Places> bare_;
};

} // namespace lockstep::cfg
