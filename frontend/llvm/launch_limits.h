// What a kernel's attributes ask of its launch: reqd_work_group_size, __launch_bounds__ and their like. Internal to
// frontend/.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/diagnostic.h"

#include "llvm/IR/Function.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::frontend {

struct LaunchLimits {
  std::optional<std::array<std::uint64_t, 3>> exact; // the group's size
  std::optional<std::uint64_t> least, most;          // threads of a group
  std::string exact_from, most_from;                 // the attributes, as users know them
};

LaunchLimits launch_limits(const llvm::Function &kernel);

// What the limits say of the sizes that the launch leaves free, as assumptions for the kernel's entry. False after an
// error: the launch contradicts them.
bool apply_limits(const LaunchLimits &limits, const cfg::Launch &launch, const support::Origin &kernel,
                  std::vector<cfg::Stmt> &entry, support::Diagnostics &diags);

} // namespace lockstep::frontend
