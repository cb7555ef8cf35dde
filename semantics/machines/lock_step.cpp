// Warps whose threads run in lock step (cfg::Terms::lock_step), as the interleaving machine runs them: see lock_step.h.
//
// Threads of a warp wait at *points*: where a block starts, and in front of each access to an array that the kernel
// writes. Once none of them moves, those that are least far, by the iterations of the loops that they are in and the
// sort order of the blocks, go on; the others wait for them. Threads at one point go on together if they have taken the
// same branches since the ways of others joined: those that part at a branch come together at its immediate
// post-dominator, and not before, as on the stack of tokens (semantics/simt/). The lock-step program of [CDKQ13]
// (Sect. 4) lets them meet earlier too, where several ways lead to one block; no device promises that.
#include "semantics/machines/lock_step.h"

namespace lockstep::semantics {

void LockStepWarps::start() { ways_.assign(m_.code.joins.empty() ? 0 : m_.threads.size(), {}); }

void LockStepWarps::enter_block(ThreadIndex t) {
  const cfg::BlockId to = m_.code.sites[m_.threads[t].pc].block;
  Ways &w = ways_[t];
  if (w.block != cfg::no_node && m_.code.joins[w.block] != cfg::no_node) {
    const cfg::BlockId join = m_.code.joins[w.block];
    if (w.open.empty() || w.open.back().join != join)
      w.open.push_back({join, 0});
    std::uint64_t &taken = w.open.back().taken; // rounds of a loop are branches that join at one block
    taken = mix(taken, (std::uint64_t{w.block} << 32) | to);
  }
  while (!w.open.empty() && w.open.back().join == to)
    w.open.pop_back();
  w.block = to;
}

// Lexicographic: the iterations of the loops that both are in, the block's position, the place in the block. Blocks of
// a loop stand together in the sort order, so this orders all threads.
bool LockStepWarps::is_ahead(ThreadIndex t, ThreadIndex u) const {
  const cfg::BlockId x = m_.code.sites[m_.threads[t].pc].block, y = m_.code.sites[m_.threads[u].pc].block;
  const std::vector<std::uint32_t> &around_x = m_.code.around[x], &around_y = m_.code.around[y];
  for (std::size_t i = 0; i < around_x.size() && i < around_y.size() && around_x[i] == around_y[i]; ++i) {
    const std::uint32_t mine = m_.counters[t * m_.code.loop_counters + around_x[i]],
                        theirs = m_.counters[u * m_.code.loop_counters + around_y[i]];
    if (mine != theirs)
      return mine > theirs;
  }
  return x != y ? m_.code.position[x] > m_.code.position[y] : m_.threads[t].pc > m_.threads[u].pc;
}

std::vector<ThreadIndex> LockStepWarps::due(ThreadIndex t) const {
  const auto warp = team_of(t, m_.code.kernel->terms.lock_step, m_.group_size);
  std::optional<ThreadIndex> least;
  for (ThreadIndex u : warp) {
    if (m_.threads[u].status == Status::Runs || m_.threads[u].status == Status::AtAccess)
      return {};
    if (m_.threads[u].status == Status::AtPoint && (!least || is_ahead(*least, u)))
      least = u;
  }
  std::vector<ThreadIndex> all;
  if (!least)
    return all;
  for (ThreadIndex u : warp)
    if (m_.threads[u].status == Status::AtPoint && !is_ahead(u, *least) && ways_[u].open == ways_[*least].open)
      all.push_back(u);
  return all;
}

std::vector<ThreadIndex> LockStepWarps::warp_of(ThreadIndex t) const {
  std::vector<ThreadIndex> out;
  for (ThreadIndex u : team_of(t, m_.code.kernel->terms.lock_step, m_.group_size))
    out.push_back(u);
  return out;
}

} // namespace lockstep::semantics
