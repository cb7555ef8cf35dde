// Loops on the checker's way (checking.h).
//
// What holds at a loop's head in any round is assumed, as much as the certificate says and as can be, one pass from
// round k to k + 1 is made, and what it does not confirm is dropped, until a pass confirms all. Counts are made on that
// pass. Sound because what is assumed at the head holds on entry, and again behind each pass of the lanes that stay.
#include "cost/certificate/checking.h"

#include "cfg/ir/text/parse.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

using cfg::BlockId;

namespace {

constexpr std::size_t most_rounds = 66;

} // namespace

void Checking::go_back(const Mark &m) {
  loop_ = m.loop;
  event_ = m.event;
  obligations_.resize(m.obligations);
  sums_ = m.sums;
}

// Is it no counter, or one of a loop around?
bool Checking::runs(const std::string &symbol) const {
  const auto is_it = [&](const CertifiedLoop &l) { return l.counter == symbol; };
  return std::none_of(walk_->loops.begin(), walk_->loops.end(), is_it) ||
         std::any_of(around_.begin(), around_.end(), [&](std::size_t i) { return is_it(walk_->loops[i]); });
}

void Checking::loop(std::size_t l, const LaneMask &m, Flow &out) {
  std::vector<BlockId> list;
  for (const BlockId b : order_)
    if (loops_.contains(static_cast<int>(l), b))
      list.push_back(b);
  const std::string &head = k_.blocks[loops_.loops[l].head].name;
  if (silent_ == 0 && loop_ < walk_->loops.size() && walk_->loops[loop_].head == head)
    return claimed(l, list, m, out);
  if (unrolled(l, list, m, out))
    return;
  if (silent_ == 0)
    throw Refused(fmt::format("the loop at block '{}' has no claim and goes on", head));
  skipped(l, m, out);
}

// Round by round, as long as each lane's way is known.
bool Checking::unrolled(std::size_t l, const std::vector<BlockId> &list, const LaneMask &m, Flow &out) {
  const auto before = state_->variables();
  Flow in{{list[0], m}}, left;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    Flow leaving;
    blocks(static_cast<int>(l), list, 0, list.size(), in, leaving);
    in.clear();
    for (const auto &[target, mask] : leaving)
      if (target == list[0])
        in[target] = mask;
      else
        left[target] = state_->either(left[target], mask);
    if (in.empty() || in[list[0]].empty()) {
      for (const auto &[target, mask] : left)
        out[target] = state_->either(out[target], mask);
      return true;
    }
    const auto decided = [&](const Conjunction &c) {
      return std::any_of(m.begin(), m.end(), [&](const Conjunction &of) { return beyond(c, of).empty(); });
    };
    if (silent_ > 0 && !std::all_of(in[list[0]].begin(), in[list[0]].end(), decided))
      break;
  }
  state_->restore(before);
  return false;
}

// A loop of which nothing is asked but that it ends.
void Checking::skipped(std::size_t l, const LaneMask &m, Flow &out) {
  const std::vector<bool> modified = cfg::modified_in(k_, loops_.loops[l]);
  for (cfg::VarId v = 0; v < k_.vars.size(); ++v)
    if (modified[v])
      state_->forget(v, m, false);
  left(l, m, false, out);
}

void Checking::left(std::size_t l, const LaneMask &m, bool all_alike, Flow &out) {
  std::set<BlockId> targets;
  for (const auto &[from, to] : loops_.loops[l].exits) {
    targets.insert(to);
    for (Watched &w : watched_)
      w.split = w.split || (w.exits.count(from) != 0 && !all_alike);
  }
  LaneMask rest = m;
  for (const BlockId to : targets) { // through one of them
    const LaneMask here = to == *targets.rbegin() ? state_->everybody() : state_->perhaps(all_alike);
    out[to] = state_->either(out[to], state_->both(rest, here));
    rest = state_->both(rest, state_->other(here));
  }
}

void Checking::find_test(Loop &l) const {
  const cfg::Loop &loop = loops_.loops[l.number];
  const auto *branch =
      loop.exits.size() == 1 ? std::get_if<cfg::Branch>(&k_.blocks[loop.exits[0].first].end.node) : nullptr;
  if (!branch || branch->if_true == branch->if_false)
    return;
  const BlockId test = loop.exits[0].first;
  l.at = static_cast<std::size_t>(std::find(l.list.begin(), l.list.end(), test) - l.list.begin());
  if (loops_.loop_of[test] != static_cast<int>(l.number) ||
      (test != loop.head && (l.at + 1 != l.list.size() || loop.latches != std::vector<BlockId>{test})))
    return;
  l.test = test;
  l.stay = branch->if_true == loop.exits[0].second ? branch->if_false : branch->if_true;
}

void Checking::claimed(std::size_t l, const std::vector<BlockId> &list, const LaneMask &m, Flow &out) {
  Loop it;
  it.number = l;
  it.claimed = loop_++;
  it.claim = &walk_->loops[it.claimed];
  it.where = fmt::format("the loop at block '{}'", it.claim->head);
  it.list = list;
  it.entry = m;
  it.before = state_->variables();
  find_test(it);
  std::optional<Expr> below;
  if (it.claim->count) {
    known(*it.claim->count, it.where + ": its count");
    below = it.count = bounded(*it.claim->count);
    prove(Goal::AtLeastZero, *it.claim->count, {}, it.where + ": its count");
  }
  if (it.claim->ranking) { // which speaks of the round that is not run, too
    bounds_[it.claim->counter].second = Expr(Integer(Integer(1) << 70));
    below.reset();
  }
  it.counter = symbol(it.claim->counter, Integer(0), {}, below);
  bounded_[it.claim->counter] = it.counter;
  it.head = &heads_[it.claimed];
  const bool at_most = it.claim->kind == Trips::AtMost;
  if (!at_most && (!it.test || !it.count))
    throw Refused(it.where + " has not one test at its head or end, or no count");
  const Mark start = mark();
  for (;;) {
    begin(it);
    const std::size_t around = around_.size(), watched = watched_.size(), silent = silent_;
    bool confirmed = false;
    try {
      confirmed = at_most ? rounds_at_most(it) : rounds(it);
    } catch (const Refused &) { // it may be a claim for lanes that go apart
      if (!at_most || !it.head->alike)
        throw;
      it.head->alike = false;
      silent_ = silent;
    }
    around_.resize(around);
    watched_.resize(watched);
    if (confirmed)
      break;
    go_back(start);
    state_->restore(it.before);
  }
  if (at_most)
    left(l, m, it.head->alike, out);
  else
    out[loops_.loops[l].exits[0].second] = state_->either(out[loops_.loops[l].exits[0].second], m);
}

// The variables on entry.
void Checking::begin(Loop &l) {
  const std::vector<bool> modified = cfg::modified_in(k_, loops_.loops[l.number]);
  for (cfg::VarId v = 0; v < k_.vars.size(); ++v) {
    if (!modified[v])
      continue;
    const cfg::Type type = k_.vars[v].type;
    const PerLane start = type.is_int() ? state_->read(v, l.entry) : PerLane{};
    const bool same = type.is_int()
                          ? alike(start)
                          : type.is_bool() && all_alike(state_->truth(cfg::variable(v, type), l.entry), l.entry);
    const auto [at, fresh] = l.head->variables.try_emplace(v);
    Variable &it = at->second;
    if (const auto s = l.claim->steps.find(k_.vars[v].name); fresh && s != l.claim->steps.end() && type.is_int())
      it.kind = Variable::Closed;
    else if (fresh)
      it.kind = Variable::Alike;
    if (it.kind == Variable::Closed) {
      const auto step = cfg::parse_expr(l.claim->steps.at(k_.vars[v].name), k_, diags_);
      if (!step || !((*step)->type == type))
        throw Refused(fmt::format("{}: the step of '{}' is none", l.where, k_.vars[v].name));
      it.start = start;
      it.step = state_->value(*step, l.entry);
      for (std::size_t i = 0; i < it.start.size(); ++i) {
        const auto &a = it.start[i], &b = it.step[i];
        if (!a || !b || a->modulo < type.width || b->modulo < type.width) {
          it.kind = Variable::Alike;
          break;
        }
        it.as_signed = it.as_signed && a->as_signed && b->as_signed;
        it.as_unsigned = it.as_unsigned && a->as_unsigned && b->as_unsigned;
      }
    }
    if (it.kind == Variable::Alike && !same)
      it.kind = Variable::Any;
  }
}

Number Checking::form(const Variable &v, std::size_t lane, const Expr &round, unsigned width) const {
  return number(v.start[lane]->e + v.step[lane]->e * round, width, v.as_signed, v.as_unsigned);
}

void Checking::at_round(const Loop &l, const Expr &round) {
  state_->restore(l.before);
  for (const auto &[v, it] : l.head->variables) {
    if (it.kind != Variable::Closed) {
      state_->forget(v, l.entry, it.kind == Variable::Alike);
      continue;
    }
    PerLane now;
    for (std::size_t i = 0; i < it.start.size(); ++i)
      now.push_back(i > 0 && it.start[i] == it.start[i - 1] && it.step[i] == it.step[i - 1]
                        ? now.back()
                        : std::optional(form(it, i, round, k_.vars[v].type.width)));
    state_->assign(v, l.entry, now, {});
  }
}

// What a pass of the lanes of m has not confirmed is dropped; true: nothing is.
bool Checking::confirmed(const Loop &l, const LaneMask &m) {
  const std::uint64_t lanes = state_->lanes_of(m);
  bool fine = true;
  for (auto &[v, it] : l.head->variables) {
    const cfg::Type type = k_.vars[v].type;
    if (it.kind == Variable::Any || m.empty())
      continue;
    if (it.kind == Variable::Alike && !type.is_int()) {
      if (type.is_bool() && all_alike(state_->truth(cfg::variable(v, type), m), m))
        continue;
      fine = fine && !type.is_bool(); // of floats nothing was assumed
      it.kind = Variable::Any;
      continue;
    }
    const PerLane next = state_->read(v, m);
    if (it.kind == Variable::Alike) {
      if (support::unsound("certificate.alike", !alike(next))) {
        it.kind = Variable::Any;
        fine = false;
      }
      continue;
    }
    for (std::size_t i = 0; i < next.size() && it.kind == Variable::Closed; ++i) {
      if ((lanes >> i & 1) == 0)
        continue;
      if (!next[i] || next[i]->modulo < type.width ||
          support::unsound("certificate.pass", !(next[i]->e == it.start[i]->e + it.step[i]->e * (l.counter + 1)))) {
        it.kind = Variable::Alike;
        fine = false;
      } else if ((it.as_signed && !next[i]->as_signed) || (it.as_unsigned && !next[i]->as_unsigned)) {
        it.as_signed = it.as_signed && next[i]->as_signed;
        it.as_unsigned = it.as_unsigned && next[i]->as_unsigned;
        fine = false;
      }
    }
  }
  return fine;
}

// Whoever comes to the test.
LaneMask Checking::before_test(const Loop &l, const LaneMask &m, bool counted) {
  Flow in{{l.list[0], m}}, ignored;
  silent_ += counted ? 0 : 1;
  blocks(static_cast<int>(l.number), l.list, 0, l.at, in, ignored);
  const LaneMask here = l.at == 0 ? m : in[*l.test];
  issue(*l.test, here);
  for (std::size_t s = 0; s < k_.blocks[*l.test].stmts.size(); ++s)
    statement(*l.test, s, here);
  silent_ -= counted ? 0 : 1;
  return here;
}

LaneMask Checking::tested(const Loop &l, const LaneMask &here, bool counted) {
  silent_ += counted ? 0 : 1;
  const LaneMask stays = ways(*l.test, here)[l.stay];
  silent_ -= counted ? 0 : 1;
  return stays;
}

void Checking::behind_test(const Loop &l, const LaneMask &m) {
  Flow in{{l.stay, m}}, ignored;
  if (l.at + 1 < l.list.size())
    blocks(static_cast<int>(l.number), l.list, l.at + 1, l.list.size(), in, ignored);
}

// All lanes leave together, or each by itself when its test fails.
bool Checking::rounds(Loop &l) {
  const bool by_lane = l.claim->kind == Trips::ByLane;
  at_round(l, 0);
  tested(l, before_test(l, l.entry, true), true);
  around_.push_back(l.claimed);
  at_round(l, l.counter);
  Ranking ranking = ranking_at_head(l, l.entry);
  const LaneMask here = before_test(l, l.entry, false), stays = tested(l, here, false);
  const LaneMask now = by_lane ? stays : l.entry;
  const Tests tests = stay_tests(here, stays, l.where);
  behind_test(l, now);
  if (!confirmed(l, now))
    return false;
  if (ranking.from)
    ranked(l, ranking, ranking_at_head(l, now), tests);
  at_round(l, l.counter + 1);
  const LaneMask next = before_test(l, now, true), again = tested(l, next, true);
  if (by_lane && !now.empty()) {
    const Tests then = stay_tests(next, again, l.where);
    for (std::size_t i = 0; i < tests.size(); ++i) // who has left stays away
      if (tests[i] && then[i])
        prove(Goal::AtLeastZero, *tests[i] - *then[i], {}, l.where + ": who leaves");
  }
  around_.pop_back();
  at_round(l, *l.count);
  const LaneMask last = before_test(l, l.entry, false), stay_last = tested(l, last, false);
  if (!ranking.from) {
    for (const auto &t : tests)
      if (t && !by_lane)
        prove(Goal::Zero, *t - 1, {}, l.where + ": its test in a round");
    for (const auto &t : stay_tests(last, stay_last, l.where))
      if (t)
        prove(Goal::Zero, *t, {}, l.where + ": its test at the end");
  }
  if (by_lane) { // each with what it had in its own last round
    state_->restore(l.before);
    for (const auto &[v, it] : l.head->variables)
      state_->forget(v, l.entry, false);
  }
  return true;
}

// Whoever comes round again, perhaps does.
bool Checking::rounds_at_most(Loop &l) {
  const cfg::Loop &loop = loops_.loops[l.number];
  const bool all = l.head->alike;
  const std::size_t watch = watched_.size();
  watched_.push_back({{}, l.entry, false});
  for (const auto &[from, to] : loop.exits)
    watched_[watch].exits.insert(from);
  const auto settled = [&](const LaneMask &m) {
    const bool fine = confirmed(l, m), one_way = !all || !watched_[watch].split;
    l.head->alike = all && one_way;
    return fine && one_way;
  };
  const LaneMask some = state_->both(l.entry, state_->perhaps(all));
  const Expr lanes_less_one(static_cast<long>(walk_->ids[0].size()) - 1);
  Ranking ranking, then;
  Tests tests;
  if (l.test) {
    at_round(l, 0);
    const LaneMask first = before_test(l, l.entry, true);
    if (!all) { // each split leaves a lane behind
      unsplit_.insert(*l.test);
      Event e;
      e.splits = l.count ? minimum(lanes_less_one, *l.claim->count + 1) : lanes_less_one;
      event(*l.test, k_.blocks[*l.test].stmts.size(), e);
    }
    tested(l, first, true);
    around_.push_back(l.claimed);
    at_round(l, l.counter);
    ranking = ranking_at_head(l, l.entry);
    const LaneMask here = before_test(l, l.entry, false), stays = tested(l, here, false);
    if (ranking.from)
      tests = stay_tests(here, stays, {});
    behind_test(l, some);
    if (!settled(some))
      return false;
    then = ranking_at_head(l, some);
    at_round(l, l.counter + 1);
    tested(l, before_test(l, some, true), true);
    unsplit_.erase(*l.test);
  } else {
    const auto body = [&](const Expr &round) {
      at_round(l, round);
      ranking = ranking_at_head(l, l.entry);
      Flow in{{l.list[0], some}}, ends;
      blocks(static_cast<int>(l.number), l.list, 0, l.list.size(), in, ends);
      return ends[l.list[0]];
    };
    if (l.count) // the head is visited once more
      body(state_->any_natural(*l.count + 1));
    around_.push_back(l.claimed);
    const LaneMask again = body(l.counter);
    if (!settled(again))
      return false;
    then = ranking_at_head(l, again);
  }
  if (ranking.from)
    ranked(l, ranking, then, tests);
  around_.pop_back();
  if (l.count && !ranking.from)
    gates(l);
  if (all && l.test) { // the state of some round
    at_round(l, state_->any_natural(l.count ? std::optional(*l.count + 1) : std::nullopt));
    before_test(l, l.entry, false);
  } else {
    state_->restore(l.before);
    for (const auto &[v, it] : l.head->variables)
      state_->forget(v, l.entry, false);
  }
  return true;
}

} // namespace lockstep::cost::certificate
