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
std::string row(std::int64_t radix, Thread t) { return name(("row" + std::to_string(radix)).c_str(), t); }
std::string column(std::int64_t radix, Thread t) { return name(("column" + std::to_string(radix)).c_str(), t); }
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

bool ProgramBuilder::pair_exists(Pair pair) const {
  const auto &sizes = pair == Pair::SameGroup ? c_.a.launch.local_size : c_.a.launch.num_groups;
  return std::any_of(sizes.begin(), sizes.end(), [](const cfg::Launch::Extent &e) { return e != 1; });
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

void ProgramBuilder::assume_pair(BlockWriter &w, Pair pair) {
  const cfg::Launch &l = c_.a.launch;
  std::vector<b::Expr> differ;
  for (unsigned d = 0; d < 3; ++d) {
    b::Expr local[2], group[2];
    for (Thread t : both_threads) {
      std::size_t i = t == Thread::First ? 0 : 1;
      local[i] = l.local_size[d] == 1 ? b::int_lit(0) : c_.decls.constant(names::local_id(d, t), b::integer());
      group[i] = l.num_groups[d] == 1 ? b::int_lit(0) : c_.decls.constant(names::group_id(d, t), b::integer());
    }
    if (pair == Pair::SameGroup) {
      w.assume(b::eq(group[0], group[1]));
      differ.push_back(b::not_(b::eq(local[0], local[1])));
    } else {
      differ.push_back(b::not_(b::eq(group[0], group[1])));
    }
  }
  w.assume(b::disj(differ));
}

void ProgramBuilder::assume_uniform(BlockWriter &w, const cfg::Interval &interval, const Cone &cone, Pair pair) {
  if (interval.from_entry)
    return;
  const cfg::Uniformity &u = pair == Pair::SameGroup ? c_.a.group_uniform : c_.a.grid_uniform;
  for (cfg::VarId v : cone.vars)
    if (!c_.k.vars[v].param && u.var_uniform[v])
      w.assume(b::eq(c_.encoder.var(v, Thread::First), c_.encoder.var(v, Thread::Second)));
}

Goal ProgramBuilder::goal(const std::string &id, GoalKind kind, const Cone &cone) const {
  Goal g;
  g.id = id;
  g.kind = kind;
  g.exact = cone.abstraction.empty();
  g.abstraction = cone.abstraction;
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

// Ids lie below their sizes; free sizes lie in the bounds that the result states.
void ProgramBuilder::geometry(unsigned d) {
  const cfg::Launch &l = c_.a.launch;
  auto between = [&](cfg::Wide lo, const b::Expr &x, cfg::Wide hi) {
    c_.decls.axiom(b::conj({b::binary("<=", b::int_lit(lo), x), b::binary("<=", x, b::int_lit(hi))}));
  };
  auto size = [&](const cfg::Launch::Extent &fixed, const std::string &name, std::uint64_t most) {
    if (fixed)
      return b::int_lit(*fixed);
    out_.assumptions.insert(assumption::sizes);
    b::Expr c = c_.decls.constant(name, b::integer());
    between(1, c, most);
    return c;
  };
  b::Expr local = size(l.local_size[d], names::local_size(d), l.most_local[d]);
  b::Expr groups = size(l.num_groups[d], names::num_groups(d), l.most_groups[d]);
  if (l.global_size[d] && (!l.local_size[d] || !l.num_groups[d]))
    c_.decls.axiom(b::eq(b::binary("*", local, groups), b::int_lit(*l.global_size[d])));
  auto id = [&](const std::string &name, const b::Expr &bound) {
    b::Expr c = c_.decls.constant(name, b::integer());
    c_.decls.axiom(b::conj({b::binary("<=", b::int_lit(0), c), b::binary("<", c, bound)}));
  };
  for (Thread t : both_threads) {
    if (l.local_size[d] != 1)
      id(names::local_id(d, t), local);
    if (l.num_groups[d] != 1)
      id(names::group_id(d, t), groups);
  }
}

void ProgramBuilder::finish() {
  if (out_.program.procedures.empty())
    return;
  for (unsigned d = 0; d < 3; ++d)
    geometry(d);
  c_.decls.move_into(out_.program);
}

} // namespace lockstep::emit::pick
