// That what one thread has done is ordered before what another does: by fences, and by the orders of atomics.
//
//   access; fence that releases; atomic that writes   ->   atomic that finds it; fence that acquires; access
//
// Whoever has found that one atomic comes behind another one has two questions left, one a side: is the access released
// there, is it acquired there? The answer is an OrderedAt, which is made here alone, of the statements between the two:
// for threads that far apart (the scope), and for one access, hence one space. Locks, turns, counters and posts take
// one for each side, and the goals of races use it for pairs that it covers only.
//
// Sound because (1) a fence or an atomic counts if its scope covers the two threads and its orders are of the access's
// space; (2) on every way from the access to the atomic that writes a fence lies, or that atomic releases; (3) on every
// way from the atomic that finds to the access a fence lies, or that atomic acquires, or the access waits for the
// result (handover.h; that is listed): then it is `bare`. A fence of another thread of the group counts where a barrier
// lies between it and the atomic: what a thread has fenced, or found, a barrier hands on. An atomic is released itself
// (4) if it releases, or if on every way to it from the kernel's start a fence lies.
#pragma once

#include "cfg/ir/kernel.h"

#include <array>
#include <optional>
#include <utility>

namespace lockstep::cfg {

struct SharedAccess {
  Point place;
  ArrayId array = 0;
  Space space = Space::Global;
  bool waits = false; // comes behind an atomic without a fence, if its result decides about it
};

class OrderedAt {
public:
  // Between two threads of one group (Group), or of any two (Grid)?
  bool covers(AtomicScope apart) const;
  AtomicScope scope() const { return scope_; }
  Space space() const { return space_; }
  bool bare() const { return bare_; } // by the atomic's result alone, which is an assumption
  bool operator==(const OrderedAt &) const = default;

  // That the atomic is made behind the access, and what finds it there behind the atomic.
  static std::optional<OrderedAt> released(const Kernel &k, const SharedAccess &access, Point atomic,
                                           AtomicScope scope);
  // That the access, which the atomic's result decides about, is made behind it.
  static std::optional<OrderedAt> acquired(const Kernel &k, Point atomic, const SharedAccess &access,
                                           AtomicScope scope);
  // Of the atomic as an access itself, for what its successors in the cell's order know: it releases, or is behind a
  // fence that does. A relaxed one has its place in that order, but what finds its value is not behind it.
  static std::optional<OrderedAt> itself(const Kernel &k, Point atomic, AtomicScope scope);

private:
  friend class Acquired;
  OrderedAt(AtomicScope scope, Space space, bool bare) : scope_(scope), space_(space), bare_(bare) {}
  AtomicScope scope_;
  Space space_;
  bool bare_;
};

// The same, step by step: of which spaces the accesses are ordered behind an atomic, on all ways so far.
class Acquired {
public:
  enum class If : std::uint8_t { Writes, Any }; // of a compare-and-swap: where it writes, or in either case
  // Nothing: it is none for threads that far apart.
  static std::optional<Acquired> by(const Kernel &k, const Atomic &a, AtomicScope scope, If when);
  void pass(const Fence &f);
  bool meet(const Acquired &other); // what holds on both ways; true if it has changed
  bool of(Space space) const;
  bool of_all() const { return spaces_[0] && spaces_[1]; }
  // Of an access that the atomic's result decides about.
  std::optional<OrderedAt> behind(const SharedAccess &access) const;

private:
  explicit Acquired(AtomicScope scope) : scope_(scope) {}
  AtomicScope scope_;
  std::array<bool, 2> spaces_{}; // group and global memory
};

} // namespace lockstep::cfg
