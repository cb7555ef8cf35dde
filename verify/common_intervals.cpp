// See common_intervals.h.
#include "verify/common_intervals.h"

#include "cfg/analysis/graph/dominators.h"

#include <algorithm>

namespace lockstep::verify {

namespace {

struct Mark {
  cfg::Node block; // of the end: the virtual exit
  std::size_t stmt;
};

std::vector<Mark> marks_of(const cfg::Kernel &k, const std::vector<bool> &common) {
  std::vector<Mark> out{{0, 0}};
  const cfg::DominatorTree before = cfg::dominators(k);
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::size_t i = 0; common[b] && before.contains(b) && i < k.blocks[b].stmts.size(); ++i)
      if (const auto *barrier = std::get_if<cfg::Barrier>(&k.blocks[b].stmts[i].node);
          barrier && barrier->scope != cfg::Scope::Warp && !barrier->end)
        out.push_back({b, i + 1}); // behind the entry
  out.push_back({static_cast<cfg::Node>(k.blocks.size()), 0});
  return out;
}

} // namespace

std::size_t common_intervals(const cfg::Kernel &k, const std::vector<bool> &common) {
  const cfg::DominatorTree before = cfg::dominators(k), after = cfg::post_dominators(k);
  const std::vector<Mark> marks = marks_of(k, common);
  const auto exit = static_cast<cfg::Node>(k.blocks.size());
  // Whoever is at `b` has been at `a`, and whoever is at `a` comes to `b`.
  const auto follows = [&](const Mark &a, const Mark &b) {
    if (a.block == exit || a.block == b.block)
      return a.block == b.block && a.stmt < b.stmt;
    if (b.block == exit)
      return after.dominates(a.block, 0);
    return before.strictly_dominates(a.block, b.block) && after.strictly_dominates(b.block, a.block);
  };
  // What follows a point follows one another (post-dominators of a node are a chain), so that one of them is next.
  return static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), [&](const Mark &a) {
    support::spend();
    return std::any_of(marks.begin(), marks.end(), [&](const Mark &b) { return follows(a, b); });
  }));
}

std::size_t common_intervals(const cfg::Kernel &k, const cfg::Analyses &analyses) {
  const cfg::UniformityOptions how{.launch = analyses.launch, .live = &analyses.live};
  return common_intervals(k, cfg::uniformity(k, analyses.loops, how).block_uniform);
}

} // namespace lockstep::verify
