// Barriers of some threads of a group (cfg::Numbered), as the machine counts them. A part of machine.h.
//
// Each thread that comes adds one; when as many as the barrier is for have come, those who wait go on. Who only arrives
// never waits, and may come again before the others have: it is counted again. Threads that come with another number
// of threads than those before, and threads that wait when all of the group rest, are divergence.
#include "semantics/machines/machine.h"

#include <iterator>

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

// Each place at which some wait is told of, with a thread of the group that does not come; if all have come, itself.
void Interleaving::Impl::no_more_come(std::uint32_t g) {
  const ThreadIndex first = g * group_size, behind = first + group_size;
  const auto waits = [&](ThreadIndex t) { return threads[t].status == Status::AtNumbered; };
  const auto number = [&](ThreadIndex t) { return code.numbered[code.instrs[threads[t].pc].c]->number; };
  std::map<std::uint32_t, std::pair<ThreadIndex, ThreadIndex>> at;
  for (ThreadIndex t = first; t < behind; ++t) {
    if (!waits(t) || at.count(threads[t].pc) != 0)
      continue;
    ThreadIndex other = first;
    while (other < behind && waits(other) && number(other) == number(t))
      ++other;
    at.emplace(threads[t].pc, std::pair{t, other == behind ? t : other});
  }
  for (auto other = at.begin(); other != at.end() && std::next(other) != at.end(); ++other)
    tell_divergence(other->second.first, other->second.second);
  if (!at.empty())
    diverge(at.rbegin()->second.first, at.rbegin()->second.second);
}

} // namespace lockstep::semantics
