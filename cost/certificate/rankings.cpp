// How often a claimed loop goes round, and its tests (claimed_loop.h).
#include "cost/certificate/claimed_loop.h"

#include "cfg/analysis/graph/dominators.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

using cfg::BlockId;

namespace {

constexpr const char *at_head_of = "head."; // in a ranking: a variable at the head

} // namespace

// Exits that are passed in each round, of which one must be taken in the last. Sound because a test that dominates all
// latches is passed once in each round that goes on.
void ClaimedLoop::gates() {
  const cfg::DominatorTree dominators = cfg::dominators(walk_.about.kernel);
  std::vector<Expr> stay(walk_.state.conditions.lanes(), Expr(1));
  for (const auto &exit : loop_.exits) {
    const bool always = std::all_of(loop_.latches.begin(), loop_.latches.end(), [&](BlockId latch) {
      return support::sound("certificate.gates", dominators.dominates(exit.first, latch));
    });
    const auto to = at_exit(exit);
    if (!to || !always)
      continue;
    variables_.at_round(*count_);
    const LaneMask here = to->before_test(entry_, false);
    const Tests tests = stay_tests(here, to->tested(here, false), false);
    for (std::size_t i = 0; i < tests.size(); ++i)
      if (tests[i])
        stay[i] = stay[i] * *tests[i];
  }
  const std::uint64_t lanes = walk_.state.conditions.lanes_of(entry_);
  for (std::size_t i = 0; i < stay.size(); ++i)
    if (lanes >> i & 1)
      walk_.obligations.prove(Goal::Zero, stay[i], {}, where_ + ": its tests at the end");
}

// --- rankings ---------------------------------------------------------------------------------------------------

// The ranking, and what always holds, with the variables as they are now.
ClaimedLoop::Ranking ClaimedLoop::ranking_at_head(const LaneMask &m) const {
  Ranking out;
  if (!claim_.ranking)
    return out;
  const auto now = [&](Expr e) {
    for (const auto &[name, atom] : symbols_of(e)) {
      if (!name.starts_with(at_head_of)) {
        walk_.obligations.admit(Expr(atom), where_ + ": its ranking");
        continue;
      }
      const auto v = std::find_if(walk_.about.kernel.vars.begin(), walk_.about.kernel.vars.end(),
                                  [&, n = name.substr(5)](const cfg::Var &var) { return var.name == n; });
      const PerLane all = v != walk_.about.kernel.vars.end() && v->type.is_int()
                              ? walk_.state.read(static_cast<cfg::VarId>(v - walk_.about.kernel.vars.begin()), m)
                              : PerLane{std::nullopt};
      if (!alike(all) || !all[0]->as_signed)
        throw Refused(fmt::format("{}: its ranking: '{}' is not one number", where_, name));
      e = substitute(e, name, all[0]->e);
    }
    return e;
  };
  out.from = now(*claim_.ranking);
  for (const Expr &e : claim_.invariants)
    out.always.push_back(now(e));
  return out;
}

// The ranking is never below 0, falls by 1 (at least) in each round, and is the count (or below) on entry. Where all
// rounds are counted, it is 0 when the test fails.
void ClaimedLoop::ranked(const Ranking &head, const Ranking &next, const Tests &tests) {
  const bool exact = claim_.kind == Trips::Exact;
  const auto after = walk_.state.variables();
  walk_.state.restore(variables_.on_entry());
  const Ranking entry = ranking_at_head(entry_);
  walk_.state.restore(after);
  const std::string where = where_ + ": its ranking";
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
    walk_.obligations.prove(Goal::AtLeastZero, entry.always[i], {}, where + " on entry");
    walk_.obligations.prove(Goal::AtLeastZero, next.always[i], round, where + ": what always holds");
  }
  if (!support::left_out("certificate.falls"))
    walk_.obligations.prove(exact ? Goal::Zero : Goal::AtLeastZero, *head.from - *next.from - 1, round,
                            where + " in a round");
  walk_.obligations.prove(Goal::AtLeastZero, *head.from, head.always, where + " below 0");
  if (exact)
    walk_.obligations.prove(Goal::Zero, *head.from, end, where + " at the end");
  walk_.obligations.prove(exact ? Goal::Zero : Goal::AtLeastZero, *claim_.count - *entry.from, {},
                          where + " and the count");
}

// --- tests ------------------------------------------------------------------------------------------------------

// Of each lane of `here` 1 where it stays, by one condition. Not `exact`: 1 at least where it stays, by those
// conditions that are known.
ClaimedLoop::Tests ClaimedLoop::stay_tests(const LaneMask &here, const LaneMask &stays, bool exact) const {
  Tests out(walk_.state.conditions.lanes());
  const auto none = [&](const char *why) {
    if (exact)
      throw Refused(where_ + ": " + why);
    return Tests(out.size());
  };
  if (here.empty())
    return out;
  if (here.size() != 1 || stays.size() > 1 || (!stays.empty() && !inside(stays[0], here[0])))
    return none("its test is not understood");
  const std::vector<long> own = stays.empty() ? std::vector<long>{} : beyond(stays[0], here[0]);
  if (own.size() > 1 && exact)
    return none("its test is not one condition");
  for (std::size_t i = 0; i < out.size(); ++i) {
    if ((here[0].set >> i & 1) == 0)
      continue;
    Expr all(stays.empty() || (stays[0].set >> i & 1) == 0 ? 0 : 1);
    for (const long l : own) {
      const auto holds = walk_.state.conditions.holds(l, i);
      if (!holds && exact)
        return none("its test is not known");
      if (holds)
        all = all * *holds;
    }
    out[i] = all;
  }
  return out;
}

} // namespace lockstep::cost::certificate
