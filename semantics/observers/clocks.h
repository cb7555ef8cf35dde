// Which accesses happen before which, beside what barriers order by themselves: by releases and acquires of atomics
// and fences, with their scopes (docs/design.md 5). Private to semantics/.
//
// Per thread, and for each of the two spaces that are shared, clocks say up to which step of each other thread all is
// known to be over: `now`; what a relaxed atomic hands on (a clock at the last fence that releases), for each scope;
// and what atomics have found without acquiring it, until a fence does. Barriers join the clocks of those that meet. A
// cell keeps what was released into it, by group and scope of the releases: a read-modify-write adds to it (it goes on
// with the release sequence), any other write begins anew.
//
// A relaxed atomic lies behind the fence that makes it release, and is not released by that; but where such a fence
// stands in front of it, it counts as released itself for the accesses to its cell (docs/decisions/synchronisation.md,
// "A counter's addition is ordered itself only if it releases"). So the atomics on each cell have clocks of their own,
// which are handed on as the others are. An atomic without a fence in front has its place in the cell's order, and
// nothing plain is behind it.
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
  // The same of an atomic by `s` that wrote the cell of the access, as far as that atomic is released itself.
  bool behind_atomic(ThreadIndex s, std::uint64_t step, const Access &a, cfg::Space space) const;

private:
  using Clock = std::vector<std::uint64_t>; // per thread; empty: nothing
  struct Order {                            // of accesses to one space, or of the atomics on one cell
    Clock now;
    std::array<Clock, 2> released; // by relaxed atomics: for the group, for all
    std::array<Clock, 2> found;    // by releases of the own group, of others
    void join_all(const Order &o);
    void pass(const cfg::Fence &f);
    void find(const Clock &clock, bool own_group, bool at_once);
    bool over(ThreadIndex s, std::uint64_t step, const Access &a) const;
  };
  using CellId = std::tuple<cfg::ArrayId, std::uint32_t, std::int64_t>; // array, copy, offset
  struct Shared {                                                       // of one space
    Order accesses;
    std::map<CellId, Order> atomics;
    std::array<bool, 2> fenced{}; // has a fence that releases stood here: for the group, for all
  };
  using Thread = std::array<Shared, 2>; // group, global
  struct Release {
    std::uint32_t group = 0;
    bool all = false; // for all threads, else for the group
    std::array<Clock, 2> clocks;
    Clock atomics; // on the cell itself
  };
  struct Cell {
    std::uint64_t granules = 0;
    std::vector<Release> releases;
  };
  static void join(Clock &to, const Clock &from);
  static void set(Clock &c, ThreadIndex t, std::uint64_t step);
  static CellId id(const Access &a) { return {a.array, a.copy, a.lo}; }
  using AtOnce = std::array<bool, 2>; // of which spaces the atomic by itself orders accesses
  void acquire(const Access &a, const Cell &cell, std::size_t space, AtOnce at_once);
  void release(const Access &a, Cell &cell, std::size_t space, AtOnce at_once);

  std::uint32_t group_size_ = 1;
  std::vector<Thread> threads_;
  std::map<std::pair<cfg::ArrayId, std::uint32_t>, std::map<std::int64_t, Cell>> cells_; // by array and copy
  std::map<std::pair<std::uint32_t, unsigned>, std::array<Clock, 2>> coming_;            // by group and number
};

} // namespace lockstep::semantics
