// Races with threads that have ended: of two threads of a team, one passes no barrier after its access and ends, the
// other goes on through barriers of the team in which the first takes no part (cfg/analysis/order/ended.h). The
// interval begins where both have met last, and is ended by barriers of the group only.
//
// Sound because the one that has ended has passed no barrier since the interval's start: its run goes on behind its
// access to its end, or to where it goes round a loop that is cut; `alone` is false only if it surely passes a barrier,
// or comes to one of the group. What orders accesses otherwise is not asked for.
#include "emit/pick/program.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {
std::string passed(Thread t) { return "passed" + suffix(t); }
std::string picked(Thread t) { return "picked" + suffix(t); }
} // namespace

void ProgramBuilder::race_with_ended(cfg::Space space, Teams teams) {
  const auto met = [&](const cfg::Barrier &bar) { return fences(bar, space, teams.within); };
  const cfg::EndedAlone alone(c_.k, uniform(Pair::SameGroup, teams), met);
  if (!alone.any())
    return;
  ended_ = &alone;
  ended_met_ = met;
  const auto intervals = intervals_of(c_, [&](const cfg::Barrier &bar) { return fences(bar, space, 0); }, met);
  for (std::size_t i = 0; i < intervals.size(); ++i)
    for (cfg::ArrayId array = 0; array < c_.k.arrays.size(); ++array)
      if (c_.k.arrays[array].space == space && c_.a.written[array])
        race(intervals[i], i, array, Pair::SameGroup, teams);
  ended_ = nullptr;
}

void ProgramBuilder::start_ended(BlockWriter &w, b::Procedure &p) {
  for (Thread t : both_threads) {
    declare(p, passed(t), b::boolean());
    declare(p, picked(t), b::boolean());
    declare(p, log::alone(t), b::boolean());
    for (const std::string &name : {passed(t), picked(t), log::alone(t)})
      w.command(b::AssignCmd{name, b::bool_lit(false)});
  }
}

// Whoever is at a loop's head and has been round it has passed a barrier, if there is one on every way round.
void ProgramBuilder::note_rounds(BlockWriter &w, const cfg::IntervalNode &n, Thread t) const {
  if (n.cut_loop == -1)
    return;
  const cfg::Loop &loop = c_.a.loops.loops[static_cast<std::size_t>(n.cut_loop)];
  cfg::Graph round(c_.k.blocks.size());
  for (cfg::BlockId block : loop.blocks) {
    const auto &stmts = c_.k.blocks[block].stmts;
    const bool meets = std::any_of(stmts.begin(), stmts.end(), [&](const cfg::Stmt &s) {
      auto *bar = std::get_if<cfg::Barrier>(&s.node);
      return bar && ended_met_(*bar);
    });
    if (!meets)
      for (cfg::BlockId s : cfg::successors(c_.k.blocks[block].end))
        if (std::find(loop.blocks.begin(), loop.blocks.end(), s) != loop.blocks.end())
          round[block].push_back(s);
  }
  if (support::unsound("ended.rounds", cfg::is_on_cycle(round, loop.head)))
    return;
  const b::Expr before = b::ident(passed(t), b::boolean());
  const b::Expr rounds = b::ident(names::iteration(static_cast<std::size_t>(n.cut_loop), t), b::integer());
  w.command(b::AssignCmd{passed(t), b::disj({before, b::binary("<", b::int_lit(0), rounds)})});
}

void ProgramBuilder::note_barrier(BlockWriter &w, const cfg::IntervalNode &n, std::uint32_t stmt, Thread t) const {
  auto *bar = std::get_if<cfg::Barrier>(&c_.k.blocks[n.block].stmts[stmt].node);
  if (!bar || !ended_met_(*bar))
    return;
  w.command(b::AssignCmd{passed(t), b::bool_lit(true)});
  w.command(b::AssignCmd{log::alone(t), b::bool_lit(false)});
}

void ProgramBuilder::note_end(BlockWriter &w, const cfg::IntervalNode &n, Thread t, const std::string &next) const {
  if (n.at_barrier && !cfg::is_end(c_.k, n.block, n.end))
    w.command(b::AssignCmd{log::alone(t), b::bool_lit(false)});
  note_round(w, t, next);
}

void ProgramBuilder::note_round(BlockWriter &w, Thread t, const std::string &next) const {
  w.assume(b::ident(picked(t), b::boolean()));
  w.close({next});
}

void ProgramBuilder::note_alone(BlockWriter &w, const cfg::IntervalNode &n, const PlacedSite &s, Thread t) const {
  const bool last = ended_->last_of_one(n.block, s.stmt);
  w.assume(b::not_(b::ident(picked(t), b::boolean())));
  w.command(b::AssignCmd{picked(t), b::bool_lit(true)});
  w.command(b::AssignCmd{log::alone(t), last ? b::not_(b::ident(passed(t), b::boolean())) : b::bool_lit(false)});
}

b::Expr ProgramBuilder::one_has_ended() const {
  return b::disj(
      {b::ident(log::alone(Thread::First), b::boolean()), b::ident(log::alone(Thread::Second), b::boolean())});
}

} // namespace lockstep::emit::pick
