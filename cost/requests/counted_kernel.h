// What counts of a kernel's requests (requests.h) rest on, found once for all accesses and warps. Private to
// cost/requests/.
#pragma once

#include "cfg/analysis/sharing/warp_parts.h"
#include "cost/requests/accesses.h"
#include "cost/requests/lane_form.h"
#include "cost/requests/request_cost.h"

namespace lockstep::coalescing {

class CountedKernel {
public:
  CountedKernel(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o);
  CountedKernel(const CountedKernel &) = delete;

  // Is it known of each lane of the reader's warp whether it comes along?
  bool decides(cfg::BlockId block, FormReader &reader) const;
  bool is_loaded(const Place &place) const { return is_from_memory(place.offset, loaded_); }
  void count_trivially(const Place &place, Trivial why, AccessCost &out) const;

  const cfg::Kernel &kernel;
  const cfg::Analyses &analyses;
  const Options &options;
  const cfg::UniformityOptions level;
  const cfg::Uniformity uniform;
  const Deciders deciders;
  const cfg::WarpParts parts;

private:
  bool lasts(const cfg::Expr &e) const;

  const std::vector<bool> once_;   // by variable
  const std::vector<bool> loaded_; // by variable
};

} // namespace lockstep::coalescing
