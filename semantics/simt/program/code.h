// A program for warps as register code (semantics/code/code.h): each instruction's guard, and what it computes, as a
// segment that runs lane by lane and ends in an instruction that is not private. Compiled once, executed many times.
#pragma once

#include "semantics/code/code.h"
#include "semantics/simt/program/program.h"

namespace lockstep::semantics::simt {

enum class Does : std::uint8_t {
  Compute, // lanes for themselves
  Access,  // memory
  Meet,    // a barrier of a team of threads, or of the grid
  Vote,
  Bar,
  Push, // from here on: the branch machine
  Sync,
  Leave,
  Jump
};

struct Step {
  Does does = Does::Compute;
  std::uint32_t guard = no_guard; // segment; it ends in GuardTest
  std::uint32_t body = no_guard;  // segment
  std::uint32_t count = no_guard; // Bar: of the number of threads
  std::uint32_t value = no_guard; // Bar: of the predicate
  Pc target = 0;                  // Push, direct Jump
  TokenKind kind = TokenKind::Sync;
  Disabled why = Disabled::Exit;
  bool call = false, computed = false;
  bool nothing = false; // Compute: a skip
};

struct SimtCode {
  const Program *program = nullptr;
  Code code;
  std::vector<Step> steps; // by Pc
  std::vector<std::uint64_t> addresses;
  Pc entry = 0;
};

// `p` is kept by reference and is well formed (check). Fails with `unsupported` on functions and atomics that the
// interpreter does not know.
support::Result<SimtCode> compile(const Program &p, const CodeOptions &options, support::Diagnostics &diags);

} // namespace lockstep::semantics::simt
