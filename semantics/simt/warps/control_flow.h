// Where lanes go: what an instruction does to the program counters, masks and stacks of its warp. Private to
// semantics/simt/.
//
// On the stack, a warp has one program counter, the branch machine changes it, and the monitors hold every lane's own
// against it after each step. Independently, every lane has a program counter and a stack of break and call tokens of
// its own.
#pragma once

#include "semantics/simt/warps/lane_work.h"

namespace lockstep::semantics::simt {

class ControlFlow {
public:
  ControlFlow(Core &core, LaneWork &work) : core_(core), work_(work) {}

  void start();
  // The instruction, by the lanes whose guard holds. Have lanes exited?
  bool step(const Unit &u, const Step &s, Mask by, Choices &choices);

  const std::vector<Monitors> &monitors() const { return monitors_; } // by warp
  void restore(const std::vector<Monitors> &monitors) { monitors_ = monitors; }

private:
  bool on_stack(const Unit &u, const Step &s, Mask by, Choices &choices);
  bool alone(const Unit &u, const Step &s, Mask by, Choices &choices);
  bool leave_alone(const Unit &u, const Step &s, Mask by);
  bool targets_of(const Unit &u, const Step &s, Mask by); // into targets_; false: the execution has ended

  Core &core_;
  LaneWork &work_;
  std::vector<Monitors> monitors_;
  Targets targets_; // of the step that runs
};

} // namespace lockstep::semantics::simt
