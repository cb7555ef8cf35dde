// The goals of a kernel that are about no race. Private to emit/pick.
#pragma once

#include "emit/pick/goals/goals.h"

namespace lockstep::emit::pick {

void ask_divergence(Goals &goals); // divergence.cpp
void ask_assertions(Goals &goals); // assertions.cpp
void ask_vacuity(Goals &goals);    // vacuity.cpp

} // namespace lockstep::emit::pick
