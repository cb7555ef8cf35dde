// Loops of a walk (walk.h).
#include "cost/walk/walker.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

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
  return (room && *room >= 0) || support::left_out("walk.wider");
}

} // namespace

std::vector<cfg::BlockId> Walker::blocks_of(std::size_t l) const {
  std::vector<cfg::BlockId> out;
  for (const cfg::BlockId b : order_.order)
    if (a_.loops.contains(static_cast<int>(l), b))
      out.push_back(b);
  return out;
}

void Walker::loop(std::size_t l, Mask entry, Flow &out) {
  const std::vector<cfg::BlockId> list = blocks_of(l);
  const Unrolling way = unrolling(l, list, entry);
  if (way == Unrolling::Not || !unrolled(l, list, entry, way, out))
    symbolic(l, list, entry, out);
}

std::optional<Walker::Test> Walker::test_of(std::size_t l, const std::vector<cfg::BlockId> &list) const {
  const cfg::Loop &loop = a_.loops.loops[l];
  if (loop.exits.size() != 1)
    return std::nullopt;
  Test out;
  out.block = loop.exits[0].first;
  const auto *branch = std::get_if<cfg::Branch>(&k_.blocks[out.block].end.node);
  const bool is_head = out.block == loop.head;
  const bool is_latch = loop.latches.size() == 1 && loop.latches[0] == out.block && list.back() == out.block;
  if (branch == nullptr || branch->if_true == branch->if_false || (!is_head && !is_latch) ||
      a_.loops.loop_of[out.block] != static_cast<int>(l))
    return std::nullopt;
  out.stay = branch->if_true == loop.exits[0].second ? branch->if_false : branch->if_true;
  out.at = static_cast<std::size_t>(std::find(list.begin(), list.end(), out.block) - list.begin());
  return out;
}

// The variables at the head, in round `round`, from those on entry.
void Walker::at_round(std::size_t l, const Environment &entry, Mask m, const Expr &round) {
  const cfg::LoopInduction &induction = a_.induction.loops[l];
  env_ = entry;
  heads_.clear();
  std::vector<std::pair<cfg::VarId, LaneValue>> found;
  for (const cfg::VarId v : induction.modified) {
    const cfg::Recurrence *r = a_.induction.linear(l, v);
    LaneValue now;
    if (r != nullptr && (r->as_signed || r->as_unsigned || support::left_out("walk.wrap"))) {
      const LaneValue start = read(v, m), step = value(r->step, m);
      const bool wraps = !r->as_signed && !r->as_unsigned;
      const bool s = (r->as_signed || wraps) && start.as_signed && step.as_signed;
      const bool u = r->as_unsigned && start.as_unsigned && step.as_unsigned;
      if (start.known && step.known && (s || u)) {
        try {
          now = added(start, scaled(step, shared_value(lanes_, round)), 1);
        } catch (const TooLarge &) { // nothing is known of it
        }
        now.as_signed = s;
        now.as_unsigned = u;
        if (now.known && s && r->wrap.signed_ok == cfg::NoWrap::ByAssumption)
          out_.assumptions.insert(cfg::assumption::no_signed_overflow);
      }
    }
    found.emplace_back(v, std::move(now));
  }
  for (auto &[v, now] : found) {
    if (now.known) {
      assign(v, m, {m, std::move(now), nobody});
      continue;
    }
    forget(v, m);
    if (LaneValue any = symbol_at_head(l, v); any.known) {
      heads_.emplace(v, any.uniform_expr());
      assign(v, m, {m, std::move(any), nobody});
    }
  }
}

// What stands before the test; the lanes that stay.
Mask Walker::before_test(std::size_t l, const std::vector<cfg::BlockId> &list, const Test &t, Mask m, Flow &out) {
  Flow in{{list[0], m}};
  blocks(static_cast<int>(l), list, 0, t.at, in, out);
  const Mask here = t.at == 0 ? m : in[t.block];
  issue(t.block, here);
  for (std::size_t s = 0; s < k_.blocks[t.block].stmts.size(); ++s)
    statement(t.block, s, here);
  const auto &branch = std::get<cfg::Branch>(k_.blocks[t.block].end.node);
  const Mask c = truth(branch.condition, here);
  return branch.if_true == t.stay ? c : masks_.other(c);
}

void Walker::after_loop(std::size_t l, const Environment &entry, Mask m) {
  env_ = entry;
  for (const cfg::VarId v : a_.induction.loops[l].modified)
    forget(v, m);
}

void Walker::symbolic(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry, Flow &out) {
  const cfg::Loop &loop = a_.loops.loops[l];
  const Environment env = env_;
  const std::string k = fmt::format("k.{}", ++counters_);
  const auto test = test_of(l, list);
  Flow ignored;
  Trips trips{Trips::Endless, {}, "it is left at several places"};
  if (const auto &most = a_.induction.loops[l].trips.most; !test && most && most->exact_as<std::int64_t>())
    trips = {Trips::AtMost, Expr(integer(*most->exact_as<std::int64_t>())), trips.why};
  Mask stay = nobody;
  std::optional<Scaled> scaled;
  const auto again = [&](const Expr &round) { // up to the test
    at_round(l, env, entry, round);
    return before_test(l, list, *test, entry, ignored);
  };
  const auto behind = [&](Mask m, const Mask stays) { // the test
    Flow in{{test->stay, masks_.both(m, stays)}};
    if (test->at + 1 < list.size())
      blocks(static_cast<int>(l), list, test->at + 1, list.size(), in, ignored);
  };
  if (test) {
    ++silent_;
    stay = again(symbol(k, Integer(0)));
    trips = this->trips(l, stay, k);
    if (trips.kind == Trips::AtMost || trips.kind == Trips::Endless) {
      scaled = by_scaling(l, list, *test, env, entry, k, trips.why);
      if (scaled && scaled->exact)
        trips = {Trips::Exact, scaled->count, {}};
      else if (scaled)
        trips = {Trips::AtMost, trips.count ? minimum(*trips.count, scaled->count) : scaled->count, {}};
    }
    --silent_;
  } else if (trips.kind == Trips::Endless) {
    ++silent_;
    if (auto found = of_exits(l, list, env, entry, k, trips.why))
      trips = std::move(*found);
    --silent_;
    env_ = env;
  }
  entered_.push_back({l, around_.size(), env, entry});
  std::optional<Total> total;
  if (trips.kind == Trips::Endless && (total = potential(l)))
    trips = {Trips::AtMost, total->count, {}};
  const bool uniform = trips.kind == Trips::Exact, by_lane = trips.kind == Trips::ByLane;
  Rounds rounds{k,
                by_lane ? std::nullopt : trips.count,
                trips.kind != Trips::Endless,
                uniform || by_lane,
                k_.blocks[loop.head].origin,
                trips.why};
  rounds.head = loop.head;
  rounds.barriers = options_.spans && has_barriers(list);
  if (scaled) {
    rounds.ranking = scaled->ranking;
    rounds.invariants = scaled->always;
  }
  if (by_lane && !is_unknown(*trips.count))
    rounds.most = trips.count;
  if (!rounds.origin.known())
    rounds.origin = k_.blocks[loop.head].end.origin;
  const Expr counter = symbol(k, Integer(0), {}, uniform ? trips.count : std::nullopt);
  const std::vector<std::size_t> around = around_;
  const auto enter = [&] {
    if (silent_ == 0) {
      if (total)
        around_.resize(total->depth);
      out_.rounds.push_back(rounds);
      around_.push_back(out_.rounds.size() - 1);
      if (rounds.barriers)
        new_stretch(false);
    }
  };
  const auto leave = [&] {
    around_ = around;
    if (rounds.barriers)
      new_stretch(false);
  };
  const auto tested = [&](Mask m, Mask stays, bool splits) {
    branch_costs(test->block, m,
                 {{test->stay, masks_.both(m, stays)}, {loop.exits[0].second, masks_.both(m, masks_.other(stays))}},
                 splits);
  };
  if (uniform || by_lane) {
    // Lanes that have stayed; of a step as wide as the lanes are apart, whoever stays next finds all here.
    const Mask now = uniform ? everybody : stay;
    at_round(l, env, entry, 0);
    const Mask first = before_test(l, list, *test, entry, ignored);
    tested(entry, first, by_lane);
    enter();
    ++silent_;
    again(counter);
    --silent_;
    behind(entry, now);
    at_round(l, env, entry, counter + 1);
    const Mask left = masks_.both(entry, now);
    const Mask next = before_test(l, list, *test, left, ignored);
    bool wide = false;
    if (by_lane) {
      const Condition &it = masks_.condition(masks_.literal(stay)->condition);
      const auto [lo, hi] = std::minmax_element(it.value.lanes.begin(), it.value.lanes.end());
      const auto fall = linear_in(it.value.shared, k);
      const Rational span = Rational(integer(*hi - *lo));
      const Expr size = masks_.literal(stay)->holds ? -fall->factor : fall->factor;
      wide = (least(size) && *least(size) >= span) || (warp_.present && wider(size, it.value, *warp_.present));
    }
    if (wide) {
      tested(left, next, false);
      split_costs(test->block, entry,
                  counter_.splits({masks_.both(entry, next), masks_.both(entry, masks_.other(next))}));
    } else {
      tested(left, next, by_lane);
    }
    leave();
    if (uniform) { // the variables as they are then
      ++silent_;
      again(*trips.count);
      --silent_;
    } else {
      after_loop(l, env, entry);
    }
    out[loop.exits[0].second] = entry;
    entered_.pop_back();
    return;
  }
  // Whoever comes round again, perhaps does.
  const bool alike =
      uniform_.block_uniform[loop.head] && std::all_of(loop.exits.begin(), loop.exits.end(),
                                                       [&](const auto &e) { return uniform_.branch_uniform[e.first]; });
  const Mask perhaps =
      alike ? masks_.positive(shared_value(lanes_, unknown_symbol(Integer(0), Integer(1)))) : masks_.unknown();
  const Mask some = masks_.both(entry, perhaps);
  at_round(l, env, entry, 0);
  if (test)
    before_test(l, list, *test, entry, ignored);
  if (test && !alike) { // each split leaves a lane behind
    Expr splits = static_cast<long>(lanes_ - 1);
    if (trips.count)
      splits = minimum(splits, *trips.count + 1);
    split_costs(test->block, entry, {0, splits});
  }
  if (test)
    tested(entry, stay, false);
  const Expr any_round = unknown_symbol(Integer(0), {});
  if (!test && rounds.count) { // the head is visited once more
    at_round(l, env, entry, any_round);
    Flow in{{list[0], some}};
    blocks(static_cast<int>(l), list, 0, list.size(), in, ignored);
  }
  enter();
  at_round(l, env, entry, any_round);
  if (test) {
    ++silent_;
    before_test(l, list, *test, entry, ignored);
    --silent_;
    behind(some, everybody);
    at_round(l, env, entry, any_round);
    const Mask next = before_test(l, list, *test, some, ignored);
    tested(some, next, false);
  } else {
    Flow in{{list[0], some}};
    blocks(static_cast<int>(l), list, 0, list.size(), in, ignored);
  }
  leave();
  entered_.pop_back();
  after_loop(l, env, entry);
  Mask left = entry;
  std::vector<cfg::BlockId> targets;
  for (const auto &[from, to] : loop.exits)
    if (std::find(targets.begin(), targets.end(), to) == targets.end())
      targets.push_back(to);
  for (std::size_t i = 0; i < targets.size(); ++i) { // through one of them
    const Mask here = i + 1 == targets.size() ? everybody
                      : alike ? masks_.positive(shared_value(lanes_, unknown_symbol(Integer(0), Integer(1))))
                              : masks_.unknown();
    out[targets[i]] = masks_.both(left, here);
    left = masks_.both(left, masks_.other(here));
  }
}

} // namespace lockstep::cost
