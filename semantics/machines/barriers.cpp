// Barriers of the interleaving machine: Fig. 4d of [CDKQ13], scope by scope. A part of barriers.h.
//
// Threads of a team (cfg/ir/kernel.h) that all wait at a barrier of a warp go on at once, wherever in the kernel it
// stands (waiting.h); those that have ended are not waited for, and are ordered with nobody. Once every thread of a
// group rests (waits, has returned or is stuck), the group goes on if all wait at one group barrier; threads that wait
// for the grid wait for the other groups. Anything else is divergence: nobody can ever arrive any more.
#include "semantics/machines/barriers.h"

#include "semantics/machines/divergence.h"
#include "semantics/machines/exchanges.h"
#include "semantics/machines/waiting.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>

namespace lockstep::semantics {

namespace {
std::vector<ThreadIndex> range(std::uint32_t from, std::uint32_t n) {
  std::vector<ThreadIndex> out(n);
  for (std::uint32_t i = 0; i < n; ++i)
    out[i] = from + i;
  return out;
}
} // namespace

Barriers::Barriers(Interpreter &m) : m_(m), warps_(m), resting_(m.threads.size() / m.group_size) {}

void Barriers::start(bool keep_releases) {
  keep_releases_ = keep_releases;
  warps_.start();
  std::fill(resting_.begin(), resting_.end(), 0);
  numbered_.clear();
  released.clear();
  releases.clear();
}

void Barriers::arrive(ThreadIndex t) {
  Interpreter::Thread &th = m_.threads[t];
  th.status = Status::AtBarrier;
  const cfg::Barrier &bar = *m_.code.barriers[m_.code.instrs[th.pc].c];
  for (Observer *o : m_.observers)
    o->on_arrive(t, m_.code.sites[th.pc], bar);
  if (bar.scope == cfg::Scope::Warp && missing(m_, t) == t)
    return diverge(m_, t, named_by(m_, t).empty() ? t : named_by(m_, t).front());
  if (bar.scope == cfg::Scope::Warp && warp_meets(t, 1))
    return;
  rest(t);
}

void Barriers::others_meet(ThreadIndex t) {
  if (!m_.code.teams.empty() || m_.code.has_gathers)
    for (ThreadIndex u : team_of(t, 64, m_.group_size))
      if (warp_barrier_of(m_, u))
        warp_meets(u, 0);
}

void Barriers::rest(ThreadIndex t) {
  if (is_at_end(m_, t)) // others of its warp may have waited for it
    others_meet(t);
  if (++resting_[m_.threads[t].group] == m_.group_size)
    settle_group(m_.threads[t].group);
  step_together(t);
}

// Lets those go on that the barrier names at which t waits and that have not ended, if all of them wait there, or at
// others that do the same and name the same. `uncounted`: as many of them are not counted as resting yet.
bool Barriers::warp_meets(ThreadIndex t, std::uint32_t uncounted) {
  const cfg::Gather *g = gather_of(m_, t);
  if ((g && !g->mask) || missing(m_, t))
    return false;
  const ThreadIndex first = first_of_team(t, warp_barrier_of(m_, t)->lanes, m_.group_size);
  const std::uint64_t names = names_of(m_, t) >> (first - block_of_64(m_, t));
  std::vector<ThreadIndex> all = named_by(m_, t);
  std::erase_if(all, [&](ThreadIndex u) { return has_ended(m_, u, t); });
  resting_[m_.threads[t].group] -= static_cast<std::uint32_t>(all.size()) - uncounted;
  exchange_values(m_, all, [&](ThreadIndex u) {
    const std::uint64_t below = (std::uint64_t(1) << (u - first)) - 1;
    return g && g->ranked ? static_cast<unsigned>(std::popcount(names & below)) : u - first;
  });
  pass(std::move(all));
  return true;
}

// Once no other thread of the group moves, those of a team that wait where t does are those that are active there.
void Barriers::active_meet(ThreadIndex t) {
  const unsigned lanes = gather_of(m_, t)->meet.lanes;
  const ThreadIndex first = first_of_team(t, lanes, m_.group_size);
  std::vector<ThreadIndex> all;
  for (ThreadIndex u : team_of(t, lanes, m_.group_size))
    if (wait_together(m_, t, u))
      all.push_back(u);
  resting_[m_.threads[t].group] -= static_cast<std::uint32_t>(all.size());
  exchange_values(m_, all, [&](ThreadIndex u) { return u - first; });
  pass(std::move(all));
}

void Barriers::settle_group(std::uint32_t g) {
  const ThreadIndex first = g * m_.group_size;
  std::optional<ThreadIndex> waits; // for others, rather than with its end
  bool stuck = false;
  for (ThreadIndex t = first; t < first + m_.group_size; ++t) {
    if (m_.threads[t].status == Status::AtBarrier && (!waits || (is_at_end(m_, *waits) && !is_at_end(m_, t))))
      waits = t;
    stuck = stuck || m_.threads[t].status == Status::Stuck;
  }
  if (stuck)
    return; // whoever waits, waits for ever: the execution's end is recorded
  for (ThreadIndex t = first; m_.code.has_gathers && t < first + m_.group_size; ++t)
    if (const cfg::Gather *g = gather_of(m_, t); g && !g->mask)
      return active_meet(t);
  for (ThreadIndex t = first; m_.code.has_gathers && t < first + m_.group_size; ++t)
    if (gather_of(m_, t))
      return diverge(m_, t, *missing(m_, t));
  if (!numbered_.empty()) {
    no_more_come(g);
    if (m_.over_)
      return;
  }
  if (!waits)
    return settle_grid();
  for (ThreadIndex t = first; t < first + m_.group_size; ++t)
    if (support::unsound("interleaving.divergence", !wait_together(m_, *waits, t)))
      return diverge(m_, *waits, t);
  const cfg::Barrier &bar = *m_.code.barriers[m_.code.instrs[m_.threads[*waits].pc].c];
  if (bar.scope == cfg::Scope::Grid)
    return settle_grid();
  resting_[g] = 0;
  pass(range(first, m_.group_size));
}

void Barriers::settle_grid() {
  for (std::uint32_t resting : resting_)
    if (resting != m_.group_size)
      return;
  std::optional<ThreadIndex> waits;
  for (ThreadIndex t = 0; t < m_.threads.size(); ++t) {
    if (m_.threads[t].status == Status::AtBarrier && !waits)
      waits = t;
    if (m_.threads[t].status == Status::Stuck)
      return;
  }
  if (!waits)
    return;
  for (ThreadIndex t = 0; t < m_.threads.size(); ++t)
    if (!wait_together(m_, *waits, t))
      return diverge(m_, *waits, t);
  std::fill(resting_.begin(), resting_.end(), 0);
  pass(range(0, static_cast<std::uint32_t>(m_.threads.size())));
}

// Lets the threads pass the barrier at which they wait.
void Barriers::pass(std::vector<ThreadIndex> all) {
  const Interpreter::Thread &first = m_.threads[all.front()];
  const Site site = m_.code.sites[first.pc];
  const cfg::Barrier &bar = *m_.code.barriers[m_.code.instrs[first.pc].c];
  // Sound because threads that have ended, or that a mask does not name, take no part in it; those that do are ordered
  // by their clocks (races.cpp).
  const ThreadIndex team = bar.scope == cfg::Scope::Warp ? first_of_team(all.front(), bar.lanes, m_.group_size) : 0;
  const bool whole =
      bar.scope != cfg::Scope::Warp ||
      (!gather_of(m_, all.front()) &&
       support::sound("interleaving.ended", all.size() == std::min(bar.lanes, m_.group_size - team % m_.group_size)));
  if (whole)
    m_.epochs.pass(all.front(), bar);
  for (Observer *o : m_.observers)
    o->on_release(all, site, bar);
  let_go(std::move(all), {});
}

void Barriers::wait_at_point(ThreadIndex t, bool block_starts) {
  if (block_starts)
    warps_.enter_block(t);
  m_.threads[t].status = Status::AtPoint;
  step_together(t);
}

void Barriers::step_together(ThreadIndex t) {
  if (!warps_.any() || m_.over_)
    return;
  std::vector<ThreadIndex> all = warps_.due(t);
  if (all.empty())
    return;
  for (Observer *o : m_.observers)
    o->on_lock_step(all);
  // None of the warp moves, or the others would wait still.
  let_go(std::move(all), keep_releases_ ? warps_.warp_of(t) : std::vector<ThreadIndex>());
}

void Barriers::let_go(std::vector<ThreadIndex> all, std::vector<ThreadIndex> waited_for) {
  for (ThreadIndex t : all) {
    m_.threads[t].status = Status::Runs;
    ++m_.threads[t].pc;
  }
  released.insert(released.end(), all.begin(), all.end());
  if (keep_releases_ && !all.empty())
    releases.push_back({std::move(all), std::move(waited_for)});
}

} // namespace lockstep::semantics
