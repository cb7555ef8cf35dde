// Divergence and assertion goals: see pick.h.
//
// Divergence. Two threads of one group start an interval together; each runs to the next barrier or to the kernel's
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
//
// Assertions. One arbitrary thread, the whole kernel as one interval (barriers order nothing here; what is read from
// written memory is arbitrary, or what memory.h knows of it). An invariant at a cut loop's head is asserted on entry
// and on each back edge and assumed in the arbitrary iteration.
#include "emit/pick/program.h"

#include "cfg/analysis/order/endings.h"
#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/ir/pairwise.h"
#include "cfg/passes/join_barriers.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>

namespace lockstep::emit::pick {

namespace b = boogie;

void ProgramBuilder::divergence() {
  using Suspects = std::set<cfg::Point>;
  auto ask = [&](Pair pair, Teams teams, const cfg::EndsInterval &ends, const cfg::EndsInterval &asked) {
    Suspects s;
    for (auto [block, stmt] : cfg::non_uniform_barriers(c_.k, uniform(pair, teams)))
      if (asked(std::get<cfg::Barrier>(c_.k.blocks[block].stmts[stmt].node)))
        s.insert({block, stmt});
    if (s.empty() || !pair_exists(c_.a.launch, pair, teams))
      return;
    auto intervals = intervals_of(c_, ends);
    for (std::size_t i = 0; i < intervals.size(); ++i)
      divergence_of(intervals[i], i, pair, teams, s);
  };
  auto of_warps = [](const cfg::Barrier &bar) { return bar.scope == cfg::Scope::Warp; };
  auto of_grid = [](const cfg::Barrier &bar) { return bar.scope == cfg::Scope::Grid; };
  for (const Teams &teams : kinds_of_pairs(c_.a))
    if (teams.within != 0) {
      auto met = [&](const cfg::Barrier &bar) { return of_warps(bar) && bar.lanes >= teams.within; };
      ask(Pair::SameGroup, teams, [&](const cfg::Barrier &bar) { return !of_warps(bar) || met(bar); }, met);
    }
  ask(Pair::SameGroup, {}, std::not_fn(of_warps), std::not_fn(of_warps));
  ask(Pair::DifferentGroups, {}, of_grid, of_grid);
  masked_divergence();
  numbered_divergence();
}

// Where it is not known that all come whom a mask names, and that it names who comes: not exact.
void ProgramBuilder::masked_divergence() {
  for (const auto &[place, whom] : named())
    if (const auto *missing = std::get_if<std::string>(&whom); support::unsound("divergence.masks", missing))
      ask_doubtful("divergence:mask:" + std::to_string(place.first) + "." + std::to_string(place.second), place,
                   *missing);
}

// Where a condition of order/named_barriers.h does not hold, threads may wait for ever at barriers of some threads: not
// exact.
void ProgramBuilder::numbered_divergence() {
  const cfg::NumberedBarriers &numbered = c_.a.numbered;
  if (support::unsound("divergence.numbered", !numbered.missing.empty()))
    ask_doubtful("divergence:numbered", {numbered.block, numbered.stmt}, numbered.missing);
}

// A divergence that is not excluded, because of what `missing` says: an execution may show it. Of a group of one thread
// there is no pair, and yet the thread may wait for ever.
void ProgramBuilder::ask_doubtful(const std::string &id, cfg::Point place, const std::string &missing) {
  Goal g = goal(id, GoalKind::Divergence, {});
  if (!wanted(g.id))
    return;
  g.exact = false;
  g.abstraction = missing;
  g.same_group = true;
  g.origin = c_.k.blocks[place.first].stmts[place.second].origin;
  b::Procedure p;
  p.name = "p" + std::to_string(out_.program.procedures.size());
  BlockWriter w(p);
  w.open("entry");
  const bool pair = pair_exists(c_.a.launch, Pair::SameGroup);
  w.assume(pair_of_threads(c_.a.launch, c_.decls,
                           support::sound("divergence.alone", pair) ? Pair::SameGroup : Pair::Single, {}));
  w.command(b::AssertCmd{b::bool_lit(false), {b::id_attribute(g.id)}});
  w.close({});
  out_.goals.push_back(std::move(g));
  out_.program.procedures.push_back(std::move(p));
}

// Threads of a warp that do not meet at one barrier, in one round, may yet meet at others that do the same.
bool ProgramBuilder::meets_elsewhere(cfg::Point place) const {
  if (c_.a.loops.loop_of[place.first] != -1)
    return true;
  const auto &here = std::get<cfg::Barrier>(c_.k.blocks[place.first].stmts[place.second].node);
  for (cfg::BlockId b = 0; b < c_.k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < c_.k.blocks[b].stmts.size(); ++i)
      if (const cfg::Barrier *bar = cfg::warp_barrier(c_.k.blocks[b].stmts[i]))
        if (std::pair(b, i) != place && cfg::alike(*bar, here))
          return true;
  return false;
}

namespace {

// Where an interval may end, and what a thread notes of its way there.
struct IntervalEnds {
  IntervalEnds(const Context &context, const cfg::Interval &of, Teams teams, const std::set<cfg::Point> &suspects);

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

IntervalEnds::IntervalEnds(const Context &context, const cfg::Interval &of, Teams teams,
                           const std::set<cfg::Point> &suspects)
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

} // namespace

void ProgramBuilder::divergence_of(const cfg::Interval &interval, std::size_t index, Pair pair, Teams teams,
                                   const std::set<cfg::Point> &suspects) {
  const IntervalEnds ends(c_, interval, teams, suspects);
  if (std::none_of(ends.barriers.begin(), ends.barriers.end(),
                   [&](const cfg::Point &barrier) { return suspects.count(barrier) != 0; }))
    return;
  Cone cone = cone_of_influence(c_, interval, ends.targets, {});
  b::Procedure p;
  p.name = "p" + std::to_string(out_.program.procedures.size());
  BlockWriter w(p);
  w.open("entry");
  w.assume(pair_of_threads(c_.a.launch, c_.decls, pair, teams));
  RunHooks none;
  for (Thread t : both_threads)
    Run(c_, interval, cone, t, none).write_start(w);
  assume_uniform(w, interval, cone, pair, teams);
  start_together(w, cone, pair);
  for (Thread t : both_threads)
    for (std::size_t l = 0; l < ends.louds.size(); ++l) {
      declare(p, quiet_name(l, t), b::boolean());
      w.command(b::AssignCmd{quiet_name(l, t), b::bool_lit(true)});
    }
  w.close({"first0"});
  for (Thread t : both_threads) {
    declare(p, end_name(t), b::integer());
    if (ends.rounds.size() > 1)
      declare(p, round_name(t), b::integer());
    RunHooks hooks;
    hooks.same_group = pair == Pair::SameGroup;
    hooks.team = teams.within;
    if (teams.within != 0) {
      hooks.at_node = [&, t](BlockWriter &bw, int node) {
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
    Run run(c_, interval, cone, t, hooks);
    run.declare(p);
    run.write_nodes(w, t == Thread::First ? "first" : "second");
  }
  w.open("check");
  const b::Expr end1 = b::ident(end_name(Thread::First), b::integer());
  for (std::size_t c = 0; c < ends.barriers.size(); ++c) {
    const cfg::Point barrier = ends.barriers[c];
    if (suspects.count(barrier) == 0)
      continue;
    Goal g = goal("divergence:" + std::to_string(barrier.first) + "." + std::to_string(barrier.second) +
                      (teams.within != 0         ? ":warp" + std::to_string(teams.within) + ":"
                       : pair == Pair::SameGroup ? ":group:"
                                                 : ":grid:") +
                      std::to_string(index),
                  GoalKind::Divergence, cone);
    if (!wanted(g.id))
      continue;
    if (g.exact && teams.within != 0 && meets_elsewhere(barrier)) {
      g.exact = false;
      g.abstraction = "threads of a warp may meet at different barriers, or in different rounds";
    }
    g.same_group = pair == Pair::SameGroup;
    g.team = teams.within;
    g.origin = c_.k.blocks[barrier.first].stmts[barrier.second].origin;
    const b::Expr here = b::int_lit(static_cast<std::int64_t>(c + 1));
    w.command(b::AssertCmd{b::implies(b::eq(end1, here), ends.meets(c, cone, teams)), {b::id_attribute(g.id)}});
    out_.goals.push_back(std::move(g));
  }
  w.close({});
  out_.program.procedures.push_back(std::move(p));
}

void ProgramBuilder::assertions() {
  if (!options_.only.empty() && !options_.contents)
    return;
  cfg::Interval whole = cfg::barrier_intervals(c_.k, c_.a.loops, [](const cfg::Barrier &) { return false; }).front();
  std::vector<bool> targets(whole.nodes.size(), false);
  std::vector<cfg::Expr> seeds;
  bool any = false;
  for (std::size_t n = 0; n < whole.nodes.size(); ++n)
    for (std::uint32_t i = whole.nodes[n].begin; i < whole.nodes[n].end; ++i)
      if (auto *a = std::get_if<cfg::Assert>(&c_.k.blocks[whole.nodes[n].block].stmts[i].node)) {
        targets[n] = any = true;
        if (is_readable(c_, a->condition))
          seeds.push_back(a->condition);
      }
  if (!any)
    return;
  // Back edges are asserted at the latches, so every node on the way round a loop with an invariant matters.
  for (std::size_t n = 0; n < whole.nodes.size(); ++n)
    for (const cfg::IntervalEdge &e : whole.nodes[n].edges)
      if (e.node == cfg::dropped_back_edge)
        targets[n] = true;

  Cone cone = cone_of_influence(c_, whole, targets, seeds, true);
  b::Procedure p;
  p.name = "p" + std::to_string(out_.program.procedures.size());
  const Run *running = nullptr;
  // The goal's name is its place in the kernel, whatever else is asked. `from`: the node, or the edge.
  auto assert_here = [&](BlockWriter &w, cfg::Point place, Goal::Round round, const std::string &from) {
    const cfg::Stmt &stmt = c_.k.blocks[place.first].stmts[place.second];
    const auto &a = std::get<cfg::Assert>(stmt.node);
    const char *where = round == Goal::Round::First ? ":entry:" : round == Goal::Round::Next ? ":step:" : ":";
    Goal g = goal("assert:" + std::to_string(place.first) + "." + std::to_string(place.second) + where + from,
                  GoalKind::Assertion, cone);
    g.assertion = a.kind;
    g.origin = stmt.origin;
    g.message = a.message;
    g.round = round;
    if (cfg::is_pairwise(a.condition)) {
      if (round == Goal::Round::Next) // the lock-step program asks for entry and step together
        return;
      g.pairwise = true;
      g.abstraction = "only the lock-step program knows what the other thread does meanwhile";
      const std::string id = g.id;
      for (const Pair pair : {Pair::SameGroup, Pair::DifferentGroups})
        if (pair_exists(c_.a.launch, pair)) {
          g.same_group = pair == Pair::SameGroup;
          g.id = id + (g.same_group ? ":group" : ":grid");
          out_.unexpressed.push_back(g);
        }
      return;
    }
    if (!is_readable(c_, a.condition) || !c_.encoder.encodable(a.condition)) {
      g.abstraction = "the asserted condition depends on memory that the kernel writes";
      g.of_contents = true;
      out_.unexpressed.push_back(std::move(g));
      return;
    }
    b::Expr condition = running->memory().claim(w, a.condition);
    if (!wanted(g.id)) {
      w.assume(std::move(condition)); // a goal of its own
      return;
    }
    w.command(b::AssertCmd{condition, {b::id_attribute(g.id)}});
    out_.goals.push_back(std::move(g));
  };
  // The invariants at a loop head, with the definitions they need in front of them.
  auto invariants = [&](BlockWriter &w, cfg::BlockId head, Goal::Round round, const std::string &from) {
    const auto &stmts = c_.k.blocks[head].stmts;
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < stmts.size(); ++i)
      if (auto *a = std::get_if<cfg::Assert>(&stmts[i].node); a && a->kind == cfg::AssertKind::Invariant)
        last = i + 1;
    for (std::uint32_t i = 0; i < last; ++i) {
      if (auto *a = std::get_if<cfg::Assert>(&stmts[i].node); a && a->kind == cfg::AssertKind::Invariant)
        assert_here(w, {head, i}, round, from);
      else
        running->write_statement(w, stmts[i]);
    }
  };
  RunHooks hooks;
  hooks.on_assert = [&](BlockWriter &w, int node, std::uint32_t stmt, const cfg::Assert &a) {
    const cfg::IntervalNode &n = whole.nodes[static_cast<std::size_t>(node)];
    if (a.kind == cfg::AssertKind::Invariant && n.cut_loop != -1)
      return false; // assumed in the arbitrary iteration
    assert_here(w, {n.block, stmt}, Goal::Round::Any, std::to_string(node));
    return is_readable(c_, a.condition); // Boogie assumes it from here on
  };
  hooks.on_entry_edge = [&](BlockWriter &w, cfg::BlockId head, const std::string &from) {
    invariants(w, head, Goal::Round::First, from);
  };
  hooks.on_back_edge = [&](BlockWriter &w, cfg::BlockId head, const std::string &from) {
    invariants(w, head, Goal::Round::Next, from);
    w.close({});
  };
  Run run(c_, whole, cone, Thread::First, hooks);
  running = &run;
  BlockWriter w(p);
  w.open("entry");
  run.write_start(w);
  w.close({"first0"});
  run.declare(p);
  run.write_nodes(w, "first");
  out_.program.procedures.push_back(std::move(p));
}

} // namespace lockstep::emit::pick
