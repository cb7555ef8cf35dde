// A loop of a walk (walk.h) as it is entered. Private to cost/walk/.
#pragma once

#include "cost/walk/lane_variables.h"

namespace lockstep::cost {

struct EnteredLoop {
  EnteredLoop(const WalkInput &input, std::size_t l, Environment on_entry, Mask entering);

  std::size_t number;
  const cfg::Loop &loop;
  std::vector<cfg::BlockId> blocks; // in sort order
  Environment env;                  // on entry
  Mask lanes;                       // that enter
};

struct LoopTest { // a block from which a loop is left
  cfg::BlockId block = 0;
  std::size_t at = 0; // in the list of the loop's blocks
  cfg::BlockId stay = 0;
};

// The one at the head or at the end of the list, if the loop is left there only.
std::optional<LoopTest> only_test(const WalkInput &input, const EnteredLoop &l);
bool has_barriers(const cfg::Kernel &k, const EnteredLoop &l); // of the group

} // namespace lockstep::cost
