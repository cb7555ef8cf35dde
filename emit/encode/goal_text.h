// A goal program as text that says what its outcome means: the Boogie program, with what the goals know beside it as
// attributes.
//
//   assert {:id "..."} {:goal "vacuity"} ...     is to be refuted: the place can be reached
//   assert {:id "..."} {:coarse} ...             only a proof counts
//   assert {:id "..."} {:open "why"} false       a goal that the program cannot express
//   function {:assumes "..."} assumption$0() returns (bool)   what a proof rests on
//   function {:part} part() returns (bool)                    not all the goals that the kernel has
//
// Sound because nothing that keeps a proof of the program from being one of the kernel is left out of the text.
#pragma once

#include "emit/encode/goal.h"

namespace lockstep::emit {

// `whole`: these are all the goals that a verdict needs.
boogie::Program with_goals(const GoalProgram &p, bool whole);

// The same, read from a program's text.
struct GoalTerms {
  enum class Meaning : std::uint8_t { Plain, Vacuity, Coarse, Open };
  struct Assertion {
    std::string id, block, procedure;
    Meaning meaning = Meaning::Plain;
    std::string why;
  };
  std::vector<Assertion> assertions; // with an id or without, in textual order
  std::vector<std::string> assumptions;
  bool part = false;
};
GoalTerms goal_terms(const boogie::Program &p);

} // namespace lockstep::emit
