// Barriers in group memory at which threads arrive (cuda::barrier): are they set up where they are used? Looked at in
// the finished kernel IR, where a set-up is a fresh store of the thread's number to the barrier's state, and a use is
// preceded by a fresh load of that state (frontend/include/lockstep_cuda_barrier.h).
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <string>
#include <variant>

namespace lockstep::frontend {

struct NotSetUp {
  support::Origin where;
  std::string why; // "a barrier that ..."
};

// Every barrier of an array that is waited for anywhere has been set up by then: once, by one thread, before all
// threads could come there. Only the proof of it makes one.
//
// Sound because (1) every store to the array's barriers is a set-up, each of another barrier, and none is in a loop, so
// that a thread sets each up once; two threads that do so write different numbers, which is a race, or a barrier orders
// them, which then has two set-ups. (2) At a barrier that is used some thread of the group has set that one up: before
// the last barrier of the group in front of the use, or, where all threads of the group meet at the use, before it came
// there itself; there those that it was not ordered with race with it. Which barrier is used is known, or they all are.
class SetUp {
public:
  // `inits`: calls of the kernel that set up a barrier of the array. The kernel need not be in normal form.
  static std::variant<SetUp, NotSetUp> of(const cfg::Kernel &k, const cfg::Launch &launch, cfg::ArrayId array,
                                          unsigned inits);

private:
  SetUp() = default;
};

} // namespace lockstep::frontend
