// What threads of a warp exchange where they meet: see exchanges.h.
#include "semantics/machines/exchanges.h"

#include "cfg/ir/evaluate_inline.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::semantics {

// A shuffle from a thread that is not among those who meet gives one's own value: any would do.
void exchange_values(Interpreter &m, const std::vector<ThreadIndex> &team,
                     const std::function<unsigned(ThreadIndex)> &rank) {
  auto at = [&](ThreadIndex t) -> const Instr & { return m.code.instrs[m.threads[t].pc]; };
  const auto &x = m.code.barriers[at(team.front()).c]->exchange;
  if (!x)
    return;
  auto reg = [&](ThreadIndex t, Reg r) -> std::uint64_t & { return m.regs[std::size_t(t) * m.stride + r]; };
  const cfg::Type type = m.code.kernel->vars[x->dest].type;
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
