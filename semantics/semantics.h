// The executable semantics (docs/design.md 11): what all machines share. One machine per semantics, observers attached
// from outside:
//
//   interleaving.h       Sect. 3 of [CDKQ13] over cfg::Kernel: Fig. 4, barrier variables of rules B1 and B2
//   explore.h            all its traces: dynamic partial-order reduction over schedules and choices
//   lockstep_machine.h   Sect. 4.2 over predication::Lockstep, all threads at once, psi-assignments (Fig. 6)
//   simt/machine.h       warps with masks and a token stack, or lanes that are scheduled independently
//   code.h calls.h memory.h     kernels as register code (operations: cfg/ir/evaluate.h); functions by name; arrays
//   observer.h observers.h     the interface; races, failed checks, counters
//
// Threads are numbered 0, 1, ...: group after group (as `Geometry::groups` lists them), inside a group dimension 0
// fastest.
//
// Time of undefinedness: what the source leaves undefined (a wrapping nsw operation, division by zero, ...) is
// undefined where it is evaluated. The arms of `ite` and the right operands of `land`, `lor`, `implies` are evaluated
// only where they decide the value, if they can be undefined at all.
#pragma once

#include "cfg/ir/evaluate.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "cfg/ir/thread_id.h"
#include "support/diagnostic.h"
#include "support/wide.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::semantics {

using ThreadIndex = std::uint32_t;

// --- launch -------------------------------------------------------------------------------------------------
using cfg::ThreadId;

struct Geometry { // all sizes known
  std::array<std::uint64_t, 3> local_size{1, 1, 1};
  std::array<std::uint64_t, 3> num_groups{1, 1, 1};
  std::array<std::uint64_t, 3> global_offset{0, 0, 0};
  unsigned warp_size = 32;
  // Only these groups run (linear numbers, ascending), as for the replay of two threads of a big launch; empty: all.
  std::vector<std::uint64_t> groups;

  // Products that 64 bits do not hold are the largest number: more than any machine runs.
  static std::uint64_t product(support::Wide a, support::Wide b, support::Wide c) {
    return (a * b * c).exact_as<std::uint64_t>().value_or(~std::uint64_t(0));
  }
  std::uint64_t group_threads() const { return product(local_size[0], local_size[1], local_size[2]); }
  std::uint64_t all_groups() const { return product(num_groups[0], num_groups[1], num_groups[2]); }
  std::uint64_t run_groups() const { return groups.empty() ? all_groups() : groups.size(); }
  std::uint64_t threads() const { return product(group_threads(), run_groups(), 1); }
  ThreadId id(ThreadIndex t) const;
  std::optional<ThreadIndex> find(const ThreadId &id) const; // empty if it does not run
  std::uint64_t linear_group(const std::array<std::uint64_t, 3> &group) const;
};
std::optional<Geometry> geometry_of(const cfg::Launch &launch); // empty where a size is free

// --- inputs -------------------------------------------------------------------------------------------------
enum class Fill : std::uint8_t { Zero, Random };

// The initial store. Whatever is not given here has the value that `fill` says: zero, or a function of the seed and of
// what is asked (so the same for every execution).
struct Inputs {
  std::map<cfg::VarId, std::uint64_t> scalars; // parameters
  // Contents from offset 0 on, one value per granule. A parameter array of unknown extent has exactly these granules;
  // one that is not given has no bounds. Group and private arrays: the same contents in every copy.
  std::map<cfg::ArrayId, std::vector<std::uint64_t>> arrays;
  Fill fill = Fill::Zero;
  std::vector<bool> zero_filled =
      {}; // per array: what is not given of it is zero, whatever `fill` says; empty: of none
  std::uint64_t seed = 0;
  // What nobody has written holds any value: each read of a cell of a group or private array that was neither given nor
  // written gives one of these, chosen by the seed, and so does a thread's variable that it has not assigned. Empty:
  // such cells and variables hold what `fill` says.
  std::vector<std::uint64_t> unwritten;
};

// --- policies -----------------------------------------------------------------------------------------------
struct RunOptions {
  std::uint64_t max_steps = 10'000'000; // IR statements and terminators of all threads together
  bool stop_at_undefined = true;        // else go on with the wrapped value
  bool stop_outside = false;        // stop at an access outside its array; else such cells exist, apart from the array
  bool stop_at_assert = true;       // Fig. 4: a failed assertion ends the kernel; else it is only reported
  bool track_uninitialised = false; // report reads of cells that were neither given nor written
  bool record_schedule = false;
};

// --- outcomes -----------------------------------------------------------------------------------------------
struct Site { // a statement; `stmt` of a terminator is the number of the block's statements
  cfg::BlockId block = 0;
  std::uint32_t stmt = 0;
  auto operator<=>(const Site &) const = default;
};

enum class Ending : std::uint8_t {
  Terminated, // all threads have returned
  Assertion,  // status error: a failed assertion
  Divergence, // status error: rule BARRIER_F, or threads at barriers that others never reach
  Infeasible, // an assumption does not hold: the execution does not count
  Undefined,  // the source language gives the rest no meaning
  Outside,    // stopped at an access outside its array (RunOptions::stop_outside)
  StepLimit,
  Redundant, // exploration only: equivalent to a trace already seen
};
const char *name(Ending e); // "terminated", "step limit", ...

struct Execution {
  Ending ending = Ending::Terminated;
  std::uint64_t steps = 0;
  std::string reason;     // why it ended, where it did not terminate: one line
  ThreadIndex thread = 0; // who ended it, where, if one thread did
  Site site;
  std::vector<ThreadIndex> schedule; // if recorded: who took each visible step; feed it to GivenSchedule
};

// The place of a statement or terminator.
const support::Origin &origin_of(const cfg::Kernel &k, Site s);

using cfg::mask_to_width;
using cfg::to_signed;
using cfg::Undefined;

std::uint64_t mix(std::uint64_t a, std::uint64_t b); // a hash, for values out of thin air

} // namespace lockstep::semantics
