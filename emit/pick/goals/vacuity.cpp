// Vacuity goals (docs/design.md 10): under the kernel's assumptions, can some thread reach the end, each shared access,
// each barrier and each assertion? "assert false" there must fail; a goal that is proved is a place nothing reaches.
//
// One arbitrary thread, the whole kernel as one interval. What is proved unreachable is so, since a run has every
// execution of the thread (run/run.h); that a place can be reached is shown up to the abstractions of the run.
#include "emit/pick/goals/checks.h"

#include "cfg/ir/text/shown_name.h"
#include "emit/pick/run/run.h"
#include "support/sound.h"

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

bool user_assumption(const cfg::Stmt &s) {
  auto *a = std::get_if<cfg::Assume>(&s.node);
  return a && (a->kind == cfg::AssumeKind::Plain || a->kind == cfg::AssumeKind::Requires ||
               a->kind == cfg::AssumeKind::Promise || a->kind == cfg::AssumeKind::Barrier);
}

bool assumes(const cfg::Kernel &k) {
  if (support::unsound("vacuity.axioms", !k.terms.axioms.empty()))
    return true;
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (user_assumption(s))
        return true;
  return false;
}

std::string what_it_is(const Context &c, const cfg::Stmt &s) {
  auto on = [&](cfg::ArrayId a, const char *kind) {
    const cfg::Array &array = c.k.arrays[a];
    return array.space == cfg::Space::Private ? std::string() : std::string(kind) + " '" + cfg::shown_name(array) + "'";
  };
  if (auto *l = std::get_if<cfg::Load>(&s.node))
    return l->quiet ? std::string() : on(l->array, "read of");
  if (auto *st = std::get_if<cfg::Store>(&s.node))
    return st->quiet ? std::string() : on(st->array, "write to");
  if (auto *a = std::get_if<cfg::Atomic>(&s.node))
    return on(a->array, "atomic update of");
  if (std::holds_alternative<cfg::Barrier>(s.node))
    return "barrier";
  if (auto *a = std::get_if<cfg::Assert>(&s.node); // one that always fails ought not to be reached
      a && a->kind == cfg::AssertKind::User && !cfg::is_const(a->condition))
    return "assertion";
  return {};
}

} // namespace

cfg::Kernel without_assumptions(cfg::Kernel k) {
  k.terms.axioms.clear();
  for (cfg::Block &block : k.blocks)
    for (cfg::Stmt &s : block.stmts)
      if (user_assumption(s))
        s.node = cfg::Skip{};
  return k;
}

void ask_vacuity(Goals &goals) {
  Context &c = goals.c;
  const bool part = !goals.options.only.empty() && !goals.options.contents; // of the goals is asked again
  if (goals.options.vacuity_only ? !part && !assumes(c.k) : part || !assumes(c.k))
    return;
  cfg::Interval whole = cfg::barrier_intervals(c.k, c.a.loops, [](const cfg::Barrier &) { return false; }).front();
  std::vector<bool> targets(whole.nodes.size(), false);
  std::map<cfg::Point, std::string> places;
  for (std::size_t n = 0; n < whole.nodes.size(); ++n) {
    const cfg::IntervalNode &node = whole.nodes[n];
    targets[n] = std::holds_alternative<cfg::Return>(c.k.blocks[node.block].end.node);
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      if (std::string what = what_it_is(c, c.k.blocks[node.block].stmts[i]); !what.empty()) {
        places[{node.block, i}] = std::move(what);
        targets[n] = true;
      }
  }
  Cone cone = cone_of_influence(c, whole, targets, {});
  b::Procedure p;
  p.name = goals.next_procedure();
  std::map<std::string, Goal> asked; // a place may be in several nodes: it is reached if one of them is
  std::map<std::string, std::string> ends;
  auto ask = [&](const std::string &id, const support::Origin &origin, const std::string &message) {
    if (goals.wanted(id) && !asked.count(id)) {
      Goal g = goals.goal(id, GoalKind::Vacuity, cone);
      g.origin = origin;
      g.message = message;
      asked.emplace(id, std::move(g));
    }
    return goals.wanted(id);
  };
  RunHooks hooks;
  hooks.before_statement = [&](BlockWriter &w, int node, std::uint32_t i) {
    const cfg::BlockId block = whole.nodes[static_cast<std::size_t>(node)].block;
    auto place = places.find({block, i});
    if (place == places.end())
      return;
    const std::string id = "vacuity:" + std::to_string(block) + "." + std::to_string(i);
    if (!ask(id, c.k.blocks[block].stmts[i].origin, place->second))
      return;
    const std::string go_on = w.fresh("on");
    w.close({"at$" + std::to_string(block) + "." + std::to_string(i), go_on});
    w.open(go_on);
  };
  hooks.at_end = [&](BlockWriter &w, int) {
    if (ask("vacuity", {}, ""))
      w.close({"end"});
    else
      w.close({});
  };
  Run run(c, whole, cone, Thread::First, hooks);
  run.declare(p);
  BlockWriter w(p);
  w.open("entry");
  run.write_start(w);
  w.close({"first0"});
  run.write_nodes(w, "first");
  for (auto &[id, g] : asked) {
    w.open(id == "vacuity" ? "end" : "at$" + id.substr(id.find(':') + 1));
    w.command(b::AssertCmd{b::bool_lit(false), {b::id_attribute(id)}});
    w.close({});
    goals.out.goals.push_back(std::move(g));
  }
  goals.out.program.procedures.push_back(std::move(p));
}

} // namespace lockstep::emit::pick
