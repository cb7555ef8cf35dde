// The rules for candidate invariants: see candidates.h.
#include "emit/candidates.h"

#include "cfg/analysis/rewrite.h"

#include <algorithm>
#include <set>

namespace lockstep::emit {

namespace b = boogie;
namespace lk = predication;
using cfg::Expr;
using cfg::Op;
using watchdog::Slot;

namespace {

using Out = std::vector<b::Expr>;

b::Expr guard(const LoopHead &at, Thread t) {
  return at.loop.loop.predicated ? at.c.guard(at.loop.loop.guard, t) : b::bool_lit(true);
}

bool has_barrier(const LoopHead &at) {
  for (lk::BlockId block : at.loop.loop.blocks)
    for (const lk::Lockstep::Stmt &s : at.c.p.blocks[block].stmts)
      if (auto *sync = std::get_if<lk::Sync>(&s.node); sync && at.c.covers(sync->scope))
        return true;
  return false;
}

// Variables of the kernel that the loop assigns and whose value at its head somebody in the loop reads.
std::vector<cfg::VarId> carried(const LoopHead &at) {
  std::vector<cfg::VarId> out;
  for (cfg::VarId v : at.loop.carried)
    if (at.c.kernel_var(v) && at.c.live.at_entry[at.loop.kernel_head][v])
      out.push_back(v);
  return out;
}

// Those of which the closed forms say nothing yet.
std::vector<cfg::VarId> irregular(const LoopHead &at) {
  const cfg::LoopInduction &in = at.c.a.induction.loops[at.loop.kernel_loop];
  std::vector<cfg::VarId> out;
  for (cfg::VarId v : carried(at)) {
    bool known = std::any_of(in.linear.begin(), in.linear.end(), [&](const cfg::LinearVar &l) { return l.var == v; });
    for (const cfg::Orbit &o : in.orbits)
      known = known || std::find(o.vars.begin(), o.vars.end(), v) != o.vars.end();
    if (!known && at.c.k.vars[v].type.is_int())
      out.push_back(v);
  }
  return out;
}

// --- logs -------------------------------------------------------------------------------------------------

void no_log(const LoopHead &at, cfg::AccessKind kind, Out &out) {
  for (const Slot &s : at.logs.slots())
    if (s.kind == kind && at.logs.reset_in(s, at.loop))
      out.push_back(at.logs.empty(s));
}
void no_read(const LoopHead &at, Out &out) { no_log(at, cfg::AccessKind::Read, out); }
void no_write(const LoopHead &at, Out &out) { no_log(at, cfg::AccessKind::Write, out); }
void no_atomic(const LoopHead &at, Out &out) { no_log(at, cfg::AccessKind::Atomic, out); }

void waiting_logs_nothing(const LoopHead &at, Out &out) {
  if (!at.loop.loop.predicated)
    return;
  for (const Slot &s : at.logs.slots())
    if (at.logs.assigned_in(s, at.loop))
      out.push_back(b::implies(b::not_(at.heads.entered_guard(at.loop, s.thread)),
                               b::eq(b::ident(s.name, b::integer()), at.heads.entered_slot(at.loop, s))));
}

template <typename Each> void for_each_site_inside(const LoopHead &at, Each &&each) {
  for (const Slot &s : at.logs.slots())
    for (lk::SiteId site : s.sites)
      if (at.loop.loop.contains(at.logs.site(site).block))
        each(s, site);
}

void accessed_in_present_state(const LoopHead &at, Out &out) {
  for_each_site_inside(at, [&](const Slot &s, lk::SiteId site) {
    std::vector<b::Expr> same;
    for (const watchdog::Kept &what : s.kept) {
      if (what.counter) {
        bool around =
            at.c.a.loops.contains(static_cast<int>(what.loop), at.loop.kernel_head) && what.loop != at.loop.kernel_loop;
        if (around)
          same.push_back(b::eq(at.logs.kept(s, what), b::ident(names::counter(what.loop, what.width),
                                                               what.width ? b::bv(what.width) : b::integer())));
      } else if (at.logs.site(site).vars.count(what.var) && !at.loop.assigned.count(what.var)) {
        same.push_back(b::eq(at.logs.kept(s, what), at.c.var(what.var, s.thread)));
      }
    }
    if (!same.empty())
      out.push_back(b::implies(at.logs.holds(s, site), b::conj(same)));
  });
}

void accessed_in_earlier_visit(const LoopHead &at, Out &out) {
  for_each_site_inside(at, [&](const Slot &s, lk::SiteId site) {
    watchdog::Kept counter{true, 0, at.loop.kernel_loop, 0};
    if (s.kept.count(counter))
      out.push_back(b::implies(
          at.logs.holds(s, site),
          b::binary("<", at.logs.kept(s, counter), b::ident(names::counter(at.loop.kernel_loop, 0), b::integer()))));
  });
}

void accessed_in_last_visit(const LoopHead &at, Out &out) {
  for_each_site_inside(at, [&](const Slot &s, lk::SiteId site) {
    watchdog::Kept counter{true, 0, at.loop.kernel_loop, 0};
    if (at.logs.reset_in(s, at.loop) && s.kept.count(counter))
      out.push_back(
          b::implies(at.logs.holds(s, site), b::eq(b::binary("+", at.logs.kept(s, counter), b::int_lit(1)),
                                                   b::ident(names::counter(at.loop.kernel_loop, 0), b::integer()))));
  });
}

void accessed_before_loop_only_at_first(const LoopHead &at, Out &out) {
  b::Expr first = b::eq(b::ident(names::counter(at.loop.kernel_loop, 0), b::integer()), b::int_lit(0));
  for (const Slot &s : at.logs.slots()) {
    std::vector<b::Expr> outside;
    for (lk::SiteId site : s.sites)
      if (!at.loop.loop.contains(at.logs.site(site).block) && at.loop.before[at.logs.site(site).block])
        outside.push_back(at.logs.holds(s, site));
    if (at.logs.reset_in(s, at.loop) && !outside.empty())
      out.push_back(b::implies(b::disj(outside), first));
  }
}

void accessed_in_one_state(const LoopHead &at, Out &out) {
  for (const Slot &x : at.logs.slots())
    for (const Slot &y : at.logs.slots()) {
      if (x.thread != Thread::First || y.thread != Thread::Second || x.array != y.array ||
          !at.logs.reset_in(x, at.loop))
        continue;
      std::vector<b::Expr> same;
      for (const watchdog::Kept &what : x.kept)
        if (y.kept.count(what) && (what.counter ? what.width == 0 : at.c.shared(what.var)))
          same.push_back(b::eq(at.logs.kept(x, what), at.logs.kept(y, what)));
      for (b::Expr &e : same)
        out.push_back(b::implies(b::conj({b::not_(at.logs.empty(x)), b::not_(at.logs.empty(y))}), std::move(e)));
    }
}

// --- the pair ---------------------------------------------------------------------------------------------

void same_guard(const LoopHead &at, Out &out) {
  if (at.loop.loop.predicated && has_barrier(at))
    out.push_back(b::eq(guard(at, Thread::First), guard(at, Thread::Second)));
}

// --- flags ------------------------------------------------------------------------------------------------

void inside_enclosing_blocks(const LoopHead &at, Out &out) {
  if (!at.loop.loop.predicated)
    return;
  for (cfg::VarId v = 0; v < at.c.p.vars.size(); ++v) {
    if (at.c.p.vars[v].role != lk::Role::Flag || !at.c.relevant.vars[v] || at.loop.assigned.count(v))
      continue;
    std::vector<b::Expr> all;
    for (Thread t : both_threads)
      all.push_back(b::implies(guard(at, t), at.c.var(v, t)));
    out.push_back(b::conj(all));
  }
}

void waiting_keeps_flags(const LoopHead &at, Out &out) {
  if (!at.loop.loop.predicated)
    return;
  for (cfg::VarId v : at.loop.carried) {
    if (at.c.p.vars[v].role != lk::Role::Flag)
      continue;
    std::vector<b::Expr> all;
    for (Thread t : both_threads)
      all.push_back(b::implies(b::not_(at.heads.entered_guard(at.loop, t)),
                               b::eq(at.c.var(v, t), at.heads.entered(at.loop, v, t))));
    out.push_back(b::conj(all));
  }
}

void only_who_entered(const LoopHead &at, Out &out) {
  if (!at.loop.loop.predicated)
    return;
  std::vector<b::Expr> all;
  for (Thread t : both_threads)
    all.push_back(b::implies(guard(at, t), at.heads.entered_guard(at.loop, t)));
  out.push_back(b::conj(all));
}

// --- values -----------------------------------------------------------------------------------------------

// For all threads that have a copy of v.
template <typename Make> b::Expr for_threads(const LoopHead &at, cfg::VarId v, Make &&make) {
  std::vector<b::Expr> all;
  for (Thread t : at.c.threads(v))
    all.push_back(b::implies(guard(at, t), make(t)));
  return b::conj(all);
}

template <typename Each> void for_signs(const LoopHead &at, cfg::VarId v, Each &&each) {
  bool bits = at.c.encoder.var_type(v).kind == b::TypeKind::Bv;
  for (Sign s : {Sign::Signed, Sign::Unsigned})
    if (bits || s == at.c.reps.var_sign(v))
      each(s);
}

void bounded_by_entry(const LoopHead &at, Out &out) {
  for (cfg::VarId v : irregular(at))
    for_signs(at, v, [&](Sign s) {
      for (bool up : {true, false})
        out.push_back(for_threads(at, v, [&](Thread t) {
          b::Expr from = at.heads.entered(at.loop, v, t), x = at.c.var(v, t);
          return at.c.encoder.less_or_equal(v, s, up ? from : x, up ? x : from);
        }));
    });
}

// The weak forms of a comparison: i < n keeps the loop going; at its head then i <= n, if it was so at first.
std::vector<Expr> weakened(const Expr &e) {
  auto make = [&](Op op, std::size_t x) { return cfg::binary(op, e->args[x], e->args[1 - x]); };
  if (e->op == Op::Slt)
    return {make(Op::Sle, 0)};
  if (e->op == Op::Ult)
    return {make(Op::Ule, 0)};
  if (e->op == Op::Ne && e->args[0]->type.is_int())
    return {make(Op::Sle, 0), make(Op::Sle, 1), make(Op::Ule, 0), make(Op::Ule, 1)};
  return {};
}

void condition_not_passed(const LoopHead &at, Out &out) {
  const cfg::Loop &l = at.c.a.loops.loops[at.loop.kernel_loop];
  std::vector<cfg::VarId> changing = carried(at);
  auto about_loop = [&](const Expr &e) {
    bool fits = at.c.readable(e), changes = false;
    for (cfg::VarId v : cfg::variables(e)) {
      fits = fits && at.c.relevant.vars[v] && (at.logs.stable(v) || at.c.live.at_entry[at.loop.kernel_head][v]);
      changes = changes || std::find(changing.begin(), changing.end(), v) != changing.end();
    }
    return fits && changes;
  };
  std::set<cfg::BlockId> deciding;
  for (auto [inside, outside] : l.exits)
    deciding.insert(inside);
  for (cfg::BlockId block : deciding)
    for (cfg::BlockId next : cfg::successors(at.c.k.blocks[block].end)) {
      if (!at.c.a.loops.contains(static_cast<int>(at.loop.kernel_loop), next))
        continue;
      for (const cfg::Fact &f : cfg::facts_on_edge(at.c.k, at.c.a.facts, block, next)) {
        if (f.kind != cfg::Fact::Condition)
          continue;
        for (const Expr &e : weakened(f.expr))
          if (about_loop(e)) {
            std::vector<b::Expr> all;
            for (Thread t : both_threads)
              all.push_back(b::implies(guard(at, t), at.c.encoder.boolean(e, t)));
            out.push_back(b::conj(all));
          }
      }
    }
}

} // namespace

const std::vector<CandidateRule> &candidate_rules() {
  static const std::vector<CandidateRule> table = {
#define RULE(stage, name, doc) {stage, #name, doc, name},
#include "emit/candidates.def"
#undef RULE
  };
  return table;
}

std::vector<std::string> candidate_rule_names() {
  std::vector<std::string> out;
  for (const CandidateRule &rule : candidate_rules())
    out.emplace_back(rule.name);
  return out;
}

std::vector<CandidateFormula> candidates(const LoopHead &at) {
  std::vector<CandidateFormula> out;
  std::set<std::string> seen;
  for (const CandidateRule &rule : candidate_rules()) {
    std::vector<b::Expr> formulas;
    rule.generate(at, formulas);
    for (b::Expr &f : formulas)
      if (!b::is_true(f) && !b::is_false(f) && seen.insert(b::print(f)).second)
        out.push_back({&rule, std::move(f)});
  }
  return out;
}

} // namespace lockstep::emit
