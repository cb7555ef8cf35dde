// Axioms about functions of which nothing else is known (cfg::Terms::axioms), as parts of a question.
//
// A function that the kernel calls is one that its name and its types decide; the axioms are about the one of
// bit-vectors and truth values, so a question with axioms has all its integers as bit-vectors (IntegerMode::Bv).
//
// Sound because an axiom is an assumption that the result lists: a proof holds for each meaning of the functions that
// makes the axioms true. What a file defines is listed likewise. A function of other types in the program (a call that
// is written as an integer) is one of which nothing is known. That there is such a meaning is asked as for other
// assumptions (emit/pick/goals/vacuity.cpp).
#pragma once

#include "emit/boogie/axiom_file.h"
#include "emit/encode/goal.h"

namespace lockstep::emit {

// Those that the kernel's terms name. Mistakes are told with their places.
support::Result<boogie::TrustedAxioms> axioms_of(const cfg::Kernel &k, support::Diagnostics &diags);

// The same question under the kernel's axioms, which are in order.
GoalProgram under_axioms(GoalProgram question, const cfg::Kernel &k);

} // namespace lockstep::emit
