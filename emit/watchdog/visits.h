// Closed forms of induction variables (cfg/analysis/induction.h) at a given visit of a loop's head, as Boogie
// expressions. Private to emit/watchdog.
//
// The number of the visit is one ghost variable for both threads: in lock step all threads that enter a loop do so
// together, and a thread that is still in the loop has been at its head as often as the loop has gone round.
#pragma once

#include "emit/watchdog/context.h"

namespace lockstep::emit::watchdog {

struct Visit {
  std::size_t loop = 0; // kernel loop
  Thread thread = Thread::First;
  std::function<bool(cfg::VarId)> at_head;      // is the encoder's value of v that at the visit?
  std::function<bool(const cfg::Expr &)> knows; // has the encoder the values of its variables?
  std::function<boogie::Expr(cfg::VarId, const cfg::Expr &init)> on_entry; // v@0; null if not known
  std::function<boogie::Expr(unsigned width)> counter;                     // width 0: an integer
};

// Of relevant variables only.
std::vector<boogie::Expr> closed_forms(Context &c, const Visit &visit);

// Widths of bit-vector counters that the loop's closed forms need.
std::set<unsigned> counter_widths(const Context &c, std::size_t loop);

} // namespace lockstep::emit::watchdog
