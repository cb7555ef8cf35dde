// Kernels whose threads run in lock step.
#pragma once

#include "frontend/frontend.h"

namespace lockstep::frontend {

// As build_kernel; so many threads with consecutive linear local ids run in lock step (cfg::Terms::lock_step), 0: each
// by itself. What one statement of the source does in several accesses is none of what lock step orders
// (memcpy.cpp), and a kernel that copies asynchronously has no lock step at all (function.cpp).
support::Result<cfg::Kernel> build_kernel_in_lock_step(const Module &module, const KernelName &kernel,
                                                       const Options &options, unsigned lanes,
                                                       support::Diagnostics &diags, const LaunchSite *site = nullptr);

} // namespace lockstep::frontend
