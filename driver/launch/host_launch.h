// The launch of a kernel whose sizes nobody gives: one that the file's host code makes, or any.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "frontend/frontend.h"

#include <string>
#include <string_view>

namespace lockstep::driver {

// Any sizes in the dimensions that the kernel speaks of, one thread and group in the others; the result's assumption.
// `required`: the group's size, where the kernel demands one (frontend::required_size).
cfg::Launch any_launch(const cfg::Kernel &kernel, cfg::Launch launch,
                       const std::optional<std::array<std::uint64_t, 3>> &required, std::string &assumption);

// "the kernel is launched as at main.cu:87: blocks of 256 x 1 x 1, * x 1 x 1 of them, gridDim.x == (n + 255) / 256"
// `text`: of the file. Host code is read as it is compiled for the device; where the text asks for that, this says so.
std::string launched_as(const frontend::LaunchSite &site, std::string_view text);

// "the launch at a.cu:7:3, called at a.cu:12:3, is never reached": for a result's list of assumptions.
std::string never_reached(const support::Origin &launch);

} // namespace lockstep::driver
