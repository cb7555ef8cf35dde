// Which accesses happen before which, beside what barriers order by themselves: by releases and acquires of atomics
// and fences, with their scopes (docs/design.md 5). Private to semantics/.
//
// Per thread, and for each of the two spaces that are shared, clocks say up to which step of each other thread all is
// known to be over: `now`; what a relaxed atomic hands on (a clock at the last fence that releases), for each scope;
// and what atomics have found without acquiring it, until a fence does. Barriers join the clocks of those that meet. A
// cell keeps what was released into it, by group and scope of the releases: a read-modify-write adds to it (it goes on
// with the release sequence), any other write begins anew.
#pragma once

#include "cfg/ir/kernel.h"
#include "semantics/observers/observer.h"

#include <array>
#include <map>
#include <tuple>

namespace lockstep::semantics {

class Clocks {
public:
  void start(std::uint32_t threads, std::uint32_t group_size);
  void meet(std::span<const ThreadIndex> threads, const cfg::Barrier &barrier);
  void come(ThreadIndex t, unsigned number); // to a barrier of some threads of its group
  void pass(ThreadIndex last, std::span<const ThreadIndex> threads, unsigned number);
  void fence(ThreadIndex t, const cfg::Fence &fence);
  void access(const Access &a, cfg::Space space); // after `ordered` was asked about it

  // Is what thread `s` did at `step` over for the thread that now makes the access? What it has found without acquiring
  // it counts if the access is not served from a cache: a write, an atomic, a fresh read.
  bool ordered(ThreadIndex s, std::uint64_t step, const Access &a, cfg::Space space) const;
  // The same of an atomic by `s` and a write to its cell: what a thread's own atomics there have come behind, its
  // writes come behind as well.
  bool behind_atomic(ThreadIndex s, std::uint64_t step, const Access &a) const;

private:
  using Clock = std::vector<std::uint64_t>; // per thread; empty: nothing
  struct Shared {                           // of one space
    Clock now;
    std::array<Clock, 2> released; // by relaxed atomics: for the group, for all
    std::array<Clock, 2> found;    // by releases of the own group, of others
  };
  using CellId = std::tuple<cfg::ArrayId, std::uint32_t, std::int64_t>; // array, copy, offset
  struct Thread {
    std::array<Shared, 2> spaces; // group, global
    std::map<CellId, Clock> seen; // atomics that its own, or those of whom it has met at barriers, have come behind
  };
  struct Release {
    std::uint32_t group = 0;
    bool all = false; // for all threads, else for the group
    std::array<Clock, 2> clocks;
  };
  struct Cell {
    std::uint64_t granules = 0;
    std::vector<Release> releases;
  };
  static void join(Clock &to, const Clock &from);
  void set_own(ThreadIndex t, std::uint64_t step);
  using AtOnce = std::array<bool, 2>; // of which spaces the atomic by itself orders accesses
  void acquire(ThreadIndex t, const Cell &cell, bool all, AtOnce at_once);
  void release(ThreadIndex t, Cell &cell, bool all, AtOnce at_once);

  std::uint32_t group_size_ = 1;
  std::vector<Thread> threads_;
  std::map<std::pair<cfg::ArrayId, std::uint32_t>, std::map<std::int64_t, Cell>> cells_; // by array and copy
  std::map<std::pair<std::uint32_t, unsigned>, std::array<Clock, 2>> coming_;            // by group and number
  std::map<CellId, Clock> atomics_;                                                      // of each thread, the last
};

} // namespace lockstep::semantics
