// See ended.h.
#include "cfg/analysis/order/ended.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/order/endings.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

EndedAlone::EndedAlone(const Kernel &k, const Uniformity &team, const EndsInterval &met) : k_(k), met_(met) {
  const Endings end(k);
  std::vector<Node> work;
  std::vector<Node> ends;
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    const std::vector<BlockId> next = successors(k.blocks[b].end);
    const bool stays = std::ranges::any_of(next, [&](BlockId s) { return !end.no_barrier(s); });
    if (support::sound("ended.alone", !stays || team.branch_uniform[b]))
      continue;
    for (BlockId s : next)
      if (end.no_barrier(s))
        ends.push_back(s);
    if (std::ranges::any_of(next, [&](BlockId s) { return end.no_barrier(s); }))
      work.push_back(b);
  }
  any_ = !work.empty();
  ended_ = reachable(graph_of(k), ends);
  turns_ = reachable(predecessors(k), work, [&](Node b, Node) {
    const auto &stmts = k.blocks[b].stmts;
    return std::ranges::none_of(stmts, [&](const Stmt &s) {
      auto *bar = std::get_if<Barrier>(&s.node);
      return bar && met_(*bar);
    });
  });
}

bool EndedAlone::last_of_one(BlockId block, std::uint32_t stmt) const {
  const auto &stmts = k_.blocks[block].stmts;
  for (std::size_t i = stmt + 1; i < stmts.size(); ++i)
    if (auto *bar = std::get_if<Barrier>(&stmts[i].node); bar && !bar->end && met_(*bar))
      return false;
  return turns_[block] || ended_[block];
}

} // namespace lockstep::cfg
