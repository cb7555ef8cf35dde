// Barriers of the machine of warps. A part of machine_impl.h.
//
// bar.sync, bar.red, bar.arrive: H 2.8 and 2.10. Each barrier of a block counts the lanes that have come; who waits
// goes on as soon as as many have come as it is for. Barriers of teams (warps of the kernel IR) and of the grid:
// threads wait until all of the team, or of the grid, that have not ended wait at the same one.
#include "semantics/machines/exchanges.h"
#include "semantics/simt/machine_impl.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::semantics::simt {

// --- of blocks --------------------------------------------------------------------------------------------------
std::uint64_t SimtMachine::Impl::default_count(std::uint32_t block) const {
  std::uint64_t n = 0;
  for (std::uint32_t w = 0; w < warps.size(); ++w)
    if (fixed[w].block == block && !warps[w].branch.completed)
      n += options.scheduling == Scheduling::Stack
               ? options.warp_size
               : static_cast<unsigned>(std::popcount(warps[w].branch.lanes & ~warps[w].branch.exited()));
  return n;
}

void SimtMachine::Impl::come_to(const Unit &u, const Bar &b, const Step &s, Mask by) {
  const bool stack = options.scheduling == Scheduling::Stack;
  struct Coming {
    Mask lanes = 0;
    std::optional<std::uint64_t> count;
  };
  std::map<std::uint64_t, Coming> coming; // by number
  std::vector<Recorded> recorded;
  std::uint32_t end = 0;
  for (Mask left = by; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(left));
    const ThreadIndex t = fixed[u.warp].first + l;
    if (!segment(s.body, t, end))
      return;
    const std::uint64_t number = value(t, end);
    Coming &c = coming[number];
    if (number >= barrier_numbers)
      return stuck(End::Stuck, u, fmt::format("there is no barrier {}: a block has {}", number, barrier_numbers));
    if (s.count != no_guard) {
      if (!segment(s.count, t, end))
        return;
      const std::uint64_t count = value(t, end);
      if (c.lanes != 0 && c.count != count)
        return stuck(End::Stuck, u, "lanes of a warp give one barrier different numbers of threads");
      if (count == 0 || (stack && count % options.warp_size != 0))
        return stuck(End::Stuck, u,
                     fmt::format("a barrier for {} threads, which is no multiple of a warp's {} lanes", count,
                                 options.warp_size));
      c.count = count;
    }
    c.lanes |= lane_bit(l);
    if (s.value != no_guard) {
      if (!segment(s.value, t, end))
        return;
      recorded.push_back({t, value(t, end) != 0});
    }
  }
  const std::uint32_t block = fixed[u.warp].block;
  for (const auto &[number, c] : coming) {
    BarState &bar = blocks[block].bars[number];
    const std::optional<RedOp> op = b.kind == BarKind::Red ? std::optional(b.op) : std::nullopt;
    if (!bar.open) {
      bar = {true, c.count.has_value(), c.count.value_or(default_count(block)), 0, op, b.dest, {}};
    } else {
      if (bar.op != op || (op && bar.dest != b.dest))
        return stuck(End::Stuck, u, fmt::format("barrier {} is used in two ways at a time", number));
      if (c.count && *c.count != bar.expected)
        return stuck(End::Stuck, u,
                     fmt::format("barrier {} is for {} threads, and for {} at a time", number, bar.expected, *c.count));
    }
    bar.come += stack ? options.warp_size : static_cast<unsigned>(std::popcount(c.lanes));
    for (const Recorded &r : recorded)
      if ((c.lanes >> (r.thread - fixed[u.warp].first) & 1) != 0)
        bar.recorded.push_back(r);
    if (b.kind != BarKind::Arrive)
      warps[u.warp].at_bar[number] |= c.lanes;
  }
  for (const auto &[number, c] : coming)
    close_if_full(block, static_cast<unsigned>(number));
}

void SimtMachine::Impl::close_if_full(std::uint32_t block, unsigned number) {
  BarState &bar = blocks[block].bars[number];
  if (!bar.open || bar.come < bar.expected)
    return;
  if (bar.op) {
    std::uint64_t yes = 0;
    for (const Recorded &r : bar.recorded)
      yes += r.holds;
    const std::uint64_t all = *bar.op == RedOp::Popc  ? yes
                              : *bar.op == RedOp::And ? yes == bar.recorded.size()
                                                      : yes != 0;
    for (const Recorded &r : bar.recorded)
      reg(r.thread, bar.dest) = mask_to_width(all, code.program->kernel.vars[bar.dest].type.width);
  }
  bar = {};
  for (std::uint32_t w = 0; w < warps.size(); ++w)
    if (fixed[w].block == block)
      warps[w].at_bar[number] = 0;
}

void SimtMachine::Impl::ended_at_barriers(std::uint32_t w) {
  if (!options.exited_arrive)
    return;
  for (unsigned n = 0; n < barrier_numbers; ++n) {
    BarState &bar = blocks[fixed[w].block].bars[n];
    if (!bar.open || bar.counted)
      continue;
    bar.expected = std::min(bar.expected, default_count(fixed[w].block));
    close_if_full(fixed[w].block, n);
  }
}

// --- of teams, and of the grid ----------------------------------------------------------------------------------
std::pair<std::uint32_t, unsigned> SimtMachine::Impl::place(ThreadIndex t) const {
  const std::uint32_t block = t / m.group_size, in_block = t % m.group_size;
  const std::uint32_t a_block = (m.group_size + options.warp_size - 1) / options.warp_size;
  return {block * a_block + in_block / options.warp_size, in_block % options.warp_size};
}

bool SimtMachine::Impl::exited(ThreadIndex t) const {
  const auto [w, l] = place(t);
  return (warps[w].branch.exited() >> l & 1) != 0;
}

void SimtMachine::Impl::meet(const Unit &u, const Step &s, Mask by) {
  std::uint32_t end = 0;
  const cfg::Barrier *bar = nullptr;
  const cfg::Gather *gather = nullptr;
  for (Mask left = by; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(left));
    const ThreadIndex t = fixed[u.warp].first + l;
    if (!segment(s.body, t, end))
      return;
    met[t] = m.threads[t].pc = end;
    bar = code.code.barriers[code.code.instrs[end].c];
    gather = code.code.gathers[code.code.instrs[end].c].gather;
  }
  warps[u.warp].meeting |= by;
  if (bar->scope == cfg::Scope::Grid) {
    grid_meets(*bar);
    return;
  }
  for (; by != 0; by &= by - 1) {
    const ThreadIndex t = fixed[u.warp].first + static_cast<unsigned>(std::countr_zero(by));
    if (met[t] != no_guard)
      team_meets(t, *bar, gather);
  }
}

bool SimtMachine::Impl::team_meets(ThreadIndex t, const cfg::Barrier &bar, const cfg::Gather *g) {
  const std::uint32_t in_block = t % m.group_size;
  const ThreadIndex first = t - in_block % bar.lanes;
  const ThreadIndex behind = std::min(first + bar.lanes, t - in_block + m.group_size);
  auto mask_of = [&](ThreadIndex u) { return reg(u, code.code.gathers[code.code.instrs[met[u]].c].mask); };
  const bool active = g && !g->mask; // those that wait here now
  const std::uint64_t mask = g && !active ? mask_of(t) : ~std::uint64_t(0);
  auto alike = [&](ThreadIndex u) { // wherever it stands
    if (met[u] == met[t])
      return !g || active || mask_of(u) == mask;
    if (met[u] == no_guard || active)
      return false;
    const std::uint32_t c = code.code.instrs[met[u]].c;
    const cfg::Barrier &other = *code.code.barriers[c];
    const cfg::Gather *of_other = code.code.gathers[c].gather;
    return other.scope == bar.scope && other.lanes == bar.lanes && other.fence_group == bar.fence_group &&
           other.fence_global == bar.fence_global && other.exchange.has_value() == bar.exchange.has_value() &&
           (!bar.exchange || (other.exchange->op == bar.exchange->op && bar.exchange->op != cfg::ExchangeOp::Shuffle &&
                              other.exchange->value->type == bar.exchange->value->type)) &&
           (g != nullptr) == (of_other != nullptr) &&
           (!g || (of_other->mask && of_other->ranked == g->ranked && mask_of(u) == mask));
  };
  std::vector<ThreadIndex> team;
  for (ThreadIndex u = first; u < behind; ++u)
    if ((mask >> (u - first) & 1) != 0 && !exited(u) && (!active || met[u] == met[t]))
      team.push_back(u);
  for (ThreadIndex u : team)
    if (!alike(u))
      return false;
  if (std::find(team.begin(), team.end(), t) == team.end())
    return false; // the mask does not name who waits
  exchange_values(m, team, [&](ThreadIndex u) {
    const std::uint64_t below = (std::uint64_t(1) << (u - first)) - 1;
    return g && g->ranked ? static_cast<unsigned>(std::popcount(mask & below)) : u - first;
  });
  for (ThreadIndex u : team) {
    met[u] = no_guard;
    const auto [w, l] = place(u);
    warps[w].meeting &= ~lane_bit(l);
  }
  return true;
}

bool SimtMachine::Impl::grid_meets(const cfg::Barrier &) {
  std::optional<std::uint32_t> at;
  for (ThreadIndex t = 0; t < met.size(); ++t) {
    if (exited(t))
      continue;
    if (met[t] == no_guard || (at && *at != met[t]))
      return false;
    at = met[t];
  }
  met.assign(met.size(), no_guard);
  if (async)
    async->grid_barrier();
  for (WarpState &w : warps)
    w.meeting = 0;
  return true;
}

// Threads have ended: others may have waited for them.
void SimtMachine::Impl::others_meet() {
  if (std::none_of(warps.begin(), warps.end(), [](const WarpState &w) { return w.meeting != 0; }))
    return;
  for (ThreadIndex t = 0; t < met.size(); ++t) {
    if (met[t] == no_guard)
      continue;
    const std::uint32_t c = code.code.instrs[met[t]].c;
    if (code.code.barriers[c]->scope == cfg::Scope::Grid)
      grid_meets(*code.code.barriers[c]);
    else
      team_meets(t, *code.code.barriers[c], code.code.gathers[c].gather);
  }
}

std::string SimtMachine::Impl::waiting_text() const {
  std::vector<std::string> parts;
  for (std::uint32_t w = 0; w < warps.size() && parts.size() < 4; ++w) {
    const WarpState &s = warps[w];
    if (s.branch.completed)
      continue;
    for (unsigned n = 0; n < barrier_numbers; ++n)
      if (s.at_bar[n] != 0) {
        const BarState &bar = blocks[fixed[w].block].bars[n];
        parts.push_back(fmt::format("warp {} waits at barrier {}, to which {} of {} lanes have come", w, n, bar.come,
                                    bar.expected));
      }
    if (s.meeting != 0)
      parts.push_back(fmt::format("lanes {} of warp {} wait for others of their team that never come",
                                  bits(s.meeting, options.warp_size), w));
  }
  const auto outside = std::count(on.begin(), on.end(), not_issued);
  if (outside != 0)
    parts.push_back(fmt::format("{} block{} no room on a processor", outside, outside == 1 ? " finds" : "s find"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace lockstep::semantics::simt
