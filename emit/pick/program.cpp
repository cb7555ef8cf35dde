// What all pick procedures share: the pair of threads, uniform variables, launch geometry. See program.h.
#include "emit/pick/program.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace log {
namespace {
std::string name(const char *what, Thread t) { return std::string("log.") + what + suffix(t); }
} // namespace
std::string site(Thread t) { return name("site", t); }
std::string low(Thread t) { return name("low", t); }
std::string length(Thread t) { return name("length", t); }
std::string kind(Thread t) { return name("kind", t); }
std::string value(Thread t, const b::Type &type) { return name(("value." + b::print(type)).c_str(), t); }
std::string value_kind(Thread t) { return name("value_kind", t); }
std::string together(Thread t) { return name("together", t); }
std::string choice(Thread t) { return name("choice", t); }
std::string alone(Thread t) { return name("alone", t); }
std::string row(std::int64_t radix, Thread t) { return name(("row" + std::to_string(radix)).c_str(), t); }
std::string column(std::int64_t radix, Thread t) { return name(("column" + std::to_string(radix)).c_str(), t); }
std::string digit(std::size_t chain, std::size_t i, Thread t) {
  return name(("digit" + std::to_string(chain) + "." + std::to_string(i)).c_str(), t);
}
std::string radix(std::size_t chain, std::size_t i, Thread t) {
  return name(("radix" + std::to_string(chain) + "." + std::to_string(i)).c_str(), t);
}
} // namespace log

ProgramBuilder::ProgramBuilder(Context &c, const Options &options, GoalProgram &out)
    : c_(c), options_(options), out_(out) {
  for (std::size_t i = 0; i < 2; ++i) {
    std::string s = suffix(both_threads[i]);
    out_.witness.site[i] = "witness.site" + s;
    out_.witness.offset[i] = "witness.offset" + s;
    out_.witness.length[i] = "witness.length" + s;
    out_.witness.choice[i] = "witness.choice" + s;
  }
}

bool ProgramBuilder::may_race(cfg::Space space) const {
  for (cfg::ArrayId a = 0; a < c_.k.arrays.size(); ++a)
    if (c_.k.arrays[a].space == space && c_.a.written[a])
      return true;
  return false;
}

void ProgramBuilder::declare(b::Procedure &p, const std::string &name, const b::Type &type) {
  for (const b::VarDecl &v : p.locals)
    if (v.name == name)
      return;
  p.locals.push_back({name, type});
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

const cfg::Uniformity &ProgramBuilder::uniform(Pair pair, Teams teams) const {
  if (teams.within == 0)
    return pair == Pair::SameGroup ? c_.a.group_uniform : c_.a.grid_uniform;
  return uniform_in_team(c_, teams.within);
}

const cfg::Uniformity &uniform_in_team(const Context &c, unsigned team) {
  const auto at = std::find(c.a.teams.begin(), c.a.teams.end(), team);
  return c.a.team_uniform[static_cast<std::size_t>(at - c.a.teams.begin())];
}

void ProgramBuilder::assume_uniform(BlockWriter &w, const cfg::Interval &interval, const Cone &cone, Pair pair,
                                    Teams teams) {
  if (interval.from_entry)
    return;
  const cfg::Uniformity &u = uniform(pair, teams);
  const auto &start = std::get<cfg::Barrier>(c_.k.blocks[interval.barrier_block].stmts[interval.barrier_stmt].node);
  auto given = [&](cfg::VarId v) { // to both, there
    return start.exchange && start.exchange->dest == v && teams.within != 0 &&
           cfg::gives_all_alike(*start.exchange, u.some_end);
  };
  for (cfg::VarId v : cone.vars)
    if (!c_.k.vars[v].param && (u.var_uniform[v] || given(v)))
      w.assume(b::eq(c_.encoder.var(v, Thread::First), c_.encoder.var(v, Thread::Second)));
}

// Sound because what a thread reads in the interval has been there from its start on, up to the first race, or is its
// own; so both read from one memory. They start there together: at the kernel's entry, where memory is the host's, or
// at a barrier that both have come to. Group memory is one for threads of one group only.
void ProgramBuilder::start_together(BlockWriter &w, const Cone &cone, Pair pair) const {
  for (cfg::ArrayId a : cone.maps)
    if (c_.memory.maps(a) &&
        support::sound("memory.one_group", c_.k.arrays[a].space == cfg::Space::Global || pair == Pair::SameGroup))
      w.command(b::AssignCmd{names::private_array(c_.k, a, Thread::Second),
                             b::ident(names::private_array(c_.k, a, Thread::First), c_.encoder.private_array_type(a))});
}

// To assume what a log says is to assign it; a solver then has one term for what all picks of one place say, and learns
// once what it would learn of each. Sound because a thread's log is arbitrary until it picks, and no way has two picks
// of one thread: a pick leads to where the thread's run ends, or is assumed to be its first (note_alone).
void ProgramBuilder::note(BlockWriter &w, const std::string &log, b::Expr value) const {
  const b::Expr said = b::ident(log, value->type);
  w.assume(b::eq(said, std::move(value)));
}

Goal ProgramBuilder::goal(const std::string &id, GoalKind kind, const Cone &cone) const {
  Goal g;
  g.id = id;
  g.kind = kind;
  g.exact = cone.abstraction.empty();
  g.abstraction = cone.abstraction;
  g.of_contents = cone.of_contents;
  g.with_contents = std::any_of(cone.maps.begin(), cone.maps.end(), [&](cfg::ArrayId a) { return c_.memory.maps(a); });
  return g;
}

// Intervals that differ in nothing but their place in the kernel give the same question, and it has one answer. Sound
// because the procedures are compared as the text that the engine would get, but for their names and the goals' ids.
void ProgramBuilder::ask_once(b::Procedure p, Goal &g) {
  b::Program alone;
  alone.procedures.push_back(std::move(p));
  const auto [before, fresh] =
      asked_.emplace(support::left_out("pick.ask_once") ? std::string() : b::print(alone), g.id);
  if (!fresh) {
    g.same_as = before->second;
    return;
  }
  p = std::move(alone.procedures.front());
  p.name = "p" + std::to_string(out_.program.procedures.size());
  std::get<b::AssertCmd>(p.blocks.back().commands.back()).attributes.push_back(b::id_attribute(g.id));
  out_.program.procedures.push_back(std::move(p));
}

void ProgramBuilder::finish() {
  if (out_.program.procedures.empty())
    return;
  declare_geometry(c_.a.launch, c_.decls, out_.assumptions);
  c_.decls.move_into(out_.program);
}

} // namespace lockstep::emit::pick
