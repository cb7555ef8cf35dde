// One kernel function of an LLVM module to kernel IR. Internal to frontend/; build_kernel (frontend.h) is the way in.
//
// Expects what the pass pipeline leaves: everything inlined, locals in SSA form. See context.h for the parts.
#pragma once

#include "cfg/ir/kernel.h"
#include "frontend/llvm/points_to.h"
#include "frontend/module.h"
#include "support/result.h"

#include "llvm/IR/Function.h"

namespace lockstep::frontend {

support::Result<cfg::Kernel> lower_function(const llvm::Function &f, Dialect dialect, const Options &options,
                                            const PassedBuffers &passed, unsigned lock_step,
                                            support::Diagnostics &diags);

} // namespace lockstep::frontend
