// Loops of a walk (walk.h). Private to cost/walk/.
#pragma once

#include "cost/walk/walker.h"

namespace lockstep::cost {

// The lanes m enter the loop; `out`: where they leave it for.
void walk_loop(Walker &walker, std::size_t l, Mask m, Flow &out);

enum class Unrolling : std::uint8_t { Not, Decided, Few }; // Few: even where nobody's way is known
// Not at all where the test alone shows that unrolled() fails (else nests of loops would be walked twice a level), or
// that there is a formula and no lane's way is known.
Unrolling unrolling(Walker &walker, const EnteredLoop &l);
// Round by round, as long as each lane's way is known, or to the end of the few rounds that there are. False: it did
// not come to an end, and nothing is recorded.
bool unrolled(Walker &walker, const EnteredLoop &l, Unrolling way, Flow &out);

} // namespace lockstep::cost
