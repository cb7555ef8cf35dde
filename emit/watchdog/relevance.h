// What of a lock-step program can influence a question: variables, and arrays whose contents matter. Private to
// emit/watchdog.
//
// Sound because dropping statements about other variables only drops assignments nobody reads.
#pragma once

#include "emit/watchdog/split_by_interval.h"

#include <vector>

namespace lockstep::emit::watchdog {

struct Relevance {
  std::vector<bool> vars;    // per variable of the lock-step program
  std::vector<bool> arrays;  // per array: its contents flow into a relevant variable, or a claim reads them
  std::vector<bool> claimed; // per array: a claim about the pair reads it that is asked about
};

Relevance relevance(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q);

} // namespace lockstep::emit::watchdog
