// Barriers of the interleaving machine: Fig. 4d of [CDKQ13], scope by scope. A part of machine.h.
//
// A team's threads (cfg/kernel.h) that all wait at one barrier of a warp go on at once; those that have ended count as
// having come. Once every thread of a group rests (waits, has
// returned or is stuck), the group goes on if all wait at one group barrier; threads that wait for the grid wait for
// the other groups. Anything else is divergence: nobody can ever arrive any more.
#include "semantics/machine.h"

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
  if (gather_of(t) ? gather_meets(t, 1) : bar.scope == cfg::Scope::Warp && team_meets(t, bar.lanes, 1))
    return;
  rest(t);
}

bool Interleaving::Impl::has_ended(ThreadIndex t) const {
  const Thread &th = threads[t];
  const bool at_end = th.status == Status::AtBarrier && code.ends[code.instrs[th.pc].c];
  return (th.status == Status::Done || at_end) && !th.loud;
}

// Lets those of t's team go on that have not ended, if all of them wait at one barrier. `uncounted`: as many of them
// are not counted as resting yet.
bool Interleaving::Impl::team_meets(ThreadIndex t, unsigned lanes, std::uint32_t uncounted) {
  const ThreadIndex first = first_of_team(t, lanes);
  std::vector<ThreadIndex> waiting;
  for (ThreadIndex u : range(first, std::min(lanes, group_size - first % group_size)))
    if (!has_ended(u))
      waiting.push_back(u);
  for (ThreadIndex u : waiting) {
    const cfg::Barrier *bar =
        threads[u].status == Status::AtBarrier ? code.barriers[code.instrs[threads[u].pc].c] : nullptr;
    if (!bar || bar->scope != cfg::Scope::Warp || bar->lanes != lanes || !same_barrier(waiting.front(), u) ||
        gather_of(u))
      return false;
  }
  if (waiting.empty())
    return false;
  groups[threads[t].group].resting -= static_cast<std::uint32_t>(waiting.size()) - uncounted;
  exchange(waiting, [&](ThreadIndex u) { return u - first; });
  release(std::move(waiting));
  return true;
}

Interleaving::Impl::Epochs &Interleaving::Impl::team_epochs(ThreadIndex t, unsigned lanes) {
  const auto size = std::find(code.teams.begin(), code.teams.end(), lanes);
  return team_epochs_[static_cast<std::size_t>(size - code.teams.begin())][first_of_team(t, lanes)];
}

void Interleaving::Impl::others_meet(ThreadIndex t) {
  for (unsigned lanes : code.teams)
    team_meets(t, lanes, 0);
  if (code.has_gathers)
    for (ThreadIndex u : range(t - t % group_size, group_size))
      if (gather_of(u))
        gather_meets(u, 0);
}

void Interleaving::Impl::rest(ThreadIndex t) {
  if (has_ended(t)) // others of its warp may have waited for it
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
    if (threads[t].status == Status::AtBarrier && (!waits || (has_ended(*waits) && !has_ended(t))))
      waits = t;
    stuck = stuck || threads[t].status == Status::Stuck;
  }
  if (stuck)
    return; // whoever waits, waits for ever: the execution's end is recorded
  for (ThreadIndex t = first; t < first + group_size; ++t)
    if (gather_of(t))
      return stop(t, threads[t].pc, Ending::Infeasible, "the threads that a mask names do not all come");
  if (!numbered_.empty()) {
    no_more_come(g);
    if (over_)
      return;
  }
  if (!waits)
    return settle_grid();
  for (ThreadIndex t = first; t < first + group_size; ++t)
    if (!same_barrier(*waits, t) && !support::left_out("interleaving.divergence"))
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
  if (bar.fence_group || bar.fence_global) {
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

void Interleaving::Impl::diverge(ThreadIndex at, ThreadIndex other) {
  Divergence d;
  d.at = at;
  d.other = other;
  d.barrier = code.sites[threads[at].pc];
  if (threads[other].status == Status::AtBarrier || threads[other].status == Status::AtNumbered)
    d.elsewhere = code.sites[threads[other].pc];
  const bool numbered = threads[at].status == Status::AtNumbered;
  d.other_iteration = !numbered && threads[other].status == Status::AtBarrier && threads[at].pc == threads[other].pc;
  for (Observer *o : observers)
    o->on_divergence(d);
  stop(at, threads[at].pc, Ending::Divergence,
       numbered            ? "a thread waits at a barrier to which too few threads come, or with another count"
       : d.other_iteration ? "threads wait at one barrier in different iterations of a loop"
       : d.elsewhere       ? "threads wait at different barriers"
                           : "a thread waits at a barrier that another one of its scope never reaches");
}

} // namespace lockstep::semantics
