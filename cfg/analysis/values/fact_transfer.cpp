// The transfer rules of facts: see fact_transfer.h and facts.h.
#include "cfg/analysis/values/fact_transfer.h"

#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
constexpr FactId no_fact = ~FactId(0);
constexpr std::size_t max_condition_size = 200; // nodes of an expanded condition
constexpr std::size_t max_derived = 20000;      // carried-over facts in all
constexpr unsigned max_expansions = 6;          // chains of Boolean variables
} // namespace

FactTransfer::FactTransfer(const Kernel &k, const FactOptions &options)
    : k_(k), options_(options), fixed_(fixed_arrays(k)), defs_(k.vars.size(), 0), table_(k.vars.size()) {
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts)
      for (VarId v : defined_vars(s))
        ++defs_[v];
}

void FactTransfer::forget() {
  table_.forget();
  carried_.clear();
  derived_ = 0;
}

// Sound because a fact that reads an array whose contents are not fixed could become false without any assignment to
// its variables; such facts are never generated.
bool FactTransfer::stable(const Expr &e) const {
  return !any_node(
      e, [&](const ExprNode &n) { return support::unsound("facts.stable", n.op == Op::Read && !fixed_[n.array]); });
}

// Sound because each variable is replaced by an expression that equals it here.
Expr FactTransfer::expand_bools(const Expr &condition, const FactSet &s) const {
  return replace(condition, [&](const Expr &n) {
    return n->op == Op::Var && n->type.is_bool() ? table_.equation_of(n->var, s) : Expr{};
  });
}

void FactTransfer::add_condition(const Expr &condition, const Origin &origin, FactSet &s, unsigned depth) {
  for (const Expr &c : conjuncts(condition)) {
    s.contradictory = s.contradictory || is_const(c, 0);
    if (!stable(c))
      continue;
    s.add(table_.intern({Fact::Condition, 0, c, origin}));
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
FactId FactTransfer::carry_over(const Stmt &stmt, FactId fact, const Expr &from, VarId to) {
  if (!contains(table_[fact].expr, from))
    return no_fact;
  auto [it, fresh] = carried_.try_emplace({&stmt, {fact, from.get()}}, no_fact);
  if (!fresh)
    return it->second;
  if (derived_ >= max_derived)
    return no_fact;
  Fact f = table_[fact];
  Expr marker = variable(static_cast<VarId>(k_.vars.size()), from->type); // stands for the new value of `to`
  Expr marked = replace(f.expr, [&](const Expr &n) { return equal(n, from) ? marker : Expr{}; });
  if (marked == f.expr || support::unsound("facts.carry_over", mentions(marked, to)))
    return no_fact;
  Expr to_var = variable(to, from->type);
  Expr renamed =
      replace(marked, [&](const Expr &n) { return n->op == Op::Var && n->var == marker->var ? to_var : Expr{}; });
  ++derived_;
  FactId id = table_.intern({Fact::Condition, 0, fresh_copy(renamed), f.origin});
  carried_[{&stmt, {fact, from.get()}}] = id;
  return id;
}

void FactTransfer::assign(const Stmt &stmt, const Assign &a, FactSet &s) {
  std::vector<FactId> carried;
  if (options_.derive && defs_[a.var] > 1) {
    std::vector<Expr> names{a.value}; // expressions equal to the value assigned
    for (unsigned i = 0; i < max_expansions && names.back()->op == Op::Var; ++i) {
      Expr e = table_.equation_of(names.back()->var, s);
      if (!e)
        break;
      names.push_back(e);
    }
    for (const Expr &from : names)
      s.for_each([&](FactId f) {
        if (table_[f].kind != Fact::Condition)
          return;
        if (FactId c = carry_over(stmt, f, from, a.var); c != no_fact)
          carried.push_back(c);
      });
  }
  table_.kill(a.var, s);
  for (FactId f : carried)
    s.add(f);
  // Sound because the variables of the value keep theirs: only a.var changes, and it does not occur.
  if (support::sound("facts.assign", !mentions(a.value, a.var)) && stable(a.value))
    s.add(table_.intern({Fact::Equation, a.var, a.value, stmt.origin}));
}

void FactTransfer::load(const Stmt &stmt, const Load &l, FactSet &s) {
  for (VarId v : l.dests)
    table_.kill(v, s);
  const Array &a = k_.arrays[l.array];
  // Sound because the array's contents are one map throughout the execution.
  if (support::unsound("facts.load", !fixed_[l.array]) || !stable(l.offset) || l.per_value != 1)
    return;
  for (VarId v : l.dests)
    if (mentions(l.offset, v) || std::ranges::count(l.dests, v) > 1)
      return;
  for (std::size_t i = 0; i < l.dests.size(); ++i) {
    Type type = k_.vars[l.dests[i]].type;
    if (type.width != a.granule_bytes * 8)
      continue;
    Expr offset = i == 0 ? l.offset : binary(Op::Add, l.offset, constant(l.offset->type, i));
    s.add(table_.intern({Fact::Equation, l.dests[i], read(l.array, type, offset), stmt.origin}));
  }
}

void FactTransfer::apply(const Stmt &stmt, FactSet &s) {
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
      table_.kill(v, s);
}

void FactTransfer::apply_edge(const Block &from, BlockId to, FactSet &s) {
  for (const Expr &c : edge_conditions(from, to))
    add_condition(c, from.end.origin, s);
}

} // namespace lockstep::cfg
