// The interleaving machine (Sect. 3.2 and Fig. 4 of [CDKQ13]) over cfg::Kernel. A thread's private steps commute with
// everything, so it is switched only before visible steps: accesses to arrays that the kernel writes, barriers, the
// end.
//
// Barriers: rule BARRIER_S when all threads of the scope wait at one barrier with equal loop counters (B1, B2); rule
// BARRIER_F, or a thread of the scope that has returned, is barrier divergence. Sound because the paper's kernels end
// in a barrier of their own, at which a thread that has returned waits for ever.
//
// A non-deterministic goto goes to one of the targets whose opening assumptions hold (all others end infeasible).
#pragma once

#include "semantics/code/code.h"
#include "semantics/code/memory.h"
#include "semantics/machines/choices.h"
#include "semantics/observers/observer.h"

#include <memory>

namespace lockstep::semantics {

class Interleaving {
public:
  // `code` is kept by reference. The parameters that `inputs` does not give have the fill value.
  Interleaving(const Code &code, const Geometry &geometry, const Inputs &inputs, const RunOptions &options = {});
  ~Interleaving();
  Interleaving(const Interleaving &) = delete;
  Interleaving &operator=(const Interleaving &) = delete;

  void attach(Observer &observer); // must outlive the machine

  Execution run(Schedule &schedule, Choices &choices); // one execution, from the initial store
  const Memory &memory() const;                        // as the last execution left it
  std::uint64_t variable(ThreadIndex t, cfg::VarId v) const;
  const Geometry &geometry() const;
  const Code &code() const;

  struct Impl; // the step-wise interface of exploration (machine.h)
  Impl &impl() { return *impl_; }

private:
  std::unique_ptr<Impl> impl_;
};

} // namespace lockstep::semantics
