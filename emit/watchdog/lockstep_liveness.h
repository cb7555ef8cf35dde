// Live variables of a lock-step program: those whose value at a block's entry is read before it is assigned. Private to
// emit/watchdog.
#pragma once

#include "predication/lockstep.h"

#include <vector>

namespace lockstep::emit::watchdog {

// Per block and variable. Backward may-analysis; guards are read, and so is a value that an assignment may keep.
std::vector<std::vector<bool>> live_at_entry(const predication::Lockstep &p);

} // namespace lockstep::emit::watchdog
