// The lock-step machine (Sect. 4.2): executes predication::Lockstep, uninstrumented, with all threads of a launch.
//
//   Assign, Load    every enabled thread, in lock step: reads before writes of one statement
//   Store           psi (Fig. 6): of the enabled writers of a granule any one wins; Choices says in which order they write
//   Atomic          the enabled threads one after another, in an order of Choices
//   Sync            of the threads of the scope all or none are enabled, else divergence
//   AtHead          decides between Back and Exit
// A `br` or `switch` is real control flow: all threads must agree, else the program is not one of lock-step semantics and the
// execution ends with Ending::Divergence and a reason that says so.
#pragma once

#include "predication/lockstep.h"
#include "semantics/choices.h"
#include "semantics/memory.h"
#include "semantics/observer.h"
#include "support/result.h"

#include <memory>

namespace lockstep::semantics {

class LockstepMachine {
public:
  // `program` is kept by reference. Fails where the program is instrumented or uses what the interpreter does not know.
  static support::Result<std::unique_ptr<LockstepMachine>> make(const predication::Lockstep &program, const Geometry &geometry,
                                                                const Inputs &inputs, const RunOptions &options,
                                                                support::Diagnostics &diags);
  ~LockstepMachine();
  void attach(Observer &observer); // sites are those of the kernel
  Execution run(Choices &choices);
  const Memory &memory() const;
  std::uint64_t variable(ThreadIndex t, cfg::VarId v) const;

private:
  struct Impl;
  explicit LockstepMachine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace lockstep::semantics
