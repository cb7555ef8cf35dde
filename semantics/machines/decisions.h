// The decisions of an execution, on a depth-first tape: who steps, and what a choice gives. Going back, the last one
// that has another way takes it; the execution is then repeated up to there. Private to semantics/.
#pragma once

#include "semantics/semantics.h"

#include <vector>

namespace lockstep::semantics {

using ThreadMask = std::uint64_t;
inline constexpr ThreadMask thread_bit(ThreadIndex t) { return ThreadMask(1) << t; }

struct Decision {
  bool schedule = false;
  ThreadIndex chosen = 0; // schedule
  ThreadMask enabled = 0, backtrack = 0, done = 0, sleep = 0;
  std::size_t option = 0, options = 0; // choice
};

class Decisions {
public:
  void rewind() { at_ = 0; }                           // an execution starts
  bool repeats() const { return at_ != tape_.size(); } // its next decision has been taken before
  std::size_t last() const { return at_ - 1; }
  Decision &operator[](std::size_t i) { return tape_[i]; }

  std::size_t choose(std::size_t n); // one of n options
  void schedule(Decision d) { tape_.push_back(std::move(d)); }
  const Decision &scheduled(); // the next one, which says who steps

  bool back(); // to the last decision that has another way; false: none has

private:
  std::vector<Decision> tape_;
  std::size_t at_ = 0;
};

} // namespace lockstep::semantics
