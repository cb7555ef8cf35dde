// See trips.h.
#include "cost/walk/trips.h"

#include "cost/walk/loop_round.h"
#include "cost/walk/scaled_loop.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

LoopTrips linear_trips(const WalkInput &input, const Masks &masks, std::size_t l, Mask stay, const std::string &k) {
  const auto one = masks.literal(stay);
  const auto bound = [&](std::string why) {
    LoopTrips out;
    out.why = std::move(why);
    for (const cfg::Recurrence &r : input.analyses.induction.loops[l].recurrences)
      if (r.linear() && !r.as_signed && !r.as_unsigned && !input.kernel.vars[r.var].source_name.empty())
        out.why = fmt::format("'{}' may wrap around", input.kernel.vars[r.var].source_name);
    if (const auto &most = input.analyses.induction.loops[l].trips.most; most && most->exact_as<std::int64_t>()) {
      out.kind = LoopTrips::AtMost;
      out.count = Expr(integer(*most->exact_as<std::int64_t>()));
    }
    return out;
  };
  if (stay == nobody)
    return {LoopTrips::Exact, Expr(0), {}};
  if (!one)
    return bound("its test is not a comparison that is understood");
  const Condition &it = masks.condition(one->condition);
  if (it.kind == Condition::Unknown)
    return bound("its test depends on what is not known");
  LaneValue v = it.value; // > 0, or != 0
  if (it.kind == Condition::Positive && !one->holds)
    v = added(constant_value(input.lanes(), 1), v, -1);
  if (it.kind == Condition::Zero && one->holds)
    return bound("it goes on while two values are equal");
  const auto in = linear_in(v.shared, k);
  if (!v.terms.empty() || !in || !is_whole(v.shared))
    return bound("its test is not linear in the round");
  const Expr fall = -in->factor;
  if (it.kind == Condition::Zero) {
    const auto step = fall.constant();
    if (!v.uniform() || !step || (*step != 1 && *step != -1) || is_unknown(v.shared))
      return bound("its test is `!=`, and the step may miss it");
    // Sound because values that start behind the one that ends the loop never come to it: a loop that nothing else ends
    // would then wrap around, which is excluded; one with another exit is left by that.
    const Expr start = (in->rest + Expr(integer(v.lanes[0]))) * Expr(*step);
    const auto lowest = least(start);
    if (support::unsound("walk.only_exit", input.loop(l).exits.size() > 1) && (!lowest || *lowest < 0))
      return bound("its test is `!=`, and what it tests may be below 0");
    return {LoopTrips::Exact, maximum(start, 0), {}};
  }
  const auto least_fall = least(fall);
  if (!least_fall || *least_fall < 1)
    return bound(fall.is_zero() ? "its test does not change from round to round"
                                : "its step may be 0 or of either sign");
  if (v.uniform()) {
    const Expr start = in->rest + Expr(integer(v.lanes[0]));
    if (!is_unknown(start) && !is_unknown(fall))
      return {LoopTrips::Exact, maximum(ceil_div(start, fall), 0), {}};
    const auto top = most(start);
    if (top && !is_unknown(fall) && fall.constant())
      return {LoopTrips::AtMost, maximum(ceil_div(Expr(floor_of(*top)), fall), 0), "its bound is not known"};
    return bound("its bound is not known");
  }
  if (is_unknown(v.shared))
    return bound("its bound is not known");
  const Number farthest = *std::max_element(v.lanes.begin(), v.lanes.end());
  return {LoopTrips::ByLane, maximum(ceil_div(in->rest + Expr(integer(farthest)), fall), 0), {}};
}

} // namespace

LoopTrips trips_of_test(const WalkInput &input, const Masks &masks, std::size_t l, Mask stay, const std::string &k) {
  try {
    return linear_trips(input, masks, l, stay, k);
  } catch (const TooLarge &) {
    LoopTrips out;
    out.why = "the formula of its rounds is too large";
    return out;
  }
}

// Sound because a test that dominates all latches is passed once in each round that goes on, and whoever passes it
// stays in the loop: the back edges are taken at most as often as it lets somebody stay.
std::optional<LoopTrips> trips_of_exits(Walker &walker, const EnteredLoop &l, const std::string &k, std::string &why) {
  WalkState &state = walker.state();
  const WalkInput &input = state.input;
  const cfg::DominatorTree &dominators = state.dominators();
  std::optional<LoopTrips> out;
  for (const auto &[block, target] : l.loop.exits) {
    const auto *branch = std::get_if<cfg::Branch>(&input.kernel.blocks[block].end.node);
    const bool always = std::all_of(l.loop.latches.begin(), l.loop.latches.end(),
                                    [&](cfg::BlockId latch) { return dominators.dominates(block, latch); });
    if (branch == nullptr || branch->if_true == branch->if_false || support::unsound("walk.each_round", !always) ||
        input.analyses.loops.loop_of[block] != static_cast<int>(l.number))
      continue;
    LoopTest test;
    test.block = block;
    test.stay = branch->if_true == target ? branch->if_false : branch->if_true;
    test.at = static_cast<std::size_t>(std::find(l.blocks.begin(), l.blocks.end(), block) - l.blocks.begin());
    if (!input.analyses.loops.contains(static_cast<int>(l.number), test.stay))
      continue;
    LoopRound round(walker, l, test);
    round.begin(symbol(k, Integer(0)));
    LoopTrips found = trips_of_test(input, state.masks, l.number, round.up_to_test(l.lanes), k);
    if (found.kind != LoopTrips::Exact && found.kind != LoopTrips::ByLane)
      if (const auto scaled = rounds_by_scaling(walker, l, test, k, found.why); scaled && !found.count)
        found.count = scaled->count;
    if (!out && !found.why.empty())
      why = found.why;
    if (!found.count || is_unknown(*found.count))
      continue;
    if (out)
      out->count = minimum(*out->count, *found.count);
    else
      out = LoopTrips{LoopTrips::AtMost, found.count, {}};
  }
  return out;
}

} // namespace lockstep::cost
