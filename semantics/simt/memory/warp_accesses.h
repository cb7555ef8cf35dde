// What an access of one warp is, beside the accesses of its lanes: a request, which observers are told, and lanes that
// touch the same cells, whose order is open. Private to semantics/simt/.
#pragma once

#include "semantics/simt/memory/grid_memory.h"

namespace lockstep::semantics::simt {

class WarpAccesses {
public:
  WarpAccesses(Core &core, GridMemory &memory) : core_(core), memory_(memory) {}

  void attach(Observer &observer) { requesters_.push_back(&observer); }
  // Of lanes that touch the same cells: choices decide; else they go in order.
  void in_any_order(bool any) { any_order_ = any; }
  void access(const Unit &u, const Step &s, Mask by, Choices &choices);

private:
  bool conflict(const AccessCode &a) const;
  void tell_request(const Unit &u, const AccessCode &a, std::uint32_t end);

  Core &core_;
  GridMemory &memory_;
  std::vector<Observer *> requesters_;
  bool any_order_ = false;
  // Of the access that is made:
  std::vector<ThreadIndex> lanes_; // in the order in which it takes effect
  std::vector<std::int64_t> offsets_;
};

} // namespace lockstep::semantics::simt
