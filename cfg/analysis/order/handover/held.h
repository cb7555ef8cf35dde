// The locks of one array that a thread surely holds, for one scope: see held.cpp.
#pragma once

#include "cfg/analysis/order/handover/group_flow.h"

namespace lockstep::cfg {

// What an atomic does with cells that are locks. Keeps: it puts a value there that is not free.
enum class LockRole : std::uint8_t { Acquires, Counts, Releases, Keeps, Looks, Other };

// The roles that accesses to an array of locks have (lock_roles.cpp).
struct LockRoles {
  // `free`: the value of a lock that nobody holds; nothing: cells say whose turn it is.
  LockRoles(const Kernel &k, ArrayId array, std::optional<std::uint64_t> free, AtomicScope scope);
  LockRole of(const Atomic &a) const;
  bool acquires(const Atomic &a) const {
    return a.array == array && (of(a) == LockRole::Acquires || of(a) == LockRole::Counts);
  }

  ArrayId array;
  std::optional<std::uint64_t> free;
  AtomicScope scope;
  bool plausible = false;                    // has every access to the array a role?
  bool for_ever = false;                     // nobody ever puts the free value back
  bool by_counting = false;                  // some acquire by adding one
  std::vector<Point> acquisitions, releases; // releases: of holders
};

struct Held { // a cell of an array of locks
  Expr offset;
  Acquired acquired;
  bool handed_on = false; // all that was acquired has been released by a fence since
  Expr turn = nullptr;    // the number that was found there, if the cell says whose turn it is
  bool tickets = false;   // which a counter has given
  bool by_leader = false; // not the thread itself holds it, but one of its group for all
};
struct Try { // an acquisition whose result is not known yet
  VarId result = 0;
  Held lock;
  Expr chance; // on which alone it hangs whether it has written what it would; null: it has
};
struct HeldState {
  std::vector<Held> held;
  std::vector<Try> tries;
};

// How a thread comes to hold locks of an array, and ceases to: rules of a GroupFlow.
class HeldRules {
public:
  using State = HeldState;
  HeldRules(Subject &subject, const LockRoles &roles);
  void step(HeldState &now, Point p) const;
  void learn(HeldState &now, const std::vector<Fact> &known);
  static bool meet(HeldState &to, const HeldState &from);
  void hear(HeldState &now, const std::vector<HeldState> &leaders) const;

  std::vector<ArrayId> counters; // that say whose turn it is
  bool mixed = false;            // threads wait for different numbers, which two threads may share

private:
  std::optional<Try> tried(const Atomic &a) const;
  bool is_acquired(Try &t, const Expr &found);

  Subject &subject_;
  const LockRoles &roles_;
  bool by_one_; // of each group one thread acquires, and it is the same wherever one does
  Expr number_; // that all who acquire wait for
};

class HeldLocks {
public:
  HeldLocks(Subject &subject, ArrayId array, std::optional<std::uint64_t> free, AtomicScope scope);
  HeldLocks(const HeldLocks &) = delete; // its parts refer to each other
  bool plausible() const;                // may the array have locks? Of others nothing else is asked
  bool for_ever() const { return roles_.for_ever; }
  std::optional<Point> wrong() const { return wrong_; } // a release by whom may not hold the lock; there are none then
  std::vector<Held> before(Point p) const;
  bool has_won(Point p, const Expr &cell) const;                  // the thread itself
  std::optional<OnlyOne> only_one() const;                        // where for_ever
  std::optional<OrderedAt> released(const SharedAccess &a) const; // at each release to which a way leads
  const std::vector<ArrayId> &counters() const { return rules_.counters; }

private:
  bool may_release(Point release);

  Subject &subject_;
  const LockRoles roles_;
  HeldRules rules_;
  std::optional<GroupFlow<HeldRules>> flow_;
  bool own_space_only_ = false; // what some release hands on
  std::optional<Point> wrong_;
};

} // namespace lockstep::cfg
