// Statements that change variables or memory: see updates.h.
#include "emit/watchdog/updates.h"

#include "cfg/ir/rewrite.h"
#include "emit/terms/arithmetic.h"
#include "emit/watchdog/memory.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::emit::watchdog {

namespace b = boogie;
using cfg::Expr;
using cfg::Op;

void assume_defined(BlockWriter &w, Context &c, const Expr &e, const b::Expr &guard, Thread t) {
  w.assume(b::implies(guard, c.encoder.partial.defined(e, t)));
}

// --- assignments ------------------------------------------------------------------------------------------

void Updates::assign(cfg::VarId v, Thread t, const b::Expr &guard, bool keeps, b::Expr value) {
  if (keeps)
    value = b::ite(guard, std::move(value), c_.var(v, t));
  w_.command(b::AssignCmd{c_.name(v, t), std::move(value)});
}

void Updates::assign_any(cfg::VarId v, Thread t, const b::Expr &guard, bool keeps) {
  std::string source = c_.name(v, t);
  if (keeps && !b::is_true(guard)) {
    source = names::any(c_.extended, v);
    bool declared = false;
    for (const b::VarDecl &d : p_.locals)
      declared = declared || d.name == source;
    if (!declared)
      p_.locals.push_back({source, c_.type(v)});
  }
  w_.command(b::HavocCmd{{source}});
  if (source != c_.name(v, t))
    w_.command(b::AssignCmd{c_.name(v, t), b::ite(guard, b::ident(source, c_.type(v)), c_.var(v, t))});
  w_.assume(b::implies(guard, c_.encoder.variables.domain(v, t, cfg::full_range(c_.p.vars[v].decl.type))));
}

void Updates::write(const lk::Assign &s) {
  if (support::sound("relevance.assign", !c_.slice.relevant.vars[s.var]))
    return;
  if (c_.p.vars[s.var].holds_block()) { // active := g ? next : active
    for (Thread t : both_threads)
      assign(s.var, t, c_.guard(s.guard, t), s.keeps, c_.var(s.value->var, t));
    return;
  }
  bool flag = c_.p.vars[s.var].role == lk::Role::Flag;
  for (Thread t : c_.threads(s.var)) {
    b::Expr guard = c_.guard(s.guard, t);
    if (!flag) {
      w_.assume(b::implies(guard, c_.encoder.partial.defined_when_assigned(s.value, t)));
    } else if (s.value->op == Op::And && s.value->args[0]->op == Op::Var) {
      // in_T := in_B and e: only a thread in B evaluates e
      assume_defined(w_, c_, s.value->args[1], c_.encoder.boolean(s.value->args[0], t), t);
    }
    assign(s.var, t, guard, s.keeps, c_.encoder.assigned_to(s.var, s.value, t));
  }
}

void Updates::write(const lk::SetBlock &s) {
  for (Thread t : c_.threads(s.var))
    w_.command(b::AssignCmd{c_.name(s.var, t), b::int_lit(static_cast<std::int64_t>(s.block))});
}

void Updates::write(const lk::Choose &s) {
  for (Thread t : c_.threads(s.var)) {
    w_.command(b::HavocCmd{{c_.name(s.var, t)}});
    std::vector<b::Expr> among;
    for (lk::BlockId block : s.among)
      among.push_back(b::eq(c_.var(s.var, t), b::int_lit(static_cast<std::int64_t>(block))));
    w_.assume(b::disj(among));
  }
}

void Updates::write(const lk::Havoc &s) {
  if (!c_.slice.relevant.vars[s.var])
    return;
  for (Thread t : c_.threads(s.var))
    assign_any(s.var, t, b::bool_lit(true), false);
}

// --- memory -----------------------------------------------------------------------------------------------

void Updates::load_value(const lk::Load &s, std::size_t i, Thread t) {
  cfg::VarId v = s.dests[i];
  b::Expr guard = c_.guard(s.guard, t);
  Model model = model_of(c_, s.array);
  bool overwrites =
      std::any_of(s.dests.begin(), s.dests.end(), [&](cfg::VarId d) { return cfg::mentions(s.offset, d); });
  if (model == Model::Anything || overwrites)
    return assign_any(v, t, guard, s.keeps);
  b::Expr at = c_.decls.moved(c_.encoder.offset(s.array, s.offset, t), static_cast<std::int64_t>(i * s.per_value));
  if (model == Model::Function && s.per_value == 1) {
    assign(v, t, guard, s.keeps, c_.encoder.variables.content(s.array, at, v));
  } else if (model == Model::Map) {
    b::Expr cell = b::select(map_of(c_, s.array, t), at);
    bool is_unsigned = cell->type.kind == b::TypeKind::Int && c_.reps.var_sign(v) == Sign::Unsigned;
    if (is_unsigned) // cells hold the signed reading
      cell = as_unsigned(cell, c_.p.vars[v].decl.type.width);
    assign(v, t, guard, s.keeps, std::move(cell));
  } else {
    return assign_any(v, t, guard, s.keeps);
  }
  w_.assume(b::implies(guard, c_.encoder.variables.domain(v, t, cfg::full_range(c_.p.vars[v].decl.type))));
}

void Updates::write(const lk::Load &s) {
  bool offset_defined = false;
  for (std::size_t i = 0; i < s.dests.size(); ++i) {
    if (!c_.slice.relevant.vars[s.dests[i]])
      continue;
    for (Thread t : c_.threads(s.dests[i])) {
      if (!offset_defined && model_of(c_, s.array) != Model::Anything)
        assume_defined(w_, c_, s.offset, c_.guard(s.guard, t), t);
      load_value(s, i, t);
    }
    offset_defined = true;
  }
}

void Updates::write(const lk::Store &s) {
  if (!c_.slice.relevant.arrays[s.array] || model_of(c_, s.array) != Model::Map)
    return;
  for (Thread t : both_threads) {
    b::Expr guard = c_.guard(s.guard, t);
    assume_defined(w_, c_, s.offset, guard, t);
    b::Expr before = map_of(c_, s.array, t), after = before;
    b::Expr at = c_.encoder.offset(s.array, s.offset, t);
    for (std::size_t i = 0; i < s.values.size(); ++i)
      after =
          b::store(after, c_.decls.moved(at, static_cast<std::int64_t>(i)), c_.encoder.cell(s.array, s.values[i], t));
    w_.command(b::AssignCmd{map_name(c_, s.array, t), b::ite(guard, after, before)});
  }
}

void Updates::write(const lk::Atomic &s) {
  if (s.dest && c_.slice.relevant.vars[*s.dest])
    for (Thread t : c_.threads(*s.dest))
      assign_any(*s.dest, t, c_.guard(s.guard, t), true);
}

void Updates::write(const lk::Refresh &s) {
  std::set<std::string> maps;
  for (cfg::ArrayId a : s.arrays)
    if (c_.slice.relevant.arrays[a] && model_of(c_, a) == Model::Map)
      for (Thread t : both_threads)
        maps.insert(map_name(c_, a, t));
  if (support::unsound("watchdog.memory", !maps.empty()))
    w_.command(b::HavocCmd{{maps.begin(), maps.end()}});
}

} // namespace lockstep::emit::watchdog
