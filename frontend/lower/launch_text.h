// A launch in host code (LaunchSite) as people read it: print(const LaunchSite &), declared in frontend.h, and what it
// shares with apply_launch.cpp. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

namespace lockstep::frontend {

inline constexpr const char *dimension_names[] = {"x", "y", "z"};

// A size that is known, and no error.
inline bool is_size(const cfg::Expr &e) { return e && cfg::is_const(e) && e->value != 0; }

} // namespace lockstep::frontend
