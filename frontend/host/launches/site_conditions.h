// What the conditions on the way to a launch say of it. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "frontend/host/values/host_call.h"

namespace lockstep::frontend {

// Variables that the conditions fix become their values; conditions that have nothing to do with what is launched go,
// and names that are not used any more. False: the conditions contradict each other, no such launch is reached.
// Sound because a condition holds whenever the launch is reached; leaving one out says less.
bool settle_conditions(LaunchSite &site);
// Does what is launched mention the variable, itself or in the definition of another?
bool depends_on(const LaunchSite &site, cfg::VarId v);
// The launch once for each value of what it depends on; of too many, all at once.
std::vector<LaunchSite> chosen(LaunchSite site, const std::vector<HostChoice> &choices);

} // namespace lockstep::frontend
