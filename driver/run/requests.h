// What `lockstep run --observe memory` says of each access: the requests that warps made, and what they cost.
#pragma once

#include "semantics/costs/request_observer.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep::driver {

struct ObservedAccess {
  support::Origin origin;
  std::string array;
  cfg::Space space = cfg::Space::Global;
  semantics::AccessCounts counts;
};

// In the order of their places.
std::vector<ObservedAccess> observed(const semantics::RequestObserver &requests, const cfg::Kernel &k);
std::string access_text(const ObservedAccess &a); // one line
nlohmann::ordered_json access_json(const ObservedAccess &a);

} // namespace lockstep::driver
