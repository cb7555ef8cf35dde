// What a kernel's preconditions say of the sizes of its launch: `requires num_groups(0) <= 65535` bounds a free size.
//
// Sound because only assumptions are used that every thread meets before anything else happens (the statements that the
// kernel begins with); a launch for which they do not hold is none that anything is claimed of.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

namespace lockstep::cfg {

// `launch` with the upper bounds of its free sizes lowered where the kernel's preconditions allow it.
Launch with_preconditions(const Kernel &k, Launch launch);

} // namespace lockstep::cfg
