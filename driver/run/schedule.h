// --schedule of `lockstep run`: in-order, exhaustive, random:SEED[:N], or a file of thread numbers.
#pragma once

#include "semantics/semantics.h"
#include "support/diagnostic.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace lockstep::driver {

struct ScheduleChoice {
  enum class Kind { InOrder, Exhaustive, Random, Given } kind = Kind::InOrder;
  std::uint64_t seed = 0, times = 1;
  std::vector<semantics::ThreadIndex> steps;
};

support::Result<ScheduleChoice> schedule_of(const std::string &text, std::uint64_t threads,
                                            support::Diagnostics &diags);

} // namespace lockstep::driver
