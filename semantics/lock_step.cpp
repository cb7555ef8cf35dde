// Warps whose threads run in lock step (cfg::Terms::lock_step), as the machine runs them. A part of machine.h.
//
// Threads of a warp wait at *points*: where a block starts, and in front of each access to an array that the kernel
// writes. Once none of them moves, those that are least far, by the iterations of the loops that they are in and the
// sort order of the blocks, go on together; the others wait for them. So each warp runs as the lock-step program of
// [CDKQ13] (Sect. 4) does, and threads that part at a branch come together where its ways join.
#include "semantics/machine.h"

namespace lockstep::semantics {

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
    if (threads[u].status == Status::AtPoint && !is_ahead(u, *least))
      all.push_back(u);
  for (Observer *o : observers)
    o->on_lock_step(all);
  for (ThreadIndex u : all) {
    threads[u].status = Status::Runs;
    ++threads[u].pc;
  }
  released_.insert(released_.end(), all.begin(), all.end());
  if (!through_) // nobody explores then
    releases.push_back(std::move(all));
}

} // namespace lockstep::semantics
