// The dependences that are found, each once (independence.h). Private to cost/shapes/.
#pragma once

#include "cost/shapes/independence.h"

#include <algorithm>

namespace lockstep::coalescing {

class DependenceReport {
public:
  void open() { open_ = true; } // until then what is told is not final, and dropped
  void tell(BlockDependence d) {
    if (!open_)
      return;
    const bool known = std::any_of(found_.begin(), found_.end(), [&](const BlockDependence &f) {
      return f.kind == d.kind && f.origin == d.origin && f.array == d.array && f.because == d.because;
    });
    if (!known)
      found_.push_back(std::move(d));
  }
  std::vector<BlockDependence> taken() { return std::move(found_); }

private:
  bool open_ = false;
  std::vector<BlockDependence> found_;
};

} // namespace lockstep::coalescing
