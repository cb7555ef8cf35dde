// Loops that are walked round by round (loop.h).
#include "cost/walk/loop.h"
#include "cost/walk/loop_round.h"
#include "cost/walk/trips.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_unrolled = 66, most_events = 20'000;
constexpr long few_rounds = 8; // so many are walked one by one even if it is not known who comes along

// Is each lane's way known, as far as the conditions of `m` go that are not among `open`?
bool decided(const Masks &masks, Mask m, const std::vector<std::size_t> &open) {
  const std::vector<std::size_t> all = masks.conditions_of(m);
  return std::all_of(all.begin(), all.end(), [&](std::size_t c) {
    return std::find(open.begin(), open.end(), c) != open.end() ||
           (masks.condition(c).kind != Condition::Unknown && masks.condition(c).value.concrete());
  });
}

bool has_few_rounds(const WalkInput &input, const EnteredLoop &l) {
  const auto &most = input.analyses.induction.loops[l.number].trips.most;
  const auto rounds = most ? most->exact_as<std::int64_t>() : std::nullopt;
  return rounds && *rounds <= few_rounds;
}

} // namespace

Unrolling unrolling(Walker &walker, const EnteredLoop &l) {
  WalkState &state = walker.state();
  const auto test = only_test(state.input, l);
  if (!test)
    return has_few_rounds(state.input, l) ? Unrolling::Few : Unrolling::Decided;
  if (test->at != 0)
    return Unrolling::Decided;
  const std::set<std::string> assumptions = state.assumptions;
  Masks &masks = state.masks;
  const std::vector<std::size_t> open = masks.conditions_of(l.lanes);
  Unrolling out = Unrolling::Decided;
  {
    const EventLog::Silence silence(state.log);
    LoopRound round(walker, l, test);
    const Mask first = round.up_to_test(l.lanes);
    const bool open_test = !decided(masks, masks.both(l.lanes, first), open) ||
                           !decided(masks, masks.both(l.lanes, masks.other(first)), open);
    if (!open_test || has_few_rounds(state.input, l)) {
      const std::string k = counter_name(state.counters + 1);
      round.begin(symbol(k, Integer(0)));
      const LoopTrips t = trips_of_test(state.input, masks, l.number, round.up_to_test(l.lanes), k);
      const bool formula = t.kind == LoopTrips::Exact || t.kind == LoopTrips::ByLane;
      const auto rounds = t.count ? t.count->constant() : std::nullopt;
      if (open_test)
        out = formula ? Unrolling::Not : Unrolling::Few;
      else if (formula && rounds && *rounds >= static_cast<long>(most_unrolled))
        out = Unrolling::Not;
    } else {
      out = Unrolling::Not;
    }
  }
  state.variables.restore(l.env);
  state.assumptions = assumptions;
  return out;
}

bool unrolled(Walker &walker, const EnteredLoop &l, Unrolling way, Flow &out) {
  WalkState &state = walker.state();
  Masks &masks = state.masks;
  const EventLog::Mark before = state.log.mark();
  const std::vector<std::size_t> open = masks.conditions_of(l.lanes);
  const auto empty = [&](Mask m) {
    for (std::size_t i = 0; i < state.input.lanes(); ++i)
      if (masks.of_lane(m, i) != Truth::No)
        return false;
    return true;
  };
  Flow left;
  Mask m = l.lanes;
  const bool few = way == Unrolling::Few;
  const std::size_t most = few ? few_rounds + 2 : most_unrolled;
  for (std::size_t round = 0; round < most && state.log.size() < most_events; ++round) {
    Flow in{{l.loop.head, m}}, leaving;
    walker.blocks(static_cast<int>(l.number), l.blocks, 0, l.blocks.size(), in, leaving);
    m = nobody;
    bool fine = true;
    for (const auto &[target, mask] : leaving) {
      fine = fine && (few || decided(masks, mask, open));
      if (target == l.loop.head)
        m = mask;
      else
        left[target] = left.count(target) != 0 ? masks.either(left[target], mask) : mask;
    }
    if (!fine)
      break;
    if (m == nobody || empty(m)) {
      out = std::move(left);
      return true;
    }
  }
  state.variables.restore(l.env);
  state.log.back_to(before);
  return false;
}

} // namespace lockstep::cost
