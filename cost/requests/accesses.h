// The memory accesses of a kernel, and what counting their requests asks of the kernel as a whole.
#pragma once

#include "cost/requests/requests.h"

namespace lockstep::coalescing {

struct Place {
  AccessCost cost;
  cfg::Expr offset;
  std::uint64_t granule = 1, align = 1; // bytes
  cfg::Space space = cfg::Space::Global;
  bool copy = false; // of the group, as the device likes
};
// `align`: see Options.
std::vector<Place> places_of(const cfg::Kernel &k, const Options &options);

// By block: the branches that decide, one after the other, whether it is run.
using Deciders = std::vector<std::vector<cfg::BlockId>>;
Deciders deciders(const cfg::Kernel &k);

// By variable: is it assigned at one place, in no loop?
std::vector<bool> assigned_once(const cfg::Kernel &k, const cfg::LoopForest &loops);
// By variable: has its value to do with what memory holds?
std::vector<bool> from_memory(const cfg::Kernel &k, const Deciders &deciders);
bool is_from_memory(const cfg::Expr &e, const std::vector<bool> &vars);

} // namespace lockstep::coalescing
