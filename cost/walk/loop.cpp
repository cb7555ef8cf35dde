// Loops of which a formula stands for the rounds, or a bound of their number (loop.h).
#include "cost/walk/loop.h"

#include "cost/walk/loop_round.h"
#include "cost/walk/scaled_loop.h"
#include "cost/walk/trips.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

// Is `step` at least as wide as the lanes that are there are apart? Sound because these are the first ones, as many as
// `present` says, and each is at most `most` away from the one before.
bool wider(const Expr &step, const LaneValue &v, const LaneValue &present) {
  Number most_apart = 0;
  for (std::size_t i = 1; i < v.lanes.size(); ++i) {
    if (present.lanes[i] != present.lanes[0] - static_cast<Number>(i))
      return false;
    const Number apart = v.lanes[i] - v.lanes[i - 1];
    most_apart = std::max(most_apart, apart < 0 ? -apart : apart);
  }
  const auto room = least(step - (present.shared + Expr(integer(present.lanes[0])) - 1) * Expr(integer(most_apart)));
  return support::sound("walk.wider", room && *room >= 0);
}

// Is the step of a loop by lane as wide as the lanes are apart? `stay`: who passes the test in round `k`.
bool is_wide(const WalkState &state, Mask stay, const std::string &k) {
  const auto literal = state.masks.literal(stay);
  const Condition &it = state.masks.condition(literal->condition);
  const auto [lo, hi] = std::minmax_element(it.value.lanes.begin(), it.value.lanes.end());
  const auto fall = linear_in(it.value.shared, k);
  const Rational span = Rational(integer(*hi - *lo));
  const Expr size = literal->holds ? -fall->factor : fall->factor;
  const auto &present = state.input.warp.present;
  return (least(size) && *least(size) >= span) || (present && wider(size, it.value, *present));
}

// Through one of its exits.
void leave_by_exits(WalkState &state, const EnteredLoop &l, bool alike, Flow &out) {
  Mask left = l.lanes;
  std::vector<cfg::BlockId> targets;
  for (const auto &[from, to] : l.loop.exits)
    if (std::find(targets.begin(), targets.end(), to) == targets.end())
      targets.push_back(to);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Mask here = i + 1 == targets.size() ? everybody : state.unknowns.condition(alike);
    out[targets[i]] = state.masks.both(left, here);
    left = state.masks.both(left, state.masks.other(here));
  }
}

class SymbolicLoop {
public:
  SymbolicLoop(Walker &walker, const EnteredLoop &l)
      : walker_(walker), state_(walker.state()), l_(l), k_(counter_name(++state_.counters)),
        test_(only_test(state_.input, l)), round_(walker, l, test_) {}

  void walk(Flow &out);

private:
  void find_trips();
  void find_trips_of_test();
  Rounds rounds() const;
  void by_formula(const Rounds &rounds, Flow &out);
  void any_round(const Rounds &rounds, Flow &out);

  Mask again(const Expr &round) { // up to the test
    round_.begin(round);
    return round_.up_to_test(l_.lanes);
  }
  EventLog::Loops enter(const Rounds &rounds) {
    return state_.log.enter_loop(rounds, total_ ? std::optional(total_->depth) : std::nullopt);
  }
  void tested(Mask m, Mask stays, bool splits) {
    Masks &masks = state_.masks;
    state_.costs.branch(
        test_->block, m,
        {{test_->stay, masks.both(m, stays)}, {l_.loop.exits[0].second, masks.both(m, masks.other(stays))}}, splits);
  }
  void forget_modified() { // variables as they are behind the loop
    state_.variables.restore(l_.env);
    for (const cfg::VarId v : state_.input.analyses.induction.loops[l_.number].modified)
      state_.variables.forget(v, l_.lanes);
  }

  Walker &walker_;
  WalkState &state_;
  const EnteredLoop &l_;
  const std::string k_;
  const std::optional<LoopTest> test_;
  LoopRound round_;
  LoopTrips trips_{LoopTrips::Endless, {}, "it is left at several places"};
  Mask stay_ = nobody; // who passes the test in round k
  std::optional<ScaledRounds> scaled_;
  std::optional<LoopPotentials::Total> total_;
};

void SymbolicLoop::walk(Flow &out) {
  find_trips();
  state_.potentials.enter(l_, state_.log.depth());
  if (trips_.kind == LoopTrips::Endless && (total_ = state_.potentials.total()))
    trips_ = {LoopTrips::AtMost, total_->count, {}};
  if (trips_.kind == LoopTrips::Exact || trips_.kind == LoopTrips::ByLane)
    by_formula(rounds(), out);
  else
    any_round(rounds(), out);
  state_.potentials.leave();
}

void SymbolicLoop::find_trips() {
  const auto &most = state_.input.analyses.induction.loops[l_.number].trips.most;
  if (!test_ && most && most->exact_as<std::int64_t>())
    trips_ = {LoopTrips::AtMost, Expr(integer(*most->exact_as<std::int64_t>())), trips_.why};
  const EventLog::Silence silence(state_.log);
  if (test_) {
    find_trips_of_test();
  } else if (trips_.kind == LoopTrips::Endless) {
    if (auto found = trips_of_exits(walker_, l_, k_, trips_.why))
      trips_ = std::move(*found);
    state_.variables.restore(l_.env);
  }
}

void SymbolicLoop::find_trips_of_test() {
  stay_ = again(symbol(k_, Integer(0)));
  trips_ = trips_of_test(state_.input, state_.masks, l_.number, stay_, k_);
  if (trips_.kind != LoopTrips::AtMost && trips_.kind != LoopTrips::Endless)
    return;
  scaled_ = rounds_by_scaling(walker_, l_, *test_, k_, trips_.why);
  if (scaled_ && scaled_->exact)
    trips_ = {LoopTrips::Exact, scaled_->count, {}};
  else if (scaled_)
    trips_ = {LoopTrips::AtMost, trips_.count ? minimum(*trips_.count, scaled_->count) : scaled_->count, {}};
}

Rounds SymbolicLoop::rounds() const {
  const cfg::Block &head = state_.input.kernel.blocks[l_.loop.head];
  const bool uniform = trips_.kind == LoopTrips::Exact, by_lane = trips_.kind == LoopTrips::ByLane;
  Rounds out{k_,
             by_lane ? std::nullopt : trips_.count,
             trips_.kind != LoopTrips::Endless,
             uniform || by_lane,
             head.origin,
             trips_.why};
  out.head = l_.loop.head;
  out.barriers = state_.input.options.spans && has_barriers(state_.input.kernel, l_);
  if (scaled_) {
    out.ranking = scaled_->ranking;
    out.invariants = scaled_->always;
  }
  if (by_lane && !is_unknown(*trips_.count))
    out.most = trips_.count;
  if (!out.origin.known())
    out.origin = head.end.origin;
  return out;
}

// The number of rounds is known, for all lanes or for each.
void SymbolicLoop::by_formula(const Rounds &rounds, Flow &out) {
  const bool uniform = trips_.kind == LoopTrips::Exact, by_lane = !uniform;
  const Expr counter = symbol(k_, Integer(0), {}, uniform ? trips_.count : std::nullopt);
  Masks &masks = state_.masks;
  // Lanes that have stayed; of a step as wide as the lanes are apart, whoever stays next finds all here.
  const Mask now = uniform ? everybody : stay_;
  tested(l_.lanes, again(0), by_lane);
  EventLog::Loops around = enter(rounds);
  {
    const EventLog::Silence silence(state_.log);
    again(counter);
  }
  round_.behind_test(masks.both(l_.lanes, now));
  round_.begin(counter + 1);
  const Mask left = masks.both(l_.lanes, now);
  const Mask next = round_.up_to_test(left);
  if (by_lane && is_wide(state_, stay_, k_)) {
    tested(left, next, false);
    state_.costs.splits(
        test_->block, l_.lanes,
        state_.costs.number_of_splits({masks.both(l_.lanes, next), masks.both(l_.lanes, masks.other(next))}));
  } else {
    tested(left, next, by_lane);
  }
  state_.log.leave_loop(std::move(around), rounds.barriers);
  if (uniform) { // the variables as they are then
    const EventLog::Silence silence(state_.log);
    again(*trips_.count);
  } else {
    forget_modified();
  }
  out[l_.loop.exits[0].second] = l_.lanes;
}

// Whoever comes round again, perhaps does.
void SymbolicLoop::any_round(const Rounds &rounds, Flow &out) {
  const bool alike = state_.input.is_alike(l_.loop);
  const Mask some = state_.masks.both(l_.lanes, state_.unknowns.condition(alike));
  round_.begin(0);
  if (test_)
    round_.up_to_test(l_.lanes);
  if (test_ && !alike) { // each split leaves a lane behind
    Expr splits = static_cast<long>(state_.input.lanes() - 1);
    if (trips_.count)
      splits = minimum(splits, *trips_.count + 1);
    state_.costs.splits(test_->block, l_.lanes, {0, splits});
  }
  if (test_)
    tested(l_.lanes, stay_, false);
  const Expr any = state_.unknowns.symbol(Integer(0), {});
  if (!test_ && rounds.count) { // the head is visited once more
    round_.begin(any);
    round_.whole(some);
  }
  EventLog::Loops around = enter(rounds);
  round_.begin(any);
  if (test_) {
    {
      const EventLog::Silence silence(state_.log);
      round_.up_to_test(l_.lanes);
    }
    round_.behind_test(state_.masks.both(some, everybody));
    round_.begin(any);
    const Mask next = round_.up_to_test(some);
    tested(some, next, false);
  } else {
    round_.whole(some);
  }
  state_.log.leave_loop(std::move(around), rounds.barriers);
  forget_modified();
  leave_by_exits(state_, l_, alike, out);
}

} // namespace

void walk_loop(Walker &walker, std::size_t l, Mask m, Flow &out) {
  const WalkState &state = walker.state();
  const EnteredLoop entered(state.input, l, state.variables.environment(), m);
  const Unrolling way = unrolling(walker, entered);
  if (way == Unrolling::Not || !unrolled(walker, entered, way, out))
    SymbolicLoop(walker, entered).walk(out);
}

} // namespace lockstep::cost
