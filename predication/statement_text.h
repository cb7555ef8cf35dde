// The text of every kind of statement of .pred and .lks (text.h has the grammar), one function for each. The printer
// and the parser both go through it: `io` is a StmtWriter (print.cpp), which appends what the statement holds, or a
// StmtReader (parse_stmt.cpp), which sets it from what it reads. Private to these two.
//
// What `io` offers, and what it gives back; false: the text is not like that, and the reader has said so.
//   io(" word (")           exactly this; the reader looks at the tokens, not at the spaces between them
//   io.when(here, "word")   this, if `here` (writer), or if it stands here (reader); whether it does
//   io.ahead(here, "word")  likewise, of the word behind the next one, and neither of the two is taken
//   io.either(b, "yes", "no")    one of the two
//   io.choice, option, number, expr, condition, value, var, array, block, message    a field's content
//   io.list(fields, one)    one or more, with commas between
//   io.require(io.here(), holds, "message")    what the reader holds against what was read
#pragma once

#include "cfg/ir/text/kir_words.h"
#include "predication/lockstep.h"
#include "predication/predicated.h"

namespace lockstep::predication {

// Whether threads may hold different values of one of the variables, so that their values stand in < > in .lks.
template <typename Program> bool varies(const Program &p, const std::vector<VarId> &vars) {
  for (VarId v : vars)
    if (v >= p.vars.size() || !p.vars[v].uniform)
      return true;
  return false;
}

// --- parts of statements ------------------------------------------------------------------------------------------
template <typename Io> bool open(Io &io) { return !Io::vector || io("<"); }
template <typename Io> bool close(Io &io) { return !Io::vector || io(">"); }

template <typename Io> bool guard(Io &io, Guard &g) {
  if (io.when(g.always(), "true")) {
    g = {};
    return true;
  }
  const auto start = io.here();
  if (!io.var(g.var))
    return false;
  g.kind = io.when(g.kind == Guard::Kind::AtBlock, " = ") ? Guard::Kind::AtBlock : Guard::Kind::Flag;
  const bool flag = g.kind == Guard::Kind::Flag;
  return (flag || io.block(g.block)) && io.require(start, has_role(io.program, g.var, flag ? Role::Flag : Role::Active),
                                                   "a guard is a flag, or an active variable and a block");
}
template <typename Io> bool guard_before(Io &io, Guard &g, std::string_view mark) { // nothing where it always holds
  const bool some = io.ahead(!g.always(), mark) || io.ahead(!g.always(), " = ");
  return !some || (guard(io, g) && io(mark));
}
template <typename Io> bool if_guard(Io &io, Guard &g) {
  return !io.when(!g.always(), " if ") || (open(io) && guard(io, g) && close(io));
}

template <typename Io> bool cells(Io &io, ArrayId &array, Expr &offset) {
  return io.array(array) && io("[") && io.expr(offset) && io("]");
}
template <typename Io> bool vector_cells(Io &io, ArrayId &array, Expr &offset) {
  return io.array(array) && io("[") && open(io) && io.expr(offset) && close(io) && io("]");
}
template <typename Io> bool per(Io &io, unsigned &per_value) {
  return !io.when(per_value != 1, " per ") || io.number(per_value, "a number of granules");
}
template <typename Io> bool exprs(Io &io, std::vector<Expr> &list) {
  return io.list(list, [&](Expr &e) { return io.expr(e); });
}
template <typename Io> bool arrays(Io &io, std::vector<ArrayId> &list) {
  return io.list(list, [&](ArrayId &a) { return io.array(a); });
}

// v or <v>
template <typename Io> bool target(Io &io, VarId &v) {
  const bool bracket = Io::vector && io.when(varies(io.program, {v}), "<");
  const auto start = io.here();
  return io.var(v) && (!bracket || io(">")) &&
         io.require(start, !Io::vector || bracket == varies(io.program, {v}),
                    bracket ? "a uniform variable stands without < >" : "a variable of each thread stands in < >");
}
// What stands left of the mark: the parser has read it to know the kind of statement.
template <typename Io> bool left(Io &io, std::vector<VarId> vars, std::string_view mark = " := ") {
  return Io::reads || (io.list(vars, [&](VarId &v) { return target(io, v); }) && io(mark));
}
// What is assigned to the variables.
template <typename Io, typename Inside> bool right(Io &io, const std::vector<VarId> &vars, Inside inside) {
  const bool bracket = Io::vector && io.when(varies(io.program, vars), "<");
  return inside() && (!bracket || io(">"));
}
template <typename Io> bool same_vars(Io &io, const std::vector<VarId> &vars) {
  for (std::size_t i = 0; i < vars.size(); ++i) {
    const auto start = io.here();
    VarId v = vars[i];
    if ((i && !io(", ")) || !io.var(v) ||
        !io.require(start, v == vars[i], "a thread whose guard is off keeps what stands on the left"))
      return false;
  }
  return true;
}
// guard ? value : vars
template <typename Io, typename Node, typename Value>
bool guarded(Io &io, Node &n, const std::vector<VarId> &vars, Value value) {
  return right(io, vars, [&] {
    return guard_before(io, n.guard, " ? ") && value() &&
           (n.guard.always() || (io(" : ") && io.either(n.keeps, "", "*") && (!n.keeps || same_vars(io, vars))));
  });
}

// assume guard ==> condition
template <typename Io, typename Node> bool claim(Io &io, Node &n) {
  return io.choice(n.kind, "a statement") && io(Io::vector ? " all <" : " ") && guard_before(io, n.guard, " ==> ") &&
         io.condition(n.condition) && close(io);
}
template <typename Io> bool barrier_scope(Io &io, cfg::Scope &scope) {
  return io.choice(scope, "a barrier's scope", "a barrier's scope is warp, group or grid, not '{}'");
}
template <typename Io, typename Node> bool scope_and_fences(Io &io, Node &n) {
  return barrier_scope(io, n.scope) && io(" fence(") && io.spaces(n.fence_group, n.fence_global);
}

// --- statements -----------------------------------------------------------------------------------------------------
template <typename Io> bool text(Io &io, Assign &a) {
  return left(io, {a.var}) && guarded(io, a, {a.var}, [&] { return io.value(a.value, a.var); });
}
template <typename Io> bool text(Io &io, SetBlock &s) {
  return left(io, {s.var}) && right(io, {s.var}, [&] { return io.block(s.block); });
}
template <typename Io> bool text(Io &io, Choose &c) {
  return left(io, {c.var}, " :") && io("in ") && open(io) && io("{") &&
         io.list(c.among, [&](BlockId &b) { return io.block(b); }) && io("}") && close(io);
}
template <typename Io> bool text(Io &io, Havoc &h) { return io("havoc ") && target(io, h.var); }
template <typename Io> bool text(Io &io, Assume &a) { return claim(io, a); }
template <typename Io> bool text(Io &io, Assert &a) { return claim(io, a) && io.message(a.message); }
template <typename Io> bool text(Io &io, Skip &) { return io("skip"); }
template <typename Io> bool text(Io &io, Load &l) {
  return left(io, l.dests) && guarded(io, l, l.dests, [&] { return cells(io, l.array, l.offset); }) &&
         per(io, l.per_value);
}
template <typename Io> bool text(Io &io, Store &s) {
  if (!vector_cells(io, s.array, s.offset) || !io(Io::vector ? " := psi <" : " := ") ||
      !guard_before(io, s.guard, Io::vector ? " : " : " ? ") || !exprs(io, s.values) || !close(io))
    return false;
  if (!Io::vector && !s.guard.always()) {
    if (!io(" : "))
      return false;
    Store old = s;
    const auto start = io.here();
    if (!cells(io, old.array, old.offset) ||
        !io.require(start, old.array == s.array && cfg::equal(old.offset, s.offset),
                    "a thread whose guard is off keeps the cells on the left"))
      return false;
  }
  return per(io, s.per_value);
}
template <typename Io> bool text(Io &io, Atomic &a) {
  return (!a.dest || left(io, {*a.dest})) && io("atomic ") && io.option(a.scope, cfg::AtomicScope::Grid) &&
         io.choice(a.op, "an atomic operation", "there is no atomic operation '{}'") && io(" ") &&
         vector_cells(io, a.array, a.offset) && io("(") &&
         (io.when(a.operands.empty(), ")") || (exprs(io, a.operands) && io(")"))) && per(io, a.per_value) &&
         if_guard(io, a.guard);
}
template <typename Io> bool text(Io &io, AtHead &a) {
  cfg::AssumeKind kind = cfg::AssumeKind::Plain;
  if (!io.choice(kind, "a statement") || !io(" "))
    return false;
  if (Io::vector)
    return io.either(a.some, "some", "none") && io(" <") && guard(io, a.head) && io(">");
  const bool elsewhere = !a.some && a.head.kind == Guard::Kind::AtBlock;
  const bool negated = io.when(!a.some && !elsewhere, "not(");
  a.some = !negated;
  if (!io.ahead(elsewhere, " != "))
    return guard(io, a.head) && (!negated || io(")"));
  a.some = false;
  a.head.kind = Guard::Kind::AtBlock;
  return io.var(a.head.var) && io(" != ") && io.block(a.head.block);
}
template <typename Io> bool text(Io &io, Barrier &b) {
  return io("barrier (") && guard(io, b.guard) && io(") ") && scope_and_fences(io, b);
}
template <typename Io> bool text(Io &io, Sync &s) {
  if (!io("sync some <") || !guard(io, s.guard) || !io("> ==> all <"))
    return false;
  Guard again = Io::reads ? Guard() : s.guard;
  const auto start = io.here();
  return guard(io, again) && io("> ") &&
         io.require(start, again == s.guard, "a sync compares one guard with itself: all threads or none") &&
         scope_and_fences(io, s);
}
template <typename Io> bool text(Io &io, Log &l) {
  return io("log ") && io.choice(l.kind, "read, write or atomic") && io(" ") && vector_cells(io, l.array, l.lo) &&
         io(" for ") && io.number(l.granules, "a number of granules") && if_guard(io, l.guard) &&
         (!io.when(!l.values.empty(), " value ") ||
          (io("<") && exprs(io, l.values) && io(">") && per(io, l.per_value))) &&
         io(" site ") && io.number(l.site, "a site's number");
}
template <typename Io> bool text(Io &io, CheckRaces &c) { return io("check races ") && io.array(c.array); }
template <typename Io> bool text(Io &io, EndInterval &e) {
  return io("end interval ") && barrier_scope(io, e.scope) && io(" ") && arrays(io, e.arrays) && if_guard(io, e.guard);
}
template <typename Io> bool text(Io &io, Refresh &r) { return io("refresh ") && arrays(io, r.arrays); }

} // namespace lockstep::predication
