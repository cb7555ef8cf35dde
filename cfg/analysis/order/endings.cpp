// See endings.h.
#include "cfg/analysis/order/endings.h"

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/analysis/values/thread_jumps.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

// What holds of a block and of all that can be reached from it.
std::vector<bool> for_all_behind(const Graph &graph, const std::vector<bool> &holds) {
  std::vector<Node> fails;
  for (Node b = 0; b < graph.size(); ++b)
    if (!holds[b])
      fails.push_back(b);
  std::vector<bool> out = reachable(reversed(graph), fails);
  out.flip();
  return out;
}

bool has_warp_barrier(const Block &b) {
  return std::ranges::any_of(
      b.stmts, [](const Stmt &s) { return warp_barrier(s) != nullptr || std::holds_alternative<Gather>(s.node); });
}

// Edges that no execution takes are left out as far as normalise would leave them out: the blocks keep their numbers.
Graph graph_with_threaded_jumps(const Kernel &k) {
  Kernel threaded = k;
  for (bool more = true; more;) {
    support::spend_round();
    const std::vector<bool> entered = reachable(graph_of(threaded), {0});
    for (BlockId b = 0; b < threaded.blocks.size(); ++b)
      if (!entered[b]) {
        threaded.blocks[b].stmts.clear();
        threaded.blocks[b].end.node = Return{};
      }
    support::Diagnostics unheard;
    const auto forest = loops(threaded, unheard);
    more = forest && thread_jumps(threaded, *forest);
  }
  return graph_of(threaded);
}

} // namespace

Endings::Endings(const Kernel &k) : any_in_lock_step_(k.terms.lock_step != 0) {
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    if (has_warp_barrier(k.blocks[b]))
      barriers_.push_back(b);
  graph_ = barriers_.empty() ? graph_of(k) : graph_with_threaded_jumps(k);
  no_barrier_.assign(k.blocks.size(), true);
  silent_.assign(k.blocks.size(), true);
  uses_.assign(k.blocks.size(), false);
  for (const AccessRef &a : shared_accesses(k))
    uses_[a.block] = true;
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const bool end = is_end(k, b, i);
      silent_[b] = silent_[b] && end;
      no_barrier_[b] = no_barrier_[b] && (end || !std::holds_alternative<Barrier>(k.blocks[b].stmts[i].node));
    }
    silent_[b] = silent_[b] && graph_[b].size() <= 1;
  }
  no_barrier_ = for_all_behind(graph_, no_barrier_);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    silent_[b] = silent_[b] && no_barrier_[b];
    uses_[b] = uses_[b] && no_barrier_[b];
  }
  silent_ = for_all_behind(graph_, silent_);
}

std::vector<bool> Endings::loud(BlockId barrier) const {
  if (any_in_lock_step_)
    return uses_;
  std::vector<bool> out = reachable(graph_, {barrier});
  if (support::left_out("endings.rounds")) { // as if nobody came to the barrier again
    const std::vector<bool> past = reachable(graph_, {0}, [&](Node n, Node) { return n != barrier; });
    for (BlockId b = 0; b < out.size(); ++b)
      out[b] = out[b] && past[b];
  }
  for (BlockId b = 0; b < out.size(); ++b)
    out[b] = out[b] && uses_[b];
  return out;
}

std::vector<bool> Endings::loud_ahead(BlockId branch) const {
  if (any_in_lock_step_)
    return uses_;
  const std::vector<bool> ahead = reachable(graph_, {branch});
  std::vector<Node> waits;
  for (BlockId b : barriers_)
    if (ahead[b])
      waits.push_back(b);
  std::vector<bool> out = reachable(graph_, std::move(waits));
  for (BlockId b = 0; b < out.size(); ++b)
    out[b] = out[b] && uses_[b];
  return out;
}

bool Endings::quiet(BlockId branch, BlockId successor) const {
  if (!no_barrier_[successor])
    return false;
  const std::vector<bool> loud = loud_ahead(branch), on = reachable(graph_, {successor});
  for (BlockId b = 0; b < on.size(); ++b)
    if (on[b] && loud[b])
      return false;
  return true;
}

bool Endings::may_be_quiet(BlockId branch, BlockId successor) const {
  if (!no_barrier_[successor])
    return false;
  const std::vector<bool> loud = loud_ahead(branch);
  if (loud[successor])
    return false;
  const std::vector<bool> on = reachable(graph_, {successor}, [&](Node, Node s) { return !loud[s]; });
  for (BlockId b = 0; b < on.size(); ++b)
    if (on[b] && graph_[b].empty())
      return true;
  return false;
}

bool some_end_early(const Kernel &k) {
  const Endings end(k);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    const std::vector<BlockId> next = successors(k.blocks[b].end);
    if (std::ranges::all_of(next, [&](BlockId s) { return end.no_barrier(s); }))
      continue; // nobody goes on: what follows looks at the whole kernel
    for (BlockId s : next)
      if (support::left_out("endings.some_way") ? end.quiet(b, s) : end.may_be_quiet(b, s))
        return true;
  }
  return false;
}

} // namespace lockstep::cfg
