// Loop heads: see heads.h.
#include "emit/watchdog/heads.h"

#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::watchdog {

namespace b = boogie;

// --- values on entry --------------------------------------------------------------------------------------

b::Expr Heads::entered(const LoopInfo &l, cfg::VarId v, Thread t) {
  return b::ident(names::entered(c_.name(v, t), l.kernel_loop), c_.type(v));
}

b::Expr Heads::entered_guard(const LoopInfo &l, Thread t) {
  return l.loop.predicated ? b::ident(names::entered("guard" + suffix(t), l.kernel_loop), b::boolean())
                           : b::bool_lit(true);
}

void Heads::declare(b::Procedure &p) {
  for (const LoopInfo &l : c_.slice.loops) {
    for (cfg::VarId v : l.carried)
      for (Thread t : c_.threads(v))
        p.locals.push_back({entered(l, v, t)->text, c_.type(v)});
    if (l.loop.predicated)
      for (Thread t : both_threads)
        p.locals.push_back({entered_guard(l, t)->text, b::boolean()});
    p.locals.push_back({names::counter(l.kernel_loop, 0), b::integer()});
    for (unsigned width : counter_widths(c_, l.kernel_loop))
      p.locals.push_back({names::counter(l.kernel_loop, width), b::bv(width)});
  }
}

void Heads::enter(BlockWriter &w, const LoopInfo &l) {
  for (cfg::VarId v : l.carried)
    for (Thread t : c_.threads(v))
      w.command(b::AssignCmd{entered(l, v, t)->text, c_.var(v, t)});
  if (l.loop.predicated)
    for (Thread t : both_threads)
      w.command(b::AssignCmd{entered_guard(l, t)->text, c_.guard(l.loop.guard, t)});
  w.command(b::AssignCmd{names::counter(l.kernel_loop, 0), b::int_lit(0)});
  for (unsigned width : counter_widths(c_, l.kernel_loop))
    w.command(b::AssignCmd{names::counter(l.kernel_loop, width), b::bv_lit(width, 0)});
}

void Heads::again(BlockWriter &w, const LoopInfo &l) {
  std::string k = names::counter(l.kernel_loop, 0);
  w.command(b::AssignCmd{k, b::binary("+", b::ident(k, b::integer()), b::int_lit(1))});
  for (unsigned width : counter_widths(c_, l.kernel_loop)) {
    std::string bits = names::counter(l.kernel_loop, width);
    w.command(b::AssignCmd{bits, c_.decls.bv_binary("bvadd", b::ident(bits, b::bv(width)), b::bv_lit(width, 1))});
  }
}

// --- what is known ----------------------------------------------------------------------------------------

// Does a thread that executes the kernel block hold the kernel's value of v at its entry?
bool Heads::right(cfg::VarId v, cfg::BlockId block) const {
  return c_.kernel_var(v) && c_.slice.relevant.vars[v] && (logs_.stable(v) || c_.a.live.at_entry[block][v]);
}

// The guard under which the kernel's statements of a block run; none if the program does not tell.
std::optional<lk::Guard> Heads::guard_of(lk::BlockId block) const {
  if (const LoopInfo *l = c_.slice.headed_by(block))
    return l->loop.predicated ? l->loop.guard : lk::Guard{};
  std::optional<lk::Guard> out;
  for (const lk::Lockstep::Stmt &s : c_.p.blocks[block].stmts)
    if (s.kernel_stmt)
      std::visit(
          [&](const auto &node) {
            if constexpr (requires { node.guard; })
              out = node.guard;
          },
          s.node);
  return out;
}

bool Heads::is_relevant(const lk::Guard &g) const { return g.always() || c_.slice.relevant.vars[g.var]; }

bool Heads::behind_loop(lk::BlockId block) const {
  if (!c_.p.blocks[block].kernel_block || c_.slice.headed_by(block))
    return false;
  cfg::BlockId at = *c_.p.blocks[block].kernel_block;
  for (const cfg::Loop &l : c_.a.loops.loops)
    for (auto [inside, outside] : l.exits)
      if (outside == at)
        return true;
  return false;
}

void Heads::assume_known(BlockWriter &w, const LoopInfo &l) {
  assume_facts(w, l.loop.head);
  cfg::BlockId head = l.kernel_head;
  for (Thread t : both_threads) {
    const b::Expr guard = c_.guard(*guard_of(l.loop.head), t);
    const knowledge::View known = view(w, head, guard, t);
    for (cfg::VarId v : l.assigned)
      assume_value(w, v, guard, t, head);
    knowledge::value_sets(known, c_.a.value_sets.joint_at_entry(head));
    knowledge::Visit visit;
    visit.loop = l.kernel_loop;
    visit.at_head = [&](cfg::VarId v) {
      return known.has(v) && l.carried.count(v) && (t == Thread::First || !c_.shared(v));
    };
    visit.on_entry = [&](cfg::VarId v, const cfg::Expr &) { return entered(l, v, t); };
    visit.counter = [&](unsigned width) {
      return b::ident(names::counter(l.kernel_loop, width), width ? b::bv(width) : b::integer());
    };
    w.assume(b::binary("<=", b::int_lit(0), visit.counter(0)));
    knowledge::closed_forms(known, visit);
    knowledge::entered(known, visit, head);
  }
  for (const Slot &s : logs_.slots())
    if (logs_.assigned_in(s, l))
      for (b::Expr &e : logs_.invariants(s, l))
        w.assume(std::move(e));
}

knowledge::View Heads::view(BlockWriter &w, cfg::BlockId at, const b::Expr &guard, Thread t) {
  return c_.view(
      t, [this, at](cfg::VarId v) { return right(v, at); },
      [&w, guard](b::Expr e) { w.assume(b::implies(guard, std::move(e))); });
}

void Heads::assume_value(BlockWriter &w, cfg::VarId v, const b::Expr &guard, Thread t, cfg::BlockId at) {
  if (!right(v, at) || !c_.k.vars[v].type.is_int() || (t == Thread::Second && c_.shared(v)))
    return;
  w.assume(b::implies(guard, c_.encoder.variables.domain(v, t, c_.a.ranges.at_entry(at, v))));
  knowledge::congruence(view(w, at, guard, t), v);
}

void Heads::assume_behind_loops(BlockWriter &w, lk::BlockId block) {
  std::optional<lk::Guard> guard = guard_of(block);
  if (!guard || !is_relevant(*guard))
    return;
  assume_facts(w, block);
  cfg::BlockId at = *c_.p.blocks[block].kernel_block;
  std::set<cfg::VarId> changed;
  for (const LoopInfo &l : c_.slice.loops)
    for (auto [inside, outside] : c_.a.loops.loops[l.kernel_loop].exits)
      if (outside == at)
        changed.insert(l.assigned.begin(), l.assigned.end());
  for (cfg::VarId v : changed)
    for (Thread t : both_threads)
      assume_value(w, v, c_.guard(*guard, t), t, at);
}

void Heads::assume_facts(BlockWriter &w, lk::BlockId block) {
  std::optional<lk::Guard> guard = guard_of(block);
  if (!c_.p.blocks[block].kernel_block || !guard || !is_relevant(*guard))
    return;
  cfg::BlockId at = *c_.p.blocks[block].kernel_block;
  for (Thread t : both_threads)
    knowledge::facts(view(w, at, support::left_out("heads.guard") ? b::bool_lit(true) : c_.guard(*guard, t), t),
                     c_.a.facts.at_entry[at]);
}

} // namespace lockstep::emit::watchdog
