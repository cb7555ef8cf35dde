// The seam of the soundness test (tests/soundness): each "Sound because ..." of the code rests on a condition, and the
// condition can be left out by name in a test program, where some test then has to fail.
//
//   if (support::sound("facts.load", fixed_[l.array]))     may only be done where the condition holds
//     remember(l);
//   if (support::unsound("facts.read", written_[l.array])) must not be done in this case
//     return;
//
// In every product no condition is left out: sound.cpp says so, and only the test programs link another answer.
// Ask where the condition bites: who leaves it out is asked last, so it costs nothing where the condition decides.
#pragma once

namespace lockstep::support {

// Whether a test leaves out the condition of this name.
bool left_out(const char *name);

// A condition that what follows needs to be sound; true as well where a test leaves it out. (Anything that `if` takes.)
template <class Condition> [[nodiscard]] bool sound(const char *name, const Condition &condition) {
  return static_cast<bool>(condition) || left_out(name);
}

// A case in which what follows would be unsound; false as well where a test leaves the condition out.
template <class Exception> [[nodiscard]] bool unsound(const char *name, const Exception &exception) {
  return static_cast<bool>(exception) && !left_out(name);
}

} // namespace lockstep::support
