// What all pick procedures share: see goals.h.
#include "emit/pick/goals/goals.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

Goals::Goals(Context &context, const Options &o, GoalProgram &program) : c(context), options(o), out(program) {
  for (std::size_t i = 0; i < 2; ++i) {
    std::string s = suffix(both_threads[i]);
    out.witness.site[i] = "witness.site" + s;
    out.witness.offset[i] = "witness.offset" + s;
    out.witness.length[i] = "witness.length" + s;
    out.witness.choice[i] = "witness.choice" + s;
  }
}

Goal Goals::goal(const std::string &id, GoalKind kind, const Cone &cone) const {
  Goal g;
  g.id = id;
  g.kind = kind;
  g.exact = cone.abstraction.empty();
  g.abstraction = cone.abstraction;
  g.of_contents = cone.of_contents;
  g.with_contents = std::any_of(cone.maps.begin(), cone.maps.end(), [&](cfg::ArrayId a) { return c.memory.maps(a); });
  return g;
}

// Intervals that differ in nothing but their place in the kernel give the same question, and it has one answer. Sound
// because the procedures are compared as the text that the engine would get, but for their names and the goals' ids.
void Goals::ask_once(b::Procedure p, Goal &g) {
  b::Program alone;
  alone.procedures.push_back(std::move(p));
  const auto [before, fresh] =
      asked_.emplace(support::left_out("pick.ask_once") ? std::string() : b::print(alone), g.id);
  if (!fresh) {
    g.same_as = before->second;
    return;
  }
  p = std::move(alone.procedures.front());
  p.name = next_procedure();
  std::get<b::AssertCmd>(p.blocks.back().commands.back()).attributes.push_back(b::id_attribute(g.id));
  out.program.procedures.push_back(std::move(p));
}

const cfg::NamedLanes &Goals::named() {
  if (!named_)
    named_ = cfg::named_lanes(c.k, c.a.loops, c.a.launch);
  return *named_;
}

void Goals::finish() {
  if (out.program.procedures.empty())
    return;
  declare_geometry(c.a.launch, c.decls, out.assumptions);
  c.decls.move_into(out.program);
}

std::vector<Teams> kinds_of_pairs(const cfg::Analyses &a) {
  std::vector<Teams> out;
  unsigned apart = 0;
  for (unsigned lanes : a.teams) {
    out.push_back({lanes, apart});
    apart = lanes;
  }
  out.push_back({0, apart});
  return out;
}

const cfg::Uniformity &uniform(const Context &c, Pair pair, Teams teams) {
  if (teams.within == 0)
    return pair == Pair::SameGroup ? c.a.group_uniform : c.a.grid_uniform;
  return uniform_in_team(c, teams.within);
}

const cfg::Uniformity &uniform_in_team(const Context &c, unsigned team) {
  const auto at = std::find(c.a.teams.begin(), c.a.teams.end(), team);
  return c.a.team_uniform[static_cast<std::size_t>(at - c.a.teams.begin())];
}

void assume_uniform(BlockWriter &w, const Context &c, const cfg::Interval &interval, const Cone &cone, Pair pair,
                    Teams teams) {
  if (interval.from_entry)
    return;
  const cfg::Uniformity &u = uniform(c, pair, teams);
  const auto &start = std::get<cfg::Barrier>(c.k.blocks[interval.barrier_block].stmts[interval.barrier_stmt].node);
  auto given = [&](cfg::VarId v) { // to both, there
    return start.exchange && start.exchange->dest == v && teams.within != 0 &&
           cfg::gives_all_alike(*start.exchange, u.some_end);
  };
  for (cfg::VarId v : cone.vars)
    if (!c.k.vars[v].param && (u.var_uniform[v] || given(v)))
      w.assume(b::eq(c.encoder.variables.read(v, Thread::First), c.encoder.variables.read(v, Thread::Second)));
}

// Sound because what a thread reads in the interval has been there from its start on, up to the first race, or is its
// own; so both read from one memory. They start there together: at the kernel's entry, where memory is the host's, or
// at a barrier that both have come to. Group memory is one for threads of one group only.
void start_together(BlockWriter &w, const Context &c, const Cone &cone, Pair pair) {
  for (cfg::ArrayId a : cone.maps)
    if (c.memory.maps(a) &&
        support::sound("memory.one_group", c.k.arrays[a].space == cfg::Space::Global || pair == Pair::SameGroup))
      w.command(b::AssignCmd{names::private_array(c.k, a, Thread::Second),
                             b::ident(names::private_array(c.k, a, Thread::First), c.encoder.forms.map_type(a))});
}

} // namespace lockstep::emit::pick
