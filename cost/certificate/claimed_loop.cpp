// See claimed_loop.h.
#include "cost/certificate/claimed_loop.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

using cfg::BlockId;

LaneMask TestedBody::before_test(const LaneMask &m, bool counted) const {
  const WalkClaims::Silence silence(walk.claims, !counted);
  Flow in{{list[0], m}}, ignored;
  walk.blocks.blocks(loop, list, 0, at, in, ignored);
  const LaneMask here = at == 0 ? m : in[test];
  walk.blocks.block(test, here);
  return here;
}

LaneMask TestedBody::tested(const LaneMask &here, bool counted) const {
  const WalkClaims::Silence silence(walk.claims, !counted);
  return walk.blocks.ways(test, here)[stay];
}

void TestedBody::behind_test(const LaneMask &m) const {
  Flow in{{stay, m}}, ignored;
  if (at + 1 < list.size())
    walk.blocks.blocks(loop, list, at + 1, list.size(), in, ignored);
}

ClaimedLoop::ClaimedLoop(CheckedWalk &walk, std::size_t loop, const std::vector<BlockId> &list, const LaneMask &entry,
                         std::size_t claimed, Head &head)
    : walk_(walk), number_(loop), loop_(walk.about.loops.loops[loop]), list_(list), entry_(entry), claimed_(claimed),
      claim_(walk.claim.loops[claimed]), where_(fmt::format("the loop at block '{}'", claim_.head)), head_(head),
      variables_(walk.about.kernel, walk.state, loop_, claim_, entry, head), test_(only_test()) {
  std::optional<Expr> below;
  if (claim_.count) {
    walk_.obligations.admit(*claim_.count, where_ + ": its count");
    below = count_ = walk_.obligations.bounded(*claim_.count);
    walk_.obligations.prove(Goal::AtLeastZero, *claim_.count, {}, where_ + ": its count");
  }
  if (claim_.ranking) { // which speaks of the round that is not run, too
    walk_.obligations.raise(claim_.counter, Expr(Integer(Integer(1) << 70)));
    below.reset();
  }
  counter_ = symbol(claim_.counter, Integer(0), {}, below);
  walk_.obligations.know(claim_.counter, counter_);
}

// With the branch at an exit; none: it is no test of this loop itself.
std::optional<TestedBody> ClaimedLoop::at_exit(const std::pair<BlockId, BlockId> &exit) const {
  const auto &[test, target] = exit;
  const auto *branch = std::get_if<cfg::Branch>(&walk_.about.kernel.blocks[test].end.node);
  if (!branch || branch->if_true == branch->if_false || walk_.about.loops.loop_of[test] != static_cast<int>(number_))
    return std::nullopt;
  return TestedBody{walk_,
                    static_cast<int>(number_),
                    list_,
                    test,
                    branch->if_true == target ? branch->if_false : branch->if_true,
                    static_cast<std::size_t>(std::find(list_.begin(), list_.end(), test) - list_.begin())};
}

std::optional<TestedBody> ClaimedLoop::only_test() const {
  const auto out = loop_.exits.size() == 1 ? at_exit(loop_.exits[0]) : std::nullopt;
  const bool fits = out && (out->test == loop_.head ||
                            (out->at + 1 == list_.size() && loop_.latches == std::vector<BlockId>{out->test}));
  return fits ? out : std::nullopt;
}

void ClaimedLoop::check() {
  const bool at_most = claim_.kind == Trips::AtMost;
  if (!at_most && (!test_ || !count_))
    throw Refused(where_ + " has not one test at its head or end, or no count");
  const WalkClaims::Mark start = walk_.claims.mark();
  for (bool confirmed = false; !confirmed;) {
    walk_.claims.go_back(start);
    variables_.begin(where_);
    try {
      confirmed = at_most ? rounds_at_most() : rounds();
    } catch (const Refused &) { // it may be a claim for lanes that go apart
      if (!at_most || !head_.alike)
        throw;
      head_.alike = false;
    }
  }
}

// All lanes leave together, or each by itself when its test fails.
bool ClaimedLoop::rounds() {
  const bool by_lane = claim_.kind == Trips::ByLane;
  variables_.at_round(0);
  test_->tested(test_->before_test(entry_, true), true);
  std::optional<WalkClaims::Around> around(std::in_place, walk_.claims, claimed_);
  variables_.at_round(counter_);
  const Ranking ranking = ranking_at_head(entry_);
  const LaneMask here = test_->before_test(entry_, false), stays = test_->tested(here, false);
  const LaneMask now = by_lane ? stays : entry_;
  const Tests tests = stay_tests(here, stays, true);
  test_->behind_test(now);
  if (!variables_.confirmed(now, counter_))
    return false;
  if (ranking.from)
    ranked(ranking, ranking_at_head(now), tests);
  variables_.at_round(counter_ + 1);
  const LaneMask next = test_->before_test(now, true), again = test_->tested(next, true);
  if (by_lane && !now.empty()) {
    const Tests then = stay_tests(next, again, true);
    for (std::size_t i = 0; i < tests.size(); ++i) // who has left stays away
      if (tests[i] && then[i])
        walk_.obligations.prove(Goal::AtLeastZero, *tests[i] - *then[i], {}, where_ + ": who leaves");
  }
  around.reset();
  variables_.at_round(*count_);
  const LaneMask last = test_->before_test(entry_, false), stay_last = test_->tested(last, false);
  if (!ranking.from) {
    for (const auto &t : tests)
      if (t && !by_lane)
        walk_.obligations.prove(Goal::Zero, *t - 1, {}, where_ + ": its test in a round");
    for (const auto &t : stay_tests(last, stay_last, true))
      if (t)
        walk_.obligations.prove(Goal::Zero, *t, {}, where_ + ": its test at the end");
  }
  if (by_lane) // each with what it had in its own last round
    variables_.forget();
  return true;
}

// Whoever comes round again, perhaps does.
bool ClaimedLoop::rounds_at_most() {
  const bool all = head_.alike;
  BlockWalk::Watched watched(walk_.blocks, loop_, entry_);
  const auto settled = [&](const LaneMask &m) {
    const bool fine = variables_.confirmed(m, counter_), one_way = !all || !watched.split;
    head_.alike = all && one_way;
    return fine && one_way;
  };
  const LaneMask some = both(entry_, walk_.state.conditions.perhaps(all));
  const Expr lanes_less_one(static_cast<long>(walk_.state.conditions.lanes()) - 1);
  Ranking ranking, then;
  Tests tests;
  std::optional<WalkClaims::Around> around;
  if (test_) {
    variables_.at_round(0);
    const LaneMask first = test_->before_test(entry_, true);
    if (!all) { // each split leaves a lane behind
      watched.unsplit = test_->test;
      Event e;
      e.splits = count_ ? minimum(lanes_less_one, *claim_.count + 1) : lanes_less_one;
      walk_.claims.event(test_->test, walk_.about.kernel.blocks[test_->test].stmts.size(), e);
    }
    test_->tested(first, true);
    around.emplace(walk_.claims, claimed_);
    variables_.at_round(counter_);
    ranking = ranking_at_head(entry_);
    const LaneMask here = test_->before_test(entry_, false), stays = test_->tested(here, false);
    if (ranking.from)
      tests = stay_tests(here, stays, false);
    test_->behind_test(some);
    if (!settled(some))
      return false;
    then = ranking_at_head(some);
    variables_.at_round(counter_ + 1);
    test_->tested(test_->before_test(some, true), true);
  } else {
    const auto body = [&](const Expr &round) {
      variables_.at_round(round);
      ranking = ranking_at_head(entry_);
      Flow in{{list_[0], some}}, ends;
      walk_.blocks.blocks(static_cast<int>(number_), list_, 0, list_.size(), in, ends);
      return ends[list_[0]];
    };
    if (count_) // the head is visited once more
      body(walk_.state.conditions.any_natural(*count_ + 1));
    around.emplace(walk_.claims, claimed_);
    const LaneMask again = body(counter_);
    if (!settled(again))
      return false;
    then = ranking_at_head(again);
  }
  if (ranking.from)
    ranked(ranking, then, tests);
  around.reset();
  if (count_ && !ranking.from)
    gates();
  if (all && test_) { // the state of some round
    variables_.at_round(walk_.state.conditions.any_natural(count_ ? std::optional(*count_ + 1) : std::nullopt));
    test_->before_test(entry_, false);
  } else {
    variables_.forget();
  }
  return true;
}

} // namespace lockstep::cost::certificate
