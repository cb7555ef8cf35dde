// Values that loads give: see loaded_values.h.
#include "cfg/analysis/values/loaded_values.h"

#include <algorithm>

namespace lockstep::cfg {

LoadedValues::LoadedValues(const Kernel &k) {
  for (const Array &a : k.arrays)
    private_.push_back(a.space == Space::Private);
  std::vector<bool> counts(k.arrays.size(), false);
  for (ArrayId a = 0; a < k.arrays.size(); ++a) {
    if (k.arrays[a].space != Space::Global && k.arrays[a].space != Space::Group)
      continue;
    vars_.assign(k.vars.size(), false);
    arrays_.assign(k.arrays.size(), false);
    arrays_[a] = true;
    follow(k);
    counts[a] = !decides(k);
  }
  vars_.assign(k.vars.size(), false);
  arrays_ = std::move(counts);
  atomics_ = true;
  follow(k);
}

bool LoadedValues::decides(const Kernel &k) const {
  const auto asked = [&](const Stmt &s) {
    if (const auto *as = std::get_if<Assume>(&s.node))
      return (as->kind == AssumeKind::Plain || as->kind == AssumeKind::Requires || as->kind == AssumeKind::Branch) &&
             of(as->condition);
    const auto *at = std::get_if<Assert>(&s.node);
    return at &&
           (at->kind == AssertKind::User || at->kind == AssertKind::Invariant || at->kind == AssertKind::AtBarrier) &&
           of(at->condition);
  };
  return std::any_of(k.blocks.begin(), k.blocks.end(), [&](const Block &b) {
    const std::vector<Expr> conditions = used_exprs(b.end);
    return std::any_of(conditions.begin(), conditions.end(), [&](const Expr &e) { return of(e); }) ||
           std::any_of(b.stmts.begin(), b.stmts.end(), asked);
  });
}

void LoadedValues::follow(const Kernel &k) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Block &b : k.blocks)
      for (const Stmt &s : b.stmts)
        changed = note(s) || changed;
  }
}

bool LoadedValues::of(const Expr &e) const {
  bool found = false;
  for_each_node(e, [&](const ExprNode &n) {
    found = found || (n.op == Op::Var && vars_[n.var]) || (n.op == Op::Read && arrays_[n.array]);
  });
  return found;
}

bool LoadedValues::note(const Stmt &s) {
  bool loaded = false;
  if (const auto *a = std::get_if<Assign>(&s.node)) {
    loaded = of(a->value);
  } else if (const auto *l = std::get_if<Load>(&s.node)) {
    loaded = arrays_[l->array];
  } else if (std::holds_alternative<Atomic>(s.node)) {
    loaded = atomics_;
  } else if (const Barrier *met = meeting(s)) {
    loaded = of(met->exchange->value);
  } else if (const auto *st = std::get_if<Store>(&s.node)) { // private memory holds what it is given
    if (!private_[st->array] || arrays_[st->array] ||
        std::none_of(st->values.begin(), st->values.end(), [&](const Expr &v) { return of(v); }))
      return false;
    arrays_[st->array] = true;
    return true;
  }
  if (!loaded)
    return false;
  bool fresh = false;
  for (const VarId v : defined_vars(s)) {
    fresh = fresh || !vars_[v];
    vars_[v] = true;
  }
  return fresh;
}

std::vector<Point> stores_of_loaded_values(const Kernel &k) {
  const LoadedValues loaded(k);
  std::vector<Point> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (const auto *st = std::get_if<Store>(&k.blocks[b].stmts[i].node);
          st && std::any_of(st->values.begin(), st->values.end(), [&](const Expr &v) { return loaded.of(v); }))
        out.push_back({b, i});
  return out;
}

} // namespace lockstep::cfg
