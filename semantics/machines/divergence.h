// Barrier divergence: what is told of threads that wait where nobody can ever let them go on. Private to semantics/.
#pragma once

#include "semantics/machines/interpreter.h"

namespace lockstep::semantics {

// Tells the observers. Who waits for itself waits for nobody's other iteration: its own mask does not name it, or more
// threads are asked for than there are.
Divergence tell_divergence(const Interpreter &m, ThreadIndex at, ThreadIndex other);
void diverge(Interpreter &m, ThreadIndex at, ThreadIndex other); // likewise, and ends the execution

} // namespace lockstep::semantics
