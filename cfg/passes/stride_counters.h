// Counters that stride by the launch's sizes:
//
//   for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
//
// If n is within a stride of the type's end, i wraps around and comes back as another thread's. That is assumed not to
// happen (a listed assumption, which --any-launch drops):
//
//   i := add(i, s);    ==>    assume.counter sle(i, add(i, s));
//                             i := add(i, s);
//
// where s is made of launch sizes and small constants by multiplication and division and is not negative in i's type,
// of 32 bits at least, and a branch out of a loop around it compares i, signed; ule instead of sle, if unsigned (then a
// size is in s: what an unsigned counter does that strides by a constant, the languages say).
// Sound because an assumption only leaves out executions, and results list it wherever it stands.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

namespace lockstep::cfg {

Kernel with_counters(Kernel k, const Launch &launch, support::Diagnostics &diags);

} // namespace lockstep::cfg
