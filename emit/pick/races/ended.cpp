// Runs of threads of which one has ended: see ended.h.
#include "emit/pick/races/ended.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "emit/pick/goals/log.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {
std::string passed(Thread t) { return "passed" + suffix(t); }
std::string picked(Thread t) { return "picked" + suffix(t); }
} // namespace

bool EndedRuns::may_be_last(const cfg::Interval &interval, const PlacedSite &s) const {
  return alone_.last_of_one(interval.nodes[static_cast<std::size_t>(s.node)].block, s.stmt);
}

void EndedRuns::start(BlockWriter &w, b::Procedure &p) const {
  for (Thread t : both_threads) {
    declare(p, passed(t), b::boolean());
    declare(p, picked(t), b::boolean());
    declare(p, log::alone(t), b::boolean());
    for (const std::string &name : {passed(t), picked(t), log::alone(t)})
      w.command(b::AssignCmd{name, b::bool_lit(false)});
  }
}

// Whoever is at a loop's head and has been round it has passed a barrier, if there is one on every way round.
void EndedRuns::note_rounds(BlockWriter &w, const cfg::IntervalNode &n, Thread t) const {
  if (n.cut_loop == -1)
    return;
  const cfg::Loop &loop = c_.a.loops.loops[static_cast<std::size_t>(n.cut_loop)];
  cfg::Graph round(c_.k.blocks.size());
  for (cfg::BlockId block : loop.blocks) {
    const auto &stmts = c_.k.blocks[block].stmts;
    const bool meets = std::any_of(stmts.begin(), stmts.end(), [&](const cfg::Stmt &s) {
      auto *bar = std::get_if<cfg::Barrier>(&s.node);
      return bar && met_(*bar);
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

void EndedRuns::note_barrier(BlockWriter &w, const cfg::IntervalNode &n, std::uint32_t stmt, Thread t) const {
  auto *bar = std::get_if<cfg::Barrier>(&c_.k.blocks[n.block].stmts[stmt].node);
  if (!bar || !met_(*bar))
    return;
  w.command(b::AssignCmd{passed(t), b::bool_lit(true)});
  w.command(b::AssignCmd{log::alone(t), b::bool_lit(false)});
}

void EndedRuns::note_end(BlockWriter &w, const cfg::IntervalNode &n, Thread t, const std::string &next) const {
  if (n.at_barrier && !cfg::is_end(c_.k, n.block, n.end))
    w.command(b::AssignCmd{log::alone(t), b::bool_lit(false)});
  note_back_edge(w, t, next);
}

void EndedRuns::note_back_edge(BlockWriter &w, Thread t, const std::string &next) const {
  w.assume(b::ident(picked(t), b::boolean()));
  w.close({next});
}

void EndedRuns::note_pick(BlockWriter &w, const cfg::IntervalNode &n, const PlacedSite &s, Thread t) const {
  const bool last = alone_.last_of_one(n.block, s.stmt);
  w.assume(b::not_(b::ident(picked(t), b::boolean())));
  w.command(b::AssignCmd{picked(t), b::bool_lit(true)});
  w.command(b::AssignCmd{log::alone(t), last ? b::not_(b::ident(passed(t), b::boolean())) : b::bool_lit(false)});
}

b::Expr EndedRuns::one_has_ended() const {
  return b::disj(
      {b::ident(log::alone(Thread::First), b::boolean()), b::ident(log::alone(Thread::Second), b::boolean())});
}

} // namespace lockstep::emit::pick
