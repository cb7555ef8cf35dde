// How often a loop goes round, and tests of loops, on the checker's way (checking.h).
#include "cost/certificate/checking.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

using cfg::BlockId;

namespace {

constexpr const char *at_head_of = "head."; // in a ranking: a variable at the head

bool is_part(const Conjunction &c, const Conjunction &of) {
  return (c.set & ~of.set) == 0 &&
         std::includes(c.literals.begin(), c.literals.end(), of.literals.begin(), of.literals.end());
}

} // namespace

// Exits that are passed in each round, of which one must be taken in the last. Sound because a test that dominates all
// latches is passed once in each round that goes on.
void Checking::gates(const Loop &l) {
  const cfg::Loop &loop = loops_.loops[l.number];
  if (!dominators_)
    dominators_ = cfg::dominators(k_);
  std::vector<Expr> stay(walk_->ids[0].size(), Expr(1));
  for (const auto &[block, target] : loop.exits) {
    const auto *branch = std::get_if<cfg::Branch>(&k_.blocks[block].end.node);
    const bool always = std::all_of(loop.latches.begin(), loop.latches.end(), [&](BlockId latch) {
      return support::sound("certificate.gates", dominators_->dominates(block, latch));
    });
    if (branch == nullptr || branch->if_true == branch->if_false || !always ||
        loops_.loop_of[block] != static_cast<int>(l.number))
      continue;
    Loop to = l;
    to.test = block;
    to.at = static_cast<std::size_t>(std::find(l.list.begin(), l.list.end(), block) - l.list.begin());
    to.stay = branch->if_true == target ? branch->if_false : branch->if_true;
    at_round(l, *l.count);
    const LaneMask here = before_test(to, l.entry, false);
    const Tests tests = stay_tests(here, tested(to, here, false), {});
    for (std::size_t i = 0; i < tests.size(); ++i)
      if (tests[i])
        stay[i] = stay[i] * *tests[i];
  }
  const std::uint64_t lanes = state_->lanes_of(l.entry);
  for (std::size_t i = 0; i < stay.size(); ++i)
    if (lanes >> i & 1)
      prove(Goal::Zero, stay[i], {}, l.where + ": its tests at the end");
}

// --- rankings ---------------------------------------------------------------------------------------------------

// The ranking, and what always holds, with the variables as they are now.
Checking::Ranking Checking::ranking_at_head(const Loop &l, const LaneMask &m) {
  Ranking out;
  if (!l.claim->ranking)
    return out;
  const auto now = [&](Expr e) {
    for (const auto &[name, atom] : symbols_of(e)) {
      if (!name.starts_with(at_head_of)) {
        known(Expr(atom), l.where + ": its ranking");
        continue;
      }
      const auto v = std::find_if(k_.vars.begin(), k_.vars.end(),
                                  [&, n = name.substr(5)](const cfg::Var &var) { return var.name == n; });
      const PerLane all = v != k_.vars.end() && v->type.is_int()
                              ? state_->read(static_cast<cfg::VarId>(v - k_.vars.begin()), m)
                              : PerLane{std::nullopt};
      if (!alike(all) || !all[0]->as_signed)
        throw Refused(fmt::format("{}: its ranking: '{}' is not one number", l.where, name));
      e = substitute(e, name, all[0]->e);
    }
    return e;
  };
  out.from = now(*l.claim->ranking);
  for (const Expr &e : l.claim->invariants)
    out.always.push_back(now(e));
  return out;
}

// The ranking is never below 0, falls by 1 (at least) in each round, and is the count (or below) on entry. Where all
// rounds are counted, it is 0 when the test fails.
void Checking::ranked(const Loop &l, const Ranking &head, const Ranking &next, const Tests &tests) {
  const bool exact = l.claim->kind == Trips::Exact;
  const auto after = state_->variables();
  state_->restore(l.before);
  const Ranking entry = ranking_at_head(l, l.entry);
  state_->restore(after);
  const std::string where = l.where + ": its ranking";
  std::vector<Expr> round = head.always, end = head.always;
  const auto test = std::find_if(tests.begin(), tests.end(), [](const auto &t) { return t.has_value(); });
  const bool one =
      test != tests.end() && std::all_of(tests.begin(), tests.end(), [&](const auto &t) { return !t || *t == **test; });
  if (exact && !one)
    throw Refused(where + ": its test is not that of all lanes");
  if (one) {
    round.push_back(**test - 1);
    end.push_back(-**test);
  }
  for (std::size_t i = 0; i < head.always.size(); ++i) {
    prove(Goal::AtLeastZero, entry.always[i], {}, where + " on entry");
    prove(Goal::AtLeastZero, next.always[i], round, where + ": what always holds");
  }
  if (!support::left_out("certificate.falls"))
    prove(exact ? Goal::Zero : Goal::AtLeastZero, *head.from - *next.from - 1, round, where + " in a round");
  prove(Goal::AtLeastZero, *head.from, head.always, where + " below 0");
  if (exact)
    prove(Goal::Zero, *head.from, end, where + " at the end");
  prove(exact ? Goal::Zero : Goal::AtLeastZero, *l.claim->count - *entry.from, {}, where + " and the count");
}

// --- tests ------------------------------------------------------------------------------------------------------

// Of each lane of `here` 1 where it stays, by one condition. `where` empty: 1 at least where it stays, by those
// conditions that are known.
Checking::Tests Checking::stay_tests(const LaneMask &here, const LaneMask &stays, const std::string &where) const {
  Tests out(walk_->ids[0].size());
  const auto none = [&](const char *why) {
    if (!where.empty())
      throw Refused(where + ": " + why);
    return Tests(out.size());
  };
  if (here.empty())
    return out;
  if (here.size() != 1 || stays.size() > 1 || (!stays.empty() && !is_part(stays[0], here[0])))
    return none("its test is not understood");
  const std::vector<long> own = stays.empty() ? std::vector<long>{} : beyond(stays[0], here[0]);
  if (own.size() > 1 && !where.empty())
    return none("its test is not one condition");
  for (std::size_t i = 0; i < out.size(); ++i) {
    if ((here[0].set >> i & 1) == 0)
      continue;
    Expr all(stays.empty() || (stays[0].set >> i & 1) == 0 ? 0 : 1);
    for (const long l : own) {
      const LaneCondition &it = state_->condition(static_cast<std::size_t>(std::abs(l)) - 1);
      if (it.kind == LaneCondition::Unknown || !it.lanes[i]) {
        if (!where.empty())
          return none("its test is not known");
        continue;
      }
      const Expr holds = it.kind == LaneCondition::Zero ? is_zero(*it.lanes[i]) : at_least_zero(*it.lanes[i]);
      all = all * (l > 0 ? holds : Expr(1) - holds);
    }
    out[i] = all;
  }
  return out;
}

// Are the lanes of `of` all in m, or all not, whatever its conditions are?
bool Checking::all_alike(const LaneMask &m, const LaneMask &of) const {
  return of.size() == 1 && std::all_of(m.begin(), m.end(), [&](const Conjunction &c) {
           const std::vector<long> own = beyond(c, of[0]);
           return (state_->lanes_of(of) & ~c.set) == 0 && std::all_of(own.begin(), own.end(), [&](long l) {
                    return state_->condition(static_cast<std::size_t>(std::abs(l)) - 1).alike();
                  });
         });
}

} // namespace lockstep::cost::certificate
