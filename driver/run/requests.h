// What `lockstep run --observe memory` says of each access: the requests that warps made, and what they cost.
#pragma once

#include "semantics/costs/request_observer.h"
#include "support/result.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep::driver {

// The kernel, each of whose accesses is one request of the target.
support::Result<cfg::Kernel> as_requests(const cfg::Kernel &k, const std::string &target, support::Diagnostics &diags);

struct ObservedAccess {
  support::Origin origin;
  std::string array;
  cfg::Space space = cfg::Space::Global;
  semantics::AccessCounts counts;
  bool further_part = false; // of the access that the one before is a part of (cfg/passes/split_accesses.h)
};

// In the order of their places.
std::vector<ObservedAccess> observed(const semantics::RequestObserver &requests, const cfg::Kernel &k);
std::string accesses_text(const std::vector<ObservedAccess> &all); // a line for each access, with all its requests
nlohmann::ordered_json access_json(const ObservedAccess &a);

} // namespace lockstep::driver
