// What is said at a loop's head, and where threads come together behind loops. Private to emit/watchdog.
//
// Assumed, since it holds by construction: the kernel's facts and ranges (cfg/analysis) for the threads that are there,
// closed forms of induction variables, what is known of logged accesses. Asserted under candidates:
// emit/watchdog/candidates.h.
//
// Sound because a thread of the lock-step program that takes part in a block executes its statements as the thread of
// the kernel does (Sect. 5 of [CDKQ13]), so that whatever holds at a point of the kernel holds there for it.
// A thread that does not take part may have lost the values of dead variables, or be past the loop: nothing is said of
// it.
#pragma once

#include "emit/watchdog/logs.h"

namespace lockstep::emit::watchdog {

class Heads {
public:
  Heads(Context &c, Logs &logs) : c_(c), logs_(logs) {}

  void declare(boogie::Procedure &p);
  void assume_known(BlockWriter &w, const LoopInfo &l);        // at the head's top
  void enter(BlockWriter &w, const LoopInfo &l);               // at the end of a block that enters the loop
  void again(BlockWriter &w, const LoopInfo &l);               // at the end of a latch
  void assume_behind_loops(BlockWriter &w, lk::BlockId block); // where behind_loop(block)
  bool behind_loop(lk::BlockId block) const;

  // The value of a variable that the loop carries when the loop was entered.
  boogie::Expr entered(const LoopInfo &l, cfg::VarId v, Thread t);
  boogie::Expr entered_guard(const LoopInfo &l, Thread t);

private:
  void assume_facts(BlockWriter &w, lk::BlockId block); // for the threads that execute the block
  knowledge::View view(BlockWriter &w, cfg::BlockId at, const boogie::Expr &guard, Thread t);
  void assume_value(BlockWriter &w, cfg::VarId v, const boogie::Expr &guard, Thread t, cfg::BlockId at);
  bool is_relevant(const lk::Guard &g) const;
  bool right(cfg::VarId v, cfg::BlockId block) const;
  std::optional<lk::Guard> guard_of(lk::BlockId block) const;

  Context &c_;
  Logs &logs_;
};

} // namespace lockstep::emit::watchdog
