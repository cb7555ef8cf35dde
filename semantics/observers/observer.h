// What an execution tells those who watch it. An observer that is not attached costs nothing.
//
// Every execution is on_start, events in the order in which they happen, on_end. An execution that ends Infeasible or
// Redundant does not count: observers drop what they have seen of it (exploration explores by executing again and
// again). An observer belongs to one machine.
#pragma once

#include "semantics/semantics.h"

#include <array>
#include <span>

namespace lockstep::semantics {

// How many barriers a thread has passed that order accesses to one array's space with those of its group, all threads,
// its team of 1, 2, 4, ... 64 threads: accesses of two threads are ordered iff a count that both share differs.
struct Epoch {
  std::uint32_t group = 0, grid = 0;
  std::array<std::uint32_t, 7> teams{};
  bool operator==(const Epoch &) const = default;
};

struct Access {
  ThreadIndex thread = 0;
  std::uint64_t step = 0; // of the execution, from 1 on
  Site site;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  cfg::ArrayId array = 0;
  std::uint32_t copy = 0; // of a group array: the position of the group among those that run; else 0
  std::int64_t lo = 0;    // granules [lo, lo + granules)
  std::uint64_t granules = 1;
  unsigned per_value = 1;
  // Plain accesses: what is written, or found, one per per_value granules. Valid during the call only. The machines
  // that run threads in lock step do not say what is found.
  std::span<const std::uint64_t> values;
  Epoch epoch;
  bool fresh = false;                  // as in cfg::Load
  bool incoherent = false;             // likewise
  const cfg::Atomic *atomic = nullptr; // of a kernel that runs interleaved
  bool stores = false;                 // the atomic does: a compare-and-swap succeeds
};

// The lanes of one warp that execute one access at one point of the lock-step machine. Warps are the threads of a group
// whose linear local ids have the same quotient by the warp's size.
struct Request {
  struct Lane {
    unsigned lane = 0;
    std::int64_t lo = 0; // granules [lo, lo + granules)
  };
  Site site;
  cfg::AccessKind kind = cfg::AccessKind::Read;
  cfg::ArrayId array = 0;
  std::uint64_t granules = 1;
  std::span<const Lane> lanes; // ascending. Valid during the call only
  unsigned warp_lanes = 0;     // that the warp has: the last one of a group may have fewer
  std::uint64_t group = 0;     // linear
  std::uint32_t warp = 0;      // of the group
};

struct Divergence {
  ThreadIndex at = 0,
              other = 0; // `at` waits at `barrier`; the other waits elsewhere, in another iteration, or has returned
  Site barrier;
  std::optional<Site> elsewhere; // where the other one waits
  bool other_iteration = false;  // the same barrier, but loop counters differ (rule B2)
};

struct CheckEvent { // an assertion
  ThreadIndex thread = 0;
  std::uint64_t step = 0;
  Site site;
  const cfg::Assert *assertion = nullptr;
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual void on_start(const cfg::Kernel &, const Geometry &) {}
  virtual void on_step(ThreadIndex, Site, std::uint64_t /*step*/) {} // only if wants_steps()
  virtual void on_access(const Access &) {}                          // shared arrays only
  virtual void on_outside(const Access &, std::optional<std::uint64_t> /*extent*/) {
  } // private arrays, too; before on_access
  virtual void on_uninitialised(const Access &) {} // RunOptions::track_uninitialised
  virtual void on_request(const Request &) {}      // lock-step machine, shared arrays; only if wants_requests()
  virtual void on_fence(ThreadIndex, const cfg::Fence &) {}
  // To a barrier of some threads a thread comes; it was the last, and those who wait there go on.
  virtual void on_come(ThreadIndex, const cfg::Numbered &) {}
  virtual void on_pass(ThreadIndex /*last*/, std::span<const ThreadIndex>, const cfg::Numbered &) {}
  // These threads of a warp, and no others, take their next step together (cfg::Terms::lock_step).
  virtual void on_lock_step(std::span<const ThreadIndex>) {}
  virtual void on_arrive(ThreadIndex, Site, const cfg::Barrier &) {}
  virtual void on_release(std::span<const ThreadIndex>, Site, const cfg::Barrier &) {}
  virtual void on_divergence(const Divergence &) {}
  virtual void on_failed(const CheckEvent &) {}
  virtual void on_undefined(ThreadIndex, Site, const std::string & /*what*/) {}
  virtual void on_end(const Execution &) {}

  virtual bool wants_steps() const { return false; }    // asked once, when attached
  virtual bool wants_requests() const { return false; } // likewise
  virtual bool satisfied() const { return false; }      // true: exploration need not go on for this observer's sake
};

} // namespace lockstep::semantics
