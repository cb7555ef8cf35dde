// Barriers of some threads of a group (cfg::Numbered), as the machine counts them. A part of barriers.h.
//
// Each thread that comes adds one; when as many as the barrier is for have come, those who wait go on. Who only arrives
// never waits, and may come again before the others have: it is counted again. Threads that come with another number
// of threads than those before, and threads that wait when all of the group rest, are divergence.
#include "semantics/machines/barriers.h"
#include "semantics/machines/divergence.h"

#include <iterator>

namespace lockstep::semantics {

bool Barriers::come_to(ThreadIndex t, const cfg::Numbered &n) {
  const std::uint32_t group = m_.threads[t].group;
  Coming &at = numbered_[{group, n.number}];
  for (Observer *o : m_.observers)
    o->on_come(t, n);
  if (at.come != 0 && at.threads != n.threads) {
    m_.threads[t].status = Status::AtNumbered;
    diverge(m_, t, at.wait.empty() ? t - t % m_.group_size : at.wait.front());
    return false;
  }
  at.threads = n.threads;
  if (n.waits)
    at.wait.push_back(t);
  if (++at.come < n.threads) {
    if (!n.waits)
      return true;
    m_.threads[t].status = Status::AtNumbered;
    rest(t);
    return false;
  }
  std::vector<ThreadIndex> all = std::move(at.wait);
  at = {};
  for (Observer *o : m_.observers)
    o->on_pass(t, all, n);
  std::erase(all, t);
  resting_[group] -= static_cast<std::uint32_t>(all.size());
  let_go(std::move(all), {});
  return true;
}

// Each place at which some wait is told of, with a thread of the group that does not come; if all have come, itself.
void Barriers::no_more_come(std::uint32_t g) {
  const ThreadIndex first = g * m_.group_size, behind = first + m_.group_size;
  const auto waits = [&](ThreadIndex t) { return m_.threads[t].status == Status::AtNumbered; };
  const auto number = [&](ThreadIndex t) { return m_.code.numbered[m_.code.instrs[m_.threads[t].pc].c]->number; };
  std::map<std::uint32_t, std::pair<ThreadIndex, ThreadIndex>> at;
  for (ThreadIndex t = first; t < behind; ++t) {
    if (!waits(t) || at.count(m_.threads[t].pc) != 0)
      continue;
    ThreadIndex other = first;
    while (other < behind && waits(other) && number(other) == number(t))
      ++other;
    at.emplace(m_.threads[t].pc, std::pair{t, other == behind ? t : other});
  }
  for (auto other = at.begin(); other != at.end() && std::next(other) != at.end(); ++other)
    tell_divergence(m_, other->second.first, other->second.second);
  if (!at.empty())
    diverge(m_, at.rbegin()->second.first, at.rbegin()->second.second);
}

} // namespace lockstep::semantics
