// Where threads of the interleaving machine wait for each other, and who then goes on: barriers (barriers.cpp), those
// of some threads of a group (named_barriers.cpp), and warps in lock step (lock_step.h). Private to semantics/.
#pragma once

#include "semantics/machines/interpreter.h"
#include "semantics/machines/lock_step.h"

#include <map>

namespace lockstep::semantics {

// Threads that go on together, and whose steps they waited for besides their own.
struct Release {
  std::vector<ThreadIndex> all, waited_for;
};

class Barriers {
public:
  explicit Barriers(Interpreter &m);

  void start(bool keep_releases);
  // --- a thread comes to one, to a point of lock step (where a block starts, or not), or will move no more
  void arrive(ThreadIndex t);
  bool come_to(ThreadIndex t, const cfg::Numbered &n); // does the thread go on?
  void wait_at_point(ThreadIndex t, bool block_starts);
  void rest(ThreadIndex t); // one more of its group is at a barrier, done or stuck

  // Threads that run again. They go on later, from the machine's loop: a release may come in the middle of a thread's
  // step.
  std::vector<ThreadIndex> released;
  std::vector<Release> releases; // until the caller has looked at them, if they are kept

private:
  using Status = Interpreter::Status;
  struct Coming { // to a barrier of some threads, since it was passed last
    unsigned threads = 0, come = 0;
    std::vector<ThreadIndex> wait;
  };

  void others_meet(ThreadIndex t); // those that t's end may let go on
  bool warp_meets(ThreadIndex t, std::uint32_t uncounted);
  void active_meet(ThreadIndex t);
  void settle_group(std::uint32_t g);
  void settle_grid();
  void no_more_come(std::uint32_t g); // to those who wait at barriers of some threads
  void step_together(ThreadIndex t);  // lets the last of t's warp go on, once none of them moves
  void pass(std::vector<ThreadIndex> all);
  void let_go(std::vector<ThreadIndex> all, std::vector<ThreadIndex> waited_for);

  Interpreter &m_;
  LockStepWarps warps_;
  std::vector<std::uint32_t> resting_;                            // per group: at a barrier, done or stuck
  std::map<std::pair<std::uint32_t, unsigned>, Coming> numbered_; // by group and number
  bool keep_releases_ = false;
};

} // namespace lockstep::semantics
