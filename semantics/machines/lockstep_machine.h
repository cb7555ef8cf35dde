// The lock-step machine (Sect. 4.2 of [CDKQ13]): executes predication::Lockstep, uninstrumented, with all threads of a
// launch.
//
//   Assign, Load    every enabled thread, in lock step
//   Store           psi (Fig. 6): of the enabled writers of a granule any one wins; Choices orders their writes
//   Atomic          the enabled threads one after another, in an order of Choices
//   Sync            of the threads of a scope all or none are enabled, else divergence
//   AtHead          decides between Back and Exit
//
// A variable that an Assign or Load does not keep (dead where a thread waits) gets a value of Choices there: whoever
// reads it all the same shows. Choose takes a block whose opening assumptions hold for the thread (all others end
// infeasible). A `br` or `switch` is real control flow: all threads must agree. If they do not, the program was built
// on a uniformity that this launch does not have (a racy kernel's loads, say); the execution ends with
// Ending::Divergence and a reason that says so.
#pragma once

#include "predication/lockstep.h"
#include "semantics/code/memory.h"
#include "semantics/machines/choices.h"
#include "semantics/observers/observer.h"
#include "support/result.h"

#include <memory>

namespace lockstep::semantics {

class LockstepMachine {
public:
  // `program` was made from `kernel`; both are kept by reference. Observers hear of the kernel's sites. Fails where the
  // program is instrumented or uses what the interpreter does not know.
  static support::Result<std::unique_ptr<LockstepMachine>> make(const predication::Lockstep &program,
                                                                const cfg::Kernel &kernel, const Geometry &geometry,
                                                                const Inputs &inputs, const RunOptions &options,
                                                                support::Diagnostics &diags);
  ~LockstepMachine();
  void attach(Observer &observer);
  Execution run(Choices &choices);
  const Memory &memory() const;
  std::uint64_t variable(ThreadIndex t, cfg::VarId v) const;

private:
  struct Impl;
  explicit LockstepMachine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

} // namespace lockstep::semantics
