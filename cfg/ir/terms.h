// What a verdict about a kernel depends on beside its statements: what overflow means, what counts as a race, the
// launch it was compiled for, what was assumed on the way. Part of every text form (grammar in print.h), so that a text
// says all that its verdict needs; the options of a command only add to it (jobs/input/terms.h).
#pragma once

#include "cfg/ir/launch.h"
#include "cfg/ir/tolerance.h"
#include "support/source.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::cfg {

// What happens where an operation marked nsw or nuw overflows.
enum class Overflow : std::uint8_t {
  Undefined, // the execution is undefined there and then, as in the source languages
  Wraps,     // it wraps around: the marks promise nothing (--strict-overflow)
};

// A function with accesses to memory that nothing calls: no verdict is about it.
struct Uncalled {
  std::string name;
  support::Origin origin;
  bool operator==(const Uncalled &) const = default;
};

// A file of axioms about functions of which nothing else is known, as Boogie has them (emit/encode/axioms.h).
struct Axioms {
  std::string file, text;
  bool operator==(const Axioms &) const = default;
};

struct Terms {
  Overflow overflow = Overflow::Undefined;
  Tolerance tolerance = Tolerance::Same;
  bool nothing_wraps = false;   // no integer operation is taken to wrap around (--integers int)
  bool bounds_asked = false;    // accesses outside arrays are to be reported, and the kernel does not assert it yet
  bool vacuous_allowed = false; // a proof under assumptions that nothing satisfies is accepted
  bool own_function = false; // the kernel is a function's body, which each thread runs by itself: no pair is asked of
  bool by_contracts = false; // calls of functions are replaced by what their contracts say: executions are of that
  unsigned lock_step = 0;    // so many threads of a group run in lock step (lock_step.h); 0: each by itself
  std::optional<Launch> launch;         // the sizes that it was compiled for; empty: for any
  std::vector<std::string> assumptions; // made on the way here: every result lists them
  std::vector<Uncalled> uncalled;       // of the same file
  std::vector<Axioms> axioms;           // trusted (--boogie-file)
  bool operator==(const Terms &) const = default;
};

// Is every launch that `inner` stands for one of those that `outer` stands for?
bool within(const Launch &inner, const Launch &outer);
// The first thing about `inner` that `outer` rules out ("8 threads in dimension x of a group"); empty if within.
std::string contradiction(const Launch &inner, const Launch &outer);

} // namespace lockstep::cfg
