// Readers of predicated and lock-step programs: see guarded.h and lockstep.h.
#include "cfg/analysis/graph/graph.h"
#include "predication/lockstep.h"

#include <algorithm>

namespace lockstep::predication {

namespace {
// The natural loop of `head`: head and what reaches a latch without passing it. A latch is a predecessor that the head
// dominates; lock-step programs are reducible and their blocks stand in sort order, so: one that stands behind it.
Loop natural_loop(const Lockstep &p, BlockId head, const std::vector<std::vector<BlockId>> &preds) {
  Loop l;
  l.head = head;
  for (BlockId b : preds[head])
    if (b >= head)
      l.latches.push_back(b);
  const std::vector<bool> in = cfg::reachable(preds, l.latches, [&](BlockId b, BlockId) { return b != head; });
  for (BlockId b = 0; b < in.size(); ++b)
    if (in[b] || b == head)
      l.blocks.push_back(b);
  for (BlockId b : l.latches)
    if (p.blocks[b].kind == BlockKind::Back)
      for (const Lockstep::Stmt &s : p.blocks[b].stmts)
        if (auto *at = std::get_if<AtHead>(&s.node)) {
          l.predicated = true;
          l.guard = at->head;
        }
  return l;
}
} // namespace

bool Loop::contains(BlockId b) const { return std::binary_search(blocks.begin(), blocks.end(), b); }

std::vector<Loop> loops(const Lockstep &p) {
  std::vector<std::vector<BlockId>> preds(p.blocks.size());
  for (BlockId b = 0; b < p.blocks.size(); ++b)
    for (BlockId s : successors(p.blocks[b].end))
      preds[s].push_back(b);
  std::vector<Loop> out;
  for (BlockId b = 0; b < p.blocks.size(); ++b)
    if (p.blocks[b].kind == BlockKind::Head)
      out.push_back(natural_loop(p, b, preds));
  std::stable_sort(out.begin(), out.end(),
                   [](const Loop &a, const Loop &b) { return a.blocks.size() > b.blocks.size(); });
  return out;
}

} // namespace lockstep::predication
