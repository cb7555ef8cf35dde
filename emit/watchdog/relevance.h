// What of a lock-step program can influence its goals: variables, and arrays whose contents matter. Private to
// emit/watchdog.
//
// Sound because dropping statements about other variables only drops assignments nobody reads.
#pragma once

#include "cfg/analysis/analyses.h"
#include "predication/lockstep.h"

#include <functional>
#include <vector>

namespace lockstep::emit::watchdog {

struct Relevance {
  std::vector<bool> vars;   // per variable of the lock-step program
  std::vector<bool> arrays; // per array: its contents flow into a relevant variable
};

// `asked`: the goals are about races on this array.
Relevance relevance(const predication::Lockstep &p, const cfg::Analyses &a,
                    const std::function<bool(cfg::ArrayId)> &asked);

} // namespace lockstep::emit::watchdog
