// Warps whose threads run in lock step (cfg::Terms::lock_step), as the machine runs them. A part of machine.h.
//
// Threads of a warp wait at *points*: where a block starts, and in front of each access to an array that the kernel
// writes. Once none of them moves, those that are least far, by the iterations of the loops that they are in and the
// sort order of the blocks, go on; the others wait for them. Threads at one point go on together if they have taken the
// same branches since the ways of others joined: those that part at a branch come together at its immediate
// post-dominator, and not before, as on the stack of tokens (semantics/simt/). The lock-step program of [CDKQ13]
// (Sect. 4) lets them meet earlier too, where several ways lead to one block; no device promises that.
#include "semantics/machines/machine.h"

namespace lockstep::semantics {

void Interleaving::Impl::enter_block(ThreadIndex t) {
  const cfg::BlockId to = code.sites[threads[t].pc].block;
  Ways &w = ways_[t];
  if (w.block != cfg::no_node && code.joins[w.block] != cfg::no_node) {
    const cfg::BlockId join = code.joins[w.block];
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
bool Interleaving::Impl::is_ahead(ThreadIndex t, ThreadIndex u) const {
  const cfg::BlockId x = code.sites[threads[t].pc].block, y = code.sites[threads[u].pc].block;
  const std::vector<std::uint32_t> &around_x = code.around[x], &around_y = code.around[y];
  for (std::size_t i = 0; i < around_x.size() && i < around_y.size() && around_x[i] == around_y[i]; ++i) {
    const std::uint32_t mine = counters[t * code.loop_counters + around_x[i]],
                        theirs = counters[u * code.loop_counters + around_y[i]];
    if (mine != theirs)
      return mine > theirs;
  }
  return x != y ? code.position[x] > code.position[y] : threads[t].pc > threads[u].pc;
}

void Interleaving::Impl::step_together(ThreadIndex t) {
  const unsigned lanes = code.kernel->terms.lock_step;
  if (lanes == 0 || over_)
    return;
  const ThreadIndex first = first_of_team(t, lanes);
  const ThreadIndex behind = first + std::min(lanes, group_size - first % group_size);
  std::optional<ThreadIndex> least;
  for (ThreadIndex u = first; u < behind; ++u) {
    if (threads[u].status == Status::Runs || threads[u].status == Status::AtAccess)
      return;
    if (threads[u].status == Status::AtPoint && (!least || is_ahead(*least, u)))
      least = u;
  }
  if (!least)
    return;
  std::vector<ThreadIndex> all;
  for (ThreadIndex u = first; u < behind; ++u)
    if (threads[u].status == Status::AtPoint && !is_ahead(u, *least) && ways_[u].open == ways_[*least].open)
      all.push_back(u);
  for (Observer *o : observers)
    o->on_lock_step(all);
  for (ThreadIndex u : all) {
    threads[u].status = Status::Runs;
    ++threads[u].pc;
  }
  released_.insert(released_.end(), all.begin(), all.end());
  if (through_) // nobody explores then
    return;
  Released r{std::move(all), {}};
  for (ThreadIndex u = first; u < behind; ++u) // none moves, or the others would wait still
    r.waited_for.push_back(u);
  releases.push_back(std::move(r));
}

} // namespace lockstep::semantics
