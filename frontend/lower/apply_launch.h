// What a launch in host code says of the kernel's sizes and parameters (LaunchSite). Internal to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "frontend/llvm/points_to.h"

namespace lockstep::frontend {

// As preconditions at the kernel's entry, and in the results' list of assumptions: parameters that have a known value,
// sizes that are expressions of parameters.
// Sound because each says what the host computes, in the host's types; a host variable stands for the parameter that it
// is passed for, and what mentions one that is not passed is left out.
void apply_launch(const LaunchSite &site, cfg::Kernel &kernel);

// Can there be such a launch? An error says why not.
bool check_launch(const LaunchSite &site, support::Diagnostics &diags);

// Parameters for which the launch passes one buffer. An error says which may overlap otherwise.
// Sound because those that share memory share one array, each from where the launch lets it begin.
support::Result<PassedBuffers> passed_buffers(const LaunchSite &site, const support::Origin &kernel,
                                              support::Diagnostics &diags);

// How long the buffers are, and which are null, where the launch says it. Of parameters that one buffer is passed for,
// at different places in it or for different lengths, the kernel has one array, as long as they reach, and an
// assumption.
void apply_buffers(const LaunchSite &site, cfg::Kernel &kernel);

} // namespace lockstep::frontend
