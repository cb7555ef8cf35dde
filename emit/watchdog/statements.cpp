// Statements: see statements.h.
#include "emit/watchdog/statements.h"

#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::emit::watchdog {

namespace b = boogie;
using cfg::Expr;

namespace {
const char *pair_text(Pair p) {
  switch (p) {
  case Pair::SameGroup: return "group";
  case Pair::DifferentGroups: return "grid";
  case Pair::Single: return "thread";
  case Pair::Any: return "any";
  }
  return "?";
}
} // namespace

void Statements::write(const lk::Lockstep::Stmt &s) {
  here_ = s.origin;
  asked_ = c_.question.asked.count(&s) != 0;
  if (std::holds_alternative<lk::EndInterval>(s.node) && !c_.question.ends.count(&s))
    return;
  if (auto *l = std::get_if<lk::Load>(&s.node)) // in front of it: it may change its own offset
    contents_.access(*l);
  else if (auto *st = std::get_if<lk::Store>(&s.node))
    contents_.access(*st);
  else if (std::holds_alternative<lk::Refresh>(s.node))
    contents_.refresh(s);
  std::visit([&](const auto &n) { node(n); }, s.node);
}

Goal Statements::goal(std::string id, GoalKind kind) const {
  Goal g;
  g.id = std::move(id);
  g.kind = kind;
  g.same_group = c_.options.pair != Pair::DifferentGroups;
  g.origin = here_;
  g.abstraction = "what is known where a loop begins anew may be too little";
  return g;
}

// --- conditions -------------------------------------------------------------------------------------------

void Statements::assume_condition(const lk::Guard &guard, const Expr &condition, Thread t) {
  if (!c_.readable(condition))
    return;
  b::Expr g = c_.guard(guard, t);
  assume_defined(w_, c_, condition, g, t);
  w_.assume(b::implies(g, c_.encoder.boolean(condition, t)));
}

// What has been claimed in front of a barrier.
void Statements::know(const lk::Assume &s) {
  const bool of_pair = c_.options.pair == Pair::SameGroup || c_.options.pair == Pair::DifferentGroups;
  if ((cfg::is_pairwise(s.condition) && !of_pair) || !contents_.can_know(s.condition))
    return;
  for (Thread t : both_threads)
    w_.assume(b::implies(c_.guard(s.guard, t), contents_.known(s.condition, t)));
}

void Statements::node(const lk::Assume &s) {
  if (s.kind == cfg::AssumeKind::Barrier)
    return know(s);
  for (Thread t : both_threads)
    assume_condition(s.guard, s.condition, t);
}

// An assertion is a goal of the program for single threads; in the others it is taken to hold, as a failing one is
// reported anyway.
void Statements::node(const lk::Assert &s) {
  if (cfg::is_pairwise(s.condition))
    return pairwise(s);
  if (asked_) {
    Goal g = goal("assert:" + std::to_string(out_.goals.size() + out_.unexpressed.size()), GoalKind::Assertion);
    g.assertion = s.kind;
    g.message = s.message;
    if (c_.readable(s.condition)) {
      b::Expr guard = c_.guard(s.guard, Thread::First);
      assume_defined(w_, c_, s.condition, guard, Thread::First);
      w_.command(
          b::AssertCmd{b::implies(guard, c_.encoder.boolean(s.condition, Thread::First)), {b::id_attribute(g.id)}});
      out_.goals.push_back(std::move(g));
    } else {
      g.abstraction = "the asserted condition depends on memory that the kernel writes";
      out_.unexpressed.push_back(std::move(g));
    }
  }
  if (is_relevant(s))
    for (Thread t : both_threads)
      assume_condition(s.guard, s.condition, t);
}

bool Statements::is_relevant(const lk::Assert &s) const {
  const std::vector<cfg::VarId> used = cfg::variables(s.condition);
  return (s.guard.always() || c_.slice.relevant.vars[s.guard.var]) &&
         std::all_of(used.begin(), used.end(), [&](cfg::VarId v) { return c_.slice.relevant.vars[v]; });
}

namespace {
// Its nodes are new, and promise nothing: what is known of the kernel's own holds where a thread evaluates them, and
// the other thread may not.
using Made = std::unordered_map<const cfg::ExprNode *, Expr>;
Expr detached(const Expr &e, Made &made) {
  if (const auto known = made.find(e.get()); known != made.end())
    return known->second;
  cfg::ExprNode n = *e;
  n.nsw = n.nuw = false;
  for (Expr &a : n.args)
    a = detached(a, made);
  return made[e.get()] = std::make_shared<const cfg::ExprNode>(std::move(n));
}
} // namespace

// What is claimed of every pair holds with the two threads the other way round, too.
void Statements::pairwise(const lk::Assert &s) {
  if (c_.options.pair == Pair::Single || c_.options.pair == Pair::Any || !is_relevant(s))
    return;
  const bool everyone = cfg::is_call_of(*s.condition, cfg::everyone_name);
  const Expr of_one_group = cfg::boolean(c_.options.pair == Pair::SameGroup);
  Made made;
  // Where nobody can wait, who executes it is no question; nor is then what those who wait would find in memory. Sound
  // because a statement without a guard is executed by both threads whenever it is by one.
  const bool nobody_waits = support::sound("statements.nobody_waits", s.guard.always());
  const Expr claimed = cfg::replace(everyone ? s.condition->args[0] : s.condition, [&](const Expr &e) {
    return cfg::is_call_of(*e, cfg::same_group_name)                ? of_one_group
           : nobody_waits && cfg::is_call_of(*e, cfg::enabled_name) ? cfg::boolean(true)
                                                                    : Expr{};
  });
  const Expr condition = nobody_waits ? claimed : detached(claimed, made);
  Goal g = goal("claim:" + std::string(pair_text(c_.options.pair)) + ":" +
                    std::to_string(out_.goals.size() + out_.unexpressed.size()),
                GoalKind::Assertion);
  g.pairwise = true;
  g.assertion = s.kind;
  g.message = s.message;
  const bool of_contents = !c_.readable(condition);
  if (of_contents && !contents_.can_claim(condition)) {
    g.abstraction = "the asserted condition depends on memory that the kernel writes";
    if (asked_)
      out_.unexpressed.push_back(std::move(g));
    return;
  }
  g.reads_cells = of_contents;
  if (of_contents)
    g.abstraction = "what arrays hold is known only where one of the two threads has accessed them since the barrier";
  const auto runs = [this, &s](Thread t) { return c_.guard(s.guard, t); };
  c_.encoder.reading.enabled = runs;
  const auto holds = [&](Thread t) {
    b::Expr e = of_contents ? contents_.claimed(condition, t) : c_.encoder.boolean(condition, t);
    return everyone ? e : b::implies(runs(t), e);
  };
  if (asked_) {
    w_.command(b::AssertCmd{holds(Thread::First), {b::id_attribute(g.id)}});
    out_.goals.push_back(std::move(g));
  }
  for (Thread t : both_threads)
    w_.assume(holds(t));
  c_.encoder.reading.enabled = {};
}

void Statements::node(const lk::AtHead &s) {
  b::Expr first = c_.guard(s.head, Thread::First), second = c_.guard(s.head, Thread::Second);
  w_.assume(s.some ? b::disj({first, second}) : b::conj({b::not_(first), b::not_(second)}));
}

void Statements::node(const lk::Sync &s) {
  b::Expr first = c_.guard(s.guard, Thread::First), second = c_.guard(s.guard, Thread::Second);
  if (!covers(c_.options.pair, s.scope) || s.guard.always() || c_.options.pair == Pair::Single)
    return;
  if (asked_) {
    Goal g = goal(std::string("divergence:") + pair_text(c_.options.pair) + ":" + std::to_string(out_.goals.size()),
                  GoalKind::Divergence);
    w_.command(b::AssertCmd{b::implies(first, second), {b::id_attribute(g.id)}});
    out_.goals.push_back(std::move(g));
  }
  w_.assume(b::eq(first, second));
}

// --- races ------------------------------------------------------------------------------------------------

void Statements::node(const lk::CheckRaces &s) {
  if (!asked_)
    return;
  b::Expr race = logs_.race(s.array);
  if (b::is_false(race))
    return;
  Goal g = goal("race:" + names::escape(c_.k.arrays[s.array].name) + ":" + pair_text(c_.options.pair) + ":" +
                    std::to_string(out_.goals.size()),
                GoalKind::Race);
  g.array = s.array;
  g.bits = c_.encoder.forms.offset_type(s.array).kind == b::TypeKind::Bv;
  for (b::Expr &e : logs_.tickets_differ(s.array, out_.assumptions))
    w_.assume(std::move(e));
  std::string bad = w_.fresh("race"), good = w_.fresh("no_race");
  w_.close({bad, good});
  w_.open(bad);
  w_.assume(race);
  for (b::Expr &lemma : logs_.lemmas(s.array))
    w_.assume(std::move(lemma));
  logs_.witness(w_, s.array, out_.witness);
  w_.command(b::AssertCmd{b::bool_lit(false), {b::id_attribute(g.id)}});
  w_.close({});
  w_.open(good);
  w_.assume(b::not_(race));
  out_.goals.push_back(std::move(g));
}

void Statements::invariant(const lk::Assert &a, const Expr &condition, const support::Origin &origin) {
  here_ = origin;
  asked_ = c_.question.assertions && cfg::is_pairwise(condition) == (c_.options.pair != Pair::Single);
  lk::Assert at_head = a;
  at_head.condition = condition;
  node(at_head);
}

} // namespace lockstep::emit::watchdog
