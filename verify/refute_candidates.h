// Candidate invariants that a random execution of their program refutes never reach the engine (docs/design.md 9).
#pragma once

#include "emit/goal.h"

namespace lockstep::verify {

// Takes such candidates out of the program, with their constants and assertions, and lists them as refuted.
// Sound because a candidate is an assertion that Houdini may drop: without it less is assumed, and the goals stay.
void drop_refuted(emit::GoalProgram &program);

} // namespace lockstep::verify
