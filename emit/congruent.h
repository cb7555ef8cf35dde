// Congruences (cfg/analysis/congruence.h) as assumptions of the encodings.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/encode.h"

#include <functional>

namespace lockstep::emit {

// v moves in steps: what its congruence says of the value that the encoder reads; true where there is none, or where it
// cannot be written with what is `readable` in integers.
boogie::Expr congruent(Encoder &encoder, const cfg::Kernel &k, const cfg::Analyses &a, cfg::VarId v, Thread t,
                       const std::function<bool(const cfg::Expr &)> &readable);

// The same where it may be assumed, for an arbitrary number `steps`: v is so many steps from its base, and the number
// is within the bounds that v and the base imply. Solvers find both easier than a remainder and an unbounded number.
// Sound because a congruence says that such a number exists (cfg/analysis/congruence.h), and it is (v - base) /
// modulus: within what v's type and the base's ranges at the kernel's start leave for it, rounded outwards.
boogie::Expr in_steps(Encoder &encoder, const cfg::Kernel &k, const cfg::Analyses &a, cfg::VarId v, Thread t,
                      const std::function<bool(const cfg::Expr &)> &readable, const boogie::Expr &steps);

} // namespace lockstep::emit
