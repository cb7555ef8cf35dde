// The rules for candidate invariants: see candidates.h.
#include "emit/watchdog/candidates.h"

#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <map>
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
      if (auto *sync = std::get_if<lk::Sync>(&s.node); sync && watchdog::covers(at.c.options.pair, sync->scope))
        return true;
  return false;
}

// --- logs -------------------------------------------------------------------------------------------------

void no_log(const LoopHead &at, Out &out) {
  for (const Slot &s : at.logs.slots())
    if (reset_in(at.c, s, at.loop))
      out.push_back(is_empty(s));
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
          same.push_back(b::eq(kept_copy(at.c, s, what), b::ident(names::counter(what.loop, what.width),
                                                                  what.width ? b::bv(what.width) : b::integer())));
      } else if (at.logs.site(site).vars.count(what.var) && !at.loop.assigned.count(what.var)) {
        same.push_back(b::eq(kept_copy(at.c, s, what), at.c.var(what.var, s.thread)));
      }
    }
    if (!same.empty())
      out.push_back(b::implies(holds(s, site), b::conj(same)));
  });
}

void accessed_in_earlier_visit(const LoopHead &at, Out &out) {
  for_each_site_inside(at, [&](const Slot &s, lk::SiteId site) {
    watchdog::Kept counter{true, 0, at.loop.kernel_loop, 0};
    if (s.kept.count(counter))
      out.push_back(
          b::implies(holds(s, site), b::binary("<", kept_copy(at.c, s, counter),
                                               b::ident(names::counter(at.loop.kernel_loop, 0), b::integer()))));
  });
}

void accessed_in_last_visit(const LoopHead &at, Out &out) {
  for_each_site_inside(at, [&](const Slot &s, lk::SiteId site) {
    watchdog::Kept counter{true, 0, at.loop.kernel_loop, 0};
    if (reset_in(at.c, s, at.loop) && s.kept.count(counter))
      out.push_back(b::implies(holds(s, site), b::eq(b::binary("+", kept_copy(at.c, s, counter), b::int_lit(1)),
                                                     b::ident(names::counter(at.loop.kernel_loop, 0), b::integer()))));
  });
}

void accessed_before_loop_only_at_first(const LoopHead &at, Out &out) {
  b::Expr first = b::eq(b::ident(names::counter(at.loop.kernel_loop, 0), b::integer()), b::int_lit(0));
  for (const Slot &s : at.logs.slots()) {
    std::vector<b::Expr> outside;
    for (lk::SiteId site : s.sites)
      if (!at.loop.loop.contains(at.logs.site(site).block) && at.loop.before[at.logs.site(site).block])
        outside.push_back(holds(s, site));
    if (reset_in(at.c, s, at.loop) && !outside.empty())
      out.push_back(b::implies(b::disj(outside), first));
  }
}

// --- variables --------------------------------------------------------------------------------------------

// What annotations claim elsewhere of one thread: of the loop around this one, or behind it.
template <typename Each> void for_each_claim_elsewhere(const LoopHead &at, Each &&each) {
  for (cfg::BlockId block = 0; block < at.c.k.blocks.size(); ++block)
    for (const cfg::Stmt &s : at.c.k.blocks[block].stmts) {
      auto *claim = std::get_if<cfg::Assert>(&s.node);
      if (!claim || (claim->kind != cfg::AssertKind::Invariant && claim->kind != cfg::AssertKind::User) ||
          (claim->kind == cfg::AssertKind::Invariant && block == at.loop.kernel_head))
        continue;
      const bool everyone = cfg::is_call_of(*claim->condition, cfg::everyone_name);
      const Expr condition = everyone ? claim->condition->args[0] : claim->condition;
      const bool of_who_runs = cfg::calls(condition, cfg::enabled_name); // here: of who is in the loop
      if (cfg::is_const(condition) || cfg::calls(condition, cfg::other_name) ||
          cfg::calls(condition, cfg::same_group_name) || (cfg::is_pairwise(condition) && !of_who_runs) ||
          !at.c.readable(condition))
        continue;
      const std::vector<cfg::VarId> used = cfg::variables(condition);
      if (!std::all_of(used.begin(), used.end(), [&](cfg::VarId v) { return at.c.slice.relevant.vars[v]; }))
        continue;
      if (of_who_runs)
        at.c.encoder.reading.enabled = [&at](Thread t) { return guard(at, t); };
      for (Thread t : both_threads)
        each(at.c.encoder.boolean(condition, t), t);
      at.c.encoder.reading.enabled = {};
    }
}

void claimed_elsewhere(const LoopHead &at, Out &out) {
  for_each_claim_elsewhere(at, [&](b::Expr claim, Thread) { out.push_back(std::move(claim)); });
}

// Of a thread that waits outside of a loop around, while others go round in it.
void claimed_of_others(const LoopHead &at, Out &out) {
  for (const watchdog::LoopInfo &around : at.c.slice.loops)
    if (around.loop.predicated && around.loop.contains(at.loop.loop.head) &&
        at.c.slice.relevant.vars[around.loop.guard.var])
      for_each_claim_elsewhere(at, [&](b::Expr claim, Thread t) {
        out.push_back(b::disj({at.c.guard(around.loop.guard, t), std::move(claim)}));
      });
}

// A loop that a thread does not enter changes nothing of it.
void claimed_of_who_stays_out(const LoopHead &at, Out &out) {
  if (at.loop.loop.predicated)
    for_each_claim_elsewhere(at, [&](b::Expr claim, Thread t) {
      out.push_back(b::disj({at.heads.entered_guard(at.loop, t), std::move(claim)}));
    });
}

// Where a thread waits, nothing says that a variable which is not used there is a number of its type.
void number_of_its_type(const LoopHead &at, Out &out) {
  std::set<cfg::VarId> spoken_of;
  for (const cfg::Block &block : at.c.k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (auto *claim = std::get_if<cfg::Assert>(&s.node); claim && cfg::is_pairwise(claim->condition))
        for (cfg::VarId v : cfg::variables(claim->condition))
          spoken_of.insert(v);
  for (cfg::VarId v : spoken_of)
    if (at.loop.assigned.count(v) && at.c.k.vars[v].type.is_int())
      for (Thread t : at.c.threads(v))
        out.push_back(at.c.encoder.variables.domain(v, t, cfg::full_range(at.c.k.vars[v].type)));
}

// A variable of the source, and what holds it for annotations (frontend/passes/held.cpp).
void equal_elsewhere(const LoopHead &at, Out &out) {
  for (const cfg::Block &block : at.c.k.blocks)
    for (const cfg::Stmt &s : block.stmts) {
      auto *assume = std::get_if<cfg::Assume>(&s.node);
      const cfg::ExprNode *eq = assume && assume->kind == cfg::AssumeKind::Language ? assume->condition.get() : nullptr;
      if (!eq || eq->op != Op::Eq || eq->args[0]->op != Op::Var || eq->args[1]->op != Op::Var ||
          !at.c.readable(assume->condition))
        continue;
      if (at.c.slice.relevant.vars[eq->args[0]->var] && at.c.slice.relevant.vars[eq->args[1]->var])
        for (Thread t : both_threads) {
          const b::Expr same = at.c.encoder.boolean(assume->condition, t);
          out.insert(out.end(), {same, b::implies(guard(at, t), same)});
        }
    }
}

// Variables that exchange their values keep what is symmetric in them.
void still_required(const LoopHead &at, Out &out) {
  const cfg::Kernel &k = at.c.k;
  std::map<cfg::VarId, cfg::VarId> from; // parameters, and who starts from them
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (auto *assign = std::get_if<cfg::Assign>(&s.node); assign && at.loop.carried.count(assign->var) != 0 &&
                                                            assign->value->op == Op::Var &&
                                                            k.vars[assign->value->var].param)
        from.emplace(assign->value->var, assign->var);
  if (from.empty())
    return;
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts) {
      auto *assume = std::get_if<cfg::Assume>(&s.node);
      if (!assume || assume->kind != cfg::AssumeKind::Requires)
        continue;
      bool speaks = false, fits = true;
      const Expr now = cfg::replace(assume->condition, [&](const Expr &e) -> Expr {
        const auto it = e->op == Op::Var ? from.find(e->var) : from.end();
        speaks = speaks || it != from.end();
        fits = fits && (e->op != Op::Var || it != from.end() || k.vars[e->var].param);
        return it == from.end() ? nullptr : cfg::variable(it->second, e->type);
      });
      if (speaks && fits && at.c.readable(now))
        for (Thread t : both_threads)
          out.push_back(at.c.encoder.boolean(now, t));
    }
}

// --- the pair ---------------------------------------------------------------------------------------------

void same_guard(const LoopHead &at, Out &out) {
  if (at.loop.loop.predicated && has_barrier(at))
    out.push_back(b::eq(guard(at, Thread::First), guard(at, Thread::Second)));
}

void only_who_entered(const LoopHead &at, Out &out) {
  if (!at.loop.loop.predicated)
    return;
  std::vector<b::Expr> all;
  for (Thread t : both_threads)
    all.push_back(b::implies(guard(at, t), at.heads.entered_guard(at.loop, t)));
  out.push_back(b::conj(all));
}

} // namespace

const std::vector<CandidateRule> &candidate_rules() {
  static const std::vector<CandidateRule> table = {
#define RULE(stage, name, doc) {stage, #name, doc, name},
#include "emit/watchdog/candidates.def"
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
