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
  return support::sound("walk.wider", room && *room >= 0);
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
    if (r != nullptr && support::sound("walk.wrap", r->as_signed || r->as_unsigned)) {
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

// A loop of which a formula stands for the rounds, or a bound of their number.
struct Walker::Symbolic {
  Symbolic(Walker &walker, std::size_t number, const std::vector<cfg::BlockId> &blocks, Mask came)
      : w(walker), l(number), list(blocks), entry(came), loop(w.a_.loops.loops[l]), env(w.env_),
        k(fmt::format("k.{}", ++w.counters_)), test(w.test_of(l, list)) {}

  void run(Flow &out) {
    find_trips();
    w.entered_.push_back({l, w.around_.size(), env, entry});
    if (trips.kind == Trips::Endless && (total = w.potential(l)))
      trips = {Trips::AtMost, total->count, {}};
    set_rounds();
    around = w.around_;
    if (trips.kind == Trips::Exact || trips.kind == Trips::ByLane)
      by_formula(out);
    else
      any_round(out);
  }

private:
  void find_trips();
  void set_rounds();
  void by_formula(Flow &out);
  bool is_wide() const;
  void any_round(Flow &out);
  void left_by_exits(Flow &out, bool alike);

  Mask again(const Expr &round) { // up to the test
    w.at_round(l, env, entry, round);
    return w.before_test(l, list, *test, entry, ignored);
  }
  void behind(Mask m, Mask stays) { // the test
    Flow in{{test->stay, w.masks_.both(m, stays)}};
    if (test->at + 1 < list.size())
      w.blocks(static_cast<int>(l), list, test->at + 1, list.size(), in, ignored);
  }
  void whole_round(Mask m) {
    Flow in{{list[0], m}};
    w.blocks(static_cast<int>(l), list, 0, list.size(), in, ignored);
  }
  void enter() {
    if (w.silent_ == 0) {
      if (total)
        w.around_.resize(total->depth);
      w.out_.rounds.push_back(rounds);
      w.around_.push_back(w.out_.rounds.size() - 1);
      if (rounds.barriers)
        w.new_stretch(false);
    }
  }
  void leave() {
    w.around_ = around;
    if (rounds.barriers)
      w.new_stretch(false);
  }
  void tested(Mask m, Mask stays, bool splits) {
    w.branch_costs(
        test->block, m,
        {{test->stay, w.masks_.both(m, stays)}, {loop.exits[0].second, w.masks_.both(m, w.masks_.other(stays))}},
        splits);
  }

  Walker &w;
  const std::size_t l;
  const std::vector<cfg::BlockId> &list;
  const Mask entry;
  const cfg::Loop &loop;
  const Environment env;
  const std::string k;
  const std::optional<Test> test;
  Flow ignored;
  Trips trips{Trips::Endless, {}, "it is left at several places"};
  Mask stay = nobody;
  std::optional<Scaled> scaled;
  std::optional<Total> total;
  Rounds rounds;
  std::vector<std::size_t> around;
};

void Walker::Symbolic::find_trips() {
  if (const auto &most = w.a_.induction.loops[l].trips.most; !test && most && most->exact_as<std::int64_t>())
    trips = {Trips::AtMost, Expr(integer(*most->exact_as<std::int64_t>())), trips.why};
  if (test) {
    ++w.silent_;
    stay = again(symbol(k, Integer(0)));
    trips = w.trips(l, stay, k);
    if (trips.kind == Trips::AtMost || trips.kind == Trips::Endless) {
      scaled = w.by_scaling(l, list, *test, env, entry, k, trips.why);
      if (scaled && scaled->exact)
        trips = {Trips::Exact, scaled->count, {}};
      else if (scaled)
        trips = {Trips::AtMost, trips.count ? minimum(*trips.count, scaled->count) : scaled->count, {}};
    }
    --w.silent_;
  } else if (trips.kind == Trips::Endless) {
    ++w.silent_;
    if (auto found = w.of_exits(l, list, env, entry, k, trips.why))
      trips = std::move(*found);
    --w.silent_;
    w.env_ = env;
  }
}

void Walker::Symbolic::set_rounds() {
  const bool uniform = trips.kind == Trips::Exact, by_lane = trips.kind == Trips::ByLane;
  rounds = {k,
            by_lane ? std::nullopt : trips.count,
            trips.kind != Trips::Endless,
            uniform || by_lane,
            w.k_.blocks[loop.head].origin,
            trips.why};
  rounds.head = loop.head;
  rounds.barriers = w.options_.spans && w.has_barriers(list);
  if (scaled) {
    rounds.ranking = scaled->ranking;
    rounds.invariants = scaled->always;
  }
  if (by_lane && !is_unknown(*trips.count))
    rounds.most = trips.count;
  if (!rounds.origin.known())
    rounds.origin = w.k_.blocks[loop.head].end.origin;
}

// The number of rounds is known, for all lanes or for each.
void Walker::Symbolic::by_formula(Flow &out) {
  const bool uniform = trips.kind == Trips::Exact, by_lane = !uniform;
  const Expr counter = symbol(k, Integer(0), {}, uniform ? trips.count : std::nullopt);
  // Lanes that have stayed; of a step as wide as the lanes are apart, whoever stays next finds all here.
  const Mask now = uniform ? everybody : stay;
  tested(entry, again(0), by_lane);
  enter();
  ++w.silent_;
  again(counter);
  --w.silent_;
  behind(entry, now);
  w.at_round(l, env, entry, counter + 1);
  const Mask left = w.masks_.both(entry, now);
  const Mask next = w.before_test(l, list, *test, left, ignored);
  if (by_lane && is_wide()) {
    tested(left, next, false);
    w.split_costs(test->block, entry,
                  w.counter_.splits({w.masks_.both(entry, next), w.masks_.both(entry, w.masks_.other(next))}));
  } else {
    tested(left, next, by_lane);
  }
  leave();
  if (uniform) { // the variables as they are then
    ++w.silent_;
    again(*trips.count);
    --w.silent_;
  } else {
    w.after_loop(l, env, entry);
  }
  out[loop.exits[0].second] = entry;
  w.entered_.pop_back();
}

// Is the step as wide as the lanes are apart?
bool Walker::Symbolic::is_wide() const {
  const auto literal = w.masks_.literal(stay);
  const Condition &it = w.masks_.condition(literal->condition);
  const auto [lo, hi] = std::minmax_element(it.value.lanes.begin(), it.value.lanes.end());
  const auto fall = linear_in(it.value.shared, k);
  const Rational span = Rational(integer(*hi - *lo));
  const Expr size = literal->holds ? -fall->factor : fall->factor;
  return (least(size) && *least(size) >= span) || (w.warp_.present && wider(size, it.value, *w.warp_.present));
}

// Whoever comes round again, perhaps does.
void Walker::Symbolic::any_round(Flow &out) {
  const bool alike = w.uniform_.block_uniform[loop.head] &&
                     std::all_of(loop.exits.begin(), loop.exits.end(),
                                 [&](const auto &e) { return w.uniform_.branch_uniform[e.first]; });
  const Mask perhaps =
      alike ? w.masks_.positive(shared_value(w.lanes_, w.unknown_symbol(Integer(0), Integer(1)))) : w.masks_.unknown();
  const Mask some = w.masks_.both(entry, perhaps);
  w.at_round(l, env, entry, 0);
  if (test)
    w.before_test(l, list, *test, entry, ignored);
  if (test && !alike) { // each split leaves a lane behind
    Expr splits = static_cast<long>(w.lanes_ - 1);
    if (trips.count)
      splits = minimum(splits, *trips.count + 1);
    w.split_costs(test->block, entry, {0, splits});
  }
  if (test)
    tested(entry, stay, false);
  const Expr any = w.unknown_symbol(Integer(0), {});
  if (!test && rounds.count) { // the head is visited once more
    w.at_round(l, env, entry, any);
    whole_round(some);
  }
  enter();
  w.at_round(l, env, entry, any);
  if (test) {
    ++w.silent_;
    w.before_test(l, list, *test, entry, ignored);
    --w.silent_;
    behind(some, everybody);
    w.at_round(l, env, entry, any);
    const Mask next = w.before_test(l, list, *test, some, ignored);
    tested(some, next, false);
  } else {
    whole_round(some);
  }
  leave();
  w.entered_.pop_back();
  w.after_loop(l, env, entry);
  left_by_exits(out, alike);
}

// Through one of them.
void Walker::Symbolic::left_by_exits(Flow &out, bool alike) {
  Mask left = entry;
  std::vector<cfg::BlockId> targets;
  for (const auto &[from, to] : loop.exits)
    if (std::find(targets.begin(), targets.end(), to) == targets.end())
      targets.push_back(to);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Mask here = i + 1 == targets.size() ? everybody
                      : alike ? w.masks_.positive(shared_value(w.lanes_, w.unknown_symbol(Integer(0), Integer(1))))
                              : w.masks_.unknown();
    out[targets[i]] = w.masks_.both(left, here);
    left = w.masks_.both(left, w.masks_.other(here));
  }
}

void Walker::symbolic(std::size_t l, const std::vector<cfg::BlockId> &list, Mask entry, Flow &out) {
  Symbolic(*this, l, list, entry).run(out);
}

} // namespace lockstep::cost
