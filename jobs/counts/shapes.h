// `lockstep perf --shapes`: does a kernel depend on the size of its blocks, and what would blocks of other shapes cost?
#pragma once

#include "cfg/ir/launch.h"
#include "cost/requests/requests.h"
#include "cost/shapes/independence.h"
#include "support/result.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace lockstep::jobs {

struct ShapeCost {
  std::array<std::uint64_t, 3> block{1, 1, 1};
  bool given = false; // the launch's
  // Of one full request of each access to global memory, together.
  coalescing::Interval sectors, lines;
  double sectors_a_warp = 0, lines_a_warp = 0; // for as many threads as a warp has; at most
};

struct Shapes {
  std::vector<coalescing::BlockDependence> depends; // empty: the kernel is independent of the size of its blocks
  unsigned dimensions = 1;                          // that shapes differ in
  std::vector<ShapeCost> costs;                     // the best first; of an independent kernel
};

// Shapes are powers of two, with as many threads as the launch's blocks (256, if that is not known) in one dimension
// from 32 to 1024, that divide the total sizes, which stay as they are. `kernel` is in normal form.
support::Result<Shapes> shapes_of(const cfg::Kernel &kernel, const cfg::Launch &launch,
                                  const coalescing::Options &options, support::Diagnostics &diags);

void add_shapes(const Shapes &shapes, nlohmann::ordered_json &kernel);

} // namespace lockstep::jobs
