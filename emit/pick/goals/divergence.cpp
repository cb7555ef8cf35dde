// Divergence goals: see emit/pick/pick.h.
//
// Two threads of one group start an interval together; each runs to the next barrier or to the kernel's
// end. If one stands at barrier b, the other must stand at b too, in the same iteration of every loop around b. Only
// barriers that the uniformity analysis does not settle are asked about. Sound because the lock-step argument (Sect. 5
// of [CDKQ13]) needs exactly this: all threads of a group meet the same barrier in the same iteration,
// barrier after barrier; a thread that runs forever is no claim of ours (termination).
//
// Barriers of warps are asked about for the threads of a team, each kind of pair with the barriers at which both meet
// (kinds_of_pairs); a thread that has ended need not come (cfg/analysis/order/endings.h). Sound because such a barrier
// waits for nobody else, and what an ended thread has done lies before it.
//
// The iteration of a loop around b is the number of visits to its head since the loop was entered. Three cases:
//   cut                       the number of the arbitrary visit (-1: the head has not been met since the start);
//   around the start, not cut gone round once or not at all, which the node at b says (IntervalNode::heads_met);
//   else                      it is entered on the way to b and cannot be gone round without a barrier: the first
//   visit.
// Sound because the two threads are in the same iteration at the start, and by induction from the outermost loop around
// both start and b inwards: that one cannot be left and entered anew, so that its head is met by going round it,
// equally often; if not at all, then the next loop inside has not been left and entered anew either, and the same holds
// for it; if at all, then both threads have left all loops inside, and their counts are those since they were entered
// again.
#include "emit/pick/goals/checks.h"

#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/passes/join_barriers.h"
#include "emit/pick/run/run.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

using Suspects = std::set<cfg::Point>; // barriers that are asked about

// Threads of a warp that do not meet at one barrier, in one round, may yet meet at others that do the same.
bool meets_elsewhere(const Context &c, cfg::Point place) {
  if (c.a.loops.loop_of[place.first] != -1)
    return true;
  const auto &here = std::get<cfg::Barrier>(c.k.blocks[place.first].stmts[place.second].node);
  for (cfg::BlockId b = 0; b < c.k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < c.k.blocks[b].stmts.size(); ++i)
      if (const cfg::Barrier *bar = cfg::warp_barrier(c.k.blocks[b].stmts[i]))
        if (std::pair(b, i) != place && cfg::alike(*bar, here))
          return true;
  return false;
}

// Where an interval may end, and what a thread notes of its way there.
struct IntervalEnds {
  IntervalEnds(const Context &context, const cfg::Interval &of, Teams teams, const Suspects &suspects);

  // Is the thread loud that has come here? Sound because whoever is at a cut loop's head may have been round it.
  bool makes_loud(const cfg::IntervalNode &n, const std::vector<bool> &loud) const {
    if (support::sound("divergence.quiet_rounds", n.cut_loop == -1))
      return bool(loud[n.block]);
    const std::vector<cfg::BlockId> &round = c.a.loops.loops[static_cast<std::size_t>(n.cut_loop)].blocks;
    return std::any_of(round.begin(), round.end(), [&](cfg::BlockId b) { return loud[b]; });
  }
  // The second thread stands at barrier number `barrier`, too, in the same rounds, or has ended.
  b::Expr meets(std::size_t barrier, const Cone &cone, Teams teams) const;

  const Context &c;
  const cfg::Interval &interval;
  std::vector<cfg::Point> barriers;
  std::vector<std::size_t> code; // by node: 0 for the kernel's end, 1.. for barriers
  std::vector<bool> targets;     // by node
  // Blocks in which a thread that ends is loud, for one or some of the barriers asked about.
  std::vector<std::vector<bool>> louds;
  std::map<cfg::BlockId, std::size_t> loud_of;
  std::vector<std::vector<int>> rounds; // loops around a barrier and around the start that have been gone round
  std::vector<std::size_t> round;       // by node
};

std::string end_name(Thread t) { return "end" + suffix(t); }
std::string round_name(Thread t) { return "round" + suffix(t); }
std::string quiet_name(std::size_t l, Thread t) {
  return "quiet" + (l == 0 ? "" : std::to_string(l) + "_") + suffix(t);
}

IntervalEnds::IntervalEnds(const Context &context, const cfg::Interval &of, Teams teams, const Suspects &suspects)
    : c(context), interval(of), code(of.nodes.size(), 0), targets(of.nodes.size(), false), round(of.nodes.size(), 0) {
  if (teams.within != 0) {
    const cfg::Endings endings(c.k);
    for (const auto &[block, stmt] : suspects) {
      std::vector<bool> loud = endings.loud(block);
      const auto same = std::find(louds.begin(), louds.end(), loud);
      loud_of[block] = static_cast<std::size_t>(same - louds.begin());
      if (same == louds.end())
        louds.push_back(std::move(loud));
    }
  }
  for (std::size_t n = 0; n < interval.nodes.size(); ++n) {
    const cfg::IntervalNode &node = interval.nodes[n];
    targets[n] = node.at_barrier || std::holds_alternative<cfg::Return>(c.k.blocks[node.block].end.node) ||
                 std::any_of(louds.begin(), louds.end(), [&](const auto &loud) { return makes_loud(node, loud); });
    if (!node.at_barrier)
      continue;
    const cfg::Point place{node.block, node.end};
    const auto known = std::find(barriers.begin(), barriers.end(), place);
    code[n] = static_cast<std::size_t>(known - barriers.begin()) + 1;
    if (known == barriers.end())
      barriers.push_back(place);
    std::vector<int> met;
    for (int l : node.heads_met)
      if (c.a.loops.contains(l, node.block))
        met.push_back(l);
    round[n] = static_cast<std::size_t>(std::find(rounds.begin(), rounds.end(), met) - rounds.begin());
    if (round[n] == rounds.size())
      rounds.push_back(std::move(met));
  }
}

b::Expr IntervalEnds::meets(std::size_t barrier, const Cone &cone, Teams teams) const {
  const b::Expr end2 = b::ident(end_name(Thread::Second), b::integer());
  const auto stands_at = [&](std::size_t end) { return b::eq(end2, b::int_lit(static_cast<std::int64_t>(end))); };
  std::vector<b::Expr> together{support::left_out("divergence.same_barrier") ? b::bool_lit(true)
                                                                             : stands_at(barrier + 1)};
  if (support::unsound("divergence.round", rounds.size() > 1))
    together.push_back(
        b::eq(b::ident(round_name(Thread::First), b::integer()), b::ident(round_name(Thread::Second), b::integer())));
  std::set<int> cut;
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    if (cone.nodes[n] && interval.nodes[n].cut_loop != -1)
      cut.insert(interval.nodes[n].cut_loop);
  for (int l = c.a.loops.loop_of[barriers[barrier].first]; l != -1;
       l = c.a.loops.loops[static_cast<std::size_t>(l)].parent)
    if (support::unsound("divergence.iteration", cut.count(l))) {
      auto times = [&](Thread t) { return b::ident(names::iteration(static_cast<std::size_t>(l), t), b::integer()); };
      together.push_back(b::eq(times(Thread::First), times(Thread::Second)));
    }
  b::Expr out = b::conj(together);
  if (teams.within != 0) // who has ended need not come
    for (std::size_t e = 0; e <= barriers.size(); ++e)
      if (e == 0 || cfg::is_end(c.k, barriers[e - 1].first, barriers[e - 1].second))
        out = b::disj(
            {out, b::conj({b::ident(quiet_name(loud_of.at(barriers[barrier].first), Thread::Second), b::boolean()),
                           stands_at(e)})});
  return out;
}

// A thread's run to where it leaves the interval, which it notes.
void write_run(const Context &c, const IntervalEnds &ends, const Cone &cone, Pair pair, Teams teams, Thread t,
               BlockWriter &w, b::Procedure &p) {
  const cfg::Interval &interval = ends.interval;
  declare(p, end_name(t), b::integer());
  if (ends.rounds.size() > 1)
    declare(p, round_name(t), b::integer());
  RunHooks hooks;
  hooks.same_group = pair == Pair::SameGroup;
  hooks.team = teams.within;
  if (teams.within != 0) {
    hooks.at_node = [&](BlockWriter &bw, int node) {
      for (std::size_t l = 0; l < ends.louds.size(); ++l)
        if (support::unsound("divergence.quiet",
                             ends.makes_loud(interval.nodes[static_cast<std::size_t>(node)], ends.louds[l])))
          bw.command(b::AssignCmd{quiet_name(l, t), b::bool_lit(false)});
    };
  }
  hooks.at_end = [&](BlockWriter &bw, int at) {
    const auto node = static_cast<std::size_t>(at);
    bw.command(b::AssignCmd{end_name(t), b::int_lit(static_cast<std::int64_t>(ends.code[node]))});
    if (ends.rounds.size() > 1)
      bw.command(b::AssignCmd{round_name(t), b::int_lit(static_cast<std::int64_t>(ends.round[node]))});
    bw.close({t == Thread::First ? "second0" : "check"});
  };
  Run run(c, interval, cone, t, hooks);
  run.declare(p);
  run.write_nodes(w, t == Thread::First ? "first" : "second");
}

void ask_of_interval(Goals &goals, const cfg::Interval &interval, std::size_t index, Pair pair, Teams teams,
                     const Suspects &suspects) {
  Context &c = goals.c;
  const IntervalEnds ends(c, interval, teams, suspects);
  if (std::none_of(ends.barriers.begin(), ends.barriers.end(),
                   [&](const cfg::Point &barrier) { return suspects.count(barrier) != 0; }))
    return;
  Cone cone = cone_of_influence(c, interval, ends.targets, {});
  b::Procedure p;
  p.name = goals.next_procedure();
  BlockWriter w(p);
  w.open("entry");
  w.assume(pair_of_threads(c.a.launch, c.decls, pair, teams));
  RunHooks none;
  for (Thread t : both_threads)
    Run(c, interval, cone, t, none).write_start(w);
  assume_uniform(w, c, interval, cone, pair, teams);
  start_together(w, c, cone, pair);
  for (Thread t : both_threads)
    for (std::size_t l = 0; l < ends.louds.size(); ++l) {
      declare(p, quiet_name(l, t), b::boolean());
      w.command(b::AssignCmd{quiet_name(l, t), b::bool_lit(true)});
    }
  w.close({"first0"});
  for (Thread t : both_threads)
    write_run(c, ends, cone, pair, teams, t, w, p);
  w.open("check");
  const b::Expr end1 = b::ident(end_name(Thread::First), b::integer());
  for (std::size_t i = 0; i < ends.barriers.size(); ++i) {
    const cfg::Point barrier = ends.barriers[i];
    if (suspects.count(barrier) == 0)
      continue;
    Goal g = goals.goal("divergence:" + std::to_string(barrier.first) + "." + std::to_string(barrier.second) +
                            (teams.within != 0         ? ":warp" + std::to_string(teams.within) + ":"
                             : pair == Pair::SameGroup ? ":group:"
                                                       : ":grid:") +
                            std::to_string(index),
                        GoalKind::Divergence, cone);
    if (!goals.wanted(g.id))
      continue;
    if (g.exact && teams.within != 0 && meets_elsewhere(c, barrier)) {
      g.exact = false;
      g.abstraction = "threads of a warp may meet at different barriers, or in different rounds";
    }
    g.same_group = pair == Pair::SameGroup;
    g.team = teams.within;
    g.origin = c.k.blocks[barrier.first].stmts[barrier.second].origin;
    const b::Expr here = b::int_lit(static_cast<std::int64_t>(i + 1));
    w.command(b::AssertCmd{b::implies(b::eq(end1, here), ends.meets(i, cone, teams)), {b::id_attribute(g.id)}});
    goals.out.goals.push_back(std::move(g));
  }
  w.close({});
  goals.out.program.procedures.push_back(std::move(p));
}

// A divergence that is not excluded, because of what `missing` says: an execution may show it. Of a group of one thread
// there is no pair, and yet the thread may wait for ever.
void ask_doubtful(Goals &goals, const std::string &id, cfg::Point place, const std::string &missing) {
  Goal g = goals.goal(id, GoalKind::Divergence, {});
  if (!goals.wanted(g.id))
    return;
  g.exact = false;
  g.abstraction = missing;
  g.same_group = true;
  g.origin = goals.c.k.blocks[place.first].stmts[place.second].origin;
  b::Procedure p;
  p.name = goals.next_procedure();
  BlockWriter w(p);
  w.open("entry");
  const bool pair = pair_exists(goals.c.a.launch, Pair::SameGroup);
  w.assume(pair_of_threads(goals.c.a.launch, goals.c.decls,
                           support::sound("divergence.alone", pair) ? Pair::SameGroup : Pair::Single, {}));
  w.command(b::AssertCmd{b::bool_lit(false), {b::id_attribute(g.id)}});
  w.close({});
  goals.out.goals.push_back(std::move(g));
  goals.out.program.procedures.push_back(std::move(p));
}

// Where it is not known that all come whom a mask names, and that it names who comes: not exact.
void ask_of_masks(Goals &goals) {
  for (const auto &[place, whom] : goals.named())
    if (const auto *missing = std::get_if<std::string>(&whom); support::unsound("divergence.masks", missing))
      ask_doubtful(goals, "divergence:mask:" + std::to_string(place.first) + "." + std::to_string(place.second), place,
                   *missing);
}

// Where a condition of order/named_barriers.h does not hold, threads may wait for ever at barriers of some threads: not
// exact.
void ask_of_named_barriers(Goals &goals) {
  const cfg::NumberedBarriers &numbered = goals.c.a.numbered;
  if (support::unsound("divergence.numbered", !numbered.missing.empty()))
    ask_doubtful(goals, "divergence:numbered", {numbered.block, numbered.stmt}, numbered.missing);
}

} // namespace

void ask_divergence(Goals &goals) {
  const Context &c = goals.c;
  auto ask = [&](Pair pair, Teams teams, const cfg::EndsInterval &ends, const cfg::EndsInterval &asked) {
    Suspects s;
    for (auto [block, stmt] : cfg::non_uniform_barriers(c.k, uniform(c, pair, teams)))
      if (asked(std::get<cfg::Barrier>(c.k.blocks[block].stmts[stmt].node)))
        s.insert({block, stmt});
    if (s.empty() || !pair_exists(c.a.launch, pair, teams))
      return;
    auto intervals = intervals_of(c, ends);
    for (std::size_t i = 0; i < intervals.size(); ++i)
      ask_of_interval(goals, intervals[i], i, pair, teams, s);
  };
  auto of_warps = [](const cfg::Barrier &bar) { return bar.scope == cfg::Scope::Warp; };
  auto of_grid = [](const cfg::Barrier &bar) { return bar.scope == cfg::Scope::Grid; };
  for (const Teams &teams : kinds_of_pairs(c.a))
    if (teams.within != 0) {
      auto met = [&](const cfg::Barrier &bar) { return of_warps(bar) && bar.lanes >= teams.within; };
      ask(Pair::SameGroup, teams, [&](const cfg::Barrier &bar) { return !of_warps(bar) || met(bar); }, met);
    }
  ask(Pair::SameGroup, {}, std::not_fn(of_warps), std::not_fn(of_warps));
  ask(Pair::DifferentGroups, {}, of_grid, of_grid);
  ask_of_masks(goals);
  ask_of_named_barriers(goals);
}

} // namespace lockstep::emit::pick
