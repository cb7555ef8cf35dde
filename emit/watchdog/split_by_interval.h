// What a watchdog program asks, one procedure each: the races on one array between accesses that may lie in one barrier
// interval, the divergence of barriers, or the assertions. Private to emit/watchdog.
//
// An interval starts at the program's entry or at a barrier that all threads pass and that orders accesses to the
// array. Intervals that share an access belong to one question (in a loop, those before and behind its head).
//
// Sound because two accesses that race lie in one interval, hence in one question, whose procedure logs both and checks
// at each end of the interval. A barrier ends intervals only where all threads pass it. What another question asks
// about is taken not to fail: if no question's goal is ever the first to fail, none fails.
#pragma once

#include "emit/watchdog/watchdog.h"

namespace lockstep::emit::watchdog {

namespace lk = predication;

struct Question {
  std::optional<cfg::ArrayId> array;         // races on it
  std::set<lk::SiteId> sites;                // between these accesses; theirs are the logs
  std::set<const lk::Lockstep::Stmt *> ends; // of intervals, with one of these accesses before them
  // Checks of races, barriers that may diverge, or assertions: what is asserted. Nothing behind the last of them
  // matters.
  std::set<const lk::Lockstep::Stmt *> asked;
  bool assertions = false; // there are some among them
};
std::vector<Question> questions(const lk::Lockstep &p, const Options &options);

// Does a barrier of this scope order accesses of the pair, and may it diverge for it?
bool covers(Pair pair, cfg::Scope scope);

// Per block: can control go from its start to a statement that is asked about?
std::vector<bool> leads_to_question(const lk::Lockstep &p, const Question &q);

} // namespace lockstep::emit::watchdog
