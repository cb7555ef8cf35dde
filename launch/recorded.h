// What a launch from a file says of the kernel's parameters.
#pragma once

#include "frontend/frontend.h"
#include "launch/launch_list.h"

namespace lockstep::launch {

struct RecordedSite {
  frontend::LaunchSite site;
  std::string text; // ", n == 1000, 4000 bytes at 'a'"
};

// What the launch passes for the parameters. An error says what does not fit together, or cannot be judged.
support::Result<RecordedSite> recorded_site(const RecordedLaunch &launch,
                                            const std::vector<frontend::Parameter> &parameters,
                                            support::Diagnostics &diags);

// What the options say of them: a number, decimal or in hexadecimal digits ("0x1f"), for each parameter that is no
// pointer and no image, in their order; "*" says nothing.
support::Result<RecordedSite> given_site(const std::vector<std::string> &values,
                                         const std::vector<frontend::Parameter> &parameters,
                                         support::Diagnostics &diags);

// "the kernel is launched as at launches.json:7: groups of 64 x 1 x 1, 16 x 1 x 1 of them, n == 1000, 4000 bytes at
// 'a'"
std::string recorded_as(const RecordedLaunch &launch, const cfg::Launch &sizes, const RecordedSite &site);

} // namespace lockstep::launch
