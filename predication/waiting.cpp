// Waiting threads: see waiting.h.
#include "predication/waiting.h"

#include "cfg/ir/pairwise.h"

namespace lockstep::predication {

using cfg::BlockId;

Waiting::Waiting(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order, const FlagPlan &plan)
    : forest_(forest), order_(order), plan_(plan), live_(cfg::liveness(k)), preds_(cfg::predecessors(k)),
      claimed_(k.vars.size(), false) {
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assert>(&s.node); a && cfg::is_pairwise(a->condition))
        for (cfg::VarId v : cfg::variables(a->condition))
          claimed_[v] = true;
}

bool Waiting::needs(BlockId b, cfg::VarId v) const {
  if (claimed_[v])
    return true;
  const Region &r = plan_.regions[plan_.region_of[b]];
  auto reads = [&](BlockId at) { return at != b && live_.at_entry[at][v] && can_wait(at, b); };
  for (BlockId at : r.blocks)
    if (reads(at))
      return true;
  return r.exit < live_.at_entry.size() && reads(static_cast<BlockId>(r.exit));
}

// Is there a predicated loop around `y` and `b`, but not around `at`?
bool Waiting::share_loop_without(BlockId y, BlockId b, BlockId at) const {
  for (int l = forest_.loop_of[b]; l >= 0 && plan_.predicated[forest_.loops[l].head]; l = forest_.loops[l].parent)
    if (forest_.contains(l, y) && !forest_.contains(l, at))
      return true;
  return false;
}

bool Waiting::can_wait(BlockId at, BlockId b) const {
  int headed = forest_.headed_by(at);
  bool next_iteration = headed >= 0 && plan_.predicated[at] && forest_.contains(headed, b);
  bool behind = !plan_.predicated[at] || order_.before(b, at); // the region's exit is behind all of it
  if (!next_iteration && !behind)
    return false;
  for (BlockId y : preds_[at]) {
    if (next_iteration && !forest_.contains(headed, y))
      continue; // entered the loop: it is at the head when the iteration starts
    bool inside = plan_.region_of[y] == plan_.region_of[b];
    if (!inside || order_.before(y, b) || share_loop_without(y, b, at))
      return true;
  }
  return false;
}

} // namespace lockstep::predication
