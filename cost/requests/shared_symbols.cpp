// See shared_symbols.h.
#include "cost/requests/shared_symbols.h"

#include "cost/requests/form_arithmetic.h"
#include "support/sound.h"

namespace lockstep::coalescing {

LaneForm SharedSymbols::form(const cfg::Expr &e, Number factor) const {
  for (const Rest &r : rests_)
    if (cfg::equal(r.symbol, e)) {
      LaneForm out = form(cfg::call(multiple_of, cfg::int_type(64), {e}), factor * r.modulo);
      for (Number &n : out.lanes)
        n += factor * r.rest;
      return out;
    }
  return {std::vector<Number>(setting_.lanes(), 0), {{e, std::vector<Number>(setting_.lanes(), factor)}}};
}

void SharedSymbols::want(const LaneForm &f, Number modulo) {
  for (const Term &t : f.terms) {
    Number common = 0;
    for (Number n : t.factors)
      common = common_factor(common, n);
    if (common % modulo != 0 && !wanted_)
      wanted_ = Rest{t.symbol, modulo / common_factor(common, modulo), 0};
  }
}

// How many rounds have been gone, or how far by them, in multiples of what the step is known to be one of. Sound
// because rounds are counted from 0, and nobody goes more than the loop has.
SharedSymbols::Reach SharedSymbols::rounds(const cfg::Expr &visits) const {
  if (support::left_out("form_reader.rounds"))
    return {};
  if (visits->args.size() > 1) // times a step
    return {point_.range(visits->args[1]).lo >= 0 ? std::optional<Number>(0) : std::nullopt, std::nullopt};
  const auto &most = setting_.analyses.induction.loops[visits->args[0]->value].trips.most;
  return {Number(0), most ? most->exact() : std::nullopt};
}

SharedSymbols::Reach SharedSymbols::range_of(const cfg::Expr &symbol) const {
  if (symbol == setting_.before)
    return {Number(1), std::nullopt};
  if (symbol->op == cfg::Op::Call) {
    for (const Rest &r : rests_)
      if (symbol->name == multiple_of && cfg::equal(symbol->args[0], r.symbol)) {
        const Reach all = range_of(r.symbol);
        const auto times = [&](Number n) { return floored(n - r.rest, r.modulo); };
        return {all.lo ? std::optional(times(*all.lo + r.modulo - 1)) : std::nullopt,
                all.hi ? std::optional(times(*all.hi)) : std::nullopt};
      }
    return symbol->name == visit ? rounds(symbol) : Reach{};
  }
  const cfg::Bounds range = point_.range(symbol);
  return {range.lo.exact(), range.hi.exact()};
}

std::vector<SharedSymbols::Reach> SharedSymbols::reach(const LaneForm &f) const {
  std::vector<Reach> out;
  for (std::size_t i = 0; i < setting_.lanes(); ++i)
    out.push_back({f.lanes[i], f.highest(i)});
  for (const Term &t : f.terms) {
    const Reach each = range_of(t.symbol);
    for (std::size_t i = 0; i < setting_.lanes(); ++i) {
      const Number factor = t.factors[i];
      const std::optional<Number> &least = factor < 0 ? each.hi : each.lo, &most = factor < 0 ? each.lo : each.hi;
      if (factor == 0)
        continue;
      if (!out[i].lo || !least)
        out[i].lo.reset();
      else
        *out[i].lo += factor * *least;
      if (!out[i].hi || !most)
        out[i].hi.reset();
      else
        *out[i].hi += factor * *most;
    }
  }
  return out;
}

} // namespace lockstep::coalescing
