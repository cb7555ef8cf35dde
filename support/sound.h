// The seam of the soundness test (tests/soundness): each "Sound because ..." of the code rests on a condition, and the
// condition can be left out by name in a test program, where some test then has to fail.
//
//   if (written_[l.array] && !support::left_out("facts.read"))   the restriction, which the test can lift
//     return;
//
// In every product no condition is left out: sound.cpp says so, and only the test programs link another answer.
// Ask last, where the condition bites: the call then costs nothing elsewhere.
#pragma once

namespace lockstep::support {

bool left_out(const char *condition);

} // namespace lockstep::support
