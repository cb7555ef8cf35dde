// Warps whose threads run in lock step: which of their threads go on (lock_step.cpp). Private to semantics/.
#pragma once

#include "semantics/machines/interpreter.h"

namespace lockstep::semantics {

class LockStepWarps {
public:
  explicit LockStepWarps(const Interpreter &m) : m_(m) {}

  void start();
  bool any() const { return m_.code.kernel->terms.lock_step != 0; } // what follows is asked only if there are
  void enter_block(ThreadIndex t);                                  // which way the thread has taken
  // Those of t's warp that wait at a point and go on together; none as long as others of the warp move, or if none
  // waits at a point.
  std::vector<ThreadIndex> due(ThreadIndex t) const;
  std::vector<ThreadIndex> warp_of(ThreadIndex t) const;

private:
  using Status = Interpreter::Status;
  struct Ways { // of a thread, since it came to branches whose ways have not joined yet, outermost first
    struct Way {
      cfg::BlockId join;   // where they join
      std::uint64_t taken; // a digest of the branches taken up to there
      friend bool operator==(const Way &, const Way &) = default;
    };
    std::vector<Way> open;
    cfg::BlockId block = cfg::no_node; // where it is
  };

  bool is_ahead(ThreadIndex t, ThreadIndex u) const; // t waits for u, which is not so far yet

  const Interpreter &m_;
  std::vector<Ways> ways_; // of each thread
};

} // namespace lockstep::semantics
