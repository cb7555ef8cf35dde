// The decisions of an execution: see decisions.h.
#include "semantics/machines/decisions.h"

#include "support/invariant.h"

namespace lockstep::semantics {

std::size_t Decisions::choose(std::size_t n) {
  if (at_ == tape_.size()) {
    tape_.emplace_back();
    tape_.back().options = n;
  }
  const Decision &node = tape_[at_++];
  LOCKSTEP_INVARIANT(!node.schedule && node.options == n, "an execution repeats itself up to its last decision");
  return node.option;
}

const Decision &Decisions::scheduled() {
  const Decision &d = tape_[at_++];
  LOCKSTEP_INVARIANT(d.schedule && (d.enabled & thread_bit(d.chosen)),
                     "an execution repeats itself up to its last decision");
  return d;
}

bool Decisions::back() {
  while (!tape_.empty()) {
    Decision &node = tape_.back();
    if (!node.schedule) {
      if (++node.option < node.options)
        return true;
    } else {
      node.done |= thread_bit(node.chosen);
      const ThreadMask open = node.backtrack & ~node.done & ~node.sleep;
      if (open != 0) {
        node.chosen = static_cast<ThreadIndex>(__builtin_ctzll(open));
        return true;
      }
    }
    tape_.pop_back();
  }
  return false;
}

} // namespace lockstep::semantics
