// One statement of a lock-step program for the two threads, as Boogie commands: conditions, where threads come
// together, races; those that change variables or memory are in updates.h. Private to emit/watchdog.
//
//   sync g                 assert g$1 ==> g$2;  assume g$2 ==> g$1       -- the pair is arbitrary: this is both ways
//   check races A          goto bad, good;  bad: assume race; assert false;  good: assume !race
//
// What the witness constants say is assumed on the way to `assert false` only: they are constants, and another check
// may have other logs.
#pragma once

#include "emit/watchdog/contents.h"
#include "emit/watchdog/heads.h"
#include "emit/watchdog/updates.h"
#include "support/one_of.h"

namespace lockstep::emit::watchdog {

class Statements {
public:
  Statements(Context &c, Logs &logs, boogie::Procedure &p, BlockWriter &w, GoalProgram &out)
      : c_(c), logs_(logs), w_(w), out_(out), updates_(c, p, w), contents_(c, w) {}

  void declare(boogie::Procedure &p) const { contents_.declare(p); }
  void start() const { contents_.start(); }
  void write(const lk::Lockstep::Stmt &s);
  // A user's invariant at a loop's head, over the variables' values there.
  void invariant(const lk::Assert &a, const cfg::Expr &condition, const support::Origin &origin);

private:
  void node(const lk::Assume &s);
  void node(const lk::Assert &s);
  void node(const lk::Skip &) {}
  void node(const lk::AtHead &s);
  void node(const lk::Sync &s);
  void node(const lk::Log &s) { logs_.log(w_, s); }
  void node(const lk::CheckRaces &s);
  void node(const lk::EndInterval &s) { logs_.reset(w_, s); }
  void node(const support::OneOf<lk::Assign, lk::SetBlock, lk::Choose, lk::Havoc, lk::Load, lk::Store, lk::Atomic,
                                 lk::Refresh> auto &s) {
    updates_.write(s);
  }

  void assume_condition(const lk::Guard &guard, const cfg::Expr &condition, Thread t);
  void know(const lk::Assume &s);
  void pairwise(const lk::Assert &s);
  bool is_relevant(const lk::Assert &s) const;
  Goal goal(std::string id, GoalKind kind) const;

  Context &c_;
  Logs &logs_;
  BlockWriter &w_;
  GoalProgram &out_;
  Updates updates_;
  Contents contents_;
  support::Origin here_;
  bool asked_ = false; // is the statement a part of the question?
};

} // namespace lockstep::emit::watchdog
