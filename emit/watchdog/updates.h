// Statements of a lock-step program that change variables or memory, for the two threads, as Boogie commands. Private
// to emit/watchdog.
//
//   <v> := <g ? e : v>     v$1 := if g$1 then e$1 else v$1;  v$2 := if g$2 then e$2 else v$2
#pragma once

#include "emit/watchdog/context.h"

namespace lockstep::emit::watchdog {

// Takes what the source language leaves undefined not to happen.
void assume_defined(BlockWriter &w, Context &c, const cfg::Expr &e, const boogie::Expr &guard, Thread t);

class Updates {
public:
  Updates(Context &c, boogie::Procedure &p, BlockWriter &w) : c_(c), p_(p), w_(w) {}

  void write(const lk::Assign &s);
  void write(const lk::SetBlock &s);
  void write(const lk::Choose &s);
  void write(const lk::Havoc &s);
  void write(const lk::Load &s);
  void write(const lk::Store &s);
  void write(const lk::Atomic &s);
  void write(const lk::Refresh &s);

private:
  void assign(cfg::VarId v, Thread t, const boogie::Expr &guard, bool keeps, boogie::Expr value);
  void assign_any(cfg::VarId v, Thread t, const boogie::Expr &guard, bool keeps);
  void load_value(const lk::Load &s, std::size_t i, Thread t);

  Context &c_;
  boogie::Procedure &p_;
  BlockWriter &w_;
};

} // namespace lockstep::emit::watchdog
