// Assertion goals: see emit/pick/pick.h.
//
// One arbitrary thread, the whole kernel as one interval (barriers order nothing here; what is read from written memory
// is arbitrary, or what run/memory.h knows of it). An invariant at a cut loop's head is asserted on entry and on each
// back edge and assumed in the arbitrary iteration.
#include "emit/pick/goals/checks.h"

#include "cfg/ir/pairwise.h"
#include "emit/pick/run/run.h"

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

cfg::Interval whole_kernel(const Context &c) {
  return cfg::barrier_intervals(c.k, c.a.loops, [](const cfg::Barrier &) { return false; }).front();
}

class Assertions {
public:
  explicit Assertions(Goals &goals)
      : goals_(goals), c_(goals.c), whole_(whole_kernel(c_)), targets_(whole_.nodes.size(), false) {}
  void write();

private:
  bool find_targets(std::vector<cfg::Expr> &conditions);
  // The goal's name is its place in the kernel, whatever else is asked. `from`: the node, or the edge.
  void assert_here(BlockWriter &w, cfg::Point place, Goal::Round round, const std::string &from);
  void leave_to_lock_step(Goal g) const;
  // The invariants at a loop head, with the definitions they need in front of them.
  void assert_invariants(BlockWriter &w, cfg::BlockId head, Goal::Round round, const std::string &from);

  Goals &goals_;
  Context &c_;
  const cfg::Interval whole_;
  std::vector<bool> targets_;
  Cone cone_;
  const Run *run_ = nullptr;
};

bool Assertions::find_targets(std::vector<cfg::Expr> &conditions) {
  bool any = false;
  for (std::size_t n = 0; n < whole_.nodes.size(); ++n)
    for (std::uint32_t i = whole_.nodes[n].begin; i < whole_.nodes[n].end; ++i)
      if (auto *a = std::get_if<cfg::Assert>(&c_.k.blocks[whole_.nodes[n].block].stmts[i].node)) {
        targets_[n] = any = true;
        if (is_readable(c_, a->condition))
          conditions.push_back(a->condition);
      }
  // Back edges are asserted at the latches, so every node on the way round a loop with an invariant matters.
  for (std::size_t n = 0; n < whole_.nodes.size(); ++n)
    for (const cfg::IntervalEdge &e : whole_.nodes[n].edges)
      if (e.node == cfg::dropped_back_edge)
        targets_[n] = true;
  return any;
}

void Assertions::leave_to_lock_step(Goal g) const {
  g.pairwise = true;
  g.abstraction = "only the lock-step program knows what the other thread does meanwhile";
  const std::string id = g.id;
  for (const Pair pair : {Pair::SameGroup, Pair::DifferentGroups})
    if (pair_exists(c_.a.launch, pair)) {
      g.same_group = pair == Pair::SameGroup;
      g.id = id + (g.same_group ? ":group" : ":grid");
      goals_.out.unexpressed.push_back(g);
    }
}

void Assertions::assert_here(BlockWriter &w, cfg::Point place, Goal::Round round, const std::string &from) {
  const cfg::Stmt &stmt = c_.k.blocks[place.first].stmts[place.second];
  const auto &a = std::get<cfg::Assert>(stmt.node);
  const char *where = round == Goal::Round::First ? ":entry:" : round == Goal::Round::Next ? ":step:" : ":";
  Goal g = goals_.goal("assert:" + std::to_string(place.first) + "." + std::to_string(place.second) + where + from,
                       GoalKind::Assertion, cone_);
  g.assertion = a.kind;
  g.place = place;
  g.origin = stmt.origin;
  g.message = a.message;
  g.round = round;
  if (cfg::is_pairwise(a.condition)) {
    if (round != Goal::Round::Next) // the lock-step program asks for entry and step together
      leave_to_lock_step(std::move(g));
    return;
  }
  if (!is_readable(c_, a.condition) || !c_.encoder.representation.consistent(a.condition)) {
    g.abstraction = "the asserted condition depends on memory that the kernel writes";
    g.of_contents = true;
    goals_.out.unexpressed.push_back(std::move(g));
    return;
  }
  g.reads_cells = !reads_only_constants(c_, a.condition);
  b::Expr condition = run_->memory().claim(w, a.condition);
  if (!goals_.wanted(g.id)) {
    w.assume(std::move(condition)); // a goal of its own
    return;
  }
  w.command(b::AssertCmd{condition, {b::id_attribute(g.id)}});
  goals_.out.goals.push_back(std::move(g));
}

void Assertions::assert_invariants(BlockWriter &w, cfg::BlockId head, Goal::Round round, const std::string &from) {
  const auto &stmts = c_.k.blocks[head].stmts;
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < stmts.size(); ++i)
    if (auto *a = std::get_if<cfg::Assert>(&stmts[i].node); a && a->kind == cfg::AssertKind::Invariant)
      last = i + 1;
  for (std::uint32_t i = 0; i < last; ++i) {
    if (auto *a = std::get_if<cfg::Assert>(&stmts[i].node); a && a->kind == cfg::AssertKind::Invariant)
      assert_here(w, {head, i}, round, from);
    else
      run_->write_statement(w, stmts[i]);
  }
}

void Assertions::write() {
  std::vector<cfg::Expr> conditions;
  if (!find_targets(conditions))
    return;
  cone_ = cone_of_influence(c_, whole_, targets_, conditions, true);
  b::Procedure p;
  p.name = goals_.next_procedure();
  RunHooks hooks;
  hooks.on_assert = [&](BlockWriter &w, int node, std::uint32_t stmt, const cfg::Assert &a) {
    const cfg::IntervalNode &n = whole_.nodes[static_cast<std::size_t>(node)];
    if (a.kind == cfg::AssertKind::Invariant && n.cut_loop != -1)
      return false; // assumed in the arbitrary iteration
    assert_here(w, {n.block, stmt}, Goal::Round::Any, std::to_string(node));
    return is_readable(c_, a.condition); // Boogie assumes it from here on
  };
  hooks.on_entry_edge = [&](BlockWriter &w, cfg::BlockId head, const std::string &from) {
    assert_invariants(w, head, Goal::Round::First, from);
  };
  hooks.on_back_edge = [&](BlockWriter &w, cfg::BlockId head, const std::string &from) {
    assert_invariants(w, head, Goal::Round::Next, from);
    w.close({});
  };
  Run run(c_, whole_, cone_, Thread::First, hooks);
  run_ = &run;
  BlockWriter w(p);
  w.open("entry");
  run.write_start(w);
  w.close({"first0"});
  run.declare(p);
  run.write_nodes(w, "first");
  goals_.out.program.procedures.push_back(std::move(p));
}

} // namespace

void ask_assertions(Goals &goals) {
  if (goals.options.only.empty() || goals.options.contents)
    Assertions(goals).write();
}

} // namespace lockstep::emit::pick
