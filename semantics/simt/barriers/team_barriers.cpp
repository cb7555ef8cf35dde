// Barriers of teams, and of the grid: see team_barriers.h.
#include "semantics/simt/barriers/team_barriers.h"

#include "semantics/machines/exchanges.h"

#include <algorithm>

namespace lockstep::semantics::simt {

void TeamBarriers::start() {
  s_.met.assign(core_.m.threads.size(), no_guard);
  s_.waiting.assign(core_.warps.states.size(), 0);
}

void TeamBarriers::meet(const Unit &u, const Step &s, Mask by) {
  for (unsigned l : Lanes{by}) {
    const ThreadIndex t = core_.warps.thread(u.warp, l);
    const auto end = core_.run(s.body, t);
    if (!end)
      return;
    s_.met[t] = core_.m.threads[t].pc = *end;
  }
  s_.waiting[u.warp] |= by;
  for (unsigned l : Lanes{by}) {
    const ThreadIndex t = core_.warps.thread(u.warp, l);
    if (s_.met[t] == no_guard)
      continue;
    if (barrier(s_.met[t]).scope == cfg::Scope::Grid)
      return grid_meets();
    team_meets(t);
  }
}

bool TeamBarriers::meet_alike(ThreadIndex t, ThreadIndex u) {
  const cfg::Barrier &bar = barrier(s_.met[t]);
  const cfg::Gather *g = gather(s_.met[t]).gather;
  const bool active = g && !g->mask; // those that wait here now
  if (s_.met[u] == s_.met[t])
    return !g || active || mask_of(u) == mask_of(t);
  if (s_.met[u] == no_guard || active)
    return false;
  const cfg::Barrier &other = barrier(s_.met[u]);
  const cfg::Gather *of_other = gather(s_.met[u]).gather;
  return other.scope == bar.scope && other.lanes == bar.lanes && other.fence_group == bar.fence_group &&
         other.fence_global == bar.fence_global && other.exchange.has_value() == bar.exchange.has_value() &&
         (!bar.exchange || (other.exchange->op == bar.exchange->op && bar.exchange->op != cfg::ExchangeOp::Shuffle &&
                            other.exchange->value->type == bar.exchange->value->type)) &&
         (g != nullptr) == (of_other != nullptr) &&
         (!g || (of_other->mask && of_other->ranked == g->ranked && mask_of(u) == mask_of(t)));
}

void TeamBarriers::team_meets(ThreadIndex t) {
  const std::uint32_t in_block = t % core_.m.group_size, lanes = barrier(s_.met[t]).lanes;
  const ThreadIndex first = t - in_block % lanes;
  const ThreadIndex behind = std::min(first + lanes, t - in_block + core_.m.group_size);
  const cfg::Gather *g = gather(s_.met[t]).gather;
  const bool active = g && !g->mask;
  const std::uint64_t mask = g && !active ? mask_of(t) : ~std::uint64_t(0);
  std::vector<ThreadIndex> team;
  for (ThreadIndex u = first; u < behind; ++u)
    if ((mask >> (u - first) & 1) != 0 && !core_.warps.exited(u) && (!active || s_.met[u] == s_.met[t]))
      team.push_back(u);
  for (ThreadIndex u : team)
    if (!meet_alike(t, u))
      return;
  if (std::find(team.begin(), team.end(), t) == team.end())
    return; // the mask does not name who waits
  exchange_values(core_.m, team, [&](ThreadIndex u) {
    const std::uint64_t below = (std::uint64_t(1) << (u - first)) - 1;
    return g && g->ranked ? static_cast<unsigned>(std::popcount(mask & below)) : u - first;
  });
  for (ThreadIndex u : team) {
    s_.met[u] = no_guard;
    const auto [w, l] = core_.warps.place(u);
    s_.waiting[w] &= ~lane_bit(l);
  }
}

void TeamBarriers::grid_meets() {
  std::optional<std::uint32_t> at;
  for (ThreadIndex t = 0; t < s_.met.size(); ++t) {
    if (core_.warps.exited(t))
      continue;
    if (s_.met[t] == no_guard || (at && *at != s_.met[t]))
      return;
    at = s_.met[t];
  }
  start();
  memory_.grid_barrier();
}

void TeamBarriers::threads_ended() {
  if (std::all_of(s_.waiting.begin(), s_.waiting.end(), [](Mask lanes) { return lanes == 0; }))
    return;
  for (ThreadIndex t = 0; t < s_.met.size(); ++t)
    if (s_.met[t] == no_guard)
      continue;
    else if (barrier(s_.met[t]).scope == cfg::Scope::Grid)
      grid_meets();
    else
      team_meets(t);
}

void TeamBarriers::append_key(std::string &out) const {
  for (Mask lanes : s_.waiting)
    append_number(out, lanes);
  for (std::uint32_t at : s_.met)
    append_number(out, at);
}

} // namespace lockstep::semantics::simt
