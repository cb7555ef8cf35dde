// Barriers of the interleaving machine: Fig. 4d of [CDKQ13], scope by scope. A part of machine.h.
//
// Threads of a team (cfg/ir/kernel.h) that all wait at a barrier of a warp go on at once, wherever in the kernel it
// stands (exchanges.cpp); those that have ended are not waited for, and are ordered with nobody. Once every thread of a
// group rests (waits, has returned or is stuck), the group goes on if all wait at one group barrier; threads that wait
// for the grid wait for the other groups. Anything else is divergence: nobody can ever arrive any more.
#include "semantics/machines/machine.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics {

namespace {
std::vector<ThreadIndex> range(std::uint32_t from, std::uint32_t n) {
  std::vector<ThreadIndex> out(n);
  for (std::uint32_t i = 0; i < n; ++i)
    out[i] = from + i;
  return out;
}
} // namespace

bool Interleaving::Impl::same_barrier(ThreadIndex a, ThreadIndex b) const {
  const Thread &x = threads[a], &y = threads[b];
  const std::uint32_t n = code.loop_counters;
  return x.status == Status::AtBarrier && y.status == Status::AtBarrier && x.pc == y.pc &&
         std::equal(&counters[0] + a * n, &counters[0] + a * n + n, &counters[0] + b * n);
}

void Interleaving::Impl::arrive(ThreadIndex t) {
  Thread &th = threads[t];
  th.status = Status::AtBarrier;
  const cfg::Barrier &bar = *code.barriers[code.instrs[th.pc].c];
  for (Observer *o : observers)
    o->on_arrive(t, code.sites[th.pc], bar);
  if (bar.scope == cfg::Scope::Warp && missing(t) == t)
    return diverge(t, named_by(t).empty() ? t : named_by(t).front());
  if (bar.scope == cfg::Scope::Warp && warp_meets(t, 1))
    return;
  rest(t);
}

bool Interleaving::Impl::is_at_end(ThreadIndex t) const {
  const Thread &th = threads[t];
  return th.status == Status::Done || (th.status == Status::AtBarrier && code.ends[code.instrs[th.pc].c]);
}

bool Interleaving::Impl::has_ended(ThreadIndex u, ThreadIndex t) const {
  return is_at_end(u) && (threads[u].loud & code.waits[code.sites[threads[t].pc].block]) == 0;
}

Interleaving::Impl::Epochs &Interleaving::Impl::team_epochs(ThreadIndex t, unsigned lanes) {
  const auto size = std::find(code.teams.begin(), code.teams.end(), lanes);
  return team_epochs_[static_cast<std::size_t>(size - code.teams.begin())][first_of_team(t, lanes)];
}

void Interleaving::Impl::others_meet(ThreadIndex t) {
  if (!code.teams.empty() || code.has_gathers)
    for (const ThreadIndex first = first_of_team(t, 64);
         ThreadIndex u : range(first, std::min(64U, group_size - first % group_size)))
      if (warp_barrier_of(u))
        warp_meets(u, 0);
}

void Interleaving::Impl::rest(ThreadIndex t) {
  if (is_at_end(t)) // others of its warp may have waited for it
    others_meet(t);
  if (++groups[threads[t].group].resting == group_size)
    settle_group(threads[t].group);
  step_together(t);
}

void Interleaving::Impl::settle_group(std::uint32_t g) {
  const ThreadIndex first = g * group_size;
  std::optional<ThreadIndex> waits; // for others, rather than with its end
  bool stuck = false;
  for (ThreadIndex t = first; t < first + group_size; ++t) {
    if (threads[t].status == Status::AtBarrier && (!waits || (is_at_end(*waits) && !is_at_end(t))))
      waits = t;
    stuck = stuck || threads[t].status == Status::Stuck;
  }
  if (stuck)
    return; // whoever waits, waits for ever: the execution's end is recorded
  for (ThreadIndex t = first; code.has_gathers && t < first + group_size; ++t)
    if (const cfg::Gather *g = gather_of(t); g && !g->mask)
      return active_meet(t);
  for (ThreadIndex t = first; code.has_gathers && t < first + group_size; ++t)
    if (gather_of(t))
      return diverge(t, *missing(t));
  if (!numbered_.empty()) {
    no_more_come(g);
    if (over_)
      return;
  }
  if (!waits)
    return settle_grid();
  for (ThreadIndex t = first; t < first + group_size; ++t)
    if (support::unsound("interleaving.divergence", !same_barrier(*waits, t)))
      return diverge(*waits, t);
  const cfg::Barrier &bar = *code.barriers[code.instrs[threads[*waits].pc].c];
  if (bar.scope == cfg::Scope::Grid)
    return settle_grid();
  groups[g].resting = 0;
  release(range(first, group_size));
}

void Interleaving::Impl::settle_grid() {
  for (const Group &g : groups)
    if (g.resting != group_size)
      return;
  std::optional<ThreadIndex> waits;
  for (ThreadIndex t = 0; t < threads.size(); ++t) {
    if (threads[t].status == Status::AtBarrier && !waits)
      waits = t;
    if (threads[t].status == Status::Stuck)
      return;
  }
  if (!waits)
    return;
  for (ThreadIndex t = 0; t < threads.size(); ++t)
    if (!same_barrier(*waits, t))
      return diverge(*waits, t);
  for (Group &g : groups)
    g.resting = 0;
  release(range(0, static_cast<std::uint32_t>(threads.size())));
}

// Lets the threads pass. They go on later, from the caller's loop: a release may come in the middle of a thread's step.
void Interleaving::Impl::release(std::vector<ThreadIndex> all) {
  const Thread &first = threads[all.front()];
  const Site site = code.sites[first.pc];
  const cfg::Barrier &bar = *code.barriers[code.instrs[first.pc].c];
  // Sound because threads that have ended, or that a mask does not name, take no part in it; those that do are ordered
  // by their clocks (races.cpp).
  const ThreadIndex team = bar.scope == cfg::Scope::Warp ? first_of_team(all.front(), bar.lanes) : 0;
  const bool whole =
      bar.scope != cfg::Scope::Warp ||
      (!gather_of(all.front()) &&
       support::sound("interleaving.ended", all.size() == std::min(bar.lanes, group_size - team % group_size)));
  if (whole && (bar.fence_group || bar.fence_global)) {
    Epochs &e = bar.scope == cfg::Scope::Warp    ? team_epochs(all.front(), bar.lanes)
                : bar.scope == cfg::Scope::Group ? group_epochs[first.group]
                                                 : grid_epochs;
    e.of_group_space += bar.fence_group;
    e.of_global_space += bar.fence_global;
  }
  for (Observer *o : observers)
    o->on_release(all, site, bar);
  for (ThreadIndex t : all) {
    threads[t].status = Status::Runs;
    ++threads[t].pc;
  }
  released_.insert(released_.end(), all.begin(), all.end());
  releases.push_back({std::move(all), {}});
}

void Interleaving::Impl::drain() {
  for (std::size_t i = 0; i < released_.size() && !over_; ++i)
    advance(released_[i], through_);
  released_.clear();
}

// Who waits for itself waits for nobody's other iteration: its own mask does not name it, or more threads are asked for
// than there are.
Divergence Interleaving::Impl::tell_divergence(ThreadIndex at, ThreadIndex other) {
  Divergence d;
  d.at = at;
  d.other = other;
  d.barrier = code.sites[threads[at].pc];
  if (at != other && (threads[other].status == Status::AtBarrier || threads[other].status == Status::AtNumbered))
    d.elsewhere = code.sites[threads[other].pc];
  d.other_iteration = at != other && threads[at].status == Status::AtBarrier &&
                      threads[other].status == Status::AtBarrier && threads[at].pc == threads[other].pc;
  for (Observer *o : observers)
    o->on_divergence(d);
  return d;
}

void Interleaving::Impl::diverge(ThreadIndex at, ThreadIndex other) {
  const Divergence d = tell_divergence(at, other);
  const bool numbered = threads[at].status == Status::AtNumbered;
  stop(at, threads[at].pc, Ending::Divergence,
       numbered ? "a thread waits at a barrier to which too few threads come, or with another count"
       : gather_of(at) && missing(at) == at ? "a thread passes a mask that does not name it"
       : d.other_iteration                  ? "threads wait at one barrier in different iterations of a loop"
       : d.elsewhere                        ? "threads wait at different barriers"
                     : "a thread waits at a barrier that another one of its scope never reaches");
}

} // namespace lockstep::semantics
