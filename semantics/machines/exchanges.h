// What threads of a warp exchange where they meet (cfg::Exchange). Private to semantics/.
#pragma once

#include "semantics/machines/interpreter.h"

#include <functional>

namespace lockstep::semantics {

// What a barrier of a warp gives to those that meet at it. `rank`: a thread's place among those it may exchange with.
void exchange_values(Interpreter &m, const std::vector<ThreadIndex> &team,
                     const std::function<unsigned(ThreadIndex)> &rank);

} // namespace lockstep::semantics
