// The machine of warps: executes a program (program.h) warp by warp, one instruction of one warp at a time. Blocks are
// resident as far as there is room for them (residency.h); memory is behind memory_port.h.
//
//   Scheduling::Stack        a warp has one program counter; the branch machine (branch.h) decides which lanes follow
//   it Scheduling::Independent  every lane has its own; lanes of a warp at one place with equal stacks go together (a
//                            convergence group), and groups are scheduled each for itself. ssy and sync do nothing:
//                            lanes come together where they meet.
//
// With warps of one lane both are the interleaving semantics.
//
// Barriers count lanes: a warp that comes counts as a whole ([Hab11] 2.10), under independent scheduling its lanes that
// come. A barrier without a number of threads is for the lanes of the block's warps that have not ended when its first
// lane comes; warps that end later count as having come, if `exited_arrive` says so.
#pragma once

#include "semantics/machines/choices.h"
#include "semantics/observers/observer.h"
#include "semantics/simt/memory/asynchronous.h"
#include "semantics/simt/memory/memory_port.h"
#include "semantics/simt/program/code.h"
#include "semantics/simt/schedule/residency.h"
#include "semantics/simt/warps/monitors.h"

#include <memory>

namespace lockstep::semantics::simt {

enum class Scheduling : std::uint8_t { Stack, Independent };
enum class Pick : std::uint8_t {
  InOrder, // warps in turn, one instruction each; of a warp's groups the one at the lowest address, none for ever
  Random   // any that can go on
};

struct SimtOptions {
  unsigned warp_size = 32; // 1 .. 64
  Scheduling scheduling = Scheduling::Stack;
  PathOrder order = PathOrder::TakenFirst;
  bool exited_arrive = true;            // at barriers without a number of threads
  DeviceLimits limits;                  // which blocks are there at a time
  bool monitors = true;                 // S1, S2, I1-I6, STK ...
  bool consistency = true;              // CFC, with the monitors
  unsigned watched = every_property;    // of S1 to STK, these
  bool detect_cycles = true;            // in order, stack: a state that returns
  std::uint64_t max_steps = 10'000'000; // instructions, a lane each
  RunOptions run;                       // as of the other machines; max_steps is the one above
};

enum class End : std::uint8_t {
  Completed,
  Stuck,     // no rule covers the situation
  Violation, // a monitor
  Deadlock,  // nobody can go on
  Cycle,     // the state returns: this schedule never ends
  StepLimit,
  Stopped // as the execution says: an assertion, an assumption, undefined, outside
};
const char *name(End e);

struct Outcome {
  End end = End::Completed;
  std::string reason;           // one line; empty where it completed
  std::uint64_t steps = 0;      // instructions that warps issued
  std::uint64_t lane_steps = 0; // of them, a lane each
  std::uint64_t useful = 0;     // of these, with a guard that held
  std::uint64_t divergent = 0;  // branches on which lanes disagreed
  std::uint32_t warp = 0;       // who ended it, where
  std::optional<Pc> pc;
  std::uint64_t cycle_from = 0; // Cycle: the state after this step ...
  std::uint64_t cycle_to = 0;   // ... is that after this one
  Execution execution;          // what observers were told
};

struct Issue {                       // one instruction of a warp, or of a convergence group
  std::uint64_t step = 0;            // from 1 on
  std::uint32_t block = 0, warp = 0; // the warp's number in the launch
  Pc pc = 0;
  Mask before = 0, by = 0;            // lanes that the instruction was issued to; those with a guard that held
  const BranchState *state = nullptr; // after it; null: independent scheduling
  std::span<const Pc> lane_pcs;       // after it, of each lane; no_pc: exited
  Mask waiting = 0;                   // lanes at a barrier, after it
};
class IssueObserver {
public:
  virtual ~IssueObserver() = default;
  virtual void on_issue(const Issue &) = 0;
};

class SimtMachine {
public:
  // `code` is kept by reference. Warps have options.warp_size lanes, whatever the geometry says.
  SimtMachine(const SimtCode &code, const Geometry &geometry, const Inputs &inputs, const SimtOptions &options);
  ~SimtMachine();
  SimtMachine(const SimtMachine &) = delete;
  SimtMachine &operator=(const SimtMachine &) = delete;

  void attach(Observer &observer); // must outlive the machine, as the next two
  void attach(IssueObserver &observer);
  void use(AsynchronousMemory &memory); // instead of ideal memory

  Outcome run(Pick pick, Choices &choices); // one execution, from the initial store
  const Memory &memory() const;
  std::uint64_t variable(ThreadIndex t, cfg::VarId v) const;
  const BranchState &state(std::uint32_t warp) const;
  const Monitors &monitors(std::uint32_t warp) const;
  std::uint32_t warps() const;

  struct Impl; // the step-wise interface of exploration (machine_impl.h)
  Impl &impl() { return *impl_; }

private:
  std::unique_ptr<Impl> impl_;
};

} // namespace lockstep::semantics::simt
