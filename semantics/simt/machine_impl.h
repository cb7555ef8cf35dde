// The machine of warps, step by step: for whoever chooses the steps (run.cpp, explore.cpp, device.cpp). Private to
// semantics/simt/.
//
// Its parts have their own state, and each says what it keeps to; they share the core, which they keep by reference.
// The machine takes a step through them, and keeps and restores states of all of them.
#pragma once

#include "semantics/simt/schedule/scheduler.h"
#include "semantics/simt/warps/control_flow.h"

namespace lockstep::semantics::simt {

struct SimtMachine::Impl {
  Impl(const SimtCode &code, const Geometry &geometry, const Inputs &inputs, const SimtOptions &options)
      : core(code, geometry, inputs, options) {}

  void start(Choices &choices);
  void step(const Unit &u, Choices &choices); // one instruction of lanes that can go on

  struct State { // all that a step can change
    std::vector<WarpState> warps;
    std::vector<Monitors> monitors;
    BlockBarriers::State barriers;
    TeamBarriers::State teams;
    std::vector<std::uint64_t> regs;
    GridMemory::State memory;
    std::vector<std::uint32_t> processors;
  };
  State save() const;
  void restore(const State &s); // the execution goes on from there, and has not ended
  std::string key() const;      // of the state: equal keys, equal futures
  bool same(const State &s) const;

  Core core;
  GridMemory memory{core};
  ResidentBlocks blocks{core};
  BlockBarriers barriers{core};
  TeamBarriers teams{core, memory};
  WarpAccesses accesses{core, memory};
  LaneWork work{core, memory, accesses, barriers, teams};
  ControlFlow control{core, work};
  Scheduler scheduler{core, blocks, memory, barriers, teams};
  std::vector<IssueObserver *> issues; // who is told of instructions

private:
  void lanes_ended(std::uint32_t w, Choices &choices);
  void tell_steps(const Unit &u) const;
  void tell_issue(const Unit &u, Mask by) const; // behind the step; `by`: the lanes whose guard held
};

// From the first step to the end.
Outcome run(SimtMachine::Impl &machine, Pick pick, Choices &choices);

} // namespace lockstep::semantics::simt
