// A lock-step program as register code: a segment for the expressions of each statement, that threads run one by one.
// Private to semantics/.
#pragma once

#include "predication/lockstep.h"
#include "semantics/code/code.h"

namespace lockstep::semantics {

struct LockstepCode {
  // `program` was made from `kernel`, which is kept by reference. What the interpreter does not know goes to `diags`.
  LockstepCode(const predication::Lockstep &program, const cfg::Kernel &kernel, support::Diagnostics &diags);
  LockstepCode(const LockstepCode &) = delete;
  LockstepCode &operator=(const LockstepCode &) = delete;

  cfg::Kernel shell; // the program's variables and arrays
  Code code;
  // Of each statement's segment, block by block; the terminator's behind them. A segment ends in an instruction that is
  // not private, which says what to do with its result.
  std::vector<std::vector<std::uint32_t>> starts;
};

} // namespace lockstep::semantics
