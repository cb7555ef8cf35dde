// What an execution costs, counted: the atoms of device/metrics.h by place, by warp, and by warp between barriers. Two
// observers count, in two ways and without common code: request_costs.h from the requests of the lock-step machine,
// trace_costs.h from the traces of single threads. Where both count, they must agree.
//
// What is counted of a request (both): global memory, sectors, lines and distinct bytes; group memory, wavefronts and
// conflicts, phase by phase; constant memory, distinct words. Each access is one request: of at most 16 bytes
// a lane (cfg/passes/split_accesses.h). Private memory is not counted. Arrays start at address 0 unless a base is
// given.
#pragma once

#include "device/metrics.h"
#include "device/targets.h"
#include "semantics/semantics.h"

#include <map>

namespace lockstep::semantics {

struct WarpId {
  std::uint64_t group = 0; // linear
  std::uint32_t warp = 0;  // of the group
  auto operator<=>(const WarpId &) const = default;
};

struct CostOptions {
  cfg::Target target;
  std::map<cfg::ArrayId, std::uint64_t> base; // where arrays start, in bytes
};

struct CostCounts {
  std::map<Site, cfg::AtomCounts> sites;
  std::map<WarpId, cfg::AtomCounts> warps;
  // Of each warp, up to its first barrier of the group, from there to the second, and so on.
  std::map<WarpId, std::vector<cfg::AtomCounts>> intervals;

  cfg::AtomCounts total() const {
    cfg::AtomCounts sum;
    for (const auto &[id, counts] : warps)
      sum += counts;
    return sum;
  }
};

} // namespace lockstep::semantics
