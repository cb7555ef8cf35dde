// What a walk (walk.h) is of. Private to cost/walk/.
#pragma once

#include "cost/walk/walk.h"

#include <algorithm>

namespace lockstep::cost {

struct WalkInput {
  const cfg::Kernel &kernel;
  const cfg::Analyses &analyses;
  const cfg::Uniformity &uniform;
  const cfg::UniformityOptions &level;
  const cfg::SortOrder &order;
  const WarpShape &warp;
  const WalkOptions &options;

  std::size_t lanes() const { return warp.ids[0].lanes.size(); }
  const cfg::Loop &loop(std::size_t l) const { return analyses.loops.loops[l]; }
  bool is_uniform(const cfg::Expr &e) const { return cfg::is_uniform(e, kernel, uniform, level); }
  // Do all lanes come to the loop together, and leave it together?
  bool is_alike(const cfg::Loop &loop) const {
    return uniform.block_uniform[loop.head] && std::all_of(loop.exits.begin(), loop.exits.end(), [&](const auto &exit) {
             return uniform.branch_uniform[exit.first];
           });
  }
};

} // namespace lockstep::cost
