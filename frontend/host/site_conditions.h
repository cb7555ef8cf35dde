// What the conditions on the way to a launch say of it. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

namespace lockstep::frontend {

// Variables that the conditions fix become their values; conditions that have nothing to do with what is launched go,
// and names that are not used any more. False: the conditions contradict each other, no such launch is reached.
// Sound because a condition holds whenever the launch is reached; leaving one out says less.
bool settle_conditions(LaunchSite &site);

} // namespace lockstep::frontend
