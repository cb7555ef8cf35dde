// The accesses that the race observer keeps, and which of them it need not.
//
// Of the accesses of one site, in one interval, by one group (one team, where a kernel has barriers of warps), few are
// kept: two threads for a value, two values for a thread, and none beyond three that differ in both. Sound because
// whether a later access races with one of them depends on nothing else but thread and value: it shares its thread with
// at most one of three such, its value with at most one other, and so races with the third; likewise for the two. Where
// releases and acquires order accesses (clocks.h), all threads are kept, and of a thread's accesses of one site with
// one value the last. Sound because whatever orders it orders those before. Likewise where threads of a warp run in
// lock step, or where not all of a warp meet at its barriers.
#pragma once

#include "semantics/observers/observers.h"

#include <vector>

namespace lockstep::semantics {

struct AccessRecord {
  Side side;           // without id
  bool reads = false;  // and does nothing else, atomically or not
  std::int64_t lo = 0; // the value written or found, or all of what is read: granules [lo, lo + granules)
  std::uint64_t granules = 0;
  std::uint64_t value = 0;
  bool loaded = false; // a load gave the value, and such are not compared
  Epoch epoch;
  std::uint32_t group = 0, team = 0; // the smallest team that meets at barriers
  std::uint32_t in_group = 0;        // the linear local id
  std::uint64_t lock_step = 0;       // of its warp, in which it was made
};

// Do they race if no synchronisation but barriers orders them? `b` is the later one.
bool conflict(const AccessRecord &a, const AccessRecord &b, cfg::Tolerance tolerance);

class AccessRecords {
public:
  using Id = std::uint32_t;

  void clear() { records_.clear(); }
  Id add(const AccessRecord &r) {
    records_.push_back(r);
    return static_cast<Id>(records_.size() - 1);
  }
  const AccessRecord &operator[](Id id) const { return records_[id]; }

  // Do the records race with everything that `r` races with?
  bool covered(const AccessRecord &r, const std::vector<Id> &ids) const;
  // Leaves out the thread's earlier accesses of the site with the value.
  void supersede(const AccessRecord &r, std::vector<Id> &ids) const;
  // Stale records of other groups' past intervals count as one.
  void compact(std::vector<Id> &ids);

private:
  std::vector<AccessRecord> records_;
};

} // namespace lockstep::semantics
