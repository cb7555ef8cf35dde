// Replay: looks for an execution that shows a violation the verifier reports.
//
// The verifier's counterexample gives the launch, the two threads, the places and the scalar parameters it knows of.
// Memory, and whatever an abstraction made up, it leaves open: those are searched for, within a budget, by fixed
// pseudo-random choices (so the same violation has the same answer on every machine that is fast enough, however busy).
//
// Sound because what is confirmed has been executed: the interleaving machine, from inputs that satisfy what the kernel
// requires, came to the violation at these places without undefined behaviour before it. That nothing is found
// says nothing.
//
// What memory must hold at launch for it is part of the answer: cells that need not differ from zero are zero. Where
// results of atomics decide which way threads go, their cells follow a protocol whose start the host sets, to zero in
// most cases: they start there, and what only another start of theirs shows is told, and not confirmed.
#pragma once

#include "semantics/machines/interleaving.h"
#include "semantics/observers/observers.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::semantics {

enum class Wanted : std::uint8_t { Race, Divergence, Assertion };

struct ReplayTarget {
  Wanted what = Wanted::Race;
  // Race: both accesses, in any order. Divergence: a barrier. Assertion: its place. The second is the first where one
  // will do.
  std::array<support::Origin, 2> places;
  bool anywhere = false;                       // whatever the places
  std::array<ThreadId, 2> threads;             // their groups run
  std::map<cfg::VarId, std::uint64_t> scalars; // what the counterexample says of parameters
  cfg::Tolerance tolerance = cfg::Tolerance::Same;
};

struct ReplayBudget {
  double seconds = 0.8;            // of the thread's processor time
  std::uint64_t steps = 8'000'000; // of all executions together
  std::uint64_t executions = 400;
};

// A cell of global memory that is not zero at launch.
struct StartCell {
  cfg::ArrayId array = 0;
  std::uint64_t granule = 0, value = 0;
};

struct Replay {
  bool confirmed = false;
  std::string reason;           // why not: one line
  std::vector<StartCell> start; // that the violation needs; of an execution that was found, confirmed or not
  Inputs inputs;                // of the execution that shows it
  std::array<ThreadId, 2> threads;
  std::array<std::uint64_t, 2> steps{}; // when the two accesses happened; else when the kernel stopped
  std::array<Site, 2> sites;
  std::array<cfg::AccessKind, 2> kinds{};
  std::array<std::int64_t, 2> bytes{}; // a race: first and last byte that both touch
  cfg::ArrayId array = 0;
  std::vector<std::uint64_t> groups; // that ran
  std::string message;               // Divergence, Assertion: what is wrong, without the place
  bool never_passed = false;         // Divergence: at a barrier of some threads that nobody of the group has passed
  bool other_iteration = false;      // Divergence: both threads wait at the barrier, in different iterations of a loop
  std::vector<std::pair<ThreadIndex, std::uint64_t>> schedule; // run lengths of who took the visible steps
  std::uint64_t executions = 0, executed_steps = 0;
};

// Are there parameters with which a launch of these sizes is one that the kernel requires? Not: none was found.
bool may_be_launched(const cfg::Kernel &k, const Geometry &geometry);

// `geometry`: the whole launch, all groups; only those of the target's threads are run.
Replay replay(const cfg::Kernel &k, const Geometry &geometry, const ReplayTarget &target,
              const ReplayBudget &budget = {});

} // namespace lockstep::semantics
