// One statement of a lock-step program for the two threads, as Boogie commands. Private to emit/watchdog.
//
//   <v> := <g ? e : v>     v$1 := if g$1 then e$1 else v$1;  v$2 := if g$2 then e$2 else v$2
//   sync g                 assert g$1 ==> g$2;  assume g$2 ==> g$1       -- the pair is arbitrary: this is both ways
//   check races A          goto bad, good;  bad: assume race; assert false;  good: assume !race
//
// What the witness constants say is assumed on the way to `assert false` only: they are constants, and another check
// may have other logs.
#pragma once

#include "emit/watchdog/heads.h"

namespace lockstep::emit::watchdog {

class Statements {
public:
  Statements(Context &c, Logs &logs, boogie::Procedure &p, BlockWriter &w, GoalProgram &out)
      : c_(c), logs_(logs), p_(p), w_(w), out_(out) {}

  void write(const lk::Lockstep::Stmt &s);
  // A user's invariant at a loop's head, over the variables' values there.
  void invariant(const lk::Assert &a, const cfg::Expr &condition, const support::Origin &origin);
  // Takes what the source language leaves undefined not to happen.
  void defined(const cfg::Expr &e, const boogie::Expr &guard, Thread t);

private:
  void node(const lk::Assign &s);
  void node(const lk::SetBlock &s);
  void node(const lk::Choose &s);
  void node(const lk::Havoc &s);
  void node(const lk::Assume &s);
  void node(const lk::Assert &s);
  void node(const lk::Skip &) {}
  void node(const lk::Load &s);
  void node(const lk::Store &s);
  void node(const lk::Atomic &s);
  void node(const lk::AtHead &s);
  void node(const lk::Sync &s);
  void node(const lk::Log &s) { logs_.log(w_, s); }
  void node(const lk::CheckRaces &s);
  void node(const lk::EndInterval &s) { logs_.reset(w_, s); }
  void node(const lk::Refresh &s);

  void assign(cfg::VarId v, Thread t, const boogie::Expr &guard, bool keeps, boogie::Expr value);
  void assign_any(cfg::VarId v, Thread t, const boogie::Expr &guard, bool keeps);
  void load_value(const lk::Load &s, std::size_t i, Thread t);
  void assume_condition(const lk::Guard &guard, const cfg::Expr &condition, Thread t);
  void pairwise(const lk::Assert &s);
  bool is_relevant(const lk::Assert &s) const;
  Goal goal(std::string id, GoalKind kind) const;

  Context &c_;
  Logs &logs_;
  boogie::Procedure &p_;
  BlockWriter &w_;
  GoalProgram &out_;
  support::Origin here_;
  bool asked_ = false; // is the statement a part of the question?
};

} // namespace lockstep::emit::watchdog
