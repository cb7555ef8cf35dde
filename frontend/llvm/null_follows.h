// Pointers that are null only where another one is: a conversion to a base class asks whether the pointer is null, and
// keeps null null.
//
//     B *b = c;      ==>      b = c == null ? null : c + 4
//
// That a parameter may be null is reported nowhere, so neither is it of what is made of it: an access through `b` is as
// good as one through `c`. Internal to frontend/.
#pragma once

#include "frontend/llvm/points_to.h"

#include "llvm/IR/Value.h"

#include <optional>

namespace lockstep::frontend {

// Of a pointer that is null only where a pointer is that no launch known makes null, and nothing in the kernel.
class NullFollows {
public:
  static std::optional<NullFollows> of(const llvm::Value *pointer, const PointsTo &points_to,
                                       const PassedBuffers &passed);

private:
  NullFollows() = default;
};

} // namespace lockstep::frontend
