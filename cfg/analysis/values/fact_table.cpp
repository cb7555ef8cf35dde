// The table of facts and the transfer rules: see fact_table.h and facts.h.
#include "cfg/analysis/values/fact_table.h"

#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <utility>

namespace lockstep::cfg {

namespace {
constexpr FactId no_fact = ~FactId(0);
constexpr std::size_t max_condition_size = 200; // nodes of an expanded condition
constexpr std::size_t max_derived = 20000;      // carried-over facts in all
constexpr unsigned max_expansions = 6;          // chains of Boolean variables
constexpr unsigned max_chain = 32;              // equations that lead from a live variable to others
} // namespace

void FactSet::add(FactId f) {
  if (f / 64 >= words_.size())
    words_.resize(f / 64 + 1);
  words_[f / 64] |= std::uint64_t(1) << (f % 64);
}

void FactSet::remove(FactId f) {
  if (f / 64 < words_.size())
    words_[f / 64] &= ~(std::uint64_t(1) << (f % 64));
}

std::size_t FactSet::size() const {
  std::size_t out = 0;
  for (const std::uint64_t w : words_)
    out += static_cast<std::size_t>(__builtin_popcountll(w));
  return out;
}

bool FactSet::intersect(const FactSet &other) {
  bool changed = false;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    std::uint64_t both = words_[w] & (w < other.words_.size() ? other.words_[w] : 0);
    changed = changed || both != words_[w];
    words_[w] = both;
  }
  return changed;
}

FactTable::FactTable(const Kernel &k, const FactOptions &options)
    : k_(k), options_(options), fixed_(fixed_arrays(k)), defs_(k.vars.size(), 0), mentioning_(k.vars.size()),
      equations_(k.vars.size()) {
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts)
      for (VarId v : defined_vars(s))
        ++defs_[v];
}

FactId FactTable::intern(Fact f) {
  std::size_t h = hash(f.expr) * 2 + (f.kind == Fact::Equation ? 1 + f.var : 0);
  auto [begin, end] = index_.equal_range(h);
  for (auto it = begin; it != end; ++it)
    if (Fact &known = facts_[it->second]; known == f) {
      Expr merged = merge_occurrences(known.expr, f.expr);
      if (merged != known.expr)
        kept_alive_.push_back(std::exchange(known.expr, merged));
      return it->second;
    }
  FactId id = static_cast<FactId>(facts_.size());
  std::vector<VarId> vars = variables(f.expr);
  if (f.kind == Fact::Equation) {
    equations_[f.var].push_back(id);
    vars.push_back(f.var);
  }
  for (VarId v : vars)
    mentioning_[v].push_back(id);
  vars_.push_back(std::move(vars));
  facts_.push_back(std::move(f));
  index_.emplace(h, id);
  return id;
}

FactSet FactTable::intern(const std::vector<Fact> &facts) {
  FactSet s;
  for (const Fact &f : facts) {
    s.add(intern(f));
    s.contradictory = s.contradictory || (f.kind == Fact::Condition && is_const(f.expr, 0));
  }
  return s;
}

void FactTable::forget() {
  for (FactId f = 0; f < facts_.size(); ++f) {
    for (VarId v : vars_[f])
      mentioning_[v].clear();
    if (facts_[f].kind == Fact::Equation)
      equations_[facts_[f].var].clear();
  }
  facts_.clear();
  vars_.clear();
  index_.clear();
  carried_.clear();
  kept_alive_.clear();
  derived_ = 0;
}

std::vector<Fact> FactTable::facts(const FactSet &s) const {
  std::vector<Fact> out;
  s.for_each([&](FactId f) { out.push_back(facts_[f]); });
  return out;
}

// Sound because facts are only removed. What stays: conditions, equations of live variables, and, up to a distance,
// equations of the variables that these mention. Conditions stay even over parameters, which all threads share: they
// may tell threads apart where the parameter itself is dead (`local_id == n`).
void FactTable::prune(FactSet &s, const std::vector<bool> &live) const {
  std::vector<FactId> nearer, further;
  FactSet kept;
  kept.contradictory = s.contradictory;
  s.for_each([&](FactId f) {
    if (facts_[f].kind == Fact::Condition || live[facts_[f].var]) {
      kept.add(f);
      further.push_back(f);
    }
  });
  for (unsigned distance = 0; distance < max_chain && !further.empty(); ++distance) {
    nearer.clear();
    nearer.swap(further);
    for (FactId f : nearer)
      for (VarId v : vars_[f])
        if (!live[v])
          for (FactId g : equations_[v])
            if (s.has(g) && !kept.has(g)) {
              kept.add(g);
              further.push_back(g);
            }
  }
  s = std::move(kept);
}

void FactTable::kill(VarId v, FactSet &s) {
  for (FactId f : mentioning_[v])
    s.remove(f);
}

Expr FactTable::equation_of(VarId v, const FactSet &s) const {
  for (FactId f : equations_[v])
    if (support::sound("facts.equation", s.has(f)))
      return facts_[f].expr;
  return nullptr;
}

// Sound because a fact that reads an array whose contents are not fixed could become false without any assignment to
// its variables; such facts are never generated.
bool FactTable::stable(const Expr &e) const {
  return !any_node(
      e, [&](const ExprNode &n) { return support::unsound("facts.stable", n.op == Op::Read && !fixed_[n.array]); });
}

// Sound because each variable is replaced by an expression that equals it here.
Expr FactTable::expand_bools(const Expr &condition, const FactSet &s) const {
  return replace(condition, [&](const Expr &n) {
    return n->op == Op::Var && n->type.is_bool() ? equation_of(n->var, s) : Expr{};
  });
}

void FactTable::add_condition(const Expr &condition, const Origin &origin, FactSet &s, unsigned depth) {
  for (const Expr &c : conjuncts(condition)) {
    s.contradictory = s.contradictory || is_const(c, 0);
    if (!stable(c))
      continue;
    s.add(intern({Fact::Condition, 0, c, origin}));
    if (depth >= max_expansions)
      continue;
    Expr expanded = expand_bools(c, s);
    if (expanded != c && size(expanded, max_condition_size) < max_condition_size)
      add_condition(expanded, origin, s, depth + 1);
  }
}

// What a condition about `from` becomes when `to` is assigned the value of `from`; no_fact if none.
// Sound because `to` then has that value, and the new fact mentions no other variable that changed: an occurrence of
// the old `to` that is left makes the rule inapplicable.
FactId FactTable::carry_over(const Stmt &stmt, FactId fact, const Expr &from, VarId to) {
  if (!contains(facts_[fact].expr, from))
    return no_fact;
  auto [it, fresh] = carried_.try_emplace({&stmt, {fact, from.get()}}, no_fact);
  if (!fresh)
    return it->second;
  if (derived_ >= max_derived)
    return no_fact;
  Fact f = facts_[fact];
  Expr marker = variable(static_cast<VarId>(k_.vars.size()), from->type); // stands for the new value of `to`
  Expr marked = replace(f.expr, [&](const Expr &n) { return equal(n, from) ? marker : Expr{}; });
  if (marked == f.expr || support::unsound("facts.carry_over", mentions(marked, to)))
    return no_fact;
  Expr to_var = variable(to, from->type);
  Expr renamed =
      replace(marked, [&](const Expr &n) { return n->op == Op::Var && n->var == marker->var ? to_var : Expr{}; });
  ++derived_;
  FactId id = intern({Fact::Condition, 0, fresh_copy(renamed), f.origin});
  carried_[{&stmt, {fact, from.get()}}] = id;
  return id;
}

void FactTable::assign(const Stmt &stmt, const Assign &a, FactSet &s) {
  std::vector<FactId> carried;
  if (options_.derive && defs_[a.var] > 1) {
    std::vector<Expr> names{a.value}; // expressions equal to the value assigned
    for (unsigned i = 0; i < max_expansions && names.back()->op == Op::Var; ++i) {
      Expr e = equation_of(names.back()->var, s);
      if (!e)
        break;
      names.push_back(e);
    }
    for (const Expr &from : names)
      s.for_each([&](FactId f) {
        if (facts_[f].kind != Fact::Condition)
          return;
        if (FactId c = carry_over(stmt, f, from, a.var); c != no_fact)
          carried.push_back(c);
      });
  }
  kill(a.var, s);
  for (FactId f : carried)
    s.add(f);
  // Sound because the variables of the value keep theirs: only a.var changes, and it does not occur.
  if (support::sound("facts.assign", !mentions(a.value, a.var)) && stable(a.value))
    s.add(intern({Fact::Equation, a.var, a.value, stmt.origin}));
}

void FactTable::load(const Stmt &stmt, const Load &l, FactSet &s) {
  for (VarId v : l.dests)
    kill(v, s);
  const Array &a = k_.arrays[l.array];
  // Sound because the array's contents are one map throughout the execution.
  if (support::unsound("facts.load", !fixed_[l.array]) || !stable(l.offset) || l.per_value != 1)
    return;
  for (VarId v : l.dests)
    if (mentions(l.offset, v) || std::count(l.dests.begin(), l.dests.end(), v) > 1)
      return;
  for (std::size_t i = 0; i < l.dests.size(); ++i) {
    Type type = k_.vars[l.dests[i]].type;
    if (type.width != a.granule_bytes * 8)
      continue;
    Expr offset = i == 0 ? l.offset : binary(Op::Add, l.offset, constant(l.offset->type, i));
    s.add(intern({Fact::Equation, l.dests[i], read(l.array, type, offset), stmt.origin}));
  }
}

void FactTable::apply(const Stmt &stmt, FactSet &s) {
  if (auto *a = std::get_if<Assign>(&stmt.node))
    assign(stmt, *a, s);
  else if (auto *l = std::get_if<Load>(&stmt.node))
    load(stmt, *l, s);
  else if (auto *c = std::get_if<Assume>(&stmt.node))
    add_condition(c->condition, stmt.origin, s);
  else if (auto *t = std::get_if<Assert>(&stmt.node)) {
    if (options_.asserts && !is_pairwise(t->condition))
      add_condition(t->condition, stmt.origin, s);
  } else
    for (VarId v : defined_vars(stmt))
      kill(v, s);
}

void FactTable::apply_edge(const Block &from, BlockId to, FactSet &s) {
  for (const Expr &c : edge_conditions(from, to))
    add_condition(c, from.end.origin, s);
}

} // namespace lockstep::cfg
