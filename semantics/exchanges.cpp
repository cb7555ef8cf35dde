// What threads of a warp exchange, and those that a mask names (cfg::Gather). A part of machine.h.
#include "semantics/machine.h"

#include "cfg/evaluate_inline.h"
#include "support/invariant.h"

#include <algorithm>
#include <bit>

namespace lockstep::semantics {

const cfg::Gather *Interleaving::Impl::gather_of(ThreadIndex t) const {
  return threads[t].status == Status::AtBarrier ? code.gathers[code.instrs[threads[t].pc].c] : nullptr;
}

// Lets those go on that the mask of t names and that have not ended, if all of them wait there with the same mask.
// `uncounted`: as many of them are not counted as resting yet.
bool Interleaving::Impl::gather_meets(ThreadIndex t, std::uint32_t uncounted) {
  const cfg::Gather &g = *gather_of(t);
  const ThreadIndex first = first_of_team(t, g.meet.lanes);
  auto mask_of = [&](ThreadIndex u) {
    return regs[std::size_t(u) * stride + code.masks[code.instrs[threads[u].pc].c]];
  };
  const std::uint64_t mask = mask_of(t);
  std::vector<ThreadIndex> named;
  for (ThreadIndex u = first; u < first + std::min(g.meet.lanes, group_size - first % group_size); ++u)
    if ((mask >> (u - first) & 1) != 0 && !has_ended(u))
      named.push_back(u);
  for (ThreadIndex u : named)
    if (!gather_of(u) || !same_barrier(t, u) || mask_of(u) != mask)
      return false;
  if (std::find(named.begin(), named.end(), t) == named.end())
    return false;
  groups[threads[t].group].resting -= static_cast<std::uint32_t>(named.size()) - uncounted;
  exchange(named, [&](ThreadIndex u) {
    const std::uint64_t below = (std::uint64_t(1) << (u - first)) - 1;
    return g.ranked ? static_cast<unsigned>(std::popcount(mask & below)) : u - first;
  });
  release(std::move(named));
  return true;
}

// What a barrier of a warp gives to those that meet at it. A shuffle from a thread that is not among them gives one's
// own value: any would do.
void Interleaving::Impl::exchange(const std::vector<ThreadIndex> &team,
                                  const std::function<unsigned(ThreadIndex)> &rank) {
  const Instr &i = code.instrs[threads[team.front()].pc];
  const auto &x = code.barriers[i.c]->exchange;
  if (!x)
    return;
  auto reg = [&](ThreadIndex t, Reg r) -> std::uint64_t & { return regs[std::size_t(t) * stride + r]; };
  const cfg::Type type = code.kernel->vars[x->dest].type;
  auto mine = [&](ThreadIndex t) { return reg(t, i.a); };
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
    case cfg::ExchangeOp::Shuffle: {
      const auto from = std::find_if(team.begin(), team.end(), [&](ThreadIndex u) { return rank(u) == reg(t, i.b); });
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
    reg(team[n], i.dst) = all[n];
}

} // namespace lockstep::semantics
