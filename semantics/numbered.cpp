// Barriers of some threads of a group (cfg::Numbered), as the machine counts them. A part of machine.h.
//
// Each thread that comes adds one; when as many as the barrier is for have come, those who wait go on. Who only arrives
// never waits, and may come again before the others have: it is counted again. Threads that come with another number
// of threads than those before, and threads that wait when all of the group rest, are divergence.
#include "semantics/machine.h"

namespace lockstep::semantics {

bool Interleaving::Impl::come_to(ThreadIndex t, const cfg::Numbered &n) {
  const std::uint32_t group = threads[t].group;
  Coming &at = numbered_[{group, n.number}];
  for (Observer *o : observers)
    o->on_come(t, n);
  if (at.come != 0 && at.threads != n.threads) {
    threads[t].status = Status::AtNumbered;
    diverge(t, at.wait.empty() ? t - t % group_size : at.wait.front());
    return false;
  }
  at.threads = n.threads;
  if (n.waits)
    at.wait.push_back(t);
  if (++at.come < n.threads) {
    if (!n.waits)
      return true;
    threads[t].status = Status::AtNumbered;
    rest(t);
    return false;
  }
  std::vector<ThreadIndex> all = std::move(at.wait);
  at = {};
  for (Observer *o : observers)
    o->on_pass(t, all, n);
  std::erase(all, t);
  groups[group].resting -= static_cast<std::uint32_t>(all.size());
  for (ThreadIndex u : all) {
    threads[u].status = Status::Runs;
    ++threads[u].pc;
  }
  released_.insert(released_.end(), all.begin(), all.end());
  if (!all.empty())
    releases.push_back({std::move(all), {}});
  return true;
}

void Interleaving::Impl::no_more_come(std::uint32_t g) {
  const ThreadIndex first = g * group_size;
  for (ThreadIndex t = first; t < first + group_size; ++t)
    if (threads[t].status == Status::AtNumbered) {
      for (ThreadIndex u = first; u < first + group_size; ++u)
        if (threads[u].status != Status::AtNumbered || threads[u].pc != threads[t].pc)
          return diverge(t, u);
      return diverge(t, first + group_size - 1);
    }
}

} // namespace lockstep::semantics
