// What threads of a warp exchange, and those that a mask names (cfg::Gather). A part of machine.h.
#include "semantics/machines/machine.h"

#include "cfg/ir/evaluate_inline.h"
#include "support/invariant.h"

#include <algorithm>
#include <bit>

namespace lockstep::semantics {

const cfg::Barrier *Interleaving::Impl::warp_barrier_of(ThreadIndex t) const {
  const cfg::Barrier *bar =
      threads[t].status == Status::AtBarrier ? code.barriers[code.instrs[threads[t].pc].c] : nullptr;
  return bar && bar->scope == cfg::Scope::Warp ? bar : nullptr;
}
const cfg::Gather *Interleaving::Impl::gather_of(ThreadIndex t) const {
  return threads[t].status == Status::AtBarrier ? code.gathers[code.instrs[threads[t].pc].c].gather : nullptr;
}

ThreadIndex Interleaving::Impl::block_of_64(ThreadIndex t) const { return first_of_team(t, 64); }

// Whom the barrier names at which the thread waits, as bits of its block of 64 threads.
std::uint64_t Interleaving::Impl::names_of(ThreadIndex t) const {
  const cfg::Gather *g = gather_of(t);
  const unsigned lanes = warp_barrier_of(t)->lanes;
  const std::uint64_t all = lanes == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << lanes) - 1;
  const std::uint64_t mask =
      g && g->mask ? regs[std::size_t(t) * stride + code.gathers[code.instrs[threads[t].pc].c].mask] : all;
  return (mask & all) << (first_of_team(t, lanes) - block_of_64(t));
}

std::vector<ThreadIndex> Interleaving::Impl::named_by(ThreadIndex t) const {
  std::vector<ThreadIndex> out;
  const ThreadIndex first = block_of_64(t), behind = t - t % group_size + group_size;
  for (std::uint64_t left = names_of(t); left != 0; left &= left - 1)
    if (const ThreadIndex u = first + static_cast<unsigned>(std::countr_zero(left)); u < behind)
      out.push_back(u);
  return out;
}

// Do the barriers of a warp at which they wait do the same, and name the same? In lock step they come to one place.
bool Interleaving::Impl::meet_alike(ThreadIndex t, ThreadIndex u) const {
  const cfg::Barrier *a = warp_barrier_of(t), *b = warp_barrier_of(u);
  if (!a || !b || (code.kernel->terms.lock_step != 0 && !same_barrier(t, u)))
    return false;
  const cfg::Gather *g = gather_of(t), *h = gather_of(u);
  const auto active = [](const cfg::Gather *x) { return x && !x->mask; };
  const auto ranked = [](const cfg::Gather *x) { return x && x->ranked; };
  const bool exchange = a->exchange.has_value();
  // A shuffle of a kind that is not known meets those at its own place alone.
  if (exchange && a->exchange->op == cfg::ExchangeOp::Shuffle && threads[t].pc != threads[u].pc)
    return false;
  return active(g) == active(h) && ranked(g) == ranked(h) && a->fence_group == b->fence_group &&
         a->fence_global == b->fence_global && exchange == b->exchange.has_value() &&
         (!exchange || (a->exchange->op == b->exchange->op && a->lanes == b->lanes &&
                        a->exchange->value->type == b->exchange->value->type)) &&
         names_of(t) == names_of(u);
}

// The first thread that keeps t waiting for ever if it does nothing more. t itself if its own mask does not name it.
// Nothing: all are there that have not ended.
std::optional<ThreadIndex> Interleaving::Impl::missing(ThreadIndex t) const {
  if ((names_of(t) >> (t - block_of_64(t)) & 1) == 0)
    return t;
  for (ThreadIndex u : named_by(t))
    if (!has_ended(u, t) && !meet_alike(t, u))
      return u;
  return std::nullopt;
}

// Lets those go on that the barrier names at which t waits and that have not ended, if all of them wait there, or at
// others that do the same and name the same. `uncounted`: as many of them are not counted as resting yet.
bool Interleaving::Impl::warp_meets(ThreadIndex t, std::uint32_t uncounted) {
  const cfg::Gather *g = gather_of(t);
  if ((g && !g->mask) || missing(t))
    return false;
  const ThreadIndex first = first_of_team(t, warp_barrier_of(t)->lanes);
  const std::uint64_t names = names_of(t) >> (first - block_of_64(t));
  std::vector<ThreadIndex> all = named_by(t);
  std::erase_if(all, [&](ThreadIndex u) { return has_ended(u, t); });
  groups[threads[t].group].resting -= static_cast<std::uint32_t>(all.size()) - uncounted;
  exchange(all, [&](ThreadIndex u) {
    const std::uint64_t below = (std::uint64_t(1) << (u - first)) - 1;
    return g && g->ranked ? static_cast<unsigned>(std::popcount(names & below)) : u - first;
  });
  release(std::move(all));
  return true;
}

// Once no other thread of the group moves, those of a team that wait where t does are those that are active there.
void Interleaving::Impl::active_meet(ThreadIndex t) {
  const unsigned lanes = gather_of(t)->meet.lanes;
  const ThreadIndex first = first_of_team(t, lanes);
  std::vector<ThreadIndex> all;
  for (ThreadIndex u = first; u < first + std::min(lanes, group_size - first % group_size); ++u)
    if (same_barrier(t, u))
      all.push_back(u);
  groups[threads[t].group].resting -= static_cast<std::uint32_t>(all.size());
  exchange(all, [&](ThreadIndex u) { return u - first; });
  release(std::move(all));
}

// What a barrier of a warp gives to those that meet at it. A shuffle from a thread that is not among them gives one's
// own value: any would do.
void Interleaving::Impl::exchange(const std::vector<ThreadIndex> &team,
                                  const std::function<unsigned(ThreadIndex)> &rank) {
  auto at = [&](ThreadIndex t) -> const Instr & { return code.instrs[threads[t].pc]; };
  const auto &x = code.barriers[at(team.front()).c]->exchange;
  if (!x)
    return;
  auto reg = [&](ThreadIndex t, Reg r) -> std::uint64_t & { return regs[std::size_t(t) * stride + r]; };
  const cfg::Type type = code.kernel->vars[x->dest].type;
  auto mine = [&](ThreadIndex t) { return reg(t, at(t).a); };
  auto bits_of = [&](auto &&holds) {
    std::uint64_t out = 0;
    for (ThreadIndex u : team)
      out |= holds(u) ? std::uint64_t(1) << rank(u) : 0;
    return out;
  };
  auto folded = [&](auto &&f) {
    std::uint64_t out = mine(team.front());
    for (std::size_t n = 1; n < team.size(); ++n)
      out = f(out, mine(team[n]));
    return out;
  };
  auto of_floats = [&](auto &&f) {
    return folded([&](std::uint64_t a, std::uint64_t b) { return cfg::with_floats(type.width, a, b, f); });
  };
  auto less = [&](std::uint64_t a, std::uint64_t b) { return to_signed(a, type.width) < to_signed(b, type.width); };
  auto given = [&](ThreadIndex t) -> std::uint64_t {
    switch (x->op) {
    case cfg::ExchangeOp::Shuffle:
    case cfg::ExchangeOp::ShuffleIdx:
    case cfg::ExchangeOp::ShuffleUp:
    case cfg::ExchangeOp::ShuffleDown:
    case cfg::ExchangeOp::ShuffleXor: {
      const auto from =
          std::find_if(team.begin(), team.end(), [&](ThreadIndex u) { return rank(u) == reg(t, at(t).b); });
      return mine(from == team.end() ? t : *from);
    }
    case cfg::ExchangeOp::Any: return bits_of([&](ThreadIndex u) { return mine(u) != 0; }) != 0;
    case cfg::ExchangeOp::All: return bits_of([&](ThreadIndex u) { return mine(u) == 0; }) == 0;
    case cfg::ExchangeOp::Ballot: return bits_of([&](ThreadIndex u) { return mine(u) != 0; });
    case cfg::ExchangeOp::Match: return bits_of([&](ThreadIndex u) { return mine(u) == mine(t); });
    case cfg::ExchangeOp::Add: return folded([](std::uint64_t a, std::uint64_t b) { return a + b; });
    case cfg::ExchangeOp::Min: return folded([&](std::uint64_t a, std::uint64_t b) { return less(b, a) ? b : a; });
    case cfg::ExchangeOp::Max: return folded([&](std::uint64_t a, std::uint64_t b) { return less(a, b) ? b : a; });
    case cfg::ExchangeOp::UMin: return folded([](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
    case cfg::ExchangeOp::UMax: return folded([](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
    case cfg::ExchangeOp::And: return folded([](std::uint64_t a, std::uint64_t b) { return a & b; });
    case cfg::ExchangeOp::Or: return folded([](std::uint64_t a, std::uint64_t b) { return a | b; });
    case cfg::ExchangeOp::Xor: return folded([](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    case cfg::ExchangeOp::FAdd: return of_floats(std::plus<>());
    case cfg::ExchangeOp::FMin: return of_floats([](auto a, auto b) { return b < a ? b : a; });
    case cfg::ExchangeOp::FMax: return of_floats([](auto a, auto b) { return a < b ? b : a; });
    case cfg::ExchangeOp::Before: {
      std::uint64_t sum = 0;
      for (ThreadIndex u : team)
        sum += rank(u) < rank(t) ? mine(u) : 0;
      return sum;
    }
    }
    LOCKSTEP_UNREACHABLE("every exchange has its case");
  };
  std::vector<std::uint64_t> all;
  for (ThreadIndex t : team)
    all.push_back(mask_to_width(given(t), type.width));
  for (std::size_t n = 0; n < team.size(); ++n)
    reg(team[n], at(team[n]).dst) = all[n];
}

} // namespace lockstep::semantics
