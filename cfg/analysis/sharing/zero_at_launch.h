// That an array of global memory holds zeros when the kernel is launched.
//
// The language says so of variables that the program declares without contents, for their first launch; else the host
// has to put zeros there (cudaMemset). No verdict looks at the host for it: whoever rests on it says so in the result.
#pragma once

#include "cfg/ir/kernel.h"

#include <optional>

namespace lockstep::cfg {

class ZeroAtLaunch {
public:
  // Nothing where the program declares other contents, or memory does not come from the host.
  static std::optional<ZeroAtLaunch> of(const Kernel &k, ArrayId array);
  ArrayId array() const { return array_; }

private:
  explicit ZeroAtLaunch(ArrayId array) : array_(array) {}
  ArrayId array_;
};

} // namespace lockstep::cfg
