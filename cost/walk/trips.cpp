// How often a loop goes round, by what its tests say (walk.h).
#include "cost/walk/walker.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

Walker::Trips Walker::trips(std::size_t l, Mask stay, const std::string &k) {
  try {
    return trips_of(l, stay, k);
  } catch (const TooLarge &) {
    Trips out;
    out.why = "the formula of its rounds is too large";
    return out;
  }
}

Walker::Trips Walker::trips_of(std::size_t l, Mask stay, const std::string &k) {
  const auto one = masks_.literal(stay);
  const auto bound = [&](std::string why) {
    Trips out;
    out.why = std::move(why);
    for (const cfg::Recurrence &r : a_.induction.loops[l].recurrences)
      if (r.linear() && !r.as_signed && !r.as_unsigned && !k_.vars[r.var].source_name.empty())
        out.why = fmt::format("'{}' may wrap around", k_.vars[r.var].source_name);
    if (const auto &most = a_.induction.loops[l].trips.most; most && most->exact_as<std::int64_t>()) {
      out.kind = Trips::AtMost;
      out.count = Expr(integer(*most->exact_as<std::int64_t>()));
    }
    return out;
  };
  if (stay == nobody)
    return {Trips::Exact, Expr(0), {}};
  if (!one)
    return bound("its test is not a comparison that is understood");
  const Condition &it = masks_.condition(one->condition);
  if (it.kind == Condition::Unknown)
    return bound("its test depends on what is not known");
  LaneValue v = it.value; // > 0, or != 0
  if (it.kind == Condition::Positive && !one->holds)
    v = added(constant_value(lanes_, 1), v, -1);
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
    if (support::unsound("walk.only_exit", a_.loops.loops[l].exits.size() > 1) && (!lowest || *lowest < 0))
      return bound("its test is `!=`, and what it tests may be below 0");
    return {Trips::Exact, maximum(start, 0), {}};
  }
  const auto least_fall = least(fall);
  if (!least_fall || *least_fall < 1)
    return bound(fall.is_zero() ? "its test does not change from round to round"
                                : "its step may be 0 or of either sign");
  if (v.uniform()) {
    const Expr start = in->rest + Expr(integer(v.lanes[0]));
    if (!is_unknown(start) && !is_unknown(fall))
      return {Trips::Exact, maximum(ceil_div(start, fall), 0), {}};
    const auto top = most(start);
    if (top && !is_unknown(fall) && fall.constant())
      return {Trips::AtMost, maximum(ceil_div(Expr(floor_of(*top)), fall), 0), "its bound is not known"};
    return bound("its bound is not known");
  }
  if (is_unknown(v.shared))
    return bound("its bound is not known");
  const Number farthest = *std::max_element(v.lanes.begin(), v.lanes.end());
  return {Trips::ByLane, maximum(ceil_div(in->rest + Expr(integer(farthest)), fall), 0), {}};
}

// Sound because a test that dominates all latches is passed once in each round that goes on, and whoever passes it
// stays in the loop: the back edges are taken at most as often as it lets somebody stay.
std::optional<Walker::Trips> Walker::of_exits(std::size_t l, const std::vector<cfg::BlockId> &list,
                                              const Environment &entry, Mask m, const std::string &k,
                                              std::string &why) {
  const cfg::Loop &loop = a_.loops.loops[l];
  if (!dominators_)
    dominators_ = cfg::dominators(k_);
  std::optional<Trips> out;
  for (const auto &[block, target] : loop.exits) {
    const auto *branch = std::get_if<cfg::Branch>(&k_.blocks[block].end.node);
    const bool always = std::all_of(loop.latches.begin(), loop.latches.end(),
                                    [&](cfg::BlockId latch) { return dominators_->dominates(block, latch); });
    if (branch == nullptr || branch->if_true == branch->if_false || support::unsound("walk.each_round", !always) ||
        a_.loops.loop_of[block] != static_cast<int>(l))
      continue;
    Test test;
    test.block = block;
    test.stay = branch->if_true == target ? branch->if_false : branch->if_true;
    test.at = static_cast<std::size_t>(std::find(list.begin(), list.end(), block) - list.begin());
    if (!a_.loops.contains(static_cast<int>(l), test.stay))
      continue;
    at_round(l, entry, m, symbol(k, Integer(0)));
    Flow ignored;
    const Mask stay = before_test(l, list, test, m, ignored);
    Trips found = trips(l, stay, k);
    if (found.kind != Trips::Exact && found.kind != Trips::ByLane)
      if (const auto scaled = by_scaling(l, list, test, entry, m, k, found.why); scaled && !found.count)
        found.count = scaled->count;
    if (!out && !found.why.empty())
      why = found.why;
    if (!found.count || is_unknown(*found.count))
      continue;
    if (out)
      out->count = minimum(*out->count, *found.count);
    else
      out = Trips{Trips::AtMost, found.count, {}};
  }
  return out;
}

} // namespace lockstep::cost
